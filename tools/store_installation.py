"""Store an installation of this version for the tests of later versions. Run it once before each release.

It makes the demonstration in an empty database, then writes `NUMBER-ENGINE.zip` and `NUMBER-ENGINE.json` into
`tests/data/installations`: the archive, and what people saw. Run it for both engines (CONTRIBUTING.md).
"""

# ruff: noqa: PLC0415 – Django is set up before our modules are imported

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[1]
STORED = PROJECT / "tests" / "data" / "installations"
KEY = "key of sessions of the machine that stored it"


def main() -> None:
    """Write the archive and what people saw."""
    sys.path.insert(0, str(PROJECT))
    with tempfile.TemporaryDirectory(prefix="etui-store-") as folder:
        settings = {
            "ETUI_VAR_DIR": folder,
            "SECRET_KEY": KEY,
            "DJANGO_SETTINGS_MODULE": "config.settings.hall",
        }
        os.environ |= settings
        import django

        django.setup()
        store_demonstration()


def store_demonstration() -> None:
    """Make the demonstration with a code of each kind, and store it."""
    from django.core.management import call_command
    from django.db import connection

    from accounts.models import User
    from etui.version import program_version
    from tournaments.models import Club, Person, Session
    from tournaments.people.services.person_links import renew_person_link
    from tournaments.results.services.club_tables import make_table_codes
    from tournaments.results.services.table_access import open_phones

    call_command("migrate", verbosity=0)
    if User.objects.exists():
        sys.exit("This database holds data: name an empty one.")
    call_command("make_demo_club", verbosity=0)
    user = User.objects.order_by("pk")[0]
    make_table_codes(club=Club.objects.get(), made_by=user)
    renew_person_link(person=Person.objects.order_by("pk")[0], made_by=user)
    open_phones(session=Session.objects.filter(tournament__state="playing").order_by("pk")[0], opened_by=user)
    archive = STORED / f"{program_version()}-{connection.vendor}.zip"
    archive.unlink(missing_ok=True)
    call_command("backup", str(archive))
    text = json.dumps(describe_installation(), ensure_ascii=False, indent=1, sort_keys=True)
    archive.with_suffix(".json").write_text(f"{text}\n", encoding="utf-8")


def describe_installation() -> dict[str, Any]:
    """Return what a later version must still show: rankings, and the addresses of codes and private links."""
    from django.urls import reverse

    from tournaments.models import Club, Person, Session, TableAccess
    from tournaments.people.services.person_links import person_secret
    from tournaments.rankings.queries.standings import latest_standings, snapshot_rows
    from tournaments.results.services.club_tables import club_table_secret
    from tournaments.results.services.table_access import table_secret

    rankings = {}
    for session in Session.objects.select_related("tournament").order_by("pk"):
        rows = sorted(
            [row.overall_place or 999, str(row.entry), str(row.value)]
            for row in snapshot_rows(latest_standings(session))
        )
        if rows:
            rankings[f"{session.tournament.slug}/{session.number}"] = rows
    table = TableAccess.objects.order_by("pk")[0]
    person = Person.objects.exclude(link_nonce="").order_by("pk")[0]
    return {
        "rankings": rankings,
        "addresses": {
            "card": reverse("table-of-club", args=[club_table_secret(Club.objects.get(), 1)]),
            "table": reverse("table-page", args=[table_secret(table)]),
            "person": reverse("public-own-results", args=[person_secret(person)]),
        },
    }


if __name__ == "__main__":
    main()
