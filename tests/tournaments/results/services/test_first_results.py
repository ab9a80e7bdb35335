"""First results of many plays at once."""

import pytest

from common.errors import AppError
from tests.factories.tournaments import (
    enter_result,
    list_plays,
    make_club,
    make_seated_tournament,
    make_user,
    written,
)
from tournaments.enums import TournamentState
from tournaments.models import AuditEvent, ResultSlip, StandingsRequest, Tournament
from tournaments.results.services.checking import lock_round
from tournaments.results.services.results import Author, FirstLine, record_first_results

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return make_seated_tournament(make_club(), is_dealt=False)


@pytest.fixture
def claire(evening):
    return make_user("Claire", club=evening.club)


def record(plays, claire, score=62):
    lines = [FirstLine(play=play, line=written(score)) for play in plays]
    return record_first_results(lines=lines, author=Author(user=claire, device="test"))


def refusal(plays, claire):
    with pytest.raises(AppError) as refused:
        record(plays, claire)
    return refused.value.code


def test_results_are_stored_traced_and_ranked_and_begin_the_evening(evening, claire):
    plays = list_plays(evening)[:3]

    assert record(plays, claire) == 3

    slips = ResultSlip.objects.order_by("pk")
    assert [(slip.play, slip.version, slip.score, slip.entered_by, slip.device) for slip in slips] == [
        (play, 1, 62, claire, "test") for play in plays
    ]
    assert AuditEvent.objects.filter(action="result.entered", actor=claire).count() == 3
    assert StandingsRequest.objects.filter(session=evening.sessions.get()).exists()
    assert Tournament.objects.get(pk=evening.pk).state == TournamentState.PLAYING


def test_a_play_with_a_result_keeps_it(evening, claire):
    first, second = list_plays(evening)[:2]
    enter_result(first, -52)

    assert record([first, second], claire) == 1

    assert list(ResultSlip.objects.order_by("pk").values_list("play", "score")) == [
        (first.pk, -52),
        (second.pk, 62),
    ]


def test_nothing_to_store_changes_nothing(evening, claire):
    assert record([], claire) == 0

    assert Tournament.objects.get(pk=evening.pk).state == TournamentState.SEATED


def test_a_locked_round_of_several_refuses_all(evening, claire):
    plays = list_plays(evening)
    last_round = [play for play in plays if play.round.number == 2]
    for play in last_round:
        enter_result(play, 62)
    lock_round(session=evening.sessions.get(), number=2, locked_by=claire)
    ResultSlip.objects.filter(play=last_round[0]).delete()

    assert refusal([plays[0], last_round[0]], claire) == "round_locked"

    assert not ResultSlip.objects.filter(play=plays[0]).exists()


@pytest.mark.parametrize(
    ("values", "code"),
    [({"writer": "laptop"}, "written_elsewhere"), ({"state": TournamentState.FINISHED}, "not_playing")],
)
def test_an_event_that_takes_no_results_refuses_them(evening, claire, values, code):
    Tournament.objects.filter(pk=evening.pk).update(**values)

    assert refusal(list_plays(evening)[:1], claire) == code


def test_an_impossible_line_is_refused(evening, claire):
    play = list_plays(evening)[0]

    with pytest.raises(AppError) as refused:
        record([play], claire, score=3)

    assert refused.value.code == "slip_impossible"
