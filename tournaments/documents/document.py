"""What a kind of document is, and how any of them becomes HTML or PDF."""

import datetime
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from common.errors import AppError
from common.pdf import PdfPart, PdfProgress, render_pdf
from common.pdf_joining import PdfProperties
from tournaments.access import Right
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.documents.options import (
    PLAIN,
    DocumentOptions,
    OptionName,
    bad_options,
    no_such_option,
    options_json,
)
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.queries.printed_sheets import SheetContent

BASE_STYLES = "css/print/base.css"


class Moment(StrEnum):
    """When an evening needs a document."""

    BEFORE = "before"
    DURING = "during"
    AFTER = "after"


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentType:
    """One kind of document: who may have it, what it needs, how it is made."""

    kind: DocumentKind
    right: Right
    """Needed to ask for it, look at it and fetch it."""
    require: Callable[[Tournament], None]
    """Raises an AppError that says what to do first, or returns."""
    build: Callable[[Tournament, DocumentOptions], Sequence[Any]]
    """The content, sheet by sheet; a sheet is a page, unless the document flows and is one sheet."""
    template: str
    stylesheet: str
    is_for: Callable[[TournamentFormat], bool] = lambda tournament_format: True
    """Whether tournaments of this format have a use for it."""
    moment: Moment = Moment.BEFORE
    """Where the page of documents lists it."""
    sheets_per_part: int = 8
    """Sheets rendered together, between two signs of progress."""
    options: frozenset[OptionName] = frozenset()
    """What may be chosen; `build` reads these and no other, but for the address of the site."""
    parts: tuple[tuple[str, str | Promise], ...] = ()
    """Codes and labels of what the document may hold, where PART is an option; "", the usual one, first."""
    per_sheets: tuple[int, ...] = ()
    """How many may stand on a sheet, where PER_SHEET is an option; the usual number first."""
    coded: Callable[[Tournament, DocumentOptions], Sequence[SheetContent]] = lambda tournament, options: ()
    """The sheets that carry a code, as `build` sets them: their codes are issued before."""

    def check_options(self, options: DocumentOptions) -> None:
        """Refuse what this kind does not honour (`bad_options`, with the sentence at each field)."""
        wrong = {name: self._wrong_value(name, value) for name, value in options_json(options).items()}
        if any(wrong.values()):
            raise bad_options({name: sentence for name, sentence in wrong.items() if sentence})

    def _wrong_value(self, name: str, value: object) -> str:
        if name == "site":
            return ""
        if name not in self.options:
            return no_such_option()
        if name == OptionName.PART and value not in dict(self.parts):
            return _("Ce document n’a pas cette partie.")
        if name == OptionName.PER_SHEET and value not in self.per_sheets:
            return _("Choisissez parmi %(numbers)s.") % {"numbers": ", ".join(map(str, self.per_sheets))}
        return ""


def without_options(
    build: Callable[[Tournament], Sequence[Any]],
) -> Callable[[Tournament, DocumentOptions], Sequence[Any]]:
    """The builder of a kind that leaves nothing to choose."""
    return lambda tournament, options: build(tournament)


def with_boards(tournament_format: TournamentFormat) -> bool:
    """For papers of étuis: the same deals are played at several tables."""
    return tournament_format.needs_dealt_boards


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """What every page says of the event."""

    club: str
    tournament: str
    starts_on: datetime.date


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """One sheet with its place in the document."""

    number: int
    """From 1."""
    content: Any


def build_sheets(
    document_type: DocumentType, tournament: Tournament, options: DocumentOptions = PLAIN
) -> tuple[Sheet, ...]:
    """The sheets of a document, once what it needs exists.

    Raises:
        AppError: something must be done first, or what was chosen leaves nothing (`nothing_to_print`); the
            message says what to do.
    """
    document_type.require(tournament)
    built = document_type.build(tournament, options)
    if not built:
        raise AppError("nothing_to_print", _("Rien à imprimer avec ces choix : élargissez-les."))
    return tuple(Sheet(number=number, content=content) for number, content in enumerate(built, start=1))


def preview_html(
    document_type: DocumentType,
    tournament: Tournament,
    *,
    language: str,
    options: DocumentOptions = PLAIN,
    first: int | None = None,
) -> str:
    """The document, or its first sheets, as one page for a browser. Raises as `build_sheets`."""
    with translation.override(language):
        sheets = build_sheets(document_type, tournament, options)
        return _html(document_type, tournament, options, sheets[:first], len(sheets), is_preview=True)


def document_pdf(
    document_type: DocumentType,
    tournament: Tournament,
    *,
    language: str,
    options: DocumentOptions = PLAIN,
    started: PdfProgress,
    progress: PdfProgress,
) -> bytes:
    """The document as PDF.

    Args:
        started: told how many sheets there are before the first is rendered.
        progress: told after each part how many pages are ready.

    Raises:
        AppError: as `build_sheets` and `render_pdf`.
    """
    with translation.override(language):
        sheets = build_sheets(document_type, tournament, options)
        started(len(sheets))
        properties = PdfProperties(
            title=_title(document_type, tournament), author=tournament.club.name, language=language
        )
        parts = sheet_parts(document_type, tournament, options, sheets)
        return render_pdf(parts, properties=properties, progress=progress)


def sheet_parts(
    document_type: DocumentType,
    tournament: Tournament,
    options: DocumentOptions,
    sheets: Sequence[Sheet],
    *,
    chapter: str = "",
) -> Iterator[PdfPart]:
    """The sheets as parts to render, each written when it is drawn, in the language of that moment.

    Args:
        chapter: bookmark above those of the document, "" for none.
    """
    for start in range(0, len(sheets), document_type.sheets_per_part):
        together = sheets[start : start + document_type.sheets_per_part]
        yield PdfPart(
            html=_html(document_type, tournament, options, together, len(sheets)),
            stylesheets=(BASE_STYLES, document_type.stylesheet),
            chapter=chapter,
        )


def _html(
    document_type: DocumentType,
    tournament: Tournament,
    options: DocumentOptions,
    sheets: Sequence[Sheet],
    sheet_count: int,
    *,
    is_preview: bool = False,
) -> str:
    context = {
        "title": _title(document_type, tournament),
        "kind_label": document_type.kind.label,
        "heading": _heading(tournament),
        "options": options,
        "sheets": sheets,
        "sheet_count": sheet_count,
        "is_preview": is_preview,
        "stylesheets": (BASE_STYLES, document_type.stylesheet) if is_preview else (),
        "LANGUAGE_CODE": translation.get_language(),
    }
    return render_to_string(document_type.template, context)


def _heading(tournament: Tournament) -> Heading:
    """The event as every page names it; practice says so first."""
    name = tournament.name
    if tournament.is_practice:
        name = _("ENTRAÎNEMENT – %(name)s") % {"name": name}
    return Heading(club=tournament.club.name, tournament=name, starts_on=tournament.starts_on)


def _title(document_type: DocumentType, tournament: Tournament) -> str:
    return f"{tournament.name} – {document_type.kind.label}"
