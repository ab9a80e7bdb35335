"""The choice of a robot, with its reasons."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from games.core.actions import Action
from games.core.cards import Card


class ChoiceMethod(StrEnum):
    """Method by which a robot chose."""

    FORCED = "forced"
    """Only one legal action."""
    THUMB = "thumb"
    """Rules of thumb."""
    PLAYED_OUT = "played_out"
    """Play-outs of each choice in sampled worlds."""
    SEARCHED = "searched"
    """Search of each choice to the end in sampled worlds, with all hands seen."""


@dataclass(frozen=True, slots=True)
class RobotChoice:
    """One decision of a robot."""

    action: Action
    method: ChoiceMethod
    worlds: int = 0
    """Number of sampled worlds in which each choice was tried."""
    means: Mapping[Action, float] = field(default_factory=dict)
    """Mean score of each choice tried; higher is better for the seat. At Tarot it is the score as each
    defender pays it, for the side of the seat; in other games the seat's own points. Of choices with equal
    worth, only one is tried.
    """
    wins: Mapping[Action, float] = field(default_factory=dict)
    """Balance of each choice, where choices were compared world by world (`club.gains_of`): its mean gain
    over each other choice, summed.
    """
    discard: tuple[Card, ...] = ()
    """All cards of the best discard, the chosen one first, at a discard of Tarot above the first level."""
    made: Mapping[Action, int] = field(default_factory=dict)
    """Number of worlds in which each contract was made, where bids were compared."""
