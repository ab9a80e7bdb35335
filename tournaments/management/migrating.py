"""Migration of the database to this version."""

from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor


def has_migrations_to_apply() -> bool:
    """Return whether the database lacks a migration of this version."""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def migrate_database() -> None:
    """Apply the migrations that the database lacks.

    Without any the command is not run: it would build all models twice, a tenth of a second.
    """
    if has_migrations_to_apply():
        call_command("migrate", verbosity=0, interactive=False)
