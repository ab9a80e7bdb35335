"""Which lesson has which exercises."""

from play.learn.exercises.attack import ATTACK
from play.learn.exercises.bids import BIDS
from play.learn.exercises.discards import DISCARDS
from play.learn.exercises.exercise import Exercise
from play.learn.exercises.signals import SIGNALS

EXERCISES: dict[str, tuple[Exercise, ...]] = {
    "encheres": BIDS,
    "ecart": DISCARDS,
    "attaque": ATTACK,
    "defense": SIGNALS,
}
"""By the name of a lesson (`play.learn.web.lessons.LESSONS`), in the order of asking."""
