"""Links and names of modules in Markdown files lead to an existing file, and to a heading or an anchor."""

import re
import unicodedata
from collections.abc import Iterable
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
INLINE = re.compile(r"`([^`\n]+)`")
MODULE = re.compile(r"[\w/.-]*(?:\{[\w,]+\})?[\w/.-]*\.py")
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


def find_missing_modules(page: Path, modules: Iterable[str]) -> list[str]:
    """Return the Python files that a page names in code and that no module ends with."""
    names = [name for code in INLINE.findall(page.read_text(encoding="utf-8")) for name in names_in(code)]
    return [name for name in names if not any(f"/{module}".endswith(f"/{name}") for module in modules)]


def names_in(code: str) -> list[str]:
    """Return the file names of a text in code, one of each in braces.

    >>> names_in("a/b.py"), names_in("a/{b,c}.py"), names_in("b.py --all")
    (['a/b.py'], ['a/b.py', 'a/c.py'], [])
    """
    if not MODULE.fullmatch(code):
        return []
    before, brace, rest = code.partition("{")
    if not brace:
        return [code]
    choices, _, after = rest.partition("}")
    return [f"{before}{choice}{after}" for choice in choices.split(",")]


def test_modules_that_pages_name_exist() -> None:
    modules = [path.relative_to(PROJECT).as_posix() for path in PROJECT.glob("[!.]*/**/*.py")] + ["manage.py"]
    pages = [page for page in PAGES if page.parent.name != "decisions"]

    missing = {str(page.relative_to(PROJECT)): find_missing_modules(page, modules) for page in pages}
    assert {page: names for page, names in missing.items() if names} == {}


def test_missing_modules_are_found(tmp_path: Path) -> None:
    page = tmp_path / "a.md"
    page.write_text("`b.py` `c/{b,d}.py` `xb.py`")

    assert find_missing_modules(page, ["a/b.py", "c/b.py"]) == ["c/d.py", "xb.py"]


def test_broken_links_are_found(tmp_path: Path) -> None:
    (tmp_path / "b.md").write_text("# A title\n\n```\n# No title\n```\n# A title\n")
    page = tmp_path / "a.md"
    page.write_text(
        "# Here\n[1](b.md) [2](b.md#a-title-1) [3](#here) `[4](c.md)` [5](https://example.org/x)\n"
        "[6](c.md) [7](b.md#no-title) [8](#there)\n"
    )

    assert find_broken_links(page) == ["c.md", "b.md#no-title", "#there"]
