"""Claims of all remaining tricks: whether they are true, and how such an end is played."""

from collections.abc import Iterable

from games.core.actions import Action, PlayCard
from games.core.analysis.positions import is_searched
from games.core.cards import EXCUSE, Card, face, rank_of, sort_hand, suit_of, trump_number
from games.core.play import State, View

BUDGET = 4_000
"""Cards tried for one answer: a quarter of a second at most."""


class _Spent(Exception):
    """The budget is used up."""


class _Search:
    """Ends in which one seat takes every trick, tried card by card through the engine."""

    def __init__(self, seat: int, *, is_helped: bool, budget: int) -> None:
        self.seat = seat
        self.is_helped = is_helped
        self.left = budget

    def line(self, state: State) -> list[Action] | None:
        """The cards that end the deal with every trick for the seat, the last one first; None without any.

        Where the others help they play whatever lets it; else one of them is enough to prevent it.
        """
        if state.is_over:
            return []
        found: list[Action] | None = None
        for action in _ordered(state, is_highest_first=self._prefers_high(state)):
            found = self._after(state, action)
            if (found is not None) == (self.is_helped or state.to_act == self.seat):
                break
        return found

    def _prefers_high(self, state: State) -> bool:
        """Which cards end the search soonest: high ones of the seat, and of others who want to prevent it."""
        return not self.is_helped or state.to_act == self.seat

    def _after(self, state: State, action: Action) -> list[Action] | None:
        self.left -= 1
        if self.left < 0:
            raise _Spent
        tricks = len(state.tricks())
        state = state.apply(action)
        ended = state.tricks()[tricks:]
        if any(trick.winner != self.seat for trick in ended):
            return None
        rest = self.line(state)
        return None if rest is None else [*rest, action]


def can_claim(state: State) -> bool:
    """Whether who is to act may claim: he leads to a trick that is not the last one."""
    if state.is_over or not state.variant.has_tricks:
        return False
    if not all(isinstance(action, PlayCard) for action in state.legal_actions()):
        return False
    tricks = state.tricks()
    played = sum(isinstance(action, PlayCard) for action in state.history)
    assert state.to_act is not None
    return played == sum(len(trick.cards) for trick in tricks) and len(state.view(state.to_act).hand) > 1


def is_claim_true(state: State, budget: int = BUDGET) -> bool:
    """Whether who leads takes every remaining trick, whatever the others play.

    False also where that would take more cards tried than `budget` to show: such a claim is for the others
    to judge.
    """
    seat = state.to_act
    assert seat is not None
    if is_searched(state.variant) and _are_masters(state, seat):
        return True
    try:
        return _Search(seat, is_helped=False, budget=budget).line(state) is not None
    except _Spent:
        return False


def play_claim(state: State, budget: int = BUDGET) -> tuple[Action, ...] | None:
    """One way to end the deal in which who leads takes every trick; None where none was found."""
    seat = state.to_act
    assert seat is not None
    try:
        found = _Search(seat, is_helped=True, budget=budget).line(state)
    except _Spent:
        return None
    return None if found is None else tuple(reversed(found))


def _are_masters(state: State, seat: int) -> bool:
    """Whether a hand led from the top, trumps first, loses nothing: enough in Tarot, not needed.

    Each card is above all of its suit in other hands, and no trump is left when a plain card is led.
    """
    views = [state.view(other) for other in range(state.variant.player_count)]
    own, others = views[seat].hand, [view for view in views if view.seat != seat]
    trumps = sum(trump_number(card) is not None for card in own)
    if any(face(card) == EXCUSE for card in own):
        return False  # the Excuse takes no trick
    if any(_count_trumps(view) > trumps for view in others) and trumps < len(own):
        return False
    against = [card for view in others for card in view.hand]
    return all(_is_above(card, against) for card in own)


def _count_trumps(view: View) -> int:
    """Trumps of a hand; the Excuse counts as one, as it may be played in place of one."""
    return sum(suit_of(card) is None for card in view.hand)


def _is_above(card: Card, others: Iterable[Card]) -> bool:
    number = trump_number(card)
    if number is not None:
        return all((trump_number(other) or 0) < number for other in others)
    return all(
        (rank_of(other) or 0) < (rank_of(card) or 0) for other in others if suit_of(other) == suit_of(card)
    )


def _ordered(state: State, *, is_highest_first: bool) -> list[PlayCard]:
    """The cards that may be played."""
    legal = {action.card: action for action in state.legal_actions() if isinstance(action, PlayCard)}
    cards = sort_hand(legal)
    return [legal[card] for card in (cards if is_highest_first else reversed(cards))]
