"""An installation of commit 6e8b4da1, the first version: restored, migrated to today and compared.

Its archives, one for each engine, and `6e8b4da1.json` were written by that commit. They hold six events of
the demonstration, one of them in play, and a person added, renamed and given another licence on the pages.
"""

import json
import shutil
from collections.abc import Iterator
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from tests.installations import database_in_file
from tests.kept_schema import run_on_server
from tests.schemas import live_schema, migrate_separately, new_schema
from tournaments.base.services.link_keys import forget_link_keys, link_digest, stored_link_keys
from tournaments.entries.services.registrations import registration_secret
from tournaments.enums import LinkPurpose
from tournaments.installation.archive import Archive
from tournaments.installation.stored_database import Contents
from tournaments.management import replacing
from tournaments.management.migrating import migrate_database
from tournaments.models import AuditEvent, Club, LinkKey, Person, Registration, Session, TableAccess
from tournaments.models.people import NUMBER_ALONE
from tournaments.people.services.person_links import person_secret
from tournaments.rankings.queries.standings import latest_standings, snapshot_rows
from tournaments.rankings.services.standings import refresh_standings
from tournaments.results.services.club_tables import club_table_secret
from tournaments.results.services.table_access import table_secret
from tournaments.site.services.erasure import erase_person
from tournaments.site.services.lost_codes import note_restored_keys, send_registration_links
from tournaments.work.kinds import request_standings

pytestmark = pytest.mark.django_db(transaction=True)

STORED = Path(__file__).parents[2] / "data" / "installations"
EXPECTED: dict[str, Any] = json.loads((STORED / "6e8b4da1.json").read_text(encoding="utf-8"))
STORED_ARCHIVE = STORED / f"6e8b4da1-{connection.vendor}.zip"
WITH_KEYS, MIGRATED = "0005_link_keys", "0006_audit_person"
Ranking = list[list[Any]]


class KeptDatabase:
    """A copy of the restored database, to be put back: restoring and migrating take seconds."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.is_kept = False

    def keep(self, database: Path) -> None:
        connection.close()
        if connection.vendor == "sqlite":
            shutil.copy(database, self._file)
        else:
            run_on_server("createdb", "--template", _name(), _name("_kept"))
        self.is_kept = True

    def put_back(self, database: Path) -> None:
        connection.close()
        if connection.vendor == "sqlite":
            shutil.copy(self._file, database)
        else:
            run_on_server("dropdb", _name())
            run_on_server("createdb", "--template", _name("_kept"), _name())

    def drop(self) -> None:
        if self.is_kept and connection.vendor == "postgresql":
            run_on_server("dropdb", _name("_kept"))


def _name(ending: str = "") -> str:
    return f"{connection.settings_dict['NAME']}{ending}"


@pytest.fixture(scope="module")
def restored_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KeptDatabase]:
    database = KeptDatabase(tmp_path_factory.mktemp("restored") / "etui.sqlite3")
    yield database
    database.drop()


@pytest.fixture
def installation(tmp_path: Path, settings: Any, restored_once: KeptDatabase) -> Iterator[Path]:
    """The folder of the stored installation, restored under the key of sessions that it had."""
    settings.VAR_DIR = tmp_path / "var"
    settings.MEDIA_ROOT = tmp_path / "var" / "documents"
    settings.SECRET_KEY = EXPECTED["secret_key"]
    database = tmp_path / "var" / "etui.sqlite3"
    with database_in_file(database):
        if restored_once.is_kept:
            restored_once.put_back(database)
            forget_link_keys()
        else:
            restore(STORED_ARCHIVE)
            restored_once.keep(database)
        yield tmp_path / "var"
    forget_link_keys()
    stored_link_keys()


def restore(archive: Path) -> str:
    """Return what the command printed."""
    output = StringIO()
    call_command("restore", str(archive), stdout=output)
    return output.getvalue()


def migrate_again(restored_once: KeptDatabase, database: Path) -> None:
    """Put the migrated rows in the place of the restored ones, with keys of this machine's `SECRET_KEY`."""
    restored_once.put_back(database)
    LinkKey.objects.all().delete()
    import_module(f"tournaments.migrations.{WITH_KEYS}").store_keys(apps, None)


