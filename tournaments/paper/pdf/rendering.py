"""Conversion of HTML to PDF by WeasyPrint, which reads only static files.

A long document comes in parts. Child processes render as many at once as there are cores
(common/workers/forking.py). The memory of a part is freed with its process, and a process that hangs can be
ended.
"""

import atexit
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.contrib.staticfiles import finders
from django.utils.translation import gettext as _

from common.errors import AppError
from common.workers.forking import Limits, can_fork_this_thread, run_in_children
from tournaments.base.static_files import find_static_file
from tournaments.paper.pdf.folding import PageOrder, fold_pages
from tournaments.paper.pdf.joining import (
    BookmarkedParts,
    PdfProperties,
    RenderedPart,
    join_parts,
    read_bookmark,
    take_apart,
)
from tournaments.paper.pdf.letter_sheets import fit_letter_sheets
from tournaments.paper.pdf.libraries import text_libraries_advice
from tournaments.paper.pdf.tagging import POINTS_PER_PIXEL, complete_tags

PNG_ADDRESS = "data:image/png;base64,"
FONTS = (
    "EtuiSans-Regular",
    "EtuiSans-Bold",
    "EtuiSansCondensed-Regular",
    "EtuiSansCondensed-Bold",
    "EtuiSansMono-Regular",
    "EtuiWorld-Regular",
    "EtuiWorld-Bold",
)
"""Fonts of css/print/base.css, in static/fonts."""
SECONDS_READ = 3600
"""Seconds for which style sheets and fonts are cached."""
_FileVersion = tuple[Path, int]
"""A file and its time of change, for the keys of caches."""
FIRST_PAGE = """
<html lang="fr"><body><h1>É</h1>
<table class="narrow"><thead><tr><th>N<td><b>1</b></table><ul><li>x</ul>
<p style="font-family: 'Etui Sans Mono'">♠ <svg viewBox="0 0 1 1"><title>x</title><path d="M0 0h1v1z"/></svg>
"""
"""Page with every font, whose rendering loads what all pages need."""
PdfProgress = Callable[[int], None]
"""Callback with the number of finished pages, called after each part and every few seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PdfPart:
    """A whole HTML page, rendered separately. Page numbers in CSS count its own pages."""

    html: str
    stylesheets: tuple[str, ...]
    """Paths among the static files, "css/print/base.css"."""
    chapter: str = ""
    """Bookmark above those of all consecutive parts with the same chapter; "" for none."""
    sides: PageOrder | None = None
    """Order of pages on sheets to fold or to cut; None for one page per side."""
    scale: float = 1
    """Factor by which the pages are drawn larger than they are laid out."""
    is_letter: bool = False
    """True to put the pages, laid out for A4, on US letter sheets."""


PART_LIMITS = Limits(cpu_seconds=60)
"""Limits of one part.

