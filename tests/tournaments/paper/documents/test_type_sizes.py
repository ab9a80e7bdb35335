"""Sizes that a hall can read and tick: no print under seven points, boxes of four millimetres."""

import re
from pathlib import Path

STYLES = sorted(Path(__file__).parents[4].glob("static/css/print/*.css"))
SIZE = re.compile(r"font(?:-size)?:[^;}]*?(?<![\d.])(\d+(?:\.\d+)?)pt")
SMALLEST = 7
SPOKEN = 0.9
"""Points of captions that are for readers that speak."""


def test_nothing_is_set_in_less_than_seven_points() -> None:
    assert len(STYLES) > 30
    small = {
        f"{file.name}: {size[0]}"
        for file in STYLES
        for size in SIZE.finditer(file.read_text())
        if SPOKEN < float(size[1]) < SMALLEST
    }
    assert small == set()


def test_boxes_to_tick_are_drawn_and_four_millimetres_wide() -> None:
    base = next(file for file in STYLES if file.name == "base.css").read_text()
    templates = Path(__file__).parents[4].glob("templates/tournaments/paper/pdf/*.html")

    assert re.search(r"\.tick-box {[^}]*width: 4mm; height: 4mm;", base)
    assert [file.name for file in templates if "□" in file.read_text()] == []