def addresses() -> dict[str, str]:
    """Return the address of every kind of code and private link, as the first version printed it."""
    secrets = EXPECTED["secrets"][connection.vendor]
    return {
        "table": reverse("table-page", args=[secrets["table"]]),
        "table card": reverse("table-of-club", args=[secrets["club_table"]]),
        "results": reverse("public-own-results", args=[secrets["person"]]),
        "registration": reverse("public-registration", args=secrets["registration"]),
    }


def answers(paths: dict[str, str]) -> dict[str, int]:
    return {kind: Client().get(path, follow=True).status_code for kind, path in paths.items()}


def secrets_now() -> dict[str, Any]:
    """Return the secrets that the site makes today, in the form of the stored ones."""
    registration = Registration.objects.select_related("tournament").get()
    return {
        "table": table_secret(TableAccess.objects.order_by("pk")[0]),
        "club_table": club_table_secret(Club.objects.get(), 1),
        "person": person_secret(Person.objects.get(pk=EXPECTED["person"])),
        "registration": [registration.tournament.slug, registration_secret(registration)],
    }


def daily_secrets() -> dict[str, str]:
    purposes = {"deal": LinkPurpose.DAILY_DEAL, "robots": LinkPurpose.DAILY_ROBOTS}
    return {name: link_digest(purpose, "2026-11-28").hex() for name, purpose in purposes.items()}


def rankings() -> dict[str, Ranking]:
    """Return the latest ranking of each event that has one."""
    rankings_by_event = {}
    for session in Session.objects.select_related("tournament"):
        rows = snapshot_rows(latest_standings(session))
        ordered = sorted(rows, key=lambda row: (row.overall_place or 999, row.entry.pk))
        if rows:
            rankings_by_event[session.tournament.slug] = [
                [str(row.entry), row.overall_place, str(row.value)] for row in ordered
            ]
    return rankings_by_event


@pytest.mark.postgres
def test_rankings_of_the_first_version_are_read_and_computed_as_they_were(installation: Path) -> None:
    ranking_rows = rankings()
    for session in Session.objects.filter(snapshots__isnull=False).distinct():
        request_standings(session=session)
        refresh_standings(session=session)

    assert ranking_rows == EXPECTED["rankings"]
    assert rankings() == EXPECTED["rankings"]


@pytest.mark.postgres
def test_updated_tables_of_the_first_version_are_those_of_a_new_installation(installation: Path) -> None:
    """The first version had no publishing, so the separate migrations of publishing run here once more."""
    with connection.schema_editor() as editor:
        for model in reversed(list(apps.get_app_config("publishing").get_models())):
            editor.delete_model(model)
    MigrationRecorder(connection).migration_qs.filter(app="publishing").delete()
    migrate_separately(("publishing", "0001_initial"))

    migrate_database()

    assert live_schema() == new_schema()


@pytest.mark.postgres
def test_codes_that_the_first_version_printed_open_after_the_update(installation: Path) -> None:
    assert secrets_now() == EXPECTED["secrets"][connection.vendor]
    assert answers(addresses()) == dict.fromkeys(addresses(), 200)
    assert daily_secrets() == EXPECTED["daily"]
    assert Club.objects.get().codes_lost_at is None


def test_codes_open_after_a_restore_on_another_machine(
    installation: Path, tmp_path: Path, settings: Any
) -> None:
    call_command("backup", str(tmp_path / "moved.zip"), stdout=StringIO())
    settings.SECRET_KEY = "of another machine"

    output = restore(tmp_path / "moved.zip")

    assert answers(addresses()) == dict.fromkeys(addresses(), 200)
    assert daily_secrets() == EXPECTED["daily"]
    assert "ne marchent plus" not in output


