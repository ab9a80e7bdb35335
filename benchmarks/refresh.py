"""Complete refresh on PostgreSQL as on a server: results loaded, ranked, stored.

Prints the ratios to the same work in plain Python and with SQL window functions.
"""

import datetime
import json
import os
import statistics
import tempfile
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import django
from django.core.management import call_command

from benchmarks.measuring import print_seconds, timed
from benchmarks.ranking import rank_plainly

if TYPE_CHECKING:
    from tournaments.models import Session

SECTIONS = 50
"""Sections of 200 players: 10,000 players with 40 boards, 100,000 plays."""
CLUB_TABLES = 13
"""Tables of a club's evening: 52 players."""

WINDOWS = """
WITH played AS (
    SELECT play.board, play.round_id, play.table_id, slip.score
    FROM tournaments_resultslip slip JOIN tournaments_play play ON play.id = slip.play_id
    JOIN tournaments_round round ON round.id = play.round_id
    JOIN tournaments_section section ON section.id = round.section_id
    WHERE slip.is_current AND section.session_id = %s
), marked AS (
    SELECT board, round_id, table_id,
           1.0 * (RANK() OVER low - 1 + (COUNT(*) OVER same - 1) / 2.0) / (COUNT(*) OVER whole - 1) AS mark
    FROM played
    WINDOW whole AS (PARTITION BY board), low AS (PARTITION BY board ORDER BY score),
           same AS (PARTITION BY board, score)
), sides AS (
    SELECT seating.entry_id, AVG(CASE WHEN seating.seat = taker.seat THEN mark END) AS attack,
           AVG(CASE WHEN seating.seat <> taker.seat THEN 1 - mark END) AS defence
    FROM marked JOIN tournaments_seating seating USING (round_id, table_id) JOIN taker USING (board)
    GROUP BY seating.entry_id
)
SELECT json_agg(ranked) FROM (
    SELECT entry_id, attack, defence, RANK() OVER (ORDER BY attack / 4 + defence * 3 / 4 DESC) FROM sides
) ranked
"""
"""Query of marks, means and overall places in floating point. `taker` is a table of boards and seats."""


def measure_large() -> None:
    """Measure the largest event to support."""
    from django.db import connection

    from benchmarks.sites.large_event import make_large_event
    from tournaments.rankings.queries.session_plays import load_session
    from tournaments.rankings.queries.standings import rank_loaded

    session = make_large_event(SECTIONS)
    with connection.cursor() as cursor:
        # without statistics PostgreSQL plans the queries for an empty database
        cursor.execute("ANALYZE")
    session_plays = load_session(session)
    size = f"{len(session_plays.entry_ids)} players, {len(session_plays.play_ids)} plays"
    print_seconds(f"{size}: loaded", timed(lambda: load_session(session)))
    print_seconds(f"{size}: ranked, as it is stored", timed(lambda: rank_loaded(session_plays)))
    refresh_times = timed(lambda: refresh(session))
    print_seconds(f"{size}: refreshed whole", refresh_times)
    ways = {
        "plain Python, rows by the ORM": timed(lambda: refresh_plainly(session), 2),
        "SQL window functions, nothing stored": timed(windows(session), 2),
    }
    for name, seconds in ways.items():
        print_seconds(name, seconds)
        print(f"  {statistics.median(seconds) / statistics.median(refresh_times):.1f} times the refresh")
    tracemalloc.start()
    refresh(session)
    print(f"memory of a refresh: {tracemalloc.get_traced_memory()[1] / 1e6:.0f} MB")
    tracemalloc.stop()


def measure_club_evening() -> None:
    """Measure a club's evening with all its results."""
    from tournaments.demo.services.demo import DemoStage, ensure_demo_club, make_demo_tournament

    club, _organiser = ensure_demo_club()
    evening = make_demo_tournament(
        club=club,
        format_code="duplicate_individual",
        stage=DemoStage.FINISHED,
        table_count=CLUB_TABLES,
        seed=1,
        name="Evening",
        starts_on=datetime.date(2026, 11, 21),
    )
    session = evening.sessions.get()
    print_seconds(f"{CLUB_TABLES} tables: refreshed whole", timed(lambda: refresh(session), 20))


def refresh(session: "Session") -> None:
    """Refresh the standings as the worker does after a result."""
    from tournaments.models import StandingsRequest
    from tournaments.rankings.services.standings import refresh_standings

    StandingsRequest.objects.create(session=session)
    refresh_standings(session=session)


def refresh_plainly(session: "Session") -> str:
    """Return the same ranking as text to store, computed with rows, dictionaries and floating point."""
    from games.core.dealing.boards import board_taker
    from tournaments.models import ResultSlip, Seating

    seats = Seating.objects.filter(round__section__session=session).order_by("seat")
    tables: dict[tuple[int, int], list[int]] = {}
    numbers: dict[int, int] = {}
    for round_id, table_id, entry_id in seats.values_list("round_id", "table_id", "entry_id"):
        tables.setdefault((round_id, table_id), []).append(numbers.setdefault(entry_id, len(numbers)))
    slips = ResultSlip.objects.current().of_session(session).order_by()
    rows = [
        (board, board_taker(board), tables[round_id, table_id], score)
        for board, round_id, table_id, score in slips.values_list(
            "play__board", "play__round_id", "play__table_id", "score"
        )
    ]
    places = rank_plainly(rows, len(numbers))
    return json.dumps([{"entry": entry, "place": places[number]} for entry, number in numbers.items()])


def windows(session: "Session") -> Callable[[], None]:
    """Return a function that computes the same ranking in the database alone."""
    from django.db import connection

    from games.core.dealing.boards import board_taker

    boards = set(session.sections.values_list("rounds__plays__board", flat=True))
    takers = ", ".join(f"({board}, {board_taker(board)})" for board in boards)
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMPORARY TABLE taker (board integer, seat integer)")
        cursor.execute(f"INSERT INTO taker VALUES {takers}")  # noqa: S608

    def rank() -> None:
        with connection.cursor() as cursor:
            cursor.execute(WINDOWS, [session.pk])
            cursor.fetchone()

    return rank


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"ETUI_VAR_DIR": str(Path(folder)), "DJANGO_SETTINGS_MODULE": "config.settings.hall"}
        django.setup()
        call_command("migrate", verbosity=0)
        measure_large()
        measure_club_evening()


if __name__ == "__main__":
    main()
