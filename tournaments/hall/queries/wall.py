"""Query for the wall of tables: the progress of each table in the present round, and open problems."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import groupby

from django.db.models import Exists, OuterRef, Q

from common.text.moments import filter_recent
from tournaments.base.queries.rounds import RoundNow, load_round
from tournaments.hall.queries.hall import current_messages, open_calls
from tournaments.models import (
    HallCall,
    HallMessage,
    PhoneRules,
    Play,
    ResultFlag,
    ResultSlip,
    Session,
    SlipConfirmation,
    Table,
    TableAccess,
    TablePhone,
)

PRESENT = timedelta(minutes=2)
"""Time after its last poll during which a phone counts as present at its table."""


class TileMark(StrEnum):
    """A mark on a table's tile beside its boards, the most urgent first."""

    CALL = "call"
    """The table calls the referee."""
    DISPUTED = "disputed"
    """A player disputes a result."""
    LATE = "late"
    """The time of the round is up and a result is missing, in a session with phones."""
    WAITING = "waiting"
    """A result from a phone lacks the confirmation of the opponents."""
    BEHIND = "behind"
    """A result of an earlier round is missing."""
    DONE = "done"
    """All results of the present round are entered."""
    RESTS = "rests"
    """The table plays no deal in the present round."""


@dataclass(frozen=True, slots=True)
class WallPlay:
    """A play of the present round, or a play of another round with an open problem."""

    play_id: int
    round_number: int
    table_number: int
    board: int
    is_entered: bool
    is_waiting: bool
    """True if the result lacks the confirmation of the opponents."""
    is_disputed: bool


@dataclass(frozen=True, slots=True)
class Tile:
    """One table on the wall."""

    table: Table
    plays: tuple[WallPlay, ...]
    """Plays of the table, by round and board."""
    round_number: int
    phone_count: int
    """Number of phones that are present at the table."""
    call: HallCall | None
    is_time_up: bool
    """True if the time of the round is up and the session has links for phones."""

    @property
    def due(self) -> int:
        """Number of deals of the present round."""
        return sum(play.round_number == self.round_number for play in self.plays)

    @property
    def done(self) -> int:
        """Number of deals of the present round with a result."""
        return sum(play.round_number == self.round_number and play.is_entered for play in self.plays)

    @property
    def missing(self) -> tuple[WallPlay, ...]:
        """Deals up to the present round without a result."""
        return tuple(play for play in self.plays if not play.is_entered)

    @property
    def marks(self) -> tuple[TileMark, ...]:
        """All marks of the tile, the most urgent first."""
        has_mark = {
            TileMark.CALL: self.call is not None,
            TileMark.DISPUTED: any(play.is_disputed for play in self.plays),
            TileMark.LATE: self.is_time_up and self.done < self.due,
            TileMark.WAITING: any(play.is_waiting for play in self.plays),
            TileMark.BEHIND: any(play.round_number < self.round_number for play in self.missing),
            TileMark.DONE: 0 < self.due == self.done,
            TileMark.RESTS: self.due == 0,
        }
        # in the order of the members, which is the order of urgency
        return tuple(mark for mark in TileMark if has_mark[mark])


