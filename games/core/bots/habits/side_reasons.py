"""Reasons for a card at Nullo, Papayou, Contrat and Grelin, from what the seat sees.

As in `card_reasons`, a reason explains the card that a robot has chosen and chooses none itself.
"""

from enum import StrEnum

from games.core.actions import Bet, PlayCard, PlayWorth
from games.core.bots.habits.avoiding import Cost, find_cost, split_tricks, takes_trick
from games.core.cards import EXCUSE, PETIT, Card, face, rank_of, trump_number
from games.core.play import View
from games.core.tricks import NOTHING_LED, STRENGTH, SUIT_OF, read_trick
from games.core.variants.contrat import EXCUSE_WORTHS, Contrat
from games.core.variants.grelin import ACE, NO_ROWS, Grelin, is_playable, rows_with
from games.core.variants.registry import find_variant


class SideReason(StrEnum):
    """Reason for a card of a game other than Tarot."""

    LEAD_LOW = "lead_low"
    """The lowest card of its suit in the hand is led, and another player may hold a higher one."""
    SHED_HIGH = "shed_high"
    """The highest card of its suit in the hand is led before any card of that suit was played."""
    STAY_UNDER = "stay_under"
    """The card follows suit below the card that takes the trick."""
    EXCUSE_DUCKS = "excuse_ducks"
    """The Excuse takes no trick."""
    SHED_POINTS = "shed_points"
    """The most costly card goes to a trick that another player takes."""
    SHED_STRONG = "shed_strong"
    """The highest card of its suit in the hand goes to a trick that another player takes."""
    TAKE_FREE = "take_free"
    """The last card takes a trick without a costly card."""
    TAKE_HIGH = "take_high"
    """Every card would take the trick as its last, so the highest one goes."""
    HOPE_OVER = "hope_over"
    """No card stays under, and others are still to play."""
    WIN_BET = "win_bet"
    """A trick is missing to the bet, and the card takes this one for now."""
    KEEP_HIGH = "keep_high"
    """A trick is missing to the bet, and a higher card is kept for another one."""
    DUCK_BET = "duck_bet"
    """The bet is reached, and the card stays under."""
    PLAY_AGAIN = "play_again"
    """An ace or the Petit lets its player lay another card."""
    OPEN_OWN = "open_own"
    """Another card of the same hand fits after it."""
    NEAR_OWN = "near_own"
    """The row grows towards another card of the same hand."""
    OPEN_NOTHING = "open_nothing"
    """No card of another player fits after it."""


def find_side_reason(view: View, action: PlayCard | PlayWorth) -> SideReason | None:
    """Return the reason for a legal card; None if no rule fits, and at every other game."""
    variant, card = find_variant(view.game), action.card
    if (cost := find_cost(variant)) is not None:
        return _point_reason(view, card, variant.player_count, cost)
    if isinstance(variant, Contrat):
        return _bet_reason(view, action, variant.player_count)
    return _row_reason(view, card) if isinstance(variant, Grelin) else None


def _point_reason(view: View, card: Card, player_count: int, cost: Cost) -> SideReason | None:
    """Return the reason for a card where points are bad."""
    cards, trick = split_tricks(view)
    led = read_trick(trick)[0]
    if face(card) == EXCUSE:
        return SideReason.EXCUSE_DUCKS if trick else None
    if led == NOTHING_LED:
        return _lead_reason(view, card, cards)
    others = [action.card for action in view.legal if isinstance(action, PlayCard)]
    if not takes_trick(trick, card):
        if SUIT_OF[card] == led:
            return SideReason.STAY_UNDER
        if cost(card) > 0 and cost(card) == max(map(cost, others)):
            return SideReason.SHED_POINTS
        strengths = [STRENGTH[other] for other in others if SUIT_OF[other] == SUIT_OF[card]]
        is_strong = len(strengths) > 1 and STRENGTH[card] == max(strengths)
        return SideReason.SHED_STRONG if is_strong else None
    is_forced = all(takes_trick(trick, other) for other in others)
    if len(trick) + 1 < player_count:
        return SideReason.HOPE_OVER if is_forced else None
    if not sum(cost(other) for other in (*trick, card) if face(other) != EXCUSE):
        return SideReason.TAKE_FREE
    is_highest = STRENGTH[card] == max(STRENGTH[other] for other in others)
    return SideReason.TAKE_HIGH if is_forced and is_highest else None


