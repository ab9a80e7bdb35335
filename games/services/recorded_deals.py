"""Hands recorded at the table, after a board was dealt there."""

from collections.abc import Collection, Sequence

from django.db import transaction

from games.core.cards import Card
from games.core.dealing.dealt_game import dealt_game
from games.core.dealing.layout_text import format_layout
from games.core.dealing.pockets import complete_pockets
from games.core.dealing.sealing import UNCONSTRAINED
from games.core.errors import InvalidDeal
from games.core.layouts import Layout
from games.enums import DealSetOrigin, DealSetScope
from games.models import Deal, DealSet
from games.opening import open_deal_layout


class TakerHandDiffers(InvalidDeal):
    """Error for a taker's pocket that is not the hand sealed beforehand (`taker_hand_differs`)."""

    def __init__(self, seat: int, extra: frozenset[Card], missing: frozenset[Card]) -> None:
        message = f"taker's hand with {len(extra)} cards that were not dealt to seat {seat}"
        super().__init__("taker_hand_differs", message, field="pockets")
        self.seat = seat
        self.extra = extra
        """Cards of the pocket that were not dealt to the taker."""
        self.missing = missing
        """Cards dealt to the taker that the pocket lacks."""


def create_recorded_set(*, game: str, rule_set: str) -> DealSet:
    """Create a set for deals made at the tables: without seed, commitment and deals."""
    return DealSet.objects.create(
        game=game,
        rule_set=rule_set,
        origin=DealSetOrigin.RECORDED,
        constraints=UNCONSTRAINED.to_json(),
        seed=b"",
    )


def is_recordable(deal_set: DealSet) -> bool:
    """Return whether hands of this set are dealt at the table: all of them, or all but the taker's."""
    return deal_set.origin == DealSetOrigin.RECORDED or deal_set.scope == DealSetScope.TAKERS


@transaction.atomic
def record_deal(*, deal: Deal, pockets: Sequence[Collection[Card]]) -> Deal:
    """Store the hands of one board as the next version of its row.

    Args:
        deal: deal of a recordable set, with its taker; unsaved when its set has no row for it yet.
        pockets: the hands in playing order, then the piles. One may be left to complete, and the taker's may
            be
            empty where it was dealt beforehand.

    Raises:
        InvalidPockets: the pockets do not make one deal.
        TakerHandDiffers: the taker's pocket is not the hand that was dealt beforehand.
    """
    shape = dealt_game(deal.deal_set.game, deal.deal_set.rule_set)
    sealed_hand = _sealed_hand(deal)
    filled_pockets = list(pockets)
    # The director need not type a hand that the set already holds.
    if (
        sealed_hand
        and deal.taker is not None
        and deal.taker < len(filled_pockets)
        and not filled_pockets[deal.taker]
    ):
        filled_pockets[deal.taker] = sealed_hand
    layout = complete_pockets(filled_pockets, shape)
    if sealed_hand and deal.taker is not None:
        _check_taker(layout, deal.taker, sealed_hand)
    deal.hands = format_layout(layout)
    deal.version += 1
    deal.save()
    return deal


def _sealed_hand(deal: Deal) -> frozenset[Card]:
    """Return the hand dealt to the taker beforehand; empty where there is none."""
    if deal.deal_set.scope != DealSetScope.TAKERS or deal.taker is None:
        return frozenset()
    return open_deal_layout(deal).hands[deal.taker]


def _check_taker(layout: Layout, seat: int, sealed_hand: frozenset[Card]) -> None:
    hand = layout.hands[seat]
    if hand != sealed_hand:
        raise TakerHandDiffers(seat, hand - sealed_hand, sealed_hand - hand)
