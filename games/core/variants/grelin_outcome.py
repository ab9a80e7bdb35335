"""The score of a deal of Grelin, and what a slip of it can say.

Source:
    Document 004 (Daynes and Sarian), "Le Grelin"; project rules of games, section 3.
"""

from dataclasses import dataclass

from games.core.cards import CARD_COUNT, SUITS
from games.core.errors import ImpossibleOutcome
from games.core.variants.slip_values import check_range, check_seat_count

WINNER_POINTS = -4
_AGAIN_COUNT = len(SUITS) + 1
"""Cards that oblige to play again: the aces and the Petit."""


@dataclass(frozen=True, slots=True)
class GrelinOutcome:
    """How a deal ended. Not checked here: see `check_grelin`."""

    tokens: tuple[int, ...]
    """Forced passes ("Grelin") of each seat, in seat order."""
    cards_left: tuple[int, ...]
    """Cards left to each seat, in seat order; 0 for the winner alone."""

    def to_json(self) -> dict[str, object]:
        """The facts as plain JSON values."""
        return {"tokens": list(self.tokens), "cards_left": list(self.cards_left)}

    def scores(self) -> tuple[int, ...]:
        """A point for each token and each card left, 4 less for the winner; the lowest wins."""
        return tuple(
            tokens + (left or WINNER_POINTS)
            for tokens, left in zip(self.tokens, self.cards_left, strict=True)
        )


def check_grelin(outcome: GrelinOutcome, sizes: tuple[int, ...]) -> None:
    """Refuse an outcome that no deal can have.

    Between two cards each seat passes at most once and one does not pass at all. The seats' turns differ
    by one at most, and a turn has one card or token more for each ace and for the Petit.

    Args:
        sizes: cards dealt to each seat, in seat order.

    Raises:
        ImpossibleOutcome: `seat_count`, `cards_left_out_of_range`, `one_winner`, `tokens_out_of_range`,
            `tokens_sum`, `turns_uneven`.
    """
    player_count = len(sizes)
    check_seat_count("tokens", outcome.tokens, player_count)
    check_seat_count("cards_left", outcome.cards_left, player_count)
    for left, size in zip(outcome.cards_left, sizes, strict=True):
        check_range("cards_left_out_of_range", "cards_left", left, 0, size)
    winners = outcome.cards_left.count(0)
    if winners != 1:
        message = f"cards_left 0 for {winners} seats, expected 1"
        raise ImpossibleOutcome("one_winner", message, field="cards_left", count=winners)
    played = CARD_COUNT - sum(outcome.cards_left)
    for tokens in outcome.tokens:
        check_range("tokens_out_of_range", "tokens", tokens, 0, played)
    most = (player_count - 1) * played
    if sum(outcome.tokens) > most:
        message = f"tokens sum to {sum(outcome.tokens)}, more than {most} for {played} cards played"
        raise ImpossibleOutcome(
            "tokens_sum", message, field="tokens", total=sum(outcome.tokens), most=most, played=played
        )
    _check_turns(outcome, sizes)


def _check_turns(outcome: GrelinOutcome, sizes: tuple[int, ...]) -> None:
    acts = [
        size - left + tokens
        for size, left, tokens in zip(sizes, outcome.cards_left, outcome.tokens, strict=True)
    ]
    if max(acts) - min(acts) > 1 + _AGAIN_COUNT:
        message = f"cards and tokens {min(acts)} of one seat, {max(acts)} of another: too uneven"
        raise ImpossibleOutcome("turns_uneven", message, field="tokens", least=min(acts), most=max(acts))
