"""Site with its database in a file, as on a laptop, for tests of backups, damage and restores."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection, connections, transaction

from tests.factories.stored_again import stored_again
from tests.factories.tournaments import (
    SCORES,
    enter_results,
    list_plays,
    make_club,
    make_seated_tournament,
    make_user,
)
from tests.kept_schema import kept_schema
from tournaments.models import Club, Tournament

Rows = dict[str, list[tuple[Any, ...]]]


@contextmanager
def database_in_file(path: Path) -> Iterator[None]:
    """Use the file `path`, empty and migrated, as the database on SQLite.

    On PostgreSQL the test's own database is used.
    """
    if connection.vendor != "sqlite":
        yield
        return
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    shutil.copy(kept_schema(), path)
    with other_database(path):
        yield


@contextmanager
def other_database(name: Path | str) -> Iterator[None]:
    """Point the connection of this thread to another file or database, which may belong to another site."""
    usual = connections["default"]
    other = connections.create_connection("default")
    other.settings_dict = {**other.settings_dict, "NAME": str(name)}
    connections["default"] = other
    try:
        yield
    finally:
        other.close()
        connections["default"] = usual


def unmigrate_sessions() -> None:
    """Take back the one migration of sessions, as `migrate sessions zero` does in half a second."""
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE django_session")
        cursor.execute("DELETE FROM django_migrations WHERE app = 'sessions'")


def make_site() -> None:
    """Store a club, its organiser, an evening with results, and a document."""
    # only in a transaction are the rows of the first evening known and stored again
    with transaction.atomic():
        club = make_club("Les Garde-Sans")
        make_user("Anne", club=club)
        _make_evening_with_results(club)
    put_document("seats.pdf", b"%PDF seats")


@stored_again
def _make_evening_with_results(club: Club) -> Tournament:
    evening = make_seated_tournament(club)
    enter_results((play, SCORES[place % len(SCORES)]) for place, play in enumerate(list_plays(evening)))
    return evening


def put_document(name: str, content: bytes) -> Path:
    path = Path(settings.MEDIA_ROOT) / "printed" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def all_rows() -> Rows:
    """Return every row of every table, sorted."""
    with connection.cursor() as cursor:
        rows = {}
        for table in sorted(connection.introspection.table_names(cursor)):
            cursor.execute(f'SELECT * FROM "{table}"')  # noqa: S608
            rows[table] = sorted(cursor.fetchall(), key=repr)
        return rows


def all_documents() -> dict[str, bytes]:
    folder = Path(settings.MEDIA_ROOT)
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
