"""From rows to arrays: the only place that knows both."""

import pytest

from games.core.dealing.boards import board_taker
from tests.factories.tournaments import enter_result, fill_tournament, list_plays, make_club, make_tournament
from tournaments.core.ranking.score_grid import PlayStatus
from tournaments.core.slips.traveller import LineInput, LineKind
from tournaments.models import Seating
from tournaments.queries.session_plays import load_entries, load_session
from tournaments.services.results import Author, record_result
from tournaments.services.seating import apply_movement

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return apply_movement(tournament=fill_tournament(make_tournament(make_club())), seated_by=None)


def void(play, kind):
    record_result(play=play, line=LineInput(kind=kind), seen_version=0, author=Author(user=None))


def test_without_results_the_grid_has_players_and_no_plays(evening):
    loaded = load_session(evening.sessions.get())

    assert (loaded.plays.grid.play_count, loaded.plays.grid.player_count) == (0, 20)
    assert (loaded.results_counted, loaded.results_expected) == (0, 100)


def test_each_row_is_a_play_with_its_players_by_seat(evening):
    plays = list_plays(evening)
    enter_result(plays[7], -52)
    enter_result(plays[0], 56)

    loaded = load_session(evening.sessions.get())

    assert loaded.play_ids == (plays[0].pk, plays[7].pk)
    assert loaded.plays.grid.board.tolist() == [plays[0].board - 1, plays[7].board - 1]
    assert loaded.plays.grid.taker_seat.tolist() == [board_taker(plays[0].board), board_taker(plays[7].board)]
    assert loaded.plays.grid.score.tolist() == [56, -52]
    entries = load_entries(loaded)
    seated = Seating.objects.filter(round=plays[7].round, table=plays[7].table)
    for seating in seated:
        assert entries[loaded.plays.grid.players[1, seating.seat]] == seating.entry
    assert loaded.plays.grid.line.tolist() == [entry.start_seat for entry in entries]


def test_neutralised_is_a_row_and_not_played_is_none_but_both_are_entered(evening):
    neutralised, unplayed = list_plays(evening)[:2]
    void(neutralised, LineKind.NEUTRALISED)
    void(unplayed, LineKind.NOT_PLAYED)

    loaded = load_session(evening.sessions.get())

    assert loaded.play_ids == (neutralised.pk,)
    assert loaded.plays.grid.status.tolist() == [PlayStatus.NEUTRALISED]
    assert loaded.results_counted == 2


def test_only_the_current_version_counts(evening):
    play = list_plays(evening)[0]
    enter_result(play, 56)
    enter_result(play, 84, seen_version=1, reason="relu")

    assert load_session(evening.sessions.get()).plays.grid.score.tolist() == [84]


def test_loading_costs_as_many_queries_with_one_result_as_with_forty(evening, django_assert_num_queries):
    session = evening.sessions.get()
    plays = list_plays(evening)
    enter_result(plays[0], 56)
    with django_assert_num_queries(7):
        load_session(session)
    for play in plays[1:40]:
        enter_result(play, 56)
    with django_assert_num_queries(7):
        load_session(session)
