"""CONTRIBUTING.md and the how-tos refer only to files, links and definitions that exist."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.pure

PROJECT = Path(__file__).parents[2]
PAGES = (PROJECT / "CONTRIBUTING.md", *sorted(PROJECT.glob("docs/howto/*.md")))
ENDINGS = ("css", "html", "json", "lock", "md", "po", "py", "toml", "yml")
FOLDERS = frozenset(path.name for path in PROJECT.iterdir() if path.is_dir())
BACKTICKED = re.compile(r"`([^`\s]+)`")
DEFINITION = re.compile(r"`(\w+)` of\s+`([\w./]+\.py)`")
"""A name and its module: "`ALIKE` of `tests/x.py`"."""
LINK = re.compile(r"\]\((?!https?:)([^)#]*)(?:#[^)]*)?\)")
PLACEHOLDER = re.compile(r"<[^<>]+>")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
MADE_LATER = frozenset({"var"})
"""Folders that exist only once the site has run."""


def named_paths(text: str) -> Iterator[str]:
    """Yield the backticked texts that are paths: with a known ending, or below a folder of the project."""
    # a fenced block holds commands: its file names are examples
    for word in BACKTICKED.findall(FENCE.sub("", text)):
        has_ending = word.rpartition(".")[2] in ENDINGS and re.fullmatch(r"[\w./<>-]+", word)
        if has_ending or ("/" in word and word.partition("/")[0] in FOLDERS - MADE_LATER):
            yield word


def exists(path: str) -> bool:
    """Return whether a path from the root exists; a placeholder such as `<name>` stands for any text."""
    return any(PROJECT.glob(PLACEHOLDER.sub("*", path.rstrip("/"))))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_each_path_exists(page: Path) -> None:
    absent = [path for path in named_paths(page.read_text(encoding="utf-8")) if not exists(path)]

    assert absent == [], "write paths from the root of the project"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_each_link_leads_to_a_file(page: Path) -> None:
    targets = [target for target in LINK.findall(page.read_text(encoding="utf-8")) if target]

    assert [target for target in targets if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_each_definition_stands_in_its_module(page: Path) -> None:
    pairs = DEFINITION.findall(page.read_text(encoding="utf-8"))
    modules = {path: (PROJECT / path).read_text(encoding="utf-8") for _name, path in pairs}

    assert [(name, path) for name, path in pairs if not re.search(rf"\b{name}\b", modules[path])] == []


def test_contributing_links_to_every_howto() -> None:
    text = (PROJECT / "CONTRIBUTING.md").read_text(encoding="utf-8")

    assert [page.name for page in PAGES[1:] if f"(docs/howto/{page.name})" not in text] == []


def test_wrong_paths_are_found() -> None:
    text = "`tests/none.py`, `document.py`, `docs/<none>/x.md`, `Right.PRINT`, `tournaments/<area>/urls.py`"

    paths = list(named_paths(text))

    assert paths == ["tests/none.py", "document.py", "docs/<none>/x.md", "tournaments/<area>/urls.py"]
    assert [path for path in paths if exists(path)] == ["tournaments/<area>/urls.py"]
