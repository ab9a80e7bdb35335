"""From rows to arrays: the only place that knows both."""

import pytest

from games.core.dealing.boards import board_taker
from tests.factories.tournaments import enter_result, fill_tournament, list_plays, make_club, make_tournament
from tournaments.core.ranking.score_grid import PlayStatus
from tournaments.core.slips.traveller import LineInput, LineKind
from tournaments.models import Seating
from tournaments.queries.score_grids import load_score_grid
from tournaments.services.results import Author, record_result
from tournaments.services.seating import apply_movement

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return apply_movement(tournament=fill_tournament(make_tournament(make_club())), seated_by=None)


def void(play, kind):
    record_result(play=play, line=LineInput(kind=kind), seen_version=0, author=Author(user=None))


def test_without_results_the_grid_has_players_and_no_plays(evening):
    loaded = load_score_grid(evening.sessions.get())

    assert (loaded.grid.play_count, loaded.grid.player_count) == (0, 20)
    assert (loaded.results_counted, loaded.results_expected) == (0, 100)


def test_each_row_is_a_play_with_its_players_by_seat(evening):
    plays = list_plays(evening)
    enter_result(plays[7], -52)
    enter_result(plays[0], 56)

    loaded = load_score_grid(evening.sessions.get())

    assert loaded.play_ids == (plays[0].pk, plays[7].pk)
    assert loaded.grid.board.tolist() == [plays[0].board - 1, plays[7].board - 1]
    assert loaded.grid.taker_seat.tolist() == [board_taker(plays[0].board), board_taker(plays[7].board)]
    assert loaded.grid.score.tolist() == [56, -52]
    seated = Seating.objects.filter(round=plays[7].round, table=plays[7].table)
    for seating in seated:
        assert loaded.entries[loaded.grid.players[1, seating.seat]] == seating.entry
    assert loaded.grid.line.tolist() == [entry.start_seat for entry in loaded.entries]


def test_neutralised_is_a_row_and_not_played_is_none_but_both_are_entered(evening):
    neutralised, unplayed = list_plays(evening)[:2]
    void(neutralised, LineKind.NEUTRALISED)
    void(unplayed, LineKind.NOT_PLAYED)

    loaded = load_score_grid(evening.sessions.get())

    assert loaded.play_ids == (neutralised.pk,)
    assert loaded.grid.status.tolist() == [PlayStatus.NEUTRALISED]
    assert loaded.results_counted == 2


def test_only_the_current_version_counts(evening):
    play = list_plays(evening)[0]
    enter_result(play, 56)
    enter_result(play, 84, seen_version=1, reason="relu")

    assert load_score_grid(evening.sessions.get()).grid.score.tolist() == [84]


def test_loading_costs_four_queries_with_one_result_and_with_forty(evening, django_assert_num_queries):
    session = evening.sessions.get()
    plays = list_plays(evening)
    enter_result(plays[0], 56)
    with django_assert_num_queries(4):
        load_score_grid(session)
    for play in plays[1:40]:
        enter_result(play, 56)
    with django_assert_num_queries(4):
        load_score_grid(session)
