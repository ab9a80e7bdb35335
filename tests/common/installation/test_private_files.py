"""Files of data are their owner's alone, whatever the umask was."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from common.installation.private_files import keep_private, tighten


@pytest.fixture
def open_to_all() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def rights(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


def test_what_is_made_is_private_whatever_the_umask(open_to_all: None, tmp_path: Path) -> None:
    keep_private()

    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()

    assert rights(tmp_path / "folder") == 0o700
    assert rights(tmp_path / "file") == 0o600


def test_wider_rights_are_taken_away_and_links_not_followed(open_to_all: None, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.touch(mode=0o644)
    data = tmp_path / "data"
    (data / "deep").mkdir(parents=True)
    (data / "deep" / "scan.jpg").touch(mode=0o664)
    (data / "read only").touch(mode=0o444)
    (data / "link").symlink_to(outside)

    tighten([data, tmp_path / "absent"])

    assert rights(data) == rights(data / "deep") == 0o700
    assert rights(data / "deep" / "scan.jpg") == 0o600
    assert rights(data / "read only") == 0o400
    assert rights(outside) == 0o644
