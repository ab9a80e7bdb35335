"""What a table sees: steps, tricks, and all that one seat knows at one moment."""

from dataclasses import dataclass
from typing import NamedTuple

from games.core.actions import Action
from games.core.cards import Card
from games.core.outcome import Bid
from games.core.rules import RuleSet


class SeatAction(NamedTuple):
    """One action and the seat that did it."""

    seat: int
    action: Action


class PlayedTrick(NamedTuple):
    """A finished trick."""

    leader: int
    """Seat that played its first card; at le mort, 2 for the dummy's hand."""
    cards: tuple[Card, ...]
    """In the order played."""
    winner: int | None
    """Seat (or hand) that won it; None where equal cards cancelled it."""


@dataclass(frozen=True, slots=True)
class View:
    """What one seat knows at one moment; equal for two states that the seat cannot tell apart."""

    game: str
    """Name of the variant."""
    rules: RuleSet
    seat: int
    dealer: int
    to_act: int | None
    hand: frozenset[Card]
    """The cards that the seat holds and sees."""
    hand_counts: tuple[int, ...]
    """How many cards each seat holds, in seat order."""
    exposed: tuple[tuple[str, frozenset[Card]], ...]
    """Piles lying face up or known to this seat alone, by name: the dog shown, one's own discard, a dummy."""
    steps: tuple[SeatAction, ...]
    """All that was done, those done face down by others as `Hidden`."""
    legal: tuple[Action, ...]
    """The legal actions when it is this seat's turn, else nothing."""
    contract: tuple[int, Bid] | None = None
    """The taker and his bid when they were fixed with the deal; None where the steps say who took."""


@dataclass(frozen=True, slots=True)
class TrickMoment:
    """What decides which cards one seat may play to a trick, without the deal that led there."""

    hand: frozenset[Card]
    """The cards that the seat may choose from, those that lie open before it included."""
    trick: tuple[Card, ...] = ()
    """The cards on the table, in the order played."""
    is_first: bool = False
    """Whether it is the first trick."""
    is_last: bool = False
    """Whether it is the last trick."""
    called: tuple[Card, ...] = ()
    """The called cards, as faces."""
    rules: RuleSet = RuleSet()  # noqa: RUF009 - immutable
