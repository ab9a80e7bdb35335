"""Cold-Poker: hidden choices, cancelled tricks, points taken."""

import json
from itertools import permutations, product
from pathlib import Path
from random import Random

import pytest

from games.core.actions import Hidden, Pass, PlayCard
from games.core.cards import RANKS, parse_card, suit_card, suit_of, trump_card
from games.core.errors import ImpossibleOutcome
from games.core.layouts import Layout
from games.core.play import play_randomly
from games.core.variants.cold_poker import ColdPokerOutcome, highest_place
from games.core.variants.registry import find_variant

PUBLISHED = json.loads(Path("tests/data/games/cold_poker.json").read_text(encoding="utf-8"))


def started(player_count, dealer=0):
    """A deal whose stock turns 14, 13 … 1."""
    variant = find_variant(f"cold-poker-{player_count}")
    layout = variant.random_layout(Random(0))
    stock = tuple(trump_card(number) for number in range(14, 0, -1))
    return variant.start(Layout(layout.hands, (stock,)), dealer=dealer)


@pytest.mark.parametrize("player_count", PUBLISHED["player_counts"])
def test_each_has_a_whole_suit_and_the_stock_is_shuffled(player_count):
    variant = find_variant(f"cold-poker-{player_count}")
    first, second = (variant.random_layout(Random(seed)) for seed in (1, 2))

    assert [{suit_of(card) for card in hand} for hand in first.hands] == [{s} for s in range(player_count)]
    assert {len(hand) for hand in first.hands} == {PUBLISHED["hand"]}
    assert sorted(first.piles[0]) == [trump_card(number) for number in range(1, PUBLISHED["stock"] + 1)]
    assert first.piles != second.piles


def test_the_highest_card_takes_the_trump(after):
    state = after(started(3), "HR DD S1")

    assert state.taken == ((), (trump_card(14),), ())
    assert state.to_act == 1


def test_equal_highest_cards_cancel_the_trump(after):
    state = after(started(3), "HR DR S1 H2 D1 S3")

    assert state.cancelled == (trump_card(14),)
    assert state.taken == ((trump_card(13),), (), ())


def test_equal_lower_cards_do_not_matter(after):
    state = after(started(3), "H1 D1 S3")

    assert state.taken == ((trump_card(14),), (), ())


def test_the_winner_is_found_from_any_dealer(after):
    state = after(started(3, dealer=1), "DR S1 H1")

    assert state.actors == (2, 0, 1)
    assert state.taken == ((), (), (trump_card(14),))


def test_a_chosen_card_stays_face_down_until_all_have_chosen(after):
    state = after(started(2), "H5")
    view = state.view(0)

    assert [step.action for step in view.steps] == [Hidden("play")]
    assert parse_card("H5") in dict(view.exposed)["hand_1"]
    assert [step.action for step in state.view(1).steps] == [PlayCard(parse_card("H5"))]

    later_view = after(state, "S1").view(0)
    assert [step.action for step in later_view.steps] == [
        PlayCard(parse_card("H5")),
        PlayCard(parse_card("S1")),
    ]
    assert parse_card("H5") not in dict(later_view.exposed)["hand_1"]


def test_a_view_shows_the_trump_that_is_played_for(after):
    state = after(started(2), "H5 S1 H1 SR H2 S2")
    exposed = dict(state.view(0).exposed)

    assert exposed["turned"] == {trump_card(11)}
    assert exposed["taken_1"] == {trump_card(14)}
    assert exposed["taken_0"] == {trump_card(13)}
    assert exposed["cancelled"] == {trump_card(12)}


def test_nothing_is_turned_at_the_end():
    over = play_randomly(started(2), Random(5))

    assert dict(over.view(0).exposed)["turned"] == frozenset()


