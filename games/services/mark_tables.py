"""Tables of all points of a game for its page of rules. Every figure is computed by the engine."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.cards import (
    EXCUSE,
    JACK,
    KING,
    KNIGHT,
    PETIT,
    QUEEN,
    Card,
    half_points,
    suit_card,
    trump_card,
    trump_number,
)
from games.core.outcome import Bid, Handful, Outcome, PetitAtEnd, Slam
from games.core.scoring import need_for, score_outcome, share_score
from games.core.tarot_rules import FFT_TAROT
from games.core.variant import Share, Variant
from games.core.variants.cold_poker import STAKES, TOTAL
from games.core.variants.contrat import COSTLY_EXCUSE, ContratOutcome, game_scores
from games.core.variants.grelin import GrelinOutcome
from games.core.variants.papayou_play import PapayouOutcome, card_points
from games.core.variants.registry import find_variant
from games.core.variants.tarot.game import Tarot
from games.core.written_points import format_points

BIDS: dict[Bid, Promise] = {
    Bid.PRISE: gettext_lazy("Prise"),
    Bid.GARDE: gettext_lazy("Garde"),
    Bid.GARDE_SANS: gettext_lazy("Garde sans le chien"),
    Bid.GARDE_CONTRE: gettext_lazy("Garde contre le chien"),
}
SLAMS: dict[Slam, Promise] = {
    Slam.ANNOUNCED_MADE: gettext_lazy("Chelem annoncé et réussi"),
    Slam.MADE: gettext_lazy("Chelem réussi sans annonce"),
    Slam.ANNOUNCED_FAILED: gettext_lazy("Chelem annoncé et manqué"),
    Slam.DEFENCE: gettext_lazy("Chelem de la défense"),
    Slam.PETIT_MADE: gettext_lazy("Petit chelem annoncé et réussi (en option)"),
    Slam.PETIT_FAILED: gettext_lazy("Petit chelem annoncé et manqué (en option)"),
}
HANDFULS: dict[Handful, Promise] = {
    Handful.SIMPLE: gettext_lazy("Poignée simple, %(size)s atouts"),
    Handful.DOUBLE: gettext_lazy("Double poignée, %(size)s atouts"),
    Handful.TRIPLE: gettext_lazy("Triple poignée, %(size)s atouts"),
}
POINT_CARDS: tuple[tuple[Promise, Card], ...] = (
    (gettext_lazy("Bout : 21, Petit, Excuse"), PETIT),
    (gettext_lazy("Roi"), suit_card(0, KING)),
    (gettext_lazy("Dame"), suit_card(0, QUEEN)),
    (gettext_lazy("Cavalier"), suit_card(0, KNIGHT)),
    (gettext_lazy("Valet"), suit_card(0, JACK)),
    (gettext_lazy("Toute autre carte"), trump_card(2)),
)
"""One card of each worth in Tarot, with the name of its kind."""


@dataclass(frozen=True, slots=True)
class MarkTable:
    """One table of things that count, with their points."""

    caption: str
    head: tuple[str, ...]
    """Headings of the columns, that of the first one included."""
    rows: tuple[tuple[str, ...], ...]
    """Rows: the heading of each, followed by its figures as written."""


def mark_tables(game: str) -> tuple[MarkTable, ...]:
    """Return the tables of a game by its first rules. Options that add points are marked as options.

    Raises:
        InvalidRules: `unknown_game`.
    """
    variant = find_variant(game)
    if isinstance(variant, Tarot):
        return tuple(_tarot_tables(variant.row))
    family = game.removesuffix(f"-{variant.player_count}")
    return tuple(_SIDE_GAMES[family](variant.player_count))


def _tarot_tables(row: Variant) -> Iterator[MarkTable]:
    yield _card_points()
    yield MarkTable(
        _("Points à faire"),
        (_("Bouts de l’attaque"), _("Points")),
        tuple((str(bouts), str(need_for(bouts, row))) for bouts in range(row.bout_count + 1)),
    )
    sides = tuple(_sides(row))
    yield MarkTable(
        _("Contrat réussi tout juste"),
        (_("Contrat"), _("Chaque défenseur paie"), *(words for words, _partners in sides)),
        tuple(_contract_row(bid, row, sides) for bid in FFT_TAROT.ladder(row)),
    )
    yield MarkTable(
        _("Primes"),
        (_("Prime"), _("Chaque défenseur paie")),
        (
            *_petit_rows(row),
            *_handful_rows(row),
            *((str(name), _points(slam.points)) for slam, name in SLAMS.items()),
        ),
    )


def _card_points() -> MarkTable:
    rows = tuple((str(name), format_points(half_points(card))) for name, card in POINT_CARDS)
    return MarkTable(_("Ce que valent les cartes"), (_("Carte"), _("Points")), rows)


def _sides(row: Variant) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the columns of the attackers' shares: the heading, and the partners of a taker at seat 0."""
    team = tuple(seat for seat in row.team_members(0) if seat)
    yield (_("Chacun de l’équipe reçoit") if team else _("Le preneur seul reçoit")), team
    if not row.call_count:
        return
    partners = (*team, *row.team_members(1))
    if row.share is Share.TWO_THIRDS:
        yield _("Le preneur reçoit, avec un appelé"), partners
        return
    heading = _("Chacun reçoit, avec une autre équipe") if team else _("Chacun reçoit, avec un appelé")
    yield heading, partners


