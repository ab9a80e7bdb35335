"""What a kind of document is, and how any of them becomes HTML or PDF."""

import datetime
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.functional import Promise
from django.utils.html import strip_tags
from django.utils.translation import gettext as _

from common.errors import AppError
from common.workers.forking import TooMuchMemory, TooMuchTime, WorkFailed
from tournaments.base.access import Right
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.paper.documents.adjusted import draw_adjusted, find_text
from tournaments.paper.documents.looks import Look, load_look
from tournaments.paper.documents.notes import add_note, printable
from tournaments.paper.documents.options import (
    PLAIN,
    DocumentOptions,
    OptionName,
    bad_options,
    no_such_option,
    options_json,
)
from tournaments.paper.documents.sandbox import TemplateRefused, too_large, too_long
from tournaments.paper.pdf.folding import PageOrder
from tournaments.paper.pdf.joining import PdfProperties
from tournaments.paper.pdf.rendering import PdfPart, PdfProgress, render_pdf
from tournaments.paper.queries.printed_sheets import SheetContent

BASE_STYLES = "css/print/base.css"
ADJUSTED = "tournaments/paper/pdf/adjusted.html"


class PaperMoment(StrEnum):
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
    moment: PaperMoment = PaperMoment.BEFORE
    """Where the page of documents lists it."""
    sheets_per_part: int = 8
    """Sheets rendered together, between two signs of progress."""
    sides: Callable[[DocumentOptions], PageOrder | None] = lambda options: None
    """How its pages are laid two by two on sheets to fold or to cut; None for one by one."""
    options: frozenset[OptionName] = frozenset()
    """What may be chosen; `build` reads these and no other, but for the address of the site."""
    parts: tuple[tuple[str, str | Promise], ...] = ()
    """Codes and labels of what the document may hold, where PART is an option; "", the usual one, first."""
    per_sheets: tuple[int, ...] = ()
    """How many may stand on a sheet, where PER_SHEET is an option; the usual number first."""
    coded: Callable[[Tournament, DocumentOptions], Sequence[SheetContent]] = lambda tournament, options: ()
    """The sheets that carry a code, as `build` sets them: their codes are issued before."""

    holds: tuple["DocumentType", ...] = ()
    """What a pack may hold, where KINDS is an option."""
    usual: Callable[[TournamentFormat], frozenset[DocumentKind]] = lambda tournament_format: frozenset()
    """What a pack holds unless its kinds are chosen."""
    inside: "Callable[[Any], Sequence[Packed]]" = lambda content: ()
    """The documents that follow a sheet of this content: a pack's, after its page of contents."""

    def right_with(self, options: DocumentOptions) -> Right:
        """What it takes to have the document with these options: a pack may hold secret ones."""
        chosen = {each.right for each in self.holds if each.kind in options.kinds}
        return Right.SEE_DEALS if Right.SEE_DEALS in chosen else self.right

    def check_options(self, options: DocumentOptions) -> None:
        """Refuse what this kind does not honour (`bad_options`, with the sentence at each field)."""
        wrong = {name: self._wrong_value(name, value) for name, value in options_json(options).items()}
        if any(wrong.values()):
            raise bad_options({name: sentence for name, sentence in wrong.items() if sentence})

    def _wrong_value(self, name: str, value: Any) -> str:
        if name == "site":
            return ""
        if name not in self.options:
            return no_such_option()
        if name == OptionName.KINDS and not {each.kind for each in self.holds}.issuperset(value):
            return _("Ce document ne contient pas tout cela.")
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
class PlacedSheet:
    """One sheet with its place in the document."""

    number: int
    """From 1."""
    content: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Packed:
    """A document within a pack."""

    document_type: DocumentType
    options: DocumentOptions
    chapter: str
    """As the table of contents and the bookmarks call it."""
    sheets: tuple[PlacedSheet, ...]


def build_sheets(
    document_type: DocumentType, tournament: Tournament, options: DocumentOptions = PLAIN
) -> tuple[PlacedSheet, ...]:
    """The sheets of a document, once what it needs exists.

    Raises:
        AppError: something must be done first, or what was chosen leaves nothing (`nothing_to_print`); the
            message says what to do.
    """
    document_type.require(tournament)
    built = document_type.build(tournament, options)
    if not built:
        raise AppError("nothing_to_print", _("Rien à imprimer avec ces choix : élargissez-les."))
    return tuple(PlacedSheet(number=number, content=content) for number, content in enumerate(built, start=1))


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
        page = _Page(document_type, tournament, options, len(sheets), load_look(tournament.club), True)
        shown = sheets[:first]
        (body,) = _bodies(page, [shown])
        return _html(page, shown, body)


def html_by(
    text: str,
    look: Look,
    document_type: DocumentType,
    tournament: Tournament,
    options: DocumentOptions = PLAIN,
) -> str:
    """The whole document by a template that is being adjusted, as one page for a browser.

    Raises:
        TemplateRefused: as `draw_adjusted`.
        AppError: as `build_sheets`, or `draw_adjusted`.
    """
    sheets = build_sheets(document_type, tournament, options)
    page = _Page(document_type, tournament, options, len(sheets), look, True)
    (body,) = draw_adjusted(text, document_type.template, [_context(page, sheets)])
    if not _says_something(body, tournament):
        raise TemplateRefused(_("ce gabarit n’imprime rien de ce document."))
    return _html(page, sheets, body)


