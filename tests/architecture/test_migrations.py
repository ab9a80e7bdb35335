"""Migrations are added and never changed: existing databases have run the present ones."""

import hashlib
import json
from pathlib import Path

import pytest

from tournaments.installation.former_states import FORMER_MIGRATIONS

pytestmark = pytest.mark.pure

PROJECT = Path(__file__).parents[2]
DIGESTS = PROJECT / "tests" / "data" / "migrations.json"
"""Digest of each migration, by its path. A new migration adds its row; no row changes or goes."""


def digests() -> dict[str, str]:
    """Return the digest of every migration in the tree, by its path."""
    migrations = sorted(PROJECT.glob("*/migrations/[0-9]*.py"))
    return {
        path.relative_to(PROJECT).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in migrations
    }


def test_migrations_are_those_whose_digests_are_stored() -> None:
    recorded = json.loads(DIGESTS.read_text(encoding="utf-8"))

    # a new migration: put its row from this comparison into tests/data/migrations.json
    assert digests() == recorded


def test_first_migrations_are_those_of_the_first_version() -> None:
    recorded = json.loads(DIGESTS.read_text(encoding="utf-8"))

    first = {path: digest[:12] for path, digest in recorded.items() if path.endswith("/0001_initial.py")}

    assert first == {
        "accounts/migrations/0001_initial.py": "54adc1ede81c",
        "counting/migrations/0001_initial.py": "f1a847e18c54",
        "games/migrations/0001_initial.py": "0438b6ba8413",
        "play/migrations/0001_initial.py": "04fde636ccb7",
        "publishing/migrations/0001_initial.py": "77bff92980d8",
        "tournaments/migrations/0001_initial.py": "62fce9a0f2e9",
    }


def test_no_migration_bears_the_name_of_one_that_is_gone() -> None:
    names = {(path.split("/")[0], Path(path).stem) for path in digests()}

    assert not names & FORMER_MIGRATIONS
