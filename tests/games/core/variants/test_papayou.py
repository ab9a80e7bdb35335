"""Papayou: the dealer's terms, the exchange, following suit, draws, the stock's rest, scores."""

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from games.core.actions import Choose, Draw, GiveCard, Hidden, Pass, PlayCard, Ready
from games.core.cards import parse_card
from games.core.errors import IllegalAction, ImpossibleOutcome
from games.core.play import play_randomly, replay_states
from games.core.variants.papayou_play import PapayouOutcome, card_points
from games.core.variants.papayou_terms import Terms
from games.core.variants.registry import find_variant

PUBLISHED = json.loads(Path("tests/data/games/papayou.json").read_text(encoding="utf-8"))


@pytest.fixture
def started(layout_with):
    """A deal with some options fixed and some cards in each hand; the last seat deals, seat 0 begins."""

    def start(player_count, *hands, **options):
        variant = find_variant(f"papayou-{player_count}")
        rules = variant.make_rules("fft", options)
        return variant.start(layout_with(variant, *hands, rules=rules), dealer=player_count - 1, rules=rules)

    return start


def dealer_says(player_count, seed=0):
    variant = find_variant(f"papayou-{player_count}")
    rules = variant.make_rules("traditional")
    return variant.start(variant.random_layout(Random(seed), rules), dealer=1, rules=rules)


def plays(state):
    return {action.detail for action in state.legal_actions()}


def numbers(state):
    return [action.number for action in state.legal_actions()]


@pytest.mark.parametrize("example", PUBLISHED["terms"], ids=lambda example: example["said"])
def test_the_published_terms_are_said_and_played(example, after):
    state = after(dealer_says(example["player_count"]), example["choices"])

    assert set(state.actors) == {1}
    cards_given = example["given"] * example["player_count"]
    assert {len(hand) for hand in state.hands} == {example["cards_each"]}
    assert len(state.stock) == example["stock"]
    over = play_randomly(state, Random(3))
    kinds = Counter(action.word for action in over.history)
    assert kinds["give"] == cards_given
    assert (kinds["draw"] > 0) == (example["drawn"] > 0)
    assert sum(over.outcome().points) == 431


@pytest.mark.parametrize("row", PUBLISHED["totals"], ids=lambda row: row["player_count"])
def test_the_points_in_play_are_those_of_the_deck(row):
    assert sum(map(card_points, find_variant(f"papayou-{row['player_count']}").deck)) == row["total"]


@pytest.mark.parametrize("seed", range(4))
def test_a_deal_shares_out_every_point(seed):
    for player_count, total in ((3, 431), (6, 431), (7, 862), (12, 862)):
        assert sum(play_randomly(dealer_says(player_count, seed), Random(seed)).outcome().points) == total


@pytest.mark.parametrize(
    ("player_count", "most"),
    [(3, 26), (4, 19), (5, 15), (6, 13), (7, 22), (8, 19), (9, 17), (10, 15), (11, 14), (12, 13)],
)
def test_all_the_cards_that_share_out_are_dealt_by_default(player_count, most):
    variant = find_variant(f"papayou-{player_count}")
    plain = variant.make_rules()

    assert variant.hand_sizes(plain) == (most,) * player_count
    assert variant.pile_sizes(plain) == (len(variant.deck) - most * player_count,)
    assert numbers(dealer_says(player_count)) == list(range(1, most + 1))


def test_the_dealer_is_asked_only_what_is_open(after):
    start = dealer_says(4)

    assert start.to_act == 1
    assert numbers(after(start, "choose:1")) == [0, 1, 2]
    assert numbers(after(start, "choose:2")) == [0, 1, 2, 3]
    assert numbers(after(start, "choose:19 choose:1")) == [1, 2, 3, 4, 5]
    assert numbers(after(start, "choose:4 choose:3")) == [1, 2]
    assert numbers(after(start, "choose:8 choose:0")) == [0, 1, 2, 3, 4, 5]
    assert numbers(after(start, "choose:17 choose:0")) == [0, 1, 2]
    everything = after(start, "choose:19 choose:0")
    assert everything.terms == Terms(19, 0, 0, 0)
    assert everything.to_act == 2


