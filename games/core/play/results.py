"""How a deal ends: the facts of it, and the points that follow."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, TypeAlias

Points: TypeAlias = int | Fraction
"""A seat's points for one deal: whole where the rules make them so, else an exact fraction."""


class GameOutcome(Protocol):
    """The facts of a finished deal; each game has its own, a frozen dataclass."""

    def to_json(self) -> dict[str, object]:
        """The facts as plain JSON values."""


@dataclass(frozen=True, slots=True)
class NotPlayed:
    """The outcome of a deal that ended before its play: nobody scores."""

    reason: str
    """Stable name: "passed" (nobody bid) or "bare_petit" (cancelled before the auction)."""

    def to_json(self) -> dict[str, object]:
        """The reason, under the key "not_played"."""
        return {"not_played": self.reason}
