"""Everything that an evening needs on paper, in the order of its use."""

from collections.abc import Sequence
from functools import partial

from tournaments.access import Right
from tournaments.documents.document import DocumentType, Moment
from tournaments.documents.options import OptionName
from tournaments.documents.packs import USUAL, build_pack, coded_in_pack, inside_pack
from tournaments.documents.ready import require_nothing
from tournaments.enums import DocumentKind


def evening_pack(documents: Sequence[DocumentType]) -> DocumentType:
    """The pack of those `documents` that an evening needs before and while it is played."""
    held = tuple(each for each in documents if each.moment is not Moment.AFTER)
    return DocumentType(
        kind=DocumentKind.EVENING_PACK,
        right=Right.PRINT,
        require=require_nothing,
        build=partial(build_pack, held, USUAL),
        template="tournaments/pdf/pack.html",
        stylesheet="css/print/pack.css",
        options=frozenset({OptionName.KINDS}),
        holds=held,
        usual=USUAL,
        inside=inside_pack,
        coded=partial(coded_in_pack, held, USUAL),
    )
