"""Progress of the étuis: what is in, what is missing, in one query."""

import pytest

from tests.factories.tournaments import (
    enter_result,
    enter_results,
    list_plays,
    make_club,
    make_seated_tournament,
    make_tournament,
)
from tournaments.base.queries.progress import MissingPlay, board_progress, complete_boards
from tournaments.core.slips.traveller import LineInput, LineKind
from tournaments.results.services.results import Author, record_result

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return make_seated_tournament(make_club(), is_dealt=False)


def test_nothing_is_expected_before_the_seats_are_fixed():
    tournament = make_tournament(make_club())

    assert board_progress(tournament.sessions.get()) == []


def test_missing_lines_are_listed_by_round_and_table(evening, django_assert_num_queries):
    plays = [play for play in list_plays(evening) if play.board == 1]
    enter_results((play, 56) for play in plays[:3])

    session = evening.sessions.get()
    with django_assert_num_queries(1):
        first, second, *_rest = board_progress(session)

    assert (first.board, first.entered, first.expected, first.is_complete) == (1, 3, 5, False)
    assert first.missing == tuple(
        MissingPlay(play.pk, play.round.number, play.table.number) for play in plays[3:]
    )
    assert (second.board, second.entered) == (2, 0)


def test_an_etui_is_complete_with_a_result_of_whatever_kind(evening):
    *earlier_plays, last = [play for play in list_plays(evening) if play.board == 1]
    enter_results((play, 56) for play in earlier_plays)
    assert complete_boards(evening.sessions.get()) == frozenset()

    line = LineInput(kind=LineKind.NOT_PLAYED)
    record_result(play=last, line=line, seen_version=0, author=Author(user=None))

    assert complete_boards(evening.sessions.get()) == {1}


def test_a_corrected_result_counts_once(evening):
    play = list_plays(evening)[0]
    enter_result(play, 56)
    enter_result(play, 84, seen_version=1, reason="relu")

    assert board_progress(evening.sessions.get())[0].entered == 1
