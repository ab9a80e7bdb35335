"""Common traits of the games other than Tarot: slips, winners, counts of complete plays."""

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.errors import ImpossibleOutcome
from games.core.play import play_randomly
from games.core.variants.recorded import SlipVariant
from games.core.variants.registry import GAMES, find_variant
from tests.cases import by_day
from tests.games.core.variants.watching import is_of_the_day

OTHERS = [variant for variant in GAMES.values() if isinstance(variant, SlipVariant)]
every_other = pytest.mark.parametrize(
    "variant", by_day(OTHERS, is_of_the_day), ids=lambda variant: variant.name
)
PLAYOUTS = json.loads(Path("tests/data/games/other_games_playouts.json").read_text(encoding="utf-8"))
LOWEST_WINS = {"nullo": True, "papayou": True, "grelin": True, "contrat": True, "cold-poker": False}
GAMES_EACH = 40


def rule_sets(variant):
    overrides = [{option.name: choice} for option in variant.options for choice in option.choices[1:]]
    return [
        variant.make_rules("traditional"),
        *(variant.make_rules("fft", some) for some in [{}, *overrides]),
    ]


def started(variant, seed, rules):
    return variant.start(
        variant.random_layout(Random(seed), rules), dealer=seed % variant.player_count, rules=rules
    )


def test_every_player_count_is_registered():
    names = [
        f"{game}-{count}"
        for game, counts in {
            "nullo": range(3, 6),
            "papayou": range(3, 13),
            "grelin": range(3, 9),
            "contrat": range(2, 6),
            "cold-poker": range(2, 5),
        }.items()
        for count in counts
    ]

    assert [variant.name for variant in OTHERS] == names
    assert [f"{name.rpartition('-')[0]}-{find_variant(name).player_count}" for name in names] == names


@every_other
def test_who_wins_is_declared(variant):
    assert variant.lowest_wins is LOWEST_WINS[variant.name.rpartition("-")[0]]
    assert not variant.is_zero_sum


@every_other
def test_seat_0_deals_unless_said_otherwise(variant):
    assert variant.start(variant.random_layout(Random(1))).dealer == 0


@every_other
def test_a_played_deal_and_its_slip_score_the_same(variant):
    listed = rule_sets(variant)
    for seed in range(GAMES_EACH):
        rules = listed[seed % len(listed)]
        over = play_randomly(started(variant, seed, rules), Random(seed))
        slip = json.loads(json.dumps(over.outcome().to_json()))

        outcome = variant.read_outcome(slip, rules)

        assert outcome == over.outcome()
        assert outcome.scores() == over.scores()


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=12,
)
FIELDS = {
    "nullo": ("half_points",),
    "papayou": ("points",),
    "grelin": ("tokens", "cards_left"),
    "contrat": ("bets", "tricks", "excuse"),
    "cold-poker": ("points",),
}


@given(variant=st.sampled_from(OTHERS), data=st.data())
def test_any_slip_is_read_or_refused(variant, data):
    count = variant.player_count
    numbers = st.lists(st.integers(-1, 110), min_size=count, max_size=count)
    fields = FIELDS[variant.name.rpartition("-")[0]]
    slip = data.draw(st.fixed_dictionaries(dict.fromkeys(fields, numbers | json_values)))

    try:
        outcome = variant.read_outcome(slip)
    except ImpossibleOutcome:
        return
    assert outcome.to_json() == slip
    assert len(outcome.scores()) == count


def position(row):
    """A random deal, played on at random until few enough cards are left in the hands."""
    variant = find_variant(row["game"])
    state = started(variant, row["seed"], variant.make_rules("fft", row["options"]))
    rng = Random(row["seed"])
    while sum(map(len, state.hands)) > row["cards"]:
        state = state.apply(rng.choice(state.legal_actions()))
    return state


def count_plays(state):
    """Return the number of ways in which a deal can go on to its end."""
    if state.is_over:
        return 1
    return sum(count_plays(state.apply(action)) for action in state.legal_actions())


@pytest.mark.parametrize("row", PLAYOUTS["positions"], ids=lambda row: f"{row['game']} {row['cards']}")
def test_complete_plays_are_counted(row):
    assert count_plays(position(row)) == row["plays"]
