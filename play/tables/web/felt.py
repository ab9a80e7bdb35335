"""Data for a table on its felt (`components/table.html`): places, middle, hands."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.core.cards import Card, rank_of, sort_hand, suit_of
from games.core.seats import SHEET_ORDER, SOUTH, list_seats_in_sheet_order
from games.core.variants.grelin import ACE

AROUND = 5
"""Largest table whose cards lie around the middle. At larger ones they lie in a row, in playing order."""
LAID_OPEN = (None, 0, 1, 3, 2)
"""Order of suits on a page: trumps, then black beside red."""


@dataclass(frozen=True, slots=True)
class PlaceShown:
    """A place of the table: name, marks and cards of its player."""

    at: int
    """Position from 0, the near side of the table, in playing order."""
    name: str
    letter: str
    who: str = ""
    """Name of the player, beside the name of the place."""
    note: str = ""
    """Mark of the place: robot, absent player, the reader."""
    role: str = ""
    """Role in the deal, such as the taker."""
    words: str = ""
    """Last announcement, or number of tricks."""
    mark: str = ""
    """Result of the deal, with its unit."""
    hand: tuple[Card, ...] = ()
    """Cards lying open."""
    count: int = 0
    """Number of cards held face down."""
    backs: tuple[str, ...] = ()
    """Symbols of the deck for the face-down cards: one per card at a small table, else one per pack."""
    is_turn: bool = False
    is_attack: bool = False


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card of a trick."""

    name: str
    at: int
    """Place as in `PlaceShown`. At a large table only the order counts."""
    card: Card | None
    """Card; None if it lies face down."""
    is_winner: bool = False


@dataclass(frozen=True, slots=True)
class LaidTrick:
    """The cards in the middle."""

    cards: tuple[LaidCard, ...]
    words: str = ""
    """Winner of a finished trick."""
    title: str = ""


@dataclass(frozen=True, slots=True)
class PileShown:
    """Open cards that belong to no place."""

    name: str
    cards: tuple[Card, ...]
    in_order: bool = False
    """True if the order counts: a stock, cards on the table."""
    in_rows: bool = False
    """True if each suit lies in a row of its own."""


@dataclass(frozen=True, slots=True)
class CardChoice:
    """A card that the person sees, with its possible action."""

    card: Card
    text: str = ""
    """Action; "" if the card cannot be used at present."""
    words: str = ""
    is_hint: bool = False
    is_given: bool = False
    """True if chosen already."""
    ahead: str = ""
    """Action that can be chosen before one's turn; "" if none can."""


@dataclass(frozen=True, slots=True)
class Felt:
    """A table with everything that lies on it."""

    title: str
    """Title for screen readers."""
    seat_count: int
    is_open: bool
    """True if hands lie open. Each then needs room for its cards."""
    is_around: bool
    places: tuple[PlaceShown, ...]
    """Places in reading order."""
    piles: tuple[PileShown, ...] = ()
    tricks: tuple[LaidTrick, ...] = ()
    """The trick in the middle, or several tricks in order."""
    last_trick: LaidTrick | None = None
    is_large: bool = False
    """True if the places do not fit in one row on a phone."""


def lay_open(cards: Iterable[Card]) -> list[Card]:
    """Return a hand in page order: trumps first, then black and red suits in turn, highest first."""
    return sorted(sort_hand(cards), key=lambda card: LAID_OPEN.index(suit_of(card)))


def lay_in_rows(cards: Iterable[Card]) -> list[Card]:
    """Return the cards of rows in page order. An ace leads its row until its 2 is there."""
    shown_cards = lay_open(cards)
    return sorted(
        shown_cards,
        key=lambda card: (
            LAID_OPEN.index(suit_of(card)),
            rank_of(card) != ACE or Card(card + 1) in shown_cards,
        ),
    )


def open_places(count: int, near: int | None = None) -> Sequence[tuple[int, int]]:
    """Return (seat, place around the table) of an open table in reading order.

    Args:
        near: seat at the near side; by default South, or the first seat without compass points.
    """
    if near is None:
        near = SOUTH if count == len(SHEET_ORDER) else 0
    return [(seat, (seat - near) % count) for seat in list_seats_in_sheet_order(count)]


def tricks_words(won: int) -> str:
    """Return the number of tricks in words."""
    if not won:
        return _("aucun pli")
    return ngettext("%(count)s pli", "%(count)s plis", won) % {"count": won}


def tokens_words(count: int) -> str:
    """Return the number of a seat's tokens in words."""
    return ngettext("%(count)d jeton", "%(count)d jetons", count) % {"count": count}


def open_felt(
    *,
    title: str,
    seat_count: int,
    places: Iterable[PlaceShown],
    piles: Iterable[PileShown],
    tricks: tuple[LaidTrick, ...] = (),
) -> Felt:
    """Build a table whose hands lie open, as far as they are known."""
    return Felt(
        title=title,
        seat_count=seat_count,
        is_open=True,
        is_around=seat_count <= AROUND,
        places=tuple(places),
        piles=tuple(piles),
        tricks=tricks,
    )
