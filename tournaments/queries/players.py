"""One player's evening: every deal, and what those did who held the same cards."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from django.db.models import F

from games.core.dealing.boards import board_taker
from tournaments.enums import SlipKind
from tournaments.models import Entry, Play, ResultSlip, Session
from tournaments.queries.boards import MarkedSession, load_marks
from tournaments.queries.progress import complete_boards
from tournaments.queries.standings import RankedEntry, latest_standings, snapshot_rows


@dataclass(frozen=True, slots=True)
class SameHand:
    """What somebody else did with the same cards."""

    entry: Entry
    score: int | None
    """Signed from the attack's side; None when neutralised."""
    mark: Fraction | None


@dataclass(frozen=True, slots=True)
class PlayerDeal:
    """One deal of one player."""

    board: int
    round_number: int
    table_number: int
    seat: int
    is_taker: bool
    is_revealed: bool
    """Every table has played the étui, or the reader may see what still circulates."""
    kind: SlipKind | None
    """None without a result, and while the étui circulates; so are the three below."""
    score: int | None
    """Signed from the attack's side, whoever the player is."""
    mark: Fraction | None
    others: tuple[SameHand, ...]
    """Best mark first."""


@dataclass(frozen=True, slots=True)
class PlayerReport:
    """The evening of one player."""

    entry: Entry
    ranked: RankedEntry | None
    """The line of the last ranking; None before the first one."""
    deals: tuple[PlayerDeal, ...]
    """By round and étui."""


def load_player(session: Session, entry: Entry, *, sees_all: bool) -> PlayerReport:
    """The report of an entry of the session. Thirteen queries, whatever the size.

    An étui that still circulates keeps its results to itself unless `sees_all`: whoever has yet to
    play it may not read its traveller (FFT, Code d'arbitrage 2012: reading it is a fault).
    """
    plays = list(
        Play.objects.filter(
            round__section__session=session,
            round__seatings__entry=entry,
            round__seatings__table=F("table"),
        )
        .annotate(seat=F("round__seatings__seat"))
        .select_related("round", "table")
        .order_by("round__number", "board")
    )
    slips = {slip.play_id: slip for slip in ResultSlip.objects.current().filter(play__in=plays)}
    marked = load_marks(session)
    complete = complete_boards(session)
    deals = tuple(
        _deal(play, slips.get(play.pk), marked, is_revealed=sees_all or play.board in complete)
        for play in plays
    )
    rows = snapshot_rows(latest_standings(session))
    return PlayerReport(entry, next((row for row in rows if row.entry.pk == entry.pk), None), deals)


def _deal(play: Play, slip: ResultSlip | None, marked: MarkedSession, *, is_revealed: bool) -> PlayerDeal:
    seat: int = play.seat  # type: ignore[attr-defined]  # annotated by the query
    shown = slip if is_revealed else None
    return PlayerDeal(
        board=play.board,
        round_number=play.round.number,
        table_number=play.table.number,
        seat=seat,
        is_taker=seat == board_taker(play.board),
        is_revealed=is_revealed,
        kind=SlipKind(shown.kind) if shown else None,
        score=shown.score if shown else None,
        mark=marked.mark(play.pk, seat) if shown else None,
        others=_same_hands(marked, play, seat) if is_revealed else (),
    )


def _same_hands(marked: MarkedSession, play: Play, seat: int) -> tuple[SameHand, ...]:
    """Those who sat at the same seat with the same étui at the other tables."""
    grid = marked.grid
    rows = [int(row) for row in np.flatnonzero(grid.board == play.board - 1)]
    hands = [
        SameHand(
            entry=marked.entries[int(grid.players[row, seat])],
            score=int(grid.score[row]) if grid.is_compared[row] else None,
            mark=marked.marks.mark_percent(row, seat),
        )
        for row in rows
        if marked.loaded.play_ids[row] != play.pk and grid.players[row, seat] >= 0
    ]
    return tuple(sorted(hands, key=lambda hand: (hand.mark is None, -(hand.mark or 0))))
