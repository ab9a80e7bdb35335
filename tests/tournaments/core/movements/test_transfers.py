"""Changes between rounds: constant rules listed once, relays, sets put aside, teams at two tables."""

import numpy as np
import pytest

from tournaments.core.movements.catalogue import find_by_code
from tournaments.core.movements.constructions import build_straight
from tournaments.core.movements.movement import NO_SET, NOBODY, Movement
from tournaments.core.movements.transfers import Change, TableTransfer, changes_of

CODES = (
    "fft-straight-5-5-20-4",
    "fft-line-8-6-32-4",
    "fft-triplet-howell-3-5-6-4",
    "fft-quartets-5-4-5-5",
    "fft-teams-2-4-2-4",
    "fft-triangular-3-8-3-6",
    "fft-howell-3-7-12-3",
    "fft-free-9-7-36-4",
)
MOVEMENTS = (
    *(find_by_code(code).movement for code in CODES),
    Movement("relays", np.array([[[0, 1, 2, 3]], [[4, 0, 1, 2]], [[3, 4, 0, 1]]]), np.array([[0], [1], [2]])),
    Movement(
        "shared", np.arange(8).reshape(2, 4)[[[0, 1], [1, 0]]], np.array([[0, 0], [1, 0]]), tables_per_set=2
    ),
)


def test_straight_movement_changes_in_the_same_way_after_every_round():
    (change,) = changes_of(build_straight(7, 7))

    assert (change.first_round, change.last_round) == (1, 6)
    assert change.entering == ()
    moves = {
        seat: {(row.seats[seat][0] - table) % 7 for table, row in enumerate(change.tables)}
        for seat in range(4)
    }
    assert all(len(steps) == 1 for steps in moves.values())
    assert {row.seats[seat][1] for row in change.tables for seat in range(4)} == {0, 1, 2, 3}
    assert sorted(row.boards_to for row in change.tables) == list(range(7))


def test_who_rests_and_who_comes_back_is_told():
    relay = Movement(
        code="relay-5",
        players=np.array([[[0, 1, 2, 3], [-1] * 4], [[-1] * 4, [4, 0, 1, 2]]]),
        board_sets=np.array([[0, -1], [-1, 1]]),
    )

    assert changes_of(relay) == (
        Change(
            first_round=1,
            last_round=1,
            tables=(
                TableTransfer(((1, 1), (1, 2), (1, 3), None), (True,) * 4, boards_to=None),
                TableTransfer((None,) * 4, (False,) * 4, boards_to=None),
            ),
            entering=((1, 0),),
        ),
    )


def test_one_round_has_no_change():
    alone = Movement("alone", np.array([[[0, 1, 2, 3]]]), np.array([[0]]))

    assert changes_of(alone) == ()


@pytest.mark.parametrize("movement", MOVEMENTS, ids=lambda movement: movement.code)
def test_following_the_arrows_from_round_to_round_leads_to_the_movement_itself(movement):
    for change in changes_of(movement):
        for this_round in range(change.first_round - 1, change.last_round):
            players_now, players_next = movement.players[this_round], movement.players[this_round + 1]
            for table, row in enumerate(change.tables):
                for seat, place in enumerate(row.seats):
                    unit = players_now[table, seat]
                    assert (unit != NOBODY) == row.taken[seat]
                    if place is not None:
                        assert players_next[place] == unit
                        # a team that has the seat again finds the same player on it
                        assert place[1] == seat or unit not in players_next[:, seat]
                    else:
                        assert unit == NOBODY or unit not in players_next
            rested = np.argwhere(~np.isin(players_next, players_now)).tolist()
            assert [list(place) for place in change.entering] == rested


@pytest.mark.parametrize("movement", MOVEMENTS, ids=lambda movement: movement.code)
def test_following_the_sets_from_round_to_round_leads_to_the_movement_itself(movement):
    for change in changes_of(movement):
        for this_round in range(change.first_round - 1, change.last_round):
            sets_now, sets_next = movement.board_sets[this_round], movement.board_sets[this_round + 1]
            for board_set, row in zip(sets_now, change.tables, strict=True):
                is_alone = board_set != NO_SET and movement.tables_per_set == 1
                assert (row.boards_to is not None) == (is_alone and board_set in sets_next)
                assert row.boards_to is None or sets_next[row.boards_to] == board_set
