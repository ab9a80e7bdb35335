"""Camps of a deal, and its finished tricks."""

from collections.abc import Iterator
from typing import NamedTuple

from games.core.calls import copies
from games.core.cards import EXCUSE, Card, face
from games.core.variants.tarot.preparation import Preparation


class Trick(NamedTuple):
    """A finished trick."""

    leader: int
    cards: tuple[Card, ...]
    """Cards in the order played."""
    winner: int

    def hand_of(self, place: int) -> int:
        """Return the hand that played the card at a place."""
        return (self.leader + place) % len(self.cards)

    @property
    def winning_card(self) -> Card:
        """Card of the winner."""
        return self.cards[(self.winner - self.leader) % len(self.cards)]

    def excuses(self) -> list[int]:
        """Return the places of its Excuses, in the order played."""
        return [place for place, card in enumerate(self.cards) if face(card) == EXCUSE]


def attack_of(preparation: Preparation, tricks: tuple[Trick, ...]) -> frozenset[int]:
    """Return the seats that attack: the taker, the called players, and their teams.

    Args:
        tricks: tricks played so far. They matter where the first player of the called card joins the attack.
    """
    row = preparation.setting.row
    partners = _first_players(preparation, tricks) if row.joins_when_played else _holders(preparation)
    return frozenset(member for seat in (preparation.taker, *partners) for member in row.team_members(seat))


def settle_last_trick(preparation: Preparation, tricks: tuple[Trick, ...]) -> tuple[Trick, ...]:
    """Return all the tricks, with the last one given to an Excuse that completes a slam.

    Source:
        Federation rules of 2012, page 5: the side that won all the other tricks and kept the Excuse for the
        last one wins it too.
    """
    *earlier_tricks, last = tricks
    attack = attack_of(preparation, tricks)
    for place in last.excuses():
        player = last.hand_of(place)
        if all((trick.winner in attack) == (player in attack) for trick in earlier_tricks):
            return (*earlier_tricks, last._replace(winner=player))
    return tricks


def _holders(preparation: Preparation) -> Iterator[int]:
    """Yield the seats that were dealt a called card; none for a copy in the dog."""
    for card in preparation.called:
        for seat, hand in enumerate(preparation.setting.dealt_hands()):
            if hand & copies(card):
                yield seat


def _first_players(preparation: Preparation, tricks: tuple[Trick, ...]) -> Iterator[int]:
    """Yield the seat that played a copy of each called card first.

    Source:
        Document 000, at thirteen players.
    """
    plays = ((trick.hand_of(place), card) for trick in tricks for place, card in enumerate(trick.cards))
    for called in preparation.called:
        # Until the card is played, the taker stands for the unknown partner.
        yield next((hand for hand, card in plays if face(card) == called), preparation.taker)
