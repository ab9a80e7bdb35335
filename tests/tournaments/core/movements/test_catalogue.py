import pytest

from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.catalogue import (
    BOARDS_PER_SET,
    EveningOption,
    find_option,
    list_options,
)
from tournaments.core.movements.check import check_movement
from tournaments.core.movements.constructions import build_straight

EVERY_OPTION = [option for size in BOARDS_PER_SET for option in list_options(4 * size)]


@pytest.mark.parametrize(
    ("player_count", "first_option", "board_count", "deals_per_player"),
    [
        (20, EveningOption(5, 4, 5), 20, 20),
        (28, EveningOption(7, 4, 7), 28, 28),
        (44, EveningOption(11, 2, 11), 22, 22),
        (52, EveningOption(13, 2, 13), 26, 26),
        (68, EveningOption(17, 2, 17), 34, 34),
        (76, EveningOption(19, 2, 19), 38, 38),
    ],
)
def test_first_option_is_the_recommended_one(player_count, first_option, board_count, deals_per_player):
    option = list_options(player_count)[0]

    assert option == first_option
    assert (option.board_count, option.deals_per_player) == (board_count, deals_per_player)


def test_seven_tables_also_play_three_boards():
    assert EveningOption(7, 3, 7) in list_options(28)
    assert EveningOption(7, 3, 7).deals_per_player == 21


@pytest.mark.parametrize("option", EVERY_OPTION, ids=lambda option: option.code)
def test_every_option_has_a_sound_movement_of_its_size(option):
    movement = build_straight(option.table_count, option.round_count)

    assert check_movement(movement).is_sound
    assert movement.round_count == option.round_count
    assert movement.player_count == option.player_count
    assert movement.set_count * option.boards_per_set == option.board_count


@pytest.mark.parametrize("option", EVERY_OPTION, ids=lambda option: option.code)
def test_every_option_is_found_by_its_code(option):
    assert find_option(option.code) == option


@pytest.mark.parametrize("player_count", [0, 12, 21, 24, 27, 80])
def test_other_numbers_of_players_are_refused_with_those_known(player_count):
    with pytest.raises(NoSuchMovement, match="the catalogue has 20, 28, 44, 52, 68, 76") as caught:
        list_options(player_count)

    assert caught.value.code == "catalogue_players"
    assert caught.value.values == {"player_count": player_count, "known": (20, 28, 44, 52, 68, 76)}


def test_unknown_code_is_refused():
    with pytest.raises(NoSuchMovement, match="no movement is called 'straight-6-4-5'") as caught:
        find_option("straight-6-4-5")

    assert caught.value.code == "catalogue_code"
