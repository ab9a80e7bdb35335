"""Texts and addresses of the phases of an event and of the acts that each phase permits."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.base.access import Right
from tournaments.core.formats.registry import find_format
from tournaments.core.phases import Act, Phase, legal_acts, phase_of
from tournaments.evening.queries.desk import DeskSummary
from tournaments.models import Tournament
from tournaments.rankings.queries.claims import ClaimsState


@dataclass(frozen=True, slots=True)
class ShownAct:
    """An act that the user may carry out at present."""

    label: str
    told: str
    """Effect of the act, in one sentence."""
    url: str
    is_form: bool
    """True if a form is sent; False if a page opens."""
    sent: tuple[str, str] | None
    """Field and value that the form sends."""
    is_main: bool
    """True for the act that leads on."""


@dataclass(frozen=True, slots=True)
class _Words:
    """Texts, URL name and right of an act."""

    label: str | Promise
    told: str | Promise
    address: str
    needs: Right = Right.PREPARE
    is_form: bool = False
    sent: tuple[str, str] | None = None


def phase_label(summary: DeskSummary) -> str:
    """Return the desk's name of the present phase."""
    return str(_PHASES[phase_of(summary.event)])


def phase_sentence(summary: DeskSummary, claims: ClaimsState, *, has_teams: bool) -> str:
    """Return the meaning of the present phase, with its figures."""
    phase = phase_of(summary.event)
    sentence = (_SENTENCES | _TEAM_SENTENCES if has_teams else _SENTENCES)[phase]
    # players were entered in the first session; a later one only seats them
    if phase is Phase.DRAFT and not summary.event.is_first_session:
        sentence = _LATER_SESSION
    elif phase is Phase.FINAL and claims.keeps_provisional:
        sentence = _UNTIL_CLAIMS
    elif phase is Phase.CLOSING and summary.event.results_unsettled:
        sentence = _UNSETTLED
    return sentence % {
        "number": summary.session.number,
        "entered": summary.entry_count,
        "placed": summary.placed_count,
        "arrived": summary.event.arrived,
        "seats": summary.seat_count,
        "missing": summary.results_missing,
        "unsettled": summary.event.results_unsettled,
    }


def shown_acts(tournament: Tournament, summary: DeskSummary, rights: Collection[Right]) -> list[ShownAct]:
    """Return the acts that a user with these rights may carry out, the one that leads on first."""
    has_boards = find_format(tournament.format).needs_dealt_boards
    words_by_act = _ACTS if has_boards else _ACTS | _WITHOUT_BOARDS
    words_of_acts = [
        words_by_act[act]
        for act in legal_acts(summary.event)
        if act in words_by_act and words_by_act[act].needs in rights
    ]
    return [
        ShownAct(
            label=str(words.label),
            told=str(words.told),
            url=reverse(words.address, args=[tournament.slug]),
            is_form=words.is_form,
            sent=words.sent,
            is_main=number == 0,
        )
        for number, words in enumerate(words_of_acts)
    ]


_PHASES: dict[Phase, str | Promise] = {
    Phase.DRAFT: pgettext_lazy("phase", "Préparation"),
    Phase.OPEN: pgettext_lazy("phase", "Inscriptions"),
    Phase.CHECKED_IN: pgettext_lazy("phase", "Tous arrivés"),
    Phase.SEATED: pgettext_lazy("phase", "Places fixées"),
    Phase.PLAYING: pgettext_lazy("phase", "En jeu"),
    Phase.CLOSING: pgettext_lazy("phase", "Clôture"),
    Phase.FINAL: pgettext_lazy("phase", "Terminé"),
    Phase.ARCHIVED: pgettext_lazy("phase", "Archivé"),
}

_SENTENCES: dict[Phase, str | Promise] = {
    Phase.DRAFT: gettext_lazy("Inscrits : %(entered)d pour %(seats)d places."),
    Phase.OPEN: gettext_lazy(
        "Les joueurs peuvent s’inscrire eux-mêmes. Inscrits : %(entered)d pour %(seats)d places."
    ),
    Phase.CHECKED_IN: gettext_lazy("Tous les inscrits sont là : %(arrived)d."),
    Phase.SEATED: gettext_lazy("Chacun sait où il joue. Rien n’est encore joué."),
    Phase.PLAYING: gettext_lazy("La séance est en cours. Résultats attendus : %(missing)d."),
    Phase.CLOSING: gettext_lazy("Tous les résultats sont là. Il reste à vérifier et à terminer."),
    Phase.FINAL: gettext_lazy("Le classement est définitif."),
    Phase.ARCHIVED: gettext_lazy(
        "Plus rien ne change ; tout le monde peut lire les résultats à la même adresse."
    ),
}

_TEAM_SENTENCES: dict[Phase, str | Promise] = {
    Phase.DRAFT: gettext_lazy("Équipes inscrites : %(entered)d pour %(seats)d places."),
    Phase.OPEN: gettext_lazy(
        "Les équipes peuvent s’inscrire elles-mêmes. Inscrites : %(entered)d pour %(seats)d places."
    ),
    Phase.CHECKED_IN: gettext_lazy("Toutes les équipes sont là : %(arrived)d."),
}

_LATER_SESSION = gettext_lazy("Séance %(number)d en préparation. Places prises : %(placed)d sur %(seats)d.")

_UNTIL_CLAIMS = gettext_lazy(
    "Le tournoi est terminé. Le classement devient définitif après les réclamations."
)

_UNSETTLED = gettext_lazy(
    "Tous les résultats sont là. Contestés ou à confirmer : %(unsettled)d, à régler avant de terminer."
)

