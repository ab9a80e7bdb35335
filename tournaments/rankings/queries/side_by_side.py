"""Two of one evening side by side: what each made of the étuis that both have played."""

from collections.abc import Hashable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.ranking.values import Value, add, like, scale
from tournaments.core.showing import Part
from tournaments.models import Entry
from tournaments.rankings.queries.board_reports import DuelLine
from tournaments.rankings.queries.play_figures import SessionFigures
from tournaments.rankings.queries.players import PlayerDeal, PlayerReport, load_two_players
from tournaments.rankings.queries.swings import evening_swings

MOST_OFFERED = 200
"""Entries that a list to choose from may have; of a larger field it has those met at a table."""


class Bond(StrEnum):
    """What two have to do with each other on a deal."""

    SAME_CARDS = "same_cards"
    """The same cards at two tables."""
    OPPONENTS = "opponents"
    """At one table, each for himself or one against the other."""
    DEFENDERS = "defenders"
    """At one table, together in defence."""
    APART = "apart"
    """Other cards of the same étui at two tables."""


@dataclass(frozen=True, slots=True)
class Half:
    """What one of the two made of a deal; one of `deal` and `duel` is None."""

    deal: PlayerDeal | None
    duel: DuelLine | None
    swing: Value | None
    """What it did to his total; None where nothing counts or shows."""

    @property
    def mark(self) -> Value | None:
        if self.deal is not None:
            return self.deal.mark
        return self.duel.sides[0].points if self.duel else None


