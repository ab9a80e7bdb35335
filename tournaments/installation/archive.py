"""Archives: one file with the database and the documents of an installation.

It is a ZIP with `database`, `documents/…` and `about.json`: the version of the layout, the engine, the date,
and the size and digest of each part. It contains private addresses and secret deals, so only its owner may
read it. It is read in full after it is written, and again before a restore
(tournaments/management/replacing.py).
"""

import hashlib
import json
import os
import re
import shutil
import stat
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, Any, cast

from django.conf import settings
from django.core.files.base import File
from django.core.files.storage import default_storage, storages
from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _

from common.errors import AppError
from common.installation.private_files import make_private_folder, open_privately
from etui.version import program_version
from tournaments.installation.disk import sync_folder
from tournaments.installation.file_storages import SiteFiles, documents, is_on_disk
from tournaments.installation.stored_database import (
    Contents,
    check_stored_database,
    dump,
    judge_rows,
    read_contents,
    sqlite_path,
)
from tournaments.installation.unwritable import unwritable_error

LAYOUT = 2
"""Version of the layout. Version 1 had no digests and can still be read."""
ABOUT, DATABASE, DOCUMENTS = "about.json", "database", "documents"
LARGEST_ABOUT = 64 * 1024 * 1024
SPARE_BYTES = 100 * 1024 * 1024
"""Bytes left free on the disk by the functions of this module."""
_PIECE = 1024 * 1024
_UNREADABLE = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, ValueError, KeyError, TypeError,
    AttributeError, ArithmeticError, NotImplementedError, RuntimeError,
)  # fmt: skip
"""Errors of zipfile and json for a file that is cut short, changed, encrypted, or no archive."""


@dataclass(frozen=True)
class Archive:
    """A sound archive."""

    made_at: datetime | None
    """Creation time; None if the archive has none."""
    contents: Contents
    documents: int
    version: str = ""
    """Version of Étui that wrote it; "" in an archive without one."""


@dataclass(frozen=True)
class _Part:
    """One member of the ZIP. Its digest is "" in an archive without digests."""

    info: zipfile.ZipInfo
    digest: str


def backups_folder() -> Path:
    """Return the default folder of archives. Those for a bucket are written here first."""
    return Path(settings.VAR_DIR) / "backups"


def dated_path(kind: str, *, now: datetime) -> Path:
    """Return the path of a new archive of a kind: beside the data, with the local time."""
    return backups_folder() / f"{kind}-{timezone.localtime(now):%Y%m%d-%H%M%S-%f}.zip"


def keep_archive(path: Path) -> Path:
    """Move a dated archive to the storage of backups. Return its path, or its name in a bucket.

    Raises:
        AppError: `not_writable`.
    """
    if is_on_disk("backups"):
        return path
    try:
        with open(path, "rb") as file:
            storages["backups"].save(path.name, File(file))
    except OSError as error:
        raise unwritable_error(path, error) from error
    finally:
        path.unlink(missing_ok=True)
    return Path(path.name)


@contextmanager
def fetched_archive(path: Path) -> Iterator[Path]:
    """Yield the path of an archive on this machine: `path`, or a copy of the backup of that name in a bucket.

    Raises:
        AppError: `not_writable`.
    """
    if is_on_disk("backups") or path.exists() or path.name not in storages["backups"].listdir("")[1]:
        yield path
        return
    with tempfile.TemporaryDirectory(dir=make_private_folder(backups_folder()), prefix=".making-") as folder:
        copy = Path(folder) / path.name
        try:
            with open(copy, "wb", opener=open_privately) as file:
                cast("SiteFiles", storages["backups"]).fetch(path.name, file)
        except OSError as error:
            raise unwritable_error(copy, error) from error
        yield copy


def write_archive(path: Path, *, now: datetime) -> Archive:
    """Write the whole installation to `path`, which must not exist, and read it back.

    Raises:
        AppError: `archive_exists`, `no_room`, `not_writable`, or a code of
            tournaments/installation/stored_database.py if the installation is not sound.
    """
    if path.exists():
        raise AppError("archive_exists", _("Le fichier « %(path)s » existe déjà.") % {"path": path})
    temporary_path = path.with_name(f"{path.name}.part")
    try:
        make_private_folder(path.parent)
        _refuse_without_room(path.parent, installation_bytes())
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=".making-") as folder:
            copy = Path(folder) / DATABASE
            dump(copy)
            contents = read_contents(copy)
            check_stored_database(contents)
            with open(temporary_path, "wb", opener=open_privately) as file:
                documents = _write_parts(file, copy, contents, now)
                file.flush()
                os.fsync(file.fileno())
        with _opened(temporary_path) as (archive, _about, parts):
            for member in parts.values():
                _copy_part(archive, member, None)
        os.replace(temporary_path, path)
        sync_folder(path.parent)
    except OSError as error:
        raise unwritable_error(path, error) from error
    finally:
        with suppress(OSError):
            temporary_path.unlink(missing_ok=True)
    return Archive(now, contents, documents, program_version())


