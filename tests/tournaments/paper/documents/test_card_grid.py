"""Lines of cards have classes of CSS for each size and distance that they may have."""

import re

import pytest

from tournaments.base.static_files import find_static_file
from tournaments.paper.documents.hall import guide_cards, personal_cards
from tournaments.paper.documents.hall.card_grid import PARTS, line_classes, line_height, whole_parts

SMALLEST, LARGEST = line_height(7), personal_cards.FIRST_LINE * 2


@pytest.fixture(scope="module")
def known_classes() -> set[str]:
    return set(re.findall(r"\.([a-z]+-[\d-]+) {", find_static_file("css/print/a6_cards.css").read_text()))


@pytest.mark.parametrize("points", sorted({*guide_cards.SIZES, *personal_cards.SIZES}))
def test_style_sheet_has_every_size_and_distance(points, known_classes):
    distances = [part / PARTS for part in range(int(SMALLEST * PARTS), int(LARGEST * PARTS) + 1)]

    for distance in distances:
        assert whole_parts(distance + 0.01) == pytest.approx(distance)
        assert known_classes.issuperset(line_classes(points, distance).split())