def test_hands_are_dealt_from_the_top_of_the_stock_and_from_the_dealers_right(after):
    start = dealer_says(3)
    top = start.stock

    state = after(start, "choose:2 choose:0 choose:0")

    assert state.dealer == 1
    assert state.hands == (frozenset(top[2:4]), frozenset(top[4:6]), frozenset(top[:2]))
    assert state.stock == top[6:]


def test_an_organiser_may_fix_every_term():
    choices = {option.name: option.choices for option in find_variant("papayou-6").options}

    assert choices == {
        "cards_each": (13, *range(1, 13), "dealer"),
        "exchange": ("none", "left", "right", "both", "dealer"),
        "exchange_cards": (1, 2, 3, 4, 5, "dealer"),
        "draw": (0, 1, 2, 3, 4, 5, "dealer"),
        "must_trump": (True, False),
    }


def test_options_fix_some_terms_and_leave_others(after):
    variant = find_variant("papayou-4")
    rules = variant.make_rules("traditional", {"exchange": "both", "exchange_cards": 3, "draw": 1})
    start = variant.start(variant.random_layout(Random(1), rules), rules=rules)

    assert numbers(start) == list(range(6, 20))
    assert after(start, "choose:6").terms == Terms(6, 3, 3, 1)


def test_a_dealer_says_the_way_of_a_fixed_number(after):
    variant = find_variant("papayou-4")
    rules = variant.make_rules("traditional", {"exchange_cards": 4})
    start = variant.start(variant.random_layout(Random(1), rules), rules=rules)

    assert after(start, "choose:3").terms[:3] == (3, 0, 0)
    assert numbers(after(start, "choose:7")) == [0, 1, 2]
    assert numbers(after(start, "choose:8")) == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("said", "number"),
    [("", 0), ("", 20), ("choose:1", 3), ("choose:8", 4), ("choose:8 choose:1", 0), ("choose:8 choose:0", 6)],
)
def test_terms_that_the_cards_do_not_allow_are_refused(after, code_of, said, number):
    assert code_of(after(dealer_says(4), said).apply, Choose(number)) == "term_not_offered"


def test_an_exchange_of_more_cards_than_a_hand_is_refused(started, code_of):
    with_five = {"exchange": "both", "exchange_cards": 5}

    assert code_of(lambda: started(4, cards_each=9, **with_five)) == "exchange_too_large"
    assert started(4, cards_each=10, **with_five).to_act == 0
    assert started(4, cards_each=1, exchange_cards=5).to_act == 0


def test_nobody_sees_his_cards_before_the_terms_are_said(after):
    variant = find_variant("papayou-4")
    rules = variant.make_rules("fft", {"draw": "dealer", "cards_each": 8})
    state = variant.start(variant.random_layout(Random(1), rules), rules=rules)

    assert [state.view(seat).hand for seat in range(4)] == [frozenset()] * 4
    assert state.view(0).hand_counts == (8, 8, 8, 8)
    assert after(state, "choose:2").view(3).hand == state.layout.hands[3]


@pytest.mark.parametrize(
    ("way", "received"),
    [
        ("left", [("H1", "H2"), ("D1", "D2"), ("S1", "S2")]),
        ("right", [("D1", "D2"), ("S1", "S2"), ("H1", "H2")]),
        ("both", [("D2", "H1"), ("S2", "D1"), ("H2", "S1")]),
    ],
)
def test_cards_go_to_the_neighbours_agreed(started, after, way, received):
    count = 1 if way == "both" else 2
    state = started(3, "S1 S2 S3", "H1 H2 H3", "D1 D2 D3", cards_each=3, exchange=way, exchange_cards=count)

    state = after(state, "give:S1 give:S2 give:H1 give:H2 give:D1 give:D2")

    cards_kept = ("S3", "H3", "D3")
    expected = [
        {parse_card(text) for text in (*new, card_kept)}
        for new, card_kept in zip(received, cards_kept, strict=True)
    ]
    assert list(map(set, state.hands)) == expected
    assert state.to_act == 0


