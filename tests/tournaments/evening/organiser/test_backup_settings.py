"""Pages around the backups: their plan, a copy on a stick, an encrypted download."""

import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories.tournaments import make_club, make_user
from tournaments.enums import MembershipRole
from tournaments.evening.organiser import backup_settings
from tournaments.evening.services import backups as asking
from tournaments.installation.archive import dated_path
from tournaments.installation.backup_notes import COPY_REFUSED
from tournaments.installation.backup_plan import USUAL_PLAN
from tournaments.installation.backups import current_plan, expect_backups, is_wanted, requested_copy
from tournaments.installation.copy_places import CopyPlace
from tournaments.installation.encryption import decrypt
from tournaments.models import AuditEvent, Membership

pytestmark = pytest.mark.django_db

PLAN, COPY, LIST = (reverse(f"organiser-{name}") for name in ("backup-plan", "backup-copy", "backups"))
WORDS = "quatre mots bien choisis"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    settings.VAR_DIR, settings.MEDIA_ROOT = tmp_path / "data", tmp_path / "data" / "documents"
    settings.ETUI_IS_IN_HALL = True
    expect_backups()
    monkeypatch.setattr(asking, "after_commit", lambda task: None)
    monkeypatch.setattr(backup_settings, "mounted_places", list)
    return tmp_path / "data" / "backups"


@pytest.fixture
def stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "STICK"
    path.mkdir()
    monkeypatch.setattr(backup_settings, "mounted_places", lambda: [CopyPlace(path, 12_000_000_000)])
    return path


def signed_in_as(role: MembershipRole | None) -> Client:
    """Return the client of a member of a club; None for an administrator of the site."""
    user = make_user()
    club = make_club()
    if role is None:
        user.is_superuser = True
        user.save()
    else:
        Membership.objects.create(user=user, club=club, role=role)
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def owner() -> Client:
    return signed_in_as(MembershipRole.OWNER)


@pytest.fixture
def administrator() -> Client:
    return signed_in_as(None)


def plan_data(**changes: Any) -> dict[str, Any]:
    usual = {"every_hours": 24, "kept_days": 7, "kept_weeks": 4, "kept_months": 6, "place": "", "folder": ""}
    return usual | changes


def test_owner_sets_interval_and_numbers_and_the_pages_say_so(owner: Client) -> None:
    answer = owner.post(PLAN, plan_data(every_hours=1, kept_days=3, kept_weeks=0), follow=True)

    plan = current_plan()
    assert (plan.every_hours, plan.kept_days, plan.kept_weeks, plan.kept_months) == (1, 3, 0, 6)
    assert answer.redirect_chain == [(LIST, 302)]
    assert "ou 1 heure après la dernière" in answer.text
    assert "jours gardés\xa0: 3" in answer.text
    assert AuditEvent.objects.filter(action="backup.planned").exists()


def test_plan_that_stays_the_same_leaves_no_trace(owner: Client) -> None:
    owner.post(PLAN, plan_data())

    assert not AuditEvent.objects.filter(action="backup.planned").exists()
    assert current_plan() == USUAL_PLAN


def test_two_owners_keep_what_the_other_set_meanwhile(owner: Client) -> None:
    shown = {f"initial-{name}": value for name, value in plan_data().items()}
    owner.post(PLAN, shown | plan_data(every_hours=1))

    owner.post(PLAN, shown | plan_data(kept_weeks=8))
    refused = owner.post(PLAN, shown | plan_data(every_hours=6))

    assert (current_plan().every_hours, current_plan().kept_weeks) == (1, 8)
    assert "Changé entre-temps\xa0: toutes les heures." in refused.text


@pytest.mark.parametrize(
    "change", [{"every_hours": 5}, {"kept_days": 0}, {"kept_weeks": 1000}, {"kept_months": -1}]
)
def test_values_out_of_bounds_are_refused_at_the_field(owner: Client, change: dict[str, int]) -> None:
    answer = owner.post(PLAN, plan_data(**change))

    assert answer.status_code == 422
    assert "field-error" in answer.text
    assert current_plan() == USUAL_PLAN


def test_stick_that_is_found_is_chosen_for_every_copy(owner: Client, stick: Path) -> None:
    page = owner.get(PLAN).text
    owner.post(PLAN, plan_data(place=str(stick)))

    assert re.search(r"STICK \(11,2\sGi?o\slibres\)", page)
    assert current_plan().folder == str(stick)


def test_folder_that_does_not_exist_is_refused_at_its_field(owner: Client, tmp_path: Path) -> None:
    answer = owner.post(PLAN, plan_data(place="other", folder=str(tmp_path / "absent")))

    assert answer.status_code == 422
    assert answer.text.count("Ce dossier n’existe pas") == 1
    assert current_plan() == USUAL_PLAN


