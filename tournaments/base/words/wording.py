"""Sentences for the error codes of the cores. This is the one place that turns a refusal into French.

Each sentence states the fault and the remedy. It may use the values of its error. A test checks that every
code of the cores that a person can meet has a sentence. Areas above this module register their own sentences
when the app starts (`tournaments/apps.py`).
"""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from unicodedata import normalize

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from common.errors import AppError
from games.core.errors import GameError
from games.core.play import Points
from games.services.dealing_sentences import DEALING_SENTENCES
from tournaments.core.errors import TournamentError
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.formats.shown_values import as_shown, decimals_of
from tournaments.core.ranking.classification import Criterion
from tournaments.core.ranking.values import Value, rounded_value
from tournaments.core.slips.nearest import Nearest
from tournaments.core.slips.traveller import ImpossibleSlip

MINUS, NBSP = "−", "\u00a0"
VOWELS = frozenset("AEIOU")

SENTENCES: dict[str, Promise] = {
    **DEALING_SENTENCES,
    # shapes of an evening
    "straight_tables": gettext_lazy(
        "Pas de mouvement en ligne pour %(table_count)s tables : choisissez par exemple %(sizes)s."
    ),
    "straight_rounds": gettext_lazy("De 1 à %(table_count)s positions pour %(table_count)s tables."),
    "no_such_format": gettext_lazy("Cette formule de tournoi n’existe pas."),
    # the clock of a round
    "clock_length": gettext_lazy("Une position dure de %(least)s à %(most)s minutes."),
    "clock_started": gettext_lazy("La position %(round)s a déjà commencé."),
    "clock_stands": gettext_lazy("L’horloge ne tourne pas."),
    "clock_not_paused": gettext_lazy("L’horloge n’est pas arrêtée."),
    "clock_last_round": gettext_lazy("C’est la dernière position : il y en a %(count)s."),
    # a line of a traveller
    "slip_impossible": gettext_lazy("Ce résultat est impossible : corrigez les cases signalées."),
    "line_empty": gettext_lazy("Rien n’est écrit : donnez la marque, ou les bouts et les points."),
    "void_with_figures": gettext_lazy(
        "Une donne non jouée ou neutralisée n’a ni marque ni détail : effacez-les, ou choisissez « jouée »."
    ),
    "bid_too_low": gettext_lazy("Le preneur choisit garde, garde sans ou garde contre."),
    "score_missing": gettext_lazy("Donnez la marque, ou les bouts et les points de l’attaque."),
    "both_columns": gettext_lazy("Le preneur gagne ou chute : remplissez une seule des deux colonnes."),
    "negative_score": gettext_lazy(
        "Écrivez %(written)s sans signe, dans la colonne « gagne » ou dans la colonne « chute »."
    ),
    "not_a_number": gettext_lazy("« %(written)s » n’est pas un nombre entier."),
    "bouts_missing": gettext_lazy("Avec les points, donnez aussi le nombre de bouts de l’attaque."),
    "points_missing": gettext_lazy("Avec les bouts, donnez aussi les points de l’attaque."),
    "points_not_a_number": gettext_lazy("« %(written)s » n’est pas un nombre de points."),
    "score_disagrees": gettext_lazy(
        "La marque écrite est %(written)s, mais les bouts et les points donnent %(computed)s."
    ),
    "score_odd": gettext_lazy(
        "Ce contrat donne toujours une marque paire : %(score)s est impossible (au plus près : %(nearest)s)."
    ),
    "bonus_missing": gettext_lazy(
        "%(score)s ne s’explique qu’avec une prime : cochez celle de la feuille"
        " (%(bonuses)s), ou corrigez (au plus près sans elle : %(nearest)s)."
    ),
    "score_unreachable": gettext_lazy(
        "Aucun compte ne donne %(score)s avec ces primes (au plus près : %(nearest)s)."
    ),
    # an outcome
    "bouts_out_of_range": gettext_lazy("L’attaque a de 0 à 3 bouts."),
    "half_points_out_of_range": gettext_lazy("Les points de l’attaque vont de 0 à 91."),
    "half_points_odd": gettext_lazy("À quatre joueurs, les points sont entiers."),
    "too_few_points": ngettext_lazy(
        "Trop peu de points pour %(bouts)s bout : l’attaque en a au moins %(least)s.",
        "Trop peu de points pour %(bouts)s bouts : l’attaque en a au moins %(least)s.",
        "bouts",
    ),
    "too_many_points": ngettext_lazy(
        "Trop de points pour %(bouts)s bout : l’attaque en a au plus %(most)s sans chelem.",
        "Trop de points pour %(bouts)s bouts : l’attaque en a au plus %(most)s sans chelem.",
        "bouts",
    ),
    "slam_missing": gettext_lazy("Ce compte est celui d’un chelem : indiquez-le, ou corrigez les points."),
    "defence_slam_missing": gettext_lazy(
        "Ce compte est celui d’une attaque sans un pli : indiquez le chelem de la défense,"
        " ou corrigez les points."
    ),
    "slam_points": gettext_lazy(
        "Ces points ne vont pas avec ce chelem : il en faut de %(least)s à %(most)s."
    ),
    "slam_bouts": gettext_lazy("Ce nombre de bouts ne va pas avec ce chelem."),
    "too_many_handfuls": gettext_lazy("Tant de poignées demandent plus d’atouts que le jeu n’en a."),
    "petit_slam_not_allowed": gettext_lazy(
        "Les règles de ce jeu ne prévoient pas le petit chelem : choisissez un autre chelem."
    ),
    "petit_against_slam": gettext_lazy("Le petit au bout ne peut pas aller à ce camp avec ce chelem."),
    "petit_needs_bout": gettext_lazy(
        "Le petit au bout gagné par l’attaque lui donne un bout : elle ne peut en avoir 0."
    ),
    "petit_leaves_bout": gettext_lazy(
        "Le petit au bout gagné par la défense lui laisse un bout : l’attaque ne peut en avoir 3."
    ),
    # unlikely results
    "slam_recorded": gettext_lazy("Un chelem est indiqué."),
    "score_very_small": gettext_lazy(
        "%(score)s est une très petite marque : un défenseur gagne ou perd au moins %(least)s points, sauf si"
        " un chelem annoncé a chuté."
    ),
    "score_very_large": gettext_lazy("%(score)s est une très grosse marque (au-delà de %(limit)s)."),
    "several_handfuls": gettext_lazy("%(count)s poignées dans la même donne."),
    "sign_alone": gettext_lazy(
        "Les %(plays)s autres tables ont toutes l’autre signe (la plus proche : %(nearest)s) :"
        " est-ce la bonne colonne ?"
    ),
    "far_from_field": gettext_lazy(
        "%(score)s est loin des %(plays)s autres tables (médiane : %(median)s) : est-ce la bonne ligne ?"
    ),
    # a list of players
    "file_too_large": gettext_lazy("Ce fichier est trop gros (4 Mo au plus) : coupez-le en plusieurs."),
    "file_empty": gettext_lazy("Ce fichier est vide : choisissez un fichier qui contient la liste."),
    "file_is_pdf": gettext_lazy(
        "C’est un PDF : il montre la liste sans la contenir. Demandez le classeur ou le CSV dont il vient,"
        " ou copiez le tableau dans un tableur et enregistrez-le."
    ),
    "file_is_word": gettext_lazy(
        "C’est un document de traitement de texte. Copiez le tableau dans un tableur, puis enregistrez-le en"
        " XLSX, ODS ou CSV."
    ),
    "file_is_numbers": gettext_lazy(
        "C’est un document Numbers ou Pages d’Apple. Ouvrez-le, puis « Fichier », « Exporter vers », « CSV »."
    ),
    "file_is_image": gettext_lazy(
        "C’est une image : Étui n’y lit aucune lettre. Demandez le fichier du tableur, ou tapez la liste."
    ),
    "file_is_archive": gettext_lazy(
        "C’est une archive (ZIP ou autre). Ouvrez-la, puis envoyez le fichier de la liste qui est dedans."
    ),
    "file_is_web_page": gettext_lazy(
        "C’est une page web, même si son nom finit par .xls. Ouvrez-la dans un tableur, puis"
        " « Enregistrer sous »"
        " XLSX, ODS ou CSV."
    ),
    "file_is_xml": gettext_lazy(
        "C’est un fichier XML. Ouvrez-le dans un tableur, puis « Enregistrer sous » XLSX, ODS ou CSV."
    ),
    "file_is_contacts": gettext_lazy(
        "C’est un carnet d’adresses (fichier VCF). Exportez-le en CSV depuis le programme des contacts."
    ),
    "file_is_data": gettext_lazy("Ce sont des données JSON, pas une liste : enregistrez la liste en CSV."),
    "file_is_other": gettext_lazy(
        "Ce fichier n’est ni un texte ni un classeur : ouvrez la liste dans un tableur, puis"
        " enregistrez-la en XLSX,"
        " ODS ou CSV."
    ),
    "workbook_locked": gettext_lazy(
        "Ce classeur est protégé par un mot de passe : enregistrez-le sans mot de passe, puis envoyez-le."
    ),
    "workbook_broken": gettext_lazy(
        "Ce classeur est abîmé : ouvrez-le dans votre tableur, enregistrez-le de nouveau ou en CSV,"
        " puis envoyez-le."
    ),
    "workbook_too_large": gettext_lazy(
        "Ce classeur est trop grand pour une liste de joueurs. Copiez les lignes des joueurs dans un"
        " classeur neuf,"
        " ou enregistrez la feuille en CSV."
    ),
    "workbook_busy": gettext_lazy("Un autre classeur est en cours de lecture : envoyez de nouveau le vôtre."),
    "header_missing": gettext_lazy(
        "Aucune des premières lignes ne nomme les colonnes : il faut au moins « Nom », et si possible Prénom,"
        " Licence, Série et Club. Ajoutez cette ligne, puis envoyez de nouveau la liste. Sans"
        " titres, écrivez un nom par ligne et rien d’autre."
    ),
    "names_missing": gettext_lazy("Aucune colonne n’est prise pour le nom : choisissez-la ci-dessous."),
    "column_twice": gettext_lazy(
        "Deux colonnes ont ce titre : dites ci-dessous laquelle compte. Si deux listes sont côte à"
        " côte, mettez-les"
        " l’une sous l’autre."
    ),
    "too_many_rows": gettext_lazy("%(rows)s lignes, c’est trop (%(most)s au plus) : coupez le fichier."),
    "no_players": gettext_lazy("Il n’y a que la ligne de titres : ajoutez les joueurs en dessous."),
    "line_unreadable": gettext_lazy(
        "Illisible à partir d’ici, souvent à cause d’un guillemet ouvert et jamais fermé : corrigez la ligne."
    ),
    "too_many_cells": gettext_lazy(
        "Plus de cases que de titres (%(most)s) : un séparateur en trop ? Mettez le texte entre guillemets."
    ),
    "cell_line_break": gettext_lazy("Un retour à la ligne dans la case : enlevez-le."),
    "cell_error": gettext_lazy(
        "« %(written)s » est une erreur du tableur : corrigez la formule, ou élargissez la colonne."
    ),
    "cell_undecodable": gettext_lazy(
        "« %(written)s » contient un caractère perdu : enregistrez le fichier en « CSV UTF-8 »."
    ),
    "cell_too_long": gettext_lazy("%(length)s caractères, %(most)s au plus : raccourcissez."),
    "name_unclear": gettext_lazy(
        "« %(written)s » : où finit le nom, où commence le prénom ? Corrigez les deux cases, ou"
        " choisissez l’ordre"
        " pour toute la colonne."
    ),
    "two_people": gettext_lazy(
        "« %(written)s » : deux personnes sur une ligne ? Gardez-en une ici, puis ajoutez l’autre"
        " au registre."
    ),
    "name_missing": gettext_lazy("Le nom manque : écrivez-le, ou supprimez la ligne."),
    "year_invalid": gettext_lazy(
        "« %(written)s » n’est ni une année ni une date de naissance : écrivez 1985 ou 22/09/1985."
    ),
    "day_invalid": gettext_lazy("« %(written)s » n’est pas une date : écrivez 31/08/2027."),
    "number_invalid": gettext_lazy(
        "« %(written)s » n’est pas un numéro de licence : chiffres et lettres seulement, ou rien."
    ),
    "series_unknown": gettext_lazy(
        "« %(written)s » n’est pas une série : écrivez 1, 2, 3, 4 ou NC, ou laissez vide."
    ),
    "language_unknown": gettext_lazy(
        "« %(written)s » n’est pas une langue de ce site : écrivez français ou anglais, ou laissez vide."
    ),
    "email_invalid": gettext_lazy(
        "« %(written)s » n’est pas une adresse électronique : écrivez nom@exemple.fr, ou laissez vide."
    ),
    "consent_unknown": gettext_lazy(
        "« %(written)s » n’est pas un accord : écrivez oui ou non, ou laissez vide."
    ),
    "number_twice": gettext_lazy("Ce numéro est déjà celui de la ligne %(first_line)s : lequel est le bon ?"),
    "name_twice": gettext_lazy(
        "Ce joueur est déjà à la ligne %(first_line)s : est-ce une autre personne du même nom ? Sinon,"
        " laissez cette"
        " ligne de côté."
    ),
    "person_twice": gettext_lazy(
        "La ligne %(first_line)s désigne déjà cette personne du registre : laissez l’une des deux de côté."
    ),
    "name_ambiguous": gettext_lazy(
        "%(count)s personnes du registre ont ce nom : dites laquelle, ou ajoutez le numéro de licence."
    ),
    "name_similar": gettext_lazy("%(known)s est au registre : « %(written)s » est-il la même personne ?"),
    "number_of_other": gettext_lazy(
        "%(holder)s a déjà le n° %(number)s : « %(written)s » est-il la même personne ?"
    ),
    # hands written down at the table
    "pockets_impossible": gettext_lazy("Ces mains sont impossibles : corrigez les pochettes signalées."),
    "card_twice": gettext_lazy("Carte dans deux pochettes : %(cards)s."),
    "card_unknown": gettext_lazy("Une carte n’est pas du jeu."),
    "pocket_size": gettext_lazy("%(count)s cartes au lieu de %(wanted)s."),
    "taker_hand_differs": gettext_lazy(
        "Ce n’est pas la main distribuée au preneur. En trop : %(extra)s. Manquent : %(missing)s."
    ),
    # deals from a file
    "no_deals": gettext_lazy("Il n’y a aucune donne dans ce fichier."),
    "too_many_deals": gettext_lazy("Trop de donnes : 200 au plus."),
    "deal_text": gettext_lazy("Ce groupe de cartes est illisible."),
    "card_missing": gettext_lazy("Manquent à cette donne : %(cards)s."),
    "hand_sizes": gettext_lazy("Mains de %(sizes)s cartes au lieu de %(expected)s."),
    "pile_sizes": gettext_lazy("Chien de %(sizes)s cartes au lieu de %(expected)s."),
    "number_repeated": gettext_lazy("Deux donnes ont ce numéro : numérotez-les 1, 2, 3…"),
    "dealer_differs": gettext_lazy("Le donneur de l’étui %(number)s n’est pas celui de la table fédérale."),
    "taker_differs": gettext_lazy("Le preneur de l’étui %(number)s n’est pas celui de la table fédérale."),
    "other_game": gettext_lazy("Ces donnes sont d’un autre jeu que celui du tournoi."),
    "boards_missing": gettext_lazy(
        "La séance joue %(wanted)s étuis : il manque dans ce fichier %(missing)s."
    ),
    "not_a_deal_set": gettext_lazy("Ce document n’est pas un jeu de donnes d’Étui."),
    "unknown_version": gettext_lazy("Cette version de document est inconnue."),
    "encoding": gettext_lazy("Un caractère est illisible : enregistrez le fichier en UTF-8."),
    "deal_unreadable": gettext_lazy("Ce fichier est illisible ici : %(reason)s"),
}

