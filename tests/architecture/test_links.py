"""Links between Markdown files lead to an existing file, and to a heading or an anchor in it."""

import re
import unicodedata
from functools import cache
from pathlib import Path
from urllib.parse import unquote

PROJECT = Path(__file__).parents[2]
PAGES = sorted([*PROJECT.glob("*.md"), *(PROJECT / "docs").rglob("*.md")])
# a link in code is an example
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.MULTILINE | re.DOTALL)
# a file name may hold one pair of brackets
LINK = re.compile(r"\]\(([^()\s]+(?:\([^()\s]*\)[^()\s]*)*)\)")
HEADING = re.compile(r"^#{1,6} +(.+?) *#*$", re.MULTILINE)
NAMED_PLACE = re.compile(r'<a id="([^"]+)">')
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
ADDRESS_ELSEWHERE = re.compile(r"[a-z]+:|/")


def anchor_of(heading: str) -> str:
    """Return the anchor that GitHub gives a heading.

    >>> anchor_of("2 and 3. Threads: time, `memory`"), anchor_of("[Élèves](a.md) et notes")
    ('2-and-3-threads-time-memory', 'élèves-et-notes')
    """
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", unicodedata.normalize("NFC", heading))
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


@cache
def anchors_of(path: Path) -> set[str]:
    """Return the anchors of a page. A repeated heading gets a number, as on GitHub."""
    text = FENCE.sub("", path.read_text(encoding="utf-8"))
    anchors = set(NAMED_PLACE.findall(text))
    for heading in HEADING.findall(text):
        anchor = anchor_of(heading)
        number = 0
        # GitHub numbers repeated headings from 1
        while (numbered := f"{anchor}-{number}" if number else anchor) in anchors:
            number += 1
        anchors.add(numbered)
    return anchors


def find_broken_links(page: Path) -> list[str]:
    """Return the relative links of a page without a target. Code is no link."""
    broken = []
    for link in LINK.findall(CODE.sub("", page.read_text(encoding="utf-8"))):
        if ADDRESS_ELSEWHERE.match(link):
            continue
        path, _, anchor = unquote(link).partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and target.suffix == ".md" and anchor not in anchors_of(target)):
            broken.append(link)
    return broken


def test_links_have_a_target() -> None:
    broken_links = {str(page.relative_to(PROJECT)): find_broken_links(page) for page in PAGES}

    assert len(PAGES) > 100
    assert {page: links for page, links in broken_links.items() if links} == {}


def test_broken_links_are_found(tmp_path: Path) -> None:
    (tmp_path / "b.md").write_text("# A title\n\n```\n# No title\n```\n# A title\n")
    page = tmp_path / "a.md"
    page.write_text(
        "# Here\n[1](b.md) [2](b.md#a-title-1) [3](#here) `[4](c.md)` [5](https://example.org/x)\n"
        "[6](c.md) [7](b.md#no-title) [8](#there)\n"
    )

    assert find_broken_links(page) == ["c.md", "b.md#no-title", "#there"]