_ACTS: dict[Act, _Words] = {
    Act.ENTER_PEOPLE: _Words(
        gettext_lazy("Inscrire"),
        gettext_lazy("Choisir qui joue, du registre ou de passage."),
        "organiser-entries",
    ),
    Act.OPEN_ENTRIES: _Words(
        gettext_lazy("Ouvrir les préinscriptions"),
        gettext_lazy("Les joueurs s’inscrivent eux-mêmes sur une page publique ; vous les acceptez."),
        "organiser-registrations",
    ),
    Act.CLOSE_ENTRIES: _Words(
        gettext_lazy("Fermer les préinscriptions"),
        gettext_lazy("La page publique ne prend plus personne ; les préinscrits restent."),
        "organiser-entries-shut",
        is_form=True,
    ),
    Act.WELCOME: _Words(
        gettext_lazy("Accueillir"),
        gettext_lazy("Marquer les arrivées, encaisser, vérifier les licences."),
        "organiser-arrivals",
        Right.WELCOME,
    ),
    Act.CHECK_UP: _Words(
        gettext_lazy("Vérifications avant de commencer"),
        gettext_lazy("Joueurs, mouvement, donnes, papiers : ce qui manque, et où le mettre en ordre."),
        "organiser-preflight",
        Right.READ_DESK,
    ),
    Act.PLACE: _Words(
        gettext_lazy("Donner les places de départ"),
        gettext_lazy("Choisir ou tirer au sort les places de départ."),
        "organiser-places",
    ),
    Act.DEAL: _Words(
        gettext_lazy("Distribuer les donnes"),
        gettext_lazy("Les mêmes cartes pour toutes les tables, scellées jusqu’au jeu."),
        "organiser-deals",
    ),
    Act.FIX_SEATS: _Words(
        gettext_lazy("Fixer les places"),
        gettext_lazy(
            "Chaque table, chaque position : qui joue où. Vous pouvez revenir en arrière tant"
            " que rien n’est saisi."
        ),
        "organiser-seats-fix",
        is_form=True,
    ),
    Act.UNDO_SEATS: _Words(
        gettext_lazy("Défaire les places"),
        gettext_lazy("Revenir à la préparation ; les inscrits restent."),
        "organiser-seats-undo",
        is_form=True,
    ),
    Act.DRAW_ROUND: _Words(
        gettext_lazy("Position suivante"),
        gettext_lazy("Tirer qui joue où, regarder, changer à la main, publier."),
        "organiser-next-round",
    ),
    Act.RUN_HALL: _Words(
        gettext_lazy("Mener la salle"),
        gettext_lazy("L’horloge, les tables, les appels, les messages et l’écran."),
        "organiser-hall",
        Right.RUN,
    ),
    Act.UNFORESEEN: _Words(
        gettext_lazy("Un imprévu"),
        gettext_lazy("Retard, départ, mauvaise place, étui abîmé : quoi faire, et ce que cela change."),
        "organiser-unforeseen",
        Right.RULE,
    ),
    Act.ENTER_RESULTS: _Words(
        gettext_lazy("Saisir les résultats"),
        gettext_lazy("Les feuilles, étui par étui ou table par table."),
        "organiser-results",
        Right.ENTER_RESULTS,
    ),
    Act.SETTLE: _Words(
        gettext_lazy("Régler ces résultats"),
        gettext_lazy("Répondre aux contestations, confirmer à la place des joueurs partis."),
        "organiser-results",
        Right.ENTER_RESULTS,
    ),
    Act.CLOSE: _Words(
        gettext_lazy("Clôturer, publier"),
        gettext_lazy("Ce qui reste à vérifier, puis les prix, la publication et les fichiers."),
        "organiser-closing",
    ),
    Act.FINISH: _Words(
        gettext_lazy("Terminer le tournoi"),
        gettext_lazy("Plus aucun résultat n’est accepté ; il peut être rouvert."),
        "organiser-finish",
        is_form=True,
    ),
    Act.NEXT_SESSION: _Words(
        gettext_lazy("Nouvelle séance"),
        gettext_lazy("Continuer par une autre séance, placée d’après le classement."),
        "organiser-sessions",
    ),
    Act.REOPEN: _Words(
        gettext_lazy("Rouvrir"),
        gettext_lazy("Reprendre des résultats, pour une correction."),
        "organiser-reopen",
        is_form=True,
    ),
    Act.PUBLISH: _Words(
        gettext_lazy("Publier les résultats"),
        gettext_lazy("Tout le monde peut les lire à leur adresse."),
        "organiser-visibility",
        is_form=True,
        sent=("visibility", "public"),
    ),
    Act.HIDE: _Words(
        gettext_lazy("Réserver les résultats"),
        gettext_lazy("Seuls les organisateurs peuvent les lire."),
        "organiser-visibility",
        is_form=True,
        sent=("visibility", "private"),
    ),
    Act.ARCHIVE: _Words(
        gettext_lazy("Archiver"),
        gettext_lazy("Plus rien ne change ; l’adresse reste. Vous pouvez revenir en arrière."),
        "organiser-archive",
        is_form=True,
    ),
    Act.UNARCHIVE: _Words(
        gettext_lazy("Sortir des archives"),
        gettext_lazy("Le tournoi peut de nouveau être rouvert et corrigé."),
        "organiser-unarchive",
        is_form=True,
    ),
}
_WITHOUT_BOARDS: dict[Act, _Words] = {
    Act.UNFORESEEN: replace(
        _ACTS[Act.UNFORESEEN],
        told=gettext_lazy("Retard, départ, mauvaise place : quoi faire, et ce que cela change."),
    ),
    Act.ENTER_RESULTS: replace(
        _ACTS[Act.ENTER_RESULTS], told=gettext_lazy("Les feuilles de marque, table par table.")
    ),
}
"""Texts for formats in which each table deals for itself."""
