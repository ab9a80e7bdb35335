"""Exchange form of a deal: the game, the layout, the dealer, and the actions of the seats."""

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
"""Number of players of the largest table of any game."""
PLAIN_RULES = RuleSet()
"""Rule-set of a deal that names none."""
NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")
"""Pattern of the name of a game, a rule-set, an option or a note."""
_VISIBLE = r"[^ \x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+"
NOTE = re.compile(rf"(?=.{{1,200}}\Z){_VISIBLE}(?: {_VISIBLE})*")
"""Pattern of a note: words of visible characters with one space between them, 200 characters at most."""

LARGEST_INT = 999_999_999
"""Largest whole number of an option. Minus this is the smallest."""

_INT = re.compile(rf"0|-?[1-9][0-9]{{0,{len(str(LARGEST_INT)) - 1}}}")


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """One deal, whole or under way. `games.core.play` decides whether its actions are legal."""

    game: str
    """Stored name of the variant ("tarot-4")."""
    layout: Layout
    dealer: int
    """Seat of the dealer, from 0."""
    steps: tuple[tuple[int, Action], ...] = ()
    """Pairs of seat and action, in order."""
    rules: RuleSet = PLAIN_RULES
    contract: tuple[int, str] | None = None
    """Taker and bid where they come with the deal, as in duplicate tournaments; None for an auction."""
    notes: tuple[tuple[str, str], ...] = ()
    """Remarks by name ("event", "north"), in order of names."""


Check: TypeAlias = Callable[[PlayedDeal], None]
"""Check that raises a `GameError` for a deal unknown to its game: wrong cards, sizes, options."""


def seat_label(seat: int, player_count: int) -> str:
    """Return the label of a seat in a text: its letter at four players, else its number from 0."""
    return SEAT_LETTERS[seat] if player_count == len(SEAT_LETTERS) else str(seat)


def seat_of_label(label: str, player_count: int) -> int | None:
    """Return the seat of a label, or None when there is none at this table."""
    labels = [seat_label(seat, player_count) for seat in range(player_count)]
    return labels.index(label) if label in labels else None


def read_option_value(text: str) -> OptionValue:
    """Return the value of an option from its text: yes, no, a whole number, numbers with "/", or a word."""
    if text in ("yes", "no"):
        return text == "yes"
    parts = text.split("/")
    if all(_INT.fullmatch(part) for part in parts):
        return int(text) if len(parts) == 1 else tuple(map(int, parts))
    return text
