"""A deal as it is exchanged: the game, the layout, the dealer, and what each seat did."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from games.core.actions import Action
from games.core.layouts import Layout
from games.core.rules import OptionValue, RuleSet
from games.core.seats import SEAT_LETTERS

FORMAT = "etui-deal"
VERSION = 1
MOST_PLAYERS = 16
"""The largest table of any game."""
PLAIN_RULES = RuleSet()
"""The rule-set of a deal that names none."""
NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")
"""What a game, a rule-set, an option or a note may be called."""
_VISIBLE = r"[^ \x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+"
NOTE = re.compile(rf"(?=.{{1,200}}\Z){_VISIBLE}(?: {_VISIBLE})*")
"""What a note may say: words of visible characters with one space between them, 200 characters at most."""

LARGEST_INT = 999_999_999
"""The largest whole number of an option, and minus the smallest."""

_INT = re.compile(rf"0|-?[1-9][0-9]{{0,{len(str(LARGEST_INT)) - 1}}}")


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """One deal, whole or under way. Whether its actions are legal is for `games.core.play` to say."""

    game: str
    """Stored name of the variant ("tarot-4")."""
    layout: Layout
    dealer: int
    """Seat of the dealer, from 0."""
    steps: tuple[tuple[int, Action], ...] = ()
    """Seat and action, in order."""
    rules: RuleSet = PLAIN_RULES
    contract: tuple[int, str] | None = None
    """Taker and bid where they come with the deal, as in duplicate tournaments; None for an auction."""
    notes: tuple[tuple[str, str], ...] = ()
    """Anything else worth keeping, by name ("event", "north"), in order of names."""


Check: TypeAlias = Callable[[PlayedDeal], None]
"""Raises a `GameError` for a deal that its game does not know: wrong cards, sizes, options."""


def seat_label(seat: int, player_count: int) -> str:
    """How a text names a seat: its letter at four players, else its number from 0."""
    return SEAT_LETTERS[seat] if player_count == len(SEAT_LETTERS) else str(seat)


def seat_of_label(label: str, player_count: int) -> int | None:
    """The seat that a text names, or None when it names none at this table."""
    labels = [seat_label(seat, player_count) for seat in range(player_count)]
    return labels.index(label) if label in labels else None


def read_option_value(text: str) -> OptionValue:
    """The value that a text gives to an option: yes, no, a whole number, numbers with "/", or a word."""
    if text in ("yes", "no"):
        return text == "yes"
    parts = text.split("/")
    if all(_INT.fullmatch(part) for part in parts):
        return int(text) if len(parts) == 1 else tuple(map(int, parts))
    return text
