"""Lists to choose from, over all forms of the site."""

import ast
from pathlib import Path

PROJECT = Path(__file__).parents[4]


def test_no_list_begins_with_dashes() -> None:
    """Django's own empty choice is a row of hyphens, which a screen reader reads one by one."""
    nameless = [
        f"{path.relative_to(PROJECT)}:{call.lineno}"
        for package in ("accounts", "tournaments")
        for path in (PROJECT / package).rglob("*.py")
        if "ModelChoiceField" in (source := path.read_text(encoding="utf-8"))
        for call in ast.walk(ast.parse(source))
        if isinstance(call, ast.Call) and getattr(call.func, "attr", "") == "ModelChoiceField"
        if "empty_label" not in {keyword.arg for keyword in call.keywords}
    ]

    assert nameless == []
