"""Rules of the style sheets."""

import re
from pathlib import Path

SHEETS = Path(__file__).parents[2] / "static" / "css"


def test_no_page_is_turned_with_the_phone() -> None:
    sheets = {sheet.name: sheet.read_text() for sheet in SHEETS.rglob("*.css")}

    assert "theme.css" in sheets
    assert [name for name, text in sheets.items() if re.search(r"@media[^{]*\borientation\b", text)] == []
