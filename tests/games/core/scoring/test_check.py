"""Possible outcomes: the bounds, the refusals, and acceptance of everything that was really played."""

import dataclasses
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.cards import BOUTS, EXCUSE, KING, PETIT, half_points, rank_of, suit_of
from games.core.decks import ONE_PACK
from games.core.errors import ImpossibleOutcome
from games.core.outcome import Bid, Handful, Outcome, PetitAtEnd, Slam
from games.core.scoring import check_outcome, possible_half_points
from games.core.tarot_rules import FFT_TAROT
from games.core.variant import TAROT_3, TAROT_4, TAROT_5, VARIANTS
from tests.cases import examples


def bounds(bid, slam, variant=TAROT_4):
    """Least and most half points by number of bouts, None where no count is possible."""
    by_bouts = [possible_half_points(bid, bouts, slam, variant) for bouts in range(4)]
    return [(min(c[0] for c in cs), max(c[-1] for c in cs)) if cs else None for cs in by_bouts]


@pytest.mark.parametrize(
    ("bid", "slam", "expected"),
    [
        (Bid.PRISE, Slam.NONE, [(10, 154), (18, 162), (26, 170), (34, 178)]),
        (Bid.GARDE, Slam.NONE, [(10, 154), (18, 162), (26, 170), (34, 178)]),
        (Bid.GARDE_SANS, Slam.NONE, [(10, 154), (18, 162), (26, 170), (34, 178)]),
        (Bid.GARDE_CONTRE, Slam.NONE, [(4, 148), (12, 156), (20, 164), (28, 172)]),
        (Bid.GARDE, Slam.MADE, [None, None, (174, 174), (182, 182)]),
        (Bid.GARDE_SANS, Slam.ANNOUNCED_MADE, [None, None, (174, 174), (182, 182)]),
        (Bid.GARDE_CONTRE, Slam.MADE, [(120, 152), (122, 160), (124, 168), (132, 176)]),
        (Bid.GARDE, Slam.DEFENCE, [(6, 38), (14, 46), None, None]),
        (Bid.GARDE_SANS, Slam.DEFENCE, [(6, 50), (14, 58), (22, 60), (30, 62)]),
        (Bid.GARDE_CONTRE, Slam.DEFENCE, [(0, 0), (8, 8), None, None]),
        (Bid.GARDE, Slam.ANNOUNCED_FAILED, [(6, 154), (14, 162), (26, 170), (34, 178)]),
    ],
)
def test_bounds_at_four_players(bid, slam, expected):
    assert bounds(bid, slam) == expected


@pytest.mark.parametrize(
    ("variant", "bid", "slam", "expected"),
    [
        (TAROT_3, Bid.GARDE, Slam.NONE, [(9, 155), (17, 163), (25, 171), (33, 179)]),
        (TAROT_5, Bid.GARDE, Slam.NONE, [(8, 153), (16, 161), (24, 169), (32, 177)]),
        (TAROT_5, Bid.GARDE_CONTRE, Slam.NONE, [(5, 150), (13, 158), (21, 166), (29, 174)]),
        (TAROT_5, Bid.GARDE_CONTRE, Slam.MADE, [(147, 155), (147, 163), (147, 171), (155, 179)]),
        (TAROT_5, Bid.GARDE, Slam.DEFENCE, [(3, 21), (11, 29), None, None]),
        (TAROT_5, Bid.GARDE_SANS, Slam.DEFENCE, [(3, 27), (11, 35), (19, 35), (27, 35)]),
    ],
)
def test_bounds_at_three_and_five_players(variant, bid, slam, expected):
    assert bounds(bid, slam, variant) == expected


GARDE = Outcome(taker=0, bid=Bid.GARDE, bouts=2, half_points=98)