def _contract_row(bid: Bid, row: Variant, sides: tuple[tuple[str, tuple[int, ...]], ...]) -> tuple[str, ...]:
    score = score_outcome(_just_made(bid, row), row)
    shares = (share_score(score, row, taker=0, partners=partners)[0] for _words, partners in sides)
    return (str(BIDS[bid]), str(score), *map(_points, shares))


def _petit_rows(row: Variant) -> Iterator[tuple[str, str]]:
    """Yield the rows of the Petit at the end, which the contract multiplies."""
    for bid in FFT_TAROT.ladder(row):
        plain = score_outcome(_just_made(bid, row), row)
        bonus = score_outcome(_just_made(bid, row, PetitAtEnd.ATTACK), row) - plain
        yield _("Petit au bout, %(bid)s") % {"bid": str(BIDS[bid]).lower()}, _points(bonus)


def _handful_rows(row: Variant) -> Iterator[tuple[str, str]]:
    """Yield the rows of the handfuls; at two players they are an option, with its sizes."""
    for handful, name in HANDFULS.items():
        words = str(name) % {"size": FFT_TAROT.handful_size(handful, row)}
        if FFT_TAROT.handful_sizes(row) is None:
            words = _("%(words)s (en option)") % {"words": words}
        yield words, _points(handful.points)


def _just_made(bid: Bid, row: Variant, petit: PetitAtEnd = PetitAtEnd.NONE) -> Outcome:
    """Return a contract made with all the bouts and not a point more than needed."""
    return Outcome(0, bid, row.bout_count, 2 * need_for(row.bout_count, row), petit=petit)


def _nullo(_player_count: int) -> Iterator[MarkTable]:
    yield _card_points()


def _papayou(player_count: int) -> Iterator[MarkTable]:
    deck = find_variant(f"papayou-{player_count}").deck
    total = sum(map(card_points, deck))
    # Figures come from the engine's own scoring of made-up outcomes, so that page and score cannot differ.
    alone = PapayouOutcome((total, *(0,) * (player_count - 1))).scores()
    yield MarkTable(
        _("Ce que marque chacun"),
        (_("Carte ou cas"), _("Points")),
        (
            (_("Dame"), str(card_points(suit_card(0, QUEEN)))),
            (
                _("Atout"),
                _("son numéro, de %(low)d à %(high)d") % {"low": card_points(PETIT), "high": _top(deck)},
            ),
            (_("Excuse, toute autre carte"), str(card_points(EXCUSE))),
            (_("Points en jeu"), str(total)),
            (_("Celui qui prend tout marque"), _points(alone[0])),
            (_("… et chacun des autres"), _points(alone[1])),
        ),
    )


def _top(deck: tuple[Card, ...]) -> int:
    return max(card_points(card) for card in deck if trump_number(card))


def _grelin(_player_count: int) -> Iterator[MarkTable]:
    winner, card = GrelinOutcome((0, 0), (0, 1)).scores()
    token = GrelinOutcome((0, 1), (0, 1)).scores()[1] - card
    yield MarkTable(
        _("Ce que marque chacun"),
        (_("Cas"), _("Points")),
        (
            (_("Finir le premier"), _points(winner)),
            (_("Par carte restante"), _points(card)),
            (_("Par jeton (« Grelin »)"), _points(token)),
        ),
    )


def _contrat(_player_count: int) -> Iterator[MarkTable]:
    def scored(tricks: int, excuse: int | None = None) -> int:
        return ContratOutcome((1, 0), (tricks, 0), excuse).scores()[0]

    exact_deal = ContratOutcome((0, 0), (0, 0), 0)
    third = (
        game_scores((exact_deal,) * COSTLY_EXCUSE)[0] - game_scores((exact_deal,) * (COSTLY_EXCUSE - 1))[0]
    )
    yield MarkTable(
        _("Ce que marque chacun"),
        (_("Cas"), _("Points")),
        (
            (_("Contrat tenu"), str(scored(1))),
            (_("Par pli de plus ou de moins"), _points(scored(2))),
            (_("Le même, l’Excuse en main"), _points(scored(2, 0))),
            (_("Recevoir l’Excuse une troisième fois"), _points(third)),
        ),
    )


def _cold_poker(_player_count: int) -> Iterator[MarkTable]:
    yield MarkTable(
        _("Ce que marque chacun"),
        (_("Cas"), _("Points")),
        (
            (
                _("Atout gagné"),
                _("son numéro, de %(low)d à %(high)d") % {"low": STAKES[0], "high": STAKES[-1]},
            ),
            (_("Points en jeu"), str(TOTAL)),
        ),
    )


_SIDE_GAMES: dict[str, Callable[[int], Iterator[MarkTable]]] = {
    "nullo": _nullo,
    "papayou": _papayou,
    "grelin": _grelin,
    "contrat": _contrat,
    "cold-poker": _cold_poker,
}


def _points(points: int | Fraction) -> str:
    """Return signed points, with a fraction where they are not whole: "+33 1/3"."""
    if points == int(points):
        return f"{int(points):+d}".replace("-", "−")
    size = abs(Fraction(points))
    integer = int(size)
    fraction = size - integer
    return f"{'+' if points > 0 else '−'}{integer} {fraction}"
