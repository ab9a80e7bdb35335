"""Pages of docs/rules as HTML: one Markdown file for each game and language, read once."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.conf import settings
from django.utils.safestring import SafeString

from games.services.markdown import read_page

_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class RuleText:
    """The rules of one game, or of its forms that share a page."""

    game: str
    """Name of the page: the stored name of the game, or the common beginning of its forms' names."""
    title: str
    body: SafeString
    """HTML below the title."""

    @property
    def is_tarot(self) -> bool:
        """True for a form of Tarot, false for another game with the same cards."""
        return self.game.startswith("tarot-")


def list_rule_texts(language: str) -> tuple[RuleText, ...]:
    """Return every page in one language, by name, numbers in order."""
    return tuple(sorted(_read_all(language).values(), key=_order))


def rule_text(language: str, game: str) -> RuleText | None:
    """Return one page, or None when there is none of that name."""
    return _read_all(language).get(game)


def rules_of_game(language: str, game: str) -> RuleText:
    """Return the page of a game of the registry: its own, or the longest one that its name begins with."""
    texts = _read_all(language)
    # The dashes keep "tarot-1" from matching "tarot-10".
    return texts[max((page for page in texts if f"{game}-".startswith(f"{page}-")), key=len)]


def _order(text: RuleText) -> tuple[str, int]:
    number = _NUMBER.search(text.game)
    # Numbers sort by value: tarot-9 before tarot-10.
    return _NUMBER.sub("", text.game), int(number.group()) if number else 0


@cache
def _read_all(language: str) -> dict[str, RuleText]:
    folder = Path(settings.PROJECT_DIR) / "docs" / "rules" / language
    return {path.stem: RuleText(path.stem, *read_page(path)) for path in folder.glob("*.md")}
