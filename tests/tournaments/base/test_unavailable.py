"""Writes that fail now are reported in words and in JSON, with the advice to retry."""

import errno
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest
from django.db import InterfaceError, OperationalError, connection
from django.test import Client, RequestFactory
from django.urls import reverse

from tests.factories.tables import make_device, open_table, plays_of, sit_down
from tests.factories.tournaments import make_club, make_seated_tournament, make_user
from tournaments.base.unavailable import (
    AWAY,
    BUSY,
    DISK_FULL,
    DISK_REFUSES,
    Trouble,
    not_needed,
    trouble_of,
)
from tournaments.base.web.error_pages import server_error
from tournaments.enums import Visibility
from tournaments.events.services.events import set_visibility
from tournaments.models import ResultSlip, Tournament
from tournaments.results.services.table_access import table_secret


def of_sqlite(code: int) -> sqlite3.Error:
    error = sqlite3.OperationalError("as SQLite says it")
    error.sqlite_errorcode = code
    return error


def of_postgresql(state: str) -> psycopg.Error:
    return psycopg.errors.lookup(state)("as PostgreSQL says it")


def wrapped(cause: BaseException) -> OperationalError:
    """Return an error as Django wraps that of a database."""
    error = OperationalError(str(cause))
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "trouble"),
    [
        (wrapped(of_sqlite(sqlite3.SQLITE_FULL)), DISK_FULL),
        (wrapped(of_sqlite(sqlite3.SQLITE_READONLY | 4 << 8)), DISK_REFUSES),
        (wrapped(of_sqlite(sqlite3.SQLITE_IOERR | 3 << 8)), DISK_REFUSES),
        (wrapped(of_sqlite(sqlite3.SQLITE_BUSY)), BUSY),
        (wrapped(of_sqlite(sqlite3.SQLITE_INTERRUPT)), BUSY),
        (wrapped(of_sqlite(sqlite3.SQLITE_CANTOPEN)), AWAY),
        (wrapped(of_sqlite(sqlite3.SQLITE_ERROR)), None),
        (wrapped(of_postgresql("53100")), DISK_FULL),
        (wrapped(of_postgresql("25006")), DISK_REFUSES),
        (wrapped(of_postgresql("53300")), BUSY),
        (wrapped(of_postgresql("40P01")), BUSY),
        (wrapped(of_postgresql("57P01")), AWAY),
        (wrapped(of_postgresql("54001")), None),
        (wrapped(of_postgresql("42P01")), None),
        (wrapped(psycopg.OperationalError("connection refused")), AWAY),
        (InterfaceError("connection already closed"), AWAY),
        (OSError(errno.ENOSPC, "No space left on device"), DISK_FULL),
        (OSError(errno.EROFS, "Read-only file system"), DISK_REFUSES),
        (OSError(errno.EMFILE, "Too many open files"), BUSY),
        (FileNotFoundError(errno.ENOENT, "No such file"), None),
        (ValueError("a fault of ours"), None),
    ],
)
def test_only_what_time_or_room_mends_is_worth_another_try(error: Exception, trouble: Trouble | None) -> None:
    assert trouble_of(error) == trouble


@contextmanager
def writes_fail(cause: BaseException) -> Iterator[None]:
    """Every statement that writes fails as the database would."""

    def refuse(execute: Callable[..., object], sql: str, *rest: object) -> object:
        if sql.startswith(("INSERT", "UPDATE", "DELETE")):
            raise wrapped(cause)
        return execute(sql, *rest)

    with connection.execute_wrapper(refuse):
        yield


FULL = of_sqlite(sqlite3.SQLITE_FULL)


@pytest.fixture
def evening() -> Tournament:
    tournament = make_seated_tournament(make_club())
    return set_visibility(tournament=tournament, visibility=Visibility.PUBLIC, set_by=None)


