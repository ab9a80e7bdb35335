"""Reference mark: robots play a public étui, in slices, beside its tables."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks

from common.errors import AppError
from games.core.bots.choosing import RobotLevel
from tests.factories.tournaments import SCORES, enter_results, list_plays, make_club, make_seated_tournament
from tournaments.deals.services import board_references
from tournaments.deals.services.board_references import play_reference, request_reference
from tournaments.deals.services.deals import close_boards, open_boards
from tournaments.enums import JobState, Visibility
from tournaments.events.services.events import set_visibility
from tournaments.models import BoardReference, Tournament
from tournaments.rankings.queries.board_spreads import measure_score_spread

pytestmark = pytest.mark.django_db
PLAYS = 3
LEAST = 30
"""Points of a garde made or lost by nothing, with the Petit at the end against it."""


@pytest.fixture
def evening(monkeypatch: pytest.MonkeyPatch) -> Tournament:
    """Public, the first étui played everywhere and open; few and simple plays, one in each slice."""
    monkeypatch.setattr(board_references, "PLAYS", PLAYS)
    monkeypatch.setattr(board_references, "LEVEL", RobotLevel.DEBUTANT)
    monkeypatch.setattr(board_references, "SLICE_SECONDS", 0)
    tournament = make_seated_tournament(make_club())
    set_visibility(tournament=tournament, visibility=Visibility.PUBLIC, set_by=None)
    enter_results(zip(list_plays(tournament)[:5], SCORES, strict=False))
    open_boards(session=tournament.sessions.get(), boards=[1, 2], opened_by=None)
    return tournament


def address(evening: Tournament, number: int = 1) -> str:
    return reverse("public-reference", args=[evening.slug, number])


def test_robots_play_an_open_board_and_stand_beside_its_tables(
    evening: Tournament, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    client = Client()
    board_page = reverse("public-board", args=[evening.slug, 1])
    assert address(evening) in client.get(board_page).text
    with django_capture_on_commit_callbacks(execute=True):
        for _ in range(2):
            assert client.post(address(evening)).status_code == 302

    reference = BoardReference.objects.get()
    assert (reference.state, reference.done, reference.attempts) == (JobState.DONE, PLAYS, PLAYS)
    assert len(reference.scores) == PLAYS
    assert all(abs(score) >= LEAST for score in reference.scores)
    for page in (client.get(address(evening)), client.get(board_page)):
        spreads = page.context["spreads"]
        assert spreads.robots == measure_score_spread(reference.scores)
        assert spreads.field == measure_score_spread(SCORES[:5])


def test_closed_board_is_neither_played_nor_shown(evening: Tournament) -> None:
    session = evening.sessions.get()
    in_play = address(evening, 2)

    assert Client().get(in_play).status_code == Client().post(in_play).status_code == 404
    with pytest.raises(AppError, match="no_reference"):
        request_reference(session=session, board=2)
    assert not BoardReference.objects.exists()


def test_board_closed_meanwhile_is_not_played_on_and_its_mark_is_hidden(evening: Tournament) -> None:
    session = evening.sessions.get()
    reference = play_reference(reference=request_reference(session=session, board=1))
    assert (reference.state, reference.done) == (JobState.QUEUED, 1)

    close_boards(session=session, boards=[1], closed_by=None)

    assert play_reference(reference=reference).state == JobState.FAILED
    assert reference.done == 1
    BoardReference.objects.update(state=JobState.DONE)
    assert Client().get(address(evening)).status_code == 404
    assert Client().get(reverse("public-board", args=[evening.slug, 1])).context["spreads"] is None


def test_mark_on_its_way_shows_how_far_it_is(evening: Tournament) -> None:
    play_reference(reference=request_reference(session=evening.sessions.get(), board=1))

    page = Client().get(address(evening)).text

    assert f"1 sur {PLAYS}" in page
    assert "Faire jouer les robots" not in page


def test_failed_mark_is_asked_for_again(evening: Tournament) -> None:
    session = evening.sessions.get()
    first = request_reference(session=session, board=1)
    assert request_reference(session=session, board=1) == first
    BoardReference.objects.update(state=JobState.FAILED)

    again = request_reference(session=session, board=1)

    assert (again.state, BoardReference.objects.count()) == (JobState.QUEUED, 1)


def test_spread_of_scores() -> None:
    spread = measure_score_spread([100, -50, 0, 60, 80])

    assert (spread.lowest, spread.quarter, spread.median, spread.upper_quarter, spread.highest) == (
        -50,
        0,
        60,
        80,
        100,
    )
    assert spread.made == 60
