"""The type of a document, and the steps that turn any document into HTML or PDF."""

import datetime
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from typing import Any

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.functional import Promise
from django.utils.html import strip_tags
from django.utils.translation import gettext as _

from accounts.language_codes import reader_language
from common.errors import AppError
from common.workers.forking import TooMuchMemory, TooMuchTime, WorkFailed
from tournaments.base.access import Right
from tournaments.base.words.event_language import event_language
from tournaments.core.colours import grey_of
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.enums import DocumentKind
from tournaments.events.services.events import refuse_cancelled
from tournaments.models import Tournament
from tournaments.paper.documents.making.adjusted import draw_adjusted, find_text
from tournaments.paper.documents.making.lazy_sheets import LazySheets
from tournaments.paper.documents.making.looks import Look, load_look
from tournaments.paper.documents.making.notes import add_note, printable
from tournaments.paper.documents.making.options import (
    PLAIN,
    SET_BY_PROGRAM,
    DocumentOptions,
    OptionName,
    bad_options,
    no_such_option,
    options_json,
)
from tournaments.paper.documents.making.sandbox import (
    TemplateRefused,
    memory_refusal,
    original_text,
    too_long,
)
from tournaments.paper.documents.typesetting.large_type import LargeType
from tournaments.paper.pdf.folding import PageOrder
from tournaments.paper.pdf.joining import PdfProperties
from tournaments.paper.pdf.rendering import PdfPart, PdfProgress, render_pdf
from tournaments.paper.queries.printed_sheets import SheetContent

BASE_STYLES = "css/print/base.css"
ADJUSTED = "tournaments/paper/pdf/adjusted.html"
DRAWN_COLOUR = re.compile(r'(\b(?:fill|stroke)=")(#[0-9a-f]{6})(?=")')
"""A colour of a drawing. Texts have no quotation marks of HTML."""


class PaperMoment(StrEnum):
    """Phase of an evening in which a document is needed."""

    BEFORE = "before"
    DURING = "during"
    AFTER = "after"


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentType:
    """One kind of document: the right and the data that it needs, its content and its layout."""

    kind: DocumentKind
    right: Right
    """Right to request, preview and download the document."""
    require: Callable[[Tournament], None]
    """Function that raises an AppError with the missing step, or returns."""
    build: Callable[[Tournament, DocumentOptions], Sequence[Any]]
    """Function that returns the content, sheet by sheet.

    A sheet is a page. A document that flows over several pages is one sheet.
    """
    shared_styles: str = ""
    """Name of a style sheet that several kinds share; "" for one with the name of the kind."""
    is_for: Callable[[TournamentFormat], bool] = lambda tournament_format: True
    """Predicate: True for a format whose tournaments can use the document."""
    moment: PaperMoment = PaperMoment.BEFORE
    """Phase under which the page of documents lists it."""
    sheets_per_part: int = 16
    """Number of sheets that are rendered together, between two progress reports."""
    sides: Callable[[DocumentOptions], PageOrder | None] = lambda options: None
    """Function that returns the order of pages on sheets to fold or to cut; None for one page per side."""
    options: frozenset[OptionName] = frozenset()
    """Options of the document besides greys. `build` reads these alone, and the address of the site."""
    large: LargeType | None = None
    """Form in large type, where LARGE_TYPE is an option. A pack has none of its own."""
    parts: tuple[tuple[str, str | Promise], ...] = ()
    """Codes and labels of the document's variants, where PART is an option; the default, "", first."""
    per_sheets: tuple[int, ...] = ()
    """Possible numbers of cards on a sheet, where PER_SHEET is an option; the default first."""
    coded: Callable[[Tournament, DocumentOptions], Sequence[SheetContent]] = lambda tournament, options: ()
    """Function that returns the sheets with a code. Their codes are issued before `build` runs."""

    beginning: Callable[[Any], Any] = lambda content: content
    """Function that returns the first pages of a long sheet, for previews; a short sheet as it is."""
    loaded: Callable[[Any], Any] = lambda content: content
    """Function that returns a sheet with what it would query when it is read, for a club's own template."""
    holds: tuple["DocumentType", ...] = ()
    """Documents that a pack may contain, where KINDS is an option."""
    usual: Callable[[TournamentFormat], frozenset[DocumentKind]] = lambda tournament_format: frozenset()
    """Function that returns the default kinds of a pack."""
    inside: "Callable[[Any], Sequence[Packed]]" = lambda content: ()
    """Function that returns the documents after a sheet: those of a pack, after its table of contents."""

    @property
    def template(self) -> str:
        return f"tournaments/paper/pdf/{self.kind}.html"

    @property
    def stylesheet(self) -> str:
        return f"css/print/{self.shared_styles or self.kind}.css"

    def accepts(self, name: str) -> bool:
        """Return whether the document has an option. All of them have greys."""
        return name == OptionName.GREY or name in self.options

    def laid_out(self, options: DocumentOptions) -> DocumentOptions:
        """Return the options by which the document is laid out: large type implies some of them."""
        return replace(options, **self.large.implied) if self.large and options.large_type else options

    def right_with(self, options: DocumentOptions) -> Right:
        """Return the right that the document needs with these options. A pack may contain secret ones."""
        rights = {inner_type.right for inner_type in self.holds if inner_type.kind in options.kinds}
        return Right.SEE_DEALS if Right.SEE_DEALS in rights else self.right

    def check_options(self, options: DocumentOptions) -> None:
        """Refuse options and values that this kind does not have.

        Raises:
            AppError: `bad_options`, with a sentence at each field.
        """
        problems = {name: self._value_problem(name, value) for name, value in options_json(options).items()}
        if any(problems.values()):
            raise bad_options({name: sentence for name, sentence in problems.items() if sentence})

    def _value_problem(self, name: str, value: Any) -> str:
        if name in SET_BY_PROGRAM:
            return ""
        if not self.accepts(name):
            return no_such_option()
        if name == OptionName.KINDS and not {inner_type.kind for inner_type in self.holds}.issuperset(value):
            return _("Ce document ne contient pas tout cela.")
        if name == OptionName.PART and value not in dict(self.parts):
            return _("Ce document n’a pas cette partie.")
        if name == OptionName.PER_SHEET and value not in self.per_sheets:
            return _("Choisissez parmi %(numbers)s.") % {"numbers": ", ".join(map(str, self.per_sheets))}
        return ""


