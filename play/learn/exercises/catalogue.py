"""Exercises of each lesson."""

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
"""Exercises by the name of their lesson (`play.learn.web.lessons.LESSONS`), in order."""
