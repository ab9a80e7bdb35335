"""Saving an installation and putting it back, on either engine."""

import json
import re
import zipfile
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings as site
from django.core.management import CommandError, call_command
from django.db import connection

from common.serving import lock_data
from tournaments.models import Club

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def installation(tmp_path: Path, settings: object) -> Path:
    """The folder of an installation with one club and one printed document."""
    settings.VAR_DIR = tmp_path / "var"  # type: ignore[attr-defined]
    settings.MEDIA_ROOT = tmp_path / "var" / "documents"  # type: ignore[attr-defined]
    (site.MEDIA_ROOT / "printed").mkdir(parents=True)
    (site.MEDIA_ROOT / "printed" / "seats.pdf").write_bytes(b"%PDF seats")
    Club.objects.create(name="Les Garde-Sans", slug="garde-sans")
    return Path(site.VAR_DIR)


@pytest.fixture
def saved(installation: Path, tmp_path: Path) -> Path:
    path = tmp_path / "saved.zip"
    call_command("backup", str(path), stdout=StringIO())
    return path


def rewritten(path: Path, change: Callable[[dict[str, bytes]], None]) -> Path:
    """A copy of the archive `path` whose members went through `change`."""
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    change(members)
    copy = path.with_name("rewritten.zip")
    with zipfile.ZipFile(copy, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return copy


def test_restore_brings_back_rows_and_documents_and_keeps_what_was_there(
    installation: Path, saved: Path
) -> None:
    Club.objects.all().delete()
    Club.objects.create(name="Un autre", slug="autre")
    (site.MEDIA_ROOT / "printed" / "seats.pdf").unlink()
    said = StringIO()

    call_command("restore", str(saved), stdout=said)

    assert list(Club.objects.values_list("name", flat=True)) == ["Les Garde-Sans"]
    assert (site.MEDIA_ROOT / "printed" / "seats.pdf").read_bytes() == b"%PDF seats"
    (kept,) = (installation / "backups").glob("before-restore-*.zip")
    assert str(kept) in said.getvalue()
    call_command("restore", str(kept), stdout=StringIO())
    assert list(Club.objects.values_list("name", flat=True)) == ["Un autre"]


def test_backup_is_for_its_owner_only(saved: Path) -> None:
    assert saved.stat().st_mode & 0o077 == 0


def test_backup_without_a_name_is_dated_and_kept_with_the_data(installation: Path) -> None:
    call_command("backup", stdout=StringIO())

    (made,) = (installation / "backups").iterdir()
    assert re.fullmatch(r"etui-\d{8}-\d{6}-\d{6}\.zip", made.name)


def test_backup_never_overwrites(saved: Path) -> None:
    before = saved.read_bytes()

    with pytest.raises(CommandError, match="existe déjà"):
        call_command("backup", str(saved))

    assert saved.read_bytes() == before


@pytest.mark.parametrize(
    ("change", "message"),
    [
        pytest.param(lambda all_: all_.pop("about.json"), "n’est pas une sauvegarde d’Étui", id="not ours"),
        pytest.param(
            lambda all_: all_.update({"about.json": json.dumps({"layout": 1, "engine": "abacus"}).encode()}),
            "vient d’une installation sur abacus",
            id="other engine",
        ),
        pytest.param(
            lambda all_: all_.update(database=all_["database"][:5000] + b"\0" * 20_000),
            "ne peut pas être copiée",
            id="damaged",
        ),
    ],
)
def test_unusable_archive_changes_nothing(
    saved: Path, change: Callable[[dict[str, bytes]], None], message: str
) -> None:
    Club.objects.update(name="Resté")

    with pytest.raises(CommandError, match=message):
        call_command("restore", str(rewritten(saved, change)))

    assert list(Club.objects.values_list("name", flat=True)) == ["Resté"]


def test_file_that_is_no_archive_is_refused(installation: Path, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Bonjour")

    with pytest.raises(CommandError, match=r"« .*letter\.txt » n’est pas une sauvegarde d’Étui"):
        call_command("restore", str(tmp_path / "letter.txt"))


def test_restore_under_a_running_site_is_refused(installation: Path, saved: Path) -> None:
    with lock_data(installation), pytest.raises(CommandError, match="déjà démarré"):
        call_command("restore", str(saved))


def test_archive_names_its_engine(saved: Path) -> None:
    with zipfile.ZipFile(saved) as archive:
        assert json.loads(archive.read("about.json"))["engine"] == connection.vendor
