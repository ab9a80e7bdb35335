"""Docstrings, local names and pages are plain: habits that readers stumble over stay rare (CONTRIBUTING.md).

plain_words.toml holds the goals, measured at well-known projects, and a better word for each habit.
"""

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.architecture.parsed import nodes_of, source_of

PROJECT = Path(__file__).parents[2]
PACKAGES = (
    "accounts",
    "common",
    "config",
    "counting",
    "etui",
    "games",
    "play",
    "publishing",
    "tournaments",
    "tools",
    "benchmarks",
)
GROUPS = {"packages": PACKAGES, "tests": ("tests",)}
"""Folders that are measured together, each group against the same goals."""
HABITS: dict[str, Any] = tomllib.loads(Path(__file__).with_name("plain_words.toml").read_text())
COMMENTS_PER_HUNDRED_LINES = 1.0
SENTENCE_WORDS, PARAGRAPH_WORDS = 20, 80
"""Words of a page: mean of its sentences, longest paragraph."""
NOTES_FOR_TOOLS = re.compile(r"#\s*(noqa|type:|pragma|shellcheck|!)")
STRING_OR_COMMENT = re.compile(
    r"""(?P<quote>\"{3}|'{3}|"|')(?:\\.|[^\\])*?(?P=quote)|(?P<comment>#[^\n]*)""", re.DOTALL
)
"""A string, in which `#` begins nothing, or a comment. The tokens of Python take eight times as long."""
DEFINITIONS = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


class Prose(NamedTuple):
    """Text of the packages; each part with its place, `path:line`."""

    docstrings: list[tuple[str, str]]
    names: list[tuple[str, str]]
    """Local variables, once for each assignment."""


