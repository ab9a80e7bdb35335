"""Cache of the rows that a factory stored: storing them again takes a twentieth of the time.

It works on SQLite only, where primary keys begin again with each test.
"""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from django.conf import settings
from django.db import connection
from django.forms import model_to_dict
from django.utils import timezone
from django.utils.translation import get_language

from tournaments.models import Club, Tournament

Factory = Callable[..., Tournament]
Made = TypeVar("Made")
Params = ParamSpec("Params")
BESIDE = ("accounts_", "counting_", "rooms_", "tournaments_club", "tournaments_membership")
"""Tables in which a test may have stored rows before. An event depends on its club alone."""
OURS = ("accounts_", "counting_", "games_", "publishing_", "rooms_", "tournaments_")
MIGRATED = ("tournaments_linkkey",)
"""Tables of the project in which migrations store rows. Every test database has them."""
RECENT = timedelta(minutes=5)
"""Largest age of cached rows. A test with another clock gets rows of its own time."""
WRITES = ("INSERT", "UPDATE", "DELETE")
WRITTEN_TO = re.compile(r'(?:INSERT (?:OR \w+ )?INTO|UPDATE|DELETE FROM) "(\w+)"')
Statement = tuple[str, Any, bool]


@dataclass(frozen=True)
class _Kept:
    """Rows that a factory wrote, their time, and the key that finds the object again."""

    made_at: datetime
    found_by: Any
    rows: list[tuple[str, list[tuple[Any, ...]]]]
    """Statement that stores a row, and the rows, for each table that was empty before."""
    sequences: list[tuple[int, str]]
    """The last number given in each of these tables."""
    statements: list[Statement]
    """The writes to all other tables."""


def stored_again(make: Factory) -> Factory:
    """Cache the first event that `make(club, …)` stores in a test, by its arguments."""
    cached_rows: dict[Any, _Kept] = {}

    @wraps(make)
    def store(club: Club, *arguments: Any, **options: Any) -> Tournament:
        if not _can_know(BESIDE):
            return make(club, *arguments, **options)
        decides = model_to_dict(club, exclude=["name", "slug", "city"])
        key = (repr((arguments, options, decides)), club.pk, get_language())

        def again(pk: int) -> Tournament:
            tournament = Tournament.objects.get(pk=pk)
            tournament.club = club  # at hand, as for whoever just made it
            return tournament

        return _store(
            cached_rows, key, lambda: make(club, *arguments, **options), lambda made: made.pk, again, BESIDE
        )

    return store


def stored_first(
    named_by: Callable[[Made], Any], again: Callable[[Any], Made]
) -> Callable[[Callable[Params, Made]], Callable[Params, Made]]:
    """Return a decorator that caches the first rows of a factory that makes its own club.

    Args:
        named_by: the key of a result, to find it again.
        again: the function that finds it.
    """

    def decorate(make: Callable[Params, Made]) -> Callable[Params, Made]:
        cached_rows: dict[Any, _Kept] = {}

        @wraps(make)
        def store(*arguments: Params.args, **options: Params.kwargs) -> Made:
            if not _can_know(()):
                return make(*arguments, **options)
            key = (repr((arguments, options)), get_language(), str(settings.MEDIA_ROOT))
            return _store(cached_rows, key, lambda: make(*arguments, **options), named_by, again, ())

        return store

    return decorate


def _store(
    cache_of_rows: dict[Any, _Kept],
    key: Any,
    make: Callable[[], Made],
    named_by: Callable[[Made], Any],
    again: Callable[[Any], Made],
    beside: tuple[str, ...],
) -> Made:
    earlier = cache_of_rows.get(key)
    if earlier is not None and abs(timezone.now() - earlier.made_at) < RECENT:
        _store_rows(earlier)
        return again(earlier.found_by)
    statements: list[Statement] = []
    with _noting(statements):
        result = make()
    cache_of_rows[key] = _keep(named_by(result), statements, beside)
    return result


def _keep(found_by: Any, statements: list[Statement], beside: tuple[str, ...]) -> _Kept:
    """Return all rows of the tables that were empty before, and the statements that wrote to others."""
    rows = []
    with connection.cursor() as cursor:
        cursor.execute("SELECT seq, name FROM sqlite_sequence WHERE seq > 0")
        sequences = [row for row in cursor.fetchall() if _is_own(row[1]) and not row[1].startswith(beside)]
        for _, table in sequences:
            cursor.execute(f"PRAGMA table_info({_quoted(table)})")
            names = [_quoted(name) for _, name, *_ in cursor.fetchall()]
            # an expression has no declared type: SQLite's own values come back, not Python's dates
            cursor.execute(f"SELECT {', '.join('+' + name for name in names)} FROM {_quoted(table)}")  # noqa: S608
            places = ", ".join("?" * len(names))
            insert = f"INSERT INTO {_quoted(table)} ({', '.join(names)}) VALUES ({places})"  # noqa: S608
            rows.append((insert, cursor.fetchall()))
    noted = {table for _, table in sequences}
    other_statements = [statement for statement in statements if _table_of(statement) not in noted]
    return _Kept(timezone.now(), found_by, rows, sequences, other_statements)


def _store_rows(kept_rows: _Kept) -> None:
    database = connection.connection  # SQLite's own: Django would read each statement again
    for insert, rows in kept_rows.rows:
        database.executemany(insert, rows)
    database.executemany("UPDATE sqlite_sequence SET seq = ? WHERE name = ?", kept_rows.sequences)
    with connection.cursor() as cursor:
        for sql, params, is_many in kept_rows.statements:
            (cursor.executemany if is_many else cursor.execute)(sql, params)


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)


def _table_of(statement: Statement) -> str:
    match = WRITTEN_TO.match(statement[0])
    return match[1] if match else ""


def _is_own(table: str) -> bool:
    """Return whether the project owns the table, and no migration stores rows in it."""
    return table.startswith(OURS) and table not in MIGRATED


def _can_know(beside: tuple[str, ...]) -> bool:
    """Return whether the database is empty but for some tables, so that its contents are known."""
    is_possible = connection.vendor == "sqlite" and connection.in_atomic_block
    return is_possible and all(table.startswith(beside) for table in _tables_used())


def _tables_used() -> list[str]:
    """Return the tables of the project that ever held a row."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM sqlite_sequence WHERE seq > 0")
        return [name for (name,) in cursor.fetchall() if _is_own(name)]


def _noting(statements: list[tuple[str, Any, bool]]) -> AbstractContextManager[None]:
    """Append every statement that writes rows within the block to the list."""

    def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        if sql.startswith(WRITES):
            statements.append((sql, params, many))
        return result

    return connection.execute_wrapper(note)
