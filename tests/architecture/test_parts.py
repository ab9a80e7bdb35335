"""Our own parts around the site: the table of docs/web-server.md, and how much code they are together."""

import re
from pathlib import Path

PROJECT = Path(__file__).parents[2]
ROW = re.compile(r"^\| `((?:common|config)/[\w/]+\.py)` \| (\d+) \|", re.MULTILINE)
MOST_LINES = 5_500
"""Upper limit of lines in common/ and config/ together: a new engineer reads them in a day."""


def line_counts() -> dict[str, int]:
    """Return the number of lines of each module, by its path in the project."""
    modules = [path for folder in ("common", "config") for path in (PROJECT / folder).rglob("*.py")]
    return {
        str(path.relative_to(PROJECT)): len(path.read_text(encoding="utf-8").splitlines()) for path in modules
    }


def test_table_of_parts_has_every_module_with_its_lines() -> None:
    rows = ROW.findall((PROJECT / "docs/web-server.md").read_text(encoding="utf-8"))

    assert {name: int(lines) for name, lines in rows} == {
        name: lines
        for name, lines in line_counts().items()
        if not name.endswith("__init__.py") and "/formats/" not in name
    }
    assert len(rows) == len(dict(rows))


def test_parts_stay_small_together() -> None:
    assert sum(line_counts().values()) <= MOST_LINES
