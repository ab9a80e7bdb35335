"""The wall of tables: how far each is in the round that is played, and what it waits for."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import groupby

from django.db.models import Exists, OuterRef, Q

from common.text.moments import within
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
"""A phone that showed its table so recently is there."""


class TileMark(StrEnum):
    """What a table's tile says beside its boards, the most urgent first."""

    CALL = "call"
    DISPUTED = "disputed"
    LATE = "late"
    WAITING = "waiting"
    """A result from a phone waits for the other side's word."""
    BEHIND = "behind"
    """A result of an earlier round is missing."""
    DONE = "done"
    RESTS = "rests"


@dataclass(frozen=True, slots=True)
class WallPlay:
    """A deal due in the current round, or one of another round that wants something."""

    play_id: int
    round_number: int
    table_number: int
    board: int
    is_entered: bool
    is_waiting: bool
    is_disputed: bool


@dataclass(frozen=True, slots=True)
class Tile:
    """One table on the wall."""

    table: Table
    plays: tuple[WallPlay, ...]
    """By round and board."""
    round_number: int
    phone_count: int
    call: HallCall | None
    is_time_up: bool
    """The clock says that the round is over, and results come from phones."""

    @property
    def due(self) -> int:
        """Deals of the current round."""
        return sum(play.round_number == self.round_number for play in self.plays)

    @property
    def done(self) -> int:
        """Deals of the current round with a result."""
        return sum(play.round_number == self.round_number and play.is_entered for play in self.plays)

    @property
    def missing(self) -> tuple[WallPlay, ...]:
        """Deals up to the current round without a result."""
        return tuple(play for play in self.plays if not play.is_entered)

    @property
    def marks(self) -> tuple[TileMark, ...]:
        """All that the tile says, the most urgent first."""
        says = {
            TileMark.CALL: self.call is not None,
            TileMark.DISPUTED: any(play.is_disputed for play in self.plays),
            TileMark.LATE: self.is_time_up and self.done < self.due,
            TileMark.WAITING: any(play.is_waiting for play in self.plays),
            TileMark.BEHIND: any(play.round_number < self.round_number for play in self.missing),
            TileMark.DONE: 0 < self.due == self.done,
            TileMark.RESTS: self.due == 0,
        }
        return tuple(mark for mark in TileMark if says[mark])


@dataclass(frozen=True, slots=True)
class Wall:
    """The hall as the director sees it."""

    round: RoundNow
    sections: tuple[tuple[int, tuple[Tile, ...]], ...]
    """Number of each section with its tables; both by number."""
    messages: tuple[HallMessage, ...]

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every table, by number within its section."""
        return tuple(tile for _section, tiles in self.sections for tile in tiles)

    @property
    def calling(self) -> tuple[tuple[HallCall, Tile], ...]:
        """Open calls with their tables, the longest waiting first."""
        found = [(tile.call, tile) for tile in self.tiles if tile.call is not None]
        return tuple(sorted(found, key=lambda pair: pair[0].called_at))

    @property
    def missing(self) -> tuple[WallPlay, ...]:
        """Deals without a result of rounds that are over, by round, table and board."""
        ended = self.round.number + 1 if self.round.is_late else self.round.number
        found = [play for tile in self.tiles for play in tile.missing if play.round_number < ended]
        return tuple(sorted(found, key=lambda play: (play.round_number, play.table_number, play.board)))

    @property
    def missing_sheets(self) -> tuple[tuple[WallPlay, ...], ...]:
        """The same, those of one table and round together."""
        groups = groupby(self.missing, key=lambda play: (play.round_number, play.table_number))
        return tuple(tuple(plays) for _sheet, plays in groups)

    @property
    def counts(self) -> Counter[TileMark]:
        """How many tables say each thing."""
        return Counter(mark for tile in self.tiles for mark in tile.marks)

    @property
    def mark(self) -> str:
        """What changes whenever the wall does; waiting and clocks that run leave it alone."""
        tables = [(tile.table.pk, tile.plays, tile.phone_count, tile.marks) for tile in self.tiles]
        calls = [(call.pk, call.taken_at, call.reason) for call, _tile in self.calling]
        facts = (self.round.mark, tables, calls, [message.pk for message in self.messages])
        return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]


def load_wall(session: Session, now: datetime) -> Wall:
    """The wall of a session. Eight queries, whatever the size."""
    this_round = load_round(session, now)
    plays: dict[int, list[WallPlay]] = defaultdict(list)
    for table_id, play in _plays(session, this_round.number):
        plays[table_id].append(play)
    phones = _phone_counts(session, this_round.number, now)
    has_phones = TableAccess.objects.filter(table__section__session=session, revoked_at=None).exists()
    called = {call.table_id: call for call in open_calls(session)}
    tables = Table.objects.filter(section__session=session).select_related("section")
    tiles = [
        Tile(
            table=table,
            plays=tuple(plays[table.pk]),
            round_number=this_round.number,
            phone_count=phones[table.pk],
            call=called.get(table.pk),
            is_time_up=this_round.is_late and has_phones,
        )
        for table in tables.order_by("section__number", "number")
    ]
    return Wall(this_round, _by_section(tiles), tuple(current_messages(session, now)))


def _plays(session: Session, round_number: int) -> Iterable[tuple[int, WallPlay]]:
    """Plays of the round, and of others those that miss a result or wait for a word. Two queries."""
    current = ResultSlip.objects.current().filter(play=OuterRef("pk"))
    waiting = SlipConfirmation.objects.filter(
        slip__play=OuterRef("pk"), slip__is_current=True, confirmed_at=None
    )
    asks = PhoneRules.objects.filter(tournament=session.tournament_id, needs_confirmation=True).exists()
    rows = (
        Play.objects.filter(round__section__session=session)
        .annotate(
            is_entered=Exists(current),
            is_waiting=Exists(waiting if asks else waiting.none()),
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


def _phone_counts(session: Session, round_number: int, now: datetime) -> Counter[int]:
    """Phones at each table that showed its page a moment ago. One query."""
    phones = TablePhone.objects.filter(
        within("seen_at", PRESENT, now),
        table__section__session=session,
        round__number=round_number,
        ended_at=None,
    )
    return Counter(phones.values_list("table_id", flat=True))


def _by_section(tiles: Sequence[Tile]) -> tuple[tuple[int, tuple[Tile, ...]], ...]:
    sections: dict[int, list[Tile]] = defaultdict(list)
    for tile in tiles:
        sections[tile.table.section.number].append(tile)
    return tuple((number, tuple(own)) for number, own in sections.items())
