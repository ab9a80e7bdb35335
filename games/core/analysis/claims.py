"""Claims of all remaining tricks: whether they hold, and the end of the deal that they record.

The claimer plays in a fixed order that does not depend on other hands: trumps from the top, then each suit
from the top, the Petit last. A claim holds when this order wins every trick for any distribution of the
unseen cards. The verdict uses only the claimer's view, so it reveals nothing about other hands.

The recorded end is best for each other player against this order: they save their Excuse and their Petit
where the rules allow it.
"""

from collections import defaultdict
from collections.abc import Iterable

from games.core.actions import Action, DiscardCard, PlayCard, PlayWorth
from games.core.cards import EXCUSE, PETIT, Card, face, sort_hand
from games.core.play import Points, State
from games.core.tricks import NOTHING_LED, STRENGTH, SUIT_OF, TRUMP_LED
from games.core.variants.cold_poker import ColdPoker
from games.core.variants.contrat import EXCUSE_WORTHS, Contrat
from games.core.variants.tarot.camps import attack_of
from games.core.variants.tarot.playing import Playing
from games.core.variants.tarot.state import TarotState

BUDGET = 4_000
"""Cards tried for one line, which take a quarter of a second at most."""
EXACT_HAND = 3
"""Largest hand for which every play of the others is compared by its score. Above it, each follows a rule."""
_Play = PlayCard | PlayWorth
_End = tuple[tuple[Points, ...], list[Action]]
"""Scores of a finished deal, and the actions that lead to it, in reverse order."""


class _Spent(Exception):
    """Signal that the budget is used up."""


class _Search:
    """Ends of a deal in which the claimer wins every remaining trick."""

    def __init__(self, state: State, *, budget: int, is_exact: bool) -> None:
        assert state.to_act is not None
        self.seat = state.to_act
        self.remaining_budget = budget
        self.is_exact = is_exact
        self.sign = -1 if state.variant.lowest_wins else 1
        self.partners = _partners_of(state, self.seat)

    def end(self, state: State) -> _End | None:
        """Return the end that is best for each player in turn; None if the claimer cannot win every trick.

        The claimer takes the first card of the fixed order that leads to an end. Unless the search is exact,
        the others also take the first card of theirs.
        """
        if state.is_over:
            return state.scores(), []
        seat = state.to_act
        assert seat is not None
        best_end: _End | None = None
        for action in self._ordered_plays(state, seat):
            end = self._end_after(state, action)
            if end is None:
                continue
            if best_end is None or self.sign * (end[0][seat] - best_end[0][seat]) > 0:
                best_end = end
            if seat == self.seat or not self.is_exact:
                break
        return best_end

    def _end_after(self, state: State, action: Action) -> _End | None:
        self.remaining_budget -= 1
        if self.remaining_budget < 0:
            raise _Spent
        tricks = len(state.tricks())
        state = state.apply(action)
        # one lost trick refutes the claim: no need to play on
        if any(trick.winner != self.seat for trick in state.tricks()[tricks:]):
            return None
        end = self.end(state)
        return None if end is None else (end[0], [*end[1], action])

    def _ordered_plays(self, state: State, seat: int) -> list[_Play]:
        """Return the plays of a seat: the claimer's from the top, those of the others by the cards that they
        save.
        """
        plays = [action for action in state.legal_actions() if isinstance(action, _Play)]
        places = {card: place for place, card in enumerate(sort_hand(play.card for play in plays))}
        if seat == self.seat:
            return sorted(plays, key=lambda play: (_is_kept(play), places[play.card], -_worth(play)))
        return sorted(plays, key=lambda play: (self._saving_rank(play.card, seat), -places[play.card]))

    def _saving_rank(self, card: Card, seat: int) -> int:
        """Return the rank of a card in the order of another player.

        The Excuse is safe before the last trick. The Petit is safe there for the claimer's opponents, while
        the partners want it in the last trick.
        """
        if face(card) == EXCUSE:
            return 0
        if face(card) == PETIT:
            return 3 if seat in self.partners else 1
        return 2


def can_claim(state: State) -> bool:
    """Return whether the seat to act may claim: it leads from its hand to a trick before the last one."""
    seat = state.to_act
    if seat is None or not state.variant.has_tricks or isinstance(state.variant, ColdPoker):
        return False
    hand = state.view(seat).hand
    if not all(isinstance(action, _Play) and action.card in hand for action in state.legal_actions()):
        return False
    card_count = sum(isinstance(action, _Play) for action in state.history)
    # no card on the table: the seat leads
    return card_count == sum(len(trick.cards) for trick in state.tricks()) and len(hand) > 1


