"""The open search gives what trying every card through the engine gives; a spent budget gives bounds."""

import json
import os
import subprocess
import sys
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.actions import Announce, PlayCard, Ready
from games.core.analysis.open_search import OpenSearch
from games.core.analysis.positions import NotSearchable, open_position
from games.core.cards import EXCUSE, PETIT
from games.core.outcome import Bid
from games.core.scoring import score_outcome
from games.core.variants.registry import GAMES
from games.core.variants.tarot.playing import Playing
from games.core.variants.tarot.setting import Imposed

SMALL = 12
"""Bits of a table for ends of a few cards."""
ENDS = {"tarot-3": 3, "tarot-4": 3, "tarot-5": 2, "tarot-5-flambeuse": 2, "tarot-6-dog": 2, "tarot-7": 2}
"""Games, and the most cards each for which every card can be tried through the engine."""


def end_of_play(name, number, left, bid, announced="", mighty=None):
    """A moment near the end of a deal played at random.

    Args:
        left: cards to be played by all together.
        announced: a slam that the taker announces.
        mighty: seats from the taker to the one who is dealt the Excuse, the Petit and the highest trumps.
    """
    game, rng = GAMES[name], Random(number)
    rules = game.make_rules("fft", {"petit_sec": "play", "petit_slam": True})
    imposed = Imposed(number % game.player_count, bid)
    layout = game.random_layout(rng, rules)
    if mighty is not None:
        strong = sorted(game.deck, key=lambda card: (card in (PETIT, EXCUSE), card), reverse=True)
        weak = strong[game.row.hand_size :]
        rng.shuffle(weak)
        place = (imposed.taker + mighty) % game.player_count * game.row.hand_size
        layout = game.cut([*weak[:place], *strong[: game.row.hand_size], *weak[place:]], rules)
    state = game.start(layout, dealer=0, rules=rules, imposed=imposed)
    while not isinstance(state.phase, Playing):
        actions = state.legal_actions()
        wish = Announce(announced) if announced else Ready()
        state = state.apply(wish if wish in actions else rng.choice(actions))
    while sum(hand.bit_count() for hand in state.phase.hands) > left:
        cards = [action for action in state.legal_actions() if isinstance(action, PlayCard)]
        state = state.apply(rng.choice(cards))
    return state


def best_end(state, attack):
    """The score when every seat plays its best card, all hands seen."""
    if state.is_over:
        return score_outcome(state.outcome(), state.variant.row)
    best = max if attack[state.to_act] else min
    return best(best_end(state.apply(card), attack) for card in state.legal_actions())


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(list(ENDS)),
    st.integers(0, 100_000),
    st.integers(0, 100),
    st.sampled_from((Bid.PRISE, Bid.GARDE, Bid.GARDE_SANS, Bid.GARDE_CONTRE)),
    st.sampled_from(("", "", "slam", "petit_slam")),
    st.sampled_from((None, None, 0, 1)),
)
def test_search_is_that_of_trying_every_card_by_the_rules(name, number, left, bid, announced, mighty):
    seats = GAMES[name].player_count
    state = end_of_play(name, number, 1 + left % (ENDS[name] * seats), bid, announced, mighty)
    position = open_position(state)
    search = OpenSearch(position, table_bits=SMALL)

    bounds = search.score(position)

    assert (bounds.low, bounds.high) == (best_end(state, position.attack),) * 2
    for action in state.legal_actions():
        after = search.score(position, action.card)
        assert (after.low, after.high) == (best_end(state.apply(action), position.attack),) * 2


@pytest.mark.parametrize(("bits", "budget"), [(SMALL, 2_000), (18, 50_000)])
def test_spent_budget_gives_bounds_that_hold(bits, budget):
    wide = 0
    for number in range(8):
        state = end_of_play("tarot-4", number, 24, Bid.GARDE)
        position = open_position(state)
        exact = OpenSearch(position).score(position)
        search = OpenSearch(position, budget, bits)

        bounds = search.score(position)

        assert exact.is_exact
        assert bounds.low <= exact.low <= bounds.high
        assert search.spent <= budget + 1
        wide += not bounds.is_exact
    assert wide or budget > 2_000


def test_uncompiled_search_gives_the_same_scores_with_the_same_work():
    code = (
        "import json, sys; sys.path.insert(0, 'tests/games/core/analysis');"
        "import test_open_search as t; print(json.dumps(t.scores_and_work()))"
    )
    plain = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )

    assert json.loads(plain.stdout) == scores_and_work()


def scores_and_work():
    """Scores of some ends, and the nodes that each took."""
    found = []
    for number in range(4):
        position = open_position(end_of_play("tarot-4", number, 17, Bid.GARDE))
        search = OpenSearch(position, table_bits=SMALL)
        bounds = search.score(position)
        found.append([bounds.low, bounds.high, search.spent])
    return found


def test_what_cannot_be_searched_is_refused():
    deal = end_of_play("tarot-4", 1, 72, Bid.GARDE)
    with pytest.raises(NotSearchable) as error:
        OpenSearch(open_position(deal))
    assert error.value.code == "too_many_cards"

    for state, code in (
        (GAMES["nullo-4"].start(GAMES["nullo-4"].random_layout(Random(1))), "game_not_searched"),
        (end_of_play("tarot-9", 1, 30, Bid.GARDE), "game_not_searched"),
        (GAMES["tarot-4"].start(deal.layout, rules=deal.rules), "not_in_play"),
    ):
        with pytest.raises(NotSearchable) as error:
            open_position(state)
        assert error.value.code == code
