"""Pages of a PDF with the place of each word, and as pictures."""

import re
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from pypdf import PdfReader

from tournaments.enums import DocumentKind
from tournaments.paper.pdf.joining import PdfProperties
from tournaments.paper.pdf.rendering import PdfPart, render_pdf

MARGIN = 8
"""Points, not quite 3 mm, on which most printers print nothing."""
INK = 100
"""Dots darker than this are ink; cut lines are light grey and may run to the edge."""
HIDDEN = 2
"""Points: lower words are for readers that speak, and printed nowhere."""
SMALLEST = 8.1
"""Points from top to bottom of a word in seven points of the papers' type."""
PAGE_OR_WORD = re.compile(
    r'<page width="([\d.]+)" height="([\d.]+)">'
    r'|<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)</word>'
)
SET_BY_NOBODY = frozenset(
    {
        DocumentKind.ORIENTATION_BOARDS,
        DocumentKind.BOARD_LABELS,
        DocumentKind.COVER_SHEET,
        DocumentKind.SORTING_SHEETS,
        DocumentKind.COPY_SHEETS,
        DocumentKind.HAND_DIAGRAMS,
        DocumentKind.DOG_SLIPS,
        DocumentKind.DEAL_BOOKLET,
        DocumentKind.TEACHING_SHEETS,
        DocumentKind.POSTER,
    }
)
"""Documents that are the same for all players. `test_registry.py` prints them for one format."""


@dataclass(frozen=True)
class PrintedPage:
    """A page as it is printed, in points from its top left corner."""

    width: float
    height: float
    words: list[tuple[float, float, float, float, str]]
    """Left, top, right and bottom of each word, and its text."""

    @property
    def small_words(self) -> list[str]:
        """Words in less than seven points, whether by a style sheet, a share of it or a scale."""
        return [text for _left, top, _right, bottom, text in self.words if HIDDEN < bottom - top < SMALLEST]

    def cells(self, columns: int, rows: int) -> dict[tuple[int, int], list[str]]:
        """Words by (row, column) of equal cells, by where they begin; words that leave their cell fail."""
        texts_by_cell: dict[tuple[int, int], list[str]] = {}
        for left, top, right, bottom, text in self.words:
            start, end = (
                (int(y * rows / self.height), int(x * columns / self.width))
                for x, y in ((left, top), (right, bottom))
            )
            assert start == end, text
            texts_by_cell.setdefault(start, []).append(text)
        return texts_by_cell


def read_pages(file: Path) -> list[PrintedPage]:
    """The pages of a PDF, as poppler reads them."""
    run = subprocess.run(["pdftotext", "-bbox", file, "-"], capture_output=True, text=True, check=True)
    pages: list[PrintedPage] = []
    for width, height, left, top, right, bottom, text in PAGE_OR_WORD.findall(run.stdout):
        if width:
            pages.append(PrintedPage(float(width), float(height), []))
        else:
            pages[-1].words.append((float(left), float(top), float(right), float(bottom), text))
    return pages


def printed_pages(parts: Iterable[PdfPart], file: Path) -> list[tuple[str, PrintedPage]]:
    """Print parts into one file and return its pages, each with the chapter that it belongs to."""
    properties = PdfProperties(title="Tout", author="Club", language="fr")
    file.write_bytes(render_pdf(parts, properties=properties, progress=lambda _: None))
    reader = PdfReader(file)
    starts = {
        reader.get_destination_page_number(mark): str(mark.title)
        for mark in reader.outline
        if not isinstance(mark, list)
    }
    chapters = [starts[max(start for start in starts if start <= page)] for page in range(len(reader.pages))]
    return list(zip(chapters, read_pages(file), strict=True))


def outside(page: PrintedPage) -> list[str]:
    """Return the words that leave the part of a page that printers print."""
    return [
        text
        for left, top, right, bottom, text in page.words
        if min(left, top) < MARGIN or right > page.width - MARGIN or bottom > page.height - MARGIN
    ]


def misplaced_ink(picture: np.ndarray) -> str:
    """Return the fault in the ink of a page of picture[row, column] in points (0 is black), or ""."""
    is_ink = picture < INK
    if not is_ink[MARGIN:-MARGIN, MARGIN:-MARGIN].any():
        return "blank"
    is_ink[MARGIN:-MARGIN, MARGIN:-MARGIN] = False
    return "ink at its edge" if is_ink.any() else ""
