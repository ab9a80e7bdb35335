"""The database of a new installation: the same as after all migrations, without their steps."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.apps import AppConfig
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.db.models.signals import post_migrate

from tests.installations import database_in_file, other_database
from tournaments.base.services.link_keys import store_missing_keys
from tournaments.management import migrating
from tournaments.management.migrating import has_migrations_to_apply, migrate_database
from tournaments.models import LinkKey

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]
SCHEMA = "new_installation"
COLUMNS = """SELECT table_name, column_name, data_type, character_maximum_length, is_nullable, column_default,
    is_identity, generation_expression
    FROM information_schema.columns WHERE table_schema = current_schema()"""
CONSTRAINTS = """SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = current_schema()::regnamespace"""
INDEXES = "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = current_schema()"


def rows_of(statement: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return list(cursor.fetchall())


def sorted_lists(text: str) -> str:
    """Sort the values of each list: Django writes those of a set in any order."""
    return re.sub(
        r"(?<=[(\[])'\w+'(?:,\s*'\w+')+(?=[)\]])",
        lambda values: ",".join(sorted(value.strip() for value in values[0].split(","))),
        text,
    )


def tables_of_sqlite() -> set[tuple[str, str, str]]:
    """Return the parts of each table and index: columns, constraints, conditions, in no order."""
    statements: Iterable[tuple[str, str, str]] = rows_of("SELECT type, name, sql FROM sqlite_master")
    return {
        (kind, name, part)
        for kind, name, sql in statements
        for part in re.split(r'(?<!\d), (?="|CONSTRAINT)', sorted_lists((sql or "").removesuffix(")")))
    }


def tables_of_postgresql() -> set[tuple[Any, ...]]:
    """Return columns, constraints and indexes, without the casts that a restored archive writes elsewhere."""
    rows = [*rows_of(COLUMNS), *rows_of(CONSTRAINTS), *rows_of(INDEXES)]
    casts = re.compile(r"::(?:character varying|text)(?:\[\])?|[()]")
    return {
        tuple(sorted_lists(casts.sub("", str(value).replace(f"{SCHEMA}.", "public."))) for value in row)
        for row in rows
    }


def filled_tables() -> set[str]:
    """Return the tables with rows, besides those that Django fills after a migration."""
    names = set(connection.introspection.table_names()) - {"django_content_type", "auth_permission"}
    return {name for name in names if rows_of(f'SELECT 1 FROM "{name}" LIMIT 1')}  # noqa: S608


@pytest.fixture
def told_apps() -> Iterator[set[str]]:
    """Labels of the apps after whose migration Django stores its own rows, such as permissions."""
    labels: set[str] = set()

    def note(app_config: AppConfig, **_signal: object) -> None:
        labels.add(app_config.label)

    post_migrate.connect(note)
    yield labels
    post_migrate.disconnect(note)


def test_first_tables_are_those_of_all_migrations(tmp_path: Path, told_apps: set[str]) -> None:
    with database_in_file(tmp_path / "migrated" / "etui.sqlite3"):
        migrated, applied = tables_of_sqlite(), set(MigrationRecorder(connection).applied_migrations())
        keys, filled = set(LinkKey.objects.values_list("purpose", "key")), filled_tables()
    (tmp_path / "new").mkdir()

    with other_database(tmp_path / "new" / "etui.sqlite3"):
        migrate_database()

        assert tables_of_sqlite() == migrated
        assert not has_migrations_to_apply()
        assert set(MigrationRecorder(connection).applied_migrations()) == applied
        assert {"auth", "contenttypes"} <= told_apps
        store_missing_keys()
        assert filled_tables() == filled
        assert keys <= set(LinkKey.objects.values_list("purpose", "key"))


def test_first_tables_are_made_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with other_database(tmp_path / "etui.sqlite3"):
        monkeypatch.setattr(MigrationRecorder, "record_applied", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            migrate_database()

        assert connection.introspection.table_names() == []


@pytest.mark.postgres
@pytest.mark.postgres_alone
def test_first_tables_on_postgresql_are_those_of_all_migrations() -> None:
    migrated = tables_of_postgresql()
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE SCHEMA {SCHEMA}")
        cursor.execute(f"SET search_path TO {SCHEMA}")
        try:
            migrating.make_first_tables()

            assert tables_of_postgresql() == migrated
            assert not has_migrations_to_apply()
        finally:
            cursor.execute("SET search_path TO DEFAULT")
            cursor.execute(f"DROP SCHEMA {SCHEMA} CASCADE")
