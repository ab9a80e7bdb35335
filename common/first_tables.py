"""The tables of an app, made in one go by its first migration.

Django works its picture of all models out again for each operation of a migration: a new database took six
seconds of a core, one made by this operation takes one.
"""

from collections.abc import Sequence
from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState


class MakeTables(Operation):
    """What the operations of a first migration come to, each table made once, as it is at their end.

    Args:
        operations: those that `makemigrations` wrote: models created, and what is added to them. They are
            never carried out one by one, so none may run SQL or Python of its own.
    """

    def __init__(self, operations: Sequence[Operation]) -> None:
        self.operations = operations

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        vars(state).pop("apps", None)  # worked out again when it is asked for, and not for each operation
        for operation in self.operations:
            operation.state_forwards(app_label, state)

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        for model in _models(app_label, to_state):
            schema_editor.create_model(model)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        for model in reversed(_models(app_label, from_state)):
            schema_editor.delete_model(model)

    def describe(self) -> str:
        return "Make all tables"


def _models(app_label: str, state: ProjectState) -> list[Any]:
    apps = state.apps
    return [apps.get_model(app, name) for app, name in state.models if app == app_label]
