"""Tables, positions and deals of a session as people count them."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.core.formats.event_options import SheetOf
from tournaments.core.formats.registry import find_format
from tournaments.core.movements.counts import count_deals, table_numbers
from tournaments.enums import EntryPresence, SlipKind
from tournaments.models import Play, ResultSlip, Seating, Section, Session
from tournaments.movements.queries.movements import movement_of, sheet_of


@dataclass(frozen=True, slots=True)
class HallCounts:
    """Size of a session: by its movement before seats are fixed, then by the seats and deals there are."""

    seats: int
    """Entries that sit somewhere, with those who left; before seats are fixed, the places there are."""
    tables: int
    """Those at which people sit some time."""
    rounds: int
    """Those with a deal that is or will be played."""
    deals: tuple[int, int]
    """Fewest and most of a player or a team; who sits nowhere or has left is left out."""


def count_hall(session: Session, sections: Iterable[Section]) -> HallCounts:
    """Tables, positions and deals of a session. Two queries, one more for totals.

    Args:
        sections: all of the session, with their movements.
    """
    seats = Seating.objects.filter(round__section__session=session)
    seated = set(seats.values_list("round_id", "table_id", "entry_id", "entry__presence"))
    held = {row[:3] for row in seated if row[3] != EntryPresence.WITHDRAWN}
    if not held:
        return _by_movement(list(sections))
    plays = _live_plays(session, ())
    deals = _deals_of(session, held, Counter((row.round_id, row.table_id) for row in plays))
    return HallCounts(
        seats=len({row[2] for row in seated}),
        tables=len({table for _, table, _ in held}),
        rounds=len({row.round.number for row in plays}),
        deals=(min(deals.values()), max(deals.values())),
    )


def count_tables(session: Session, sections: Iterable[Section]) -> int:
    """Tables as `count_hall` counts them. One query."""
    tables = _seats_held(session).values("table").distinct().count()
    return tables or _by_movement(list(sections)).tables


def _seats_held(session: Session) -> QuerySet[Seating]:
    seats = Seating.objects.filter(round__section__session=session)
    return seats.exclude(entry__presence=EntryPresence.WITHDRAWN).order_by()


def _by_movement(sections: Sequence[Section]) -> HallCounts:
    movements = [(movement_of(section.movement), section.boards_per_set) for section in sections]
    deals = [int(count) for movement, boards in movements for count in count_deals(movement, boards)]
    return HallCounts(
        seats=sum(section.player_count for section in sections),
        tables=sum(len(table_numbers(movement)) for movement, _ in movements),
        rounds=max((section.round_count for section in sections), default=0),
        deals=(min(deals, default=0), max(deals, default=0)),
    )


def deals_per_line(session: Session) -> int:
    """Deals in one line of a sheet: all of a round where only its totals are written."""
    if sheet_of(session) is not SheetOf.TOTALS:
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
    """Deals of everybody who sits somewhere, by id of the entry, those without a result counted as to come.

    Args:
        dropped: plays that will not be played. Those said not to be played so far do not count either.
        removed, added: seats that will be given up, and taken.
        due: plays that will be played and are not stored yet. Two queries, one more for totals.
    """
    plays = [*_live_plays(session, dropped), *due]
    at_place = Counter((row.round_id, row.table_id) for row in plays)
    seats = Seating.objects.filter(round__section__session=session)
    seats = seats.exclude(pk__in=[row.pk for row in removed])
    held = set(seats.values_list("round_id", "table_id", "entry_id"))
    held |= {(row.round_id, row.table_id, row.entry_id) for row in added}
    return _deals_of(session, held, at_place)


def _live_plays(session: Session, dropped: Collection[Play]) -> list[Play]:
    """Lines of sheets with the number of their round, without those that are not played. One query."""
    void = ResultSlip.objects.current().of_session(session).exclude(kind=SlipKind.PLAYED)
    left_out = {play.pk for play in dropped}
    stored = Play.objects.filter(round__section__session=session).exclude(pk__in=void.values("play"))
    plays = stored.select_related("round").only("round__number", "table_id")
    return [play for play in plays if play.pk not in left_out]


def _deals_of(
    session: Session, held: Collection[tuple[int, int, int]], at_place: Counter[tuple[int, int]]
) -> Counter[int]:
    """Deals by entry, from the (round, table, entry) of their seats."""
    counts: Counter[int] = Counter()
    for this_round, table, entry in held:
        counts[entry] += at_place[this_round, table]
    each = deals_per_line(session)
    ways = 2 if find_format(session.tournament.format).plays_both_ways else 1
    return Counter({entry: count // ways * each for entry, count in counts.items()})
