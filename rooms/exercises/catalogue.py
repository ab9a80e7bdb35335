"""Which lesson has which exercises."""

from rooms.exercises.attack import ATTACK
from rooms.exercises.bids import BIDS
from rooms.exercises.discards import DISCARDS
from rooms.exercises.exercise import Exercise
from rooms.exercises.signals import SIGNALS

EXERCISES: dict[str, tuple[Exercise, ...]] = {
    "encheres": BIDS,
    "ecart": DISCARDS,
    "attaque": ATTACK,
    "defense": SIGNALS,
}
"""By the name of a lesson (`games.web.lessons.LESSONS`), in the order of asking."""
