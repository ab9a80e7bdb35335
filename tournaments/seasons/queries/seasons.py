"""Seasons as they are stored: tables of points, events of a season, and its ladder."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.core.ranking.places import assign_places
from tournaments.core.ranking.season import Band, Regularity, SeasonTariff, measure_regularity
from tournaments.core.ranking.values import RankingPart, combine_parts
from tournaments.core.showing import AFTERWARDS
from tournaments.enums import SeasonMeasure, TournamentState, Visibility
from tournaments.models import Club, EventRecord, Person, Season, SeasonCoefficient, Session, Tournament
from tournaments.models import SeasonTariff as TariffRow
from tournaments.rankings.queries.points_tables import has_points_table


@dataclass(frozen=True, slots=True)
class LadderRow:
    """A person of a season."""

    person: Person
    place: int | None
    points: Fraction
    """Sum of the events that count, in what the season adds up."""
    by_event: tuple[Fraction | None, ...]
    """by_event[event]: value of the event; None if the person did not play."""
    counted: tuple[bool, ...]
    """counted[event]: True if the value is one of the best, which count."""
    regularity: Regularity | None
    """Regularity; None with fewer events than its prize needs."""
    regularity_place: int | None

    @property
    def results(self) -> list[tuple[Fraction | None, bool]]:
        """The value of each event, and whether it counts."""
        return list(zip(self.by_event, self.counted, strict=True))

    @property
    def event_count(self) -> int:
        return sum(points is not None for points in self.by_event)


@dataclass(frozen=True, slots=True)
class Ladder:
    """The ranking of a season."""

    events: tuple[Tournament, ...]
    """Events by date."""
    rows: tuple[LadderRow, ...]
    """Lines by place."""

    @property
    def last_day(self) -> date:
        """Day of the last event. There must be one."""
        return self.events[-1].starts_on

    @property
    def most_events(self) -> tuple[LadderRow, ...]:
        """Return the lines with the highest number of events."""
        most = max((row.event_count for row in self.rows), default=0)
        return tuple(row for row in self.rows if most and row.event_count == most)

    @property
    def regular(self) -> tuple[LadderRow, ...]:
        """Return the candidates for the prize of regularity, best first."""
        candidates = [row for row in self.rows if row.regularity_place is not None]
        return tuple(sorted(candidates, key=lambda row: row.regularity_place or 0))


def counted_tournaments(club: Club) -> QuerySet[Tournament]:
    """Return the events of a club that count in seasons and ratings, by day."""
    return counting_events().filter(club=club).order_by("starts_on", "pk")


def counting_events() -> QuerySet[Tournament]:
    """Return the events of all clubs that count: finished, public with their ranking, no practice."""
    has_ranking = Q(showing__ranking__isnull=True) | Q(
        showing__ranking__in=[moment.value for moment in AFTERWARDS]
    )
    return Tournament.objects.filter(
        has_ranking, state=TournamentState.FINISHED, visibility=Visibility.PUBLIC, is_practice=False
    )


def showing_clubs() -> QuerySet[Club]:
    """Return the clubs with a public event that has begun, other than practice."""
    # a tournament returns to DRAFT while its next session is prepared
    later_sessions = Session.objects.filter(tournament=OuterRef("pk"), number__gt=1)
    public = Tournament.objects.filter(
        ~Q(state=TournamentState.DRAFT) | Exists(later_sessions),
        club=OuterRef("pk"),
        visibility=Visibility.PUBLIC,
        is_practice=False,
    )
    return Club.objects.filter(Exists(public))


def announcing_clubs() -> QuerySet[Club]:
    """Return the clubs with an event whose entries are open to players, be it their first event."""
    open_events = Tournament.objects.filter(
        club=OuterRef("pk"), state=TournamentState.DRAFT, opened_at__isnull=False, is_practice=False
    )
    return Club.objects.filter(Exists(open_events))


def season_tariffs(club: Club) -> list[SeasonTariff]:
    """Return all editions of the club's table of points. One query."""
    return [tariff_of(row) for row in TariffRow.objects.filter(club=club)]


def lacks_tariff(season: Season) -> bool:
    """Return whether a season of points has no table of points in force. At most one query."""
    if not season.adds_tariff_points:
        return False
    return not TariffRow.objects.filter(club=season.club_id, valid_from__lte=season.ends_on).exists()


def suitable_measure(club: Club) -> SeasonMeasure:
    """Return what a new season of the club adds up by default. Two queries at most."""
    if club.season_tariffs.exists():
        return SeasonMeasure.POINTS
    # without a table of points, a season of points would leave everyone at 0
    last_event = counted_tournaments(club).last()
    has_sums = last_event is not None and has_points_table(last_event)
    return SeasonMeasure.SUMS if has_sums else SeasonMeasure.PERCENT


