"""What was chosen for a document, in a few words."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tournaments.base.words.section_colours import colour_name
from tournaments.paper.documents.document import DocumentType
from tournaments.paper.documents.options import DocumentOptions


def option_words(document_type: DocumentType | None, options: DocumentOptions) -> str:
    """The choices of one document, "" when it is whole; without the type, parts keep their code."""
    return ", ".join(_words(dict(document_type.parts) if document_type else {}, options))


def _words(parts: dict[str, object], options: DocumentOptions) -> Iterator[str]:
    if options.part:
        yield str(parts.get(options.part, options.part))
    if options.section:
        yield colour_name(options.section)
    ranges = (
        (_("positions %(range)s"), options.first_round, options.last_round),
        (_("étuis %(range)s"), options.first_board, options.last_board),
        (_("tables %(range)s"), options.first_table, options.last_table),
    )
    for text, first, last in ranges:
        if first is not None or last is not None:
            yield text % {"range": _range(first, last)}
    if options.paper:
        yield options.paper
    if options.per_sheet:
        yield _("%(number)s par feuille") % {"number": options.per_sheet}
    if options.note:
        yield options.note


def _range(first: int | None, last: int | None) -> str:
    return f"{first or ''}–{last or ''}" if first != last else str(first)