def test_a_restore_without_keys_says_which_codes_are_lost_and_one_page_lists_them(
    installation: Path, settings: Any, restored_once: KeptDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On SQLite the migrations have run for all tests of this file: only that of the keys runs again."""
    settings.SECRET_KEY = "of another machine"
    if connection.vendor == "sqlite":
        monkeypatch.setattr(
            replacing, "migrate_database", lambda: migrate_again(restored_once, installation / "etui.sqlite3")
        )

    output = restore(STORED_ARCHIVE)

    assert set(answers(addresses()).values()) == {404}
    club, person = Club.objects.get(), Person.objects.get(pk=EXPECTED["person"])
    page = reverse("organiser-lost-codes", args=[club.slug])
    client = Client()
    client.force_login(User.objects.get(is_superuser=True))
    page_text = client.get(page).text
    evening = TableAccess.objects.order_by("pk")[0].table.section.session.tournament
    assert page in output
    assert page in client.get(reverse("organiser-home")).text
    assert reverse("organiser-phones", args=[evening.slug]) in page_text
    assert reverse("organiser-person-link", args=[club.slug, person.pk]) in page_text
    assert "Cartons de table du club" in page_text
    assert str(Registration.objects.get()) in page_text
    new = secrets_now()
    assert Client().get(reverse("table-page", args=[new["table"]])).status_code == 200

    client.post(page)

    assert Club.objects.get().codes_lost_at is None
    assert page not in client.get(reverse("organiser-home")).text


def test_registrations_get_their_new_link_by_mail(
    installation: Path, settings: Any, mailoutbox: list[Any]
) -> None:
    Registration.objects.update(link=f"https://etui.example{addresses()['registration']}")
    LinkKey.objects.all().delete()
    settings.SECRET_KEY = "of another machine"
    keyless = Archive(None, Contents({}, {}, frozenset()), 0)

    (club,) = note_restored_keys(keyless, now=timezone.now())
    send_registration_links(club=club)

    registration = Registration.objects.get()
    assert registration.link != f"https://etui.example{addresses()['registration']}"
    assert registration.link in mailoutbox[0].body
    assert Client().get(registration.link.removeprefix("https://etui.example")).status_code == 200


@pytest.mark.postgres
def test_the_trace_of_the_first_version_gets_the_key_of_its_person_and_is_erased(installation: Path) -> None:
    person = Person.objects.get(pk=EXPECTED["person"])
    events = AuditEvent.objects.filter(person=person)

    actions = sorted(events.values_list("action", flat=True))
    erase_person(person=person, typed_name="Qnewnameq Qgivenq", erased_by=None)

    assert actions == ["person.added", *["person.changed"] * 3, "person.link_made"]
    rows = json.dumps(list(AuditEvent.objects.values("subject", "before", "after"))).casefold()
    for text in ("qoldnameq", "qnewnameq", "qgivenq", "qlic1234", "qlic5678"):
        assert text not in rows


def test_the_update_erases_what_an_earlier_erasing_left_in_the_trace(installation: Path) -> None:
    person = Person.objects.get(pk=EXPECTED["person"])
    number = f"Joueur {person.pk}"
    kept = {name: value for name, value in NUMBER_ALONE.items() if name != "last_name__startswith"}
    Person.objects.filter(pk=person.pk).update(**kept, last_name=f"#{person.pk}", erased_at=timezone.now())
    AuditEvent.objects.filter(before={"first_name": "Qfirstq"}).delete()
    AuditEvent.objects.filter(subject__startswith="QNEWNAMEQ").update(subject=number)
    AuditEvent.objects.update(person=None)

    migration = import_module(f"tournaments.migrations.{MIGRATED}")
    separate = MigrationLoader(None, replace_migrations=False)
    migration.fill(separate.project_state([("tournaments", MIGRATED)]).apps, None)

    rows = json.dumps(list(AuditEvent.objects.values("subject", "before", "after"))).casefold()
    for text in ("qoldnameq", "qnewnameq", "qlic1234", "qlic5678"):
        assert text not in rows
