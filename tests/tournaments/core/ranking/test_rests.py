"""Compensation of rests: none, the player's own mean, or a number of points; explained as it is ranked."""

from fractions import Fraction

import numpy as np
import pytest

from tournaments.core.errors import TournamentError
from tournaments.core.formats.event_options import read_event_options
from tournaments.core.formats.session_explanation import explain_session
from tournaments.core.formats.session_results import SessionPlays, rank_session
from tournaments.core.formats.tournament_formats import DUPLICATE_INDIVIDUAL, FREE_DEALS, FRIENDLY_TOTAL
from tournaments.core.ranking.rulings import Effect, EffectKind, Ruling
from tournaments.core.ranking.score_grid import PlayStatus
from tournaments.core.ranking.seat_scores import SeatGrid

PLAYED = int(PlayStatus.PLAYED)


def plays(**more: object) -> SessionPlays:
    """Two deals of the players 0 to 3, and one of 1 to 4."""
    grid = SeatGrid(
        board=np.array([0, 1, 2]),
        players=np.array([[0, 1, 2, 3], [0, 1, 2, 3], [4, 1, 2, 3]]),
        score=np.array([[90, -30, -30, -30], [-20, 60, -20, -20], [-10, -10, 30, -10]]),
        status=np.full(3, PLAYED),
        player_count=5,
    )
    return SessionPlays(grid=grid, unit_count=5, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, [70, 20, -20, -60, -10]),
        ({"rest_pay": "average"}, [105, 20, -20, -60, -30]),
        ({"rest_pay": "points", "rest_points": 12}, [82, 20, -20, -60, 14]),
        ({"rest_pay": "points"}, [70, 20, -20, -60, -10]),
    ],
    ids=["none", "own mean", "fixed", "zero"],
)
@pytest.mark.parametrize("event_format", [FREE_DEALS, FRIENDLY_TOTAL], ids=lambda row: row.code)
def test_a_rest_has_the_points_of_the_event(event_format, options, expected) -> None:
    plan = event_format.plan
    read_options, session = read_event_options(options, plan), plays(rest_deals=(1, 0, 0, 0, 2))

    result = rank_session(plan, read_options, session)

    assert list(result.values) == expected
    explained = [explain_session(plan, read_options, session, unit).value for unit in range(5)]
    assert explained == expected


def test_the_fewest_points_of_a_rest_are_subtracted_from_the_value() -> None:
    options = read_event_options(
        {"rest_pay": "points", "rest_points": 12, "lowest_wins": True}, FRIENDLY_TOTAL.plan
    )

    result = rank_session(FRIENDLY_TOTAL.plan, options, plays(rest_deals=(1, 0, 0, 0, 2)))

    assert result.values[0] == -70 - 12


def test_a_penalty_does_not_change_the_mean_of_the_deals() -> None:
    options = read_event_options({"rest_pay": "average"}, FREE_DEALS.plan)
    ruling = Ruling(effects=(Effect(EffectKind.PENALTY, 100),), guilty=(0,))
    session = plays(rest_deals=(1, 0, 0, 0, 0), rulings=(ruling,))

    result = rank_session(FREE_DEALS.plan, options, session)

    assert result.values[0] == 105 - 100
    assert explain_session(FREE_DEALS.plan, options, session, 0).value == 5


def test_a_player_without_a_deal_gets_nothing() -> None:
    options = read_event_options({"rest_pay": "points", "rest_points": 12}, FREE_DEALS.plan)
    session = plays()
    grid = session.grid
    assert isinstance(grid, SeatGrid)
    more = SeatGrid(grid.board, grid.players, grid.score, grid.status, 6)

    result = rank_session(
        FREE_DEALS.plan, options, SessionPlays(grid=more, unit_count=6, rest_deals=(0, 0, 0, 0, 0, 3))
    )

    assert result.values[5] is None


def test_the_explanation_names_the_rest_last() -> None:
    options = read_event_options({"rest_pay": "average"}, FREE_DEALS.plan)

    rest_part = explain_session(FREE_DEALS.plan, options, plays(rest_deals=(1, 0, 0, 0, 0)), 0).parts[-1]

    assert (rest_part.subject, rest_part.value) == ("rest", Fraction(35))
    assert rest_part.figures == {"count": 1, "pay": "average"}


@pytest.mark.parametrize("options", [{"rest_pay": "half"}, {"rest_points": 1001}, {"rest_points": "x"}])
def test_other_options_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(TournamentError):
        read_event_options(options, DUPLICATE_INDIVIDUAL.plan)
