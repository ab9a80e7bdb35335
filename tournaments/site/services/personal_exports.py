"""Export the data about a person or an account as one file, for programs and for reading."""

import json
from collections.abc import Iterator
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from accounts.models import User
from tournaments.base.services.public_pages import tournaments_of
from tournaments.models import Person
from tournaments.site.queries.personal import load_account_data, load_personal, photos_about, scans_about
from tournaments.trace.services.trace import record_event

NAME = "donnees"
"""Name of the files in the archive, without suffix."""


def export_person(*, person: Person, exported_by: User | None, for_owner: bool = False) -> bytes:
    """Return a ZIP with the data about a person, and note it in the trace.

    It holds `donnees.json`, `donnees.txt` and the pictures of the person's sheets.

    Args:
        exported_by: the keeper; None for the owner, whose account must not be named in the club's trace.
        for_owner: True to add the data of the owner's account.
    """
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        _write(archive, load_personal(person, for_owner=for_owner))
        for name, file in _pictures(person):
            with file.open() as picture:
                archive.writestr(name, picture.read())
    record_event(
        club=person.club,
        actor=exported_by,
        action="person.exported",
        subject=person.full_name,
        person=person,
    )
    return buffer.getvalue()


def export_account(*, user: User) -> bytes:
    """Return a ZIP with the data about an account, for its owner. Clubs are not notified."""
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        _write(archive, load_account_data(user))
    return buffer.getvalue()


def _write(archive: ZipFile, data: dict[str, Any]) -> None:
    archive.writestr(f"{NAME}.json", json.dumps(data, ensure_ascii=False, indent=2))
    archive.writestr(f"{NAME}.txt", "\n".join(_lines(data)) + "\n")


def _pictures(person: Person) -> Iterator[tuple[str, Any]]:
    tournaments = list(tournaments_of([person]))
    files = [scan.file for scan in scans_about(person, tournaments)]
    files += [flag.photo for flag in photos_about(person)]
    for number, file in enumerate(files, start=1):
        # a file that is lost must not prevent the export
        if file.storage.exists(str(file.name)):
            yield f"images/{number}.{str(file.name).rpartition('.')[2]}", file


def _lines(value: Any, name: str = "", depth: int = 0) -> Iterator[str]:
    """Yield the data as text: one line for each value, indented below its name."""
    margin = "  " * depth
    if isinstance(value, dict):
        if name:
            yield f"{margin}{name}"
        for key, part in value.items():
            yield from _lines(part, str(key), depth + bool(name))
    elif isinstance(value, list):
        yield f"{margin}{name} ({len(value)})"
        for number, part in enumerate(value, start=1):
            yield from _lines(part, f"{number}.", depth + 1)
    else:
        yield f"{margin}{name} : {'' if value is None else value}"
