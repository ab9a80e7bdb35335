"""Packs: several documents as one file, in the order of their use, after a table of contents."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from common.errors import AppError
from tournaments.base.words.section_colours import colour_name
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.movements.queries.movements import sections_of
from tournaments.paper.documents.making.document import DocumentType, Packed, build_sheets
from tournaments.paper.documents.making.options import DocumentOptions, OptionName
from tournaments.paper.queries.printed_sheets import SheetContent
from tournaments.seating.queries.seats import rounds_loaded_once

OF_THE_HALL = frozenset({DocumentKind.NAME_BADGES, DocumentKind.SEAT_LISTS})
"""Documents printed once for all colours: the hall has one door and one notice board.

Alone they can be printed for one colour.
"""


class Chapter(NamedTuple):
    """A document to be included in a pack."""

    document_type: DocumentType
    title: str
    options: DocumentOptions


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A document that cannot be made yet."""

    chapter: str
    reason: str


@dataclass(frozen=True, slots=True)
class PackContents:
    documents: tuple[Packed, ...]
    left_out: tuple[LeftOut, ...]


def pack_contents(chapters: Iterable[Chapter], tournament: Tournament) -> PackContents:
    """Build the documents of a pack. Return them, and the refused ones with the reason.

    The queries are those of the documents, those of the seats once for all.
    """
    documents: list[Packed] = []
    left_out: list[LeftOut] = []
    with rounds_loaded_once():
        for document_type, title, options in chapters:
            try:
                sheets = build_sheets(document_type, tournament, options)
            except AppError as error:
                left_out.append(LeftOut(title, str(error.message)))
            else:
                documents.append(
                    Packed(document_type=document_type, options=options, chapter=title, sheets=sheets)
                )
    return PackContents(tuple(documents), tuple(left_out))


def coded_chapters(chapters: Iterable[Chapter], tournament: Tournament) -> tuple[SheetContent, ...]:
    """Return the sheets with a code of every document that can be made."""
    sheets: list[SheetContent] = []
    for document_type, _title, options in chapters:
        # `coded` expects what `build_sheets` checks
        try:
            document_type.require(tournament)
        except AppError:
            continue
        sheets += document_type.coded(tournament, document_type.laid_out(options))
    return tuple(sheets)


def colour_by_colour(
    documents: Sequence[tuple[DocumentType, DocumentOptions]], tournament: Tournament
) -> Iterator[Chapter]:
    """Yield the papers of the whole hall, then those of each colour if sections play in parallel."""
    numbers = [section.number for section in sections_of(tournament)]
    by_colour = [row for row in documents if len(numbers) > 1 and _is_by_colour(row[0])]
    for document_type, options in documents:
        if (document_type, options) not in by_colour:
            yield Chapter(document_type, _title(document_type), options)
    for number in numbers:
        for document_type, options in by_colour:
            title = f"{_title(document_type)} – {colour_name(number)}"
            yield Chapter(document_type, title, replace(options, section=number))


def _is_by_colour(document_type: DocumentType) -> bool:
    return OptionName.SECTION in document_type.options and document_type.kind not in OF_THE_HALL


def _title(document_type: DocumentType) -> str:
    label = str(document_type.kind.label)
    return label[:1].upper() + label[1:]
