"""Analysis of a recorded play: the cost of its cards, on topage too, once the étui is public."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks

from games.core.bots.choosing import RobotLevel
from games.core.play import State
from tests.factories.recorded_plays import record_play
from tests.factories.tournaments import SCORES, enter_results, list_plays, make_club, make_seated_tournament
from tournaments.core.ranking.comparison import share_below
from tournaments.core.ranking.values import rounded_percent
from tournaments.deals.services.deals import close_boards, open_boards
from tournaments.enums import JobState, Visibility
from tournaments.events.services.events import set_visibility
from tournaments.models import PlayAnalysis, PlayRecord, Tournament
from tournaments.rankings.services import play_analyses
from tournaments.rankings.services.play_analyses import card_readings, request_record_analysis, run_analysis

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(monkeypatch: pytest.MonkeyPatch) -> Tournament:
    """Public, the first étui played everywhere and open; analyses are short ones."""
    monkeypatch.setattr(play_analyses, "BUDGET", 100_000)
    monkeypatch.setattr(play_analyses, "JUDGE", RobotLevel.DEBUTANT)
    monkeypatch.setattr(play_analyses, "can_compile", lambda: True)
    monkeypatch.setattr(play_analyses, "compile_search", lambda: True)
    tournament = make_seated_tournament(make_club())
    set_visibility(tournament=tournament, visibility=Visibility.PUBLIC, set_by=None)
    enter_results(zip(list_plays(tournament)[:5], SCORES, strict=False))
    open_boards(session=tournament.sessions.get(), boards=[1], opened_by=None)
    return tournament


@pytest.fixture
def end(evening: Tournament) -> State:
    """Return the final state of the first table's recorded play."""
    return record_play(list_plays(evening)[0])


def address(evening: Tournament) -> str:
    return reverse("public-replay", args=[evening.slug, 1, list_plays(evening)[0].pk])


def test_recorded_play_is_analysed_once_and_shown_at_each_card(
    evening: Tournament, end: State, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    client = Client()
    assert "Analyser la donne" in client.get(address(evening)).text
    with django_capture_on_commit_callbacks(execute=True):
        for _ in range(2):
            assert client.post(address(evening)).status_code == 302

    analysis = PlayAnalysis.objects.get()
    assert (analysis.state, analysis.attempts, analysis.done, analysis.total) == (JobState.DONE, 1, 72, 72)
    readings = card_readings(analysis, end)
    number, reading = next(
        numbered_reading for numbered_reading in enumerate(readings, 1) if numbered_reading[1].cost
    )
    page = client.get(address(evening), {"carte": number}).text
    assert "Analyser la donne" not in page
    assert "L’analyse est exacte à partir du pli" in page
    assert "Cette carte coûte" in page
    is_attack = reading.seat in end.outcome().attackers  # type: ignore[union-attr]
    share_before, share_after = (
        share_below(bounds.low, SCORES[1:5], is_attack=is_attack)
        for bounds in (reading.before, reading.after)
    )
    assert share_before >= share_after
    assert "Face aux autres tables, elle" in page
    assert f"{rounded_percent(share_before, 0)}\u00a0% " in page


def test_play_is_analysed_only_while_everybody_sees_its_board(evening: Tournament, end: State) -> None:
    analysis = request_record_analysis(record=PlayRecord.objects.get(), state=end)
    close_boards(session=evening.sessions.get(), boards=[1], closed_by=None)

    assert run_analysis(analysis=analysis).state == JobState.FAILED
    assert analysis.readings == []
    assert Client().post(address(evening)).status_code == 404
    PlayAnalysis.objects.update(state=JobState.DONE)
    assert Client().get(address(evening)).status_code == 404


def test_play_that_was_written_anew_is_analysed_anew(evening: Tournament, end: State) -> None:
    record = PlayRecord.objects.get()
    first = request_record_analysis(record=record, state=end)
    again = PlayRecord.objects.create(
        play=record.play, version=2, text=record.text, written_by=record.written_by
    )

    assert run_analysis(analysis=first).state == JobState.FAILED
    assert run_analysis(analysis=request_record_analysis(record=again, state=end)).state == JobState.DONE


def test_failed_analysis_is_asked_for_again(evening: Tournament, end: State) -> None:
    first = request_record_analysis(record=PlayRecord.objects.get(), state=end)
    PlayAnalysis.objects.update(state=JobState.FAILED)
    assert "n’a pas abouti" in Client().get(address(evening)).text

    Client().post(address(evening))

    assert PlayAnalysis.objects.exclude(pk=first.pk).get().state == JobState.QUEUED


def test_waiting_analysis_shows_how_far_it_is(evening: Tournament, end: State) -> None:
    request_record_analysis(record=PlayRecord.objects.get(), state=end)
    PlayAnalysis.objects.update(state=JobState.RUNNING, done=12, total=72)

    page = Client().get(address(evening)).text

    assert "12 sur 72" in page
    assert f'hx-get="{address(evening)}"' in page
