"""The score of a deal of Contrat, and the total of a whole game.

Source:
    Document 004 (Daynes and Sarian), "Le Contrat"; project rules of games, section 3.
"""

from collections.abc import Iterable
from dataclasses import dataclass

COSTLY_EXCUSE = 3
"""The deal of the Excuse to the same player, counted from 1, that costs him a point."""


@dataclass(frozen=True, slots=True)
class ContratOutcome:
    """What each seat bet and made. Not checked here: see `Contrat.check_outcome`."""

    bets: tuple[int, ...]
    """Tricks that each seat said, in seat order."""
    tricks: tuple[int, ...]
    """Tricks that each seat made, in seat order."""
    excuse: int | None
    """Seat that was dealt the Excuse; None when it was left over."""

    def to_json(self) -> dict[str, object]:
        """The facts as plain JSON values."""
        return {"bets": list(self.bets), "tricks": list(self.tricks), "excuse": self.excuse}

    def scores(self) -> tuple[int, ...]:
        """A point for each trick off one's bet, doubled for the seat that was dealt the Excuse."""
        off = [abs(bet - tricks) for bet, tricks in zip(self.bets, self.tricks, strict=True)]
        return tuple(2 * points if seat == self.excuse else points for seat, points in enumerate(off))


def game_scores(outcomes: Iterable[ContratOutcome]) -> tuple[int, ...]:
    """Each seat's total over the deals of a game, with the point of a third Excuse.

    The seat that was dealt the Excuse a third time pays it, once: the source names no later time.

    Args:
        outcomes: at least one, all of one number of seats.
    """
    played = list(outcomes)
    dealt = [outcome.excuse for outcome in played]
    totals = map(sum, zip(*(outcome.scores() for outcome in played), strict=True))
    return tuple(total + (dealt.count(seat) >= COSTLY_EXCUSE) for seat, total in enumerate(totals))
