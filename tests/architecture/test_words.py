"""One word for one thing: names of classes follow the glossary (docs/glossary.md)."""

import re
import tomllib
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

from django.apps import apps

from tests.architecture.parsed import source_of

PROJECT = Path(__file__).parents[2]
PACKAGES = ("accounts", "common", "config", "counting", "etui", "games", "play", "publishing", "tournaments")
AREAS = "Between areas of tournaments"
NOT_AREAS = {"core", "enums", "models"}
DEFINED = re.compile(r"^ *(?:async )?(?:def|class) (\w+)", re.MULTILINE)
CLASS = re.compile(r"^class ([A-Z]\w*)", re.MULTILINE)
PUBLIC_FUNCTION = re.compile(r"^(?:async )?def ([a-z]\w*)", re.MULTILINE)
NAMED = re.compile(r"`([A-Z][a-z]\w*)[`.]")

TWICE = {
    "Command": "Django asks for the name, one for each command of manage.py",
    "Deal": "the deal of the core, and the row that keeps it",
    "Ruling": "the ruling of the core, and the row that keeps it",
    "SeasonTariff": "the table of the core, and the row that keeps it",
}
"""Classes with the same name in several modules, and the reason."""
FUNCTIONS_TWICE = {
    "main": "entry point of a program or of a child process, started by `python -m` or by its parent",
}
"""Public functions with the same name in several modules, and the reason."""
KEPT = {"AuditEvent", "AuditEventAdmin"}
"""Names in the database, whose change would need a migration."""


@cache
def sources() -> dict[Path, str]:
    paths = (path for package in PACKAGES for path in (PROJECT / package).rglob("*.py"))
    return {path: source_of(path) for path in paths if "migrations" not in path.parts}


@cache
def tables() -> list[list[list[str]]]:
    """Return the cells of each table of the glossary, line by line, without its two lines of head."""
    # an escaped bar is no border of a cell
    text = (PROJECT / "docs/glossary.md").read_text().replace(r"\|", "¦")
    blocks = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    return [
        [[cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()[2:]]
        for block in blocks
    ]


def words_of(name: str) -> set[str]:
    """Return the words of a name in lower case, with and without the s of a plural."""
    words = {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}
    return words | {word.removesuffix("s") for word in words}


def test_no_two_classes_have_one_name() -> None:
    modules = defaultdict(set)
    for path, text in sources().items():
        for name in CLASS.findall(text):
            modules[name].add(str(path.relative_to(PROJECT)))

    assert {name: where for name, where in modules.items() if len(where) > 1 and name not in TWICE} == {}
    assert {name for name in TWICE if len(modules[name]) < 2} == set()


def test_no_two_public_functions_have_one_name() -> None:
    modules = defaultdict(set)
    for path in (*sources(), *(PROJECT / "benchmarks").rglob("*.py")):
        for name in PUBLIC_FUNCTION.findall(source_of(path)):
            modules[name].add(str(path.relative_to(PROJECT)))

    twice = {name: paths for name, paths in modules.items() if len(paths) > 1}
    assert {name: paths for name, paths in twice.items() if name not in FUNCTIONS_TWICE} == {}
    assert set(FUNCTIONS_TWICE) - set(twice) == set()


def test_a_word_stands_in_the_glossary_once() -> None:
    entries = [line[0] for line in tables()[0]]

    counts = Counter(
        word.strip(" ,")
        for entry in entries
        for word in re.sub(r"\(`[^)]*\)|`", "", entry).split(", ")
        if word.strip()
    )

    assert [word for word, count in counts.items() if count > 1] == []
    assert [line for line in tables()[0] if len(line) != 4] == []


def test_classes_that_the_glossary_names_exist() -> None:
    defined = {name for text in sources().values() for name in CLASS.findall(text)}

    glossary_names = {name for line in tables()[0] for cell in line for name in NAMED.findall(cell)}

    assert len(glossary_names) > 50
    assert glossary_names - defined == set()


def test_every_model_and_every_area_is_in_the_glossary() -> None:
    text = "\n".join(cell for line in tables()[0] for cell in line)
    models = {
        model.__name__
        for label in ("accounts", "counting", "games", "publishing", "rooms", "tournaments")
        for model in apps.get_app_config(label).get_models()
    }
    contracts = tomllib.loads((PROJECT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract["name"] == AREAS)
    areas = [layer.removeprefix("tournaments.") for layer in reversed(layers)]

    assert {name for name in models if not re.search(rf"\b({name}|{_as_words(name)})\b", text)} == set()
    assert [line[0] for line in tables()[1]] == [area for area in areas if area not in NOT_AREAS]


def test_words_that_are_not_said_are_in_no_name() -> None:
    unsaid = {word for line in tables()[2] for word in line[1].split(", ")}
    names = {name for text in sources().values() for name in DEFINED.findall(text)}
    names |= {part for path in sources() for part in path.relative_to(PROJECT).with_suffix("").parts}

    assert {"audit", "unforeseen"} < unsaid
    assert {name for name in names if words_of(name) & unsaid} == KEPT


def _as_words(name: str) -> str:
    """Return the words of a class name: "deal set" for DealSet."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", name).lower()
