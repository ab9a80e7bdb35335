"""Queries for the hall's screen: the seats of the next round and the ranking."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from tournaments.base.queries.rounds import RoundNow, load_round
from tournaments.base.queries.teams import load_entered
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.hall.clock import RoundPhase
from tournaments.core.hall.halls import EventHall
from tournaments.core.ranking.values import Value
from tournaments.entries.queries.presence import gone_entries
from tournaments.hall.queries.hall import messages_to_all
from tournaments.models import Entry, HallMessage, Session, Standings
from tournaments.rankings.queries.event_standings import event_mark, load_event_standings
from tournaments.rankings.queries.ranking_tables import ranking_table
from tournaments.rankings.queries.standings import RankedTeam, latest_standings
from tournaments.seating.queries.seats import itineraries, load_sections

PAIR = 2
"""Number of partners whose names fit into one line."""


@dataclass(frozen=True, slots=True)
class ScreenSeat:
    """Table and seats of an entry in the announced round; table None for a sit-out."""

    entry: Entry
    table: int | None
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ScreenPlace:
    """One line of the ranking."""

    entry: Entry
    place: int | None
    value: Value | None


@dataclass(frozen=True, slots=True)
class ScreenTeam:
    """One line of the ranking of partners, whose results are added up."""

    name: str
    """Common name; "" for partners at a table."""
    members: tuple[Entry, ...]
    place: int
    value: Value

    @property
    def shows_members(self) -> bool:
        """True if the line names the partners: two have room, and some have no common name."""
        return len(self.members) == PAIR or not self.name


@dataclass(frozen=True, slots=True)
class ScreenList:
    """All lines of one kind. The script of the page divides them into pages that fit the screen."""

    kind: str
    """Kind of the lines: "seats", "teams" or "ranking"."""
    rows: tuple[ScreenSeat | ScreenTeam | ScreenPlace, ...]


@dataclass(frozen=True, slots=True)
class Screen:
    """All data of the hall's screen."""

    round: RoundNow
    seats_round: int | None
    """Number of the round whose seats are shown."""
    lists: tuple[ScreenList, ...]
    """Lists with at least one line."""
    has_teams: bool
    """True if partners are ranked before the players."""
    measure: Measure | None
    """Measure of the ranking's values; None without a ranking."""
    messages: tuple[HallMessage, ...]


@dataclass(frozen=True, slots=True)
class ScreenFacts:
    """Data that decides whether the screen has to be rendered again."""

    round: RoundNow
    version: str
    """Version of the ranking."""
    messages: tuple[HallMessage, ...]

    @property
    def mark(self) -> str:
        """Version of the screen's data."""
        message_keys = ".".join(str(message.pk) for message in self.messages)
        return f"{self.round.mark}_{self.version}_{message_keys}"


def screen_facts(session: Session, moment: datetime, parts: Collection[str]) -> ScreenFacts:
    """Load the facts of the present state of a session. Three queries at most."""
    messages = tuple(messages_to_all(session, moment)) if "messages" in parts else ()
    return ScreenFacts(load_round(session, moment), _version(session), messages)


def load_screen(
    session: Session, facts: ScreenFacts, parts: Collection[str], hall: EventHall | None = None
) -> Screen:
    """Load the screen of a session. Eight queries at most, one more for drawn rounds, one or two for teams.

    From the second session on, the ranking is the one of the whole event.

    Args:
        parts: of `horloge`, `places`, `classement`, `messages`, `qr`.
        hall: hall whose seats are shown; None for all.
    """
    this_round = facts.round
    number = announced_round(this_round) if "places" in parts else None
    entries = load_entered(session.tournament) if number or "classement" in parts else {}
    seats = _seats(session, number, entries) if number else []
    if any(row.table is None for row in seats):
        # a player who left is not called a resting one
        left_ids = gone_entries(session)
        seats = [row for row in seats if row.table is not None or row.entry.pk not in left_ids]
    if hall is not None:
        # a player without a table in this round may wait in any hall
        seats = [row for row in seats if row.table is None or row.table in hall.tables]
    teams, places, measure = _ranking(session, entries) if "classement" in parts else ([], [], None)
    lists = (("seats", seats), ("teams", teams), ("ranking", places))
    return Screen(
        round=this_round,
        seats_round=number if seats else None,
        lists=tuple(ScreenList(kind, tuple(rows)) for kind, rows in lists if rows),
        has_teams=bool(teams),
        measure=measure,
        messages=facts.messages,
    )


def _version(session: Session) -> str:
    """Return the version of the ranking. One query."""
    if session.number > 1:
        return event_mark(session.tournament)
    return str(Standings.objects.values_list("version", flat=True).get(session=session))


def _ranking(
    session: Session, entries: Mapping[int, Entry]
) -> tuple[list[ScreenTeam], list[ScreenPlace], Measure]:
    """Return the lines of the ranking so far, of partners and of players, and its measure."""
    if session.number > 1:
        event = load_event_standings(session.tournament)
        places = [ScreenPlace(row.entry, row.place, row.value) for row in event.rows]
        return _team_lines(event.teams), places, event.measure
    table = ranking_table(session, latest_standings(session), entries=entries)
    places = [ScreenPlace(row.entry, row.overall_place, row.value) for row in table.rows]
    return _team_lines(table.teams), places, table.measure


def _team_lines(teams: Iterable[RankedTeam]) -> list[ScreenTeam]:
    return [
        ScreenTeam(team.name, tuple(member.entry for member in team.members), team.place, team.value)
        for team in teams
    ]


def announced_round(this_round: RoundNow) -> int | None:
    """Return the number of the round whose seats the players look for; None after the last one.

    It is the present round until its clock starts, then the next one. A round that was drawn is announced at
    once, although results of the present one are missing.
    """
    if this_round.number == 0:
        return None
    if this_round.is_drawn and this_round.number < this_round.round_count:
        return this_round.round_count
    # before the clock starts, the players are still on their way to this round
    has_begun = this_round.phase not in (None, RoundPhase.READY)
    number = this_round.number + 1 if has_begun else this_round.number
    return number if number <= this_round.round_count else None


def _seats(session: Session, number: int, entries: Mapping[int, Entry]) -> list[ScreenSeat]:
    """Return the seats of a round, sorted by public name."""
    rows = [
        ScreenSeat(itinerary.entry, itinerary.stops[0].table, itinerary.stops[0].seats)
        for _section, rounds in load_sections(session, entries)
        for itinerary in itineraries(
            section_round for section_round in rounds if section_round.number == number
        )
    ]
    # by name and not by table: players search their own line from afar
    return sorted(rows, key=lambda row: (row.entry.by_public_name, row.table or 0))
