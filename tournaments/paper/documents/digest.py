"""The fingerprint of what a document shows: where it is the same, so is the file."""

import hashlib
from collections.abc import Iterator
from importlib.metadata import version

from django.utils import translation

from tournaments.base.static_files import find_static_file
from tournaments.models import Tournament
from tournaments.paper.documents.document import BASE_STYLES, DocumentType, build_sheets, document_parts
from tournaments.paper.documents.options import PLAIN, DocumentOptions

FONT = "fonts/EtuiSans-Regular.ttf"
"""Any file of the folder of fonts."""


def document_digest(
    document_type: DocumentType, tournament: Tournament, *, language: str, options: DocumentOptions = PLAIN
) -> str:
    """SHA-256, in hexadecimal, of every part as it is to be drawn and of all that draws it.

    A club's look and templates are in the parts. Costs what writing the HTML costs, some hundredths of
    what drawing it does. Raises as `build_sheets`.
    """
    digest = hashlib.sha256()
    for text in _means():
        digest.update(text.encode())
    with translation.override(language):
        sheets = build_sheets(document_type, tournament, options)
        frame = (document_type.kind.value, language, tournament.name, tournament.club.name)
        digest.update(repr(frame).encode())
        for part in document_parts(document_type, tournament, options, sheets):
            digest.update(repr(part).encode())
    return digest.hexdigest()


def _means() -> Iterator[str]:
    """What draws: the program, the style sheets, the fonts by size."""
    yield version("weasyprint")
    for sheet in sorted(find_static_file(BASE_STYLES).parent.glob("*.css")):
        yield sheet.name
        yield sheet.read_text(encoding="utf-8")
    for font in sorted(find_static_file(FONT).parent.glob("*.ttf")):
        yield f"{font.name} {font.stat().st_size}"
