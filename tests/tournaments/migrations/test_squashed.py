"""A database that began with the separate migrations and one made at once are the same to Django."""

from importlib import import_module
from pathlib import Path

SQUASHED = "0001_squashed_0050_follows"


def test_it_stands_for_every_migration_before_it() -> None:
    squashed = import_module(f"tournaments.migrations.{SQUASHED}")
    folder = Path(str(squashed.__file__)).parent
    earlier = [path.stem for path in sorted(folder.glob("00*.py")) if path.stem[:4] <= "0050"]

    assert squashed.Migration.replaces == [("tournaments", name) for name in earlier if name != SQUASHED]