def test_interval_changes_while_the_chosen_stick_is_unplugged(owner: Client, stick: Path) -> None:
    owner.post(PLAN, plan_data(place=str(stick)))
    stick.rmdir()

    page = owner.get(PLAN).text
    answer = owner.post(PLAN, plan_data(place=str(stick), every_hours=6))

    assert f'value="{stick}"' in page
    assert answer.status_code == 302
    assert (current_plan().every_hours, current_plan().folder) == (6, str(stick))


def test_backup_on_a_stick_is_requested_and_shown(owner: Client, stick: Path) -> None:
    answer = owner.post(COPY, {"place": str(stick), "folder": ""}, follow=True)

    assert is_wanted()
    assert f"La copie vers {stick} est en route" in answer.text
    assert AuditEvent.objects.filter(action="backup.copied", subject=str(stick)).exists()


def test_failed_copy_is_shown_with_its_reason(owner: Client, stick: Path, folder: Path) -> None:
    owner.post(COPY, {"place": str(stick), "folder": ""})
    (folder / COPY_REFUSED).write_text('{"at": "2026-11-28T22:00:00+01:00", "why": "disque plein"}')

    assert "n’a pas pu être faite : disque plein".replace(" :", "\xa0:") in owner.get(LIST).text


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({"place": "/media/pulled-out", "folder": ""}, "Cette clé n’est plus branchée."),
        ({"place": "other", "folder": "etui"}, "Donnez le chemin complet du dossier"),
        ({"place": "other", "folder": ""}, "Choisissez une clé, ou donnez un dossier."),
    ],
)
def test_copy_to_nowhere_is_refused(owner: Client, data: dict[str, str], expected: str) -> None:
    answer = owner.post(COPY, data)

    assert answer.status_code == 422
    assert expected in answer.text
    assert not is_wanted()
    assert requested_copy() is None


def test_page_without_a_stick_says_what_to_do(owner: Client) -> None:
    assert "Étui ne voit pas de clé." in owner.get(COPY).text


def test_on_a_server_only_administrators_plan_and_nobody_chooses_a_folder(
    owner: Client, administrator: Client, settings: Any
) -> None:
    settings.ETUI_IS_IN_HALL = False

    assert owner.get(PLAN).status_code == 403
    assert PLAN not in owner.get(LIST).text
    assert 'name="folder"' not in administrator.get(PLAN).text
    assert "qui gère l’ordinateur ou le serveur" in administrator.get(COPY).text
    assert 'name="place"' not in administrator.post(COPY, {"place": "other", "folder": "/mnt"}).text
    assert not is_wanted()
    administrator.post(PLAN, plan_data(every_hours=6, place="other", folder="/mnt"))
    assert (current_plan().every_hours, current_plan().folder) == (6, "")


def test_folder_of_the_operator_is_shown_and_not_changed(owner: Client, settings: Any) -> None:
    settings.ETUI_BACKUP_COPY = "/mnt/copies"

    page = owner.get(PLAN).text

    assert "/mnt/copies" in page
    assert 'name="place"' not in page


def encrypted_address(folder: Path, content: bytes = b"archive" * 300_000) -> str:
    archive = dated_path("nightly", now=timezone.now())
    archive.write_bytes(content)
    return reverse("organiser-backup-encrypted", args=[archive.name])


def test_administrator_downloads_an_archive_that_only_the_passphrase_opens(
    administrator: Client, folder: Path
) -> None:
    content = b"archive" * 300_000
    files_before = {path for path in folder.parent.rglob("*") if path.is_file()}

    answer = administrator.post(encrypted_address(folder, content), {"passphrase": WORDS, "repeated": WORDS})
    body = b"".join(answer.streaming_content)  # type: ignore[attr-defined]

    name = next(folder.glob("nightly-*.zip"))
    assert answer["Content-Disposition"] == f'attachment; filename="{name.stem}.etui"'
    assert b"archivearchive" not in body
    assert b"".join(decrypt(BytesIO(body), WORDS, Path("copy"))) == content
    assert {path for path in folder.parent.rglob("*") if path.is_file()} == {*files_before, name}
    assert AuditEvent.objects.filter(action="backup.downloaded", subject=f"{name.stem}.etui").exists()


@pytest.mark.parametrize(
    ("passphrase", "repeated", "expected"),
    [
        ("court", "court", "trop courte"),
        (WORDS, "quatre mots mal choisis", "ne sont pas les mêmes"),
        ("", "", "obligatoire"),
    ],
)
def test_passphrase_that_does_not_serve_is_refused_at_its_field(
    administrator: Client, folder: Path, passphrase: str, repeated: str, expected: str
) -> None:
    answer = administrator.post(encrypted_address(folder), {"passphrase": passphrase, "repeated": repeated})

    assert answer.status_code == 422
    assert expected in answer.text
    assert WORDS not in answer.text
    assert not AuditEvent.objects.filter(action="backup.downloaded").exists()


def test_owner_gets_no_file_and_no_other_name_is_opened(
    owner: Client, administrator: Client, folder: Path
) -> None:
    address = encrypted_address(folder)

    assert owner.get(address).status_code == 403
    assert administrator.get(reverse("organiser-backup-encrypted", args=["secret_key"])).status_code == 404