def test_nobody_sees_what_comes_before_he_has_given(started, after):
    start = started(3, "S1 S2", "H1 H2", "D1 D2", cards_each=2, exchange="right", exchange_cards=1)
    ace = parse_card("S1")
    state_after_gift = after(start, "give:S1")

    assert state_after_gift.view(0).steps[0].action == GiveCard(ace)
    assert state_after_gift.view(1).steps[0].action == Hidden("give")
    assert ace not in state_after_gift.view(1).hand
    assert GiveCard(ace) not in state_after_gift.legal_actions()

    done = after(state_after_gift, "give:H1 give:D1")
    assert ace in done.view(1).hand
    assert done.view(1).steps[0].action == GiveCard(ace)
    assert done.view(2).steps[0].action == Hidden("give")


def test_gifts_are_told_to_their_receivers_after_terms_were_said(after):
    state = after(dealer_says(3), "choose:8 choose:2 choose:1 choose:0")
    for _ in range(3):
        state = state.apply(state.legal_actions()[0])

    gifts = [step.seat for step in state.steps if isinstance(step.action, GiveCard)]
    assert gifts == [2, 0, 1]
    for receiver, giver in ((0, 2), (1, 0), (2, 1)):
        gift_steps = [step for step in state.view(receiver).steps if isinstance(step.action, GiveCard)]
        assert sorted(step.seat for step in gift_steps) == sorted((receiver, giver))


def test_suit_is_followed_without_a_duty_to_go_over(started, after, code_of):
    state = started(3, "SR D1", "S1 H2", "S2 SD", cards_each=2)

    assert plays(after(state, "SR")) == {"S1"}
    assert plays(after(state, "SR S1")) == {"S2", "SD"}
    assert code_of(after(state, "SR").apply, PlayCard(parse_card("H2"))) == "must_follow_suit"


def test_a_refusal_names_the_suit_that_was_led(started, after):
    state = after(started(3, "DR D1", "D2 C2", cards_each=2), "DR")

    with pytest.raises(IllegalAction) as refusal:
        state.apply(PlayCard(parse_card("C2")))
    assert (refusal.value.code, refusal.value.values["suit"]) == ("must_follow_suit", "D")


def test_trumps_are_followed_without_a_duty_to_go_over(started, after, code_of):
    state = started(3, "10T D1", "3T 20T H2", "S2 21T 1T", cards_each=3)

    assert plays(after(state, "10T")) == {"3T", "20T"}
    assert plays(after(state, "10T 20T")) == {"21T", "1T"}
    assert code_of(after(state, "10T").apply, PlayCard(parse_card("H2"))) == "must_trump"


@pytest.mark.parametrize(("must_trump", "expected"), [(True, {"3T", "EX"}), (False, {"3T", "EX", "HD"})])
def test_who_is_void_trumps_unless_the_option_frees_him(started, after, must_trump, expected):
    state = after(started(3, "SR D1 D2", "3T HD EX", cards_each=3, must_trump=must_trump), "SR")

    assert plays(state) == expected


def test_the_option_does_not_free_from_following(started, after):
    trumps = after(started(3, "10T D1", "3T H2", cards_each=2, must_trump=False), "10T")
    suit = after(started(3, "SR D1", "S1 3T", cards_each=2, must_trump=False), "SR")

    assert plays(trumps) == {"3T"}
    assert plays(suit) == {"S1"}


def test_the_excuse_is_played_at_any_time_and_wins_nothing(started, after):
    state = started(3, "EX D1", "S2 SR", "S3 SD", cards_each=2)

    led = after(state, "EX")
    assert plays(led) == {"S2", "SR"}
    assert plays(after(led, "S2")) == {"S3", "SD"}
    won = after(led, "S2 S3")
    assert won.to_act == 2
    assert parse_card("EX") in won.won[2]
    assert plays(after(started(3, "S3 D1", "S2 EX", cards_each=2), "S3")) == {"S2", "EX"}


def test_of_two_identical_cards_the_first_wins(started, after):
    hands = ["S1", "SRb", "SR", "S2", "S3", "S4", "S5"]
    trumps = ["21T", "S1", "21Tb", *(f"S{rank}" for rank in range(2, 6))]

    assert after(started(7, *hands, cards_each=1), " ".join(hands)).won[1] != ()
    assert after(started(7, *trumps, cards_each=1), " ".join(trumps)).won[0] != ()


