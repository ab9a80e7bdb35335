"""Packs: several documents as one file, in the order of their use, after a page that says what comes.

With parallel sections the papers of the whole hall come first, then those of each colour together.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from common.errors import AppError
from tournaments.core.formats.registry import find_format
from tournaments.documents.document import DocumentType, Packed, build_sheets
from tournaments.documents.options import PLAIN, DocumentOptions, OptionName
from tournaments.documents.section_colours import colour_name
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.queries.movements import sections_of
from tournaments.queries.printed_sheets import SheetContent

USUAL = frozenset(
    {
        DocumentKind.NAME_BADGES,
        DocumentKind.SEAT_LISTS,
        DocumentKind.PERSONAL_CARDS,
        DocumentKind.MOVEMENT_SHEETS,
        DocumentKind.TABLE_CARDS,
        DocumentKind.ORIENTATION_BOARDS,
        DocumentKind.TRAVELLERS,
        DocumentKind.SCORE_SHEETS,
        DocumentKind.COVER_SHEET,
        DocumentKind.BOARD_LABELS,
    }
)
"""What every evening needs of its format; guide cards would say again what personal cards say."""
OF_THE_HALL = frozenset({DocumentKind.NAME_BADGES, DocumentKind.SEAT_LISTS})
"""Printed once for all colours, though they can be printed for one: the hall has one door and one wall."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A document that cannot be made yet."""

    chapter: str
    reason: str


@dataclass(frozen=True, slots=True)
class PackContents:
    """The first page of a pack."""

    documents: tuple[Packed, ...]
    left_out: tuple[LeftOut, ...]

    @property
    def sheet_count(self) -> int:
        return sum(len(packed.sheets) for packed in self.documents)


def build_pack(
    held: Sequence[DocumentType],
    usual: frozenset[DocumentKind],
    tournament: Tournament,
    options: DocumentOptions,
) -> tuple[PackContents, ...]:
    """The contents of a pack, its documents written already; nothing of it when none can be made.

    As many queries as the documents have, for each section those that are printed by section.
    """
    documents: list[Packed] = []
    left_out: list[LeftOut] = []
    for document_type, chapter, chosen in _chapters(held, usual, tournament, options):
        try:
            sheets = build_sheets(document_type, tournament, chosen)
        except AppError as error:
            left_out.append(LeftOut(chapter, str(error.message)))
        else:
            documents.append(
                Packed(document_type=document_type, options=chosen, chapter=chapter, sheets=sheets)
            )
    return (PackContents(tuple(documents), tuple(left_out)),) if documents else ()


def coded_in_pack(
    held: Sequence[DocumentType],
    usual: frozenset[DocumentKind],
    tournament: Tournament,
    options: DocumentOptions,
) -> tuple[SheetContent, ...]:
    """The sheets with a code of every document in the pack that can be made."""
    found: list[SheetContent] = []
    for document_type, _chapter, chosen in _chapters(held, usual, tournament, options):
        try:
            document_type.require(tournament)
        except AppError:
            continue
        found += document_type.coded(tournament, chosen)
    return tuple(found)


def inside_pack(content: PackContents) -> tuple[Packed, ...]:
    """What follows the page of contents."""
    return content.documents


def _chapters(
    held: Sequence[DocumentType],
    usual: frozenset[DocumentKind],
    tournament: Tournament,
    options: DocumentOptions,
) -> Iterator[tuple[DocumentType, str, DocumentOptions]]:
    """Each document with its title and its options: those of the hall, then colour by colour."""
    played = find_format(tournament.format)
    wanted = set(options.kinds) or usual
    chosen = [each for each in held if each.kind in wanted and each.is_for(played)]
    plain = replace(PLAIN, site=options.site)
    numbers = [section.number for section in sections_of(tournament)]
    by_colour = [each for each in chosen if len(numbers) > 1 and _is_by_colour(each)]
    for each in chosen:
        if each not in by_colour:
            yield each, _title(each), plain
    for number in numbers:
        for each in by_colour:
            yield each, f"{_title(each)} – {colour_name(number)}", replace(plain, section=number)


def _is_by_colour(document_type: DocumentType) -> bool:
    return OptionName.SECTION in document_type.options and document_type.kind not in OF_THE_HALL


def _title(document_type: DocumentType) -> str:
    label = str(document_type.kind.label)
    return label[:1].upper() + label[1:]