def without_options(
    build: Callable[[Tournament], Sequence[Any]],
) -> Callable[[Tournament, DocumentOptions], Sequence[Any]]:
    """Return the builder of a kind without options."""
    return lambda tournament, options: build(tournament)


def with_boards(tournament_format: TournamentFormat) -> bool:
    """True if the same deals are played at several tables, so that the event has étuis."""
    return tournament_format.needs_dealt_boards


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """Data of the event that every page shows."""

    club: str
    tournament: str
    starts_on: datetime.date


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedSheet:
    """One sheet with its place in the document."""

    number: int
    """Number of the sheet, from 1."""
    content: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Packed:
    """A document inside a pack."""

    document_type: DocumentType
    options: DocumentOptions
    chapter: str
    """Title in the table of contents and in the bookmarks."""
    sheets: Sequence[PlacedSheet]


def build_sheets(
    document_type: DocumentType, tournament: Tournament, options: DocumentOptions = PLAIN
) -> Sequence[PlacedSheet]:
    """Return the sheets of a document. A sheet may be built when it is read (documents/lazy_sheets.py).

    Raises:
        AppError: the event is cancelled, a step is missing, or the options leave no content
            (`nothing_to_print`). The message names what to do.
    """
    refuse_cancelled(tournament)
    document_type.require(tournament)
    contents = document_type.build(tournament, document_type.laid_out(options))
    if not contents:
        raise AppError("nothing_to_print", _("Rien à imprimer avec ces choix : élargissez-les."))
    return LazySheets(partial(_placed_sheet, contents, place) for place in range(len(contents)))


def _placed_sheet(contents: Sequence[Any], place: int) -> PlacedSheet:
    return PlacedSheet(number=place + 1, content=contents[place])


def preview_html(
    document_type: DocumentType,
    tournament: Tournament,
    *,
    language: str,
    options: DocumentOptions = PLAIN,
    first: int | None = None,
) -> str:
    """Return the document, or its first sheets, as one page for a browser. Raises as `build_sheets`."""
    with translation.override(event_language(tournament, language)):
        sheets = build_sheets(document_type, tournament, options)
        look = _look(tournament, options)
        page = _Page(
            document_type, tournament, document_type.laid_out(options), len(sheets), look, is_preview=True
        )
        first_sheets = sheets[:first]
        if first is not None:
            page, first_sheets = _with_beginnings(page, first_sheets)
        (body,) = _adjusted_bodies(page, [first_sheets])
        return _page_html(page, first_sheets, body)


