"""Page that restores a backup: choices, refusals at their field, confirmation."""

from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories.tournaments import make_club, make_user
from tournaments.evening.forms import restores
from tournaments.evening.organiser import restoring
from tournaments.evening.queries import archives
from tournaments.installation.archive import dated_path
from tournaments.installation.backups import expect_backups
from tournaments.installation.copy_places import CopyPlace
from tournaments.installation.staged_restore import RestoreStep, StagedRestore, staged_restore, write_staged
from tournaments.models import AuditEvent

pytestmark = pytest.mark.django_db

PAGE, REQUEST = reverse("organiser-restore"), reverse("organiser-restore-request")


class Process:
    def wait(self, _seconds: float) -> int:
        return 0


class Checks:
    """Recorder of the calls that start a check, with the result to leave."""

    def __init__(self) -> None:
        self.asked: list[tuple[bytes, str, str]] = []
        self.step, self.code, self.why = RestoreStep.READY, "", ""

    def __call__(self, path: Path, *, name: str, passphrase: str, now: Any) -> Process:
        content = path.read_bytes()
        self.asked.append((content, name, passphrase))
        write_staged(StagedRestore(self.step, now, name, "mark", ("Une ligne.",), self.code, self.why))
        return Process()


@pytest.fixture(autouse=True)
def checks(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Checks:
    settings.VAR_DIR, settings.MEDIA_ROOT = tmp_path / "data", tmp_path / "data" / "documents"
    settings.ETUI_IS_IN_HALL = True
    expect_backups()
    recorder = Checks()
    monkeypatch.setattr(restoring, "start_check", recorder)
    monkeypatch.setattr(restoring, "is_served_here", lambda: True)
    monkeypatch.setattr(archives, "mounted_places", list)
    return recorder


@pytest.fixture
def administrator() -> Client:
    user = make_user()
    user.is_superuser = True
    user.save()
    make_club()
    client = Client()
    client.force_login(user)
    return client


def staged(step: RestoreStep, **values: Any) -> None:
    write_staged(StagedRestore(step, timezone.now(), "soirée.zip", "mark", **values))


def test_sent_file_is_checked_and_what_would_change_is_shown(administrator: Client, checks: Checks) -> None:
    data = {"source": "sent", "file": SimpleUploadedFile("club.etui", b"archive"), "passphrase": "mots"}

    page = administrator.post(PAGE, data, follow=True)

    assert checks.asked == [(b"archive", "club.etui", "mots")]
    assert page.redirect_chain == [(PAGE, 302)]
    assert "club.etui est une bonne sauvegarde. Rien n’a encore été changé." in page.text
    assert "<li>Une ligne.</li>" in page.text
    assert 'value="mark"' in page.text


def test_backup_of_this_site_and_archive_on_a_stick_can_be_chosen(
    administrator: Client, checks: Checks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own_archive = dated_path("nightly", now=timezone.now())
    own_archive.write_bytes(b"own")
    stick = tmp_path / "STICK" / "etui"
    stick.mkdir(parents=True)
    (stick / "evening.etui").write_bytes(b"on the stick")
    (stick / "photo.jpg").touch()
    monkeypatch.setattr(archives, "mounted_places", lambda: [CopyPlace(stick.parent, 1)])

    page = administrator.get(PAGE).text
    administrator.post(PAGE, {"source": own_archive.name})
    administrator.post(PAGE, {"source": str(stick / "evening.etui")})

    assert "evening.etui, sur STICK" in page
    assert "photo.jpg" not in page
    assert [(content, name) for content, name, _words in checks.asked] == [
        (b"own", own_archive.name),
        (b"on the stick", "evening.etui"),
    ]


@pytest.mark.parametrize(
    ("source", "code", "field"),
    [
        ("sent", "passphrase_wrong", "passphrase"),
        ("sent", "archive_unreadable", "file"),
        ("own", "archive_newer", "source"),
        ("own", "passphrase_missing", "passphrase"),
    ],
)
def test_refusal_of_the_check_stands_at_its_field(
    administrator: Client, checks: Checks, source: str, code: str, field: str
) -> None:
    own_archive = dated_path("nightly", now=timezone.now())
    own_archive.write_bytes(b"own")
    checks.step, checks.code, checks.why = RestoreStep.REFUSED, code, "Voici la raison."
    file = {"file": SimpleUploadedFile("club.zip", b"archive")} if source == "sent" else {}

    answer = administrator.post(PAGE, {"source": "sent" if source == "sent" else own_archive.name, **file})

    assert answer.status_code == 422
    assert f'id="id_{field}_error" role="alert">Voici la raison.' in answer.text
    assert staged_restore(now=timezone.now()) is None


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({"source": "sent"}, "Choisissez un fichier"),
        ({"source": "../secret_key"}, "Cette sauvegarde n’est plus là"),
        ({}, "obligatoire"),
    ],
)
def test_form_without_an_archive_is_refused(
    administrator: Client, checks: Checks, data: dict[str, str], expected: str
) -> None:
    answer = administrator.post(PAGE, data)

    assert answer.status_code == 422
    assert expected in answer.text
    assert checks.asked == []


