"""Everything that an evening needs on paper, in the order of its use."""

from collections.abc import Iterator, Sequence
from functools import partial

from tournaments.base.access import Right
from tournaments.core.formats.registry import find_format
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.paper.documents.document import DocumentType, Packed, PaperMoment
from tournaments.paper.documents.options import DocumentOptions, OptionName
from tournaments.paper.documents.packs import (
    Chapter,
    PackContents,
    coded_chapters,
    colour_by_colour,
    pack_contents,
)
from tournaments.paper.documents.ready import require_nothing
from tournaments.paper.queries.papers import evening_kinds
from tournaments.paper.queries.printed_sheets import SheetContent


def evening_pack(documents: Sequence[DocumentType]) -> DocumentType:
    """The pack of those `documents` that an evening needs before and while it is played."""
    held = tuple(each for each in documents if each.moment is not PaperMoment.AFTER)
    return DocumentType(
        kind=DocumentKind.EVENING_PACK,
        right=Right.PRINT,
        require=require_nothing,
        build=partial(_build, held),
        template="tournaments/paper/pdf/pack.html",
        stylesheet="css/print/pack.css",
        options=frozenset({OptionName.KINDS}),
        holds=held,
        usual=evening_kinds,
        inside=_inside,
        coded=partial(_coded, held),
    )


def _build(
    held: Sequence[DocumentType], tournament: Tournament, options: DocumentOptions
) -> tuple[PackContents, ...]:
    """The page of contents with what follows it; nothing when no document can be made."""
    contents = pack_contents(_chapters(held, tournament, options), tournament)
    return (contents,) if contents.documents else ()


def _coded(
    held: Sequence[DocumentType], tournament: Tournament, options: DocumentOptions
) -> tuple[SheetContent, ...]:
    return coded_chapters(_chapters(held, tournament, options), tournament)


def _inside(contents: PackContents) -> tuple[Packed, ...]:
    return contents.documents


def _chapters(
    held: Sequence[DocumentType], tournament: Tournament, options: DocumentOptions
) -> Iterator[Chapter]:
    played = find_format(tournament.format)
    wanted = set(options.kinds) or evening_kinds(played)
    plain = DocumentOptions(site=options.site)
    chosen = [(each, plain) for each in held if each.kind in wanted and each.is_for(played)]
    return colour_by_colour(chosen, tournament)
