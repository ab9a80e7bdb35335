"""Migration of the database to this version."""

from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder


def has_migrations_to_apply() -> bool:
    """Return whether the database lacks a migration of this version."""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def migrate_database() -> None:
    """Apply the migrations that the database lacks.

    Without any the command is not run: it would build all models twice, a tenth of a second.
    """
    if not connection.introspection.table_names():
        make_first_tables()
    elif not has_migrations_to_apply():
        return
    call_command("migrate", verbosity=0, interactive=False)  # stores the rows of Django, too


def make_first_tables() -> None:
    """Create the tables of all migrations in an empty database, and record the migrations as applied.

    One transaction. Each table is created in its final form, with the columns, constraints and indexes that
    the migrations give it. Migrations of stored rows have none to change, and are not run.
    """
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    # one state of all models: Django renders them anew for each operation, five seconds of processor time
    models = executor.loader.project_state().apps.get_models()
    with connection.schema_editor(atomic=True) as editor:
        editor.create_model(MigrationRecorder.Migration)
        for model in models:
            if model._meta.can_migrate(connection):
                editor.create_model(model)
        for migration, _is_backwards in plan:
            executor.recorder.record_applied(migration.app_label, migration.name)
