"""An installation of commit 6e8b4da1, the first version: restored, migrated to today and compared.

Its archives, one for each engine, and `6e8b4da1.json` were written by that commit. They hold six events of
the demonstration, one of them in play, and a person added, renamed and given another licence on the pages.
"""

import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from tests.installations import database_in_file
from tournaments.models import Session
from tournaments.rankings.queries.standings import latest_standings, snapshot_rows
from tournaments.rankings.services.standings import refresh_standings
from tournaments.work.kinds import request_standings

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

STORED = Path(__file__).parents[2] / "data" / "installations"
EXPECTED: dict[str, Any] = json.loads((STORED / "6e8b4da1.json").read_text(encoding="utf-8"))
Ranking = list[list[Any]]


@pytest.fixture
def installation(tmp_path: Path, settings: Any) -> Iterator[Path]:
    """The folder of the stored installation, restored under the key of sessions that it had."""
    settings.VAR_DIR = tmp_path / "var"
    settings.MEDIA_ROOT = tmp_path / "var" / "documents"
    settings.SECRET_KEY = EXPECTED["secret_key"]
    with database_in_file(tmp_path / "var" / "etui.sqlite3"):
        restore_stored()
        yield tmp_path / "var"


def restore_stored() -> str:
    output = StringIO()
    call_command("restore", str(STORED / f"6e8b4da1-{connection.vendor}.zip"), stdout=output)
    return output.getvalue()


def rankings() -> dict[str, Ranking]:
    """Return the latest ranking of each event that has one."""
    found = {}
    for session in Session.objects.select_related("tournament"):
        rows = snapshot_rows(latest_standings(session))
        ordered = sorted(rows, key=lambda row: (row.overall_place or 999, row.entry.pk))
        if rows:
            found[session.tournament.slug] = [
                [str(row.entry), row.overall_place, str(row.value)] for row in ordered
            ]
    return found


def test_rankings_of_the_first_version_are_read_and_computed_as_they_were(installation: Path) -> None:
    stored = rankings()
    for session in Session.objects.filter(snapshots__isnull=False).distinct():
        request_standings(session=session)
        refresh_standings(session=session)

    assert stored == EXPECTED["rankings"]
    assert rankings() == EXPECTED["rankings"]
