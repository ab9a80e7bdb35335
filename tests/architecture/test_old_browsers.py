"""Pages and scripts work in browsers since 2021, on phones and laptops that get no newer one.

These are Chromium 92 and Safari 15.4. An unknown function ends a script; an unknown colour leaves white
letters on white. So nothing newer is used, except where a browser without it loses decoration alone:
container queries and `:has` in style sheets. The years are those of the browser makers' own tables.
"""

import re
from pathlib import Path

import pytest

STATIC = Path(__file__).parents[2] / "static"
SUBMITTED = "requestSubmit (Safari 16): sendForm of sending.js"
NEWER = {
    "js": {
        "FormData of a form and its button (2023): fieldsOf of sending.js": r"new FormData\([^()]*,",
        SUBMITTED: r"\.requestSubmit\b",
        "copies of arrays (2023)": r"\.(toReversed|toSorted|toSpliced)\(",
        "last matches, groups (2022 to 2024)": r"\.(findLast|findLastIndex|groupBy|fromAsync)\(",
        "the question before leaving (2023): askFirst of sending.js": r"beforeunload(?![\s\S]{0,80}askFirst)",
        "checkVisibility (Safari 17.4)": r"\.checkVisibility\(",
        "lookbehind (Safari 16.4)": r"\(\?<[=!]",
        ":has in a selector (2023)": r":has\(",
        "ARIA as properties (Firefox 119)": r"\.aria[A-Z]\w* =|\baria[A-Z]\w*:",
        "promises and signals (2022 to 2025)": r"Promise\.(withResolvers|try)|AbortSignal\.(any|timeout)",
        "addresses read without an exception (2023)": r"URL\.(canParse|parse)\(",
        "sets that are joined (2024)": r"\.(union|intersection|difference|symmetricDifference)\(",
        "transitions of pages (2024)": r"moveBefore|startViewTransition",
    },
    "css": {
        "colours that are mixed or chosen (2023)": r"\b(color-mix|light-dark|oklab|oklch|lab|lch|color)\(",
        "layers, scopes, first styles (2022 to 2024)": r"@(layer|scope|starting-style)\b",
        "fields of the size of their text (2024)": r"field-sizing",
        "grids in grids (2023)": r"\bsubgrid\b",
        "rules in rules (2023)": r"^\s*&",
        "widths compared by signs (Safari 16.4)": r"\((width|height) *[<>]",
    },
}
"""What is newer, what to use instead, and how it is written, by the ending of the file."""


@pytest.mark.parametrize("ending", NEWER)
def test_nothing_newer_than_2021_is_used(ending: str) -> None:
    paths = [path for path in (STATIC / ending).rglob(f"*.{ending}") if path.parent.name != "print"]
    texts = {path.relative_to(STATIC).as_posix(): path.read_text(encoding="utf-8") for path in paths}
    used = {
        name: [what for what, written in NEWER[ending].items() if re.search(written, text, re.MULTILINE)]
        for name, text in texts.items()
    }

    assert len(texts) > 20
    own_way = {"js": {"js/sending.js": [SUBMITTED]}, "css": {}}
    assert {name: newer for name, newer in used.items() if newer} == own_way[ending]
