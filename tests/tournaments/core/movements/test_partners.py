"""Teams that go from table to table together."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.facts.over_deals import teams_of
from games.core.variants.registry import GAMES
from tests.cases import examples
from tournaments.core.movements.check import check_movement
from tournaments.core.movements.encounters import line_of_units
from tournaments.core.movements.partners import can_keep_partners, keep_partners
from tournaments.core.movements.table_sizes import build_seats, round_counts

WITH_TEAMS = [game for game in GAMES if teams_of(game)]


def together(movement, teams):
    """Return partners[round]: the players who sit together, team by team."""
    return [
        {
            frozenset(int(table[seat]) for seat in seats)
            for table in movement.players[this_round]
            for seats in teams
        }
        for this_round in range(movement.round_count)
    ]


def test_pairs_of_a_table_of_six_follow_the_first_seats_of_lines():
    plain = build_seats(6, 7, 2, 42, is_free=True)

    regrouped = keep_partners(plain, 3)

    assert regrouped.players[0].tolist() == plain.players[0].tolist()
    assert regrouped.players[1, :, :3].tolist() == plain.players[1, :, :3].tolist()
    assert together(regrouped, teams_of("tarot-6"))[1] == {
        frozenset((6 * table + seat, 6 * table + seat + 3)) for table in range(7) for seat in range(3)
    }


@examples(6)
@given(st.sampled_from(WITH_TEAMS), st.integers(2, 8), st.booleans(), st.data())
def test_partners_of_the_first_round_are_partners_in_all(game, tables, is_free, data):
    seats, teams = GAMES[game].player_count, teams_of(game)
    possible_rounds = round_counts(seats, tables, seats * tables, is_free=is_free)
    rounds = data.draw(st.sampled_from(possible_rounds))
    plain = build_seats(seats, tables, rounds, seats * tables, is_free=is_free)

    regrouped = keep_partners(plain, len(teams))

    assert check_movement(regrouped).is_sound
    assert all(partners == together(regrouped, teams)[0] for partners in together(regrouped, teams))
    assert (regrouped.board_sets >= 0).all() == (not is_free)


def test_teams_of_a_movement_without_lines_spread_their_meetings():
    plain = build_seats(6, 4, 5, 24, is_free=True)

    regrouped = keep_partners(plain, 3)

    pairs = {
        frozenset(pair): number for number, pair in enumerate(together(regrouped, teams_of("tarot-6"))[0])
    }
    team_meetings = Counter()
    for table in regrouped.players.reshape(-1, 6).tolist():
        teams = sorted(pairs[frozenset((table[seat], table[seat + 3]))] for seat in range(3))
        team_meetings.update(combinations(teams, 2))
    assert line_of_units(plain) is None
    assert sum(team_meetings.values()) == 5 * 4 * 3
    assert max(team_meetings.values()) == 2


@pytest.mark.parametrize(("players", "expected"), [(12, True), (13, False)])
def test_who_rests_would_leave_partners_alone(players, expected):
    movement = build_seats(6, 2, 2, players, is_free=True)

    assert can_keep_partners(movement) is expected
