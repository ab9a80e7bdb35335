"""Sites that play the same deals put together as one field."""

import numpy as np
import pytest

from tournaments.core.errors import TournamentError
from tournaments.core.formats.session_results import SessionPlays
from tournaments.core.formats.sites import join_sites
from tournaments.core.ranking.rulings import Effect, EffectKind, Ruling
from tournaments.core.ranking.score_grid import ScoreGrid
from tournaments.core.ranking.seat_scores import SeatGrid

PENALTY = (Effect(EffectKind.PENALTY, 50),)


def site(score: int, *rulings: Ruling) -> SessionPlays:
    """One table that played one board, North taking."""
    grid = ScoreGrid(
        board=np.array([0]),
        taker_seat=np.array([0]),
        players=np.array([[0, 1, 2, 3]]),
        score=np.array([score]),
        status=np.array([0]),
        line=np.arange(4),
    )
    return SessionPlays(grid=grid, unit_count=4, rulings=rulings)


def sheets(width: int) -> SessionPlays:
    """One table of so many seats with a score each."""
    grid = SeatGrid(
        board=np.array([0]),
        players=np.arange(width).reshape(1, width),
        score=np.arange(width).reshape(1, width),
        status=np.array([0]),
        player_count=width,
    )
    return SessionPlays(grid=grid, unit_count=width)


def test_units_of_the_second_site_follow_those_of_the_first():
    joined = join_sites([site(56), site(-52)])

    assert joined.unit_count == 8
    assert joined.grid.players.tolist() == [[0, 1, 2, 3], [4, 5, 6, 7]]
    assert joined.grid.board.tolist() == [0, 0]


def test_rulings_keep_their_play_and_their_guilty():
    ruling = Ruling(effects=PENALTY, play=0, guilty=(2,))

    joined = join_sites([site(56, ruling), site(-52, ruling, Ruling(effects=PENALTY, guilty=(1,)))])

    assert [(ruling_row.play, ruling_row.guilty) for ruling_row in joined.rulings] == [
        (0, (2,)),
        (1, (6,)),
        (None, (5,)),
    ]


def test_sheets_of_smaller_tables_have_empty_seats():
    joined = join_sites([sheets(4), sheets(3)])

    assert joined.grid.players.tolist() == [[0, 1, 2, 3], [4, 5, 6, -1]]
    assert joined.unit_count == 7


def test_different_kinds_of_plays_are_refused():
    with pytest.raises(TournamentError) as caught:
        join_sites([site(56), sheets(4)])

    assert caught.value.code == "sites_format"