@pytest.mark.parametrize(
    ("changes", "code", "field", "message"),
    [
        ({"taker": 4}, "seat_out_of_range", "taker", "taker 4 not in 0..3"),
        ({"taker": -1}, "seat_out_of_range", "taker", "taker -1 not in 0..3"),
        ({"partners": (7,)}, "seat_out_of_range", "partners", "partners 7 not in 0..3"),
        (
            {"partners": (2,)},
            "partner_not_allowed",
            "partners",
            "partners 2 in tarot-4, where the taker plays alone",
        ),
        ({"bouts": 4}, "bouts_out_of_range", "bouts", "bouts 4 not in 0..3"),
        ({"bouts": -1}, "bouts_out_of_range", "bouts", "bouts -1 not in 0..3"),
        (
            {"half_points": 184},
            "half_points_out_of_range",
            "half_points",
            "half points 184 not in 0..182",
        ),
        ({"half_points": -2}, "half_points_out_of_range", "half_points", "half points -2 not in 0..182"),
        ({"half_points": 99}, "half_points_odd", "half_points", "half points 99 odd in tarot-4"),
        (
            {"handfuls": (Handful.SIMPLE, Handful.DOUBLE)},
            "too_many_handfuls",
            "handfuls",
            "handfuls of 23 trumps in all, more than 22",
        ),
        (
            {"handfuls": (Handful.SIMPLE,) * 3},
            "too_many_handfuls",
            "handfuls",
            "handfuls of 30 trumps in all, more than 22",
        ),
        (
            {"slam": Slam.MADE, "half_points": 174, "petit": PetitAtEnd.DEFENCE},
            "petit_against_slam",
            "petit",
            "petit won by the defence, which won no trick (slam made)",
        ),
        (
            {"slam": Slam.DEFENCE, "bouts": 1, "half_points": 20, "petit": PetitAtEnd.ATTACK},
            "petit_against_slam",
            "petit",
            "petit won by the attack, which won no trick (slam defence)",
        ),
        (
            {"bouts": 0, "petit": PetitAtEnd.ATTACK},
            "petit_needs_bout",
            "petit",
            "petit won by the attack, which has 0 bouts, not in 1..3",
        ),
        (
            {"bouts": 3, "petit": PetitAtEnd.DEFENCE},
            "petit_leaves_bout",
            "petit",
            "petit won by the defence, but the attack has 3 bouts, not in 0..2",
        ),
        (
            {"slam": Slam.MADE, "bouts": 1, "half_points": 174},
            "slam_bouts",
            "bouts",
            "slam made with 1 bouts",
        ),
        (
            {"slam": Slam.DEFENCE, "half_points": 20},
            "slam_bouts",
            "bouts",
            "slam defence with 2 bouts",
        ),
        (
            {"slam": Slam.ANNOUNCED_MADE, "half_points": 172},
            "slam_points",
            "half_points",
            "half points 172 not in 174..174 with 2 bouts, garde, slam announced_made",
        ),
        (
            {"slam": Slam.DEFENCE, "bouts": 0, "half_points": 40},
            "slam_points",
            "half_points",
            "half points 40 not in 6..38 with 0 bouts, garde, slam defence",
        ),
        (
            {"half_points": 174},
            "slam_missing",
            "slam",
            "half points 174 not in 26..170 with 2 bouts, garde, slam none",
        ),
        (
            {"bouts": 3, "half_points": 182, "slam": Slam.ANNOUNCED_FAILED},
            "slam_missing",
            "slam",
            "half points 182 not in 34..178 with 3 bouts",
        ),
        (
            {"bouts": 0, "half_points": 8},
            "defence_slam_missing",
            "slam",
            "half points 8 not in 10..154 with 0 bouts",
        ),
        (
            {"half_points": 24},
            "too_few_points",
            "half_points",
            "half points 24 not in 26..170 with 2 bouts",
        ),
        (
            {"half_points": 172},
            "too_many_points",
            "half_points",
            "half points 172 not in 26..170 with 2 bouts",
        ),
        (
            {"bouts": 0, "half_points": 156},
            "too_many_points",
            "half_points",
            "half points 156 not in 10..154 with 0 bouts",
        ),
    ],
)
def test_impossible_outcome_is_refused(changes, code, field, message):
    outcome = dataclasses.replace(GARDE, **changes)

    with pytest.raises(ImpossibleOutcome, match=re.escape(message)) as refused:
        check_outcome(outcome, TAROT_4)

    assert (refused.value.code, refused.value.field) == (code, field)


def test_refusal_carries_its_figures():
    with pytest.raises(ImpossibleOutcome) as refused:
        check_outcome(dataclasses.replace(GARDE, half_points=172), TAROT_4)

    assert refused.value.values == {"half_points": 172, "bouts": 2, "least": 26, "most": 170}


def test_taker_is_no_partner_of_his_own():
    with pytest.raises(ImpossibleOutcome, match="partner 0 is the taker") as refused:
        check_outcome(dataclasses.replace(GARDE, partners=(0,)), TAROT_5)

    assert refused.value.code == "partner_is_taker"


@pytest.mark.parametrize(
    ("changes", "variant"),
    [
        ({}, TAROT_4),
        ({"half_points": 97}, TAROT_3),
        ({"half_points": 97, "taker": 4, "partners": (0,)}, TAROT_5),
        ({"handfuls": (Handful.SIMPLE, Handful.SIMPLE)}, TAROT_4),
        ({"handfuls": (Handful.TRIPLE,)}, TAROT_4),
        ({"handfuls": (Handful.SIMPLE, Handful.TRIPLE)}, TAROT_5),
        ({"half_points": 174, "slam": Slam.MADE, "petit": PetitAtEnd.ATTACK}, TAROT_4),
        ({"petit": PetitAtEnd.DEFENCE}, TAROT_4),
        ({"petit": PetitAtEnd.ATTACK, "bouts": 1}, TAROT_4),
        ({"petit": PetitAtEnd.ATTACK, "slam": Slam.ANNOUNCED_FAILED}, TAROT_4),
        ({"half_points": 26, "slam": Slam.ANNOUNCED_FAILED}, TAROT_4),
    ],
)
def test_possible_outcome_is_accepted(changes, variant):
    check_outcome(dataclasses.replace(GARDE, **changes), variant)


