"""Event of any size in the database, written in bulk. For benchmarks only."""

import datetime
import random
from collections.abc import Iterable
from typing import TypeVar

from django.db import models
from django.utils import timezone

from tournaments.core.ranking.score_grid import SEAT_COUNT
from tournaments.demo.services.demo import DemoStage, ensure_demo_club, make_demo_tournament
from tournaments.demo.services.demo_sheets import plausible_sheet_line
from tournaments.enums import MovementOrigin, SlipKind
from tournaments.models import (
    Club,
    Entry,
    Person,
    Play,
    ResultSlip,
    Round,
    Seating,
    Section,
    Session,
    Standings,
    StoredMovement,
    Table,
    Tournament,
)
from tournaments.results.queries.score_sheets import load_sheet_terms
from tournaments.results.services.results import read_slip_line
from tournaments.results.services.slip_versions import facts_of, seat_scores_of

TABLES, ROUNDS, BOARDS_PER_SET = 50, 10, 4
"""Size of each section: 200 players who play 40 boards."""
LINES = 60
"""Different lines of score sheets in an event of free deals."""
Row = TypeVar("Row", bound=models.Model)

STEPS = (0, 2, 6, 8)
"""Tables that each line advances after a round, so that each player meets every set of boards once."""


def make_large_event(section_count: int, *, rounds_played: int = ROUNDS) -> Session:
    """Create the session of an event with sections of 200 players, 50 tables and 40 boards, and play its
    first rounds.
    """
    session = _make_session()
    sections = _write(
        Section,
        (
            {
                "session": session,
                "number": number + 1,
                "first_table": TABLES * number + 1,
                "table_count": TABLES,
                "player_count": SEAT_COUNT * TABLES,
                "round_count": ROUNDS,
                "boards_per_set": BOARDS_PER_SET,
                "set_count": ROUNDS,
                "keeps_lines": True,
                "movement": _movement(session.tournament.club),
            }
            for number in range(section_count)
        ),
    )
    for section in sections:
        _play_section(section, rounds_played)
    return session


def make_free_event(table_count: int, *, rounds_played: int) -> Session:
    """Create an event of free deals with full tables, seated by the site, and play its first rounds."""
    club, _organiser = ensure_demo_club()
    tournament = make_demo_tournament(
        club=club,
        format_code="free_deals",
        table_count=table_count,
        stage=DemoStage.SEATED,
        seed=1,
        starts_on=datetime.date(2026, 11, 21),
        name="Large",
    )
    session = tournament.sessions.get()
    plays = Play.objects.filter(round__section__session=session, round__number__lte=rounds_played)
    rng, moment = random.Random(1), timezone.now()
    first = plays.select_related("round__section__movement", "round__section__session__tournament")[0]
    terms = load_sheet_terms(first)
    # all tables are full, so a line of one table is possible at each
    readings = [
        read_slip_line(tournament=tournament, play=first, line=plausible_sheet_line(terms, rng))
        for _line in range(LINES)
    ]
    _write(
        ResultSlip,
        (
            {
                "play": play,
                "version": 1,
                "kind": reading.kind,
                "score": reading.score,
                "seat_scores": seat_scores_of(reading),
                "facts": facts_of(reading),
                "created_at": moment,
            }
            for play in plays
            for reading in (rng.choice(readings),)
        ),
    )
    return session


def _make_session() -> Session:
    club = Club.objects.create(name="Large", slug="large")
    tournament = Tournament.objects.create(
        club=club,
        name="Large",
        slug="large",
        starts_on=datetime.date(2026, 11, 21),
        format="duplicate_individual",
        game="tarot-4",
        rule_set="fft-2012",
    )
    session = Session.objects.create(tournament=tournament, number=1)
    Standings.objects.create(session=session)
    return session


def _movement(club: Club) -> StoredMovement:
    """Return the row for the sections. Its arrays are not used here."""
    return StoredMovement.objects.get_or_create(
        club=club,
        name="Large",
        origin=MovementOrigin.FILE,
        table_count=TABLES,
        round_count=ROUNDS,
        player_count=SEAT_COUNT * TABLES,
        defaults={"document": {}},
    )[0]


def _play_section(section: Section, rounds_played: int) -> None:
    """Create rounds, tables, players, seats, and a random result of every play of the first rounds."""
    rounds = _write(Round, ({"section": section, "number": number + 1} for number in range(ROUNDS)))
    tables = _write(Table, ({"section": section, "number": number} for number in section.table_numbers))
    entries = _enter_players(section)
    places = [(number, table) for number in range(ROUNDS) for table in range(TABLES)]
    _write(
        Seating,
        (
            {"round": rounds[number], "table": tables[table], "seat": seat, "entry": entries[start][seat]}
            for number, table in places
            for seat, step in enumerate(STEPS)
            # a loop over one value names it: the table where the player at this place started
            for start in ((table - step * number) % TABLES,)
        ),
    )
    plays = _write(
        Play,
        (
            {
                "round": rounds[number],
                "table": tables[table],
                "board": BOARDS_PER_SET * ((number + table) % ROUNDS) + board + 1,
            }
            for number, table in places
            for board in range(BOARDS_PER_SET)
        ),
    )
    rng, moment = random.Random(section.number), timezone.now()
    _write(
        ResultSlip,
        (
            {
                "play": play,
                "version": 1,
                "kind": SlipKind.PLAYED,
                "score": 10 * rng.randrange(-40, 60),
                "created_at": moment,
            }
            for play in plays
            if play.round.number <= rounds_played
        ),
    )


def _enter_players(section: Section) -> list[list[Entry]]:
    """Create the players. Return their entries as entries[table][seat], table from 0."""
    places = [(table, seat) for table in section.table_numbers for seat in range(SEAT_COUNT)]
    club = section.session.tournament.club
    people = _write(
        Person,
        ({"club": club, "last_name": f"N{table:04d}-{seat}", "first_name": "A"} for table, seat in places),
    )
    entries = _write(
        Entry,
        (
            {
                "tournament": section.session.tournament,
                "person": person,
                "section": section,
                "start_table": table,
                "start_seat": seat,
            }
            for person, (table, seat) in zip(people, places, strict=True)
        ),
    )
    return [entries[first : first + SEAT_COUNT] for first in range(0, len(entries), SEAT_COUNT)]


def _write(model: type[Row], rows: Iterable[dict[str, object]]) -> list[Row]:
    return model._default_manager.bulk_create((model(**row) for row in rows), batch_size=5_000)
