"""A person's records from events, and the state before an event: places, tallies and ratings."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction

from django.db.models import Q, QuerySet

from tournaments.core.errors import TournamentError
from tournaments.core.formats.ranking_plan import Measure, RankingPlan, Scoring, UnitKind
from tournaments.core.formats.registry import find_format
from tournaments.core.ranking.classification import Profile, rank_teams
from tournaments.core.ranking.leaderboards import PlayerRecord, Tally
from tournaments.core.ranking.rating import Rating
from tournaments.core.ranking.season import SeasonTariff, award_points, find_season_tariff
from tournaments.models import Club, Entry, EventRecord, Person, Season, Tournament
from tournaments.rankings.queries.event_standings import EventRow, load_event_standings
from tournaments.rankings.queries.points_tables import has_points_table, load_scratch_and_handicap
from tournaments.rankings.queries.standings import RankedEntry, latest_standings, snapshot_rows
from tournaments.seasons.queries.seasons import counted_tournaments, current_season, season_value


@dataclass(frozen=True, slots=True)
class UnitResult:
    """A unit of an event, with all people who played as it."""

    person_ids: tuple[int, ...]
    place: int | None


@dataclass(frozen=True, slots=True)
class Tallies:
    """Sums over the deals that a person has played, without those of their teams."""

    duplicate: Tally = field(default_factory=Tally)
    """Sum of the marks in per cent, and number of deals."""
    free_deals: Tally = field(default_factory=Tally)
    """Points, and number of deals."""


@dataclass(frozen=True, slots=True)
class EventPoints:
    """The points of a person in the ranking of an event."""

    scratch: Fraction
    with_handicap: Fraction
    """Points with the handicap of the event; the same points without one."""


@dataclass(frozen=True, slots=True)
class RatedPerson:
    """A rating, and the session after which it applies."""

    rating: Rating
    period: int
    """Number of that session among the club's rated ones, from 1."""


def event_units(tournament: Tournament) -> list[UnitResult]:
    """Return the units of an event with their places; partners of free deals are one unit.

    A few queries for each session.
    """
    rows = load_event_standings(tournament).rows
    if find_format(tournament.format).has_partners:
        return _partners(rows)
    return [UnitResult(_person_ids(row.entry), row.place) for row in rows]


def award_units(
    units: Sequence[UnitResult],
    tariffs: Sequence[SeasonTariff],
    on: date,
    coefficient: Fraction = Fraction(1),
) -> list[Fraction | None]:
    """Return points[unit] by the table in force on the day; None without a place, a table, or a weight."""
    if not coefficient:
        return [None] * len(units)
    try:
        tariff = find_season_tariff(tariffs, on)
        return list(award_points([unit.place for unit in units], tariff, coefficient))
    except TournamentError:  # no table for the day, or for a field of this size
        return [None] * len(units)


def event_tallies(tournament: Tournament) -> dict[int, Tallies]:
    """Return the tallies of each person by id; {} for teams. One query, and two for each session."""
    plan = find_format(tournament.format).plan
    tallies: dict[int, Tallies] = {}
    for session in tournament.sessions.all():
        for row in snapshot_rows(latest_standings(session)):
            tallies_so_far = tallies.get(row.entry.person_id, Tallies())
            tallies[row.entry.person_id] = _add(tallies_so_far, row, plan)
    return tallies


def event_points(tournament: Tournament) -> dict[int, EventPoints]:
    """Return the points of each person by id where a ranking adds up points of players, the most winning.

    People without a place have none. {} for other events. As many queries as `event_units`.
    """
    if not has_points_table(tournament):
        return {}
    table = load_scratch_and_handicap(tournament)
    if table.measure is not Measure.POINTS:
        return {}
    return {
        row.entry.person_id: EventPoints(
            row.value, row.value if row.handicap.value is None else row.handicap.value
        )
        for row in table.rows
        if row.place is not None and row.value is not None
    }


def is_rated(plan: RankingPlan) -> bool:
    """Return whether an event changes ratings: single players against a field with the same cards.

    Decision 0012.
    """
    return plan.scoring is Scoring.SHARES and plan.unit is UnitKind.PLAYER


def ratings_before(tournament: Tournament) -> dict[int, RatedPerson]:
    """Return the last rating of each person before an event of their club, by person. One query."""
    # events of one day are ordered by id
    is_earlier = Q(tournament__starts_on__lt=tournament.starts_on) | Q(
        tournament__starts_on=tournament.starts_on, tournament__pk__lt=tournament.pk
    )
    records = EventRecord.objects.filter(
        is_earlier, tournament__club=tournament.club_id, rating_value__isnull=False
    ).order_by("tournament__starts_on", "tournament__pk")
    return {record.person_id: RatedPerson(_rating(record), record.rating_period) for record in records}


