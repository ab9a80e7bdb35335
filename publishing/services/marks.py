"""Marks of states: two machines that publish with one key are noticed.

A backup of a laptop holds its key, so the machine where it was restored can sign as well. A laptop draws a
random mark for each state and stores it before it sends the state. The next state names the mark of the one
that it follows. Only the laptop that sent a state can name it, and a lost answer changes nothing.
"""

import secrets

from django.utils.translation import gettext_lazy as _

from common.errors import Conflict
from publishing.models import MARK_LENGTH, SharedEvent

MOST_MARKS = 4000
"""Number of marks that a laptop keeps, for a site that was restored from a backup with an earlier state."""

WRITER_TWICE = _(
    "Le site a des envois qui ne viennent pas d’ici : une sauvegarde sert aussi ailleurs, ou elle est "
    "ancienne. Choisissez l’ordinateur qui continue, et là : « Reprendre la main »."
)
"""Sentence of a refusal: what happened, and what to do."""


def new_mark() -> str:
    """Return a random mark."""
    return secrets.token_hex(MARK_LENGTH // 2)


def name_of_state(turn: int, version: int) -> str:
    """Return the name of a state among the marks of a laptop."""
    return f"{turn}.{version}"


def followed_mark(event: SharedEvent) -> str:
    """Return the laptop's mark of the state that the site has; "" if it did not send that state."""
    return str(event.marks.get(name_of_state(event.turn, event.version), ""))


def store_mark(event: SharedEvent, *, turn: int, version: int) -> str:
    """Return the mark of a state that the laptop is about to send. It is stored first.

    A second try has the same mark, because the first one may have reached the site.
    """
    name = name_of_state(turn, version)
    if name not in event.marks:
        event.marks[name] = new_mark()
        for earliest_name in sorted(event.marks, key=_place)[:-MOST_MARKS]:
            del event.marks[earliest_name]
        event.save(update_fields=["marks"])
    return str(event.marks[name])


def drop_later_marks(event: SharedEvent) -> None:
    """Drop the marks of states that the site no longer has, without saving: they are sent under new ones."""
    present = (event.turn, event.version)
    event.marks = {name: mark for name, mark in event.marks.items() if _place(name) <= present}


def require_own_state(event: SharedEvent, mark: str) -> None:
    """Check that a laptop names the state of the site.

    Raises:
        Conflict: `writer_twice`.
    """
    if mark != event.mark:
        raise Conflict("writer_twice", WRITER_TWICE)


def _place(name: str) -> tuple[int, int]:
    turn, _dot, version = name.partition(".")
    return int(turn), int(version)
