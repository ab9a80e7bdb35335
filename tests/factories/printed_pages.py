"""Pages of a PDF with the place of each word."""

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

HIDDEN = 2
"""Points: lower words are for readers that speak, and printed nowhere."""
SMALLEST = 8.1
"""Points from top to bottom of a word in seven points of the papers' type."""
PAGE_OR_WORD = re.compile(
    r'<page width="([\d.]+)" height="([\d.]+)">'
    r'|<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)</word>'
)


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
        found: dict[tuple[int, int], list[str]] = {}
        for left, top, right, bottom, text in self.words:
            start, end = (
                (int(y * rows / self.height), int(x * columns / self.width))
                for x, y in ((left, top), (right, bottom))
            )
            assert start == end, text
            found.setdefault(start, []).append(text)
        return found


def read_pages(file: Path) -> list[PrintedPage]:
    """The pages of a PDF, as poppler reads them."""
    run = subprocess.run(["pdftotext", "-bbox", file, "-"], capture_output=True, text=True, check=True)
    found: list[PrintedPage] = []
    for width, height, left, top, right, bottom, text in PAGE_OR_WORD.findall(run.stdout):
        if width:
            found.append(PrintedPage(float(width), float(height), []))
        else:
            found[-1].words.append((float(left), float(top), float(right), float(bottom), text))
    return found
