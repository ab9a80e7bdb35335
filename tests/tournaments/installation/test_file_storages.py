"""Files of the site in a bucket: equal to those on a disk, private, and 503 while the service is away."""

import stat
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from django.core.cache import cache
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage, storages
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.bucket_server import BucketServer, bucket_server
from tests.factories.tournaments import make_user
from tests.installations import database_in_file
from tournaments.base.unavailable import AWAY, trouble_of
from tournaments.installation.archive import backups_folder
from tournaments.installation.backup_making import make_due
from tournaments.installation.backups import (
    ASKED,
    backup_state,
    expect_backups,
    is_due,
    kept_backups,
    last_backup_path,
    want_backup,
)
from tournaments.installation.file_storages import documents
from tournaments.management import replacing


@pytest.fixture(scope="module")
def service() -> Iterator[BucketServer]:
    with bucket_server() as server:
        yield server


@pytest.fixture
def bucket(service: BucketServer, settings: Any, tmp_path: Path) -> BucketServer:
    service.objects.clear()
    service.is_away = False
    settings.VAR_DIR, settings.MEDIA_ROOT = tmp_path, tmp_path / "documents"
    settings.STORAGES = service.storages()
    settings.ETUI_S3_BUCKET = "etui-tests"
    return service


def test_a_file_on_the_disk_is_its_owners(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path / "documents"

    name = default_storage.save("scans/a.jpg", ContentFile(b"photo"))

    path = tmp_path / "documents" / name
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert list(documents().walk()) == [("scans/a.jpg", 5)]


def test_a_file_in_a_bucket_is_read_again_and_never_overwritten(bucket: BucketServer, tmp_path: Path) -> None:
    first = default_storage.save("scans/a.jpg", ContentFile(b"photo"))
    second = default_storage.save("scans/a.jpg", ContentFile(b"another"))

    with default_storage.open(first) as file:
        assert file.read() == b"photo"
    assert first != second
    assert dict(documents().walk()) == {first: 5, second: 7}
    assert not list(tmp_path.rglob("*.jpg"))
    default_storage.delete(first)
    assert list(bucket.objects) == [f"documents/{second}"]
    with pytest.raises(FileNotFoundError):
        default_storage.open(first)


def test_files_in_a_bucket_have_no_public_address(bucket: BucketServer) -> None:
    name = default_storage.save("scans/a.jpg", ContentFile(b"photo"))
    place = bucket.environment["ETUI_S3_ENDPOINT"] + "/etui-tests/"

    with pytest.raises(ValueError, match="not accessible"):
        default_storage.url(name)
    for address in (place, f"{place}documents/{name}"):
        with pytest.raises(HTTPError) as refused:
            urlopen(address)  # noqa: S310
        assert refused.value.code == 403


def test_a_service_that_is_away_is_a_trouble_that_passes(bucket: BucketServer) -> None:
    bucket.is_away = True

    with pytest.raises(OSError, match="503") as away:
        default_storage.save("scans/a.jpg", ContentFile(b"photo"))

    assert trouble_of(away.value) is AWAY


@pytest.mark.django_db(transaction=True)
def test_pages_of_organisers_go_on_without_the_storage_of_backups(
    bucket: BucketServer, client: Client, settings: Any
) -> None:
    bucket.is_away = True
    current_time = timezone.now()

    state = backup_state(now=current_time)
    want_backup(ASKED, now=current_time)

    assert state.failure
    assert state.is_too_old(current_time)
    assert not is_due(now=current_time)


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
def test_a_backup_goes_to_the_bucket_and_is_restored_from_it_on_another_host(
    bucket: BucketServer, settings: Any, tmp_path: Path
) -> None:
    """Only what the archive holds is there afterwards, in the database and in the bucket."""
    with database_in_file(tmp_path / "etui.sqlite3"):
        make_user("Anne")
        stored_name = default_storage.save("printed/kept.pdf", ContentFile(b"%PDF kept"))
        deleted_name = default_storage.save("printed/gone.pdf", ContentFile(b"%PDF gone"))
        expect_backups()
        current_time = timezone.now() + timedelta(minutes=1)
        want_backup(ASKED, now=current_time)
        backup = make_due(now=current_time)
        make_user("Later")
        default_storage.delete(deleted_name)
        later = default_storage.save("printed/later.pdf", ContentFile(b"%PDF later"))

        assert backup is not None
        assert last_backup_path() == backup == Path(backup.name)
        assert not is_due(now=current_time)
        assert not list(backups_folder().glob("*.zip"))
        settings.VAR_DIR = tmp_path / "another host"
        if connection.vendor == "sqlite":  # each host of a server has the same database
            connection.close()
        output = StringIO()
        call_command("restore", str(backup), stdout=output)

        assert list(User.objects.values_list("name", flat=True)) == ["Anne"]
        assert dict(documents().walk()) == {stored_name: 9, deleted_name: 9}
        cache.clear()
        former_data = next(path for path, _made in kept_backups() if path.name.startswith("before-restore-"))
        assert former_data.name in output.getvalue()
        assert storages["backups"].exists(former_data.name)
        assert later not in bucket.objects


@pytest.mark.django_db(transaction=True)
def test_a_restore_that_was_stopped_takes_its_files_out_of_the_bucket_again(
    bucket: BucketServer, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with database_in_file(tmp_path / "etui.sqlite3"):
        make_user("Anne")
        default_storage.save("printed/former.pdf", ContentFile(b"%PDF former"))
        call_command("backup", str(tmp_path / "saved.zip"), stdout=StringIO())
        default_storage.delete("printed/former.pdf")
        default_storage.save("printed/now.pdf", ContentFile(b"%PDF now"))

        def killed(*_arguments: object) -> None:
            raise SystemExit

        with monkeypatch.context() as patch:
            patch.setattr(replacing, "_judge_new", killed)
            patch.setattr(replacing, "_put_back_at_once", killed)
            with pytest.raises(SystemExit):
                call_command("restore", str(tmp_path / "saved.zip"), stdout=StringIO())
        in_between = dict(documents().walk())

        assert replacing.finish_interrupted()
        assert set(in_between) == {"printed/former.pdf", "printed/now.pdf"}
        assert dict(documents().walk()) == {"printed/now.pdf": 8}
