"""The score of a deal of Papayou, and what a slip of it can say.

Source:
    Document 004 (Daynes and Sarian), "Le Papayou"; project rules of games, section 3.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from games.core.cards import QUEEN, Card, rank_of, trump_number
from games.core.errors import ImpossibleOutcome
from games.core.variants.slip_values import check_range, check_seat_count, check_small_shares

QUEEN_POINTS = 50


def card_points(card: Card) -> int:
    """50 for a queen, its number for a trump, nothing for the others, the Excuse among them."""
    return QUEEN_POINTS if rank_of(card) == QUEEN else trump_number(card) or 0


@dataclass(frozen=True, slots=True)
class PapayouOutcome:
    """What each seat took. Not checked here: see `check_papayou`."""

    points: tuple[int, ...]
    """Points of the cards that each seat took, in seat order; they sum to those of the deck."""

    def to_json(self) -> dict[str, object]:
        """The facts as plain JSON values."""
        return {"points": list(self.points)}

    def scores(self) -> tuple[int, ...]:
        """The points taken; all of them count against the others instead. The lowest wins."""
        total = sum(self.points)
        if total not in self.points:
            return self.points
        return tuple(-total if points else total for points in self.points)


def check_papayou(outcome: PapayouOutcome, player_count: int, deck: Sequence[Card]) -> None:
    """Refuse an outcome that no deal can have.

    Raises:
        ImpossibleOutcome: `seat_count`, `points_out_of_range`, `points_sum`, `sums_too_small`.
    """
    values = [points for points in map(card_points, deck) if points]
    total = sum(values)
    check_seat_count("points", outcome.points, player_count)
    for points in outcome.points:
        check_range("points_out_of_range", "points", points, 0, total)
    taken = sum(outcome.points)
    if taken != total:
        message = f"points sum to {taken}, expected {total}"
        raise ImpossibleOutcome("points_sum", message, field="points", total=taken, expected=total)
    check_small_shares("points", outcome.points, values)
