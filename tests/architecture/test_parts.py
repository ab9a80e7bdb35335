"""The table of our own parts around the site (docs/web-server.md) has every module, and no other."""

import re
from pathlib import Path

PROJECT = Path(__file__).parents[2]
LISTED = re.compile(r"^\| `((?:common|config)/[\w/]+\.py)` \|", re.MULTILINE)


def test_table_of_parts_has_every_module() -> None:
    listed = LISTED.findall((PROJECT / "docs/web-server.md").read_text())
    modules = [path for folder in ("common", "config") for path in (PROJECT / folder).rglob("*.py")]

    assert sorted(listed) == sorted(
        str(path.relative_to(PROJECT))
        for path in modules
        if path.name != "__init__.py" and "formats" not in path.parts
    )
