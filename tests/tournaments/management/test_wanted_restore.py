"""A restore that a page prepares: the check of an archive, the request, the start that carries it out."""

import io
import json
import zipfile
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts.models import User
from common.errors import AppError
from tests.factories.tournaments import make_user
from tests.installations import database_in_file, make_site
from tournaments.installation import encryption
from tournaments.installation import staged_restore as staging
from tournaments.installation.staged_restore import (
    ARCHIVE,
    KEPT_FOR,
    LONGEST_CHECK,
    RestoreStep,
    StagedRestore,
    forget_staged,
    is_restore_wanted,
    is_served_here,
    receive_archive,
    restore_folder,
    staged_restore,
    start_check,
    want_restore,
    write_staged,
)
from tournaments.management import wanted_restore
from tournaments.management.commands.stage_restore import stage_archive
from tournaments.management.installation import lock_data
from tournaments.management.wanted_restore import carry_out_restore
from tournaments.models import AuditEvent, Club

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]  # on a file of SQLite

WORDS = "quatre mots bien choisis"


class Process:
    """Stands for the process of a check: it ends before it is waited for."""

    def __init__(self, *_arguments: Any, **_options: Any) -> None:
        self.stdin = Request()

    def wait(self, _seconds: float) -> int:
        return 0


class Request(io.BytesIO):
    """Carries the request out once it is complete."""

    def close(self) -> None:
        request = json.loads(self.getvalue())
        super().close()
        stage_archive(Path(request["path"]), request["passphrase"])


