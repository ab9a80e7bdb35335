"""Archives that may be restored: those of this installation, and those on mounted disks."""

from contextlib import suppress
from pathlib import Path

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.base.words.dates import date_format
from tournaments.installation.archive import backups_folder
from tournaments.installation.backups import kept_backups
from tournaments.installation.copy_places import mounted_places
from tournaments.installation.encryption import ENCRYPTED_SUFFIX
from tournaments.installation.file_storages import is_on_disk

SUFFIXES = (".zip", ENCRYPTED_SUFFIX)
MOST_BACKUPS, MOST_ON_STICK = 30, 50


def restorable_archives(*, with_sticks: bool) -> dict[str, tuple[Path, str]]:
    """Return (path, name for people) of each archive, by the key of a form.

    Args:
        with_sticks: True to list the archives on mounted disks, in their root and one folder deep.
    """
    archives = {}
    for path, made_at in kept_backups()[:MOST_BACKUPS]:
        local_time = timezone.localtime(made_at)
        archives[path.name] = (
            backups_folder() / path if is_on_disk("backups") else path,
            _("%(date)s à %(time)s (%(name)s)")
            % {
                "date": date_format(local_time, "SHORT_DATE_FORMAT"),
                "time": date_format(local_time, "TIME_FORMAT"),
                "name": path.name,
            },
        )
    for place in mounted_places() if with_sticks else ():
        for path in _archives_below(place.path):
            name = _("%(name)s, sur %(place)s") % {"name": path.name, "place": place.name}
            archives[str(path)] = (path, name)
    return archives


def _archives_below(folder: Path) -> list[Path]:
    """Return the archives on a disk, the latest name first."""
    paths: list[Path] = []
    with suppress(OSError):
        for pattern in ("*", "*/*"):
            paths += [path for path in folder.glob(pattern) if path.suffix in SUFFIXES and path.is_file()]
    return sorted(paths, key=lambda path: path.name, reverse=True)[:MOST_ON_STICK]