CRITERION_NAMES: dict[Criterion, Promise] = {
    Criterion.ATTACK: gettext_lazy("Attaque"),
    Criterion.DEFENCE: gettext_lazy("Défense"),
    Criterion.LAST_SESSION: gettext_lazy("Dernière séance"),
    Criterion.BEST_SESSION: gettext_lazy("Meilleure séance"),
    Criterion.TOPS: gettext_lazy("Tops"),
    Criterion.BEST_DEAL: gettext_lazy("Meilleure donne"),
    Criterion.DEALS: gettext_lazy("Donnes"),
    Criterion.VICTORIES: gettext_lazy("Victoires"),
    Criterion.BONUS: gettext_lazy("Bonus"),
    Criterion.SCORED: gettext_lazy("PM marqués"),
}
"""Displayed names of the criteria that break ties in a ranking."""
COLUMN_NAMES: dict[str, Promise] = {
    "last_name": gettext_lazy("Nom"),
    "first_name": gettext_lazy("Prénom"),
    "number": gettext_lazy("Licence"),
    "series": gettext_lazy("Série"),
    "club": gettext_lazy("Club"),
    "category": gettext_lazy("Catégorie"),
    "country": gettext_lazy("Pays"),
    "birth_year": gettext_lazy("Naissance"),
    "licence_until": gettext_lazy("Licence jusqu’au"),
    "left_on": gettext_lazy("Parti le"),
    "language": gettext_lazy("Langue"),
    "email": gettext_lazy("E-mail"),
    "phone": gettext_lazy("Téléphone"),
    "household": gettext_lazy("Foyer"),
    "consent": gettext_lazy("Accepte d’être nommé"),
}
"""Columns of a players' file as pages call them. In the file itself they stay French."""
FULL_NAME_NAMES: dict[str, Promise] = {
    "full_name": gettext_lazy("Nom et prénom"),
    "full_name_first": gettext_lazy("Prénom et nom"),
    "full_name_any": gettext_lazy("Nom entier, dans un ordre ou l’autre"),
}
"""Columns with the whole name, by the order of its two parts."""
ASIDE_WORDS: dict[str, Promise] = {
    "less_precise": gettext_lazy("Une autre colonne le dit mieux."),
    "small_numbers": gettext_lazy(
        "Ces petits nombres ressemblent à une place, une table ou un tirage : ils ne sont pas pris pour"
        " des licences."
    ),
    "no_numbers": gettext_lazy("Cette colonne dit oui ou non : ce n’est pas un numéro."),
    "chosen": gettext_lazy("Laissée de côté à votre demande."),
}
"""Reasons to ignore a column of a players' file, where its title alone does not explain it."""

