"""The services of an evening on SQLite as a laptop uses it: results, ranking, documents."""

import datetime
import os
import tempfile
import time
from pathlib import Path

import django
from django.core.management import call_command

from benchmarks.measuring import show, timed
from benchmarks.paper import printed

TABLES = 13
"""52 players."""
KINDS: tuple[str, ...] = ()
"""Documents that are made; without any, each of them."""


def measure(folder: Path) -> None:
    """One finished evening, then its ranking and each of its documents again."""
    from common.errors import AppError
    from tournaments.demo.services.demo import DemoStage, ensure_demo_club, make_demo_tournament
    from tournaments.models import ResultSlip, StandingsRequest
    from tournaments.paper.documents.registry import DOCUMENTS
    from tournaments.rankings.services.standings import refresh_standings

    club, _organiser = ensure_demo_club()
    evening = {"club": club, "format_code": "duplicate_individual", "table_count": TABLES, "seed": 1}
    evening |= {"starts_on": datetime.date(2026, 11, 21)}
    began = time.perf_counter()
    make_demo_tournament(**evening, stage=DemoStage.SEATED, name="Seated")
    prepared = time.perf_counter() - began
    show(f"{TABLES} tables: entries, deals, seats", [prepared])
    began = time.perf_counter()
    tournament = make_demo_tournament(**evening, stage=DemoStage.FINISHED, name="Played")
    results = ResultSlip.objects.count()
    show(
        f"{TABLES} tables: one of {results} results saved",
        [(time.perf_counter() - began - prepared) / results],
    )
    session = tournament.sessions.get()

    def refresh() -> None:
        StandingsRequest.objects.create(session=session)
        refresh_standings(session=session)

    show(f"{TABLES} tables: ranking refreshed", timed(refresh, 10))
    for kind in KINDS or DOCUMENTS:
        pages: list[int] = []
        try:
            seconds = timed(printed(kind, tournament, pages), 2)
        except AppError as error:  # nothing to print at this stage
            print(f"{TABLES} tables: {kind} not made: {error.message}")
        else:
            show(f"{TABLES} tables: {kind}, {max(pages)} pages", seconds)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"ETUI_VAR_DIR": folder, "DJANGO_SETTINGS_MODULE": "config.settings.hall"}
        django.setup()
        call_command("migrate", verbosity=0)
        measure(Path(folder))


if __name__ == "__main__":
    main()