def test_file_that_is_too_large_is_referred_to_a_stick(
    administrator: Client, checks: Checks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(restores, "LARGEST_ARCHIVE", 3)

    answer = administrator.post(PAGE, {"source": "sent", "file": SimpleUploadedFile("club.zip", b"archive")})

    assert "copiez-le sur une clé" in answer.text
    assert checks.asked == []


def test_confirmed_restore_is_requested_and_the_page_waits(administrator: Client) -> None:
    staged(RestoreStep.READY)

    page = administrator.post(REQUEST, {"mark": "mark"}, follow=True).text

    staged_request = staged_restore(now=timezone.now())
    assert staged_request is not None
    assert staged_request.step == RestoreStep.WANTED
    assert "Étui s’arrête et redémarre avec la sauvegarde" in page
    assert 'http-equiv="refresh"' in page
    assert AuditEvent.objects.filter(action="backup.restore_requested", subject="soirée.zip").exists()


def test_confirmation_of_another_check_changes_nothing(administrator: Client) -> None:
    staged(RestoreStep.READY)

    page = administrator.post(REQUEST, {"mark": "un autre, é"}, follow=True).text

    assert "vérifiez de nouveau la sauvegarde" in page
    assert staged_restore(now=timezone.now()).step == RestoreStep.READY  # type: ignore[union-attr]
    assert not AuditEvent.objects.filter(action="backup.restore_requested").exists()


def test_cancelled_restore_is_forgotten(administrator: Client) -> None:
    staged(RestoreStep.READY)

    page = administrator.post(REQUEST, {"mark": "mark", "cancel": "1"}, follow=True).text

    assert "Rien n’a été changé." in page
    assert staged_restore(now=timezone.now()) is None


def test_site_that_serve_does_not_run_gives_the_command(
    administrator: Client, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    monkeypatch.setattr(restoring, "is_served_here", lambda: False)
    staged(RestoreStep.READY)

    page = administrator.get(PAGE).text
    administrator.post(REQUEST, {"mark": "mark"})

    assert f"manage.py restore {settings.VAR_DIR}/restore/archive.zip" in page
    assert "Remplacer les données" not in page
    assert staged_restore(now=timezone.now()).step == RestoreStep.READY  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("step", "values", "expected"),
    [
        (RestoreStep.CHECKING, {}, "soirée.zip est en cours de vérification"),
        (RestoreStep.REFUSED, {"why": "Trop vieux."}, "Trop vieux."),
        (RestoreStep.FAILED, {"why": "Disque plein."}, "n’a pas abouti. Disque plein."),
        (RestoreStep.DONE, {"lines": ("Sauvegarde remise en place.",)}, "<p>Sauvegarde remise en place.</p>"),
    ],
)
def test_each_step_is_shown(
    administrator: Client, step: RestoreStep, values: dict[str, Any], expected: str
) -> None:
    staged(step, **values)

    page = administrator.get(PAGE).text

    assert expected in page
    assert ('http-equiv="refresh"' in page) is (step == RestoreStep.CHECKING)
    assert ("Vérifier cette sauvegarde" in page) is (step != RestoreStep.CHECKING)
