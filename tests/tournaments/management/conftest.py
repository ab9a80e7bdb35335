"""Archives are judged by the migrations of this version, which are read and rendered once for all tests."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from django.conf import settings

from tournaments.installation import stored_database
from tournaments.installation.stored_database import Migrations


def once_a_history(judge: Callable[[Migrations], Any]) -> Callable[[Migrations], Any]:
    """Return a function that caches its results, also by the folders in which migrations are."""

    @cache
    def remember(migrations: Migrations, _folders: str) -> Any:
        return judge(migrations)

    return lambda migrations: remember(migrations, str(settings.MIGRATION_MODULES))


@pytest.fixture(scope="session", autouse=True)
def _histories_judged_once() -> Iterator[None]:
    """Cache which migrations a history lacks and its columns: a restore reads them several times."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("lacks_migrations", "expected_columns"):
            patch.setattr(stored_database, name, once_a_history(getattr(stored_database, name)))
        yield
