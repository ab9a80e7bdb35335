"""What was played at a table, as written down afterwards: read, replayed, compared with board and result."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.core.errors import NotationError
from games.core.exchange.deals import check_deal, replay_deal
from games.core.layouts import Layout
from games.core.notation import PlayedDeal, format_played_deal, parse_played_deal
from games.core.notation.played_deal import FORMAT
from games.core.outcome import Outcome
from games.core.play import Points, State, agrees
from games.core.scoring import score_outcome
from games.core.variants.tarot.game import Tarot
from tournaments.core.errors import TournamentError


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPlayed:
    """What is known of a play before anybody says how it went."""

    game: str
    layout: Layout
    """All the cards, as dealt."""
    dealer: int
    """Seat, from 0."""
    contract: tuple[int, str] | None = None
    """Taker and bid that are not bid at the table; None for an auction."""


def read_play_record(text: str, board: BoardPlayed | None) -> tuple[PlayedDeal, State]:
    """A play from its notation, and the state after its last action, legal from the first to the last.

    Args:
        text: a whole deal as `format_played_deal` writes it, or its actions alone where `board` is known.
        board: None for deals of their own, whose cards nobody recorded.

    Raises:
        NotationError: a text that cannot be read, or an action against the rules, with its line in `text`.
        TournamentError: `record_without_deal` (action lines alone, no board), `record_other_deal` (part: the
            game, cards, dealer or contract that are not the board's).
    """
    if text.lstrip("\ufeff \t\r\n").startswith(FORMAT):
        deal = parse_played_deal(text, check_deal)
    elif board is None:
        message = "action lines alone, and the cards of the deal are not known"
        raise TournamentError("record_without_deal", message, field="text")
    else:
        deal = _read_actions(text, board)
    if board is not None:
        _check_board(deal, board)
    return deal, replay_deal(deal)


def check_result(
    deal: PlayedDeal, state: State, *, score: int | None, seat_scores: Sequence[Points | None] | None
) -> None:
    """Refuse a finished play that comes to another score than the one stored; one cut short says nothing.

    Args:
        score: signed from the attack's side; None where every seat has its own, or nothing is stored.
        seat_scores: by seat, in playing order; None on a traveller.

    Raises:
        TournamentError: `record_other_score` (computed, stored).
    """
    if not state.is_over:
        return
    outcome, variant = state.outcome(), state.variant
    computed: object = list(state.scores())
    stored: object = None if seat_scores is None else list(seat_scores)
    if seat_scores is None and isinstance(outcome, Outcome) and isinstance(variant, Tarot):
        computed, stored = int(score_outcome(outcome, variant.row)), score
    if stored is not None and not _is_same(computed, stored):
        message = f"the play comes to {computed}, the result says {stored}"
        raise TournamentError(
            "record_other_score", message, field="text", computed=_told(computed), stored=_told(stored)
        )


def _is_same(computed: object, stored: object) -> bool:
    if isinstance(computed, list) and isinstance(stored, list):
        return len(computed) == len(stored) and all(map(agrees, stored, computed))
    return computed == stored


def _read_actions(text: str, board: BoardPlayed) -> PlayedDeal:
    """Action lines under the heading that the board gives; faults are told in lines of `text`."""
    blank = PlayedDeal(board.game, board.layout, board.dealer, contract=board.contract)
    heading = format_played_deal(blank).splitlines()[:-1]
    whole = "\n".join([*heading, *text.splitlines(), "end", ""])
    try:
        return parse_played_deal(whole, check_deal)
    except NotationError as error:
        raise NotationError(
            error.code,
            str(error).partition(": ")[2] or str(error),
            line=max(error.line - len(heading), 1),
            column=error.column,
            field=error.field,
            values=error.values,
        ) from error


def _check_board(deal: PlayedDeal, board: BoardPlayed) -> None:
    differing = {
        "game": deal.game != board.game,
        "cards": deal.layout != board.layout,
        "dealer": deal.dealer != board.dealer,
        "contract": board.contract is not None and deal.contract != board.contract,
    }
    for part, differs in differing.items():
        if differs:
            message = f"the {part} of the text is not that of the board"
            raise TournamentError("record_other_deal", message, field="text", part=part)


def _told(scores: object) -> str:
    return ", ".join(map(str, scores)) if isinstance(scores, list) else str(scores)
