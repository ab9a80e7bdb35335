"""The sweep sends work again that a lost message or a dead worker left behind."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories.tournaments import make_club, make_tournament
from tournaments.enums import DocumentKind, JobState
from tournaments.models import PrintedDocument, StandingsRequest
from tournaments.work.kinds import PRINTED_DOCUMENTS, STANDINGS, send_again

pytestmark = pytest.mark.django_db

STALE = STANDINGS.stale_after + timedelta(seconds=1)
LATE = PRINTED_DOCUMENTS.stale_after + timedelta(seconds=1)
SILENT = PRINTED_DOCUMENTS.silent_after + timedelta(seconds=1)


@pytest.fixture
def tournament():
    return make_tournament(make_club())


def request_since(tournament, age):
    session = tournament.sessions.get()
    return StandingsRequest.objects.create(session=session, created_at=timezone.now() - age)


def document(tournament, state, age):
    last_sign = timezone.now() - age
    return PrintedDocument.objects.create(
        tournament=tournament,
        kind=DocumentKind.RANKING,
        state=state,
        created_at=last_sign,
        heartbeat_at=last_sign if state == JobState.RUNNING else None,
    )


def test_stale_requests_of_a_session_are_sent_once(tournament, django_capture_on_commit_callbacks):
    for _request in range(3):
        request_since(tournament, STALE)

    with django_capture_on_commit_callbacks() as callbacks:
        assert send_again() == 1

    assert len(callbacks) == 1


def test_a_recent_request_is_left_to_its_own_message(tournament):
    request_since(tournament, timedelta(0))

    assert send_again() == 0


@pytest.mark.parametrize(
    ("state", "age", "is_sent"),
    [
        (JobState.QUEUED, LATE, True),
        (JobState.QUEUED, timedelta(0), False),
        (JobState.RUNNING, SILENT, True),
        (JobState.RUNNING, LATE, False),
        (JobState.RUNNING, timedelta(0), False),
    ],
)
def test_a_document_without_a_sign_of_life_is_sent_again(
    tournament, state, age, is_sent, django_capture_on_commit_callbacks
):
    document(tournament, state, age)

    with django_capture_on_commit_callbacks() as callbacks:
        assert send_again() == int(is_sent)

    assert len(callbacks) == int(is_sent)