@dataclass(frozen=True, slots=True)
class SharedDeal:
    """A deal that both have played."""

    board: int
    halves: tuple[Half, Half]
    bond: Bond
    lead: Value | None
    """The first's mark less the second's where they held the same cards and both marks show."""


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Two reports of one session, compared."""

    reports: tuple[PlayerReport, PlayerReport]
    deals: tuple[SharedDeal, ...]
    """By étui; where deals are dealt at the table, those of the same table."""
    measure: Measure
    """Of leads and swings; the marks have that of the reports."""

    @property
    def ahead(self) -> int:
        """Deals with the same cards of which the first made more."""
        return sum(like(lead, 0) < lead for lead in self._leads)  # type: ignore[operator]  # of one kind

    @property
    def behind(self) -> int:
        return sum(lead < like(lead, 0) for lead in self._leads)  # type: ignore[operator]

    @property
    def level(self) -> int:
        return len(self._leads) - self.ahead - self.behind

    @property
    def met(self) -> tuple[SharedDeal, ...]:
        """Deals at one table."""
        return tuple(deal for deal in self.deals if deal.bond in (Bond.OPPONENTS, Bond.DEFENDERS))

    @property
    def has_bonds(self) -> bool:
        """Whether the two have more in common on any deal than its number."""
        return bool(self._leads or self.met)

    @property
    def sums(self) -> tuple[Value | None, Value | None]:
        """What all these deals brought to each; None where nothing shows."""
        first, second = ([deal.halves[side].swing for deal in self.deals] for side in (0, 1))
        return _sum(first), _sum(second)

    @property
    def _leads(self) -> list[Value]:
        return [deal.lead for deal in self.deals if deal.lead is not None]


def load_side_by_side(
    entries: tuple[Entry, Entry],
    *,
    sees_all: bool,
    parts: tuple[frozenset[Part], frozenset[Part]],
    figures: SessionFigures,
) -> SideBySide:
    """Two entries of a session compared. As many queries as `load_two_players`, and its arguments."""
    reports = load_two_players(entries, sees_all=sees_all, parts=parts, figures=figures)
    has_duels = bool(reports[0].duels or reports[1].duels)
    is_low = reports[0].measure is Measure.LOW_POINTS
    return SideBySide(
        reports=reports,
        deals=tuple(_shared_duels(reports, figures) if has_duels else _shared_deals(reports, figures)),
        measure=Measure.POINTS if is_low else reports[0].measure,
    )


def comparable_entries(report: PlayerReport, figures: SessionFigures) -> list[Entry]:
    """Those with whom somebody may be compared, by name: everybody of a session, or those met. No query."""
    others = {entry for entry in figures.entries if entry != report.entry}
    if len(others) > MOST_OFFERED:
        met = {entry for deal in report.deals for entry in deal.line.entries}
        met |= {duel.sides[1].entry for duel in report.duels}
        others &= met
    return sorted(others, key=lambda entry: entry.by_public_name)


def _shared_deals(reports: tuple[PlayerReport, PlayerReport], figures: SessionFigures) -> list[SharedDeal]:
    first, second = (_halves(report, figures) for report in reports)
    shared = [_shared(first[key], second[key]) for key in first if key in second]
    return sorted(shared, key=lambda deal: deal.board)


def _halves(report: PlayerReport, figures: SessionFigures) -> dict[Hashable, Half]:
    """What a report has of every étui; where deals are dealt at the table, of every play."""
    swings = {one.deal.line.play.pk: one.value for one in evening_swings(report, figures) if one.deal}
    keeps_boards = report.plan.needs_same_deals
    return {
        deal.board if keeps_boards else deal.line.play.pk: Half(deal, None, swings.get(deal.line.play.pk))
        for deal in report.deals
    }


def _shared(first: Half, second: Half) -> SharedDeal:
    assert first.deal is not None
    assert second.deal is not None
    bond = _bond(first.deal, second.deal)
    lead = _lead(first.mark, second.mark) if bond is Bond.SAME_CARDS else None
    return SharedDeal(first.deal.board, (first, second), bond, lead)


def _lead(first: Value | None, second: Value | None) -> Value | None:
    turned = scale(second, Fraction(-1))
    return None if first is None or turned is None else add([first, turned])


def _bond(first: PlayerDeal, second: PlayerDeal) -> Bond:
    if first.line.play == second.line.play:
        both_defend = first.is_taker is False and second.is_taker is False
        return Bond.DEFENDERS if both_defend else Bond.OPPONENTS
    is_team = len(first.seats) > 1
    has_same = first.is_taker == second.is_taker if is_team else first.seats == second.seats
    return Bond.SAME_CARDS if has_same else Bond.APART


def _shared_duels(reports: tuple[PlayerReport, PlayerReport], figures: SessionFigures) -> list[SharedDeal]:
    """Duels on the étuis of both, one of each beside one of the other; that between them first."""
    first, second = (_duel_halves(report, figures, other) for report, other in (reports, reports[::-1]))
    return [
        SharedDeal(board, pair, Bond.OPPONENTS if _are_one(*pair) else Bond.APART, None)
        for board in sorted(first.keys() & second.keys())
        for pair in zip(first[board], second[board], strict=False)
    ]


def _duel_halves(report: PlayerReport, figures: SessionFigures, other: PlayerReport) -> dict[int, list[Half]]:
    """By étui."""
    swings = {_key(one.duel): one.value for one in evening_swings(report, figures) if one.duel}
    by_board: dict[int, list[Half]] = {}
    for duel in sorted(report.duels, key=lambda duel: duel.sides[1].entry != other.entry):
        by_board.setdefault(duel.board, []).append(Half(None, duel, swings.get(_key(duel))))
    return by_board


def _key(duel: DuelLine) -> tuple[int, int]:
    """Étui and opponent of a duel seen from one team."""
    return duel.board, duel.sides[1].entry.pk


def _are_one(first: Half, second: Half) -> bool:
    """Whether two halves are the same duel, seen from both teams."""
    return bool(first.duel and second.duel and first.duel.sides[1].entry == second.duel.sides[0].entry)


def _sum(swings: list[Value | None]) -> Value | None:
    known = [swing for swing in swings if swing is not None]
    return add(known) if known else None
