"""Documents requested and drawn: one row and one file, despite failures of the worker."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.files.storage import default_storage
from django.utils import timezone

from common.errors import AppError
from tests.factories.tournaments import make_club, make_seated_tournament, make_tournament, make_user
from tournaments.enums import DocumentKind, JobState
from tournaments.models import AdjustedTemplate, AuditEvent, Person, PrintedDocument, Tournament
from tournaments.paper.documents.making import digest
from tournaments.paper.documents.making import document as drawing
from tournaments.paper.documents.making.options import DocumentOptions
from tournaments.paper.documents.registry import DOCUMENTS
from tournaments.paper.services import document_making, documents
from tournaments.paper.services.document_making import MOST_ATTEMPTS, render_document
from tournaments.paper.services.documents import (
    cancel_document,
    preview_document,
    request_document,
    what_is_missing,
)
from tournaments.work.kinds import PRINTED_DOCUMENTS, send_again

KIND = DocumentKind.PERSONAL_CARDS

PAGES = 5
"""Pages of a document of KIND, for five tables."""

pytestmark = pytest.mark.django_db
written = pytest.mark.usefixtures("_written_but_not_drawn")


@pytest.fixture
def evening() -> Tournament:
    return make_seated_tournament(make_club())


@pytest.fixture
def document(evening) -> PrintedDocument:
    return request_document(tournament=evening, kind=KIND, requested_by=None)


@pytest.fixture
def _written_but_not_drawn(monkeypatch) -> None:
    """Write the parts into the file without drawing them, which takes most of the time."""

    def write(parts, *, properties, progress):
        content = "".join(part.html for part in parts)
        progress(PAGES)
        return b"%PDF-1.7 " + content.encode()

    monkeypatch.setattr(drawing, "render_pdf", write)


def build_with(monkeypatch, build) -> None:
    """Make the document of KIND build its sheets by `build`."""
    monkeypatch.setitem(DOCUMENTS, KIND, replace(DOCUMENTS[KIND], build=build))


def silent_since(document: PrintedDocument, seconds: float, attempts: int = 1) -> None:
    """Leave the row as a worker that stopped `seconds` ago."""
    PrintedDocument.objects.filter(pk=document.pk).update(
        state=JobState.RUNNING,
        attempts=attempts,
        heartbeat_at=timezone.now() - timedelta(seconds=seconds),
        pages_done=3,
    )


def tasks(callbacks):
    """Return the tasks sent to the worker after the commit, without the notifications about the trace."""
    return [callback for callback in callbacks if callback.__module__ != "common.live.notifying"]


@written
def test_request_keeps_a_row_a_trace_and_asks_for_the_task(evening, django_capture_on_commit_callbacks):
    claire = make_user("Claire")

    with django_capture_on_commit_callbacks(execute=True) as callbacks:
        document = request_document(tournament=evening, kind=KIND, requested_by=claire, language="en")

    event = AuditEvent.objects.get(action="document.requested")
    assert (event.actor, event.subject, event.after) == (claire, KIND, {"language": "en"})
    assert len(tasks(callbacks)) == 1
    document.refresh_from_db()
    assert (document.state, document.language, document.requested_by) == (JobState.DONE, "en", claire)


def test_second_click_answers_the_document_that_waits(evening, document):
    again = request_document(tournament=evening, kind=KIND, requested_by=None)
    second_document = request_document(tournament=evening, kind=KIND, requested_by=None, language="en")

    assert again == document
    assert second_document != document


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        (DocumentKind.TRAVELLERS, "seats_missing"),
        (DocumentKind.HAND_DIAGRAMS, "deals_missing"),
        (DocumentKind.RANKING, "standings_missing"),
    ],
)
def test_too_early_is_refused_with_what_to_do(kind, code):
    tournament = make_tournament(make_club())

    with pytest.raises(AppError) as refusal:
        request_document(tournament=tournament, kind=kind, requested_by=None)

    assert refusal.value.code == code
    assert what_is_missing(tournament=tournament, kind=kind) == str(refusal.value.message)
    assert not PrintedDocument.objects.exists()


def test_nothing_is_missing_once_the_seats_are_fixed(evening):
    assert what_is_missing(tournament=evening, kind=KIND) == ""


@pytest.mark.parametrize(
    ("kind", "language", "code"), [("napkin", "fr", "no_such_document"), (KIND, "xx", "no_such_language")]
)
def test_unknown_kind_or_language_is_refused(evening, kind, language, code):
    with pytest.raises(AppError) as refusal:
        request_document(tournament=evening, kind=kind, requested_by=None, language=language)

    assert refusal.value.code == code


def test_looking_at_cards_leaves_a_trace_looking_at_seats_does_not(evening):
    preview_document(tournament=evening, kind=DocumentKind.SEAT_LISTS, seen_by=None)
    assert not AuditEvent.objects.filter(action="document.previewed").exists()

    preview_document(tournament=evening, kind=DocumentKind.HAND_DIAGRAMS, seen_by=None)
    assert AuditEvent.objects.get(action="document.previewed").subject == DocumentKind.HAND_DIAGRAMS


def test_rendering_stores_a_pdf_under_the_hash_of_its_content(document, monkeypatch):
    original_build = DOCUMENTS[KIND].build
    build_with(monkeypatch, lambda tournament, options: original_build(tournament, options)[:2])

    render_document(document=document)

    assert (document.state, document.attempts, document.error) == (JobState.DONE, 1, "")
    assert document.pages_done == document.pages_total == 2
    assert document.finished_at is not None
    assert document.file.name.startswith("printed/")
    assert document.file.read().startswith(b"%PDF-")


@written
def test_what_is_printed_otherwise_than_asked_is_kept_with_the_document(evening, document):
    AdjustedTemplate.objects.create(club=evening.club, kind=document.kind, text="{% oops %}")

    render_document(document=document)

    assert ["ne passe pas" in note for note in document.notes] == [True]


@written
def test_rendering_twice_makes_the_file_once(document):
    render_document(document=document)
    finished_at, name = document.finished_at, document.file.name

    render_document(document=document)

    assert (document.finished_at, document.file.name, document.attempts) == (finished_at, name, 1)


@written
def test_same_content_asked_for_twice_is_one_file(evening, document):
    render_document(document=document)
    second_document = PrintedDocument.objects.create(tournament=evening, kind=KIND)
    PrintedDocument.objects.filter(pk=document.pk).update(content_hash="")

    render_document(document=second_document)

    assert second_document.file.name == document.file.name


@written
def test_broken_file_left_by_a_full_disk_is_replaced(evening, document):
    render_document(document=document)
    file_bytes = document.file.size
    with default_storage.open(document.file.name, "wb") as file:
        file.write(b"%PDF-1.7 cut")
    second_document = request_document(tournament=evening, kind=KIND, requested_by=None)

    render_document(document=second_document)

    assert second_document.file.size == file_bytes


def test_document_that_another_worker_makes_is_left_to_it(document):
    silent_since(document, seconds=1)

    render_document(document=document)

    assert (document.state, document.attempts, document.pages_done) == (JobState.RUNNING, 1, 3)


def test_sweep_leaves_a_document_at_work_alone(document):
    silent_since(document, seconds=PRINTED_DOCUMENTS.silent_after.total_seconds() - 5)

    assert send_again() == 0


@pytest.mark.postgres
@written
def test_document_of_a_worker_gone_silent_is_taken_over(document):
    silent_since(document, seconds=PRINTED_DOCUMENTS.silent_after.total_seconds() + 1)

    render_document(document=document)

    assert (document.state, document.attempts, document.pages_done) == (JobState.DONE, 2, PAGES)


@pytest.mark.postgres
@written
def test_sweep_sends_a_silent_document_again(document, django_capture_on_commit_callbacks):
    silent_since(document, seconds=PRINTED_DOCUMENTS.silent_after.total_seconds() + 1)

    with django_capture_on_commit_callbacks(execute=True):
        send_again()

    document.refresh_from_db()
    assert document.state == JobState.DONE


def test_worker_that_lost_its_document_stops_and_writes_nothing(document, monkeypatch):
    original_build = DOCUMENTS[KIND].build

    def build_while_another_takes_over(tournament, options):
        PrintedDocument.objects.update(attempts=2)
        return original_build(tournament, options)

    build_with(monkeypatch, build_while_another_takes_over)

    render_document(document=document)

    assert (document.state, document.attempts, document.file.name) == (JobState.RUNNING, 2, "")


@pytest.mark.parametrize("is_begun", [False, True])
def test_document_stopped_by_hand_is_not_made_and_its_worker_writes_nothing(document, monkeypatch, is_begun):
    if is_begun:
        original_build = DOCUMENTS[KIND].build

        def build(tournament, options):
            assert cancel_document(document=document)
            return original_build(tournament, options)

        build_with(monkeypatch, build)
    else:
        assert cancel_document(document=document)

    rendered = render_document(document=document)

    assert (rendered.state, rendered.file.name) == (JobState.FAILED, "")
    assert "Arrêté à votre demande" in rendered.error
    assert not cancel_document(document=document)


def test_failure_is_tried_again_until_it_is_given_up_in_words(document, monkeypatch):
    def build(tournament, options):
        raise OSError(28, "No space left on device")

    build_with(monkeypatch, build)

    states = [render_document(document=document).state for _attempt in range(MOST_ATTEMPTS)]

    assert states == [JobState.QUEUED, JobState.QUEUED, JobState.FAILED]
    assert document.error == (
        "Le document n’a pas pu être produit en 3 essais (OSError: [Errno 28] No space left on device)."
        " Redemandez-le."
    )
    assert document.finished_at is not None


@written
def test_failure_that_passes_ends_well(document, monkeypatch, django_capture_on_commit_callbacks):
    original_build, failures = DOCUMENTS[KIND].build, iter([RuntimeError("hiccup")])

    def build(tournament, options):
        for failure in failures:
            raise failure
        return original_build(tournament, options)

    build_with(monkeypatch, build)

    with django_capture_on_commit_callbacks(execute=True):
        render_document(document=document)

    document.refresh_from_db()
    assert (document.state, document.attempts) == (JobState.DONE, 2)


def test_worker_that_dies_each_time_does_not_try_for_ever(document):
    document.language = "en"
    document.save()
    silent_since(document, seconds=60, attempts=MOST_ATTEMPTS)

    render_document(document=document)

    assert document.state == JobState.FAILED
    assert document.error == (
        "The document could not be made in 3 attempts (the program stopped). Ask for it again."
    )


def test_what_disappeared_since_is_said_and_not_tried_again(document):
    document.tournament.sessions.get().sections.get().rounds.all().delete()

    render_document(document=document)

    assert (document.state, document.attempts) == (JobState.FAILED, 1)
    assert document.error.startswith("Fixez d’abord les places")


@written
def test_document_that_has_not_changed_is_ready_at_once(
    evening, document, django_capture_on_commit_callbacks
):
    render_document(document=document)

    with django_capture_on_commit_callbacks() as callbacks:
        again = request_document(tournament=evening, kind=KIND, requested_by=None)

    assert tasks(callbacks) == []
    assert (again.state, again.file.name, again.pages_done) == (JobState.DONE, document.file.name, PAGES)
    assert again != document
    assert AuditEvent.objects.filter(action="document.requested").count() == 2


def test_pack_is_left_to_the_worker(evening, monkeypatch):
    first = request_document(tournament=evening, kind=DocumentKind.MISSING_NOW, requested_by=None)
    PrintedDocument.objects.filter(pk=first.pk).update(
        state=JobState.DONE, content_hash="0" * 64, file="pack.pdf", finished_at=timezone.now()
    )
    monkeypatch.setattr(documents, "document_digest", None)

    second = request_document(tournament=evening, kind=DocumentKind.MISSING_NOW, requested_by=None)

    assert second.state == JobState.QUEUED


@written
def test_document_that_shows_something_else_is_made_anew(evening, document, monkeypatch):
    def state(**options) -> str:
        return request_document(tournament=evening, kind=KIND, requested_by=None, **options).state

    render_document(document=document)

    assert state(language="en") == JobState.QUEUED
    assert state(options=DocumentOptions(last_table=2)) == JobState.QUEUED
    with monkeypatch.context() as newer:
        newer.setattr(digest, "version", lambda package: "1000")
        assert state() == JobState.QUEUED
    PrintedDocument.objects.filter(state=JobState.QUEUED).delete()
    assert state() == JobState.DONE
    Person.objects.filter(last_name="Nom01").update(last_name="Nommée")
    assert state() == JobState.QUEUED


@written
def test_worker_takes_the_file_of_what_came_out_the_same(evening, document, monkeypatch):
    render_document(document=document)
    twin = PrintedDocument.objects.create(tournament=evening, kind=KIND)
    monkeypatch.setattr(document_making, "document_pdf", None)

    render_document(document=twin)

    assert (twin.state, twin.file.name, twin.content_hash) == (
        JobState.DONE,
        document.file.name,
        document.content_hash,
    )
