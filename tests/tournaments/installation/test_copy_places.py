"""Folders for copies: the disks that are found, and the check of a folder that a person names."""

import os
import shutil
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from common.errors import AppError
from tournaments.installation import copy_places
from tournaments.installation.copy_places import check_copy_folder, is_beside_data, mounted_places


class Usage(NamedTuple):
    total: int
    used: int
    free: int


@pytest.fixture(autouse=True)
def data(settings: Any, tmp_path: Path) -> Path:
    settings.VAR_DIR, settings.MEDIA_ROOT = tmp_path / "data", tmp_path / "data" / "documents"
    settings.VAR_DIR.mkdir()
    return settings.VAR_DIR


def reason_of(text: str) -> str:
    with pytest.raises(AppError) as caught:
        check_copy_folder(text)
    assert caught.value.code == "folder_unusable"
    assert caught.value.fields["folder"] == caught.value.message
    return str(caught.value.message)


@pytest.mark.django_db
def test_folder_that_takes_files_is_accepted(tmp_path: Path) -> None:
    stick = tmp_path / "clé du club"
    stick.mkdir()

    assert check_copy_folder(f" {stick} ") == stick
    assert list(stick.iterdir()) == []


@pytest.mark.django_db
def test_each_folder_that_cannot_serve_is_refused_with_its_reason(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()

    assert "chemin complet" in reason_of("etui")
    assert "n’existe pas" in reason_of(str(tmp_path / "absent"))
    assert "n’existe pas" in reason_of(str(file))
    assert "données d’Étui" in reason_of(str(data))
    (data / "backups").mkdir()
    (tmp_path / "link").symlink_to(data / "backups")
    assert "données d’Étui" in reason_of(str(tmp_path / "link"))
    assert "n’existe pas" in reason_of("/\0")


@pytest.mark.django_db
def test_folder_without_the_right_to_write_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_options: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(copy_places.tempfile, "NamedTemporaryFile", refuse)

    assert "(Permission denied)" in reason_of(str(tmp_path))


@pytest.mark.django_db
def test_full_stick_is_refused_with_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(10**9, 10**9 - 3_000_000, 3_000_000))

    assert "il en reste 3" in reason_of(str(stick))


def test_other_writable_disks_are_found(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sticks = {name: tmp_path / "media" / name for name in ("STICK", "LOCKED", "FOLDER", "SAME")}
    for path in sticks.values():
        path.mkdir(parents=True)
    monkeypatch.setattr(copy_places, "ROOTS", (str(tmp_path / "media"), str(tmp_path / "absent")))
    monkeypatch.setattr(os.path, "ismount", lambda path: path != sticks["FOLDER"])
    monkeypatch.setattr(os, "access", lambda path, mode: path != sticks["LOCKED"])
    monkeypatch.setattr(copy_places, "is_beside_data", lambda path: path == sticks["SAME"])

    places = mounted_places()

    assert [(place.path, place.name) for place in places] == [(sticks["STICK"], "STICK")]
    assert places[0].free > 0


def test_folder_on_the_disk_of_the_data_is_known(tmp_path: Path) -> None:
    assert is_beside_data(tmp_path)
    assert not is_beside_data(Path("/proc"))
