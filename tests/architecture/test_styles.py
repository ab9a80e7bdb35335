"""Rules of the style sheets."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
SHEETS = ROOT / "static" / "css"


def test_no_page_is_turned_with_the_phone() -> None:
    sheets = {sheet.name: sheet.read_text() for sheet in SHEETS.rglob("*.css")}

    assert "theme.css" in sheets
    assert [name for name, text in sheets.items() if re.search(r"@media[^{]*\borientation\b", text)] == []


SHORTHAND = re.compile(
    r"(?<![\w-])(?:font|border|border-(?:top|right|bottom|left|width|style)|background|padding|margin|outline)"
    r":[^;{}]*var\(",
)


def test_no_shorthand_of_paper_reads_a_variable() -> None:
    """WeasyPrint would take the shorthand apart for each element and each of its properties."""
    sheets = {sheet.name: sheet.read_text(encoding="utf-8") for sheet in (SHEETS / "print").glob("*.css")}

    assert "tokens.css" in sheets
    lines_by_sheet = {
        name: [line for line in text.splitlines() if SHORTHAND.search(line)] for name, text in sheets.items()
    }
    assert {name: lines for name, lines in lines_by_sheet.items() if lines} == {
        # the logo of a page, once each
        "flow.css": [line for line in sheets["flow.css"].splitlines() if "var(--club-logo) right" in line],
        "poster.css": [
            line for line in sheets["poster.css"].splitlines() if "var(--club-logo) center" in line
        ],
    }


def test_what_leads_elsewhere_is_a_link() -> None:
    """Space presses a button and no link: a link that looks like a button has the class, not the role."""
    templates = {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
        for path in (ROOT / "templates").rglob("*.html")
    }

    assert 'class="button"' in templates["templates/404.html"]
    assert [name for name, text in templates.items() if 'role="button"' in text] == []


def test_dark_colours_are_for_screens() -> None:
    """A device in the dark would print pale letters on white paper."""
    sheets = {sheet.name: sheet.read_text(encoding="utf-8") for sheet in SHEETS.rglob("*.css")}

    rules = [rule for text in sheets.values() for rule in re.findall(r"@media[^{]*: dark\)", text)]
    assert len(rules) > 3
    assert [rule for rule in rules if not rule.startswith("@media screen and ")] == []
