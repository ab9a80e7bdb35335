"""Documents when a process is killed or the disk is full: tried again, and offered only when whole."""

import errno
import multiprocessing
import os
import signal

import pytest
from django.core.files.storage import FileSystemStorage, default_storage

from common.workers.forking import Limits
from tests.factories.tournaments import make_club, make_tournament
from tournaments.enums import DocumentKind, JobState
from tournaments.models import PrintedDocument
from tournaments.paper.pdf import rendering as pdf
from tournaments.paper.services import document_making
from tournaments.paper.services.document_making import MOST_ATTEMPTS, render_document
from tournaments.paper.services.documents import cancel_document, request_document

pytestmark = pytest.mark.django_db


@pytest.fixture
def document(settings, tmp_path) -> PrintedDocument:
    """A document that needs nothing of the evening; the store is empty."""
    settings.MEDIA_ROOT = tmp_path
    kind = DocumentKind.TABLE_CARDS
    return request_document(tournament=make_tournament(make_club()), kind=kind, requested_by=None)


def killing(numbered: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_killed_process_is_a_failure_that_is_tried_again(document, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(pdf, "_render", killing)
        render_document(document=document)
        assert (document.state, document.attempts, document.file.name) == (JobState.QUEUED, 1, "")

    render_document(document=document)

    assert (document.state, document.attempts) == (JobState.DONE, 2)
    assert document.file.read().endswith(b"%%EOF\n")


def test_process_that_is_killed_each_time_is_given_up_in_words(document, monkeypatch):
    monkeypatch.setattr(pdf, "_render", killing)

    states = [render_document(document=document).state for _attempt in range(MOST_ATTEMPTS)]

    assert states == [JobState.QUEUED, JobState.QUEUED, JobState.FAILED]
    assert "WorkFailed: killed, exit code -9" in document.error


def endless(numbered: object) -> None:
    while True:
        pass


def growing(numbered: object) -> int:
    return len([bytearray(1024 * 1024) for _megabyte in range(10_000)])


@pytest.mark.parametrize(
    ("render", "limits", "reason"),
    [
        pytest.param(endless, Limits(cpu_seconds=1), "temps", marks=pytest.mark.nights),  # as in test_forking
        (growing, Limits(), "mémoire"),
    ],
)
def test_document_beyond_its_limits_fails_at_once_in_words(document, monkeypatch, render, limits, reason):
    monkeypatch.setattr(pdf, "_render", render)
    monkeypatch.setattr(pdf.render_pdf, "__kwdefaults__", {"limits": limits})

    render_document(document=document)

    assert (document.state, document.attempts, document.file.name) == (JobState.FAILED, 1, "")
    assert f"demande trop de {reason}" in document.error


def test_document_of_too_many_slow_parts_is_stopped_in_words(document, monkeypatch):
    monkeypatch.setattr(document_making, "MOST_SECONDS", 0)

    render_document(document=document)

    assert (document.state, document.attempts) == (JobState.FAILED, 1)
    assert "demande trop de temps" in document.error


def test_full_disk_leaves_no_half_file_to_fetch(document, monkeypatch):
    save_file = FileSystemStorage._save

    def save_half(storage, name, content):
        (half := content.__class__(content.read()[:100])).open()
        save_file(storage, name, half)
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(FileSystemStorage, "_save", save_half)
        render_document(document=document)
        assert (document.state, document.file.name) == (JobState.QUEUED, "")

    render_document(document=document)

    assert document.state == JobState.DONE
    assert document.file.read().endswith(b"%%EOF\n")
    assert [document.file.name] == [f"printed/{name}" for name in default_storage.listdir("printed")[1]]


def test_document_stopped_while_a_part_is_drawn_ends_its_process(document, monkeypatch):
    monkeypatch.setattr(pdf, "_render", lambda numbered: signal.sigwait([signal.SIGUSR1]))
    monkeypatch.setattr("common.workers.forking.SECONDS_BETWEEN_SIGNS", 0.05)
    original_render = pdf.render_pdf

    def render_and_stop(parts, **arguments):
        assert cancel_document(document=document)
        return original_render(parts, **arguments)

    monkeypatch.setattr("tournaments.paper.documents.making.document.render_pdf", render_and_stop)

    render_document(document=document)

    assert (document.state, document.file.name) == (JobState.FAILED, "")
    assert multiprocessing.active_children() == []
