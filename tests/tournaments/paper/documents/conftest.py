"""One evening of five tables, ready to print."""

import subprocess
from collections.abc import Callable, Iterable, Iterator
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.utils.html import strip_tags
from pypdf import PdfReader

from games.models import Deal
from tests.factories.printed_pages import PrintedPage, read_pages
from tests.factories.tournaments import make_club, make_seated_tournament
from tournaments.deals.door import Machine, paper_by
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.paper.documents.making.document import document_pdf, preview_html
from tournaments.paper.documents.making.options import DocumentOptions
from tournaments.paper.documents.registry import DOCUMENTS
from tournaments.paper.pdf import rendering

AT_HOME = DocumentOptions(site="https://etui.example")
"""Options of a user without any choice, with the address through which they reached the site."""


def _content(kind: DocumentKind, tournament: Tournament, language: str, options: DocumentOptions) -> bytes:
    return document_pdf(
        DOCUMENTS[kind],
        tournament,
        language=language,
        options=options,
        started=lambda _: None,
        progress=lambda _: None,
    )


@pytest.fixture
def evening(db) -> Tournament:
    """Five tables, rounds and sets of four boards; Nom01 at table 1 N, Nom02 at 1 W, and so on."""
    return make_seated_tournament(make_club())


@pytest.fixture
def at_home() -> DocumentOptions:
    """No option, but the address that some documents carry."""
    return AT_HOME


@pytest.fixture
def few_deals(evening) -> Tournament:
    """The evening with the deals of its first three boards alone: what takes long to draw."""
    Deal.objects.filter(deal_set__session__tournament=evening, number__gt=3).delete()
    return evening


@pytest.fixture
def printed() -> Callable[..., PdfReader]:
    """A function from a kind and a tournament to the PDF, opened."""

    def make(
        kind: DocumentKind, tournament: Tournament, language: str = "fr", options: DocumentOptions = AT_HOME
    ) -> PdfReader:
        return PdfReader(BytesIO(_content(kind, tournament, language, options)))

    return make


@pytest.fixture
def told() -> Callable[..., str]:
    """A function from a kind and a tournament to the words of the paper, in a line: nothing is drawn."""

    def read(
        kind: DocumentKind, tournament: Tournament, language: str = "fr", options: DocumentOptions = AT_HOME
    ) -> str:
        html = preview_html(DOCUMENTS[kind], tournament, language=language, options=options)
        return " ".join(unescape(strip_tags(html)).split())

    return read


@pytest.fixture
def pages(tmp_path: Path) -> Callable[..., list[PrintedPage]]:
    """A function from a kind and a tournament to the pages with the place of each word."""

    def make(
        kind: DocumentKind, tournament: Tournament, language: str = "fr", options: DocumentOptions = AT_HOME
    ) -> list[PrintedPage]:
        file = tmp_path / "document.pdf"
        file.write_bytes(_content(kind, tournament, language, options))
        return read_pages(file)

    return make


@pytest.fixture
def last_printed(tmp_path: Path) -> Callable[[], PdfReader]:
    """A function that opens the last document of `pages`."""
    return lambda: PdfReader(tmp_path / "document.pdf")


@pytest.fixture
def pictures(tmp_path: Path) -> Callable[[], list[np.ndarray]]:
    """A function that draws the last document of `pages`: picture[row, column] each, 0 black, 255 white.

    One dot is one point.
    """

    def draw() -> list[np.ndarray]:
        subprocess.run(
            ["pdftoppm", "-r", "72", "-gray", tmp_path / "document.pdf", tmp_path / "page"], check=True
        )
        return [_picture(file.read_bytes()) for file in sorted(tmp_path.glob("page-*.pgm"))]

    return draw


def _picture(content: bytes) -> np.ndarray:
    """The dots of a portable graymap: P5, width, height and 255 in ASCII, then a byte a dot."""
    _, size, _, dots = content.split(b"\n", 3)
    width, height = map(int, size.split())
    return np.frombuffer(dots, dtype=np.uint8).reshape(height, width)


@pytest.fixture(autouse=True)
def _cards_are_for_the_printer() -> Iterator[None]:
    """Let builders read all cards. The rights to each paper are tested where papers are requested."""
    with paper_by(Machine.PRINTING):
        yield


@pytest.fixture(autouse=True)
def _rendered_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Render parts one by one here: a child for each costs more than most pages.

    Children, their limits and their end are tested in tests/tournaments/paper/pdf, tests/common/workers and
    `services/test_document_failures.py`.
    """
    monkeypatch.setattr(rendering, "run_in_children", _do_here)


def _do_here(
    work: Callable[[Any], Any], questions: Iterable[Any], **_options: object
) -> Iterator[tuple[int, Any]]:
    """Yield what `run_in_children` yields, without a child."""
    return ((place, work(question)) for place, question in enumerate(questions))
