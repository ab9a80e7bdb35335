"""What is known of an evening that goes on, line by line, and what is missing."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import Exists, OuterRef

from games.core.outcome import Bid
from games.core.play import Points
from tournaments.enums import SlipKind
from tournaments.models import Play, ResultSlip, Session

Line = tuple[int, int, int]
"""Round, table and étui or deal."""


@dataclass(frozen=True, slots=True)
class KnownLine:
    """One line of a sheet as it is stored, to be printed where it would be written."""

    score: int | None = None
    """The attack's, per defender; None where nothing is known or nothing was played."""
    seat_scores: tuple[Points | None, ...] = ()
    """By seat, where the sheet is kept by player."""
    taker: int | None = None
    """Seat of who took, where the players choose."""
    bid: Bid | None = None
    """Where the players choose it."""
    kind: SlipKind | None = None
    """None where nothing is known."""
    facts: tuple[tuple[str, str], ...] = ()
    """What was written of the deal, by the names of its game's form; nothing where scores alone were."""
    is_raw: bool = False
    """The scores stand without the facts that they come from, where these could be written."""


UNKNOWN = KnownLine()


@dataclass(frozen=True, slots=True)
class MissingAtTable:
    """The lines without a result of one table in one round."""

    round: int
    table: int
    section: int
    boards: tuple[int, ...]


def known_lines(session: Session) -> dict[Line, KnownLine]:
    """Every line that has a result. One query."""
    slips = ResultSlip.objects.current().of_session(session).select_related("play__round", "play__table")
    return {
        (slip.play.round.number, slip.play.table.number, slip.play.board): known_line(slip) for slip in slips
    }


def known_line(slip: ResultSlip | None, *, is_raw: bool = False) -> KnownLine:
    """What a sheet would say of a result."""
    if slip is None:
        return UNKNOWN
    facts: Mapping[str, Any] = slip.facts or {}
    written: Mapping[str, str] = facts.get("written", {})
    taker, bid = facts.get("taker", written.get("taker")), facts.get("bid", written.get("bid"))
    return KnownLine(
        score=slip.score,
        seat_scores=tuple(slip.seat_scores or ()),
        taker=None if taker in (None, "") else int(taker),
        bid=Bid(bid) if bid in set(Bid) else None,
        kind=SlipKind(slip.kind),
        facts=tuple(written.items()),
        is_raw=is_raw,
    )


def missing_by_table(session: Session) -> tuple[MissingAtTable, ...]:
    """The tables that owe results, by round, then table. One query."""
    entered = ResultSlip.objects.current().filter(play=OuterRef("pk"))
    rows = (
        Play.objects.filter(~Exists(entered), round__section__session=session)
        .order_by("round__number", "table__number", "board")
        .values_list("round__number", "table__number", "round__section__number", "board")
    )
    return tuple(_missing(list(rows)))


def _missing(rows: list[tuple[int, int, int, int]]) -> Iterator[MissingAtTable]:
    for (round_number, table, section), group in groupby(rows, key=lambda row: row[:3]):
        yield MissingAtTable(round_number, table, section, tuple(board for *_place, board in group))
