"""What a robot chose, and why."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from games.core.actions import Action


class ChoiceMethod(StrEnum):
    """How a robot came to its choice."""

    FORCED = "forced"
    """There was nothing to choose."""
    THUMB = "thumb"
    """By rules of thumb."""
    PLAYED_OUT = "played_out"
    """Each choice was played out in sampled worlds."""
    SEARCHED = "searched"
    """Each choice was searched to the end in sampled worlds, all hands seen."""


@dataclass(frozen=True, slots=True)
class RobotChoice:
    """One decision of a robot."""

    action: Action
    method: ChoiceMethod
    worlds: int = 0
    """How many deals that the seat cannot tell from the real one each choice was tried in."""
    means: Mapping[Action, float] = field(default_factory=dict)
    """The mean score of each choice tried, the higher the better for the seat: at Tarot as each defender pays
    it, for the side of the seat; elsewhere the seat's own points. Of choices worth the same, one is tried."""
    wins: Mapping[Action, int] = field(default_factory=dict)
    """Where choices were compared world by world: how often each was better than another, less how often it
    was worse, over all worlds and all others."""

    def worth_of(self, action: Action) -> tuple[int, float]:
        """What a choice that was tried is judged by, the most being the best."""
        return self.wins.get(action, 0), self.means[action]
