"""The facts of a deal in words: fields, choices, errors with the nearest values, the lines of a score."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.core.cards import SUIT_SYMBOLS, parse_card, rank_of, suit_of
from games.core.errors import ImpossibleOutcome
from games.core.facts import NOBODY, PASSED, FactField, FactsForm, Kind, NearFact, SumLine
from games.core.notation.card_styles import FRENCH
from games.core.outcome import Bid, Handful, PetitAtEnd, Slam
from games.core.play import Points
from games.core.variants.papayou_terms import WAYS
from games.core.written_points import format_points
from games.services.rule_words import OPTION_NAMES, VALUE_NAMES
from tournaments.base.words.wording import MINUS, sentence, write_signed_score
from tournaments.core.slips.problem import Problem
from tournaments.results.words.sheet_sentences import BID_NAMES

FIELD_NAMES: dict[str, Promise] = {
    "bid": gettext_lazy("Contrat"),
    "taker": gettext_lazy("Preneur"),
    "called": gettext_lazy("Carte appelée"),
    "partner": gettext_lazy("Appelé"),
    "bouts": gettext_lazy("Bouts de l’attaque"),
    "margin": gettext_lazy("Ou seulement : réussi ou chuté de"),
    "handful_simple": gettext_lazy("Poignées simples"),
    "handful_double": gettext_lazy("Doubles poignées"),
    "handful_triple": gettext_lazy("Triples poignées"),
    "petit": gettext_lazy("Petit au bout"),
    "petits": gettext_lazy("Petits au bout"),
    "slam": gettext_lazy("Chelem"),
    "misere": gettext_lazy("Misères"),
    **{name: OPTION_NAMES[name] for name in ("cards_each", "exchange", "exchange_cards", "draw")},
    "queens": gettext_lazy("Dames"),
    "trumps": gettext_lazy("Total des atouts"),
    "cards": gettext_lazy("Cartes restantes"),
    "tokens": gettext_lazy("Jetons"),
    "bet": gettext_lazy("Annoncés"),
    "tricks": gettext_lazy("Faits"),
    "excuse": gettext_lazy("L’Excuse chez"),
    "pot": gettext_lazy("Mouche avant la donne"),
    "dealer": gettext_lazy("Donneur"),
}
"""Names of the facts. The name of `points` depends on the game."""
CHOICE_NAMES: dict[tuple[str, str], Promise] = {
    ("bid", PASSED): gettext_lazy("personne ne prend"),
    **{("bid", bid.value): name for bid, name in BID_NAMES.items()},
    ("bid", Bid.POUSSE.value): gettext_lazy("pousse"),
    ("petit", PetitAtEnd.NONE.value): gettext_lazy("non"),
    ("petit", PetitAtEnd.ATTACK.value): gettext_lazy("à l’attaque"),
    ("petit", PetitAtEnd.DEFENCE.value): gettext_lazy("à la défense"),
    ("slam", Slam.NONE.value): gettext_lazy("non"),
    ("slam", Slam.MADE.value): gettext_lazy("réussi, non annoncé"),
    ("slam", Slam.ANNOUNCED_MADE.value): gettext_lazy("annoncé, réussi"),
    ("slam", Slam.ANNOUNCED_FAILED.value): gettext_lazy("annoncé, chuté"),
    ("slam", Slam.DEFENCE.value): gettext_lazy("de la défense"),
    ("slam", Slam.PETIT_MADE.value): gettext_lazy("petit chelem annoncé, réussi"),
    ("slam", Slam.PETIT_FAILED.value): gettext_lazy("petit chelem annoncé, chuté"),
    **{("exchange", way): VALUE_NAMES["exchange", way] for way in WAYS},
    ("excuse", NOBODY): gettext_lazy("pas distribuée"),
}
"""Names of choices by fact, without seats and cards."""
EMPTY_NAMES: dict[str, Promise] = {
    "called": gettext_lazy("non noté"),
    "partner": gettext_lazy("personne"),
    "exchange": gettext_lazy("non noté"),
}
"""Names of empty choices that have a meaning."""
HANDFUL_NAMES: dict[str, Promise] = {
    Handful.SIMPLE.value: gettext_lazy("Poignée simple, %(size)s atouts"),
    Handful.DOUBLE.value: gettext_lazy("Double poignée, %(size)s atouts"),
    Handful.TRIPLE.value: gettext_lazy("Triple poignée, %(size)s atouts"),
}
PROBLEMS: dict[str, Promise] = {
    "fact_missing": gettext_lazy("Remplissez cette case."),
    "fact_out_of_range": gettext_lazy("Écrivez un nombre de %(least)s à %(most)s."),
    "no_such_choice": gettext_lazy("Choisissez une réponse de la liste."),
    "passed_with_facts": gettext_lazy(
        "Personne n’a pris : effacez le reste, ou choisissez le contrat qui a été joué."
    ),
    "exchange_of_few": gettext_lazy(
        "Il n’y a pas assez de cartes pour cet échange : choisissez-en un autre."
    ),
    "called_twice": gettext_lazy("Cette carte est déjà appelée : choisissez-en une autre."),
    "partner_is_taker": gettext_lazy(
        "Ce joueur attaque déjà avec le preneur : laissez « personne » si le preneur est seul."
    ),
    "partner_twice": gettext_lazy("Ce joueur est déjà appelé : choisissez-en un autre, ou « personne »."),
    "points_missing": gettext_lazy("Avec les bouts, donnez aussi les points de l’attaque."),
    "margin_disagrees": gettext_lazy(
        "Les bouts et les points donnent %(computed)s : corrigez, ou videz cette case."
    ),
    "margin_impossible": gettext_lazy("Aucun compte de bouts et de points ne donne %(margin)s ici."),
    "half_points_out_of_range": gettext_lazy("Il n’y a pas tant de points dans le jeu."),
    "half_points_odd": gettext_lazy(
        "À cette table, les points sont entiers : chaque pli a un nombre pair de cartes."
    ),
    "bouts_out_of_range": gettext_lazy("Le jeu n’a que %(most)s bouts."),
    "too_many_handfuls": gettext_lazy(
        "Ces poignées montreraient %(shown)s atouts : il n’y en a que %(most)s."
    ),
    "petit_needs_bout": gettext_lazy("L’attaque a gagné le petit au bout : il compte parmi ses bouts."),
    "petit_leaves_bout": gettext_lazy(
        "La défense a gagné le petit au bout : l’attaque ne peut pas avoir tous les bouts."
    ),
    "petits_out_of_range": gettext_lazy("Deux petits au bout demandent un petit au bout : dites à qui."),
    "too_many_partners": gettext_lazy("Le preneur ne peut pas avoir tant d’appelés."),
    "queens_sum": gettext_lazy("Il y a %(expected)s dames en tout : vous en avez compté %(total)s."),
    "trumps_sum": gettext_lazy("Les atouts font %(expected)s en tout : vous avez compté %(total)s."),
    "tricks_sum": gettext_lazy("Il y a %(expected)s plis en tout : vous en avez compté %(total)s."),
    "points_sum": gettext_lazy("Les atouts joués font %(most)s en tout : vous avez compté %(total)s."),
    "sums_not_shareable": gettext_lazy("Ces nombres sont impossibles avec les cartes du jeu : recomptez."),
    "one_winner": gettext_lazy("Un seul joueur finit sans carte."),
    "cards_left_out_of_range": gettext_lazy("De %(least)s à %(most)s cartes."),
    "tokens_out_of_range": gettext_lazy("De %(least)s à %(most)s jetons après tant de cartes jouées."),
    "tokens_sum": gettext_lazy("Pas plus de %(most)s jetons en tout après %(played)s cartes jouées."),
    "turns_uneven": gettext_lazy(
        "Cartes jouées et jetons vont de %(least)s à %(most)s selon les joueurs :"
        " chacun joue à son tour, l’écart est trop grand."
    ),
    "bets_sum_exact": gettext_lazy(
        "Les annonces font %(cards)s, le nombre de plis : le dernier à parler doit dire autre chose."
    ),
    "points_out_of_range": gettext_lazy("De %(least)s à %(most)s."),
    "one_sided": gettext_lazy("À deux, personne ne reste à zéro si l’autre a pris quelque chose."),
    "king_unbeaten": gettext_lazy(
        "Tout le monde ne peut pas avoir pris ces atouts : un roi n’est jamais battu."
    ),
    "dog_out_of_range": gettext_lazy(
        "Avec ces points, il ne reste pas au chien ce que valent ses cartes : vérifiez le compte."
    ),
    "less_than_a_trick": gettext_lazy("C’est moins que ne vaut un pli : 0, ou davantage."),
    "no_half_point": gettext_lazy("À cette table, les points sont entiers."),
    "pot_sum": gettext_lazy(
        "La mouche grandit par mises de 5 : %(pot)s est impossible (au plus près : %(below)s ou %(above)s)."
    ),
}
"""Errors in facts of any game, apart from those that the four-handed form has in the same words."""

LINES: dict[str, Promise] = {
    "flat_contract": gettext_lazy("%(bid)s : %(base)s + %(by)s"),
    "contract": gettext_lazy("%(bid)s : (%(base)s + %(by)s) × %(times)s"),
    "papayou": gettext_lazy("%(queens)s × %(each)s pour les dames, %(trumps)s d’atouts"),
    "papayou_all": gettext_lazy("Tous les points : %(total)s de moins"),
    "papayou_other": gettext_lazy("Un autre a pris tous les points : %(total)s de plus"),
    "nullo": gettext_lazy("%(half_points)s points dans les plis"),
    "grelin": gettext_lazy("%(tokens)s pour les jetons, %(cards)s pour les cartes restantes"),
    "grelin_winner": gettext_lazy("%(tokens)s pour les jetons, %(won)s de moins pour le gagnant"),
    "contrat_kept": gettext_lazy("annonce %(bet)s, plis %(tricks)s : contrat tenu"),
    "contrat": gettext_lazy("annonce %(bet)s, plis %(tricks)s : %(off)s d’écart"),
    "contrat_doubled": gettext_lazy(
        "annonce %(bet)s, plis %(tricks)s : %(off)s d’écart, doublé avec l’Excuse"
    ),
    "cold_poker": gettext_lazy("Total des atouts gagnés"),
    "defender": gettext_lazy("Défense"),
    "misere": gettext_lazy("Misères"),
    "pot": gettext_lazy("Mouche"),
    "third_excuse": gettext_lazy("Troisième Excuse de la partie"),
}
_POINTS_NAMES: dict[str, Promise] = {
    "tarot": gettext_lazy("Points de l’attaque"),
    "nullo": gettext_lazy("Points des plis"),
    "cold-poker": gettext_lazy("Atouts gagnés"),
}


_VULGAR = {
    Fraction(text): sign
    for text, sign in (
        *(("1/2", "½"), ("1/3", "⅓"), ("2/3", "⅔"), ("1/4", "¼"), ("3/4", "¾")),
        *(("1/5", "⅕"), ("2/5", "⅖"), ("3/5", "⅗"), ("4/5", "⅘"), ("1/6", "⅙"), ("5/6", "⅚")),
    )
}
"""Fractions with a Unicode character of their own."""


def points_words(points: Points) -> str:
    """Return points with their sign, and a part of a point as a fraction; 0 has no sign.

    >>> points_words(Fraction(-104, 3)), points_words(Fraction(65, 7)), points_words(0)
    ('−34⅔', '+9 2/7', '0')
    """
    if not points:
        return "0"
    whole_points, remainder = divmod(abs(Fraction(points)), 1)
    if not remainder:
        return write_signed_score(points)
    part = _VULGAR.get(remainder)
    if part is None:
        part = f"\N{NO-BREAK SPACE}{remainder}" if whole_points else str(remainder)
    return f"{MINUS if points < 0 else '+'}{whole_points or ''}{part}"


def fact_field_label(field: FactField, game: str) -> str:
    """Return the name of a field without its seat: "Bouts de l’attaque", "Poignées simples (10 atouts)"."""
    if field.fact == "points":
        # a variant is named after its game, as in "tarot-4"
        family = next(family for family in _POINTS_NAMES if game.startswith(family))
        return str(_POINTS_NAMES[family])
    name = str(FIELD_NAMES[field.fact])
    if field.size:
        return _("%(name)s (%(size)d atouts)") % {"name": name, "size": field.size}
    is_numbered = field.fact in ("called", "partner") and field.place
    return f"{name} {field.place + 1}" if is_numbered and field.place is not None else name


def choice_name(field: FactField, choice: str, names: Sequence[str]) -> str:
    """Return the name of a choice of a field.

    Args:
        names: names of the players, in seat order.
    """
    if choice == "":
        return str(EMPTY_NAMES.get(field.fact, "–"))
    if (field.fact, choice) in CHOICE_NAMES:
        return str(CHOICE_NAMES[field.fact, choice])
    if field.kind is Kind.SEAT:
        return names[int(choice)]
    card = parse_card(choice)
    rank, suit = rank_of(card), suit_of(card)
    assert rank is not None
    assert suit is not None
    return f"{FRENCH.ranks[rank - 1]} {SUIT_SYMBOLS[suit]}"


def facts_words(form: FactsForm, game: str, texts: Mapping[str, str], names: Sequence[str]) -> list[str]:
    """Return entered facts in words: "Preneur : Sud", "Anne, Jetons : 3"."""
    return [
        nearest_words(NearFact(field.name, texts[field.name]), form, game, names)
        for field in form.fields
        if texts.get(field.name)
    ]


def problem_words(problem: ImpossibleOutcome) -> str:
    """Return the error message for a field."""
    slip_problem = Problem.of_outcome(problem)
    if slip_problem.code in PROBLEMS:
        return str(PROBLEMS[slip_problem.code] % dict(slip_problem.values))
    return sentence(slip_problem.code, slip_problem.values)


def nearest_words(near: NearFact, form: FactsForm, game: str, names: Sequence[str]) -> str:
    """Return a possible value in words: "Points de l’attaque : 45", "Anne, Jetons : 3"."""
    field = form.field(near.field)
    name = fact_field_label(field, game)
    if field.of_seat and field.place is not None:
        name = f"{names[field.place]}, {name}"
    value = near.value if field.kind in (Kind.WHOLE, Kind.POINTS) else choice_name(field, near.value, names)
    return _("%(name)s : %(value)s") % {"name": name, "value": value}


def line_words(line: SumLine) -> str:
    """Return the words of a line of a score, without its points and seat."""
    values: dict[str, object] = dict(line.values)
    if "half_points" in line.values:
        values["half_points"] = format_points(int(line.values["half_points"]))
    if line.code == "nullo":
        # as the score beside it
        values["half_points"] = points_words(Fraction(int(line.values["half_points"]), 2)).removeprefix("+")
    # these codes need words that depend on their values; all others have one template in `LINES`
    if line.code == "count":
        return " ".join(filter(None, (_count_words(values), _half_words(line))))
    if line.code == "margin":
        return _margin_words(int(line.values["by"]))
    if "bid" in values:
        values["bid"] = _capital(str(CHOICE_NAMES["bid", str(values["bid"])]))
    if line.code == "handful":
        return str(HANDFUL_NAMES[str(values["level"])] % values)
    if line.code == "petit":
        return _petit_words(values)
    if line.code == "slam":
        slam = str(CHOICE_NAMES["slam", str(values["slam"])])
        return _capital(slam) if values["slam"] in PETIT_SLAMS else _("Chelem %(slam)s") % {"slam": slam}
    if line.code == "unit":
        return _unit_words(line)
    if line.code == "received":
        return _received_words(line)
    if line.code == "share":
        return _share_words(str(values["part"]))
    return str(LINES[line.code] % values)


PETIT_SLAMS = (Slam.PETIT_MADE.value, Slam.PETIT_FAILED.value)


def _is_won(line: SumLine) -> bool:
    return line.points is not None and line.points >= 0


_NO_BOUT = gettext_lazy("Sans bout, l’attaque fait %(half_points)s points ; il en fallait %(need)s.")


def _count_words(values: dict[str, object]) -> str:
    margin = _margin_words(int(str(values["by"])))
    if values["bouts"] == 0:
        return f"{_NO_BOUT % values} {margin}"
    template = ngettext(
        "L’attaque a %(bouts)s bout et %(half_points)s points ; il en fallait %(need)s.",
        "L’attaque a %(bouts)s bouts et %(half_points)s points ; il en fallait %(need)s.",
        int(str(values["bouts"])),
    )
    return f"{template % values} {margin}"


def _half_words(line: SumLine) -> str:
    """Return that the winning side got half a point; "" where the points were whole."""
    if int(line.values["half_points"]) % 2 == 0:
        return ""
    if int(line.values["by"]) < 0:
        return _("Le demi-point va à la défense.")
    return _("Le demi-point va à l’attaque.")


def _margin_words(by: int) -> str:
    if by == 0:
        return _("Contrat juste fait.")
    if by > 0:
        return _("Contrat réussi de %(by)d.") % {"by": by}
    return _("Contrat chuté de %(by)d.") % {"by": -by}


def _petit_words(values: dict[str, object]) -> str:
    if values["petits"] == 1:
        return _("Petit au bout : %(points)s × %(times)s") % values
    return _("Petits au bout : %(petits)s × %(points)s × %(times)s") % values


def _unit_words(line: SumLine) -> str:
    if line.values["defenders"] == 1:
        return _("Le défenseur donne") if _is_won(line) else _("Le défenseur reçoit")
    return _("Chaque défenseur donne") if _is_won(line) else _("Chaque défenseur reçoit")


def _received_words(line: SumLine) -> str:
    defenders, unit = int(line.values["defenders"]), abs(int(line.values["unit"]))
    values = {"defenders": defenders, "unit": unit}
    if _is_won(line):
        return _("L’attaque reçoit %(defenders)d × %(unit)d") % values
    return _("L’attaque donne %(defenders)d × %(unit)d") % values


def _share_words(part: str) -> str:
    if part == "1/1":
        return _("Le preneur, seul")
    if part == "0/1":
        return _("Attaque")
    return _("Attaque : %(part)s") % {"part": part}


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