def test_one_handful_at_most_at_three_players():
    outcome = dataclasses.replace(GARDE, handfuls=(Handful.SIMPLE, Handful.SIMPLE))

    with pytest.raises(ImpossibleOutcome, match="handfuls of 26 trumps"):
        check_outcome(outcome, TAROT_3)


class Playout:
    """A deal played out at random: any card may be played and any card of a trick may win it.

    What legal play can produce is among what this produces, so a bound that holds here holds at the table.
    Camps are 0 for the attack and 1 for the defence.
    """

    def __init__(self, rng, variant, bid, attack_luck):
        self.rng, self.variant, self.bid, self.attack_luck = rng, variant, bid, attack_luck
        self.camps = [0] + [1] * (variant.player_count - 1)
        self.piles = ([], [])
        self.trick_wins = [0, 0]
        self.excuse_owed = [0, 0]
        self.petit = PetitAtEnd.NONE
        self.deal()
        self.shown = self.show_handfuls()
        for number in range(variant.hand_size):
            self.play_trick(is_last=number == variant.hand_size - 1)

    def deal(self):
        cards = self.stacked_pack()
        size = self.variant.hand_size
        self.hands = [cards[seat * size : (seat + 1) * size] for seat in range(self.variant.player_count)]
        dog = cards[size * self.variant.player_count :]
        if self.bid.takes_dog:
            full = self.hands[0] + dog
            allowed = [card for card in full if card not in BOUTS and rank_of(card) != KING]
            dog = self.rng.sample(allowed, len(dog))
            self.hands[0] = [card for card in full if card not in dog]
        self.piles[1 if self.bid.gives_dog_away else 0].extend(dog)

    def stacked_pack(self):
        """A shuffled pack; half the time its best cards come first or last, to meet the rare piles."""
        cards = list(ONE_PACK)
        self.rng.shuffle(cards)
        order = self.rng.choice([None, 1, -1, None])
        return cards if order is None else sorted(cards, key=lambda card: order * half_points(card))

    def show_handfuls(self):
        levels_shown = []
        for hand in self.hands:
            trumps = sum(suit_of(card) is None for card in hand)
            levels = [level for level in Handful if self.variant.handful_size(level) <= trumps]
            if levels and self.rng.random() < 0.7:
                levels_shown.append(self.rng.choice(levels))
        return tuple(levels_shown)

    def play_trick(self, *, is_last):
        cards = [hand.pop(self.rng.randrange(len(hand))) for hand in self.hands]
        excuse_camp = self.camps[cards.index(EXCUSE)] if EXCUSE in cards else None
        winner = self.trick_winner(cards, excuse_camp, is_last=is_last)
        self.trick_wins[winner] += 1
        is_excuse_kept = (
            excuse_camp is not None and winner != excuse_camp and not (is_last and self.rng.random() < 0.8)
        )
        self.piles[winner].extend(card for card in cards if not (is_excuse_kept and card == EXCUSE))
        if is_excuse_kept:
            self.excuse_owed[excuse_camp] = 1
        if is_last and PETIT in cards:
            self.petit = PetitAtEnd.ATTACK if winner == 0 else PetitAtEnd.DEFENCE

    def trick_winner(self, cards, excuse_camp, *, is_last):
        """The camp that wins: never the Excuse's own card, but for the last trick of its camp's slam."""
        winning_camp = 0 if self.rng.random() < self.attack_luck else 1
        camps_left = [
            camp
            for camp, card in zip(self.camps, cards, strict=True)
            if camp == winning_camp and card != EXCUSE
        ]
        completes_slam = is_last and excuse_camp == winning_camp and self.trick_wins[1 - winning_camp] == 0
        return winning_camp if camps_left or completes_slam else 1 - winning_camp

    def outcome(self):
        points = [sum(map(half_points, pile)) for pile in self.piles]
        for camp in (0, 1):
            if self.excuse_owed[camp]:
                points[camp] += 9 - 1
                points[1 - camp] += 1
        assert sum(points) == 182
        bouts = sum(card in BOUTS for card in self.piles[0]) + self.excuse_owed[0]
        slams = {
            (True, False): [Slam.MADE, Slam.ANNOUNCED_MADE],
            (False, True): [Slam.DEFENCE, Slam.ANNOUNCED_FAILED],
            (False, False): [Slam.NONE, Slam.ANNOUNCED_FAILED],
        }[self.trick_wins[1] == 0, self.trick_wins[0] == 0]
        return Outcome(0, self.bid, bouts, points[0], self.shown, self.petit, self.rng.choice(slams))


@examples(100)
@given(
    rng=st.randoms(use_true_random=True),
    variant=st.sampled_from(list(VARIANTS.values())),
    bid=st.sampled_from(FFT_TAROT.ladder(TAROT_4)),
    attack_luck=st.sampled_from([0.0, 0.03, 0.5, 0.97, 1.0]),
)
def test_whatever_is_played_is_possible(rng, variant, bid, attack_luck):
    outcome = Playout(rng, variant, bid, attack_luck).outcome()

    check_outcome(outcome, variant)