def test_the_points_are_the_trumps_taken(after):
    low_against_high = zip(RANKS, [*RANKS[1:], RANKS[0]], strict=True)
    over = after(started(2), " ".join(f"H{low} S{high}" for low, high in low_against_high))

    assert over.outcome() == ColdPokerOutcome((104, 1))
    assert over.scores() == (104, 1)


@pytest.mark.parametrize(
    ("action", "code"),
    [(PlayCard(parse_card("S1")), "card_not_held"), (Pass(), "action_not_now")],
    ids=["card of another", "pass"],
)
def test_what_may_not_be_played(code_of, action, code):
    assert code_of(started(2).apply, action) == code


def test_hands_of_mixed_suits_are_refused(code_of):
    variant = find_variant("cold-poker-2")
    layout = variant.random_layout(Random(0))
    spades, hearts = layout.hands
    ace_of_spades, ace_of_hearts = parse_card("S1"), parse_card("H1")
    mixed = (spades - {ace_of_spades} | {ace_of_hearts}, hearts - {ace_of_hearts} | {ace_of_spades})
    trump, queen = layout.piles[0][0], parse_card("HD")
    trumped = (spades, hearts - {queen} | {trump})

    assert code_of(variant.start, Layout(mixed, layout.piles)) == "hand_of_one_suit"
    stock = (queen, *layout.piles[0][1:])
    assert code_of(variant.start, Layout(trumped, (stock,))) == "hand_of_one_suit"
    assert variant.start(Layout((hearts, spades), layout.piles)).to_act == 1


@pytest.mark.parametrize(
    ("points", "code"),
    [
        ([50], "seat_count"),
        ([105, 0], "points_out_of_range"),
        ([-1, 50], "points_out_of_range"),
        ([60, 46], "points_sum"),
        ([60, 0], "one_sided"),
        ([60, 45, 0], "king_unbeaten"),
        ([2, 2], "sums_not_shareable"),
        ([1, 1, 40, 40], "sums_not_shareable"),
        ([1, 4, 4], "sums_not_shareable"),
        ([52, 51, 1, 1], "sums_not_shareable"),
        ([50, None], "outcome_malformed"),
    ],
)
def test_impossible_slips_are_refused(points, code):
    variant = find_variant(f"cold-poker-{max(len(points), 2)}")

    with pytest.raises(ImpossibleOutcome) as refusal:
        variant.read_outcome({"points": points})
    assert refusal.value.code == code


@pytest.mark.parametrize("points", [[0, 0], [104, 1], [3, 3], [60, 44, 0], [1, 2, 3, 0], [26, 26, 26, 27]])
def test_possible_slips_are_accepted(points):
    variant = find_variant(f"cold-poker-{len(points)}")

    assert variant.read_outcome({"points": points}).scores() == tuple(points)


@pytest.mark.parametrize(("player_count", "heights"), [(2, 3), (2, 6), (3, 4), (4, 3)])
def test_any_number_of_stakes_can_be_taken_but_what_slips_refuse(player_count, heights):
    """All games of few heights, the first seat playing them in order: nothing but three rules bounds them."""
    orders = product(permutations(range(heights)), repeat=player_count - 1)
    counts_taken = {stakes_taken([range(heights), *other_orders], player_count) for other_orders in orders}

    every = product(range(heights + 1), repeat=player_count)
    assert counts_taken == {counts for counts in every if may_take(counts, heights)}


def stakes_taken(orders, player_count):
    """Return the number of stakes that each seat takes if each plays its heights in an order of its own."""
    winners = [
        highest_place([suit_card(seat, height + 1) for seat, height in enumerate(trick)])
        for trick in zip(*orders, strict=True)
    ]
    return tuple(map(winners.count, range(player_count)))


def may_take(counts, heights):
    """Return whether `check_outcome` accepts these numbers of stakes."""
    if sum(counts) > heights or heights in counts:
        return False
    one_sided = len(counts) == 2 and counts.count(0) == 1
    return not one_sided and not (0 in counts and sum(counts) == heights)
