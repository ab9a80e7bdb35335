"""Comparison of two entries of one evening on the étuis that they have both played."""

from collections.abc import Hashable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.ranking.values import Value, add_values, like, scale
from tournaments.core.showing import Part
from tournaments.models import Entry
from tournaments.rankings.queries.board_reports import DuelLine
from tournaments.rankings.queries.play_figures import SessionFigures
from tournaments.rankings.queries.players import PlayerDeal, PlayerReport, load_two_players
from tournaments.rankings.queries.swings import evening_swings

MOST_OFFERED = 200
"""Largest list of entries to compare with. In a larger field it holds those met at a table."""


class Bond(StrEnum):
    """The relation of two entries on a deal."""

    SAME_CARDS = "same_cards"
    """The same cards at two tables."""
    OPPONENTS = "opponents"
    """At one table, as individuals or as opponents."""
    DEFENDERS = "defenders"
    """At one table, together in defence."""
    APART = "apart"
    """Other cards of the same étui at two tables."""


@dataclass(frozen=True, slots=True)
class Half:
    """The result of one of the two entries on a deal; either `deal` or `duel` is None."""

    deal: PlayerDeal | None
    duel: DuelLine | None
    swing: Value | None
    """Effect on the entry's total; None where nothing counts or shows."""

    @property
    def mark(self) -> Value | None:
        if self.deal is not None:
            return self.deal.mark
        return self.duel.sides[0].points if self.duel else None


@dataclass(frozen=True, slots=True)
class SharedDeal:
    """A deal that both entries have played."""

    board: int
    halves: tuple[Half, Half]
    bond: Bond
    lead: Value | None
    """First mark less second mark; None without the same cards, or while a mark is hidden."""


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Two reports of one session, compared."""

    reports: tuple[PlayerReport, PlayerReport]
    deals: tuple[SharedDeal, ...]
    """Deals by étui; if deals are dealt at the table, those of the same table."""
    measure: Measure
    """Measure of leads and swings; marks have that of the reports."""

    @property
    def ahead(self) -> int:
        """Return the number of deals with the same cards where the first mark is better."""
        return sum(like(lead, 0) < lead for lead in self._leads)  # type: ignore[operator]  # of one kind

    @property
    def behind(self) -> int:
        return sum(lead < like(lead, 0) for lead in self._leads)  # type: ignore[operator]

    @property
    def level(self) -> int:
        return len(self._leads) - self.ahead - self.behind

    @property
    def met(self) -> tuple[SharedDeal, ...]:
        """Return the deals at one table."""
        return tuple(deal for deal in self.deals if deal.bond in (Bond.OPPONENTS, Bond.DEFENDERS))

    @property
    def has_bonds(self) -> bool:
        """True if the two entries have shared cards or a table."""
        return bool(self._leads or self.met)

    @property
    def sums(self) -> tuple[Value | None, Value | None]:
        """Return the total effect of all these deals for each entry; None where nothing shows."""
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
    """Return two entries of a session compared. Arguments and queries are those of `load_two_players`."""
    reports = load_two_players(entries, sees_all=sees_all, parts=parts, figures=figures)
    has_duels = bool(reports[0].duels or reports[1].duels)
    is_low = reports[0].measure is Measure.LOW_POINTS
    return SideBySide(
        reports=reports,
        deals=tuple(_shared_duels(reports, figures) if has_duels else _shared_deals(reports, figures)),
        # marks of low points are negated points, so that more is better
        measure=Measure.POINTS if is_low else reports[0].measure,
    )


def comparable_entries(report: PlayerReport, figures: SessionFigures) -> list[Entry]:
    """Return the entries that a report may be compared with, by name. No query.

    These are all entries of the session, or in a large field those met at a table.
    """
    entries = {entry for entry in figures.entries if entry != report.entry}
    if len(entries) > MOST_OFFERED:
        met_entries = {entry for deal in report.deals for entry in deal.line.entries}
        met_entries |= {duel.sides[1].entry for duel in report.duels}
        entries &= met_entries
    return sorted(entries, key=lambda entry: entry.by_public_name)


def _shared_deals(reports: tuple[PlayerReport, PlayerReport], figures: SessionFigures) -> list[SharedDeal]:
    first, second = (_halves(report, figures) for report in reports)
    pairs = [_pair_halves(first[key], second[key]) for key in first if key in second]
    return sorted(pairs, key=lambda deal: deal.board)


def _halves(report: PlayerReport, figures: SessionFigures) -> dict[Hashable, Half]:
    """Return the halves of a report by étui; by play if deals are dealt at the table."""
    swings = {swing.deal.line.play.pk: swing.value for swing in evening_swings(report, figures) if swing.deal}
    keeps_boards = report.plan.needs_same_deals
    return {
        deal.board if keeps_boards else deal.line.play.pk: Half(deal, None, swings.get(deal.line.play.pk))
        for deal in report.deals
    }


def _pair_halves(first: Half, second: Half) -> SharedDeal:
    assert first.deal is not None
    assert second.deal is not None
    bond = _bond(first.deal, second.deal)
    lead = _lead(first.mark, second.mark) if bond is Bond.SAME_CARDS else None
    return SharedDeal(first.deal.board, (first, second), bond, lead)


def _lead(first: Value | None, second: Value | None) -> Value | None:
    negative = scale(second, Fraction(-1))
    return None if first is None or negative is None else add_values([first, negative])


def _bond(first: PlayerDeal, second: PlayerDeal) -> Bond:
    if first.line.play == second.line.play:
        both_defend = first.is_taker is False and second.is_taker is False
        return Bond.DEFENDERS if both_defend else Bond.OPPONENTS
    is_team = len(first.seats) > 1
    has_same = first.is_taker == second.is_taker if is_team else first.seats == second.seats
    return Bond.SAME_CARDS if has_same else Bond.APART


def _shared_duels(reports: tuple[PlayerReport, PlayerReport], figures: SessionFigures) -> list[SharedDeal]:
    """Return the duels on common étuis in pairs, one of each entry; the duel between the two comes first."""
    first, second = (
        _duel_halves(report, figures, other_report) for report, other_report in (reports, reports[::-1])
    )
    return [
        SharedDeal(board, pair, Bond.OPPONENTS if _is_same_duel(*pair) else Bond.APART, None)
        for board in sorted(first.keys() & second.keys())
        # a team may have fewer duels on the étui than the other
        for pair in zip(first[board], second[board], strict=False)
    ]


def _duel_halves(
    report: PlayerReport, figures: SessionFigures, other_report: PlayerReport
) -> dict[int, list[Half]]:
    """Return the duels of a report by étui; those against the other report's team come first."""
    swings = {_key(swing.duel): swing.value for swing in evening_swings(report, figures) if swing.duel}
    by_board: dict[int, list[Half]] = {}
    for duel in sorted(report.duels, key=lambda duel: duel.sides[1].entry != other_report.entry):
        by_board.setdefault(duel.board, []).append(Half(None, duel, swings.get(_key(duel))))
    return by_board


def _key(duel: DuelLine) -> tuple[int, int]:
    """Return étui and opponent of a duel seen from one team."""
    return duel.board, duel.sides[1].entry.pk


def _is_same_duel(first: Half, second: Half) -> bool:
    """Return whether two halves are the same duel, seen from both teams."""
    return bool(first.duel and second.duel and first.duel.sides[1].entry == second.duel.sides[0].entry)


def _sum(swings: list[Value | None]) -> Value | None:
    values = [swing for swing in swings if swing is not None]
    return add_values(values) if values else None
