"""A new database gets its tables from squashed migrations, an older one goes on with the separate ones."""

import shutil
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from tests.installations import other_database
from tests.schemas import live_schema, migrate_separately, new_schema
from tournaments.enums import LinkPurpose
from tournaments.installation.stored_database import (
    check_stored_database,
    expected_columns,
    lacks_migrations,
    read_living,
)
from tournaments.management.migrating import has_migrations_to_apply, migrate_database
from tournaments.models import LinkKey

pytestmark = pytest.mark.django_db

MIGRATIONS = Path(import_module("tournaments.migrations").__path__[0])
SQUASHED = sorted(path.stem for path in MIGRATIONS.glob("*_squashed_*.py"))
SEPARATE = sorted(path.stem for path in MIGRATIONS.glob("[0-9]*.py") if path.stem not in SQUASHED)
REPLACED = import_module(f"tournaments.migrations.{SQUASHED[-1]}").NAMES
PUBLISHING = ("0001_initial", "0002_marks")
FIRST_OF_PUBLISHING = 12
"""Number of the migration on which those of publishing depend."""
NEXT = f"{len(SEPARATE) + 1:04}_next"


def forget_after(count: int) -> None:
    """Leave the first `count` migrations of tournaments in the recorded history, and no squashed one."""
    rows = MigrationRecorder(connection).migration_qs
    rows.filter(name__contains="_squashed_").delete()
    rows.filter(app="tournaments", name__in=SEPARATE[count:]).delete()
    if count < len(SEPARATE):
        followed = PUBLISHING if count >= FIRST_OF_PUBLISHING else ()
        rows.filter(app="publishing").exclude(name__in=followed).delete()


def planned() -> list[str]:
    """Return the names of the migrations of tournaments that an update would run, in their order."""
    executor = MigrationExecutor(connection)
    executor.loader.check_consistent_history(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [migration.name for migration, _backwards in plan if migration.app_label == "tournaments"]


@pytest.mark.postgres
def test_each_older_state_goes_on_with_the_separate_migrations() -> None:
    for count in range(len(SEPARATE), 0, -1):
        forget_after(count)

        assert planned() == SEPARATE[count:]


def test_new_database_runs_the_squashed_migration_in_place_of_the_separate_ones() -> None:
    MigrationRecorder(connection).migration_qs.all().delete()

    assert planned() == [*SQUASHED, *SEPARATE[len(REPLACED) :]]


def test_new_database_has_the_history_of_the_separate_migrations_and_the_keys_of_0005() -> None:
    rows = MigrationRecorder(connection).migration_qs.filter(app="tournaments")
    purposes = set(LinkKey.objects.values_list("purpose", flat=True))

    assert sorted(rows.values_list("name", flat=True)) == sorted(SQUASHED + SEPARATE)
    assert purposes == {*import_module("tournaments.migrations.0005_link_keys").PURPOSES}
    assert purposes <= set(LinkPurpose)


def test_complete_history_without_the_squashed_row_is_that_of_this_version() -> None:
    forget_after(len(SEPARATE))
    contents = read_living()

    check_stored_database(contents)
    assert not has_migrations_to_apply()
    assert not contents.is_older
    assert not lacks_migrations(contents.migrations)


def test_parts_of_an_older_database_are_those_of_its_own_migrations() -> None:
    forget_after(4)
    fourth = expected_columns(read_living().migrations)
    forget_after(3)
    third = expected_columns(read_living().migrations)

    assert fourth.keys() - third.keys() == {"tournaments_registerchange", "tournaments_changedperson"}
    assert fourth["tournaments_person"] - third["tournaments_person"] == {"refuses_full_name"}
    assert "tournaments_linkkey" not in fourth


@pytest.mark.parametrize("parent", [SEPARATE[-1], SQUASHED[-1]])
def test_next_migration_follows_in_a_new_and_in_an_older_database(
    parent: str, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(MIGRATIONS, tmp_path / "following_migrations")
    (tmp_path / "following_migrations" / f"{NEXT}.py").write_text(
        "from django.db import migrations\n\n\nclass Migration(migrations.Migration):\n"
        f"    dependencies = [('tournaments', '{parent}')]\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(tmp_path)
    settings.MIGRATION_MODULES = {"tournaments": "following_migrations"}

    try:
        assert planned() == [NEXT]
        for count in (len(SEPARATE), 9, 1):
            forget_after(count)
            assert planned() == [*SEPARATE[count:], NEXT]
            assert lacks_migrations(read_living().migrations)
            assert "tournaments_club" in expected_columns(read_living().migrations)
    finally:
        for name in [name for name in sys.modules if name.startswith("following_migrations")]:
            del sys.modules[name]


def test_next_migration_is_numbered_after_the_last_one() -> None:
    ((_app, leaf),) = MigrationLoader(None).graph.leaf_nodes("tournaments")

    assert MigrationAutodetector.parse_number(leaf) == len(SEPARATE)


@pytest.mark.nights
@pytest.mark.parametrize("name", [SEPARATE[3], SEPARATE[8], SEPARATE[13]])
def test_database_of_an_older_state_gets_the_tables_of_a_new_one(name: str, tmp_path: Path) -> None:
    with other_database(tmp_path / "etui.sqlite3"):
        migrate_separately(("tournaments", name))
        contents = read_living()
        check_stored_database(contents)
        expected = expected_columns(contents.migrations)
        migrate_database()

        assert contents.columns.keys() == {*expected, "django_migrations"}
        assert live_schema() == new_schema()