BONUS_NAMES: dict[str, Promise] = {
    "handful_simple": gettext_lazy("poignée simple"),
    "handful_double": gettext_lazy("double poignée"),
    "handful_triple": gettext_lazy("triple poignée"),
    "petit_attack": gettext_lazy("petit au bout de l’attaque"),
    "petit_defence": gettext_lazy("petit au bout de la défense"),
    "slam_made": gettext_lazy("chelem non annoncé"),
    "slam_announced_made": gettext_lazy("chelem annoncé réussi"),
    "slam_announced_failed": gettext_lazy("chelem annoncé chuté"),
    "slam_defence": gettext_lazy("chelem de la défense"),
}
SIGNED = {"score", "nearest", "computed", "written", "median"}
"""Names of values that are scores, shown with their sign."""


def begins_with_vowel(name: str) -> bool:
    """Return whether *de* and *que* lose their vowel before a name in French: "d’Ouest", "d’Élise"."""
    # without its accent
    return normalize("NFD", name)[:1].upper() in VOWELS


def register_sentences(sentences: Mapping[str, Promise]) -> None:
    """Register the sentences of an area, by code."""
    SENTENCES.update(sentences)


def sentence(
    code: str, values: Mapping[str, object], words: Mapping[str, str | Promise] | None = None
) -> str:
    """Return the sentence of a code in the current language, with its values.

    Args:
        words: sentences that replace the general ones.

    Raises:
        KeyError: the code has no sentence; a code that people can meet must have one.
    """
    template = (words or {}).get(code) or SENTENCES[code]
    return str(template % {name: _display_value(name, value) for name, value in values.items()})


