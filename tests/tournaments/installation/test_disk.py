"""Rights that are taken away from the files of an installation."""

import stat
from pathlib import Path

from tournaments.installation.disk import tighten


def rights(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


def test_wider_rights_are_taken_away_and_links_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.touch()
    outside.chmod(0o644)
    data = tmp_path / "data"
    (data / "deep").mkdir(parents=True)
    data.chmod(0o755)
    for name, mode in (("deep/scan.jpg", 0o664), ("read only", 0o444)):
        (data / name).touch()
        (data / name).chmod(mode)
    (data / "link").symlink_to(outside)

    tighten([data, tmp_path / "absent"])

    assert rights(data) == rights(data / "deep") == 0o700
    assert rights(data / "deep" / "scan.jpg") == 0o600
    assert rights(data / "read only") == 0o400
    assert rights(outside) == 0o644
