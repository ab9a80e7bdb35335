"""Tables created in one go equal those of one operation after the other."""

from collections.abc import Iterator

import pytest
from django.db import connection, migrations, models
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

from common.first_tables import MakeTables

APP = "library"


def made() -> list[Operation]:
    """Return operations for two tables with references to each other, one of them in two parts."""
    key = models.BigAutoField(primary_key=True)
    author = models.ForeignKey("library.author", models.CASCADE)
    best = models.ForeignKey("library.book", models.SET_NULL, null=True, related_name="+")
    named_once = models.UniqueConstraint(fields=("author", "title"), name="book_named_once")
    return [
        migrations.CreateModel("Author", [("id", key), ("name", models.CharField(max_length=20))]),
        migrations.CreateModel("Book", [("id", key), ("title", models.CharField(max_length=20))]),
        migrations.AddField("book", "author", author),
        migrations.AddField("author", "best", best),
        migrations.AddConstraint("book", named_once),
    ]


@pytest.fixture
def database() -> Iterator[DatabaseWrapper]:
    """One of its own, in memory."""
    empty = DatabaseWrapper({**connection.settings_dict, "NAME": ":memory:", "OPTIONS": {}}, alias="default")
    yield empty
    empty.close()


def carried_out(database: DatabaseWrapper, operations: list[Operation]) -> ProjectState:
    state = ProjectState()
    with database.schema_editor(atomic=False) as editor:
        for operation in operations:
            state_before = state.clone()
            operation.state_forwards(APP, state)
            operation.database_forwards(APP, editor, state_before, state)
    return state


def tables(database: DatabaseWrapper) -> dict[str, tuple[set[str], list[str]]]:
    """Return the columns and constraints of each table."""
    with database.cursor() as cursor:
        return {
            name: (
                {column.name for column in database.introspection.get_table_description(cursor, name)},
                sorted(
                    f"{constraint['columns']} {constraint['unique']} {constraint['foreign_key']}"
                    for constraint in database.introspection.get_constraints(cursor, name).values()
                ),
            )
            for name in database.introspection.table_names(cursor)
        }


@pytest.mark.django_db
def test_tables_and_picture_of_the_models_are_the_same(database: DatabaseWrapper) -> None:
    one_by_one = carried_out(database, made())
    expected = tables(database)
    with database.schema_editor(atomic=False) as editor:
        for model in one_by_one.apps.get_models():
            editor.delete_model(model)

    state = carried_out(database, [MakeTables(made())])

    assert tables(database) == expected
    assert set(expected) == {"library_author", "library_book"}
    assert state.models == one_by_one.models


@pytest.mark.django_db
def test_tables_are_taken_away_again(database: DatabaseWrapper) -> None:
    state = carried_out(database, [MakeTables(made())])

    with database.schema_editor(atomic=False) as editor:
        MakeTables(made()).database_backwards(APP, editor, state, ProjectState())

    assert tables(database) == {}
