"""The tree of a unit has the value of the ranking and adds up to it, in every format."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import examples
from tournaments.core.formats.event_options import read_event_options
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.session_explanation import explain_session
from tournaments.core.formats.session_results import SessionPlays, rank_session
from tournaments.core.ranking.duels import UnitPlays
from tournaments.core.ranking.explanation import Formula
from tournaments.core.ranking.roots import RootSum
from tournaments.core.ranking.rulings import Effect, EffectKind, Ruling, Who
from tournaments.core.ranking.score_grid import ScoreGrid
from tournaments.core.ranking.seat_scores import SeatGrid
from tournaments.core.ranking.values import add_values

FREE_DEALS, FRIENDLY, INDIVIDUAL, QUARTETS, TEAMS = (
    find_format(code).plan for code in ("free_deals", "friendly", "duplicate_individual", "quartets", "teams")
)

F = Fraction
FEW = examples(13)
TOTAL_OPTIONS = ({}, {"method": "difference", "trim": 1}, {"method": "total", "lowest_wins": True})


def seat_grid(scores):
    """Two deals at four tables of three seats; player 3t + s sits at seat s of table t."""
    return SeatGrid(
        np.repeat(np.arange(2), 4),
        np.tile(np.arange(12).reshape(4, 3), (2, 1)),
        np.array(scores).reshape(8, 3),
        np.zeros(8),
        13,
    )


def score_grid(scores):
    return ScoreGrid(
        np.repeat(np.arange(2), 4),
        np.repeat(np.arange(2), 4),
        np.tile(np.arange(16).reshape(4, 4), (2, 1)),
        np.array(scores[:8]),
        np.zeros(8),
        np.arange(17) % 4,
    )


def unit_plays(scores):
    """Three teams that all meet on two boards."""
    pairs = [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]
    attack, defence = zip(*pairs, strict=True)
    return UnitPlays(
        np.repeat(np.arange(2), 6),
        np.tile(attack, 2),
        np.tile(defence, 2),
        np.array(scores[:12]),
        np.zeros(12),
    )


PLAIN = [EffectKind.NEUTRALISE, EffectKind.PENALTY, EffectKind.WARNING]
KINDS = {
    "percent": [*PLAIN, EffectKind.COLLECTIVE_ZERO, EffectKind.MARK, EffectKind.CAP],
    "points": [*PLAIN, EffectKind.CANCEL_IF_WON],
    "match_points": [*PLAIN, EffectKind.POINTS, EffectKind.POINTS_CAP, EffectKind.POINTS_FLOOR],
}
CASES = [
    pytest.param(INDIVIDUAL, {}, score_grid, 17, "percent", id="individual"),
    pytest.param(FRIENDLY, TOTAL_OPTIONS[0], seat_grid, 13, "percent", id="topage"),
    pytest.param(FRIENDLY, TOTAL_OPTIONS[1], seat_grid, 13, "points", id="difference"),
    pytest.param(FRIENDLY, TOTAL_OPTIONS[2], seat_grid, 13, "points", id="lowest total"),
    pytest.param(FREE_DEALS, {}, seat_grid, 13, "points", id="free deals"),
    pytest.param(QUARTETS, {}, unit_plays, 3, "match_points", id="quartets"),
    pytest.param(TEAMS, {}, unit_plays, 3, "match_points", id="teams"),
]


def summed(node):
    """The value of a node from its parts, where it is their sum or mean."""
    values = [part.value for part in node.parts if part.value is not None]
    if node.formula is Formula.SUM:
        return add_values(values)
    return sum(values) / F(len(values)) if node.formula is Formula.MEAN else node.value


def nodes(tree):
    yield tree
    for part in tree.parts:
        yield from nodes(part)


@pytest.mark.parametrize(("plan", "options", "make_grid", "unit_count", "measure"), CASES)
@FEW
@given(data=st.data())
def test_tree_of_every_unit_has_the_value_of_its_ranking(plan, options, make_grid, unit_count, measure, data):
    scores = data.draw(st.lists(st.integers(-100, 100), min_size=24, max_size=24))
    rulings = data.draw(
        st.lists(
            st.builds(
                lambda kind, amount, play, guilty: Ruling(
                    effects=(Effect(kind, amount),), play=play, guilty=(guilty,)
                ),
                st.sampled_from(KINDS[measure]),
                st.integers(0, 4),
                st.integers(0, 7),
                st.integers(0, 2),
            ),
            max_size=4,
        )
    )
    event_options = read_event_options(options, plan)
    plays = SessionPlays(
        grid=make_grid(scores), unit_count=unit_count, rulings=tuple(rulings), bonuses={(1, 0): 3}
    )

    result = rank_session(plan, event_options, plays)

    for unit in range(unit_count):
        tree = explain_session(plan, event_options, plays, unit)
        assert tree.value == result.values[unit]
        assert all(summed(node) == node.value for node in nodes(tree))


def test_deal_of_a_topage_of_seats_says_what_it_was_compared_with():
    options = read_event_options({}, FRIENDLY)
    scores = [30, 1, 0] + [20, 2, 0] + [20, 3, 0] + [10, 4, 0] + [0] * 12
    plays = SessionPlays(grid=seat_grid(scores), unit_count=13)

    tree = explain_session(FRIENDLY, options, plays, 3)

    (marks,) = tree.parts
    deal = marks.parts[0]
    assert (marks.subject, marks.formula, marks.figures) == ("deals", Formula.MEAN, {"count": 2})
    assert (deal.formula, deal.value) == (Formula.TOPAGE, 50)
    assert {name: deal.figures[name] for name in ("score", "beaten", "equal", "field")} == {
        "score": 20,
        "beaten": 1,
        "equal": 1,
        "field": 4,
    }


def test_match_shows_bonus_and_penalties_of_both_teams():
    options = read_event_options({}, TEAMS)
    plays = SessionPlays(
        grid=unit_plays([16, 0] + [0] * 10),
        unit_count=3,
        rulings=(
            Ruling(effects=(Effect(EffectKind.PENALTY, 2),), play=0, guilty=(1,), fault="smoking"),
            Ruling(effects=(Effect(EffectKind.PENALTY, 1, Who.GUILTY),), guilty=(0,), reason="retard"),
        ),
        bonuses={(1, 0): 3},
    )

    tree = explain_session(TEAMS, options, plays, 0)

    against_1, _against_2, off_sums = tree.parts
    parts = [(part.subject, part.value) for part in against_1.parts]
    assert parts == [
        ("deal", RootSum.of(4)),
        ("deal", RootSum()),
        ("bonus", RootSum.of(-3)),
        ("penalty", RootSum.of(2)),
    ]
    assert (off_sums.subject, off_sums.value, off_sums.figures["reason"]) == (
        "penalty",
        RootSum.of(-1),
        "retard",
    )


def test_unit_without_a_deal_has_no_value():
    plays = SessionPlays(grid=seat_grid([0] * 24), unit_count=13)

    tree = explain_session(FREE_DEALS, read_event_options({}, FREE_DEALS), plays, 12)

    assert (tree.formula, tree.value) == (Formula.NONE, None)


def test_grid_of_another_scoring_is_a_mistake_of_the_program():
    plays = SessionPlays(grid=seat_grid([0] * 24), unit_count=13)

    with pytest.raises(TypeError, match="SeatGrid has no shares"):
        explain_session(INDIVIDUAL, read_event_options({}, INDIVIDUAL), plays, 0)
