"""Rules that every format must follow, present and future."""

import pytest

from games.core.outcome import Bid
from tournaments.core.errors import TournamentError
from tournaments.core.formats import tournament_formats as formats
from tournaments.core.formats.registry import FORMATS, find_format
from tournaments.core.movements.catalogue import find_movement, list_shapes
from tournaments.core.movements.check import check_movement
from tournaments.core.movements.request import MovementRequest
from tournaments.core.ranking.totals import Weights

EVERY_FORMAT = pytest.mark.parametrize("tournament_format", FORMATS.values(), ids=lambda row: row.code)


@EVERY_FORMAT
def test_format_is_found_by_its_code(tournament_format):
    assert find_format(tournament_format.code) is tournament_format


@EVERY_FORMAT
def test_usual_evenings_are_in_the_catalogue_at_tables_of_the_format(tournament_format):
    for table_count in tournament_format.table_counts:
        players = table_count * tournament_format.units_per_table
        shape = list_shapes(tournament_format.movement_format, players)[0]
        movement_request = MovementRequest(
            format=tournament_format.movement_format, table_count=table_count, round_count=shape.most_rounds
        )

        movement = find_movement(movement_request).movement

        assert check_movement(movement).is_sound
        assert movement.shape.code in tournament_format.shapes


@EVERY_FORMAT
def test_lines_that_are_ranked_are_kept_in_the_evening_of_most_tables(tournament_format):
    tables = tournament_format.table_counts[-1]
    shape = list_shapes(tournament_format.movement_format, tables * tournament_format.units_per_table)[0]
    movement_request = MovementRequest(
        format=tournament_format.movement_format, table_count=tables, round_count=shape.most_rounds
    )

    notes = {note.rule for note in check_movement(find_movement(movement_request).movement).notes}

    assert "I2" not in notes or not tournament_format.has_alternated_ranking


def test_attacker_sits_where_the_board_says_or_south_or_anywhere():
    takers = {
        row.code: row.taker_of(2)
        for row in (formats.TRIPLETS, formats.QUARTETS, formats.TEAMS, formats.FREE_DEALS)
    }

    assert takers == {"triplets": 1, "quartets": 2, "teams": 2, "free_deals": None}


def test_individual_duplicate_is_a_garde_for_a_quarter_of_the_mark():
    duplicate = find_format("duplicate_individual")

    assert duplicate.imposed_bid is Bid.GARDE
    assert duplicate.plan.weights == Weights(1, 3)
    assert {5, 7, 11, 13} <= set(duplicate.table_counts)


def test_unknown_format_is_refused_with_those_that_exist():
    with pytest.raises(TournamentError, match="no format 'chess'; there are duplicate_individual") as caught:
        find_format("chess")

    assert (caught.value.code, caught.value.field) == ("no_such_format", "format")
