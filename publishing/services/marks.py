"""Marks of states: two machines that publish with one key are noticed.

A backup of a laptop holds its key, so the machine where it was restored can sign as well. A laptop draws a
random mark for each state and stores it before it sends the state. The next state names the mark of the one
that it follows: only a machine that sent it, or a later copy of that machine, can do so.
"""

import secrets
from collections.abc import Collection

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from common.errors import Conflict
from publishing.models import MARK_LENGTH, SharedEvent

MOST_MARKS = 4000
"""Number of marks that a laptop keeps. The site may have any of its earlier states, after a restore."""

WRITER_TWICE = _(
    "Le site a reçu des changements qui ne sont pas ici : une sauvegarde sert aussi ailleurs, ou elle est "
    "ancienne. Choisissez l’ordinateur qui continue, et là : « Reprendre la main »."
)
"""Sentence of a refusal: what happened, and what to do."""


def new_mark() -> str:
    """Return a random mark."""
    return secrets.token_hex(MARK_LENGTH // 2)


def sent_marks(event: SharedEvent) -> list[str]:
    """Return the marks that a laptop gave to the state that the site has: one for each try to send it.

    One query: a page and the worker may send the same event at the same time.
    """
    event.refresh_from_db(fields=["marks"])
    present = [event.turn, event.version]
    return [str(mark) for *place, mark in event.marks if place == present]


def store_mark(event: SharedEvent, *, turn: int, version: int) -> str:
    """Return a new mark for a state that the laptop is about to send. It is stored first.

    Each try has its own: a backup between two tries must not know the mark of the second one.
    """
    mark = new_mark()
    with transaction.atomic():
        # no mark that another thread has stored since is lost: the site may have the state that it names
        stored_event = SharedEvent.objects.select_for_update().get(pk=event.pk)
        event.marks = [*stored_event.marks, [turn, version, mark]][-MOST_MARKS:]
        event.save(update_fields=["marks"])
    return mark


def require_own_state(event: SharedEvent, follows: Collection[str]) -> None:
    """Check that a laptop names the mark of the state that the site has.

    Raises:
        Conflict: `writer_twice`.
    """
    # a new event has no mark
    if event.mark and event.mark not in follows:
        raise Conflict("writer_twice", WRITER_TWICE)
