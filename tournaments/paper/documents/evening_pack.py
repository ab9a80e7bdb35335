"""Pack of all documents that an evening needs, in the order of their use."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from tournaments.base.access import Right
from tournaments.core.formats.registry import find_format
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.paper.documents.making.document import DocumentType, Packed, PaperMoment
from tournaments.paper.documents.making.options import DocumentOptions, OptionName
from tournaments.paper.documents.making.packs import (
    Chapter,
    PackContents,
    coded_chapters,
    colour_by_colour,
    pack_contents,
)
from tournaments.paper.documents.making.ready import require_nothing
from tournaments.paper.queries.papers import BY_PLACE, evening_kinds, is_furniture_pack
from tournaments.paper.queries.printed_sheets import SheetContent


def evening_pack(documents: Sequence[DocumentType]) -> DocumentType:
    """Return the pack of the documents that an evening needs before and during play."""
    pack_types = tuple(
        document_type for document_type in documents if document_type.moment is not PaperMoment.AFTER
    )
    return DocumentType(
        kind=DocumentKind.EVENING_PACK,
        right=Right.PRINT,
        require=require_nothing,
        build=partial(_build, pack_types),
        shared_styles="pack",
        options=frozenset({OptionName.KINDS, OptionName.LARGE_TYPE}),
        holds=pack_types,
        usual=evening_kinds,
        inside=_inner_documents,
        coded=partial(_coded_sheets, pack_types),
    )


def _build(
    pack_types: Sequence[DocumentType], tournament: Tournament, options: DocumentOptions
) -> tuple[PackContents, ...]:
    """Return the table of contents and the documents after it; () if no document can be made."""
    contents = pack_contents(_chapters(pack_types, tournament, options), tournament)
    return (contents,) if contents.documents else ()


def _coded_sheets(
    pack_types: Sequence[DocumentType], tournament: Tournament, options: DocumentOptions
) -> tuple[SheetContent, ...]:
    return coded_chapters(_chapters(pack_types, tournament, options), tournament)


def _inner_documents(contents: PackContents) -> tuple[Packed, ...]:
    return contents.documents


def _chapters(
    pack_types: Sequence[DocumentType], tournament: Tournament, options: DocumentOptions
) -> Iterator[Chapter]:
    tournament_format = find_format(tournament.format)
    kinds = set(options.kinds) or evening_kinds(tournament_format)
    chosen_types = [
        (document_type, _inner_options(document_type, options, is_furniture=is_furniture_pack(kinds)))
        for document_type in pack_types
        if document_type.kind in kinds and document_type.is_for(tournament_format)
    ]
    return colour_by_colour(chosen_types, tournament)


def _inner_options(
    document_type: DocumentType, options: DocumentOptions, *, is_furniture: bool
) -> DocumentOptions:
    """Return the options of a document in a pack. Large type means cards of double size."""
    inner_options = DocumentOptions(site=options.site, grey=options.grey, saves_paper=not options.large_type)
    if is_furniture and document_type.kind == DocumentKind.GUIDE_CARDS:
        inner_options = replace(inner_options, part=BY_PLACE)
    if not options.large_type:
        return inner_options
    if document_type.accepts(OptionName.PER_SHEET):
        return replace(inner_options, per_sheet=max(1, document_type.per_sheets[0] // 2))
    return replace(inner_options, large_type=document_type.accepts(OptionName.LARGE_TYPE))