def docstrings_of(nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """Yield the docstrings of modules, classes and functions, and strings below an assignment."""
    for node in nodes:
        if isinstance(node, DEFINITIONS) and (text := ast.get_docstring(node)):
            yield node.body[0].lineno, text
        if isinstance(node, ast.Module | ast.ClassDef):
            for statement, below in pairwise(node.body):
                match statement, below:
                    case ast.Assign() | ast.AnnAssign(), ast.Expr(value=ast.Constant(value=str(text))):
                        yield below.lineno, text


def local_names_of(nodes: Sequence[ast.AST]) -> Iterator[tuple[int, str]]:
    """Yield the variables that functions assign, loop variables included."""
    lines = set[int]()
    for function in nodes:
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            first_line = min([function.lineno, *(decorator.lineno for decorator in function.decorator_list)])
            lines.update(range(first_line, (function.end_lineno or first_line) + 1))
    for node in nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.lineno in lines:
            yield node.lineno, node.id


def read_prose(paths: Iterable[Path]) -> Prose:
    """Return the text of Python files."""
    prose = Prose([], [])
    for path in paths:
        nodes = nodes_of(path)
        place = path.relative_to(PROJECT) if path.is_relative_to(PROJECT) else path
        prose.docstrings.extend((f"{place}:{line}", text) for line, text in docstrings_of(nodes))
        prose.names.extend((f"{place}:{line}", name) for line, name in local_names_of(nodes))
    return prose


def count_comments(source: str) -> int:
    """Return the number of comments that are for readers."""
    comments = (match["comment"] for match in STRING_OR_COMMENT.finditer(source))
    return sum(comment is not None and not NOTES_FOR_TOOLS.match(comment) for comment in comments)


def paths_of(group: str) -> list[Path]:
    """Return the Python files of a group of folders without migrations, which are never edited."""
    paths = [path for folder in GROUPS[group] for path in sorted((PROJECT / folder).rglob("*.py"))]
    return [path for path in paths if "migrations" not in path.parts]


@cache
def prose_of(group: str) -> Prose:
    return read_prose(paths_of(group))


def opening(words: list[str]) -> re.Pattern[str]:
    """Return a pattern for texts that start with one of these words."""
    return re.compile(rf"({'|'.join(words)})\b")


def places_of(pattern: re.Pattern[str], prose: Prose) -> list[str]:
    """Return the place of each occurrence in docstrings, with the text around it."""
    return [
        f"{place}: …{text[max(0, match.start() - 30) : match.end() + 30]}…".replace("\n", " ")
        for place, text in prose.docstrings
        for match in pattern.finditer(text)
    ]


@pytest.mark.parametrize("habit", HABITS["openings"], ids=lambda habit: habit["words"][0])
@pytest.mark.parametrize("group", GROUPS)
def test_docstrings_begin_with_a_verb_or_a_noun(group: str, habit: dict[str, Any]) -> None:
    prose, pattern = prose_of(group), opening(habit["words"])

    places = [f"{place}: {text[:60]}" for place, text in prose.docstrings if pattern.match(text)]

    assert 100 * len(places) / len(prose.docstrings) <= habit["percent"], (habit["better"], places)


@pytest.mark.parametrize("habit", HABITS["words"], ids=lambda habit: habit["better"])
@pytest.mark.parametrize("group", GROUPS)
def test_docstrings_use_plain_words(group: str, habit: dict[str, Any]) -> None:
    prose = prose_of(group)
    words = sum(len(text.split()) for _place, text in prose.docstrings)

    places = places_of(word(habit["pattern"]), prose)

    assert 1000 * len(places) / words <= habit["per_thousand"], (habit["better"], places)


def word(pattern: str) -> re.Pattern[str]:
    """Return a pattern for whole words, at the start of a sentence too."""
    return re.compile(rf"(?<!\w){pattern}\b", re.IGNORECASE | re.MULTILINE)


@pytest.mark.parametrize("group", GROUPS)
def test_local_variables_name_their_content(group: str) -> None:
    prose, better = prose_of(group), HABITS["names"]["better"]

    places = [f"{place}: {name}, better {better[name]}" for place, name in prose.names if name in better]

    assert 100 * len(places) / len(prose.names) <= HABITS["names"]["percent"], places


def test_comments_stand_at_surprising_lines() -> None:
    # of the packages alone: the sentence that names a test says what a comment would
    sources = [source_of(path) for path in paths_of("packages")]
    line_count = sum(source.count("\n") for source in sources)

    assert 100 * sum(map(count_comments, sources)) / line_count >= COMMENTS_PER_HUNDRED_LINES


# --- pages --------------------------------------------------------------------------------------------


def paragraphs_of(page: str) -> list[str]:
    """Return the paragraphs and list items of a Markdown page, without headings, tables and code."""
    page = re.sub(r"^ *```.*?^ *```", "", page, flags=re.MULTILINE | re.DOTALL)
    page = re.sub(r"\]\([^)]*\)", "]", page)
    paragraphs: list[str] = [""]
    for line in map(str.strip, page.splitlines()):
        if not line or line.startswith(("#", "|", "<", "---")):
            paragraphs.append("")
        elif re.match(r"([-*]|\d+\.) ", line):
            paragraphs.append(line.split(" ", 1)[1])
        else:
            paragraphs[-1] += f" {line}"
    return [paragraph.strip() for paragraph in paragraphs if paragraph.strip()]


def sentences_of(paragraph: str) -> list[str]:
    """Return the sentences of a paragraph; a point inside a word or a number ends none."""
    return [sentence for sentence in re.split(r"(?<=[.!?])[)”»*]*\s+(?=[^a-z])", paragraph) if sentence]


def pages() -> list[Path]:
    """Return the pages for readers: README, CONTRIBUTING, CHANGELOG and docs/."""
    return [*sorted(PROJECT.glob("*.md")), *sorted((PROJECT / "docs").rglob("*.md"))]


def test_pages_have_short_sentences_and_paragraphs() -> None:
    long_paragraphs, means = {}, {}
    for path in pages():
        name = str(path.relative_to(PROJECT))
        paragraphs = paragraphs_of(path.read_text(encoding="utf-8"))
        sentences = [sentence for paragraph in paragraphs for sentence in sentences_of(paragraph)]
        long_paragraphs[name] = [text for text in paragraphs if len(text.split()) > PARAGRAPH_WORDS]
        means[name] = sum(len(sentence.split()) for sentence in sentences) / len(sentences)

    assert len(means) > 100
    assert {name: paragraphs for name, paragraphs in long_paragraphs.items() if paragraphs} == {}
    assert {name: mean for name, mean in means.items() if mean > SENTENCE_WORDS} == {}


def test_paragraphs_and_sentences_of_a_sample() -> None:
    text = "# Head\n\nOne is 1.5 m. Two\nlines: [a b](c d)!\n\n- Three.\n- Four\n  more.\n\n"
    page = f"{text}| a cell |\n\n```\ncode\n```\n"

    assert paragraphs_of(page) == ["One is 1.5 m. Two lines: [a b]!", "Three.", "Four more."]
    assert sentences_of("One is 1.5 m. Two lines: [a b]!") == ["One is 1.5 m.", "Two lines: [a b]!"]


# --- the measure itself -------------------------------------------------------------------------------

SAMPLE = '''"""What a module is."""

SECONDS = 3
"""Between two polls."""


class Poll:
    """A request of a page that is open."""

    count: int
    """How many."""

    def send(self):
        """Whoever asks tells him. Nobody said so, for who is away cannot."""
        found = [each for each in ()]  # a surprise
        return found  # noqa: RET504
'''


def test_each_habit_is_found_in_a_sample(tmp_path: Path) -> None:
    path = tmp_path / "sample.py"
    path.write_text(SAMPLE)

    prose = read_prose([path])

    first_words = [text.split()[0] for _place, text in prose.docstrings]
    assert sorted(first_words) == ["A", "Between", "How", "What", "Whoever"]
    for habit, count in zip(HABITS["openings"], (3, 1), strict=True):
        pattern = opening(habit["words"])
        assert sum(1 for _place, text in prose.docstrings if pattern.match(text)) == count
    counts = Counter(
        {habit["better"]: len(places_of(word(habit["pattern"]), prose)) for habit in HABITS["words"]}
    )
    assert set(counts.values()) == {1}
    assert [name for _place, name in prose.names] == ["found", "each"]
    assert count_comments(SAMPLE) == 1