@pytest.fixture(autouse=True)
def var(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    settings.VAR_DIR, settings.MEDIA_ROOT = tmp_path / "var", tmp_path / "var" / "documents"
    monkeypatch.setattr(staging.subprocess, "Popen", Process)
    with database_in_file(tmp_path / "var" / "etui.sqlite3"):
        yield tmp_path / "var"


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """An archive of a club; here it is followed by a person of whom it knows nothing."""
    make_site()
    path = tmp_path / "saved.zip"
    call_command("backup", str(path), stdout=StringIO())
    make_user("Reste")
    return path


def check(path: Path, passphrase: str = "") -> StagedRestore:
    start_check(path, name=path.name, passphrase=passphrase, now=timezone.now())
    staged = staged_restore(now=timezone.now())
    assert staged is not None
    return staged


def test_sound_archive_is_described_and_kept_for_the_restore(archive: Path, var: Path) -> None:
    staged = check(archive)

    assert staged.step == RestoreStep.READY
    assert staged.name == "saved.zip"
    assert "1 tournoi" in staged.lines[0]
    assert "comptes : 2 aujourd’hui, 1 après".replace(" :", "\xa0:") in staged.lines
    assert archive.exists()
    assert (restore_folder() / ARCHIVE).read_bytes() == archive.read_bytes()
    assert all(not path.stat().st_mode & 0o077 for path in restore_folder().iterdir())
    assert list(var.glob(".restoring-*")) == []


def test_request_is_carried_out_by_the_next_start(archive: Path) -> None:
    staged = check(archive)

    want_restore(staged.mark, now=timezone.now())
    assert is_restore_wanted()
    messages: list[str] = []
    carry_out_restore(messages.append)

    result = staged_restore(now=timezone.now())
    assert result is not None
    assert result.step == RestoreStep.DONE
    assert not is_restore_wanted()
    assert not User.objects.filter(name__startswith="Reste").exists()
    assert User.objects.count() == 1
    assert any("Sauvegarde remise en place." in line for line in messages)
    assert any("before-restore-" in line for line in result.lines)
    assert not (restore_folder() / ARCHIVE).exists()
    assert AuditEvent.objects.filter(
        action="backup.restored", subject="saved.zip", club=Club.objects.get()
    ).exists()
    carry_out_restore(messages.append)
    assert AuditEvent.objects.filter(action="backup.restored").count() == 1


def test_encrypted_archive_needs_its_passphrase(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(encryption, "COST", 2)
    words, encrypted = tmp_path / "words", tmp_path / "saved.etui"
    words.write_text(WORDS)
    call_command("backup", str(encrypted), "--encrypt", f"--passphrase-file={words}", stdout=StringIO())

    refusals = [check(encrypted), check(encrypted, "une autre phrase")]
    staged = check(encrypted, WORDS)

    assert [refusal.code for refusal in refusals] == ["passphrase_missing", "passphrase_wrong"]
    assert all(refusal.step == RestoreStep.REFUSED and refusal.why for refusal in refusals)
    assert staged.step == RestoreStep.READY
    assert zipfile.is_zipfile(restore_folder() / ARCHIVE)


def test_each_bad_archive_is_refused_with_its_name_and_leaves_nothing(archive: Path, tmp_path: Path) -> None:
    newer = tmp_path / "newer.zip"
    with zipfile.ZipFile(archive) as old, zipfile.ZipFile(newer, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "about.json":
                content = json.dumps(json.loads(content) | {"layout": 99}).encode()
            new.writestr(name, content)
    cut, foreign = tmp_path / "cut.zip", tmp_path / "photo.zip"
    cut.write_bytes(archive.read_bytes()[:2000])
    foreign.write_bytes(b"JPEG")

    refusals = {path.name: check(path) for path in (newer, cut, foreign, tmp_path / "absent.zip")}
    uploaded = receive_archive([b"not an", b" archive"])
    refusals[uploaded.name] = check(uploaded)

    assert {name: staged.code for name, staged in refusals.items()} == {
        "newer.zip": "archive_newer",
        "cut.zip": "archive_unreadable",
        "photo.zip": "archive_unreadable",
        "absent.zip": "archive_absent",
        "incoming": "archive_unreadable",
    }
    assert "« photo.zip »".replace("« ", "«\xa0").replace(" »", "\xa0»") in refusals["photo.zip"].why
    assert not (restore_folder() / ARCHIVE).exists()
    assert not uploaded.exists()
    assert User.objects.count() == 2


def test_check_without_room_on_the_disk_is_refused(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.installation.archive.SPARE_BYTES", 10**18)

    assert check(archive).code == "no_room"


def test_disk_that_fills_up_during_the_copy_is_reported(
    archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_files: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tournaments.management.commands.stage_restore.shutil.copyfileobj", refuse)

    staged = check(archive)

    assert (staged.step, staged.code) == (RestoreStep.REFUSED, "not_writable")
    assert not (restore_folder() / ARCHIVE).exists()


def test_only_the_last_check_can_be_confirmed(archive: Path) -> None:
    first = check(archive)
    check(archive)

    with pytest.raises(AppError, match="restore_not_ready"):
        want_restore(first.mark, now=timezone.now())
    assert not is_restore_wanted()


def test_restore_that_was_requested_is_not_replaced_by_another_check(archive: Path) -> None:
    want_restore(check(archive).mark, now=timezone.now())

    with pytest.raises(AppError, match="restore_wanted"):
        start_check(archive, name="", passphrase="", now=timezone.now())
    assert is_restore_wanted()


def test_archive_that_went_bad_meanwhile_changes_nothing(archive: Path) -> None:
    want_restore(check(archive).mark, now=timezone.now())
    (restore_folder() / ARCHIVE).write_bytes(b"spoilt")

    carry_out_restore(lambda line: None)

    result = staged_restore(now=timezone.now())
    assert result is not None
    assert result.step == RestoreStep.FAILED
    assert result.why
    assert User.objects.count() == 2


def test_restore_that_was_killed_is_not_tried_again(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    want_restore(check(archive).mark, now=timezone.now())

    def die(*_arguments: Any, **_options: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(wanted_restore, "replace_installation", die)
    with pytest.raises(KeyboardInterrupt):
        carry_out_restore(lambda line: None)
    monkeypatch.undo()
    carry_out_restore(lambda line: None)

    result = staged_restore(now=timezone.now())
    assert result is not None
    assert (result.step, "interrompue" in result.why) == (RestoreStep.FAILED, True)


def test_prepared_restore_and_its_copy_are_forgotten_after_an_hour(archive: Path) -> None:
    check(archive)

    later = timezone.now() + KEPT_FOR + timedelta(seconds=1)

    assert staged_restore(now=later) is None
    assert list(restore_folder().iterdir()) == []


def test_check_whose_process_was_killed_does_not_last_for_ever() -> None:
    write_staged(StagedRestore(RestoreStep.CHECKING, timezone.now(), "saved.zip", "mark"))

    staged = staged_restore(now=timezone.now() + LONGEST_CHECK + timedelta(seconds=1))

    assert staged is not None
    assert (staged.step, staged.code) == (RestoreStep.REFUSED, "check_ended")


def test_check_that_was_cancelled_leaves_nothing(archive: Path) -> None:
    write_staged(StagedRestore(RestoreStep.CHECKING, timezone.now(), "saved.zip", "mark"))
    forget_staged()

    stage_archive(archive, "")

    assert staged_restore(now=timezone.now()) is None
    assert list(restore_folder().iterdir()) == []


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"step": "x"}'])
def test_damaged_note_counts_as_none(text: str) -> None:
    write_staged(StagedRestore(RestoreStep.WANTED, timezone.now(), "saved.zip", "mark"))
    (restore_folder() / "state.json").write_text(text)

    assert staged_restore(now=timezone.now()) is None
    assert not is_restore_wanted()


def test_site_knows_whether_serve_runs_it(var: Path) -> None:
    assert not is_served_here()
    with lock_data(var):
        assert is_served_here()
