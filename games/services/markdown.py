"""The project's own Markdown files as HTML: a title and a body, which a page shows unescaped."""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from markdown_it import MarkdownIt
from markdown_it.token import Token
from PIL import Image

LANGUAGES = ("fr", "en")
"""Languages of such files. The first one replaces any other."""

_RULES = re.compile(r"^[.][.]/[.][.]/rules/[a-z]{2}/([a-z0-9-]+)[.]md")
"""Pattern of a link from another folder to the rules of a game."""
_STATIC = re.compile(r"^(?:[.][.]/)+static/(.+)$")
"""Pattern of the address of a picture among the static files."""
_FILE = re.compile(r"^([a-z0-9-]+)[.]md")
"""Pattern of a link to another file of the folder."""


def written_language() -> str:
    """Return the visitor's language if these files are written in it, else the first one."""
    language = (get_language() or "").split("-")[0]
    return language if language in LANGUAGES else LANGUAGES[0]


def read_page(path: Path) -> tuple[str, SafeString]:
    """Return title and body of a file. Its first line is the title.

    HTML in the file is kept, since the project writes these files itself.
    """
    title_line, _, text = path.read_text(encoding="utf-8").partition("\n")
    title = title_line.removeprefix("# ")
    return title, render_markdown(text, title)


def render_markdown(text: str, caption: str) -> SafeString:
    """Return text of the project's own files as HTML. The caption names a table without a heading."""
    converter = _converter()
    tokens = converter.parse(text)
    _name_cells(tokens)
    html: str = converter.renderer.render(tokens, converter.options, {"caption": caption})
    return mark_safe(html)  # noqa: S308 - files of the project


@cache
def _converter() -> MarkdownIt:
    converter = MarkdownIt("commonmark", {"html": True}).enable("table")
    converter.add_render_rule("table_open", _open_table)
    converter.add_render_rule("table_close", _close_table)
    converter.add_render_rule("link_open", _open_link)
    converter.add_render_rule("image", _picture)
    return converter


def _name_cells(tokens: Sequence[Token]) -> None:
    """Make the first cell of each row its heading, and set the scope of each heading."""
    is_first = False
    for place, token in enumerate(tokens):
        if token.type == "tr_open":
            is_first = True
        elif token.type == "th_open":
            token.attrSet("scope", "col")
        elif token.type == "td_open":
            if is_first:
                # A cell is three tokens: opening tag, content, closing tag.
                token.tag = tokens[place + 2].tag = "th"
                token.attrSet("scope", "row")
            is_first = False


def _open_table(self: Any, tokens: Sequence[Token], place: int, options: Any, env: dict[str, str]) -> str:
    """Return the opening tags of a table that scrolls on a narrow screen, named after its heading."""
    headings = [number for number in range(place) if tokens[number].type == "heading_open"]
    caption = tokens[headings[-1] + 1].content if headings else env["caption"]
    return (
        f'<div class="table-scroll" role="region" tabindex="0" aria-label="{conditional_escape(caption)}">'
        f'<table class="dense"><caption class="visually-hidden">{conditional_escape(caption)}</caption>'
    )


def _close_table(*_: Any) -> str:
    return "</table></div>"


def _open_link(self: Any, tokens: Sequence[Token], place: int, options: Any, env: Any) -> str:
    """Return the opening tag of a link. A link to another file leads to its page."""
    address = str(tokens[place].attrGet("href") or "")
    rules = _RULES.match(address)
    address = reverse("rules-page", args=[rules[1]]) if rules else _FILE.sub(r"../\1/", address)
    return f'<a href="{conditional_escape(address)}">'


def _picture(self: Any, tokens: Sequence[Token], place: int, options: Any, env: Any) -> str:
    """Return a picture of the static files, which a browser loads when it comes into view."""
    token = tokens[place]
    file = _STATIC.sub(r"\1", str(token.attrGet("src")))
    words = conditional_escape(token.content)
    path = finders.find(file)
    # tools.picture_manual opens these pages before it has taken a new picture
    if path is None:
        return words
    with Image.open(path) as picture:
        width, height = picture.size
    return (
        f'<img src="{static(file)}" data-file="{file}" width="{width}" height="{height}"'
        f' alt="{words}" loading="lazy" />'
    )
