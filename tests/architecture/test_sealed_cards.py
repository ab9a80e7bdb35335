"""Cards are opened in one module: contracts of imports guard it, and no other code avoids it."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.architecture.parsed import nodes_of, source_of

PROJECT = Path(__file__).parents[2]
PACKAGES = ("accounts", "common", "config", "counting", "etui", "games", "play", "publishing", "tournaments")
SOURCES = [
    path
    for package in PACKAGES
    for path in sorted((PROJECT / package).rglob("*.py"))
    if "migrations" not in path.parts
]
INSIDE = "_Sealed__content"
TABLES = re.compile(r"\b(games_(deal|dealset|playedtable|tableaction)|tournaments_playrecord)\b")
"""Tables with sealed columns, as in raw SQL."""
THROUGH = re.compile(r"(^|__)(hands|seed|text)__(?!in$|isnull$)\w+")
"""Lookups of a sealed column other than equality."""
INTO_TEXT = {"Cast", "Substr", "Concat", "Length", "Left", "Right", "Replace", "StrIndex", "RawSQL"}
"""Database functions that would return the content of a sealed column."""
DOOR = {
    "Machine", "DoorShut", "read_session_deals", "read_known", "require_right", "record_reading", "paper_for",
    "paper_by", "cards_on_paper", "shown_board", "shown_boards", "kept_closed", "revealed_document",
    "revealed_seed", "read_record", "shown_record", "cards_for", "read_set", "sealed_set_for",
    "signature_by_cards", "revealed_deals", "revealed_set_file", "travelling_cards",
}  # fmt: skip
"""Public names of `tournaments.deals.door`. The functions with which it opens cards are not among them."""


def checked_imports(project: Path) -> "subprocess.CompletedProcess[str]":
    command = [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"]
    return subprocess.run(command, cwd=project, check=False, capture_output=True, text=True)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A small project with the contracts on sealed cards and the modules in them."""
    text = (PROJECT / "pyproject.toml").read_text()
    contracts = [
        part
        for part in re.split(r"\n(?=\[)", text)
        if part.startswith("[tool.importlinter]") or 'protected_modules = ["games.' in part
    ]
    assert len(contracts) == 3
    (tmp_path / "pyproject.toml").write_text("\n".join(contracts))
    for path in SOURCES:
        relative_path = path.relative_to(PROJECT)
        (tmp_path / relative_path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / relative_path).write_text("")
    for package in PACKAGES:
        for folder in [tmp_path / package, *(tmp_path / package).rglob("*/")]:
            (folder / "__init__.py").touch()
    for package in ("games", "tournaments"):
        (tmp_path / package / "migrations").mkdir(exist_ok=True)
        (tmp_path / package / "migrations" / "__init__.py").touch()
    return tmp_path


THIEVES = {
    "tournaments/deals/services/thief.py": "from games.opening import open_set",
    "tournaments/paper/documents/thief.py": "import games.opening",
    "games/web/thief.py": "from games.sealed import open_sealed",
    "tournaments/rankings/public/boards.py": "def show():\n    from games.sealed import open_sealed",
}
"""Modules that open cards themselves."""


def test_modules_that_open_cards_themselves_fail_the_layer_check(copy: Path) -> None:
    clean = checked_imports(copy)
    for module, line in THIEVES.items():
        (copy / module).write_text(line)

    checked = checked_imports(copy)

    # the contracts hold before the modules are added
    assert (clean.returncode, checked.returncode) == (0, 1), clean.stdout
    names = [module.removesuffix(".py").replace("/", ".") for module in THIEVES]
    assert [name for name in names if f"- {name} -> games." not in checked.stdout] == []


def strings(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.keyword) and node.arg:
            yield node.arg


def ways_round(source: str, nodes: Iterable[ast.AST]) -> list[str]:
    """Return the expressions of a module that would reveal sealed cards without opening them."""
    expressions = [INSIDE] if INSIDE in source else []
    expressions += [text for text in strings(nodes) if TABLES.search(text) or THROUGH.search(text)]
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module == "tournaments.deals.door":
            expressions += [alias.name for alias in node.names if alias.name not in DOOR]
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in INTO_TEXT:
            expressions += [
                text for text in strings(ast.walk(node)) if re.search(r"(^|__)(hands|seed)$", text)
            ]
    return expressions


def test_no_module_goes_round_the_door() -> None:
    ways_by_module = {
        str(path.relative_to(PROJECT)): ways_round(source_of(path), nodes_of(path)) for path in SOURCES
    }

    assert {name: ways for name, ways in ways_by_module.items() if ways} == {"games/sealed.py": [INSIDE]}


@pytest.mark.parametrize(
    "source",
    [
        "from tournaments.deals.door import open_deal",
        "Deal.objects.filter(hands__contains='T21')",
        "Deal.objects.annotate(text=Cast('hands', CharField()))",
        "cursor.execute('SELECT hands FROM games_deal')",
        "deal.hands._Sealed__content",
        "rows.filter(deal_set__deals__hands__startswith=guess)",
    ],
)
def test_ways_round_the_door_are_seen(source: str) -> None:
    assert ways_round(source, tuple(ast.walk(ast.parse(source))))
