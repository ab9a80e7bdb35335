"""Structure of a database as text, to compare databases that came about in different ways."""

import re
import sqlite3
import tempfile
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.kept_schema import kept_schema, run_on_server

IN_LIST = re.compile(r"IN \(([^()]*)\)")
NOT_OF_THE_SCHEMA = re.compile(r"^(--|\\(un)?restrict|COMMENT ON SCHEMA public).*\n", re.MULTILINE)
"""Comments, also of a schema that a restore made, and commands of newer versions of pg_dump with a key."""
STATEMENTS = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"


def migrate_separately(*targets: tuple[str, str]) -> None:
    """Migrate the live database to these migrations as before squashed ones stood beside them."""
    executor = MigrationExecutor(connection)
    executor.loader.replace_migrations = False
    executor.loader.build_graph()
    executor.migrate(list(targets))


def live_schema() -> list[str]:
    """Return the statements that make the tables, constraints and indexes of the live database, sorted."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            return _sorted_statements(row[0] for row in cursor.execute(STATEMENTS).fetchall())
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "live.sql"
        path.write_text(_dump(str(connection.settings_dict["NAME"])), encoding="utf-8")
        return _schema_of_dump(path)


def new_schema() -> list[str]:
    """Return the same statements for a database that was empty before it was migrated."""
    path = kept_schema(connection.vendor)
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as database:
            return _sorted_statements(row[0] for row in database.execute(STATEMENTS).fetchall())
    return _schema_of_dump(path)


def _schema_of_dump(path: Path) -> list[str]:
    # PostgreSQL writes a condition in another form once it was restored from a dump
    name = f"{connection.settings_dict['NAME']}_restored"
    run_on_server("createdb", name)
    try:
        run_on_server("psql", "--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", f"--file={path}", name)
        return _sorted_statements(NOT_OF_THE_SCHEMA.sub("", _dump(name)).split(";\n"))
    finally:
        run_on_server("dropdb", name)


def _dump(name: str) -> str:
    return run_on_server("pg_dump", "--schema-only", "--no-owner", "--no-privileges", name)


def _sorted_statements(statements: Iterable[str]) -> list[str]:
    # Django writes the values of some lists from a set, in any order
    return sorted(
        IN_LIST.sub(lambda match: f"IN ({', '.join(sorted(match[1].split(',')))})", statement.strip())
        for statement in statements
    )