def is_claim_true(state: State) -> bool:
    """Return whether the claimer's order wins every trick for any distribution of the unseen cards.

    Also false for a hand that would win only in another order, or only with the actual distribution. Such a
    claim is for the other players to judge.
    """
    seat = state.to_act
    assert seat is not None
    if not _is_above_all(state, seat) or _may_lose_to_partner(state, seat):
        return False
    # an Excuse of the claimer wins its trick in a slam alone, and a stock brings more tricks than cards held
    return _line(state, BUDGET, is_exact=False) is not None


def play_claim(state: State, budget: int = BUDGET) -> tuple[Action, ...] | None:
    """Return the end of the deal that a claim records; None if no line was found that wins everything.

    Each other player plays for the best own score, as long as the claimer wins every trick.

    Args:
        budget: number of cards tried.
    """
    assert state.to_act is not None
    has_few = len(state.view(state.to_act).hand) <= EXACT_HAND
    exact = _line(state, budget, is_exact=True) if has_few else None
    return exact or _line(state, budget, is_exact=False)


def _line(state: State, budget: int, *, is_exact: bool) -> tuple[Action, ...] | None:
    try:
        end = _Search(state, budget=budget, is_exact=is_exact).end(state)
    except _Spent:
        return None
    return None if end is None else tuple(reversed(end[1]))


def _is_above_all(state: State, seat: int) -> bool:
    """Return whether a hand led from the top, trumps first, loses to no unseen card.

    In the worst case one opponent has all of a suit and keeps its highest card to the last. An unseen Excuse
    makes that possible for one more lead.
    """
    is_contrat = isinstance(state.variant, Contrat)
    hand = _heights(state.view(seat).hand, is_contrat=is_contrat)
    unseen_by_suit = _heights(_unseen(state, seat), is_contrat=is_contrat)
    excuses = len(unseen_by_suit.pop(NOTHING_LED, ()))
    hand.pop(NOTHING_LED, None)  # the Excuse is led last, and wins if it completes a slam
    leads = sum(map(len, hand.values()))
    for suit, unseen_heights in unseen_by_suit.items():
        own_heights = sorted(hand.get(suit, ()), reverse=True)
        must_win = min(len(unseen_heights) + excuses, leads)
        if any(height < max(unseen_heights) for height in own_heights[:must_win]):
            return False
        # the Petit is played last: it cannot be one of the trumps that must win
        if suit == TRUMP_LED and sum(height > STRENGTH[PETIT] for height in own_heights) < must_win:
            return False
    return True


def _heights(cards: Iterable[Card], *, is_contrat: bool) -> dict[int, list[int]]:
    """Return the heights of some cards by suit. In Contrat the Excuse is the highest trump."""
    heights = defaultdict[int, list[int]](list)
    for card in cards:
        is_highest = is_contrat and face(card) == EXCUSE
        heights[TRUMP_LED if is_highest else SUIT_OF[card]].append(
            STRENGTH[PETIT] + max(EXCUSE_WORTHS) if is_highest else STRENGTH[card]
        )
    return heights


def _unseen(state: State, seat: int) -> set[Card]:
    """Return the cards that may be in another hand, from the knowledge of one seat."""
    view = state.view(seat)
    played_cards = {card for trick in state.tricks() for card in trick.cards}
    discards = {step.action.card for step in view.steps if isinstance(step.action, DiscardCard)}
    return set(state.variant.deck) - view.hand - played_cards - discards


def _may_lose_to_partner(state: State, seat: int) -> bool:
    """Return whether a partner's Excuse, kept for the last trick, would complete a slam and win that trick.

    Source:
        Federation rules of 2012, page 5.
    """
    if not isinstance(state, TarotState):
        return False
    partners = _partners_of(state, seat)
    has_excuse = any(face(card) == EXCUSE for partner in partners for card in state.view(partner).hand)
    return has_excuse and all(trick.winner in {seat, *partners} for trick in state.tricks())


def _partners_of(state: State, seat: int) -> frozenset[int]:
    """Return the other seats of a player's side during the play of a Tarot; none in other games."""
    if not isinstance(state, TarotState) or not isinstance(state.phase, Playing):
        return frozenset()
    attack = attack_of(state.phase.preparation, state.phase.tricks)
    seats = range(state.variant.player_count)
    return frozenset(
        other_seat
        for other_seat in seats
        if other_seat != seat and (other_seat in attack) == (seat in attack)
    )


def _is_kept(play: _Play) -> int:
    """Return the rank of a card that the claimer keeps: 1 for the Petit, 2 for an Excuse without a worth,
    else 0.
    """
    if face(play.card) == EXCUSE:
        return 0 if isinstance(play, PlayWorth) else 2
    return int(face(play.card) == PETIT)


def _worth(play: _Play) -> int:
    return play.value if isinstance(play, PlayWorth) else 0
