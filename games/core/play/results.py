"""The end of a deal: its facts and the resulting points."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, TypeAlias

Points: TypeAlias = int | Fraction
"""A seat's points for one deal: whole where the rules make them so, else an exact fraction."""


class GameOutcome(Protocol):
    """The facts of a finished deal. Each game has its own frozen dataclass."""

    def to_json(self) -> dict[str, object]:
        """The facts as plain JSON values."""


@dataclass(frozen=True, slots=True)
class NotPlayed:
    """Outcome of a deal that ended before its play, with 0 for all seats."""

    reason: str
    """Stable name: "passed" (no bid) or "bare_petit" (cancelled before the auction)."""

    def to_json(self) -> dict[str, object]:
        """The reason, under the key "not_played"."""
        return {"not_played": self.reason}
