"""The pages of docs/rules as HTML: one Markdown file for each game and language, read once."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

LANGUAGES = ("fr", "en")
"""Languages of the rules; the first one stands in for any other."""

_NUMBER = re.compile(r"\d+")
_FILE = re.compile(r"^([a-z0-9-]+)[.]md")
"""A link to another file of the folder."""


@dataclass(frozen=True, slots=True)
class RuleText:
    """The rules of one game, or of its forms that share a page."""

    game: str
    """Name of the page: the stored name of the game, or what the names of its forms begin with."""
    title: str
    body: SafeString
    """HTML below the title."""

    @property
    def is_tarot(self) -> bool:
        """Whether it is a form of Tarot, not another game with the same cards."""
        return self.game.startswith("tarot-")


def list_rule_texts(language: str) -> tuple[RuleText, ...]:
    """Every page in one language, by name, numbers in order."""
    return tuple(sorted(_read_all(language).values(), key=_order))


def rule_text(language: str, game: str) -> RuleText | None:
    """One page, or None when there is none of that name."""
    return _read_all(language).get(game)


def _order(text: RuleText) -> tuple[str, int]:
    number = _NUMBER.search(text.game)
    return _NUMBER.sub("", text.game), int(number.group()) if number else 0


@cache
def _read_all(language: str) -> dict[str, RuleText]:
    folder = Path(settings.PROJECT_DIR) / "docs" / "rules" / language
    return {path.stem: _read(path) for path in folder.glob("*.md")}


def _read(path: Path) -> RuleText:
    """The file's first line is its title; the rest is written by us, so that its HTML is kept."""
    first, _, rest = path.read_text(encoding="utf-8").partition("\n")
    title = first.removeprefix("# ")
    converter = _converter()
    tokens = converter.parse(rest)
    _name_cells(tokens)
    html = converter.renderer.render(tokens, converter.options, {"caption": title})
    return RuleText(path.stem, title, mark_safe(html))  # noqa: S308 - files of the project


@cache
def _converter() -> MarkdownIt:
    converter = MarkdownIt("commonmark", {"html": True}).enable("table")
    converter.add_render_rule("table_open", _open_table)
    converter.add_render_rule("table_close", _close_table)
    converter.add_render_rule("link_open", _open_link)
    return converter


def _name_cells(tokens: Sequence[Token]) -> None:
    """Make the first cell of each row its heading, and say what each heading heads."""
    is_first = False
    for place, token in enumerate(tokens):
        if token.type == "tr_open":
            is_first = True
        elif token.type == "th_open":
            token.attrSet("scope", "col")
        elif token.type == "td_open":
            if is_first:
                token.tag = tokens[place + 2].tag = "th"
                token.attrSet("scope", "row")
            is_first = False


def _open_table(self: Any, tokens: Sequence[Token], place: int, options: Any, env: dict[str, str]) -> str:
    """A table that scrolls on a narrow screen, named after the heading above it."""
    headings = [number for number in range(place) if tokens[number].type == "heading_open"]
    caption = tokens[headings[-1] + 1].content if headings else env["caption"]
    return (
        f'<div class="table-scroll" role="region" tabindex="0" aria-label="{conditional_escape(caption)}">'
        f'<table class="dense"><caption class="visually-hidden">{conditional_escape(caption)}</caption>'
    )


def _close_table(*_: Any) -> str:
    return "</table></div>"


def _open_link(self: Any, tokens: Sequence[Token], place: int, options: Any, env: Any) -> str:
    """A link; one to another file leads to its page."""
    address = _FILE.sub(r"../\1/", str(tokens[place].attrGet("href") or ""))
    return f'<a href="{conditional_escape(address)}">'
