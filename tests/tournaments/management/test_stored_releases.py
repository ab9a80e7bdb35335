"""An installation of each released version: restored on another machine, migrated to today and compared.

By day on PostgreSQL; on SQLite the data of the first version stand for those of releases
(`test_stored_installations.py`).
"""

import json
import re
import zipfile
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client

from tests.cases import by_day
from tests.installations import database_in_file
from tools.store_installation import STORED, describe_installation
from tournaments.base.services.link_keys import forget_link_keys
from tournaments.models import Session
from tournaments.rankings.services.standings import refresh_standings
from tournaments.work.kinds import request_standings

pytestmark = pytest.mark.django_db(transaction=True)

PROJECT = Path(__file__).parents[3]
NUMBER = re.compile(r"(\d+\.\d+\.\d+)-sqlite")
RELEASES = sorted(match[1] for path in STORED.glob("*.zip") if (match := NUMBER.fullmatch(path.stem)))


def test_every_release_of_the_changelog_is_stored_for_both_engines() -> None:
    text = (PROJECT / "CHANGELOG.md").read_text(encoding="utf-8")
    numbers = re.findall(r"^## (\d+\.\d+\.\d+)", text, re.MULTILINE)

    assert numbers
    assert set(numbers) == set(RELEASES)
    for number in numbers:
        for engine in ("sqlite", "postgresql"):
            with zipfile.ZipFile(STORED / f"{number}-{engine}.zip") as archive:
                assert json.loads(archive.read("about.json"))["program"] == number


@pytest.mark.postgres
@pytest.mark.parametrize("number", by_day(RELEASES, lambda _number: connection.vendor != "sqlite"))
def test_data_of_a_release_show_the_same_in_this_version(number: str, tmp_path: Path, settings: Any) -> None:
    archive = STORED / f"{number}-{connection.vendor}.zip"
    expected = json.loads(archive.with_suffix(".json").read_text(encoding="utf-8"))
    settings.VAR_DIR, settings.MEDIA_ROOT = tmp_path / "var", tmp_path / "var" / "documents"
    settings.SECRET_KEY = "of another machine"

    with database_in_file(tmp_path / "var" / "etui.sqlite3"):
        call_command("restore", str(archive), stdout=StringIO())
        forget_link_keys()
        description = describe_installation()
        opened = {
            kind: Client().get(path, follow=True).status_code for kind, path in expected["addresses"].items()
        }
        for session in Session.objects.filter(snapshots__isnull=False).distinct():
            request_standings(session=session)
            refresh_standings(session=session)
        ranked_again = describe_installation()
    forget_link_keys()

    assert description == expected
    assert ranked_again == expected
    assert opened == dict.fromkeys(expected["addresses"], 200)
