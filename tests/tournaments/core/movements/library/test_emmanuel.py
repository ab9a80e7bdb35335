import json
from collections import Counter
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from tournaments.core.movements.check import check_movement, units_by_side
from tournaments.core.movements.library.emmanuel import build_emmanuel

DATA = Path(__file__).parents[4] / "data" / "tournaments" / "triplet_controls.json"
SLOTS = json.loads(DATA.read_text(encoding="utf-8"))["emmanuel_slots"]
WHOLE = build_emmanuel(12, 20, 16)


@pytest.mark.parametrize(("pool", "first_table"), [("A", 0), ("B", 3)])
def test_slots_of_the_first_position_are_the_printed_ones(pool, first_table):
    teams = units_by_side(WHOLE) + 1

    for slot, rows in enumerate(SLOTS[pool]):
        tables = range(first_table, first_table + 3)
        assert [
            [*teams[slot, table].tolist(), int(WHOLE.board_sets[slot, table]) + 1] for table in tables
        ] == rows


def test_every_team_attacks_three_boards_and_defends_three_in_a_position():
    by_side = units_by_side(WHOLE)

    for position in range(5):
        rounds = slice(4 * position, 4 * position + 4)
        for side in (0, 1):
            assert Counter(by_side[rounds, :, side].ravel().tolist()) == dict.fromkeys(range(16), 3)


def test_every_team_plays_every_board_once_and_every_board_is_played_eight_times():
    by_side = units_by_side(WHOLE)
    sets = np.broadcast_to(WHOLE.board_sets[:, :, None], by_side.shape)
    plays = Counter(zip(by_side.ravel().tolist(), sets.ravel().tolist(), strict=True))

    assert len(plays) == 16 * 30
    assert set(plays.values()) == {1}
    assert set(Counter(WHOLE.board_sets.ravel().tolist()).values()) == {8}


def test_every_team_shares_a_pool_with_every_other_once():
    by_side = units_by_side(WHOLE)
    pools = [
        tuple(sorted(set(by_side[4 * position, 3 * pool : 3 * pool + 3].ravel().tolist())))
        for position in range(5)
        for pool in range(4)
    ]

    together = Counter(pair for pool in pools for pair in combinations(pool, 2))

    assert len(together) == 120
    assert set(together.values()) == {1}


def test_two_pools_share_each_board_through_its_copies():
    assert (WHOLE.tables_per_set, WHOLE.copies) == (2, 2)
    assert (WHOLE.board_sets[:, :6] == WHOLE.board_sets[:, 6:]).all()


def test_fifteen_teams_rest_in_turn_without_a_broken_rule():
    movement = build_emmanuel(12, 20, 15)

    report = check_movement(movement)

    assert report.errors == ()
    resting = (movement.players == -1).any(axis=2)
    assert resting.sum() == 5 * 6
    assert (movement.board_sets[resting] == -1).all()
