"""Folders for copies of backups: USB sticks and other disks that are mounted, and the check of a folder."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from string import ascii_uppercase

from django.conf import settings
from django.utils.translation import gettext as _

from common.errors import AppError
from tournaments.installation.archive import SPARE_BYTES, installation_bytes

ROOTS = ("/media", "/media/*", "/run/media/*", "/mnt", "/Volumes")
"""Patterns of the folders in which Linux and macOS mount other disks."""


@dataclass(frozen=True, slots=True)
class CopyPlace:
    """A mounted disk that takes copies."""

    path: Path
    free: int
    """Free bytes."""

    @property
    def name(self) -> str:
        return self.path.name or str(self.path)


def mounted_places() -> list[CopyPlace]:
    """Return the writable disks beside that of the data, by path."""
    places = {}
    for path in _candidates():
        # a stick may be pulled out at any moment
        with suppress(OSError):
            if os.access(path, os.W_OK) and not is_beside_data(path):
                places[path] = CopyPlace(path, shutil.disk_usage(path).free)
    return [places[path] for path in sorted(places)]


def is_beside_data(folder: Path) -> bool:
    """Return whether a folder is on the same disk as the data."""
    return folder.stat().st_dev == Path(settings.VAR_DIR).stat().st_dev


def check_copy_folder(text: str) -> Path:
    """Return the folder for copies that a person named, after a test that it can take one.

    Raises:
        AppError: `folder_unusable`, with the reason at the field `folder`.
    """
    folder = Path(text.strip()).expanduser()
    if not folder.is_absolute():
        raise _unusable(_("Donnez le chemin complet du dossier, par exemple /media/cle/etui."))
    try:
        if not folder.is_dir():
            raise _unusable(
                _(
                    "Ce dossier n’existe pas. Branchez la clé ou le disque, ou créez le dossier, puis "
                    "recommencez."
                )
            )
        folder = folder.resolve()
        if folder.is_relative_to(Path(settings.VAR_DIR).resolve()):
            raise _unusable(_("Ce dossier est celui des données d’Étui : choisissez-en un ailleurs."))
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".etui-"):
            pass
        free_bytes, needed_bytes = shutil.disk_usage(folder).free, installation_bytes() + SPARE_BYTES
    except (OSError, ValueError) as error:
        why = (error.strerror if isinstance(error, OSError) else "") or error
        raise _unusable(
            _("Étui ne peut pas écrire dans ce dossier (%(why)s). Choisissez-en un autre.") % {"why": why}
        ) from error
    if free_bytes < needed_bytes:
        raise _unusable(
            _("Il n’y a pas assez de place dans ce dossier : il faut %(needed)s Mo, il en reste %(free)s.")
            % {"needed": needed_bytes // 10**6 + 1, "free": free_bytes // 10**6}
        )
    return folder


def _unusable(message: str) -> AppError:
    return AppError("folder_unusable", message, fields={"folder": message})


def _candidates() -> Iterator[Path]:
    if os.name == "nt":
        yield from (Path(f"{letter}:\\") for letter in ascii_uppercase if Path(f"{letter}:\\").exists())
        return
    for pattern in ROOTS:
        for root in Path("/").glob(pattern.lstrip("/")):
            with suppress(OSError):
                yield from (path for path in root.iterdir() if os.path.ismount(path))