def unpack(path: Path, folder: Path) -> Archive:
    """Extract an archive into `folder`, which is empty, and check all parts.

    Raises:
        AppError: `archive_absent`, `archive_unreadable`, `archive_other_engine`, `no_room`, `not_writable`,
            or a code of tournaments/installation/stored_database.py if the database is refused.
    """
    with _opened(path) as (archive, about, parts):
        if about.get("engine") != connection.vendor:
            raise AppError(
                "archive_other_engine",
                _("Cette sauvegarde vient d’une installation sur %(theirs)s ; celle-ci utilise %(ours)s.")
                % {"theirs": str(about.get("engine"))[:40], "ours": connection.vendor},
            )
        _refuse_without_room(folder, sum(part.info.file_size for part in parts.values()))
        for name, part in parts.items():
            target = folder / name
            try:
                make_private_folder(target.parent)
                with open(target, "xb", opener=open_privately) as file:
                    _copy_part(archive, part, file)
                    file.flush()
                    os.fsync(file.fileno())
            except OSError as error:
                raise unwritable_error(target, error) from error
        try:
            contents = read_contents(folder / DATABASE)
            check_stored_database(contents)
            judge_rows(contents)
        except AppError as error:
            why = f"{error.message}{_written_by(about) if error.code == 'database_newer' else ''}"
            raise AppError(
                error.code, _("Cette sauvegarde ne peut pas être remise en place. %(why)s") % {"why": why}
            ) from error
        # archives of layout 1 have no numbers of rows
        if about.get("rows", dict(contents.rows)) != contents.rows:
            raise _unreadable(path)
        return Archive(_made_at(about), contents, len(parts) - 1, _version(about))


def _unreadable(path: Path) -> AppError:
    return AppError(
        "archive_unreadable",
        _("« %(path)s » n’est pas une sauvegarde d’Étui, ou elle est abîmée.") % {"path": path},
    )


def _newer(about: Mapping[str, Any]) -> AppError:
    return AppError(
        "archive_newer",
        _(
            "Cette sauvegarde vient d’une version plus récente d’Étui : installez cette version-là, "
            "ou une plus récente, puis recommencez. Rien n’a été changé.%(versions)s"
        )
        % {"versions": _written_by(about)},
    )


def _written_by(about: Mapping[str, Any]) -> str:
    """Return a sentence with the version that wrote an archive and that of this program, "" without one."""
    if not (version := _version(about)):
        return ""
    text = _("Elle a été écrite par Étui %(theirs)s ; ce programme est Étui %(ours)s.")
    return " " + text % {"theirs": version, "ours": program_version()}


def _version(about: Mapping[str, Any]) -> str:
    """Return the version of the program that wrote an archive, "" if the archive has none."""
    version = about.get("program", "")
    # the file may come from anywhere
    return version if isinstance(version, str) and re.fullmatch(r"[0-9][0-9a-z.+]{0,30}", version) else ""


def installation_bytes() -> int:
    """Return the space that writing an archive takes at most."""
    # the copy of the database, the same in the archive, and the documents
    return 2 * database_bytes() + sum(document_bytes for _name, document_bytes in documents().walk())


def database_bytes() -> int:
    """Return the size of the database; 0 for one in memory."""
    database = sqlite_path()
    return database.stat().st_size if database is not None and database.exists() else _postgresql_bytes()


def _postgresql_bytes() -> int:
    if connection.vendor != "postgresql":
        return 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])


