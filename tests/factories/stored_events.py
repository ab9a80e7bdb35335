"""Events of the exchange format stored as rows of the site, to compare both."""

from dataclasses import dataclass
from itertools import count
from typing import Any

from tests.factories.tournaments import EVENING, make_relay_movement, make_user, store_movement
from tournaments.core.formats.ranking_plan import Scoring
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.core.ranking.faults import find_tariff
from tournaments.core.ranking.faults_fft_2012 import FFT_2012
from tournaments.enums import SlipKind
from tournaments.models import (
    Club,
    Entry,
    Person,
    Play,
    ResultSlip,
    Round,
    Ruling,
    Seating,
    Section,
    Session,
    Standings,
    Table,
    Tournament,
)
from tournaments.rankings.queries.rulings import write_effects

NORTH, WEST, SOUTH, EAST = range(4)
LETTERS = "NWSE"
_slugs = count(1)


@dataclass(frozen=True)
class StoredEvent:
    """One session of an event, with every play at a table of its own in the only round."""

    session: Session
    entry_ids: dict[str, int]
    """Primary key of the entry, by id of the unit."""
    plays: tuple[Play, ...]
    """Plays in the order of the document."""
    slips: tuple[dict[str, Any], ...]
    """Fields of `ResultSlip` of each play."""

    def unit_ids(self) -> dict[int, str]:
        return {entry_id: unit_id for unit_id, entry_id in self.entry_ids.items()}


def store_event(club: Club, document: dict[str, Any], *, session_number: int = 0) -> StoredEvent:
    """Store the seats and plays of one session of a document. `store_result` stores their results."""
    event_format = find_format(document["format"])
    tournament = Tournament.objects.create(
        club=club,
        name=document.get("name", "Épreuve"),
        slug=f"epreuve-{next(_slugs)}",
        starts_on=EVENING,
        format=event_format.code,
        game=event_format.variant.name,
        rule_set=event_format.rule_set,
        options={key: value for key, value in document.get("options", {}).items() if key != "ages"},
    )
    session = Session.objects.create(tournament=tournament, number=1)
    Standings.objects.create(session=session)
    entries = {unit["id"]: _enter(tournament, unit) for unit in document["units"]}
    rows = document["sessions"][session_number]
    plays, slips = _seat(session, event_format, rows["plays"], entries)
    for ruling in rows.get("rulings", ()):
        _rule(session, event_format, ruling, plays, entries)
    ids = {unit_id: entry.pk for unit_id, entry in entries.items()}
    return StoredEvent(session, ids, tuple(plays), tuple(slips))


def store_result(event: StoredEvent, number: int) -> None:
    """Store the result of one play of the document."""
    ResultSlip.objects.create(play=event.plays[number], version=1, **event.slips[number])


def _enter(tournament: Tournament, unit: dict[str, Any]) -> Entry:
    person = Person.objects.create(club=tournament.club, last_name=unit["id"], shows_full_name=True)
    return Entry.objects.create(
        tournament=tournament,
        person=person,
        partners=unit.get("team", ""),
        presence=unit.get("presence", "ranked"),
    )


def _seat(
    session: Session, event_format: TournamentFormat, rows: list[dict[str, Any]], entries: dict[str, Entry]
) -> tuple[list[Play], list[dict[str, Any]]]:
    movement = store_movement(session.tournament.club, make_relay_movement())
    section = Section.objects.create(
        session=session,
        number=1,
        first_table=1,
        table_count=len(rows),
        player_count=len(entries),
        round_count=1,
        boards_per_set=1,
        set_count=1,
        keeps_lines=True,
        movement=movement,
    )
    only_round = Round.objects.create(section=section, number=1)
    boards: dict[int, int] = {}
    plays, slips = [], []
    for number, row in enumerate(rows, start=1):
        table = Table.objects.create(section=section, number=number)
        seats, slip = _write(event_format, row, boards, number)
        Seating.objects.bulk_create(
            Seating(round=only_round, table=table, seat=seat, entry=entries[unit_id])
            for seat, unit_id in seats.items()
        )
        board = boards[row["board"]] if "board" in row else 1
        plays.append(Play.objects.create(round=only_round, table=table, board=board))
        slips.append(slip | {"kind": SlipKind(row.get("status", "played"))})
        if slips[-1]["kind"] != SlipKind.PLAYED:
            slips[-1] = {"kind": slips[-1]["kind"]}
    return plays, slips


def _write(
    event_format: TournamentFormat, row: dict[str, Any], boards: dict[int, int], number: int
) -> tuple[dict[int, str], dict[str, Any]]:
    """Return the unit ids by seat and the fields of the slip.

    Boards get numbers with the taker of the document.
    """
    if "players" in row and "score" not in row:
        boards.setdefault(row.get("board", 0), row.get("board", 1))
        seats = {seat: unit_id for seat, unit_id in enumerate(row["players"]) if unit_id is not None}
        return seats, {"seat_scores": row["scores"]}
    if "players" in row:
        taker = LETTERS.index(row["taker"])
        _number_board(event_format, boards, row["board"], (taker,))
        return {LETTERS.index(s): unit for s, unit in row["players"].items()}, {"score": row["score"]}
    if event_format.plan.scoring is not Scoring.SHARES:
        boards[row["board"]] = row["board"]
        seats = dict.fromkeys((NORTH, WEST, EAST), row["defence"]) | {SOUTH: row["attack"]}
        return seats, {"score": row["score"]}
    attacks_north_south = row["attack"].startswith("NS")
    _number_board(event_format, boards, row["board"], (NORTH, SOUTH) if attacks_north_south else (WEST, EAST))
    ours, theirs = (row["attack"], row["defence"])[:: 1 if attacks_north_south else -1]
    return {NORTH: ours, SOUTH: ours, WEST: theirs, EAST: theirs}, {"score": row["score"]}


def _number_board(
    event_format: TournamentFormat, boards: dict[int, int], board: int, takers: tuple[int, ...]
) -> None:
    """Give a board of the document the first free number whose taker is one of these seats."""
    if board not in boards:
        boards[board] = next(
            number
            for number in count(1)
            if event_format.taker_of(number) in takers and number not in boards.values()
        )


def _rule(
    session: Session,
    event_format: TournamentFormat,
    row: dict[str, Any],
    plays: list[Play],
    entries: dict[str, Entry],
) -> None:
    effects = (
        write_effects(find_tariff(FFT_2012, row["fault"], event_format.plan.family))
        if "fault" in row
        else [{"amount": 0, "who": "guilty"} | effect for effect in row["effects"]]
    )
    ruling = Ruling.objects.create(
        session=session,
        play=plays[row["play"]] if "play" in row else None,
        effects=effects,
        reason="essai",
        ruled_by=make_user("Arbitre"),
    )
    ruling.guilty.set(entries[unit_id] for unit_id in row.get("guilty", ()))
