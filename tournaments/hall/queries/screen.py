"""Lines of the hall's screen: the seats of the next round and the ranking, to be read from afar."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from tournaments.base.queries.rounds import RoundNow, load_round
from tournaments.base.queries.teams import load_entered
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.hall.clock import RoundPhase
from tournaments.core.ranking.values import Value
from tournaments.hall.queries.hall import messages_to_all
from tournaments.models import Entry, HallMessage, Session, Standings
from tournaments.rankings.queries.event_standings import event_mark, load_event_standings
from tournaments.rankings.queries.ranking_tables import ranking_table
from tournaments.rankings.queries.standings import latest_standings
from tournaments.seating.queries.seats import itineraries, load_sections


@dataclass(frozen=True, slots=True)
class ScreenSeat:
    """Where somebody sits in the round announced; no table for a rest."""

    entry: Entry
    table: int | None
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ScreenPlace:
    """A line of the ranking."""

    entry: Entry
    place: int | None
    value: Value | None


@dataclass(frozen=True, slots=True)
class ScreenList:
    """All lines of one kind; the screen itself parts them into pages that it has room for."""

    kind: str
    """ "seats" or "ranking"."""
    rows: tuple[ScreenSeat | ScreenPlace, ...]


@dataclass(frozen=True, slots=True)
class Screen:
    """Everything that the hall's screen shows."""

    round: RoundNow
    seats_round: int | None
    """The round whose seats are shown."""
    lists: tuple[ScreenList, ...]
    """Those with lines."""
    measure: Measure | None
    """Of the ranking's values; None without them."""
    messages: tuple[HallMessage, ...]


@dataclass(frozen=True, slots=True)
class ScreenFacts:
    """What the screen changes with."""

    round: RoundNow
    version: str
    """Of the ranking."""
    messages: tuple[HallMessage, ...]

    @property
    def mark(self) -> str:
        told = ".".join(str(message.pk) for message in self.messages)
        return f"{self.round.mark}_{self.version}_{told}"


def screen_facts(session: Session, now: datetime, parts: Collection[str]) -> ScreenFacts:
    """The facts of a moment. Three queries at most."""
    messages = tuple(messages_to_all(session, now)) if "messages" in parts else ()
    return ScreenFacts(load_round(session, now), _version(session), messages)


def load_screen(session: Session, facts: ScreenFacts, parts: Collection[str]) -> Screen:
    """The screen of a session. Seven queries at most, one or two more for teams, whatever the size.

    The ranking of a later session is the total.

    Args:
        parts: of `horloge`, `places`, `classement`, `messages`, `qr`.
    """
    this_round = facts.round
    number = announced_round(this_round) if "places" in parts else None
    entries = load_entered(session.tournament) if number or "classement" in parts else {}
    seats = _seats(session, number, entries) if number else []
    places, measure = _ranking(session, entries) if "classement" in parts else ([], None)
    return Screen(
        round=this_round,
        seats_round=number if seats else None,
        lists=tuple(
            ScreenList(kind, tuple(rows)) for kind, rows in (("seats", seats), ("ranking", places)) if rows
        ),
        measure=measure,
        messages=facts.messages,
    )


def _version(session: Session) -> str:
    """What changes with the ranking. One query."""
    if session.number > 1:
        return event_mark(session.tournament)
    return str(Standings.objects.values_list("version", flat=True).get(session=session))


def _ranking(session: Session, entries: Mapping[int, Entry]) -> tuple[list[ScreenPlace], Measure]:
    """The lines of the ranking so far, and what it shows."""
    if session.number > 1:
        event = load_event_standings(session.tournament)
        return [ScreenPlace(row.entry, row.place, row.value) for row in event.rows], event.measure
    table = ranking_table(session, latest_standings(session), entries=entries)
    return [ScreenPlace(row.entry, row.overall_place, row.value) for row in table.rows], table.measure


def announced_round(this_round: RoundNow) -> int | None:
    """The round whose seats people look for: one not begun, else the next; None after the last."""
    if this_round.number == 0:
        return None
    has_begun = this_round.phase not in (None, RoundPhase.READY)
    wanted = this_round.number + 1 if has_begun else this_round.number
    return wanted if wanted <= this_round.round_count else None


def _seats(session: Session, number: int, entries: Mapping[int, Entry]) -> list[ScreenSeat]:
    """Everybody by name: a person finds his own line from afar."""
    rows = [
        ScreenSeat(way.entry, way.stops[0].table, way.stops[0].seats)
        for _section, rounds in load_sections(session, entries)
        for way in itineraries(each for each in rounds if each.number == number)
    ]
    return sorted(rows, key=lambda row: (row.entry.by_public_name, row.table or 0))
