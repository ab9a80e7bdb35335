"""Report of a tournament for the federation: the ranking that counts, and its problems."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from tournaments.core.alphabet import sort_key
from tournaments.core.exchange.player_row import is_federation_number, number_key
from tournaments.core.formats.ranking_plan import Measure, RankingPlan
from tournaments.core.formats.registry import find_format
from tournaments.core.ranking.classification import Profile, rank_teams
from tournaments.core.ranking.values import Value
from tournaments.enums import SlipKind, TournamentState
from tournaments.models import Entry, Person, ResultSlip, Section, Session, Tournament
from tournaments.movements.queries.counts import count_hall
from tournaments.rankings.queries.event_standings import EventRow, event_measure, load_event_standings
from tournaments.rankings.queries.standings import (
    has_alternated,
    in_alternated_order,
    latest_standings,
    snapshot_rows,
)

FIVE = 5


class NumberFault(StrEnum):
    """A problem with a federation number."""

    MISSING = "missing"
    UNREADABLE = "unreadable"
    TWICE = "twice"
    """Number that another person in the tournament has as well."""


class Obstacle(StrEnum):
    """A reason why the federation does not recognise a tournament.

    Source:
        FFT, Manuel de l'organisateur (2011): tables of five, least deals of triplets and teams.
    """

    PRACTICE = "practice"
    """The players are fictitious."""
    NOT_FINISHED = "not_finished"
    FRIENDLY = "friendly"
    TABLES_OF_FIVE = "tables_of_five"
    FEW_DEALS = "few_deals"
    NOT_PLAYED = "not_played"
    """Some deals were not played."""


@dataclass(frozen=True, slots=True)
class ReportLine:
    """A person of the ranking."""

    place: int | None
    person: Person
    team: str
    """Name of the team or of the partners, "" for a single player."""
    line: int | None
    """Starting seat if the ranking is alternated, else None."""
    value: Value | None
    deal_count: int | None
    fault: NumberFault | None


@dataclass(frozen=True, slots=True)
class HomologationReport:
    """The content of the report."""

    tournament: Tournament
    plan: RankingPlan
    measure: Measure
    """Measure of the values."""
    session_count: int
    table_count: int
    """Number of tables of the first session."""
    deals_due: tuple[int, int]
    """Fewest and most deals of a unit over all sessions, by their movements and seats."""
    is_alternated: bool
    lines: tuple[ReportLine, ...]
    obstacles: tuple[Obstacle, ...]

    @property
    def faults(self) -> tuple[ReportLine, ...]:
        """Return the lines whose federation number must be corrected before the report is sent."""
        return tuple(line for line in self.lines if line.fault)

    @property
    def deals_played(self) -> tuple[int, int]:
        """Return the fewest and most deals of units with a place; those due if there is no ranking."""
        counts = [line.deal_count for line in self.lines if line.place is not None and line.deal_count]
        return min(counts, default=self.deals_due[0]), max(counts, default=self.deals_due[1])

    @property
    def ranked_count(self) -> int:
        return sum(line.place is not None for line in self.lines)


@dataclass(frozen=True, slots=True)
class _RankedUnit:
    """A unit of the ranking that counts."""

    entry: Entry
    place: int | None
    line: int | None
    value: Value | None
    deal_count: int | None


def load_homologation(tournament: Tournament) -> HomologationReport:
    """Return the report of a tournament.

    A single session whose units keep their line has the alternated ranking, other events the overall one.
    About twelve queries and three for each session, regardless of size.

    Source:
        FFT, Règlement officiel (2012) R18-R19.
    """
    plan = find_format(tournament.format).plan
    sessions = list(tournament.sessions.select_related("tournament").prefetch_related("sections__movement"))
    is_alternated = len(sessions) == 1 and has_alternated(sessions[0])
    units = _alternated(sessions[0]) if is_alternated else _general(tournament)
    sections = [section for session in sessions for section in session.sections.all()]
    halls = [count_hall(session, session.sections.all()) for session in sessions]
    deals_due = sum(hall.deals[0] for hall in halls), sum(hall.deals[1] for hall in halls)
    return HomologationReport(
        tournament=tournament,
        plan=plan,
        measure=event_measure(tournament),
        session_count=len(sessions),
        table_count=halls[0].tables,
        deals_due=deals_due,
        is_alternated=is_alternated,
        lines=_lines(units),
        obstacles=tuple(_obstacles(tournament, plan, sections, deals_due[1])),
    )


def _alternated(session: Session) -> list[_RankedUnit]:
    rows = in_alternated_order(snapshot_rows(latest_standings(session)))
    return [
        _RankedUnit(row.entry, row.alternated_place, row.line, row.value, _whole(row.deal_count))
        for row in rows
    ]


def _general(tournament: Tournament) -> list[_RankedUnit]:
    """Return the ranking over all sessions; partners of free deals have place and sum of their team."""
    rows = load_event_standings(tournament).rows
    units = [_RankedUnit(row.entry, row.place, None, row.value, _deals_of(row)) for row in rows]
    if not find_format(tournament.format).has_partners:
        return units
    teams = rank_teams([row.value for row in rows], [Profile(team=row.entry.partners) for row in rows])
    by_name = {team.name: team for team in teams}
    units_of_teams = [
        replace(unit, place=team.place, value=team.value)
        if (team := by_name.get(unit.entry.partners))
        # a player without partners has no place among teams
        else replace(unit, place=None)
        for unit in units
    ]
    return sorted(
        units_of_teams, key=lambda unit: (unit.place is None, unit.place or 0, sort_key(unit.entry.partners))
    )


def _deals_of(row: EventRow) -> int | None:
    counts = [count for count in row.deal_counts if count is not None]
    return sum(counts) if counts else None


def _whole(count: object) -> int | None:
    return count if isinstance(count, int) else None


def _lines(units: Sequence[_RankedUnit]) -> tuple[ReportLine, ...]:
    """Return a line for each person; members of a team share place and result."""
    people = [(unit, person) for unit in units for person in _people(unit.entry)]
    number_counts = Counter(number_key(person.federation_number) for _, person in people)
    return tuple(
        ReportLine(
            place=unit.place,
            person=person,
            team=unit.entry.name or unit.entry.partners,
            line=unit.line,
            value=unit.value,
            deal_count=unit.deal_count,
            fault=_fault(person.federation_number, number_counts),
        )
        for unit, person in people
    )


def _people(entry: Entry) -> Iterable[Person]:
    return [member.person for member in entry.members.all()] if entry.name else [entry.person]


def _fault(number: str, number_counts: Counter[str]) -> NumberFault | None:
    if not number.strip():
        return NumberFault.MISSING
    if not is_federation_number(number):
        return NumberFault.UNREADABLE
    return NumberFault.TWICE if number_counts[number_key(number)] > 1 else None


def _obstacles(
    tournament: Tournament, plan: RankingPlan, sections: Sequence[Section], most_deals: int
) -> Iterable[Obstacle]:
    if tournament.is_practice:
        yield Obstacle.PRACTICE
    if tournament.state != TournamentState.FINISHED:
        yield Obstacle.NOT_FINISHED
    if find_format(tournament.format).is_friendly:
        yield Obstacle.FRIENDLY
    if any(_seats_five(section) for section in sections):
        yield Obstacle.TABLES_OF_FIVE
    if most_deals < plan.least_deals:
        yield Obstacle.FEW_DEALS
    not_played = ResultSlip.objects.current().filter(
        play__round__section__session__tournament=tournament, kind=SlipKind.NOT_PLAYED
    )
    if plan.needs_same_deals and not_played.exists():
        yield Obstacle.NOT_PLAYED


def _seats_five(section: Section) -> bool:
    """Return whether a table of five is in use."""
    tables = section.movement.document["players"][0]
    # an empty place has the number -1
    return any(len(table) >= FIVE and table[FIVE - 1] >= 0 for table in tables)
