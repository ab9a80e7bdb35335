"""From HTML to PDF by WeasyPrint, with nothing fetched from outside the static files.

A long document comes in parts, rendered apart (common/workers/forking.py) as many at once as there are
cores: what a part took of memory is gone with its process, and one that hangs can be ended.
"""

import atexit
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
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
from common.workers.forking import Limits, do_apart, forks_itself
from tournaments.base.static_files import find_static_file
from tournaments.paper.pdf.folding import PageOrder, lay_out
from tournaments.paper.pdf.joining import (
    BookmarkedParts,
    PdfProperties,
    RenderedPart,
    join_parts,
    read_bookmark,
    take_apart,
)

PNG_ADDRESS = "data:image/png;base64,"
FONTS = (
    "EtuiSans-Regular",
    "EtuiSans-Bold",
    "EtuiSansCondensed-Regular",
    "EtuiSansCondensed-Bold",
    "EtuiSansMono-Regular",
)
"""Those of css/print/base.css, in static/fonts."""
POINTS_PER_PIXEL = 0.75
SECONDS_READ = 3600
"""How long style sheets and fonts are used before they are read anew."""
PdfProgress = Callable[[int], None]
"""Told after each part, and every few seconds, how many pages are ready."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PdfPart:
    """A whole HTML page, rendered by itself: page numbers counted by CSS count its own pages."""

    html: str
    stylesheets: tuple[str, ...]
    """Paths among the static files, "css/print/base.css"."""
    chapter: str = ""
    """Bookmark above those of all parts that follow one another with the same; "" for none."""
    sides: PageOrder | None = None
    """How its pages are laid two by two on sheets to fold or to cut; None for one by one."""


PART_LIMITS = Limits(cpu_seconds=60)
"""Of one part. Eight sheets take a second or two and 150 MB; seat lists of 60 tables, which flow over 71
pages in one part, 20 s of a busy core and 620 MB."""


def render_pdf(
    parts: Iterable[PdfPart],
    *,
    properties: PdfProperties,
    progress: PdfProgress,
    limits: Limits = PART_LIMITS,
) -> bytes:
    """Render the parts and put them together with their tags and bookmarks.

    Parts are drawn while others are rendered: they may be made one by one.

    Args:
        limits: of each part.

    Raises:
        AppError: the libraries that draw text are missing (`pdf_unavailable`: what to install), or one of our
            fonts is (`font_missing`).
        TooMuchTime, TooMuchMemory: a part went beyond its limits.
        WorkFailed: a part could not be rendered, or its process was killed.
    """
    _require_fonts()
    weasyprint = _load_weasyprint()
    rendered: dict[int, RenderedPart] = {}
    titles: list[str] = []

    def page_count() -> int:
        return sum(len(part.pages) for part in rendered.values())

    def numbered() -> Iterator[tuple[int, PdfPart]]:
        for place, part in enumerate(parts):
            titles.append(part.chapter)
            if forks_itself():
                _styles(part.stylesheets)  # every child that is forked has them
            yield place, part

    def waiting() -> None:
        progress(page_count())

    answers = do_apart(_render, numbered(), waiting=waiting, limits=limits)
    with closing(answers):
        for place, part in answers:
            rendered[place] = part
            progress(page_count())
    chapters: list[BookmarkedParts] = []
    for place, title in enumerate(titles):
        if not chapters or chapters[-1].title != title:
            chapters.append(BookmarkedParts(title))
        chapters[-1].parts.append(rendered.pop(place))
    return join_parts(chapters, properties, weasyprint.pdf.anchors.add_outlines)


def is_static_url(url: str) -> bool:
    """Whether `url` is a file inside a folder of static files or holds a PNG whole, and nothing else."""
    if url.startswith(PNG_ADDRESS):
        return True
    address = urlsplit(url)
    if address.scheme != "file" or address.netloc:
        return False
    path = Path(unquote(address.path)).resolve()
    return any(path.is_relative_to(Path(folder).resolve()) for folder in settings.STATICFILES_DIRS)


def _load_weasyprint() -> ModuleType:
    """Imported when the first document is made: it takes most of a second, and needs Pango."""
    try:
        return import_module("weasyprint")
    except OSError as error:
        raise AppError(
            "pdf_unavailable",
            _(
                "Les PDF demandent la bibliothèque Pango, absente de cette machine : lancez script/bootstrap,"
                " ou imprimez l’aperçu depuis le navigateur."
            ),
            extra={"cause": str(error)},
        ) from error


def _render(numbered: tuple[int, PdfPart]) -> RenderedPart:
    """Render a part, given its number from 0, with static files alone. A child does this."""
    place, part = numbered
    weasyprint, (styles, fonts) = _load_weasyprint(), _styles(part.stylesheets)
    page = weasyprint.HTML(string=part.html, base_url=_base_url(), url_fetcher=_static_fetcher(weasyprint))
    try:
        document = page.render(font_config=fonts, stylesheets=styles)
        options = weasyprint.DEFAULT_OPTIONS | {"pdf_tags": True}
        pdf = weasyprint.pdf.generate_pdf(document, None, 1, **options)
    except weasyprint.urls.FatalURLFetchingError as error:  # a BaseException, which would end the worker
        raise ValueError(str(error)) from error
    bookmarks = [
        read_bookmark(each) for each in document.make_bookmark_tree(POINTS_PER_PIXEL, transform_pages=True)
    ]
    if part.sides is not None:
        places = lay_out(pdf, part.sides)
        bookmarks = [each.placed(places) for each in bookmarks]
    return take_apart(pdf, bookmarks, place)


@lru_cache(maxsize=16)
def _read_styles(files: tuple[tuple[Path, int], ...], hour: int) -> tuple[tuple[Any, ...], Any]:
    """Style sheets and their fonts, read once by a process for the documents of an hour.

    Args:
        files: each with the time it was last changed.
        hour: systems clean up the temporary folder, where WeasyPrint puts the fonts, after some days.
    """
    weasyprint = _load_weasyprint()
    fonts, fetcher = weasyprint.text.fonts.FontConfiguration(), _static_fetcher(weasyprint)
    read = [weasyprint.CSS(filename=file, url_fetcher=fetcher, font_config=fonts) for file, _changed in files]
    return tuple(read), fonts


atexit.register(_read_styles.cache_clear)  # fonts are put away by what Python takes down after this


def _styles(stylesheets: tuple[str, ...]) -> tuple[tuple[Any, ...], Any]:
    files = [find_static_file(name) for name in stylesheets]
    changed = tuple((file, file.stat().st_mtime_ns) for file in files)
    return _read_styles(changed, int(time.monotonic() // SECONDS_READ))


def _require_fonts() -> None:
    """A page without its fonts would be set in others, and run over: better nothing, and a reason."""
    for name in FONTS:
        if finders.find(f"fonts/{name}.ttf") is None:
            told = _(
                "La police %(file)s manque dans static/fonts : remettez ce dossier comme livré."
                " En attendant, l’aperçu s’imprime depuis le navigateur."
            )
            raise AppError("font_missing", told % {"file": f"{name}.ttf"})


def _base_url() -> str:
    """Relative addresses in a page count from a folder of static files."""
    return find_static_file("css/print/base.css").as_uri()


def _static_fetcher(weasyprint: ModuleType) -> Any:
    """Reads static files; any other address stops the rendering."""

    class StaticFetcher(weasyprint.urls.URLFetcher):  # type: ignore[misc, name-defined]
        def fetch(self, url: str, headers: dict[str, str] | None = None) -> Any:
            if not is_static_url(url):
                raise ValueError(f"not a static file: {url[:200]}")
            return super().fetch(url, headers)

    return StaticFetcher(allowed_protocols=["file", "data"], allow_redirects=False, fail_on_errors=True)
