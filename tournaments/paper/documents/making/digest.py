"""Digest of the content of a document. Equal digests mean equal files."""

import hashlib
from collections.abc import Iterator
from importlib.metadata import version

from django.utils import translation

from tournaments.base.static_files import find_static_file
from tournaments.base.words.event_language import event_language
from tournaments.models import Tournament
from tournaments.paper.documents.making.document import (
    BASE_STYLES,
    DocumentType,
    build_sheets,
    document_parts,
)
from tournaments.paper.documents.making.options import PLAIN, DocumentOptions

FONT = "fonts/EtuiSans-Regular.ttf"
"""Any file of the folder of fonts."""


def document_digest(
    document_type: DocumentType, tournament: Tournament, *, language: str, options: DocumentOptions = PLAIN
) -> str:
    """Return the SHA-256, in hexadecimal, of every part's HTML and of all tools that draw it.

    A club's look and templates are in the parts. The cost is that of writing the HTML, some hundredths of the
    cost of drawing it. Raises as `build_sheets`.
    """
    digest = hashlib.sha256()
    for text in _drawing_tools():
        digest.update(text.encode())
    with translation.override(event_language(tournament, language)):
        sheets = build_sheets(document_type, tournament, options)
        # the properties of the file are not in its parts
        frame = (document_type.kind.value, language, tournament.name, tournament.club.name)
        digest.update(repr(frame).encode())
        for part in document_parts(document_type, tournament, options, sheets):
            digest.update(repr(part).encode())
    return digest.hexdigest()


def _drawing_tools() -> Iterator[str]:
    """Yield the tools that draw a document: the program, the style sheets, the fonts by size."""
    yield version("weasyprint")
    for style_sheet in sorted(find_static_file(BASE_STYLES).parent.glob("*.css")):
        yield style_sheet.name
        yield style_sheet.read_text(encoding="utf-8")
    for font in sorted(find_static_file(FONT).parent.glob("*.ttf")):
        # the size alone: a font of equal size with other glyphs would go unnoticed
        yield f"{font.name} {font.stat().st_size}"
