"""Notes for the person who requested a document, about differences between request and print."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from html import unescape

from django.utils.translation import gettext as _

from tournaments.paper.documents.typesetting.letters import drawable, undrawable

MOST_NOTES = 12
_TEXTS = re.compile(r">([^<>]+)<")
_current_notes: ContextVar[list[str] | None] = ContextVar("notes of the document being made", default=None)


@contextmanager
def collected_notes() -> Iterator[list[str]]:
    """Collect the notes about a document that is made in the block.

    The list is complete at the end of the block and has no duplicates.
    """
    notes: list[str] = []
    token = _current_notes.set(notes)
    try:
        yield notes
    finally:
        _current_notes.reset(token)


def add_note(sentence: str) -> None:
    """Add a note to the innermost `collected_notes`. Without one, as in a preview, it is dropped."""
    notes = _current_notes.get()
    if notes is not None and sentence not in notes and len(notes) < MOST_NOTES:
        notes.append(sentence)


def printable(html: str) -> str:
    """Return a page with letters that the fonts can draw. Add a note for each text that is changed."""
    missing_letters = undrawable(html)
    if not missing_letters:
        return html
    for text in _TEXTS.findall(html):
        if not missing_letters.isdisjoint(text):
            original_text = " ".join(unescape(text).split())
            message = _("Aucune police n’a toutes les lettres de « %(written)s », imprimé « %(printed)s ».")
            add_note(message % {"written": original_text, "printed": drawable(original_text)})
    return drawable(html)