def _with_beginnings(page: "_Page", sheets: Sequence[PlacedSheet]) -> tuple["_Page", Sequence[PlacedSheet]]:
    """Return the page and the sheets of a preview with the beginning of each long sheet alone."""
    beginnings = [replace(sheet, content=page.document_type.beginning(sheet.content)) for sheet in sheets]
    is_cut = any(
        beginning.content is not sheet.content for beginning, sheet in zip(beginnings, sheets, strict=True)
    )
    return replace(page, is_cut=is_cut), beginnings


def html_by(
    text: str,
    look: Look,
    document_type: DocumentType,
    tournament: Tournament,
    options: DocumentOptions = PLAIN,
) -> str:
    """Return the whole document, set by a template that is being edited, as one page for a browser.

    Raises:
        TemplateRefused: as `draw_adjusted`, or the template prints nothing, or no data of the event
            where the original does.
        AppError: as `build_sheets` or `draw_adjusted`.
    """
    sheets = build_sheets(document_type, tournament, options)
    page = _Page(
        document_type, tournament, document_type.laid_out(options), len(sheets), look, is_preview=True
    )
    template, context = document_type.template, _loaded_context(page, sheets)
    (body,) = draw_adjusted(text, template, [context])
    # an empty text would be accepted otherwise, and print blank sheets
    if not _shows_event_data(body, tournament):
        (original,) = draw_adjusted(original_text(template), template, [context])
        # boards of orientations have no data of the event at all
        if not strip_tags(body).strip() or _shows_event_data(original, tournament):
            raise TemplateRefused(_("ce gabarit n’imprime rien de ce document."))
    return _page_html(page, sheets, body)


def _shows_event_data(body: str, tournament: Tournament) -> bool:
    """Return whether sheets show the event, its club or a figure. Constant text alone is refused."""
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
    """Return the document as PDF.

    A club's own template that cannot be set as pages is replaced by the original, with a note.

    Args:
        started: callback with the number of sheets, called before the first one is rendered.
        progress: callback with the number of finished pages, called after each part.

    Raises:
        AppError: as `build_sheets` and `render_pdf`.
    """
    with translation.override(event_language(tournament, language)):
        sheets = build_sheets(document_type, tournament, options)
        # a pack's table of contents counts as one sheet
        started(sum(1 + _inner_count(document_type, sheet) for sheet in sheets))
        properties = PdfProperties(
            title=_title(document_type, tournament), author=tournament.club.name, language=language
        )
        text = find_text(tournament.club, document_type.kind)
        try:
            parts = document_parts(document_type, tournament, options, sheets)
            return render_pdf(parts, properties=properties, progress=progress)
        except WorkFailed as error:
            # without a template of the club, the failure is our own
            if not text:
                raise
            add_note(_fallback_note(document_type, _failure_reason(error)))
        original_parts = sheet_parts(document_type, tournament, options, sheets, is_original=True)
        return render_pdf(original_parts, properties=properties, progress=progress)


def _failure_reason(error: WorkFailed) -> str:
    """Return the reason why an adjusted template was drawn, but could not be made a PDF."""
    if isinstance(error, TooMuchTime):
        return too_long()
    if isinstance(error, TooMuchMemory):
        return memory_refusal()
    return _("il n’a pas pu être mis en pages")


def _fallback_note(document_type: DocumentType, why: str) -> str:
    message = _("Votre gabarit de « %(kind)s » ne passe pas (%(why)s) : l’original est imprimé.")
    return message % {"kind": document_type.kind.label, "why": why}


def document_parts(
    document_type: DocumentType,
    tournament: Tournament,
    options: DocumentOptions,
    sheets: Sequence[PlacedSheet],
) -> Iterator[PdfPart]:
    """Yield all parts of the document, then those of the documents inside a pack. HTML is made on demand."""
    yield from sheet_parts(document_type, tournament, options, sheets)
    for sheet in sheets:
        for inner_document in document_type.inside(sheet.content):
            yield from sheet_parts(
                inner_document.document_type,
                tournament,
                inner_document.options,
                inner_document.sheets,
                chapter=inner_document.chapter,
            )


