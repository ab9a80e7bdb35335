"""Reasons for a card of Tarot as a club teaches them: save the Petit, load a partner's trick, and so on.

A reason follows from the seat's own cards and the cards played, as in `rules_of_thumb`. It explains a card
that a robot has chosen and chooses none itself.
"""

from enum import StrEnum

from games.core.bots.habits.rules_of_thumb import (
    LAST_CARDS,
    MANY_TRUMPS,
    SAVED,
    friend_is_master,
    keeps_trick,
    played,
)
from games.core.bots.knowledge.tarot_sight import TarotSight
from games.core.bots.knowledge.tarot_table import HALF_POINTS, TarotTable
from games.core.cards import EXCUSE, PETIT, Card, face
from games.core.tricks import NOTHING_LED, SUIT_OF, TRUMP_LED


class CardReason(StrEnum):
    """Reason for a card."""

    SAVE_PETIT_LAST = "save_petit_last"
    """The Petit takes the trick as its last card."""
    SAVE_PETIT_WITH_FRIEND = "save_petit_with_friend"
    """The Petit goes home in a trick that its side keeps."""
    SAVE_PETIT_FROM_TAKER = "save_petit_from_taker"
    """The Petit goes to a trick that the taker does not get, while the taker's partner is unknown."""
    RUFF_PETIT = "ruff_petit"
    """The Petit is the first trump in a trick of a suit, and others are to play."""
    KEEP_PETIT = "keep_petit"
    """Another trump is played, since the Petit would be in danger."""
    PETIT_TO_THE_END = "petit_to_the_end"
    """A hand of trumps alone leads another one and keeps the Petit for the last trick."""
    CATCH_PETIT = "catch_petit"
    """The card goes over a Petit on the table."""
    HUNT_PETIT = "hunt_petit"
    """The attack leads high trumps while the Petit is in another hand."""
    DRAW_TRUMPS = "draw_trumps"
    """The attack leads trumps until the defence has none."""
    EXCUSE_IN_TIME = "excuse_in_time"
    """The Excuse is lost in the last trick."""
    EXCUSE_SAVES = "excuse_saves"
    """The Excuse saves points that every other card would give."""
    EXCUSE_SPARES_TRUMP = "excuse_spares_trump"
    """The Excuse is played where every other card would be a trump."""
    KEEP_EXCUSE = "keep_excuse"
    """The only other choice is the Excuse, which stays for a dearer trick."""
    LOAD = "load"
    """Points go to a trick that the side keeps."""
    LOAD_BEFORE_CALLED = "load_before_called"
    """Points go to a trick that the taker does not get, while the taker's partner is unknown."""
    HOLD_BACK = "hold_back"
    """A figure stays in the hand, since the winner of the trick may be the taker's unknown partner."""
    WAIT_TO_LOAD = "wait_to_load"
    """The side has the trick, but an opponent can still take it."""
    NOTHING_TO_GIVE = "nothing_to_give"
    """The side is master of the trick, and the hand has no figure for it."""
    NOTHING_BEFORE_CALLED = "nothing_before_called"
    """The taker does not get the trick, and the hand has no figure for it."""
    TAKE_LAST = "take_last"
    """The last card of the trick wins it."""
    TAKE_WITH_MASTER = "take_with_master"
    """No card to come in this suit goes over the card."""
    RUFF = "ruff"
    """The lowest trump that can takes a trick of another suit."""
    RUFF_HIGH = "ruff_high"
    """A higher trump than needed ruffs, since others are to play."""
    JUST_OVER = "just_over"
    """At trumps the lowest one that goes over is played."""
    BIG_TRUMP = "big_trump"
    """At trumps a higher one than needed makes the next players go over or stay below."""
    LOW_TRUMP = "low_trump"
    """The trick is not won: the lowest trump is played."""
    PLAY_LOW = "play_low"
    """A low card takes the trick for now, since others are to play."""
    PLAY_HIGH = "play_high"
    """A dearer card takes the trick for now, which the next players must beat."""
    LET_GO = "let_go"
    """The trick goes by, though another card would take it."""
    SPARE_POINTS = "spare_points"
    """No card takes the trick: the card costs least."""
    CASH_MASTER = "cash_master"
    """The highest card left of its suit is led."""
    LEAD_LONG = "lead_long"
    """A card of the longest suit is led."""
    LEAD_SHORT = "lead_short"
    """A card of a short suit is led, to ruff it later."""
    TRUMP_THE_TAKER = "trump_the_taker"
    """The defence leads trumps after the Petit, so that the attack ruffs less."""


SHORT_SUIT = 2
"""Largest number of cards of a suit that is led to ruff it later."""
LONG_SUIT = 3
"""Least number of cards left in a suit that is led as the long one."""


def find_card_reason(sight: TarotSight, card: Card) -> CardReason | None:
    """Return the reason for a legal card; None if no rule of the lessons fits."""
    table = TarotTable(sight)
    others = [other for other in played(sight.view) if other != card]
    if face(card) == EXCUSE:
        return _excuse_reason(table, others)
    if table.led == NOTHING_LED:
        reason = _lead_reason(table, card)
    elif SUIT_OF[card] == TRUMP_LED:
        reason = _trump_reason(table, card, others)
    else:
        reason = _suit_reason(table, card, others)
    is_excuse_kept = len(table.hand) > LAST_CARDS and {face(other) for other in others} == {EXCUSE}
    return reason or (CardReason.KEEP_EXCUSE if is_excuse_kept else None)