@pytest.mark.postgres
@pytest.mark.django_db
def test_phone_is_told_in_json_to_come_back_and_stores_its_result_then(
    evening: Tournament, client: Client
) -> None:
    access, device = open_table(evening), make_device()
    sit_down(access, 0, device=device)
    play = plays_of(access)[0]
    request = {
        "path": f"/api/v1/table/plays/{play.pk}/results/",
        "data": {"bouts": 2, "points": "45", "seen_version": 0, "confirmed": True},
        "content_type": "application/json",
        "headers": {
            "Authorization": f"Bearer {table_secret(access)}",
            "Etui-Phone": str(device.key),
            "Idempotency-Key": "6f9619ff-8b86-4011-b42d-00c04fc964ff",
        },
    }
    with writes_fail(FULL):
        refused = client.post(**request)

    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "10")
    assert refused.json()["code"] == "disk_full"
    assert "rien n’a été enregistré" in refused.json()["message"]
    assert set(refused.json()) == {"code", "message", "fields", "extra"}
    assert not ResultSlip.objects.exists()
    assert client.post(**request).status_code == 200
    assert ResultSlip.objects.get().version == 1


@pytest.mark.postgres
@pytest.mark.django_db
def test_person_reads_that_nothing_was_stored_and_what_to_do(evening: Tournament, client: Client) -> None:
    client.raise_request_exception = False
    client.force_login(make_user(club=evening.club))
    with writes_fail(FULL):
        page = client.post(
            reverse("organiser-hall", args=[evening.slug]), {"text": "Pause", "to": "all", "minutes": "10"}
        )

    page_text = page.content.decode()
    assert (page.status_code, page.headers.get("Retry-After")) == (503, "10"), page_text
    assert "Le disque est plein" in page_text
    assert "rien n’a été enregistré" in page_text
    assert "revenez ensuite en arrière et renvoyez" in page_text


@pytest.mark.django_db
def test_pages_that_only_read_are_read_from_a_disk_that_takes_nothing(
    evening: Tournament, client: Client
) -> None:
    access, device = open_table(evening), make_device()
    sit_down(access, 0, device=device)
    client.force_login(make_user(club=evening.club))
    visitor = Client(headers={"Etui-Phone": str(device.key)})
    table = f"/table/{table_secret(access)}/"
    visitor.get(table)
    with writes_fail(FULL):
        pages = {
            path: who.get(path, follow=True).status_code
            for who, path in (
                (visitor, "/"),
                (visitor, f"/t/{evening.slug}/"),
                (visitor, table),
                (client, "/organiser/"),
                (client, f"/organiser/t/{evening.slug}/"),
                (client, f"/organiser/t/{evening.slug}/resultats/"),
            )
        }

    assert set(pages.values()) == {200}, pages


def test_what_is_noted_by_the_way_fails_alone() -> None:
    with not_needed("a note"):
        raise wrapped(FULL)
    with pytest.raises(OperationalError), not_needed("a note"):
        raise wrapped(of_sqlite(sqlite3.SQLITE_ERROR))


def test_a_fault_of_ours_is_still_one(rf: RequestFactory) -> None:
    try:
        raise ValueError("ours")
    except ValueError:
        page = server_error(rf.get("/"))

    assert page.status_code == 500


def test_sqlite_says_itself_that_a_database_may_only_be_read(tmp_path: Path) -> None:
    file = tmp_path / "some.sqlite3"
    with closing(sqlite3.connect(file)) as database:
        database.execute("CREATE TABLE some (word)")
    opened = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    with closing(opened), pytest.raises(sqlite3.OperationalError) as refused:
        opened.execute("INSERT INTO some VALUES (1)")
    assert trouble_of(refused.value) == DISK_REFUSES


@pytest.mark.parametrize("trouble", [DISK_FULL, DISK_REFUSES, BUSY, AWAY], ids=lambda trouble: trouble.code)
def test_page_asks_nothing_of_the_database(rf: RequestFactory, trouble: Trouble) -> None:
    """No database is there for this test."""
    causes = {DISK_FULL: errno.ENOSPC, DISK_REFUSES: errno.EROFS, BUSY: errno.EMFILE}
    cause = OSError(causes[trouble], "") if trouble in causes else InterfaceError("closed")
    try:
        raise cause
    except (OSError, InterfaceError):
        page = server_error(rf.get("/"))

    assert page.status_code == 503
    assert str(trouble.title) in page.content.decode()
