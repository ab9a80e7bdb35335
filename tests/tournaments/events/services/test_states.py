"""Ending an evening and opening it again."""

import pytest

from common.errors import AppError
from tests.factories.tournaments import (
    enter_result,
    enter_results,
    list_plays,
    make_club,
    make_entered_tournament,
    make_seated_tournament,
)
from tournaments.enums import TournamentState
from tournaments.events.services.states import finish_tournament, reopen_tournament
from tournaments.models import AuditEvent, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> Tournament:
    """An evening of one table and one round with all its results."""
    tournament = make_seated_tournament(make_club(), table_count=5)
    enter_results((play, 56) for play in list_plays(tournament))
    tournament.refresh_from_db()
    return tournament


def test_evening_with_all_results_is_finished_and_opened_again(played: Tournament) -> None:
    finished = finish_tournament(tournament=played, finished_by=None)
    assert finished.state == TournamentState.FINISHED
    event = AuditEvent.objects.latest("pk")
    assert (event.action, event.before, event.after) == (
        "tournament.finished",
        {"state": "playing"},
        {"state": "finished"},
    )

    reopened = reopen_tournament(tournament=finished, reopened_by=None)
    assert reopened.state == TournamentState.PLAYING


def test_finished_evening_takes_no_result_until_it_is_reopened(played: Tournament) -> None:
    finish_tournament(tournament=played, finished_by=None)
    play = list_plays(played)[0]

    with pytest.raises(AppError) as refusal:
        enter_result(play, 58, seen_version=1, reason="relu")
    assert refusal.value.code == "not_playing"
    with pytest.raises(AppError) as second:
        finish_tournament(tournament=played, finished_by=None)
    assert str(second.value.message) == "Ce tournoi est déjà terminé."

    reopen_tournament(tournament=played, reopened_by=None)
    assert enter_result(play, 58, seen_version=1, reason="relu").version == 2


def test_missing_results_are_counted() -> None:
    tournament = make_seated_tournament(make_club())
    enter_result(list_plays(tournament)[0], 56)

    with pytest.raises(AppError) as refusal:
        finish_tournament(tournament=tournament, finished_by=None)

    assert (refusal.value.code, refusal.value.extra) == ("results_missing", {"missing": 99})


def test_only_what_is_played_is_finished_and_only_what_is_finished_is_reopened() -> None:
    tournament = make_entered_tournament(make_club())

    with pytest.raises(AppError) as unfinished:
        finish_tournament(tournament=tournament, finished_by=None)
    with pytest.raises(AppError) as unopened:
        reopen_tournament(tournament=tournament, reopened_by=None)

    assert (unfinished.value.code, unopened.value.code) == ("not_playing", "not_finished")
