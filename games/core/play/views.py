"""Views of a table: steps, tricks, and the knowledge of one seat at one moment."""

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
    """Cards of the trick, in the order played."""
    winner: int | None
    """Seat (or hand) that won the trick; None where equal cards cancelled it."""


@dataclass(frozen=True, slots=True)
class View:
    """Knowledge of one seat at one moment; equal for two states that look the same to the seat."""

    game: str
    """Name of the variant."""
    rules: RuleSet
    seat: int
    dealer: int
    to_act: int | None
    hand: frozenset[Card]
    """The cards that the seat holds and sees."""
    hand_counts: tuple[int, ...]
    """Number of cards in each hand, in seat order."""
    exposed: tuple[tuple[str, frozenset[Card]], ...]
    """Piles that lie face up or that only this seat knows, by name: the dog shown, one's own discard, a
    dummy.
    """
    steps: tuple[SeatAction, ...]
    """All actions so far; those that others did face down are `Hidden`."""
    legal: tuple[Action, ...]
    """Legal actions when it is this seat's turn, else empty."""
    contract: tuple[int, Bid] | None = None
    """The taker and the bid, if they were fixed with the deal; None where the steps contain the auction."""


NOBODY = -1
"""Seat number of a view without a seat."""


def common_view(views: Sequence[View]) -> View:
    """Return the view of a spectator: the parts that the views of all seats have in common."""
    first = views[0]
    # a pile that only some seats see (one's own discard) is not public
    piles = set(first.exposed).intersection(*(view.exposed for view in views))
    return replace(
        first,
        seat=NOBODY,
        hand=frozenset(),
        exposed=tuple(pile for pile in first.exposed if pile in piles),
        steps=tuple(map(_as_seen_by_all, zip(*(view.steps for view in views), strict=True))),
        legal=(),
    )


def _as_seen_by_all(step_views: Sequence[SeatAction]) -> SeatAction:
    """Return one step of all views: hidden if it is hidden in any of them."""
    return next((step for step in step_views if isinstance(step.action, Hidden)), step_views[0])


@dataclass(frozen=True, slots=True)
class TrickMoment:
    """Facts that decide which cards one seat may play to a trick, without the history of the deal."""

    hand: frozenset[Card]
    """Cards that the seat may choose from, with those that lie open in front of it."""
    trick: tuple[Card, ...] = ()
    """The cards on the table, in the order played."""
    is_first: bool = False
    """True for the first trick."""
    is_last: bool = False
    """True for the last trick."""
    called: tuple[Card, ...] = ()
    """The called cards, as faces."""
    rules: RuleSet = RuleSet()  # noqa: RUF009 - immutable