@dataclass(frozen=True, slots=True)
class Wall:
    """All tables of a session, as the director sees them."""

    round: RoundNow
    sections: tuple[tuple[int, tuple[Tile, ...]], ...]
    """Number of each section with its tiles, by number of section and table."""
    messages: tuple[HallMessage, ...]

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Tiles of all tables, by section and number."""
        return tuple(tile for _section, tiles in self.sections for tile in tiles)

    def of_tables(self, tables: range) -> "Wall":
        """Return the wall with the tables of these numbers only."""
        sections = tuple(
            (number, kept)
            for number, tiles in self.sections
            if (kept := tuple(tile for tile in tiles if tile.table.number in tables))
        )
        return replace(self, sections=sections)

    @property
    def calling(self) -> tuple[tuple[HallCall, Tile], ...]:
        """Open calls with their tables, the oldest call first."""
        calls = [(tile.call, tile) for tile in self.tiles if tile.call is not None]
        return tuple(sorted(calls, key=lambda pair: pair[0].called_at))

    @property
    def missing(self) -> tuple[WallPlay, ...]:
        """Deals without a result in rounds that are over, by round, table and board."""
        # the first round that is not over; once its time is up, the present round counts as over
        first_open_round = self.round.number + 1 if self.round.is_late else self.round.number
        plays = [play for tile in self.tiles for play in tile.missing if play.round_number < first_open_round]
        return tuple(sorted(plays, key=lambda play: (play.round_number, play.table_number, play.board)))

    @property
    def missing_sheets(self) -> tuple[tuple[WallPlay, ...], ...]:
        """Missing deals, grouped by round and table."""
        groups = groupby(self.missing, key=lambda play: (play.round_number, play.table_number))
        return tuple(tuple(plays) for _sheet, plays in groups)

    @property
    def counts(self) -> Counter[TileMark]:
        """Number of tables with each mark."""
        return Counter(mark for tile in self.tiles for mark in tile.marks)

    @property
    def mark(self) -> str:
        """Version of the wall: another text for another display. The time that passes does not change it."""
        tables = [(tile.table.pk, tile.plays, tile.phone_count, tile.marks) for tile in self.tiles]
        calls = [(call.pk, call.taken_at, call.reason) for call, _tile in self.calling]
        # a dataclass's `repr` holds all its fields, so a new field of `WallPlay` changes the mark, too
        facts = (self.round.mark, tables, calls, [message.pk for message in self.messages])
        return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]


def load_wall(session: Session, moment: datetime) -> Wall:
    """Load the wall of a session. Eight queries, for any number of tables."""
    this_round = load_round(session, moment)
    plays: dict[int, list[WallPlay]] = defaultdict(list)
    for table_id, play in _plays(session, this_round.number):
        plays[table_id].append(play)
    phones = _phone_counts(session, this_round.number, moment)
    has_phones = TableAccess.objects.filter(table__section__session=session, revoked_at=None).exists()
    call_by_table = {call.table_id: call for call in open_calls(session)}
    tables = Table.objects.filter(section__session=session).select_related("section")
    tiles = [
        Tile(
            table=table,
            plays=tuple(plays[table.pk]),
            round_number=this_round.number,
            phone_count=phones[table.pk],
            call=call_by_table.get(table.pk),
            is_time_up=this_round.is_late and has_phones,
        )
        for table in tables.order_by("section__number", "number")
    ]
    return Wall(this_round, _by_section(tiles), tuple(current_messages(session, moment)))


def _plays(session: Session, round_number: int) -> Iterable[tuple[int, WallPlay]]:
    """Return the plays to show as (table id, play). Two queries.

    These are all plays of the round, earlier plays without a result, and plays that wait for a confirmation
    or are disputed.
    """
    current_slips = ResultSlip.objects.current().filter(play=OuterRef("pk"))
    unconfirmed_slips = SlipConfirmation.objects.filter(
        slip__play=OuterRef("pk"), slip__is_current=True, confirmed_at=None
    )
    # a confirmation row may stay from before the rule was switched off: it is not awaited then
    needs_confirmation = PhoneRules.objects.filter(
        tournament=session.tournament_id, needs_confirmation=True
    ).exists()
    rows = (
        Play.objects.filter(round__section__session=session)
        .annotate(
            is_entered=Exists(current_slips),
            is_waiting=Exists(unconfirmed_slips if needs_confirmation else unconfirmed_slips.none()),
            is_disputed=Exists(ResultFlag.objects.filter(play=OuterRef("pk"), resolved_at=None)),
        )
        .filter(
            Q(round__number=round_number)
            | Q(round__number__lt=round_number, is_entered=False)
            | Q(is_waiting=True)
            | Q(is_disputed=True)
        )
        .order_by("round__number", "board")
        .values_list(
            "table_id",
            "pk",
            "round__number",
            "table__number",
            "board",
            "is_entered",
            "is_waiting",
            "is_disputed",
        )
    )
    return ((row[0], WallPlay(*row[1:])) for row in rows)


def _phone_counts(session: Session, round_number: int, moment: datetime) -> Counter[int]:
    """Return the number of phones at each table that polled within `PRESENT`. One query."""
    phones = TablePhone.objects.filter(
        filter_recent("seen_at", PRESENT, moment),
        table__section__session=session,
        round__number=round_number,
        ended_at=None,
    )
    return Counter(phones.values_list("table_id", flat=True))


def _by_section(tiles: Sequence[Tile]) -> tuple[tuple[int, tuple[Tile, ...]], ...]:
    sections: dict[int, list[Tile]] = defaultdict(list)
    for tile in tiles:
        sections[tile.table.section.number].append(tile)
    return tuple((number, tuple(section_tiles)) for number, section_tiles in sections.items())
