"""Page of backups: one more at once, for users with the right, and the files for administrators."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from tests.factories.tournaments import (
    SCORES,
    enter_results,
    list_plays,
    make_club,
    make_seated_tournament,
    make_user,
)
from tournaments.enums import MembershipRole
from tournaments.evening.organiser.health_words import describe_backups
from tournaments.evening.services import backups as asking
from tournaments.installation.archive import dated_path
from tournaments.installation.backups import expect_backups, is_wanted
from tournaments.models import AuditEvent, Club, Membership, Tournament

pytestmark = pytest.mark.django_db

PAGE = "/organiser/sauvegardes/"


@pytest.fixture
def folder(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of backups of an installation that makes them by itself; nothing makes one here."""
    settings.VAR_DIR = tmp_path
    expect_backups()
    monkeypatch.setattr(asking, "after_commit", lambda task: None)
    return tmp_path / "backups"


@pytest.fixture
def club() -> Club:
    return make_club()


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def keeper(club: Club, role: MembershipRole) -> Client:
    user = make_user()
    Membership.objects.create(user=user, club=club, role=role)
    return signed_in(user)


def administrator() -> Client:
    user = make_user()
    user.is_superuser = True
    user.save()
    return signed_in(user)


def saved(hours_ago: float = 1.0) -> Path:
    path = dated_path("evening", now=timezone.now() - timedelta(hours=hours_ago))
    path.write_bytes(b"archive")
    return path


def test_an_owner_asks_for_one_and_a_second_one_waits(folder: Path, club: Club) -> None:
    owner = keeper(club, MembershipRole.OWNER)
    saved()

    page_text = owner.post(PAGE, follow=True).text
    again = owner.post(PAGE, follow=True).text

    assert is_wanted()
    assert "La sauvegarde est demandée" in page_text
    assert "Une sauvegarde est en route." in page_text
    assert "vient d’être faite, ou elle est en route" in again


def test_right_after_a_backup_no_other_one_is_asked_for(folder: Path, club: Club) -> None:
    saved(hours_ago=0.01)

    keeper(club, MembershipRole.OWNER).post(PAGE)

    assert not is_wanted()


def test_only_owners_and_administrators_open_the_page_and_only_administrators_get_a_file(
    folder: Path, club: Club
) -> None:
    archive = saved()
    path = reverse("organiser-backup-download", args=[archive.name])
    clients = {
        "organiser": keeper(club, MembershipRole.ORGANISER),
        "owner": keeper(club, MembershipRole.OWNER),
        "administrator": administrator(),
    }

    pages = {role: client.get(PAGE).status_code for role, client in clients.items()}
    files = {role: client.get(path).status_code for role, client in clients.items()}
    response = clients["administrator"].get(path)

    assert pages == {"organiser": 403, "owner": 200, "administrator": 200}
    assert files == {"organiser": 403, "owner": 403, "administrator": 200}
    assert b"".join(response.streaming_content) == b"archive"  # type: ignore[attr-defined]
    assert "no-store" in response["Cache-Control"]
    assert AuditEvent.objects.filter(club=club, action="backup.downloaded", subject=archive.name).exists()
    assert path not in clients["owner"].get(PAGE).text


@pytest.mark.parametrize("name", ["secret_key", "..%2Fsecret_key", ".since", "nightly-absent.zip"])
def test_no_other_file_is_sent(folder: Path, name: str) -> None:
    (folder.parent / "secret_key").write_text("secret")

    assert administrator().get(f"{PAGE}{name}/").status_code == 404


def test_finishing_an_event_asks_for_a_backup(folder: Path, club: Club) -> None:
    evening = make_seated_tournament(club, is_dealt=False)
    enter_results((play, SCORES[0]) for play in list_plays(evening))
    client = keeper(club, MembershipRole.OWNER)

    client.post(reverse("organiser-finish", args=[evening.slug]))

    assert Tournament.objects.get(pk=evening.pk).state == "finished"
    assert is_wanted()


@pytest.mark.parametrize(("at_stop", "expected"), [(True, "à l’arrêt d’Étui"), (False, "ou cette nuit")])
def test_the_next_backup_is_told_as_it_will_be(
    folder: Path, settings: Any, at_stop: bool, expected: str
) -> None:
    settings.ETUI_BACKS_UP_AT_STOP = at_stop

    backup_words = describe_backups(now=timezone.now())

    assert backup_words is not None
    assert backup_words.last == "Pas encore de sauvegarde."
    assert expected in backup_words.following
    assert ("arrêt" in backup_words.following) is at_stop


def test_a_copy_that_failed_is_told(folder: Path, settings: Any, tmp_path: Path) -> None:
    settings.ETUI_BACKUP_COPY = str(tmp_path / "stick")
    (folder / ".copy-failure.json").write_text('{"at": "2026-11-28T22:00:00+01:00", "why": "disque plein"}')

    backup_words = describe_backups(now=timezone.now())

    assert backup_words is not None
    assert any(
        "n’a pas été copiée" in warning and "disque plein" in warning for warning in backup_words.warnings
    )
