"""Outcomes of played deals: counted again by hand, always possible, the same score as their slip."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from games.core.cards import EXCUSE, PETIT, face
from games.core.layouts import cut_layout
from games.core.outcome import Outcome, PetitAtEnd, Slam
from games.core.play import NotPlayed, play_randomly
from games.core.scoring import check_outcome, score_outcome, score_seats, share_score
from games.core.tarot_rules import tarot_rules
from games.core.tricks import STRENGTH
from games.core.variants.tarot.game import Tarot
from games.core.variants.tarot.setting import Imposed
from games.core.variants.tarot_table import TAROT_TABLE
from tests.cases import by_day
from tests.games.core.variants.tarot.counting import count_by_hand
from tests.games.core.variants.watching import OF_THE_DAY

every_row = pytest.mark.parametrize(
    "row", by_day(TAROT_TABLE, lambda row: row.name in OF_THE_DAY), ids=[row.name for row in TAROT_TABLE]
)


def rule_sets(variant):
    yield variant.make_rules()
    yield variant.make_rules("traditional")
    for option in variant.options:
        for choice in option.choices[1:]:
            yield variant.make_rules("fft", {option.name: choice})


def stacked_layout(variant, rng, rules):
    """A deal that may be very uneven: the deck sorted by strength, more or less, before it is cut."""
    noise = rng.choice([0, 3, 30, 1000])
    order = rng.choice([1, -1])
    cards = sorted(variant.deck, key=lambda card: order * STRENGTH[card] + rng.uniform(0, noise))
    return cut_layout(cards, variant.hand_sizes(rules), variant.pile_sizes(rules))


def played_deals(row, count=40):
    variant = Tarot(row)
    rules = list(rule_sets(variant))
    for seed in range(max(count, 2 * len(rules))):
        rng = Random(f"{row.name} {seed}")
        agreed = rules[seed % len(rules)]
        bid = rng.choice(tarot_rules(row, agreed).ladder(row))
        state = variant.start(
            stacked_layout(variant, rng, agreed),
            dealer=rng.randrange(row.player_count),
            rules=agreed,
            imposed=Imposed(rng.choice([0, row.player_count - 1]), bid),
        )
        if not state.is_over:
            yield play_randomly(state, rng)


@every_row
def test_outcome_is_that_of_a_count_by_hand(row):
    for state in played_deals(row):
        bouts, attack, defence = count_by_hand(state)
        outcome = state.outcome()

        assert (outcome.bouts, outcome.half_points) == (bouts, attack)
        assert attack + defence == row.total_half_points


@every_row
def test_whatever_is_played_is_possible_and_scores_as_its_slip(row):
    for state in played_deals(row):
        outcome = state.outcome()
        rules = tarot_rules(row, state.rules)

        check_outcome(outcome, row, rules)

        slip = Outcome.from_json(outcome.to_json())
        assert state.scores() == score_seats(slip, row, rules)
        assert sum(state.scores()) == 0
        if not outcome.miseres:
            score = score_outcome(slip, row, rules)
            shares = share_score(score, row, taker=slip.taker, partners=slip.partners, rules=rules)
            assert state.scores() == shares
            defenders = set(range(row.player_count)) - set(slip.attackers)
            assert {shares[seat] for seat in defenders} <= {-score}


@every_row
def test_slam_and_petit_are_those_of_the_tricks(row):
    for state in played_deals(row):
        playing, outcome = state.phase, state.outcome()
        attack = set(outcome.attackers)
        lost = sum(trick.winner not in attack for trick in playing.tricks)
        assert outcome.slam.is_made_by_attack <= (lost == 0)
        assert (outcome.slam is Slam.DEFENCE) <= (lost == len(playing.tricks))
        assert (outcome.slam is Slam.NONE) <= (0 < lost < len(playing.tricks))
        last = playing.tricks[-1]
        petits = sum(face(card) == PETIT for card in last.cards)
        if face(last.winning_card) != EXCUSE:
            camp = PetitAtEnd.ATTACK if last.winner in attack else PetitAtEnd.DEFENCE
            assert outcome.petit is (camp if petits else PetitAtEnd.NONE)
            assert outcome.petits == max(petits, 1)


def test_stacked_deals_reach_the_rare_outcomes():
    slams, petits, partners = Counter(), Counter(), Counter()
    for row in TAROT_TABLE:
        for state in played_deals(row):
            outcome = state.outcome()
            slams[outcome.slam] += 1
            petits[outcome.petit] += 1
            partners[len(outcome.partners)] += 1

    assert set(slams) == set(Slam)
    assert set(petits) == set(PetitAtEnd)
    assert set(partners) >= {0, 1, 2, 3, 5}


def test_fractions_of_points_are_exact():
    variant = Tarot(next(row for row in TAROT_TABLE if row.player_count == 7))
    scores = [
        points
        for seed in range(60)
        for points in play_randomly(variant.start(variant.random_layout(Random(seed))), Random(seed)).scores()
    ]

    assert any(isinstance(points, Fraction) for points in scores)
    assert not any(isinstance(points, Fraction) and points.denominator == 1 for points in scores)
    assert not any(isinstance(points, float) for points in scores)


@every_row
def test_deal_that_nobody_takes_scores_nothing(row):
    variant = Tarot(row)
    state = next(
        start
        for seed in range(50)
        if not (start := variant.start(variant.random_layout(Random(seed)))).is_over
    )
    while not state.is_over:
        state = state.apply(state.legal_actions()[0])

    assert state.outcome() == NotPlayed("passed")
    assert state.scores() == (0,) * row.player_count
