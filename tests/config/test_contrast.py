"""The colours of the theme: text stands out from every ground, light, dark and with more contrast.

Contrast as WCAG 2.2 defines it: 4.5 for text (1.4.3), 3 for the focus and the bounds of fields (1.4.11).
"""

import re
from pathlib import Path

import pytest

THEME = Path("static/css/theme.css").read_text(encoding="utf-8")
CHOSEN = Path("static/css/contrast.css").read_text(encoding="utf-8")
TEXT, HIGHEST_TEXT, SHAPE = 4.5, 7.0, 3.0
DARK = "@media screen and (prefers-color-scheme: dark) {"
PAGE = ("pico-background-color", "surface", "surface-strong")
WRITTEN = [
    *((f"pico-{ink}", ground) for ink in ("color", "muted-color", "primary", "secondary") for ground in PAGE),
    *((ink, ground) for ink in ("good", "bad", "warn", "info") for ground in (*PAGE, f"{ink}-surface")),
    *(("pico-color", f"{kind}-surface") for kind in ("good", "bad", "warn", "info")),
    *(("pico-primary", f"{kind}-surface") for kind in ("good", "info")),
    *((ink, felt) for ink in ("felt-ink", "felt-soft") for felt in ("header", "table-cloth")),
    ("table-chalk", "table-cloth"),
    *(("medal-ink", metal) for metal in ("gold", "silver", "bronze", "brass")),
    *((f"card-{ink}", "card-face") for ink in ("ink", "red", "club", "diamond", "trump")),
    ("surface", "good"),
    *(("suit-red", ground) for ground in PAGE),
]
GROUNDS = (*PAGE, "header", "table-cloth", "brass", "pico-primary-background", "good-surface", "card-face")


def colours(scheme: str, *, more: bool) -> dict[str, str]:
    """Return the colour of every token in a scheme. The dark inherits tokens that only the light defines."""
    light = THEME[: THEME.index("@media screen and (prefers-color-scheme: dark)")]
    blocks = [light]
    if scheme == "dark":
        blocks.append(block(DARK))
    if more:
        blocks.append(block("@media (prefers-contrast: more) {"))
    if more and scheme == "dark":
        blocks.append(block("@media screen and (prefers-contrast: more) and (prefers-color-scheme: dark) {"))
    values: dict[str, str] = {}
    for text in blocks:
        values |= dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6})\b", text))
    return values


def chosen_colours(scheme: str) -> dict[str, str]:
    """Return the colours where the reader chose more contrast."""
    light, dark = CHOSEN.split(DARK)
    values = colours(scheme, more=False)
    for text in (light, dark) if scheme == "dark" else (light,):
        values |= dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6})\b", text))
    return values


def block(head: str) -> str:
    return THEME.split(head, 1)[1].split("\n}", 1)[0]


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first_colour: str, second_colour: str) -> float:
    low, high = sorted((luminance(first_colour), luminance(second_colour)))
    return (high + 0.05) / (low + 0.05)


@pytest.fixture(params=["light", "dark"])
def scheme(request):
    return request.param


@pytest.fixture(params=[False, True], ids=["usual", "more contrast"])
def tokens(request, scheme):
    return colours(scheme, more=request.param)


def test_contrast_is_that_of_the_standard():
    assert contrast("#fff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_text_stands_out_from_its_ground(tokens):
    faint = {
        (ink, ground): round(ratio, 2)
        for ink, ground in WRITTEN
        if (ratio := contrast(tokens[ink], tokens[ground])) < TEXT
    }

    assert faint == {}


def test_a_line_of_the_focus_stands_out_from_every_ground(tokens):
    rings = (tokens["focus-ring"], tokens["focus-gap"])

    assert [g for g in GROUNDS if max(contrast(ring, tokens[g]) for ring in rings) < SHAPE] == []


def test_white_on_the_main_action_and_the_bounds_of_fields(tokens):
    assert contrast("#fff", tokens["pico-primary-background"]) >= TEXT
    for ground in ("surface", "pico-background-color"):
        assert contrast(tokens["pico-form-element-border-color"], tokens[ground]) >= SHAPE


def test_the_dark_has_a_ground_of_its_own_and_more_contrast_is_more():
    grounds = {colours(scheme, more=False)["pico-background-color"] for scheme in ("light", "dark")}

    assert len(grounds) == 2
    for scheme in ("light", "dark"):
        usual, more = (colours(scheme, more=is_more) for is_more in (False, True))
        second = [
            contrast(colour_values["pico-muted-color"], colour_values["pico-background-color"])
            for colour_values in (usual, more)
        ]
        assert second[0] < second[1]


def test_contrast_that_the_reader_chose_is_that_of_the_highest_level(scheme):
    values = chosen_colours(scheme)

    faint = {
        (ink, ground): round(ratio, 2)
        for ink, ground in WRITTEN
        if not ink.startswith(("card-", "medal-"))
        and (ratio := contrast(values[ink], values[ground])) < HIGHEST_TEXT
    }

    assert faint == {}
    rings = (values["focus-ring"], values["focus-gap"])
    assert [g for g in GROUNDS if max(contrast(ring, values[g]) for ring in rings) < SHAPE] == []
