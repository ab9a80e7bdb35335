"""Several people save at the same moment, on PostgreSQL."""

import uuid
from collections.abc import Callable
from functools import partial

from common.errors import Conflict
from tests.factories.tournaments import SCORES, enter_result, list_plays, make_user, written
from tests.servers.contention import Held, all_at_once
from tournaments.models import AuditEvent, ResultSlip, StandingsRequest, Tournament
from tournaments.results.services.results import Author, record_result
from tournaments.results.services.slip_versions import describe_slip

PEOPLE = ("Ana", "Bob", "Chloé", "Driss", "Ève", "Fred")
LOCK_PLAY = "SELECT 1 FROM tournaments_play WHERE id = %s FOR UPDATE"


def test_six_different_results_one_wins_and_five_learn_who_and_what(
    evening: Tournament, hold: Callable[..., Held]
) -> None:
    play = list_plays(evening)[0]
    people = [make_user(name) for name in PEOPLE]
    calls = [
        partial(enter_result, play, score, user=person) for person, score in zip(people, SCORES, strict=False)
    ]

    answers = all_at_once(calls, hold(LOCK_PLAY, play.pk))

    winner = ResultSlip.objects.get(play=play)
    refused = [answer for answer in answers if isinstance(answer, Conflict)]
    assert [answer for answer in answers if answer not in refused] == [winner]
    assert (winner.version, winner.is_current) == (1, True)
    assert len(refused) == 5
    for conflict in refused:
        assert conflict.code == "slip_changed"
        assert conflict.extra["who"] == str(winner.entered_by)
        assert conflict.extra["what"] == describe_slip(winner)
        assert f"{winner.entered_by} a déjà enregistré « {describe_slip(winner)} » à " in conflict.message
    assert AuditEvent.objects.filter(action="result.entered").count() == 1
    assert StandingsRequest.objects.count() == 1


def test_six_corrections_of_the_version_seen_one_wins(evening: Tournament, hold: Callable[..., Held]) -> None:
    play = list_plays(evening)[0]
    first = enter_result(play, 56)
    people = [make_user(name) for name in PEOPLE]
    calls = [
        partial(enter_result, play, score, user=person, seen_version=first.version, reason="erreur de plume")
        for person, score in zip(people, SCORES[1:], strict=False)
    ]

    answers = all_at_once(calls, hold(LOCK_PLAY, play.pk))

    versions = list(ResultSlip.objects.filter(play=play).order_by("version"))
    assert [(slip.version, slip.is_current) for slip in versions] == [(1, False), (2, True)]
    assert answers.count(versions[1]) == 1
    assert sum(isinstance(answer, Conflict) and answer.extra["version"] == 2 for answer in answers) == 5


def test_six_times_the_same_result_is_stored_once_and_refuses_nobody(
    evening: Tournament, hold: Callable[..., Held]
) -> None:
    play = list_plays(evening)[0]
    calls = [partial(enter_result, play, -52, user=make_user(name)) for name in PEOPLE]

    answers = all_at_once(calls, hold(LOCK_PLAY, play.pk))

    assert answers == [ResultSlip.objects.get(play=play)] * 6


def test_one_sending_repeated_six_times_is_stored_once(
    evening: Tournament, hold: Callable[..., Held]
) -> None:
    play = list_plays(evening)[0]
    send = partial(
        record_result,
        play=play,
        line=written(62),
        seen_version=0,
        author=Author(user=make_user(), device="phone"),
        token=uuid.uuid4(),
        confirmed=True,
    )

    answers = all_at_once([send] * 6, hold(LOCK_PLAY, play.pk))

    assert answers == [ResultSlip.objects.get(play=play)] * 6
    assert AuditEvent.objects.filter(action="result.entered").count() == 1


def test_one_token_for_two_plays_stores_one_of_them(evening: Tournament, hold: Callable[..., Held]) -> None:
    first, second = list_plays(evening)[:2]
    token = uuid.uuid4()
    calls = [
        partial(
            record_result,
            play=play,
            line=written(62),
            seen_version=0,
            author=Author(user=None, device="phone"),
            token=token,
            confirmed=True,
        )
        for play in (first, second)
    ]

    answers = all_at_once(
        calls, hold("SELECT 1 FROM tournaments_play WHERE id IN (%s, %s) FOR UPDATE", first.pk, second.pk)
    )

    stored = ResultSlip.objects.get()
    assert answers.count(stored) == 1
    assert [getattr(answer, "code", None) for answer in answers if answer != stored] == ["token_reused"]
