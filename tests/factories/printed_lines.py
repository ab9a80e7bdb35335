"""Lines and cards of printed pages as tokens: words and numbers without signs, as a reader compares them."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from tests.factories.printed_pages import HIDDEN, PrintedPage

Word = tuple[float, float, float, float, str]
"""Left, top, right, bottom and text of a word, in points."""
TOKEN = re.compile(r"−?\w+")
LEVEL = 0.35
"""Part of the height of a word by which another one of its line may stand higher or lower."""
BELOW = 2.0
"""Points by which a row stands below the one before it, at least."""
ALIGNED = 4.0
"""Points by which the first words of rows may differ at the left or at the right."""


def tokens_of(text: object) -> list[str]:
    """Return the words and numbers of a text, without signs.

    >>> tokens_of("N1 D’ORMESSON, étuis 1–4")
    ['N1', 'D', 'ORMESSON', 'étuis', '1', '4']
    """
    return TOKEN.findall(unicodedata.normalize("NFC", str(text)))


def seen_words(page: PrintedPage) -> list[Word]:
    """Return the words of a page that are seen."""
    return [word for word in page.words if word[3] - word[1] > HIDDEN]


def cards_of(page: PrintedPage, columns: int, rows: int) -> list[list[Word]]:
    """Return the words of each of the equal cards of a page, by where the middle of a word is."""
    cards: list[list[Word]] = [[] for _ in range(columns * rows)]
    for word in seen_words(page):
        left, top, right, bottom, _text = word
        column = int((left + right) / 2 * columns / page.width)
        row = int((top + bottom) / 2 * rows / page.height)
        cards[row * columns + column].append(word)
    return cards


def lines_of(words: Iterable[Word]) -> list[list[str]]:
    """Return the tokens of each line of print, from top to bottom and from left to right."""
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda word: word[1] + word[3]):
        middle, height = (word[1] + word[3]) / 2, word[3] - word[1]
        if lines and abs((lines[-1][-1][1] + lines[-1][-1][3]) / 2 - middle) < LEVEL * height:
            lines[-1].append(word)
        else:
            lines.append([word])
    return [[token for word in sorted(line) for token in tokens_of(word[4])] for line in lines]


def count_rows(lines: Iterable[Sequence[str]], row: Sequence[str]) -> int:
    """Return how often the tokens of a row stand one after the other in a line."""
    size = len(row)
    return sum(
        list(line[start : start + size]) == list(row)
        for line in lines
        for start in range(len(line) - size + 1)
    )


def missing_rows(lines: Sequence[Sequence[str]], rows: Iterable[Sequence[str]]) -> list[str]:
    """Return the rows that are not printed as often as they are due."""
    expected_counts = Counter(tuple(row) for row in rows)
    return [
        f"{' '.join(row)}: {count_of_lines} of {count}"
        for row, count in expected_counts.items()
        if (count_of_lines := count_rows(lines, row)) != count
    ]


def differing_rows(words: Sequence[Word], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the rows of a card that differ from those due.

    The first token of each row stands in its first column, the others anywhere beside it: on its height, or
    from it to the next row.
    """
    tries = []
    for anchors in _anchors(words, [row[0] for row in rows]):
        for edges in _edges(anchors):
            bands = _bands(words, anchors, edges)
            differences = [
                f"{' '.join(row)} / {' '.join(band)}"
                for row, band in zip(rows, bands, strict=True)
                if Counter(row) != Counter(band)
            ]
            tries.append(differences)
    return min(tries, key=len, default=[f"no rows {' '.join(row[0] for row in rows)}"])


def differing_rows_of_cards(cards: Sequence[Sequence[Word]], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the rows that differ from those due, where they go on from card to card."""
    differences: list[str] = []
    remaining_rows = list(rows)
    for card in cards:
        for size in range(len(remaining_rows), 0, -1):
            if next(_anchors(card, [row[0] for row in remaining_rows[:size]]), None):
                differences += differing_rows(card, remaining_rows[:size])
                remaining_rows = remaining_rows[size:]
                break
    return differences + [f"missing: {' '.join(row)}" for row in remaining_rows]


def _anchors(words: Sequence[Word], keys: Sequence[str]) -> Iterator[list[Word]]:
    """Yield the columns of words that begin the rows with these keys."""
    by_height = sorted(words, key=lambda word: word[1])
    for first in (word for word in by_height if tokens_of(word[4]) == [keys[0]]):
        column = [first]
        for key in keys[1:]:
            last = column[-1]
            below = (
                word
                for word in by_height
                if word[1] > last[1] + BELOW
                and tokens_of(word[4]) == [key]
                and min(abs(word[0] - first[0]), abs(word[2] - first[2])) < ALIGNED
            )
            following = next(below, None)
            if following is None:
                break
            column.append(following)
        if len(column) == len(keys):
            yield column


def _edges(anchors: Sequence[Word]) -> Iterator[list[float]]:
    """Yield the upper edges of the rows and the last lower one: rows around their anchors, or below them."""
    middles = [(word[1] + word[3]) / 2 for word in anchors]
    steps = [lower - upper for upper, lower in pairwise(middles)] or [40.0]
    between = [(upper + lower) / 2 for upper, lower in pairwise(middles)]
    yield [middles[0] - steps[0] / 2, *between, middles[-1] + steps[-1] / 2]
    tops = [middle - (word[3] - word[1]) / 2 for middle, word in zip(middles, anchors, strict=True)]
    for last in (steps[-1], max(steps)):
        yield [*tops, tops[-1] + last]


def _bands(words: Sequence[Word], anchors: Sequence[Word], edges: Sequence[float]) -> list[list[str]]:
    """Return the tokens between the edges, right of the column of anchors."""
    left = min(word[0] for word in anchors) - 1
    bands: list[list[str]] = [[] for _ in anchors]
    for word in sorted(words):
        middle = (word[1] + word[3]) / 2
        for place, (upper, lower) in enumerate(pairwise(edges)):
            if upper < middle <= lower and word[0] >= left:
                bands[place] += tokens_of(word[4])
    return bands
