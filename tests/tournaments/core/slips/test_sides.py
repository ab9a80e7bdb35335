"""Seats that may confirm the entry of another seat."""

import pytest

from tournaments.core.slips.sides import facing_seats


@pytest.mark.parametrize(
    ("writer", "attack", "facing"),
    [(2, (2,), (0, 1, 3)), (0, (2,), (2,)), (1, (), (0, 2, 3))],
    ids=["the taker faces the defence", "a defender faces the taker", "nobody knows who took"],
)
def test_players_for_themselves_are_attack_and_defence(writer, attack, facing):
    seats = facing_seats("abcd", writer=writer, attack=attack, has_teams=False)

    assert seats == facing


@pytest.mark.parametrize(
    ("writer", "facing"), [(1, (0, 2, 4)), (3, (0, 2, 4)), (0, (1, 3))], ids=["taker", "called", "defender"]
)
def test_called_partner_is_on_the_side_of_the_taker(writer, facing):
    assert facing_seats("abcde", writer=writer, attack=(1, 3), has_teams=False) == facing


@pytest.mark.parametrize(("writer", "facing"), [(0, (1, 3)), (3, (0, 2))])
def test_teams_face_each_other_whoever_took(writer, facing):
    assert facing_seats("xyxy", writer=writer, attack=(0,), has_teams=True) == facing


def test_an_empty_seat_confirms_nothing():
    assert facing_seats(("a", "b", "c", None), writer=0, attack=(0,), has_teams=False) == (1, 2)
