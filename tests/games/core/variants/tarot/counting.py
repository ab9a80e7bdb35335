"""Counting a finished deal of Tarot as people do, with piles of cards on the table."""

from games.core.cards import BOUTS, EXCUSE, face, half_points
from games.core.decks import TWO_PACKS
from games.core.variants.tarot.camps import attack_of


def count_by_hand(state):
    """Bouts of the attack and half points of both camps, with real piles and the Excuse taken back."""
    playing = state.phase
    preparation = playing.preparation
    setting = preparation.setting
    attack = attack_of(preparation, playing.tricks)
    piles = {True: [], False: []}
    owed = []
    for number, trick in enumerate(playing.tricks):
        won = trick.winner in attack
        for place, card in enumerate(trick.cards):
            owner = (trick.leader + place) % len(trick.cards) in attack
            if face(card) == EXCUSE and owner != won and number < len(playing.tricks) - 1:
                piles[owner].append(card)
                owed.append(owner)
            else:
                piles[won].append(card)
    if preparation.bid.takes_dog:
        piles[True] += [card for card in TWO_PACKS if preparation.discard >> card & 1]
    elif setting.row.dog_size:
        piles[not preparation.bid.gives_dog_away] += setting.layout.piles[preparation.dog]
    if setting.row.dog_count == 2:
        second = [card for card in TWO_PACKS if preparation.second_discard >> card & 1]
        if not preparation.bid.takes_dog:
            second = setting.layout.piles[1 - preparation.dog]
        piles[preparation.second in attack] += second
    points = {camp: sum(map(half_points, pile)) for camp, pile in piles.items()}
    for owner in owed:
        points[owner] -= 1
        points[not owner] += 1
    return sum(face(card) in BOUTS for card in piles[True]), points[True], points[False]
