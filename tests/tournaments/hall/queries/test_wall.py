"""Wall of tables: tiles, missing results, and a constant number of queries for any hall."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories.tables import make_device, open_table, plays_of, round_of, sit_down, write_down
from tests.factories.tournaments import (
    enter_result,
    enter_results,
    list_plays,
    make_club,
    make_seated_tournament,
)
from tournaments.hall.queries.wall import TileMark, load_wall
from tournaments.hall.services.hall_calls import call_referee
from tournaments.hall.services.round_clock import start_round, turn_clock
from tournaments.models import ResultFlag, RoundClock
from tournaments.results.services.table_access import set_phone_rules

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return make_seated_tournament(make_club())


def wall_of(evening):
    return load_wall(evening.sessions.get(), timezone.now())


def tile(evening, number=1):
    return next(tile for tile in wall_of(evening).tiles if tile.table.number == number)


def play_round(evening, number, *, but=0):
    """Every result of a round, except those of one table."""
    of_round = [play for play in list_plays(evening) if play.round.number == number]
    enter_results((play, 56) for play in of_round if play.table.number != but)


def end_of_round(evening, number):
    session = evening.sessions.get()
    turn_clock(session=session, round_number=number, minutes=28, turned_by=None)
    start_round(session=session, started_by=None)
    RoundClock.objects.update(started_at=timezone.now() - timedelta(minutes=29))


def test_a_fresh_wall_counts_boards_and_asks_nothing(evening):
    wall = wall_of(evening)

    assert [(tile.table.number, tile.done, tile.due, tile.marks) for tile in wall.tiles] == [
        (number, 0, 4, ()) for number in range(1, 6)
    ]
    assert (wall.missing, wall.calling, wall.round.number) == ((), (), 1)


def test_a_table_that_has_all_its_results_is_done(evening):
    open_table(evening)
    for play in list_plays(evening):
        if play.round.number == 1 and play.table.number == 2:
            enter_result(play, 56)

    assert tile(evening, 2).marks == (TileMark.DONE,)
    assert tile(evening, 1).marks == ()


def test_results_that_wait_or_are_disputed_are_told_apart(evening):
    set_phone_rules(tournament=evening, needs_confirmation=True, shows_comparison=False, set_by=None)
    access, device = open_table(evening), make_device()
    phone = sit_down(access, 0, device=device)
    first, second, *_rest = plays_of(access)
    write_down(access, first, device)
    slip = write_down(access, second, device)
    assert tile(evening).marks == (TileMark.WAITING,)

    ResultFlag.objects.create(play=second, slip=slip, phone=phone, seat=0, text="+62")

    tile_found = tile(evening)
    assert tile_found.marks == (TileMark.DISPUTED, TileMark.WAITING)
    assert (tile_found.done, tile_found.due, tile_found.phone_count) == (2, 4, 1)


def test_nothing_waits_where_no_word_is_asked_for(evening):
    access, device = open_table(evening), make_device()
    sit_down(access, 0, device=device)
    write_down(access, plays_of(access)[0], device)

    assert tile(evening).marks == ()


@pytest.mark.postgres
def test_a_phone_that_went_silent_is_not_there(evening):
    access = open_table(evening)
    phone = sit_down(access, 0, device=make_device())
    phone.seen_at -= timedelta(minutes=3)
    phone.save()

    assert tile(evening).phone_count == 0


def test_a_table_is_late_when_the_time_is_up(evening):
    open_table(evening)
    play_round(evening, 1, but=4)
    assert tile(evening, 4).marks == ()

    end_of_round(evening, 1)

    assert tile(evening, 4).marks == (TileMark.LATE,)
    assert tile(evening, 3).marks == (TileMark.DONE,)
    assert {play.table_number for play in wall_of(evening).missing} == {4}


@pytest.mark.postgres
def test_on_paper_nobody_is_late_before_the_sheets_come(evening):
    end_of_round(evening, 1)

    assert wall_of(evening).counts[TileMark.LATE] == 0


def test_a_result_forgotten_in_an_earlier_round_is_listed(evening):
    play_round(evening, 1, but=4)
    turn_clock(session=evening.sessions.get(), round_number=2, minutes=28, turned_by=None)

    wall = wall_of(evening)

    assert wall.round.number == 2
    assert tile(evening, 4).marks == (TileMark.BEHIND,)
    assert [(play.round_number, play.table_number) for play in wall.missing] == [(1, 4)] * 4
    assert wall.missing_sheets == (wall.missing,)


def test_a_call_comes_first_and_changes_the_mark(evening):
    access = open_table(evening, 3)
    mark_before = wall_of(evening).mark
    assert mark_before == wall_of(evening).mark

    call_referee(access=access, this_round=round_of(access), device=make_device(), reason="renonce")

    wall = wall_of(evening)
    assert tile(evening, 3).marks == (TileMark.CALL,)
    assert [(call.reason, tile.table.number) for call, tile in wall.calling] == [("renonce", 3)]
    assert wall.mark != mark_before


@pytest.mark.parametrize("table_count", [5, 7])
def test_a_wall_costs_eight_queries_for_any_hall(table_count, django_assert_num_queries):
    session = make_seated_tournament(make_club(), table_count=table_count, is_dealt=False).sessions.get()
    enter_result(list_plays(session.tournament)[0], 56)

    with django_assert_num_queries(8):
        load_wall(session, timezone.now())