def _lead_reason(view: View, card: Card, played_cards: list[Card]) -> SideReason | None:
    """Return the reason for a lead where points are bad."""
    strengths = [STRENGTH[other] for other in view.hand if SUIT_OF[other] == SUIT_OF[card]]
    hidden_cards = set(find_variant(view.game).deck).difference(view.hand, played_cards)
    may_be_beaten = any(
        SUIT_OF[other] == SUIT_OF[card] and STRENGTH[other] > STRENGTH[card] for other in hidden_cards
    )
    if STRENGTH[card] == min(strengths) and may_be_beaten:
        return SideReason.LEAD_LOW
    is_new = all(SUIT_OF[other] != SUIT_OF[card] for other in played_cards)
    return SideReason.SHED_HIGH if is_new and STRENGTH[card] == max(strengths) else None


def _bet_reason(view: View, action: PlayCard | PlayWorth, player_count: int) -> SideReason | None:
    """Return the reason for a card at Contrat, where a player needs exactly the tricks of the bet."""
    bet = next(step.tricks for seat, step in view.steps if seat == view.seat and isinstance(step, Bet))
    plays = [(_height(step), seat) for seat, step in view.steps if isinstance(step, PlayCard | PlayWorth)]
    trick_start = len(plays) // player_count * player_count
    winners = [max(plays[start : start + player_count])[1] for start in range(0, trick_start, player_count)]
    trick, height = plays[trick_start:], _height(action)
    is_missing = winners.count(view.seat) < bet
    takes = all(height > other for other, _seat in trick)
    other_heights = [trump_number(card) or max(EXCUSE_WORTHS) for card in view.hand - {action.card}]
    is_kept = any(other > height for other in other_heights)
    if is_missing and takes and (trick or not is_kept):
        return SideReason.WIN_BET
    if is_missing:
        return SideReason.KEEP_HIGH if is_kept else None
    if not takes:
        return SideReason.DUCK_BET
    is_lowest = all(other > height for other in other_heights)
    return SideReason.LEAD_LOW if is_lowest and not trick else None


def _height(action: PlayCard | PlayWorth) -> int:
    """Return the height of a card at Contrat: the number of a trump, the worth said for the Excuse."""
    return action.value if isinstance(action, PlayWorth) else trump_number(action.card) or 0


def _row_reason(view: View, card: Card) -> SideReason | None:
    """Return the reason for a card at Grelin, where rows grow by neighbours."""
    if card == PETIT or rank_of(card) == ACE:
        return SideReason.PLAY_AGAIN
    rows = NO_ROWS
    for _seat, action in view.steps:
        if isinstance(action, PlayCard):
            rows = rows_with(rows, action.card)
    rows_after = rows_with(rows, card)
    new_fits = {
        other
        for other in find_variant(view.game).deck
        if is_playable(rows_after, other) and not is_playable(rows, other)
    }
    if new_fits & view.hand:
        return SideReason.OPEN_OWN
    if not new_fits:
        return SideReason.OPEN_NOTHING
    is_near = any(_is_beyond(other, new_fit, card) for new_fit in new_fits for other in view.hand)
    return SideReason.NEAR_OWN if is_near else None


def _is_beyond(other: Card, new_fit: Card, laid: Card) -> bool:
    """Return whether a card follows, in its row, a card that fits after the laid one."""
    way = STRENGTH[new_fit] - STRENGTH[laid]
    return SUIT_OF[other] == SUIT_OF[laid] and (STRENGTH[other] - STRENGTH[new_fit]) * way > 0