Sixteen sheets take a few seconds and 150 to 300 MB.
"""


def render_pdf(
    parts: Iterable[PdfPart],
    *,
    properties: PdfProperties,
    progress: PdfProgress,
    limits: Limits = PART_LIMITS,
) -> bytes:
    """Render the parts and join them with their tags and bookmarks.

    Parts are consumed while others are rendered, so they may come from a generator.

    Args:
        limits: limits of each part.

    Raises:
        AppError: the libraries that draw text are missing (`pdf_unavailable`: what to install), or one of our
            fonts is (`font_missing`).
        TooMuchTime, TooMuchMemory: a part exceeded its limits.
        WorkFailed: a part could not be rendered, or its process was killed.
    """
    _require_fonts()
    weasyprint = _load_weasyprint()
    finished_parts: dict[int, RenderedPart] = {}
    titles: list[str] = []

    def page_count() -> int:
        return sum(len(part.pages) for part in finished_parts.values())

    def numbered() -> Iterator[tuple[int, PdfPart]]:
        for place, part in enumerate(parts):
            titles.append(part.chapter)
            if can_fork_this_thread():
                # read before the fork, so that no child has to
                _styles(part.stylesheets)
            yield place, part

    def waiting() -> None:
        progress(page_count())

    results = run_in_children(_render, numbered(), waiting=waiting, limits=limits)
    with closing(results):
        for place, part in results:
            finished_parts[place] = part
            progress(page_count())
    chapters: list[BookmarkedParts] = []
    for place, title in enumerate(titles):
        if not chapters or chapters[-1].title != title:
            chapters.append(BookmarkedParts(title))
        chapters[-1].parts.append(finished_parts.pop(place))
    return join_parts(chapters, properties, weasyprint)


def is_static_url(url: str) -> bool:
    """Return whether `url` is a file in a folder of static files, or a PNG as a data URL."""
    if url.startswith(PNG_ADDRESS):
        return True
    address = urlsplit(url)
    if address.scheme != "file" or address.netloc:
        return False
    # `..` and links are resolved before the folders are compared
    path = Path(unquote(address.path)).resolve()
    return any(path.is_relative_to(Path(folder).resolve()) for folder in settings.STATICFILES_DIRS)


def _load_weasyprint() -> ModuleType:
    """Import WeasyPrint for the first document. The import takes most of a second and needs Pango."""
    try:
        return import_module("weasyprint")
    except OSError as error:
        raise AppError(
            "pdf_unavailable",
            _(
                "Les PDF demandent la bibliothèque Pango, absente de cette machine : %(advice)s. "
                "En attendant, imprimez l’aperçu depuis le navigateur."
            )
            % {"advice": text_libraries_advice()},
            extra={"cause": str(error)},
        ) from error


def _render(numbered_part: tuple[int, PdfPart]) -> RenderedPart:
    """Render a part, given as (number from 0, part), with static files alone. Runs in a child process."""
    place, part = numbered_part
    weasyprint, styles = _load_weasyprint(), _styles(part.stylesheets)
    page = weasyprint.HTML(string=part.html, base_url=_base_url(), url_fetcher=_static_fetcher(weasyprint))
    try:
        document = page.render(font_config=styles.fonts, stylesheets=styles.sheets)
        options = weasyprint.DEFAULT_OPTIONS | {"pdf_tags": True}
        pdf = weasyprint.pdf.generate_pdf(document, None, part.scale, **options)
        complete_tags(pdf, part.scale)
    except weasyprint.urls.FatalURLFetchingError as error:  # a BaseException, which would end the worker
        raise ValueError(str(error)) from error
    bookmarks = [
        read_bookmark(bookmark)
        for bookmark in document.make_bookmark_tree(POINTS_PER_PIXEL * part.scale, transform_pages=True)
    ]
    if part.sides is not None:
        places = fold_pages(pdf, part.sides)
        bookmarks = [bookmark.placed(places) for bookmark in bookmarks]
    if part.is_letter:
        moves = fit_letter_sheets(pdf)
        bookmarks = [bookmark.moved(moves) for bookmark in bookmarks]
    return take_apart(pdf, bookmarks, place)


@dataclass(frozen=True, slots=True)
class _Styles:
    """Style sheets that a process has read, with the fonts of all."""

    sheets: tuple[Any, ...]
    fonts: Any


def _styles(stylesheets: tuple[str, ...]) -> _Styles:
    """Return style sheets and fonts, cached by a process for an hour."""
    # systems clean up the temporary folder, where WeasyPrint puts the fonts, after some days
    hour = int(time.monotonic() // SECONDS_READ)
    base, *others = [(file, file.stat().st_mtime_ns) for file in map(find_static_file, stylesheets)]
    with_fonts = _read_base(base, hour)
    return replace(
        with_fonts, sheets=(*with_fonts.sheets, *(_read_sheet(file, base, hour) for file in others))
    )


@lru_cache(maxsize=2)
def _read_base(base: _FileVersion, hour: int) -> _Styles:
    """Return the style sheet with the fonts, after a first page: later pages need a tenth of its time."""
    weasyprint = _load_weasyprint()
    fonts = weasyprint.text.fonts.FontConfiguration()
    fetcher = _static_fetcher(weasyprint)
    styles = _Styles((weasyprint.CSS(filename=base[0], url_fetcher=fetcher, font_config=fonts),), fonts)
    page = weasyprint.HTML(string=FIRST_PAGE, base_url=_base_url(), url_fetcher=fetcher)
    page.write_pdf(font_config=fonts, stylesheets=styles.sheets, pdf_tags=True)
    return styles


@lru_cache(maxsize=64)
def _read_sheet(file: _FileVersion, base: _FileVersion, hour: int) -> Any:
    weasyprint = _load_weasyprint()
    fonts = _read_base(base, hour).fonts
    return weasyprint.CSS(filename=file[0], url_fetcher=_static_fetcher(weasyprint), font_config=fonts)


# freeing the fonts needs modules that Python unloads later at its end
atexit.register(_read_base.cache_clear)


def _require_fonts() -> None:
    """Refuse to render without our fonts (`font_missing`): text in other fonts would overflow."""
    for name in FONTS:
        if finders.find(f"fonts/{name}.ttf") is None:
            message = _(
                "La police %(file)s manque dans static/fonts : remettez ce dossier comme livré."
                " En attendant, l’aperçu s’imprime depuis le navigateur."
            )
            raise AppError("font_missing", message % {"file": f"{name}.ttf"})


def _base_url() -> str:
    """Return the base of relative addresses in a page, a folder of static files."""
    return find_static_file("css/print/base.css").as_uri()


def _static_fetcher(weasyprint: ModuleType) -> Any:
    """Return a fetcher of static files. Any other address stops the rendering."""

    class StaticFetcher(weasyprint.urls.URLFetcher):  # type: ignore[misc, name-defined]
        def fetch(self, url: str, headers: dict[str, str] | None = None) -> Any:
            if not is_static_url(url):
                raise ValueError(f"not a static file: {url[:200]}")
            return super().fetch(url, headers)

    return StaticFetcher(allowed_protocols=["file", "data"], allow_redirects=False, fail_on_errors=True)
