"""From HTML to PDF by WeasyPrint, with nothing fetched from outside the static files."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.contrib.staticfiles import finders
from django.utils.translation import gettext as _
from pypdf import PdfWriter
from pypdf.generic import NameObject, TextStringObject

from common.errors import AppError

PdfProgress = Callable[[int], None]
"""Told after each part how many pages are ready."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PdfProperties:
    """What a reader shows of a PDF beside its pages."""

    title: str
    author: str
    language: str
    """Language code: "fr", "en"."""


def render_pdf(
    parts: Sequence[str], *, stylesheets: Sequence[str], properties: PdfProperties, progress: PdfProgress
) -> bytes:
    """Render each part, a whole HTML page, and put the pages together with their bookmarks.

    A long document comes in parts, so that memory stays low and progress can be told. Page numbers
    counted by CSS start again with each part: such a document prints its own. A document in one part
    is tagged for readers that speak; joining parts would lose the tags.

    Args:
        stylesheets: paths among the static files, "css/print/base.css".

    Raises:
        AppError: the libraries that draw text are missing (`pdf_unavailable`: what to install).
    """
    weasyprint = _load_weasyprint()
    files = [find_static_file(name) for name in stylesheets]
    rendered = []
    writer = PdfWriter()
    for part in parts:
        rendered.append(_render_part(weasyprint, part, files, is_tagged=len(parts) == 1))
        writer.append(BytesIO(rendered[-1]))
        progress(len(writer.pages))
    return rendered[0] if len(rendered) == 1 else _with_properties(writer, properties)


def find_static_file(name: str) -> Path:
    """The source of a static file, "css/print/base.css".

    Raises:
        FileNotFoundError: there is none of that name.
    """
    found = finders.find(name)
    if found is None:
        raise FileNotFoundError(name)
    return Path(found).resolve()


def is_static_url(url: str) -> bool:
    """Whether `url` is a file inside a folder of static files, and nothing else."""
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


def _render_part(weasyprint: ModuleType, html: str, files: Sequence[Path], *, is_tagged: bool) -> bytes:
    fetcher = _static_fetcher(weasyprint)
    fonts = weasyprint.text.fonts.FontConfiguration()
    page = weasyprint.HTML(string=html, base_url=files[0].as_uri(), url_fetcher=fetcher)
    styles = [weasyprint.CSS(filename=file, url_fetcher=fetcher, font_config=fonts) for file in files]
    try:
        content: bytes = page.write_pdf(stylesheets=styles, font_config=fonts, pdf_tags=is_tagged)
    except weasyprint.urls.FatalURLFetchingError as error:  # a BaseException, which would end the worker
        raise ValueError(str(error)) from error
    return content


def _static_fetcher(weasyprint: ModuleType) -> Any:
    """Reads static files; any other address stops the rendering."""

    class StaticFetcher(weasyprint.urls.URLFetcher):  # type: ignore[misc, name-defined]
        def fetch(self, url: str, headers: dict[str, str] | None = None) -> Any:
            if not is_static_url(url):
                raise ValueError(f"not a static file: {url}")
            return super().fetch(url, headers)

    return StaticFetcher(allowed_protocols=["file"], allow_redirects=False, fail_on_errors=True)


def _with_properties(writer: PdfWriter, properties: PdfProperties) -> bytes:
    writer.add_metadata({"/Title": properties.title, "/Author": properties.author, "/Producer": "Étui"})
    writer.root_object[NameObject("/Lang")] = TextStringObject(properties.language)
    content = BytesIO()
    writer.write(content)
    return content.getvalue()