def _refuse_without_room(folder: Path, required_bytes: int) -> None:
    free_bytes = shutil.disk_usage(folder).free
    if free_bytes < required_bytes + SPARE_BYTES:
        raise AppError(
            "no_room",
            _("Il n’y a pas assez de place sur le disque : il faut %(needed)s Mo, il en reste %(free)s.")
            % {"needed": (required_bytes + SPARE_BYTES) // 10**6 + 1, "free": free_bytes // 10**6},
        )


def _write_parts(file: IO[bytes], database: Path, contents: Contents, now: datetime) -> int:
    """Write every part, with `about.json` at the end. Return the number of documents."""
    parts = {}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        with open(database, "rb") as content:
            parts[DATABASE] = _add(archive, content, DATABASE, database.stat().st_size, zipfile.ZIP_DEFLATED)
        for document, size in sorted(documents().walk()):
            # deleted since the folder was listed; the database was copied earlier and may still name it
            with suppress(FileNotFoundError), default_storage.open(document) as document_file:
                name = f"{DOCUMENTS}/{document}"
                parts[name] = _add(archive, document_file, name, size, zipfile.ZIP_STORED)
        about = {
            "layout": LAYOUT,
            "program": program_version(),
            "engine": connection.vendor,
            "made_at": now.isoformat(),
            "parts": parts,
            "rows": contents.rows,
        }
        archive.writestr(ABOUT, json.dumps(about))
    return len(parts) - 1


def _add(
    archive: zipfile.ZipFile, content: "IO[bytes] | File[bytes]", name: str, size: int, packing: int
) -> dict[str, object]:
    digest, byte_count = hashlib.sha256(), 0
    info = zipfile.ZipInfo(name)  # without a date: the archive has one
    info.external_attr, info.compress_type, info.file_size = (stat.S_IFREG | 0o600) << 16, packing, size
    with archive.open(info, "w") as member:
        while piece := content.read(_PIECE):
            digest.update(piece)
            byte_count += len(piece)
            member.write(piece)
    return {"sha256": digest.hexdigest(), "bytes": byte_count}


@contextmanager
def _opened(path: Path) -> Iterator[tuple[zipfile.ZipFile, dict[str, Any], dict[str, _Part]]]:
    """Open an archive and yield the ZIP, the content of `about.json`, and the parts.

    The parts must be those that `about.json` lists, neither more nor fewer.

    Raises:
        AppError: `archive_absent`, or `archive_unreadable`, also for errors inside the context.
    """
    if not path.is_file():
        raise AppError("archive_absent", _("Le fichier « %(path)s » n’existe pas.") % {"path": path})
    try:
        with zipfile.ZipFile(path) as archive:
            parts = _parts(archive)
            about_info = archive.getinfo(ABOUT)
            if about_info.file_size > LARGEST_ABOUT:
                raise _unreadable(path)
            about = dict(json.loads(archive.read(about_info)))
            if isinstance(layout := about.get("layout"), int) and layout > LAYOUT:
                raise _newer(about)
            if layout not in (1, LAYOUT) or DATABASE not in parts:
                raise _unreadable(path)
            if about["layout"] == LAYOUT:
                digests = {
                    name: (str(part["sha256"]), part["bytes"]) for name, part in about["parts"].items()
                }
                if {name: size for name, (_digest, size) in digests.items()} != {
                    name: member.info.file_size for name, member in parts.items()
                }:
                    raise _unreadable(path)
                parts = {name: _Part(member.info, digests[name][0]) for name, member in parts.items()}
            yield archive, about, parts
    except _UNREADABLE as error:
        raise _unreadable(path) from error


def _parts(archive: zipfile.ZipFile) -> dict[str, _Part]:
    """Return the members except `about.json`.

    Raises:
        ValueError: a member is not of the kind that `write_archive` makes.
    """
    parts: dict[str, _Part] = {}
    names = set()
    for info in archive.infolist():
        kind = stat.S_IFMT(info.external_attr >> 16)
        if (
            # where a file system ignores case, two such members would be one file
            info.filename.casefold() in names
            or kind not in (0, stat.S_IFREG)
            or info.flag_bits & 1
            or info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
            or not (info.filename in (ABOUT, DATABASE) or _is_document(info.filename))
        ):
            raise ValueError(info.filename)
        names.add(info.filename.casefold())
        if info.filename != ABOUT:
            parts[info.filename] = _Part(info, "")
    return parts


def _is_document(name: str) -> bool:
    folder, *steps = name.split("/")
    return (
        folder == DOCUMENTS
        and bool(steps)
        and all(step not in ("", ".", "..") and not re.search(r"[\\:\x00-\x1f]", step) for step in steps)
    )


def _copy_part(archive: zipfile.ZipFile, part: _Part, target: IO[bytes] | None) -> None:
    """Read a part in full, and write it to `target` if there is one.

    No more bytes are read than the member declares.

    Raises:
        ValueError: the digest is another.
    """
    digest = hashlib.sha256()
    with archive.open(part.info) as content:
        while piece := content.read(_PIECE):
            digest.update(piece)
            if target is not None:
                target.write(piece)
    if part.digest and digest.hexdigest() != part.digest:
        raise ValueError(part.info.filename)


def _made_at(about: dict[str, Any]) -> datetime | None:
    try:
        created_at = datetime.fromisoformat(about["made_at"])
    except (KeyError, TypeError, ValueError):
        return None
    return created_at if timezone.is_aware(created_at) else None