def _excuse_reason(table: TarotTable, others: list[Card]) -> CardReason | None:
    if len(table.hand) <= LAST_CARDS:
        return CardReason.EXCUSE_IN_TIME
    is_lost = not table.is_won_by_friend and not any(map(table.wins, others))
    if table.led == NOTHING_LED:
        return None
    if is_lost and all(HALF_POINTS[other] >= SAVED for other in others):
        return CardReason.EXCUSE_SAVES
    is_trump_spared = bool(others) and all(SUIT_OF[other] == TRUMP_LED for other in others)
    return CardReason.EXCUSE_SPARES_TRUMP if is_trump_spared else None


def _lead_reason(table: TarotTable, card: Card) -> CardReason | None:
    if SUIT_OF[card] == TRUMP_LED:
        return _trump_lead_reason(table, card)
    if table.is_master(card):
        return CardReason.CASH_MASTER
    lengths = [
        sum(SUIT_OF[other] == suit and face(other) != EXCUSE for other in table.hand)
        for suit in range(TRUMP_LED)
    ]
    length = lengths[SUIT_OF[card]]
    if length == max(lengths) and length >= LONG_SUIT:
        return CardReason.LEAD_LONG
    can_ruff = any(SUIT_OF[other] == TRUMP_LED for other in table.hand)
    is_figure = HALF_POINTS[card] >= SAVED
    return CardReason.LEAD_SHORT if length <= SHORT_SUIT and can_ruff and not is_figure else None


def _trump_lead_reason(table: TarotTable, card: Card) -> CardReason | None:
    if face(card) == PETIT:
        return None
    if all(SUIT_OF[other] == TRUMP_LED for other in table.hand) and PETIT in map(face, table.hand):
        return CardReason.PETIT_TO_THE_END
    petit_seen = any(table.seen >> petit & 1 for petit in table.sight.variant.deck if face(petit) == PETIT)
    if table.turn not in table.attackers:
        petit_held = any(face(other) == PETIT for other in table.hand)
        return CardReason.TRUMP_THE_TAKER if petit_seen and not petit_held else None
    trumps = [other for other in table.hand if SUIT_OF[other] == TRUMP_LED]
    if len(trumps) * MANY_TRUMPS < len(table.hand):
        return None
    return CardReason.DRAW_TRUMPS if petit_seen else CardReason.HUNT_PETIT


def _trump_reason(table: TarotTable, card: Card, others: list[Card]) -> CardReason | None:
    if face(card) == PETIT:
        if _side_keeps(table):
            known, unknown = CardReason.SAVE_PETIT_WITH_FRIEND, CardReason.SAVE_PETIT_FROM_TAKER
            return known if table.are_sides_known else unknown
        if not table.wins(card):
            return None
        return CardReason.SAVE_PETIT_LAST if table.is_last_to_play else CardReason.RUFF_PETIT
    if any(face(played_card) == PETIT for played_card in table.sight.trick) and not table.is_won_by_friend:
        return CardReason.CATCH_PETIT if table.wins(card) else None
    if any(face(other) == PETIT for other in others):
        return None if _side_keeps(table) else CardReason.KEEP_PETIT
    other_trumps = [other for other in others if SUIT_OF[other] == TRUMP_LED]
    is_lowest = bool(other_trumps) and card < min(other_trumps)
    if not table.wins(card):
        return CardReason.LOW_TRUMP if is_lowest else None
    if table.led != TRUMP_LED:
        is_least = not any(other < card and table.wins(other) for other in other_trumps)
        is_high_for_rest = not (is_least or table.is_last_to_play or table.is_master(card))
        return CardReason.RUFF_HIGH if is_high_for_rest else CardReason.RUFF
    if is_lowest or not other_trumps:
        return CardReason.JUST_OVER if is_lowest else None
    return None if table.is_last_to_play else CardReason.BIG_TRUMP


def _side_keeps(table: TarotTable) -> bool:
    """Return whether the trick stays with the side of the hand: no opponent who could take it is to play."""
    row = table.sight.row
    later_hands = [(table.turn + shift) % row.hand_count for shift in range(1, row.hand_count)]
    to_come = later_hands[: row.hand_count - 1 - len(table.sight.trick)]
    return keeps_trick(table) or (table.is_won_by_friend and all(map(table.is_friend, to_come)))


def _suit_reason(table: TarotTable, card: Card, others: list[Card]) -> CardReason | None:
    points, suit_others = HALF_POINTS[card], [other for other in others if face(other) != EXCUSE]
    if friend_is_master(table) or _side_keeps(table):
        return _loading_reason(table, points, suit_others)
    if table.wins(card) and table.is_last_to_play:
        return CardReason.TAKE_LAST
    if table.wins(card) and table.is_master(card):
        return CardReason.TAKE_WITH_MASTER
    is_cheapest = all(HALF_POINTS[other] >= points for other in suit_others)
    if table.wins(card):
        return CardReason.PLAY_LOW if is_cheapest else CardReason.PLAY_HIGH
    if not is_cheapest:
        return None
    if table.is_won_by_friend:
        has_figure = any(HALF_POINTS[other] >= SAVED for other in suit_others)
        return CardReason.WAIT_TO_LOAD if has_figure else CardReason.PLAY_LOW
    return CardReason.LET_GO if any(map(table.wins, suit_others)) else CardReason.SPARE_POINTS


def _loading_reason(table: TarotTable, points: int, suit_others: list[Card]) -> CardReason | None:
    """Return the reason for a card of so many half-points in a trick of which a friend is master.

    While the taker's partner is unknown, the friend is only a player other than the taker.
    """
    is_known = table.are_sides_known
    if points >= SAVED:
        return CardReason.LOAD if is_known else CardReason.LOAD_BEFORE_CALLED
    if all(HALF_POINTS[other] < SAVED for other in suit_others):
        return CardReason.NOTHING_TO_GIVE if is_known else CardReason.NOTHING_BEFORE_CALLED
    return None if is_known else CardReason.HOLD_BACK
