"""The score of a deal of Papayou, and what a slip of it can say.

Source:
    Document 004 (Daynes and Sarian), "Le Papayou"; project rules of games, section 3.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.core.cards import QUEEN, Card, rank_of, trump_number
from games.core.errors import ImpossibleOutcome
from games.core.variants.card_shares import can_share, not_shareable
from games.core.variants.slip_values import check_range, check_seat_count

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

    Exact for the cards: what is let through can be shared so. Whether tricks can fall so is not asked; the
    terms of a deal, one card each and the rest of the stock to the winner, leave it very free.

    Raises:
        ImpossibleOutcome: `seat_count`, `points_out_of_range`, `points_sum`, `sums_not_shareable`.
    """
    total = sum(map(card_points, deck))
    check_seat_count("points", outcome.points, player_count)
    for points in outcome.points:
        check_range("points_out_of_range", "points", points, 0, total)
    taken = sum(outcome.points)
    if taken != total:
        message = f"points sum to {taken}, expected {total}"
        raise ImpossibleOutcome("points_sum", message, field="points", total=taken, expected=total)
    trumps = [number for number in map(trump_number, deck) if number]
    queens = sum(rank_of(card) == QUEEN for card in deck)
    if not any(can_share(trumps, rest) for rest in set(_without_queens(sorted(outcome.points), queens))):
        raise not_shareable("points", outcome.points)


def _without_queens(points: Sequence[int], queens: int) -> Iterator[tuple[int, ...]]:
    """What the seats have in trumps, in order of size, for every way of giving out the queens."""
    if not points:
        yield from [()] if not queens else []
        return
    for taken in range(min(queens, points[0] // QUEEN_POINTS) + 1):
        for rest in _without_queens(points[1:], queens - taken):
            yield tuple(sorted((points[0] - taken * QUEEN_POINTS, *rest)))
