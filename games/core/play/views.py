"""What a table sees: steps, tricks, and all that one seat knows at one moment."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from games.core.actions import Action, Hidden
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


NOBODY = -1
"""Seat of a view that belongs to nobody at the table."""


def common_view(views: Sequence[View]) -> View:
    """What somebody who only looks on knows: of the views of all seats, what every one of them shows."""
    first = views[0]
    piles = set(first.exposed).intersection(*(view.exposed for view in views))
    return replace(
        first,
        seat=NOBODY,
        hand=frozenset(),
        exposed=tuple(pile for pile in first.exposed if pile in piles),
        steps=tuple(map(_as_seen_by_all, zip(*(view.steps for view in views), strict=True))),
        legal=(),
    )


def _as_seen_by_all(seen: Sequence[SeatAction]) -> SeatAction:
    """One step of every view: hidden where it is so to one of them."""
    return next((step for step in seen if isinstance(step.action, Hidden)), seen[0])


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
