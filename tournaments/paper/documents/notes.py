"""What was printed otherwise than asked, told to whoever asked for the document."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from html import unescape

from django.utils.translation import gettext as _

from tournaments.paper.documents.letters import drawable, undrawable

MOST_NOTES = 12
_TEXTS = re.compile(r">([^<>]+)<")
_collected: ContextVar[list[str] | None] = ContextVar("notes of the document being made", default=None)


@contextmanager
def collected_notes() -> Iterator[list[str]]:
    """Sentences about the document made within the block, each once; complete at its end."""
    notes: list[str] = []
    token = _collected.set(notes)
    try:
        yield notes
    finally:
        _collected.reset(token)


def add_note(sentence: str) -> None:
    """Tell it, where somebody listens; a preview has nobody, and shows what it is."""
    notes = _collected.get()
    if notes is not None and sentence not in notes and len(notes) < MOST_NOTES:
        notes.append(sentence)


def printable(html: str) -> str:
    """A page whose letters the fonts at hand can all draw; each text that had others is noted."""
    missing = undrawable(html)
    if not missing:
        return html
    for text in _TEXTS.findall(html):
        if not missing.isdisjoint(text):
            written = " ".join(unescape(text).split())
            told = _("Aucune police n’a toutes les lettres de « %(written)s », imprimé « %(printed)s ».")
            add_note(told % {"written": written, "printed": drawable(written)})
    return drawable(html)
