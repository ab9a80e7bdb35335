"""The open search gives what trying every card through the engine gives; a spent budget gives bounds."""

import json
import os
import subprocess
import sys
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.analysis.open_search import OpenSearch, limits_of
from games.core.analysis.positions import NotSearchable, open_position
from games.core.outcome import Bid
from games.core.variants.registry import GAMES
from tests.cases import examples
from tests.games.core.analysis.trying import best_end, end_of_play

SMALL = 12
"""Bits of a table for ends of a few cards."""
ENDS = {"tarot-3": 3, "tarot-4": 3, "tarot-5": 2, "tarot-5-flambeuse": 2, "tarot-6-dog": 2, "tarot-7": 2}
"""Games, and the most cards each for which every card can be tried through the engine."""


@examples(50)
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
        searched = search.score(position, action.card)
        assert (searched.low, searched.high) == (best_end(state.apply(action), position.attack),) * 2


@pytest.mark.parametrize(
    ("name", "left", "number"),
    [("tarot-3", 9, 41), ("tarot-3", 9, 729), ("tarot-4", 8, 161), ("tarot-4", 8, 575)],
)
def test_a_partner_who_must_ruff_takes_the_lead_away(name, left, number):
    """The points that a leading defender is sure of leave out what their partner would win from them."""
    state = end_of_play(name, number, left, Bid.GARDE)
    position = open_position(state)

    bounds = OpenSearch(position, table_bits=SMALL).score(position)

    assert (bounds.low, bounds.high) == (best_end(state, position.attack),) * 2


@pytest.mark.parametrize(
    ("name", "left", "number", "score"),
    [
        ("tarot-3", 24, 34, -62),
        ("tarot-3", 24, 33, -88),
        ("tarot-3", 24, 32, -108),
        ("tarot-3", 24, 30, 70),
        ("tarot-3", 24, 21, -80),
        ("tarot-4", 28, 18, -100),
        ("tarot-5", 30, 38, -82),
        ("tarot-5", 30, 27, -124),
        ("tarot-5", 30, 36, -120),
        ("tarot-5", 30, 20, 64),
        ("tarot-5", 30, 34, -84),
        ("tarot-4", 28, 23, -102),
    ],
)
def test_longer_ends_have_the_score_found_when_every_order_of_the_cards_was_searched(
    name, left, number, score
):
    """Ends that fail if a trick, points counted as sure, or a figure left out are treated as irrelevant."""
    position = open_position(end_of_play(name, number, left, Bid.GARDE))

    bounds = OpenSearch(position, table_bits=SMALL).score(position)

    assert (bounds.low, bounds.high) == (score, score)


def test_guess_changes_the_work_and_not_the_score():
    work = set()
    for number in (0, 4, 6):
        position = open_position(end_of_play("tarot-4", number, 30, Bid.GARDE))
        exact = OpenSearch(position).score(position)
        for guess in (-60, 60, exact.low):
            search = OpenSearch(position)

            assert search.score(position, guess=guess) == exact

            work.add(search.spent)
    assert exact.is_exact
    assert len(work) > 3


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


def test_end_of_a_large_budget_brings_both_bounds_near_each_other():
    position = open_position(end_of_play("tarot-4", 3, 32, Bid.GARDE))
    limits, exact = limits_of(position), OpenSearch(position).score(position)

    bounds = OpenSearch(position, 1_000_000).score(position)

    assert exact.is_exact
    assert limits.low < bounds.low <= exact.low <= bounds.high < limits.high
    assert not bounds.is_exact


def test_uncompiled_search_gives_the_same_scores_with_the_same_work():
    code = (
        "import json; from tests.games.core.analysis.test_open_search import scores_and_work;"
        "print(json.dumps(scores_and_work()))"
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
    results = []
    for number in range(4):
        position = open_position(end_of_play("tarot-4", number, 17, Bid.GARDE))
        search = OpenSearch(position, table_bits=SMALL)
        bounds = search.score(position)
        results.append([bounds.low, bounds.high, search.spent])
    return results


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