def app_error(
    error: TournamentError | GameError,
    nearest: Iterable[Nearest] = (),
    words: Mapping[str, str | Promise] | None = None,
) -> AppError:
    """Return a refusal of the cores as an error for people, with messages at the fields concerned.

    Args:
        nearest: changes that would make an impossible line possible. Programs find them in
            `extra["nearest"]`.
        words: sentences of codes with another meaning where the line is written.
    """
    if isinstance(error, ImpossibleSlip):
        fields: dict[str, str] = {}
        for problem in error.problems:
            message = sentence(problem.code, problem.values, words)
            fields[problem.field] = (
                f"{fields[problem.field]} {message}" if problem.field in fields else message
            )
        nearest_values = [{"field": near.field, "value": near.value} for near in nearest]
        return AppError(
            error.code, sentence(error.code, {}), fields=fields, extra={"nearest": nearest_values}
        )
    message = sentence(error.code, error.values)
    return AppError(error.code, message, fields={error.field: message} if error.field else {})


def file_value(value: Value, measure: Measure) -> Decimal:
    """Return a value of a ranking for a spreadsheet file, with its decimals."""
    return rounded_value(as_shown(value, measure), decimals_of(value, measure))


def file_number(value: Value, measure: Measure) -> str:
    """Return a value of a ranking for a text file: 71,31 in French, 71.31 in English."""
    places = decimals_of(value, measure)
    return number_format(file_value(value, measure), decimal_pos=places, use_l10n=True)