def season_value(season: Season, record: EventRecord) -> Fraction | None:
    """Return the value of a record for a season, times the weight of its event; None for nothing.

    In a season of percentages it is the mean mark of the person's own deals in duplicate. No query if the
    record was loaded with `tournament__season_coefficient`.
    """
    if season.adds_tariff_points:
        # the points of the table are stored with the weight
        return _stored_points(record.season_points)
    coefficient = getattr(record.tournament, "season_coefficient", None)
    weight = Fraction(coefficient.coefficient) if coefficient else Fraction(1)
    if season.adds_percent:
        value = percent_of(record)
    elif season.measure == SeasonMeasure.HANDICAP:
        value = _stored_points(record.handicap_points)
    else:
        value = _stored_points(record.event_points)
    return None if value is None or weight == 0 else weight * value


def _stored_points(text: str) -> Fraction | None:
    return Fraction(text) if text else None


def percent_of(record: EventRecord) -> Fraction | None:
    """Return the mean of the marks of all deals, without the weights of the ranking; None without marks."""
    return Fraction(record.duplicate_total) / record.duplicate_deals if record.duplicate_deals else None


def tariff_of(row: TariffRow) -> SeasonTariff:
    """Return the tariff of a row."""
    return SeasonTariff(row.valid_from, tuple(map(_band, row.bands)))


def _band(values: Mapping[str, Any]) -> Band:
    return Band(
        least_field=values["least_field"],
        points=tuple(map(Fraction, values["points"])),
        attendance=Fraction(values["attendance"]),
    )


def current_season(club: Club, today: date) -> Season | None:
    """Return the season of a day, else the last one that has begun. One query."""
    return Season.objects.filter(club=club, starts_on__lte=today).order_by("-starts_on", "-pk").first()


def list_seasons_of(tournament: Tournament) -> list[Season]:
    """Return the seasons that hold the day of an event, latest first; none for practice. One query."""
    if tournament.is_practice:
        return []
    day = tournament.starts_on
    return list(Season.objects.filter(club=tournament.club_id, starts_on__lte=day, ends_on__gte=day))


def list_season_events(season: Season) -> list[Tournament]:
    """Return the finished public events of a season, by date, including those of weight 0. One query."""
    days = (season.starts_on, season.ends_on)
    return list(counted_tournaments(season.club).filter(starts_on__range=days))


def season_weights(season: Season) -> dict[int, Decimal]:
    """Return the weights of events other than 1, by id of the tournament. One query."""
    rows = SeasonCoefficient.objects.filter(tournament__club=season.club_id)
    return dict(rows.values_list("tournament", "coefficient"))


def load_ladder(season: Season) -> Ladder:
    """Return the ranking of a season from the records of its events. Three queries."""
    weights = season_weights(season)
    events = tuple(event for event in list_season_events(season) if weights.get(event.pk) != 0)
    records = EventRecord.objects.filter(tournament__in=events).order_by("pk")
    people: dict[int, Person] = {}
    points: dict[int, dict[int, Fraction]] = {event.pk: {} for event in events}
    places: dict[int, dict[int, int | None]] = {event.pk: {} for event in events}
    for record in records.select_related("person", "tournament__season_coefficient"):
        people[record.person_id] = record.person
        places[record.tournament_id][record.person_id] = record.place
        if (value := season_value(season, record)) is not None:
            points[record.tournament_id][record.person_id] = value
    order = sorted(people, key=lambda pk: (people[pk].sort_key, pk))
    by_event = [[points[event.pk].get(pk) for pk in order] for event in events]
    totals = combine_parts([RankingPart(column) for column in by_event], best=season.best_events)
    regularities = measure_regularity(
        [[places[event.pk].get(pk) for pk in order] for event in events], season.least_events
    )
    people_in_order = [people[pk] for pk in order]
    return Ladder(events, _rows(people_in_order, totals, by_event, season.best_events, regularities))


def _rows(
    people: Sequence[Person],
    totals: Sequence[Any],
    by_event: Sequence[Sequence[Fraction | None]],
    best: int | None,
    regularities: Sequence[Regularity | None],
) -> tuple[LadderRow, ...]:
    places = assign_places([None if total is None else (total,) for total in totals])
    regular_places = assign_places([None if row is None else (row.share,) for row in regularities])
    rows = [
        LadderRow(
            person=person,
            place=places[number],
            points=totals[number] or Fraction(0),
            by_event=tuple(column[number] for column in by_event),
            counted=_counted([column[number] for column in by_event], best),
            regularity=regularities[number],
            regularity_place=regular_places[number],
        )
        for number, person in enumerate(people)
    ]
    return tuple(sorted(rows, key=lambda row: (row.place is None, row.place or 0)))


def _counted(values: Sequence[Fraction | None], best: int | None) -> tuple[bool, ...]:
    """Return whether each value is one of the `best` largest, of equal ones the earlier; None for all."""
    places = [place for place, value in enumerate(values) if value is not None]
    best_places = set(sorted(places, key=lambda place: values[place] or 0, reverse=True)[:best])
    return tuple(place in best_places for place in range(len(values)))
