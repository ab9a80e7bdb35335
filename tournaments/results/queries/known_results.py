"""The entered and the missing lines of an evening in progress."""

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
"""Numbers of round, table, and étui or deal."""


@dataclass(frozen=True, slots=True)
class KnownLine:
    """One stored line of a sheet, to be printed in place of an empty one."""

    score: int | None = None
    """Score of the attack, per defender; None without a result or if nothing was played."""
    seat_scores: tuple[Points | None, ...] = ()
    """Scores by seat, on a sheet with a column per player."""
    taker: int | None = None
    """Seat of the taker, where the players bid."""
    bid: Bid | None = None
    """Bid of the taker, where the players bid."""
    kind: SlipKind | None = None
    """Kind of the result; None without a result."""
    facts: tuple[tuple[str, str], ...] = ()
    """Written facts of the deal, by field name of the game's form; empty if only scores were written."""
    is_raw: bool = False
    """True if the seat scores are stored without facts, although the game has a form for them."""


UNKNOWN = KnownLine()


@dataclass(frozen=True, slots=True)
class MissingAtTable:
    """The lines without a result of one table in one round."""

    round: int
    table: int
    section: int
    boards: tuple[int, ...]


def known_lines(session: Session) -> dict[Line, KnownLine]:
    """Return every line that has a result. One query."""
    slips = ResultSlip.objects.current().of_session(session).select_related("play__round", "play__table")
    return {
        (slip.play.round.number, slip.play.table.number, slip.play.board): known_line(slip) for slip in slips
    }


def known_line(slip: ResultSlip | None, *, is_raw: bool = False) -> KnownLine:
    """Return the printable line of a result."""
    if slip is None:
        return UNKNOWN
    facts: Mapping[str, Any] = slip.facts or {}
    fact_texts: Mapping[str, str] = facts.get("written", {})
    # tarot with bids stores them in `facts` itself, other games in their form
    taker, bid = facts.get("taker", fact_texts.get("taker")), facts.get("bid", fact_texts.get("bid"))
    return KnownLine(
        score=slip.score,
        seat_scores=tuple(slip.seat_scores or ()),
        taker=None if taker in (None, "") else int(taker),
        bid=Bid(bid) if bid in set(Bid) else None,
        kind=SlipKind(slip.kind),
        facts=tuple(fact_texts.items()),
        is_raw=is_raw,
    )


def missing_by_table(session: Session) -> tuple[MissingAtTable, ...]:
    """Return the tables with missing results, by round, then table. One query."""
    slips = ResultSlip.objects.current().filter(play=OuterRef("pk"))
    rows = (
        Play.objects.filter(~Exists(slips), round__section__session=session)
        .order_by("round__number", "table__number", "board")
        .values_list("round__number", "table__number", "round__section__number", "board")
    )
    return tuple(_group_by_table(list(rows)))


def _group_by_table(rows: list[tuple[int, int, int, int]]) -> Iterator[MissingAtTable]:
    # the query orders the rows by these columns, as `groupby` requires
    for (round_number, table, section), group in groupby(rows, key=lambda row: row[:3]):
        yield MissingAtTable(round_number, table, section, tuple(board for *_place, board in group))
