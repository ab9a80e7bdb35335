"""Reasons for a card of Tarot as a club teaches them: save the Petit, load a partner's trick, and so on.

A reason follows from the seat's own cards and the cards played, as in `rules_of_thumb`. It explains a card
that a robot has chosen and chooses none itself.
"""

from enum import StrEnum

from games.core.bots.rules_of_thumb import (
    LAST_CARDS,
    MANY_TRUMPS,
    SAVED,
    friend_is_master,
    keeps_trick,
    played,
)
from games.core.bots.tarot_sight import TarotSight
from games.core.bots.tarot_table import HALF_POINTS, TarotTable
from games.core.cards import EXCUSE, PETIT, Card, face
from games.core.tricks import NOTHING_LED, SUIT_OF, TRUMP_LED


class CardReason(StrEnum):
    """Reason for a card."""

    SAVE_PETIT_LAST = "save_petit_last"
    """The Petit takes the trick as its last card."""
    SAVE_PETIT_WITH_FRIEND = "save_petit_with_friend"
    """The Petit goes home in a trick that its side keeps."""
    KEEP_PETIT = "keep_petit"
    """Another trump is played, since the Petit would be in danger."""
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
    LOAD = "load"
    """Points go to a trick that the side keeps."""
    TAKE_LAST = "take_last"
    """The last card of the trick wins it."""
    TAKE_WITH_MASTER = "take_with_master"
    """No card to come in this suit goes over the card."""
    RUFF = "ruff"
    """A trump takes a trick of another suit."""
    SPARE_POINTS = "spare_points"
    """The trick is not won: the card costs least."""
    CASH_MASTER = "cash_master"
    """The highest card left of its suit is led."""
    LEAD_LONG = "lead_long"
    """A card of the longest suit is led."""


def find_card_reason(sight: TarotSight, card: Card) -> CardReason | None:
    """Return the reason for a legal card; None if no rule of the lessons fits."""
    table = TarotTable(sight)
    others = [other for other in played(sight.view) if other != card]
    if face(card) == EXCUSE:
        return _excuse_reason(table, others)
    if table.led == NOTHING_LED:
        return _lead_reason(table, card)
    if SUIT_OF[card] == TRUMP_LED:
        return _trump_reason(table, card, others)
    return _suit_reason(table, card, others)


def _excuse_reason(table: TarotTable, others: list[Card]) -> CardReason | None:
    if len(table.hand) <= LAST_CARDS:
        return CardReason.EXCUSE_IN_TIME
    is_lost = not table.is_won_by_friend and not any(map(table.wins, others))
    if table.led != NOTHING_LED and is_lost and all(HALF_POINTS[other] >= SAVED for other in others):
        return CardReason.EXCUSE_SAVES
    return None


def _lead_reason(table: TarotTable, card: Card) -> CardReason | None:
    if SUIT_OF[card] == TRUMP_LED:
        trumps = [other for other in table.hand if SUIT_OF[other] == TRUMP_LED]
        is_strong = len(trumps) * MANY_TRUMPS >= len(table.hand)
        if table.turn not in table.attackers or not is_strong or face(card) == PETIT:
            return None
        petit_seen = any(
            table.seen >> petit & 1 for petit in table.sight.variant.deck if face(petit) == PETIT
        )
        return CardReason.DRAW_TRUMPS if petit_seen else CardReason.HUNT_PETIT
    if table.is_master(card):
        return CardReason.CASH_MASTER
    lengths = [
        sum(SUIT_OF[other] == suit and face(other) != EXCUSE for other in table.hand)
        for suit in range(TRUMP_LED)
    ]
    return CardReason.LEAD_LONG if lengths[SUIT_OF[card]] == max(lengths) else None


def _trump_reason(table: TarotTable, card: Card, others: list[Card]) -> CardReason | None:
    if face(card) == PETIT:
        if keeps_trick(table):
            return CardReason.SAVE_PETIT_WITH_FRIEND
        return CardReason.SAVE_PETIT_LAST if table.is_last_to_play and table.wins(card) else None
    if any(face(played_card) == PETIT for played_card in table.sight.trick) and not table.is_won_by_friend:
        return CardReason.CATCH_PETIT if table.wins(card) else None
    if any(face(other) == PETIT for other in others):
        return None if keeps_trick(table) else CardReason.KEEP_PETIT
    if table.led != TRUMP_LED and table.wins(card):
        return CardReason.RUFF
    return None


def _suit_reason(table: TarotTable, card: Card, others: list[Card]) -> CardReason | None:
    points = HALF_POINTS[card]
    if friend_is_master(table):
        return CardReason.LOAD if points >= SAVED else None
    if table.wins(card):
        if table.is_last_to_play:
            return CardReason.TAKE_LAST
        return CardReason.TAKE_WITH_MASTER if table.is_master(card) else None
    is_cheapest = all(HALF_POINTS[other] >= points for other in others if face(other) != EXCUSE)
    return CardReason.SPARE_POINTS if is_cheapest else None
