"""Sentences on an organiser's pages about the last backup."""

import os
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from common.errors import AppError
from tests.factories.tournaments import make_tournament, make_user
from tournaments.enums import EventRole
from tournaments.installation.archive import dated_path
from tournaments.installation.backup_making import make_before_migration
from tournaments.installation.backups import expect_backups
from tournaments.models import Club

NOW = datetime.fromisoformat("2026-11-22T20:00:00+01:00")
OLD = "Il n’y a pas de sauvegarde récente"


@pytest.fixture(autouse=True)
def evening(settings: Any, tmp_path: Path) -> Any:
    settings.VAR_DIR, settings.MEDIA_ROOT = tmp_path, tmp_path / "documents"
    with time_machine.travel(NOW, tick=False):
        expect_backups()
        os.utime(tmp_path / "backups" / ".since", (NOW.timestamp(),) * 2)  # the disk keeps its own time
        yield


def saved(backup_time: datetime) -> None:
    dated_path("nightly", now=backup_time).touch()


def home(client: Client) -> str:
    return client.get(reverse("organiser-home")).content.decode()


@pytest.mark.parametrize(
    ("hours", "told", "is_old"),
    [
        (2, "Dernière sauvegarde : aujourd’hui à 18:00.", False),
        (17, "Dernière sauvegarde : aujourd’hui à 03:00.", False),
        (35, "Dernière sauvegarde : hier à 09:00.", False),
        (37, "Dernière sauvegarde : hier à 07:00.", True),
        (100, "Dernière sauvegarde : le 18 novembre 2026 à 16:00.", True),
    ],
)
def test_age_of_the_last_backup_is_told(
    signed_in: Client, club: Club, hours: int, told: str, is_old: bool
) -> None:
    saved(NOW - timedelta(hours=hours))

    desk = signed_in.get(reverse("organiser-desk", args=[make_tournament(club).slug])).content.decode()

    for page in (home(signed_in), desk):
        assert told in page
        assert (OLD in page) == is_old


def test_first_evening_is_told_when_the_first_backup_comes(signed_in: Client, club: Club) -> None:
    first = home(signed_in)
    with time_machine.travel(NOW + timedelta(hours=37), tick=False):
        signed_in.force_login(make_user(club=club))
        later = home(signed_in)

    assert ("Pas encore de sauvegarde" in first, OLD in first) == (True, False)
    assert ("Pas encore de sauvegarde" in later, OLD in later) == (False, True)


def test_backup_that_failed_is_told_with_its_reason(
    signed_in: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*arguments: object, **options: object) -> None:
        raise AppError("no_room", "Il n’y a pas assez de place sur le disque.")

    monkeypatch.setattr("tournaments.installation.backup_making.write_archive", full)
    with pytest.raises(AppError):
        make_before_migration(now=timezone.now())

    page = home(signed_in)

    assert "La dernière sauvegarde n’a pas pu être faite. Il n’y a pas assez de place sur le disque." in page


def test_who_only_scores_is_told_nothing(client: Client, club: Club) -> None:
    saved(NOW)
    tournament = make_tournament(club)
    client.force_login(make_user(tournament=tournament, role=EventRole.SCORER))

    pages = home(client), client.get(reverse("organiser-desk", args=[tournament.slug])).content.decode()

    assert not any("sauvegarde" in page for page in pages)