def _inner_count(document_type: DocumentType, sheet: PlacedSheet) -> int:
    return sum(len(inner_document.sheets) for inner_document in document_type.inside(sheet.content))


def sheet_parts(
    document_type: DocumentType,
    tournament: Tournament,
    options: DocumentOptions,
    sheets: Sequence[PlacedSheet],
    *,
    chapter: str = "",
    is_original: bool = False,
) -> Iterator[PdfPart]:
    """Yield the sheets as parts to render. HTML is made on demand, in the language that is active then.

    Args:
        chapter: bookmark above the bookmarks of the document, "" for none.
        is_original: True to ignore the club's own template.
    """
    layout_options = document_type.laid_out(options)
    look = _look(tournament, options)
    page = _Page(document_type, tournament, layout_options, len(sheets), look, is_preview=False)
    scale = document_type.large.scale if document_type.large and options.large_type else 1
    size = document_type.sheets_per_part
    parts = [sheets[start : start + size] for start in range(0, len(sheets), size)]
    bodies = [None] * len(parts) if is_original else _adjusted_bodies(page, parts)
    for part_sheets, body in zip(parts, bodies, strict=True):
        yield PdfPart(
            html=printable(_page_html(page, part_sheets, body)),
            stylesheets=(BASE_STYLES, document_type.stylesheet),
            chapter=chapter,
            sides=document_type.sides(layout_options),
            scale=scale,
            is_letter=look.is_letter,
        )


@dataclass(frozen=True, slots=True)
class _Page:
    """Data that all parts of a document share."""

    document_type: DocumentType
    tournament: Tournament
    options: DocumentOptions
    sheet_count: int
    look: Look
    is_preview: bool
    is_cut: bool = False
    """True if a preview has the beginning of a long sheet alone."""


def _adjusted_bodies(page: _Page, parts: Sequence[Sequence[PlacedSheet]]) -> Sequence[str | None]:
    """Return the sheets of each part as the club's own template sets them; None for the original. One query.

    A template with an error is noted and ignored for all parts.
    """
    originals: list[str | None] = [None] * len(parts)
    text = find_text(page.tournament.club, page.document_type.kind)
    if not text:
        return originals
    try:
        # one call for all parts, so that an error in one of them leaves the originals for all
        contexts = [_loaded_context(page, part_sheets) for part_sheets in parts]
        return draw_adjusted(text, page.document_type.template, contexts)
    except TemplateRefused as error:
        add_note(_fallback_note(page.document_type, str(error.message)))
        return originals


def _loaded_context(page: _Page, sheets: Sequence[PlacedSheet]) -> dict[str, Any]:
    """Return the context for a process without the database."""
    return _context(
        page, [replace(sheet, content=page.document_type.loaded(sheet.content)) for sheet in sheets]
    )


def _context(page: _Page, sheets: Sequence[PlacedSheet]) -> dict[str, Any]:
    # a browser loads the style sheets itself; `render_pdf` gets them from the part
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
        "is_cut": page.is_cut,
        "stylesheets": styles if page.is_preview else (),
        "LANGUAGE_CODE": reader_language(),
    }


def _page_html(page: _Page, sheets: Sequence[PlacedSheet], body: str | None) -> str:
    """Return a whole page of these sheets, with the original template or with `body`."""
    context = _context(page, sheets)
    if body is None:
        html = render_to_string(page.document_type.template, context)
    else:
        html = render_to_string(ADJUSTED, context | {"adjusted": body})
    return _with_grey_drawings(html) if page.options.grey else html


def _with_grey_drawings(html: str) -> str:
    """Return a page with greys in its drawings. Style sheets have greys of their own (`tokens.css`)."""
    return DRAWN_COLOUR.sub(lambda match: match[1] + grey_of(match[2]), html)


def _look(tournament: Tournament, options: DocumentOptions) -> Look:
    """Return the look of the club's papers, in greys if that is chosen. One query."""
    look = load_look(tournament.club)
    return look.in_greys() if options.grey else look


def _heading(tournament: Tournament) -> Heading:
    """Return the heading of every page. A practice event is marked as such."""
    name = tournament.name
    if tournament.is_practice:
        name = _("ENTRAÎNEMENT – %(name)s") % {"name": name}
    return Heading(club=tournament.club.name, tournament=name, starts_on=tournament.starts_on)


def _title(document_type: DocumentType, tournament: Tournament) -> str:
    return f"{tournament.name} – {document_type.kind.label}"