FEW_DECIMALS = 1
"""Decimals of a score that is no whole number. One is exact for halves; thirds are not exact with any."""


def write_signed_score(score: Points) -> str:
    """Return a score as people write it: "+56", "−52". A third or a half has one decimal: "+2,3"."""
    size = str(abs(score))
    if score.denominator != 1:
        size = number_format(rounded_value(abs(Fraction(score)), FEW_DECIMALS), use_l10n=True)
    return f"{MINUS}{size}" if score < 0 else f"+{size}"


def hours_and_minutes(minutes: int) -> str:
    """Return a length of time: 3 h 26; 45 min below an hour."""
    hours, rest = divmod(minutes, 60)
    return f"{hours}{NBSP}h{NBSP}{rest:02d}" if hours else f"{rest}{NBSP}min"


def _display_value(name: str, value: object) -> str | int:
    """Return a value as people read it. A whole number stays an int, because it may decide the plural."""
    if isinstance(value, (tuple, list)):
        parts = [str(_display_value(name, part)) for part in value]
        return (
            parts[0]
            if len(parts) == 1
            else _("%(first)s ou %(last)s")
            % {
                "first": ", ".join(parts[:-1]),
                "last": parts[-1],
            }
        )
    if name == "minutes" and isinstance(value, int):
        return hours_and_minutes(value)
    if name == "bonuses":
        return str(BONUS_NAMES[str(value)])
    if name in SIGNED and isinstance(value, (int, Fraction)):
        return write_signed_score(value)
    if isinstance(value, Decimal):
        return number_format(value)
    return value if isinstance(value, int) else str(value)
