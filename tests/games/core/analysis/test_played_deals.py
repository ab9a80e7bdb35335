"""Costs of the cards of a played deal, compared with trying every card through the engine."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.actions import PlayCard
from games.core.analysis.played_deals import analyse_play
from games.core.analysis.positions import NotSearchable, open_position
from games.core.analysis.readings import (
    Bounds,
    CardPlay,
    CardReading,
    Estimate,
    format_readings,
    parse_readings,
)
from games.core.outcome import Bid
from games.core.play import play_randomly, replay_states
from games.core.scoring import score_outcome
from games.core.variants.registry import GAMES
from games.core.variants.tarot.setting import Imposed
from tests.cases import examples
from tests.games.core.analysis.trying import best_end

LAST = 6
"""Cards for which every card can be tried through the engine."""


def played(name, number, bid=Bid.GARDE):
    """A deal played at random: its start and its actions."""
    game, rng = GAMES[name], Random(number)
    start = game.start(game.random_layout(rng), imposed=Imposed(number % game.player_count, bid))
    return start, play_randomly(start, rng).history


@examples(5)
@given(st.sampled_from(("tarot-3", "tarot-4", "tarot-5")), st.integers(0, 10_000))
def test_last_cards_cost_what_trying_every_card_says(name, number):
    start, actions = played(name, number)
    states = [start, *replay_states(start, actions)]

    readings = analyse_play(start, actions, budget=200_000)

    assert [reading.card for reading in readings] == [a.card for a in actions if isinstance(a, PlayCard)]
    for reading in readings[-LAST:]:
        attack = open_position(states[reading.step]).attack
        score_before = best_end(states[reading.step], attack)
        score_after = best_end(states[reading.step + 1], attack)
        assert (reading.before, reading.after) == (
            Bounds(score_before, score_before),
            Bounds(score_after, score_after),
        )
        assert reading.cost == (
            score_before - score_after if attack[reading.seat] else score_after - score_before
        )


@examples(5)
@given(st.integers(0, 10_000))
def test_line_of_a_card_that_cost_something_ends_with_what_was_possible(number):
    start, actions = played("tarot-4", number)
    states = [start, *replay_states(start, actions)]

    costly = [reading for reading in analyse_play(start, actions, budget=200_000) if reading.line]

    for reading in costly:
        assert reading.line[0] != reading.card
        state = states[reading.step]
        for card in reading.line:
            state = state.apply(PlayCard(card))
        assert score_outcome(state.outcome(), state.variant.row) == reading.before.low
        if reading.margin_after is not None:
            assert reading.turns_contract == ((reading.margin >= 0) != (reading.margin_after >= 0))
            assert reading.half_points == abs(reading.margin - reading.margin_after)


def test_estimates_are_stored_with_the_readings_and_name_no_card():
    start, actions = played("tarot-4", 3)
    states = [start, *replay_states(start, actions)]
    readings = analyse_play(start, actions, budget=1_000)
    better = next(action.card for action in states[readings[0].step].legal_actions()[::-1])
    readings[0] = replace(readings[0], estimate=Estimate(14, better, 100))
    plays = [CardPlay(reading.step, reading.seat, reading.card) for reading in readings]

    numbers = format_readings(readings)

    assert numbers[0][-1] == [14, [play.card for play in plays].index(better), 100]
    assert len(numbers[1]) == 7
    assert parse_readings(numbers, plays) == readings


def test_cards_out_of_reach_have_bounds_that_hold():
    start, actions = played("tarot-4", 3)
    exact = {reading.step: reading for reading in analyse_play(start, actions, budget=3_000_000)}
    progress = []

    hasty = analyse_play(
        start, actions, budget=3_000, progress=lambda done, total: progress.append((done, total))
    )

    assert progress == [(done, 72) for done in range(1, 73)]
    assert not hasty[0].is_exact
    assert hasty[0].cost is None
    for reading in hasty:
        exact_reading = exact[reading.step]
        assert reading.before.low <= exact_reading.before.high
        assert exact_reading.before.low <= reading.before.high
        if exact_reading.is_exact:
            assert reading.before.low <= exact_reading.before.low <= reading.before.high
    assert analyse_play(start, actions, budget=3_000) == hasty


def test_what_cannot_be_analysed_is_refused():
    start, actions = played("tarot-4", 3)
    nullo = GAMES["nullo-4"].start(GAMES["nullo-4"].random_layout(Random(1)))
    passed = GAMES["tarot-4"].start(start.layout)
    for refused, code in (
        ((start, actions[:-1]), "deal_not_over"),
        ((passed, [passed.legal_actions()[0]] * 4), "deal_not_over"),
        ((nullo, play_randomly(nullo, Random(1)).history), "game_not_searched"),
    ):
        with pytest.raises(NotSearchable) as error:
            analyse_play(*refused)
        assert error.value.code == code


def test_readings_are_kept_as_numbers_and_read_again():
    start, actions = played("tarot-4", 3)
    readings = analyse_play(start, actions, budget=50_000)

    numbers = format_readings(readings)

    assert parse_readings(numbers, [CardPlay(r.step, r.seat, r.card) for r in readings]) == readings
    assert any(reading.line for reading in readings)


@pytest.mark.parametrize(
    ("before", "after", "attacks", "loss"),
    [
        ((40, 40), (28, 28), True, (12, 12)),
        ((28, 28), (40, 40), False, (12, 12)),
        ((20, 60), (10, 30), True, (0, 50)),
        ((50, 60), (10, 30), True, (20, 50)),
    ],
)
def test_loss_lies_between_what_is_known(before, after, attacks, loss):
    reading = CardReading(0, 0, 1, Bounds(*before), Bounds(*after), None, None)

    assert reading.loss(attacks=attacks) == Bounds(*loss)