def player_records(club: Club, today: date) -> tuple[list[PlayerRecord[Person]], Season | None]:
    """Return the tallies of all people over all events, and the season that counts. Two queries."""
    season = current_season(club, today)
    rows = list(_counted_records(club))
    return _records(rows, season, rows), season


def season_records(season: Season) -> list[PlayerRecord[Person]]:
    """Return the tallies of all people as they stood at the end of a season. One query.

    Ratings are those of the season's players. Percentages and free deals are those of its events alone.
    """
    rows = list(_counted_records(season.club).filter(tournament__starts_on__lte=season.ends_on))
    return _records(rows, season, [row for row in rows if _is_of(season, row)])


def _counted_records(club: Club) -> QuerySet[EventRecord]:
    """Return the records of events that count, in order of time, with person and event."""
    records = EventRecord.objects.filter(tournament__in=counted_tournaments(club))
    sorted_records = records.order_by("tournament__starts_on", "tournament__pk", "pk")
    return sorted_records.select_related("person", "tournament__season_coefficient")


def _records(
    rows: Sequence[EventRecord], season: Season | None, deal_rows: Sequence[EventRecord]
) -> list[PlayerRecord[Person]]:
    """Return the tallies of all people, by name.

    Args:
        rows: records whose points make a career.
        season: season whose points are added up.
        deal_rows: records that ratings, percentages and free deals are taken from.
    """
    records: dict[Person, PlayerRecord[Person]] = {}
    for row in rows:
        person_record = records.get(row.person) or PlayerRecord(key=row.person, country=row.person.country)
        records[row.person] = replace(person_record, career=_sum(person_record.career, _points(row)))
    for row in deal_rows:
        records[row.person] = _with_deals(records[row.person], row)
    best = season.best_events if season else None
    in_season: dict[Person, list[Fraction]] = {}
    for row in rows:
        if season and _is_of(season, row) and (value := season_value(season, row)) is not None:
            in_season.setdefault(row.person, []).append(value)
    for person, points in in_season.items():
        # a slice up to None takes all
        total = sum(sorted(points, reverse=True)[:best], start=Fraction(0))
        records[person] = replace(records[person], season=Tally(total, len(points)))
    return sorted(records.values(), key=lambda record: (record.key.sort_key, record.key.pk))


def _is_of(season: Season, row: EventRecord) -> bool:
    return season.starts_on <= row.tournament.starts_on <= season.ends_on


def _points(row: EventRecord) -> Tally:
    return Tally(Fraction(row.season_points), 1) if row.season_points else Tally()


def _with_deals(record: PlayerRecord[Person], row: EventRecord) -> PlayerRecord[Person]:
    return replace(
        record,
        rating=record.rating if row.rating_value is None else _rating(row),
        duplicate=_sum(record.duplicate, Tally(Fraction(row.duplicate_total), row.duplicate_deals)),
        free_deals=_sum(record.free_deals, Tally(Fraction(row.free_total), row.free_deals)),
    )


def _partners(rows: Sequence[EventRow]) -> list[UnitResult]:
    """Return one unit for each team of partners. Players without partners are left out."""
    members: dict[str, list[int]] = {}
    for row in rows:
        members.setdefault(row.entry.partners, []).append(row.entry.person_id)
    teams = rank_teams([row.value for row in rows], [Profile(team=row.entry.partners) for row in rows])
    return [UnitResult(tuple(members[team.name]), team.place) for team in teams]


def _person_ids(entry: Entry) -> tuple[int, ...]:
    if entry.name:
        return tuple(member.person_id for member in entry.members.all())
    return (entry.person_id,)


def _add(tallies: Tallies, row: RankedEntry, plan: RankingPlan) -> Tallies:
    if plan.scoring is Scoring.SHARES and plan.unit is UnitKind.PLAYER:
        return replace(tallies, duplicate=_sum(tallies.duplicate, _marks(row)))
    if plan.scoring is Scoring.SUMS and isinstance(row.value, Fraction) and isinstance(row.deal_count, int):
        # penalties count in the ranking, not in the mean points of a deal
        deals = Tally(row.value + row.penalty, row.deal_count)
        return replace(tallies, free_deals=_sum(tallies.free_deals, deals))
    return tallies


def _marks(row: RankedEntry) -> Tally:
    """Return the sum of a player's marks, computed from the mean of each side."""
    attack, defence = row.attack, row.defence
    attacks, defences = row.attack_count or 0, row.defence_count or 0
    total = Fraction(0)
    if isinstance(attack, Fraction):
        total += attack * attacks
    if isinstance(defence, Fraction):
        total += defence * defences
    return Tally(total, attacks + defences)


def _sum(first: Tally, second: Tally) -> Tally:
    return Tally(first.total + second.total, first.games + second.games)


def _rating(record: EventRecord) -> Rating:
    assert record.rating_value is not None
    assert record.rating_deviation is not None
    assert record.rating_volatility is not None
    return Rating(record.rating_value, record.rating_deviation, record.rating_volatility, record.rating_games)
