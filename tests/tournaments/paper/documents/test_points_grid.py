"""Scale of match points: every even difference, with the figures that the federation prints."""

import re

import pytest
from django.utils import translation

from tournaments.paper.documents.scores.points_grid import LETTERS, grid_cells, points_grid

PRINTED = """
0 0,000 100 10,000 200 14,142 300 17,321 400 20,000 500 22,361 600 24,495
2 1,414 102 10,100 202 14,213 302 17,378 402 20,050 502 22,405 602 24,536
16 4,000 116 10,770 216 14,697 316 17,776 416 20,396 516 22,716 616 24,819
32 5,657 132 11,489 232 15,232 332 18,221 432 20,785 532 23,065 632 25,140
48 6,928 148 12,166 248 15,748 348 18,655 448 21,166 548 23,409 648 25,456
50 7,071 150 12,247 250 15,811 350 18,708 450 21,213 550 23,452 650 25,495
66 8,124 166 12,884 266 16,310 366 19,131 466 21,587 566 23,791 666 25,807
82 9,055 182 13,491 282 16,793 382 19,545 482 21,954 582 24,125 682 26,115
98 9,899 198 14,071 298 17,263 398 19,950 498 22,316 598 24,454 698 26,420
"""
"""Nine of its fifty rows (Règlement officiel, 2012, page 24)."""
EXAMPLES = {16: "4,000", 144: "12,000", 10: "3,162"}
"""Examples of the same document, page 23."""


@pytest.fixture(autouse=True)
def _in_french():
    with translation.override("fr"):
        yield


def test_scale_has_the_figures_of_the_federation():
    rows = [" ".join(f"{difference} {points}" for difference, points in row) for row in grid_cells()]

    assert set(PRINTED.split("\n")) - {""} <= set(rows)


def test_every_even_difference_of_the_examples_is_there():
    points = dict(cell for row in grid_cells() for cell in row)

    assert sorted(points) == list(range(0, 700, 2))
    assert {difference: points[difference] for difference in EXAMPLES} == EXAMPLES


def test_lines_hold_the_seven_columns_in_the_language_of_the_reader():
    french = points_grid().text.split("\n")
    with translation.override("en"):
        english = points_grid().text.split("\n")

    assert [len(line.split()) for line in french] == [14] * 50
    assert french[1].replace(",", ".").split() == english[1].split()


def test_figures_of_each_column_end_below_each_other():
    lines = points_grid().text.split("\n")

    assert len({LETTERS.width(line) for line in lines}) == 1
    ends = [[match.end() for match in re.finditer(r"\d+(,\d+)?", line)] for line in lines]
    assert ends == [ends[0]] * 50
