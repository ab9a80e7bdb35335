"""Rows that an earlier version could write and that a constraint refuses today."""

from collections.abc import Callable
from importlib import import_module
from types import SimpleNamespace

from django.apps import apps
from django.db import connection
from django.db.models import Model


def mend_earlier_rows(
    migration: str, model: type[Model], constraint: str, write: Callable[[], object]
) -> None:
    """Write rows without a constraint of the model, and run `mend` of the migration on them.

    PostgreSQL then checks all rows. On SQLite the caller saves the mended ones, which checks them.
    """
    mend = import_module(f"tournaments.migrations.{migration}").mend
    table = model._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            # a table is not rebuilt within the transaction of a test
            cursor.execute("PRAGMA ignore_check_constraints = ON")
            write()
            mend(apps, SimpleNamespace(connection=connection))
            cursor.execute("PRAGMA ignore_check_constraints = OFF")
            return
        # the keys of rows that the test wrote are checked before the table changes
        connection.check_constraints()
        cursor.execute(f"ALTER TABLE {table} DROP CONSTRAINT {constraint}")
        write()
        connection.check_constraints()
        with connection.schema_editor() as editor:
            mend(apps, editor)
            # rows of this very transaction are checked once more
            connection.check_constraints()
            editor.add_constraint(
                model, next(each for each in model._meta.constraints if each.name == constraint)
            )