def _says_something(body: str, tournament: Tournament) -> bool:
    """Return whether sheets hold the event, its club or a figure; constant text alone is no paper."""
    text = strip_tags(body)
    return tournament.name in text or tournament.club.name in text or any(map(str.isdigit, text))


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
        started(sum(1 + _inner_count(document_type, sheet) for sheet in sheets))
        properties = PdfProperties(
            title=_title(document_type, tournament), author=tournament.club.name, language=language
        )
        text = find_text(tournament.club, document_type.kind)
        try:
            parts = document_parts(document_type, tournament, options, sheets)
            return render_pdf(parts, properties=properties, progress=progress)
        except WorkFailed as error:
            if not text:
                raise
            add_note(_template_left_aside(document_type, _why_failed(error)))
        originals = sheet_parts(document_type, tournament, options, sheets, is_original=True)
        return render_pdf(originals, properties=properties, progress=progress)


def _why_failed(error: WorkFailed) -> str:
    """Return why an adjusted template, which could be drawn, could not be made a PDF."""
    if isinstance(error, TooMuchTime):
        return too_long()
    if isinstance(error, TooMuchMemory):
        return too_large()
    return _("il n’a pas pu être mis en pages")


def _template_left_aside(document_type: DocumentType, why: str) -> str:
    told = _("Votre gabarit de « %(kind)s » ne passe pas (%(why)s) : l’original est imprimé.")
    return told % {"kind": document_type.kind.label, "why": why}


def document_parts(
    document_type: DocumentType,
    tournament: Tournament,
    options: DocumentOptions,
    sheets: Sequence[PlacedSheet],
) -> Iterator[PdfPart]:
    """Everything that the document shows, each part written when it is drawn; a pack's documents, too."""
    yield from sheet_parts(document_type, tournament, options, sheets)
    for sheet in sheets:
        for packed in document_type.inside(sheet.content):
            yield from sheet_parts(
                packed.document_type, tournament, packed.options, packed.sheets, chapter=packed.chapter
            )


def _inner_count(document_type: DocumentType, sheet: PlacedSheet) -> int:
    return sum(len(packed.sheets) for packed in document_type.inside(sheet.content))


def sheet_parts(
    document_type: DocumentType,
    tournament: Tournament,
    options: DocumentOptions,
    sheets: Sequence[PlacedSheet],
    *,
    chapter: str = "",
    is_original: bool = False,
) -> Iterator[PdfPart]:
    """The sheets as parts to render, each written when it is drawn, in the language of that moment.

    Args:
        chapter: bookmark above those of the document, "" for none.
        is_original: the club's own template is left aside.
    """
    page = _Page(document_type, tournament, options, len(sheets), load_look(tournament.club), False)
    size = document_type.sheets_per_part
    parts = [sheets[start : start + size] for start in range(0, len(sheets), size)]
    bodies = [None] * len(parts) if is_original else _bodies(page, parts)
    for together, body in zip(parts, bodies, strict=True):
        yield PdfPart(
            html=printable(_html(page, together, body)),
            stylesheets=(BASE_STYLES, document_type.stylesheet),
            chapter=chapter,
            sides=document_type.sides(options),
        )


@dataclass(frozen=True, slots=True)
class _Page:
    """What all parts of a document have in common."""

    document_type: DocumentType
    tournament: Tournament
    options: DocumentOptions
    sheet_count: int
    look: Look
    is_preview: bool


def _bodies(page: _Page, parts: Sequence[Sequence[PlacedSheet]]) -> Sequence[str | None]:
    """The sheets of each part as the club's own template sets them; None for the original. One query.

    With an error in it the template is noted and left aside, for all parts.
    """
    originals: list[str | None] = [None] * len(parts)
    text = find_text(page.tournament.club, page.document_type.kind)
    if not text:
        return originals
    try:
        contexts = [_context(page, together) for together in parts]
        return draw_adjusted(text, page.document_type.template, contexts)
    except TemplateRefused as error:
        add_note(_template_left_aside(page.document_type, str(error.message)))
        return originals


def _context(page: _Page, sheets: Sequence[PlacedSheet]) -> dict[str, Any]:
    styles = (BASE_STYLES, page.document_type.stylesheet)
    return {
        "title": _title(page.document_type, page.tournament),
        "kind_label": page.document_type.kind.label,
        "heading": _heading(page.tournament),
        "options": page.options,
        "look": page.look,
        "sheets": sheets,
        "sheet_count": page.sheet_count,
        "is_preview": page.is_preview,
        "stylesheets": styles if page.is_preview else (),
        "LANGUAGE_CODE": translation.get_language(),
    }


def _html(page: _Page, sheets: Sequence[PlacedSheet], body: str | None) -> str:
    """A whole page of these sheets, set by the original or as `body`."""
    context = _context(page, sheets)
    if body is None:
        return render_to_string(page.document_type.template, context)
    return render_to_string(ADJUSTED, context | {"adjusted": body})


def _heading(tournament: Tournament) -> Heading:
    """The event as every page names it; practice says so first."""
    name = tournament.name
    if tournament.is_practice:
        name = _("ENTRAÎNEMENT – %(name)s") % {"name": name}
    return Heading(club=tournament.club.name, tournament=name, starts_on=tournament.starts_on)


def _title(document_type: DocumentType, tournament: Tournament) -> str:
    return f"{tournament.name} – {document_type.kind.label}"
