"""Queries for the numbers of tables, rounds and deals of a session."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.base.queries.rounds import count_undrawn_rounds
from tournaments.core.formats.event_options import SheetOf
from tournaments.core.formats.registry import find_format
from tournaments.core.movements.counts import count_unit_deals, table_numbers
from tournaments.enums import EntryPresence, SlipKind
from tournaments.models import Play, ResultSlip, Seating, Section, Session
from tournaments.movements.queries.movements import movement_of, session_sheet_kind


@dataclass(frozen=True, slots=True)
class HallCounts:
    """Size of a session: by its movement before the seats are fixed, then by its seats and deals."""

    seats: int
    """Number of entries with a seat, also of those that left.

    Before the seats are fixed it is the number of places.
    """
    tables: int
    """Number of tables that are used in some round."""
    rounds: int
    """Number of rounds with a deal that is or will be played, with those that are still to be drawn."""
    deals: tuple[int, int]
    """Fewest and most deals of a player or a team. Entries without a seat, or that left, do not count."""


def count_hall(session: Session, sections: Iterable[Section]) -> HallCounts:
    """Return the numbers of tables, rounds and deals of a session.

    Two queries, one more for totals, and one where rounds are drawn one by one.

    Args:
        sections: all sections of the session, with their movements.
    """
    seats = Seating.objects.filter(round__section__session=session)
    seat_rows = set(seats.values_list("round_id", "table_id", "entry_id", "entry__presence"))
    seats_in_use = {row[:3] for row in seat_rows if row[3] != EntryPresence.WITHDRAWN}
    sections = list(sections)
    # before the seats are fixed
    if not seats_in_use:
        return _by_movement(sections)
    plays = _live_plays(session, ())
    deals = _deals_of(session, seats_in_use, Counter((row.round_id, row.table_id) for row in plays))
    drawn_sections = [section for section in sections if section.is_drawn]
    undrawn_count = count_undrawn_rounds(session) if drawn_sections else 0
    # all colours of a drawn session play as many deals a round
    later_deals = undrawn_count * max((section.boards_per_set for section in drawn_sections), default=0)
    return HallCounts(
        seats=len({row[2] for row in seat_rows}),
        tables=len({table for _, table, _ in seats_in_use}),
        rounds=len({row.round.number for row in plays}) + undrawn_count,
        deals=(min(deals.values()) + later_deals, max(deals.values()) + later_deals),
    )


def count_tables(session: Session, sections: Iterable[Section]) -> int:
    """Return the number of tables as `count_hall` does. One query."""
    tables = _seats_held(session).values("table").distinct().count()
    return tables or _by_movement(list(sections)).tables


def _seats_held(session: Session) -> QuerySet[Seating]:
    seats = Seating.objects.filter(round__section__session=session)
    return seats.exclude(entry__presence=EntryPresence.WITHDRAWN).order_by()


def _by_movement(sections: Sequence[Section]) -> HallCounts:
    movements = [(movement_of(section.movement), section.boards_per_set) for section in sections]
    deals = [int(count) for movement, boards in movements for count in count_unit_deals(movement, boards)]
    return HallCounts(
        seats=sum(section.player_count for section in sections),
        tables=sum(len(table_numbers(movement)) for movement, _ in movements),
        rounds=max((section.round_count for section in sections), default=0),
        deals=(min(deals, default=0), max(deals, default=0)),
    )


def deals_per_line(session: Session) -> int:
    """Return the number of deals in a line of a sheet: 1, or all of a round if only totals are entered."""
    if session_sheet_kind(session) is not SheetOf.TOTALS:
        return 1
    return max((section.boards_per_set for section in session.sections.all()), default=1)


def deal_counts(
    session: Session,
    dropped: Collection[Play],
    *,
    removed: Collection[Seating] = (),
    added: Collection[Seating] = (),
    due: Collection[Play] = (),
) -> Counter[int]:
    """Return the number of deals of each entry id with a seat. Deals without a result count as well.

    Two queries, one more for totals.

    Args:
        dropped: plays that will not be played. Plays marked as not played do not count either.
        removed, added: seats that will be given up, and taken.
        due: plays that will be played and are not stored yet.
    """
    plays = [*_live_plays(session, dropped), *due]
    at_place = Counter((row.round_id, row.table_id) for row in plays)
    seats = Seating.objects.filter(round__section__session=session)
    seats = seats.exclude(pk__in=[row.pk for row in removed])
    seats_in_use = set(seats.values_list("round_id", "table_id", "entry_id"))
    seats_in_use |= {(row.round_id, row.table_id, row.entry_id) for row in added}
    return _deals_of(session, seats_in_use, at_place)


def _live_plays(session: Session, dropped: Collection[Play]) -> list[Play]:
    """Return the lines of sheets that are or will be played, with the number of their round. One query."""
    void_slips = ResultSlip.objects.current().of_session(session).exclude(kind=SlipKind.PLAYED)
    dropped_ids = {play.pk for play in dropped}
    stored_plays = Play.objects.filter(round__section__session=session).exclude(
        pk__in=void_slips.values("play")
    )
    plays = stored_plays.select_related("round").only("round__number", "table_id")
    return [play for play in plays if play.pk not in dropped_ids]


def _deals_of(
    session: Session, seats: Collection[tuple[int, int, int]], at_place: Counter[tuple[int, int]]
) -> Counter[int]:
    """Return the number of deals of each entry, from the (round, table, entry) of their seats."""
    counts: Counter[int] = Counter()
    for this_round, table, entry in seats:
        counts[entry] += at_place[this_round, table]
    line_deals = deals_per_line(session)
    # home and away: two plays of a board are one deal of a team
    plays_per_deal = 2 if find_format(session.tournament.format).plays_both_ways else 1
    return Counter({entry: count // plays_per_deal * line_deals for entry, count in counts.items()})
