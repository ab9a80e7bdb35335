"""Services of an evening on SQLite, as on a laptop: results, ranking, documents."""

import datetime
import time

from benchmarks.measuring import print_seconds, timed
from benchmarks.paper_figures import printed
from benchmarks.sites.laptop_site import make_site

TABLES = 13
"""Tables of four: 52 players."""
KINDS: tuple[str, ...] = ()
"""Kinds of documents to make. Empty for all."""


def measure_ranking_and_papers() -> None:
    """Measure one finished evening: results, ranking, and each document."""
    from common.errors import AppError
    from tournaments.demo.services.demo import DemoStage, ensure_demo_club, make_demo_tournament
    from tournaments.models import ResultSlip, StandingsRequest
    from tournaments.paper.documents.registry import DOCUMENTS
    from tournaments.rankings.services.standings import refresh_standings

    club, _organiser = ensure_demo_club()
    evening = {"club": club, "format_code": "duplicate_individual", "table_count": TABLES, "seed": 1}
    evening |= {"starts_on": datetime.date(2026, 11, 21)}
    start = time.perf_counter()
    make_demo_tournament(**evening, stage=DemoStage.SEATED, name="Seated")
    preparation = time.perf_counter() - start
    print_seconds(f"{TABLES} tables: entries, deals, seats", [preparation])
    start = time.perf_counter()
    tournament = make_demo_tournament(**evening, stage=DemoStage.FINISHED, name="Played")
    results = ResultSlip.objects.count()
    print_seconds(
        f"{TABLES} tables: one of {results} results saved",
        # both tournaments needed the preparation: subtract it
        [(time.perf_counter() - start - preparation) / results],
    )
    session = tournament.sessions.get()

    def refresh() -> None:
        StandingsRequest.objects.create(session=session)
        refresh_standings(session=session)

    print_seconds(f"{TABLES} tables: ranking refreshed", timed(refresh, 10))
    for kind in KINDS or DOCUMENTS:
        pages: list[int] = []
        try:
            seconds = timed(printed(kind, tournament, pages), 2)
        except AppError as error:  # nothing to print at this stage
            print(f"{TABLES} tables: {kind} not made: {error.message}")
        else:
            print_seconds(f"{TABLES} tables: {kind}, {max(pages)} pages", seconds)


def main() -> None:
    make_site()
    measure_ranking_and_papers()


if __name__ == "__main__":
    main()
