"""A server of several hosts without a common disk: one web host and one worker host die during an evening."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.services import make_sign_in_link
from tests.bucket_server import BucketServer, bucket_server
from tests.factories.photos import make_photo
from tests.factories.tournaments import list_plays, make_user
from tests.processes import find_port, wait_until
from tests.servers.contention import kill_group
from tests.servers.sweeping import age_requests, is_caught_up, snapshots
from tests.servers.visitor import Visitor
from tournaments.enums import JobState
from tournaments.models import PrintedDocument, ResultSlip, SheetScan, Tournament

LONG_AGO = timedelta(minutes=5)
Process = "subprocess.Popen[str]"


@pytest.fixture
def bucket() -> Iterator[BucketServer]:
    with bucket_server() as server:
        yield server


class Host:
    """A machine of the site with a folder of its own: a web server and a worker with its scheduler."""

    def __init__(self, launch: Callable[..., Process], environment: dict[str, str], folder: Path) -> None:
        self.folder, self.port = folder, find_port()
        folder.mkdir()
        env = environment | {"ETUI_VAR_DIR": str(folder)}
        celery = (sys.executable, "-m", "celery", "--app=config.celery")
        options = (f"--hostname={folder.name}@%h", "--concurrency=1", "--beat", "--loglevel=WARNING")
        self.worker = launch(*celery, "worker", *options, env=env)
        self.web = launch(sys.executable, "-m", "config.web", f"--port={self.port}", "--workers=1", env=env)

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}"

    def answers(self) -> bool:
        with suppress(OSError):
            return Visitor(self.address).get("/healthz") == "ok"
        return False

    def checks(self) -> str:
        with suppress(OSError):
            return Visitor(self.address).get("/readyz")
        return ""

    def output(self) -> str:
        return "\n".join(process.log_path.read_text() for process in (self.web, self.worker))  # type: ignore[attr-defined]

    def die(self) -> None:
        """Kill both processes and their children, as a power cut does."""
        kill_group(self.web)
        kill_group(self.worker)

    def signed_in(self, user: User) -> Visitor:
        visitor = Visitor(self.address)
        visitor.sign_in(make_sign_in_link(user=user))
        return visitor


@pytest.fixture
def hosts(
    launch: Callable[..., Process], real_environment: dict[str, str], bucket: BucketServer, tmp_path: Path
) -> tuple[Host, Host]:
    environment = {
        **real_environment,
        **bucket.environment,
        "DJANGO_SETTINGS_MODULE": "tests.servers.host_settings",
        "PYTHONPATH": os.getcwd(),
        "SECRET_KEY": settings.SECRET_KEY,
        "ETUI_HOSTS": "localhost",
        "ETUI_HTTPS": "false",
        "EMAIL_URL": "dummymail://",
        "ETUI_MAIL_FROM": "etui@club.example",
    }
    first, second = (Host(launch, environment, tmp_path / name) for name in ("first", "second"))
    assert wait_until(lambda: first.answers() and second.answers()), first.output() + second.output()
    return first, second


def enter(visitor: Visitor, evening: Tournament, play: Any, score: int) -> int:
    """Type a result on its traveller. Return the status of the response."""
    page = reverse("organiser-traveller", args=[evening.slug, play.board])
    return visitor.post(page, visitor.line(page, f"p{play.pk}", score))[0]


def age_jobs() -> None:
    """Make waiting rankings and documents old enough for the sweep, and their worker silent."""
    age_requests()
    long_ago = timezone.now() - LONG_AGO
    PrintedDocument.objects.exclude(state=JobState.DONE).update(created_at=long_ago, heartbeat_at=long_ago)


def test_an_evening_goes_on_when_a_web_host_and_a_worker_host_die(
    hosts: tuple[Host, Host], evening: Tournament, bucket: BucketServer
) -> None:
    first, second = hosts
    ana, bob = (make_user(name, club=evening.club) for name in ("Ana", "Bob"))
    plays = list_plays(evening)
    on_first, on_second = first.signed_in(ana), second.signed_in(bob)
    assert enter(on_first, evening, plays[0], 62) == 200
    board = {"board": str(plays[0].board)}
    scans = reverse("organiser-scan-add", args=[evening.slug])
    assert on_first.post(scans, board, pictures=("page.jpg", make_photo()))[0] == 200
    papers = reverse("organiser-documents", args=[evening.slug])
    assert on_first.post(papers, {"kind": "seat_lists"})[0] == 200
    assert wait_until(lambda: PrintedDocument.objects.exclude(state=JobState.QUEUED).exists()), first.output()

    first.die()
    age_jobs()

    assert enter(on_second, evening, plays[1], -58) == 200
    assert wait_until(lambda: is_caught_up() and snapshots()[-1][1] == 2), second.output()
    assert [slip.score for slip in ResultSlip.objects.order_by("pk")] == [62, -58]
    assert wait_until(lambda: PrintedDocument.objects.get().state == JobState.DONE), second.output()
    document, scan = PrintedDocument.objects.get(), SheetScan.objects.get()
    address = reverse("organiser-document", args=[evening.slug, document.pk])
    assert on_second.read(address).startswith(b"%PDF-")
    assert on_second.read(reverse("organiser-scan", args=[evening.slug, scan.pk])).startswith(b"\xff\xd8")
    assert set(bucket.objects) == {f"documents/{document.file}", f"documents/{scan.file}"}
    assert bucket.refused == 0
    assert not [path for host in hosts for path in host.folder.rglob("*") if path.suffix in (".pdf", ".jpg")]
    assert wait_until(lambda: '"worker": true, "printer": true, "sweep": true' in second.checks(), 20)
