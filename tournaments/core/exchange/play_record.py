"""Records of a play written afterwards: reading, replay, comparison with the board and the result."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.core.errors import NotationError
from games.core.exchange.deals import check_deal, replay_deal
from games.core.layouts import Layout
from games.core.notation import PlayedDeal, format_played_deal, parse_played_deal
from games.core.notation.played_deal import FORMAT
from games.core.outcome import Outcome
from games.core.play import Points, State, matches_exact_score
from games.core.scoring import score_outcome
from games.core.variants.tarot.game import Tarot
from tournaments.core.errors import TournamentError


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPlayed:
    """The facts of a play that do not depend on its course."""

    game: str
    layout: Layout
    """All cards, as dealt."""
    dealer: int
    """Seat of the dealer, from 0."""
    contract: tuple[int, str] | None = None
    """Taker and bid that are fixed before the play; None for an auction."""


def read_play_record(text: str, board: BoardPlayed | None) -> tuple[PlayedDeal, State]:
    """Return a play from its notation, and the state after its last action. All actions are legal.

    Args:
        text: a whole deal as `format_played_deal` writes it, or its actions alone where `board` is known.
        board: None for deals dealt at the table, whose cards are not recorded.

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
    """Refuse a finished play whose score differs from the stored one. Accept a play that was cut short.

    Args:
        score: signed from the attack's side; None if each seat has its own, or no result is stored.
        seat_scores: by seat, in playing order; None on a traveller.

    Raises:
        TournamentError: `record_other_score` (computed, stored).
    """
    if not state.is_over:
        return
    outcome, variant = state.outcome(), state.variant
    computed_scores: object = list(state.scores())
    stored_scores: object = None if seat_scores is None else list(seat_scores)
    if seat_scores is None and isinstance(outcome, Outcome) and isinstance(variant, Tarot):
        computed_scores, stored_scores = int(score_outcome(outcome, variant.row)), score
    if stored_scores is not None and not _is_same(computed_scores, stored_scores):
        message = f"the play comes to {computed_scores}, the result says {stored_scores}"
        raise TournamentError(
            "record_other_score",
            message,
            field="text",
            computed=_join_scores(computed_scores),
            stored=_join_scores(stored_scores),
        )


def _is_same(computed_scores: object, stored_scores: object) -> bool:
    if isinstance(computed_scores, list) and isinstance(stored_scores, list):
        return len(computed_scores) == len(stored_scores) and all(
            map(matches_exact_score, stored_scores, computed_scores)
        )
    return computed_scores == stored_scores


def _read_actions(text: str, board: BoardPlayed) -> PlayedDeal:
    """Read action lines under the heading of the board. Errors have lines of `text`."""
    blank = PlayedDeal(board.game, board.layout, board.dealer, contract=board.contract)
    heading = format_played_deal(blank).splitlines()[:-1]
    document = "\n".join([*heading, *text.splitlines(), "end", ""])
    try:
        return parse_played_deal(document, check_deal)
    except NotationError as error:
        raise NotationError(
            error.code,
            str(error).partition(": ")[2] or str(error),
            # the lines of the heading are not in the text of the person
            line=max(error.line - len(heading), 1),
            column=error.column,
            field=error.field,
            values=error.values,
        ) from error


def _check_board(deal: PlayedDeal, board: BoardPlayed) -> None:
    differences = {
        "game": deal.game != board.game,
        "cards": deal.layout != board.layout,
        "dealer": deal.dealer != board.dealer,
        "contract": board.contract is not None and deal.contract != board.contract,
    }
    for part, differs in differences.items():
        if differs:
            message = f"the {part} of the text is not that of the board"
            raise TournamentError("record_other_deal", message, field="text", part=part)


def _join_scores(scores: object) -> str:
    return ", ".join(map(str, scores)) if isinstance(scores, list) else str(scores)
