"""Files of data are readable by their owner only, with any umask."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from common.installation.private_files import make_new_files_private


@pytest.fixture
def open_to_all() -> Iterator[None]:
    previous_umask = os.umask(0)
    yield
    os.umask(previous_umask)


def rights(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


def test_what_is_made_is_private_whatever_the_umask(open_to_all: None, tmp_path: Path) -> None:
    make_new_files_private()

    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()

    assert rights(tmp_path / "folder") == 0o700
    assert rights(tmp_path / "file") == 0o600
