"""Legal cards of a trick as other programs ask for them."""

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.actions import PlayCard, PlayWorth
from games.core.cards import format_card
from games.core.errors import LONGEST_MESSAGE, GameError
from games.core.exchange import list_legal_plays
from games.core.play import TrickMoment
from games.core.rules import RuleSet
from games.core.variants.registry import GAMES
from games.core.variants.tarot.game import Tarot
from games.core.variants.tarot.playing import Playing

HAND = {"game": "tarot-4", "hand": ["SR", "S2", "H3", "21T", "5T", "EX"]}
TRICK_GAMES = {name: variant for name, variant in GAMES.items() if not name.startswith("grelin")}
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(["S1", "EX"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
FIELDS = ["game", "hand", "trick", "first_trick", "last_trick", "called", "rules", "options", "players"]


def legal(**change):
    return list_legal_plays(HAND | change)["legal"]


def refusal(request):
    with pytest.raises(GameError) as refused:
        list_legal_plays(request)
    return refused.value


@pytest.mark.parametrize(
    ("trick", "expected"),
    [
        ([], ["SR", "S2", "H3", "21T", "5T", "EX"]),
        (["S5"], ["SR", "S2", "EX"]),
        (["C5"], ["21T", "5T", "EX"]),
        (["C5", "6T"], ["21T", "EX"]),
        (["4T"], ["21T", "5T", "EX"]),
        (["EX", "4T"], ["21T", "5T"]),
        (["EX", "H5"], ["H3"]),
    ],
)
def test_tarot_hand(trick, expected):
    hand = [card for card in HAND["hand"] if card not in trick]

    assert legal(hand=hand, trick=trick) == expected


def test_lower_trump_when_none_goes_over():
    assert legal(hand=["SR", "5T", "4T"], trick=["C5", "6T"]) == ["5T", "4T"]


def test_called_suit_bars_the_first_lead_at_five():
    hand = ["SR", "S2", "H3"]

    assert legal(game="tarot-5", hand=hand, first_trick=True, called="SR") == ["SR", "H3"]
    assert legal(game="tarot-5", hand=hand, first_trick=True, called=["SR"], trick=["EX"]) == ["SR", "H3"]
    assert legal(game="tarot-5", hand=hand, called="SR") == hand
    assert legal(game="tarot-5", hand=hand, first_trick=True, called=None) == hand
    assert legal(game="tarot-7", hand=hand, first_trick=True, called="SR") == hand


def test_petit_is_led_last_at_nullo():
    hand = ["1T", "S2"]

    assert legal(game="nullo-4", hand=hand) == ["S2"]
    assert legal(game="nullo-4", hand=hand, last_trick=True) == hand
    assert legal(game="nullo-4", hand=["1T"]) == ["1T"]


def test_options_change_what_is_legal():
    hand = ["S2", "5T"]

    assert legal(game="papayou-4", hand=hand, trick=["H5"]) == ["5T"]
    assert legal(game="papayou-4", hand=hand, trick=["H5"], options={"must_trump": False}) == hand


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "bridge"}, "unknown_game"),
        ({"game": "grelin-4"}, "no_tricks"),
        ({"hand": ["S11"]}, "no_such_card"),
        ({"hand": ["S1b"]}, "card_unknown"),
        ({"game": "contrat-4"}, "card_unknown"),
        ({"hand": ["S1", "S1"]}, "card_twice"),
        ({"hand": [1]}, "field_value"),
        ({"hand": "S1"}, "field_value"),
        ({"trick": ["S2"]}, "card_twice"),
        ({"trick": ["C1", "C2", "C3", "C4"]}, "trick_full"),
        ({"first_trick": 1}, "field_value"),
        ({"called": "roi"}, "no_such_card"),
        ({"game": "tarot-5", "called": "21T"}, "card_not_callable"),
        ({"game": "tarot-5", "called": "EX"}, "card_not_callable"),
        ({"game": "tarot-5", "called": "H1"}, "card_not_callable"),
        ({"game": "tarot-5", "called": ["SR", "HR"]}, "field_value"),
        ({"game": "tarot-5-flambeuse", "called": "SR"}, "field_value"),
        ({"game": "papayou-4", "called": "SR"}, "field_value"),
        ({"options": {"wind": 1}}, "unknown_option"),
        ({"players": 3}, "field_value"),
        ({"cards": []}, "unknown_field"),
    ],
)
def test_request_is_refused_with_a_code(change, code):
    assert refusal(HAND | change).code == code


def test_dummy_makes_tricks_of_three():
    assert legal(game="tarot-2-mort", trick=["C1", "C2"])
    assert refusal(HAND | {"game": "tarot-2-mort", "trick": ["C1", "C2", "C3"]}).code == "trick_full"


@given(field=st.sampled_from(FIELDS), value=JSON_VALUES)
def test_any_value_is_answered_or_refused(field, value):
    try:
        answer = list_legal_plays(HAND | {field: value})
    except GameError:
        return
    json.dumps(answer)


def plays_of(state):
    """Texts of the cards that a state lets its seat play."""
    plays = (action for action in state.legal_actions() if isinstance(action, PlayCard | PlayWorth))
    return {format_card(action.card) for action in plays}


def moment_of(state):
    """Return the request of a program that follows the deal."""
    count = state.variant.row.hand_count if isinstance(state.variant, Tarot) else state.variant.player_count
    plays = [step.action for step in state.steps if isinstance(step.action, PlayCard | PlayWorth)]
    trick = [action.card for action in plays][len(plays) // count * count :]
    called = [step.action.card for step in state.steps if step.action.word == "call"]
    if isinstance(state.variant, Tarot):
        assert isinstance(state.phase, Playing)
        hand = [card for card in state.variant.deck if state.phase.hands[state.phase.turn] >> card & 1]
    else:
        hand = state.hands[state.to_act]
    return TrickMoment(
        frozenset(hand),
        () if state.variant.name.startswith("cold") else tuple(trick),
        is_first=len(plays) < count,
        is_last=len(hand) == 1,
        called=tuple(called),
        rules=RuleSet(),
    )


@pytest.mark.parametrize("variant", TRICK_GAMES.values(), ids=TRICK_GAMES)
def test_answers_agree_with_the_game_all_along(variant):
    rng = Random(5)
    state = variant.start(variant.random_layout(rng))
    requests = 0

    while not state.is_over:
        expected = plays_of(state)
        if expected:
            playable = variant.playable_cards(moment_of(state))
            assert {format_card(card) for card in playable} == expected
            requests += 1
        state = state.apply(rng.choice(state.legal_actions()))

    assert requests > 2


@pytest.mark.parametrize("change", [{"game": "x" * 100_000}, {"options": {"x" * 100_000: 1}}])
def test_unknown_names_are_not_sent_back_whole(change):
    error = refusal(HAND | change)

    assert max(map(len, (str(error), error.field, *map(str, error.values.values())))) <= LONGEST_MESSAGE
