"""Long jobs: claimed by one worker, kept while it lives, given up, taken over, left to a later attempt."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories.tournaments import make_club, make_tournament
from tournaments.enums import DocumentKind, JobState
from tournaments.models import PrintedDocument
from tournaments.work.jobs import Claim, TakenOver
from tournaments.work.kinds import PRINTED_DOCUMENTS as JOB
from tournaments.work.kinds import send_again

pytestmark = pytest.mark.django_db


@pytest.fixture
def document() -> PrintedDocument:
    return PrintedDocument.objects.create(tournament=make_tournament(make_club()), kind=DocumentKind.RANKING)


def claimed(document: PrintedDocument) -> Claim[PrintedDocument]:
    claim = JOB.claim(document)
    assert claim is not None
    return claim


def fall_silent(document: PrintedDocument) -> None:
    last_sign = timezone.now() - JOB.silent_after - timedelta(seconds=1)
    PrintedDocument.objects.filter(pk=document.pk).update(heartbeat_at=last_sign)


@pytest.mark.postgres
def test_row_is_claimed_once_and_again_when_its_worker_is_silent(document: PrintedDocument) -> None:
    first = claimed(document)
    first.keep(pages_done=3)
    assert (document.state, first.attempt, document.pages_done) == (JobState.RUNNING, 1, 3)
    assert JOB.claim(document) is None

    fall_silent(document)

    assert (claimed(document).attempt, document.pages_done) == (2, 0)


def test_worker_that_lost_its_row_writes_nothing(document: PrintedDocument) -> None:
    lost = claimed(document)
    fall_silent(document)
    claimed(document)

    with pytest.raises(TakenOver):
        lost.keep(pages_done=7)
    lost.give_up("too late")
    lost.queue_again()

    document.refresh_from_db()
    assert (document.state, document.attempts, document.pages_done) == (JobState.RUNNING, 2, 0)
    assert document.error == ""


@pytest.mark.postgres
def test_job_given_up_says_why_and_is_not_taken_up_again(document: PrintedDocument) -> None:
    claimed(document).give_up("x" * 400)

    document.refresh_from_db()
    assert (document.state, document.error) == (JobState.FAILED, "x" * 300)
    assert document.finished_at is not None
    assert JOB.claim(document) is None


@pytest.mark.postgres
def test_failure_that_waits_for_its_next_attempt_is_not_swept_before(document: PrintedDocument) -> None:
    late = timezone.now() - JOB.stale_after - timedelta(seconds=1)
    PrintedDocument.objects.update(created_at=late)
    claimed(document).queue_again(countdown=2)
    assert send_again() == 0

    PrintedDocument.objects.update(heartbeat_at=late)

    assert send_again() == 1


def test_what_is_raised_goes_to_the_kind_of_job_unless_the_row_was_taken_over(
    document: PrintedDocument,
) -> None:
    errors: list[str] = []

    def fail(claim: Claim[PrintedDocument]) -> None:
        raise OSError(f"attempt {claim.attempt}")

    def be_taken_over(claim: Claim[PrintedDocument]) -> None:
        raise TakenOver

    def failed(claim: Claim[PrintedDocument], error: Exception) -> None:
        errors.append(str(error))
        claim.queue_again()

    JOB.run(document, fail, failed)
    JOB.run(document, be_taken_over, failed)

    assert errors == ["attempt 1"]
    assert (document.state, document.attempts) == (JobState.RUNNING, 2)