def test_the_winner_draws_first_and_leads(started, after, code_of):
    state = started(3, "S1", "SR", "S2", cards_each=1, draw=2)
    top = state.stock

    state = after(state, "S1 SR S2")

    assert state.drawers == (1, 1, 2, 2, 0, 0)
    assert state.legal_actions() == (Draw(),)
    assert code_of(state.apply, PlayCard(parse_card("SR"))) == "action_not_now"
    state = after(state, "draw " * 6)
    assert state.hands == (frozenset(top[4:6]), frozenset(top[:2]), frozenset(top[2:4]))
    assert state.to_act == 1


def test_a_draw_takes_as_many_as_all_can_have_and_the_last_trick_the_rest(started):
    state = started(5, cards_each=14, draw=3)
    assert len(state.stock) == 8

    states = list(replay_states(state, play_randomly(state, Random(2)).history))

    draws = [step.seat for step in states[-1].steps if step.action == Draw()]
    assert sorted(draws) == [0, 1, 2, 3, 4]
    before_last = next(s for s in reversed(states) if s.trick == () and any(s.hands))
    assert len(before_last.stock) == 3
    winner = states[-1].leader
    assert set(before_last.stock) <= set(states[-1].won[winner])
    assert states[-1].stock == ()


def test_without_a_draw_the_last_trick_takes_the_stock(started, after):
    over = after(started(3, "S1", "SR", "S2", cards_each=1), "S1 SR S2")

    assert over.outcome().points == (0, 431, 0)
    assert over.scores() == (431, -431, 431)


@pytest.mark.parametrize("action", [Pass(), Ready(), Draw(), Choose(1), GiveCard(parse_card("S1"))], ids=repr)
def test_actions_of_another_moment_are_refused(started, code_of, action):
    assert code_of(started(3, "S1").apply, action) == "action_not_now"


def test_other_actions_are_refused_at_each_moment(started, after, code_of):
    card = PlayCard(parse_card("S1"))

    assert code_of(dealer_says(3).apply, card) == "action_not_now"
    exchange = started(3, "S1 S2", cards_each=2, exchange="left")
    assert code_of(exchange.apply, card) == "action_not_now"
    assert code_of(exchange.apply, GiveCard(parse_card("SR"))) == "card_not_held"
    assert code_of(after(exchange, "give:S1").apply, GiveCard(parse_card("S2"))) == "card_not_held"
    assert code_of(started(3, "S1").apply, PlayCard(parse_card("CR"))) == "card_not_held"


def test_all_the_points_count_against_the_others():
    marks = PUBLISHED["all_points"]

    assert PapayouOutcome(tuple(marks["points"])).scores() == tuple(marks["scores"])
    assert PapayouOutcome((1, 430, 0, 0)).scores() == (1, 430, 0, 0)


@pytest.mark.parametrize(
    ("player_count", "points", "code"),
    [
        (4, [431, 0, 0], "seat_count"),
        (4, [432, 0, 0, -1], "points_out_of_range"),
        (4, [430, 0, 0, 0], "points_sum"),
        (4, [431, 1, 0, 0], "points_sum"),
        (4, [429, 1, 1, 0], "sums_not_shareable"),
        (4, [427, 2, 2, 0], "sums_not_shareable"),
        (4, [422, 4, 4, 1], "sums_not_shareable"),
        (12, [*[51] * 11, 301], "sums_not_shareable"),
        (7, [859, 1, 1, 1, 0, 0, 0], "sums_not_shareable"),
        (7, [431, 0, 0, 0, 0, 0, 0], "points_sum"),
        (4, [431.0, 0, 0, 0], "outcome_malformed"),
    ],
)
def test_impossible_slips_are_refused(player_count, points, code):
    with pytest.raises(ImpossibleOutcome) as refusal:
        find_variant(f"papayou-{player_count}").read_outcome({"points": points})

    assert refusal.value.code == code


@pytest.mark.parametrize(
    "points", [[431, 0, 0, 0], [425, 3, 3, 0], [860, 1, 1, 0, 0, 0, 0], [*[60] * 11, 202]]
)
def test_possible_slips_are_accepted(points):
    outcome = find_variant(f"papayou-{len(points)}").read_outcome({"points": points})

    assert outcome == PapayouOutcome(tuple(points))
