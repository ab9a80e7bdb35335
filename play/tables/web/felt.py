"""A table on its felt, as `components/table.html` draws it: places, the middle, a hand to play from."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import ngettext

from games.core.cards import Card, sort_hand, suit_of
from games.core.seats import SHEET_ORDER, SOUTH, sheet_order

AROUND = 5
"""Largest table whose cards lie around the middle; beyond, they lie in a row, in the order played."""
LAID_OPEN = (None, 0, 1, 3, 2)
"""Trumps, then the suits as they lie on a page: black beside red."""


@dataclass(frozen=True, slots=True)
class PlaceShown:
    """Who sits at a place, how he stands, and his hand where it lies open."""

    at: int
    """From 0, the near side of the table, in playing order."""
    name: str
    letter: str
    who: str = ""
    """The person there, beside the name of the place."""
    note: str = ""
    """A mark of his own: a robot, somebody who is away, the reader himself."""
    role: str = ""
    """The taker, where all is told of him that is known."""
    words: str = ""
    """What he said last, or his tricks."""
    mark: str = ""
    """What the deal was worth to him, with its unit."""
    hand: tuple[Card, ...] = ()
    """Lying open."""
    count: int = 0
    """Cards that he holds face down."""
    backs: tuple[str, ...] = ()
    """Symbols of the deck for them: each card at a small table, else one of each pack."""
    is_turn: bool = False
    is_attack: bool = False


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card of a trick."""

    name: str
    at: int
    """The place it comes from, as in `PlaceShown`; at a large table only the order counts."""
    card: Card | None
    """None for a card face down."""
    is_winner: bool = False


@dataclass(frozen=True, slots=True)
class LaidTrick:
    """The cards in the middle."""

    cards: tuple[LaidCard, ...]
    words: str = ""
    """Who won it, once it is over."""
    title: str = ""


@dataclass(frozen=True, slots=True)
class PileShown:
    """Cards lying open that belong to no place."""

    name: str
    cards: tuple[Card, ...]
    in_order: bool = False
    """A stock, cards on the table: their order counts."""


@dataclass(frozen=True, slots=True)
class CardChoice:
    """A card that the person sees, with what can be done with it."""

    card: Card
    text: str = ""
    """The action, "" when nothing can be done with it now."""
    words: str = ""
    is_hint: bool = False
    is_given: bool = False
    """Chosen already."""


@dataclass(frozen=True, slots=True)
class Felt:
    """A table with all that lies on it."""

    title: str
    """For those who hear the page."""
    seat_count: int
    is_open: bool
    """Hands lie open: each needs room for its cards."""
    is_around: bool
    places: tuple[PlaceShown, ...]
    """In the order of reading."""
    piles: tuple[PileShown, ...] = ()
    tricks: tuple[LaidTrick, ...] = ()
    """The one in the middle, or several that are told one after the other."""
    last_trick: LaidTrick | None = None
    is_large: bool = False
    """More places than stand in one row on a phone."""


def lay_open(cards: Iterable[Card]) -> list[Card]:
    """A hand as it lies on a page: trumps first, then black and red suits in turn, highest first."""
    return sorted(sort_hand(cards), key=lambda card: LAID_OPEN.index(suit_of(card)))


def open_places(count: int, near: int | None = None) -> Sequence[tuple[int, int]]:
    """Seats of an open table in the order of reading, with their place around it.

    Args:
        near: the seat at the near side; by default South, or the first one where there are no compass points.
    """
    if near is None:
        near = SOUTH if count == len(SHEET_ORDER) else 0
    return [(seat, (seat - near) % count) for seat in sheet_order(count)]


def tricks_words(won: int) -> str:
    """How many tricks somebody has."""
    return ngettext("%(count)s pli", "%(count)s plis", won) % {"count": won}


def open_felt(
    *,
    title: str,
    seat_count: int,
    places: Iterable[PlaceShown],
    piles: Iterable[PileShown],
    tricks: tuple[LaidTrick, ...] = (),
) -> Felt:
    """A table whose hands lie open, as far as they are known."""
    return Felt(
        title=title,
        seat_count=seat_count,
        is_open=True,
        is_around=seat_count <= AROUND,
        places=tuple(places),
        piles=tuple(piles),
        tricks=tricks,
    )
