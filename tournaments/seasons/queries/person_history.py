"""A person's history over all finished public events of the club.

It holds evenings, rivals, partners, seasons and merits.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery

from tournaments.base.queries.teams import is_entry_of
from tournaments.core.merits import EarnedMerit, Evening, earned_merits
from tournaments.core.naming import NameStyle
from tournaments.enums import PLAYED_STATES, TournamentState, Visibility
from tournaments.models import Entry, EntryMember, EventRecord, Person, Season, Tournament
from tournaments.seasons.queries.seasons import counted_tournaments, percent_of, season_value

RIVALS_SHOWN = 12
FEWEST_TOGETHER = 2
"""Fewest shared events of two rivals."""


@dataclass(frozen=True, slots=True)
class PastEvening:
    """An event of a person."""

    record: EventRecord
    """Record of the event, with its tournament."""
    entry_id: int | None
    """Id of the person's entry; None if it no longer exists."""
    percent: Fraction | None
    """Mean of the marks of all deals, without the weights of the ranking; None without marks."""

    @property
    def deals(self) -> int:
        return self.record.duplicate_deals


@dataclass(frozen=True, slots=True)
class Rival:
    """A person who has played the same events."""

    person: Person
    together: int
    ahead: int
    """Number of shared events in which the person of this history had a better place than the rival."""
    behind: int


@dataclass(frozen=True, slots=True)
class Partner:
    """A person who has played in the same teams."""

    person: Person
    together: int


@dataclass(frozen=True, slots=True)
class SeasonSum:
    """The result of a person in a season of the club."""

    season: Season
    event_count: int
    points: Fraction
    """Sum of the events that count: all, or as many of the best as the season sets."""


@dataclass(frozen=True, slots=True)
class PersonHistory:
    """The history of a person, the latest event first."""

    person: Person
    evenings: tuple[PastEvening, ...]
    merits: tuple[EarnedMerit, ...]
    rivals: tuple[Rival, ...]
    """Rivals who agree to be named, the most frequent first."""
    partners: tuple[Partner, ...]
    """Partners who agree to be named, the most frequent first."""
    seasons: tuple[SeasonSum, ...]
    """Seasons with an event of the person, the latest first."""

    @property
    def rated(self) -> tuple[PastEvening, ...]:
        """Return the evenings with a rating of the person, in order of time."""
        return tuple(
            evening for evening in reversed(self.evenings) if evening.record.rating_value is not None
        )

    @property
    def in_percent(self) -> tuple[PastEvening, ...]:
        """Return the evenings with a percentage, in order of time."""
        return tuple(evening for evening in reversed(self.evenings) if evening.percent is not None)

    @property
    def best_percent(self) -> PastEvening | None:
        return max(self.in_percent, key=lambda evening: evening.percent or Fraction(0), default=None)

    @property
    def best_rated(self) -> PastEvening | None:
        return max(self.rated, key=lambda evening: evening.record.rating_value or 0, default=None)

    @property
    def best_place(self) -> PastEvening | None:
        """Return the evening with the best place; among equals, the one in the largest field."""
        evenings_with_place = [evening for evening in self.evenings if evening.record.place is not None]
        return min(
            evenings_with_place,
            key=lambda evening: (evening.record.place or 0, -evening.record.field_size),
            default=None,
        )


def load_history(person: Person) -> PersonHistory:
    """Return the history of a person, loaded with the club. Six queries, regardless of size."""
    tournaments = counted_tournaments(person.club)
    records = list(
        EventRecord.objects.filter(person=person, tournament__in=tournaments)
        .select_related("tournament__season_coefficient")
        .order_by("-tournament__starts_on", "-tournament__pk")
    )
    entries = _entries_by_tournament(person)
    evenings = tuple(
        PastEvening(record, entries.get(record.tournament_id), percent_of(record)) for record in records
    )
    rivals, partners = _rivals(person, tournaments), _partners(person)
    named_people = _named_people([row[0] for row in (*rivals, *partners)])
    return PersonHistory(
        person=person,
        evenings=evenings,
        merits=earned_merits([_evening(evening) for evening in reversed(evenings)]),
        rivals=tuple(Rival(named_people[pk], *counts) for pk, *counts in rivals if pk in named_people)[
            :RIVALS_SHOWN
        ],
        partners=tuple(Partner(named_people[pk], count) for pk, count in partners if pk in named_people)[
            :RIVALS_SHOWN
        ],
        seasons=_seasons(person, records),
    )


def running_evenings(person: Person) -> list[Entry]:
    """Return the person's entries in public events under way, the latest first. One query."""
    running = Tournament.objects.filter(visibility=Visibility.PUBLIC, state__in=PLAYED_STATES)
    rows = Entry.objects.filter(is_entry_of(person), tournament__in=running).distinct()
    return list(rows.select_related("tournament", "person").order_by("-tournament__starts_on", "-pk"))


def _entries_by_tournament(person: Person) -> dict[int, int]:
    """Return the id of the person's entry by id of the tournament. One query."""
    rows = Entry.objects.filter(is_entry_of(person)).values_list("tournament_id", "pk")
    return dict(rows.order_by("pk"))


def _evening(evening: PastEvening) -> Evening:
    record = evening.record
    return Evening(
        record.tournament.starts_on, record.place, record.field_size, evening.percent, evening.deals
    )


def _rivals(person: Person, tournaments: QuerySet[Tournament]) -> list[tuple[int, int, int, int]]:
    """Return (rival's id, shared events, events with the rival behind, events with the rival ahead).

    One query.
    """
    own_place = EventRecord.objects.filter(person=person, tournament=OuterRef("tournament")).values("place")
    other_records = EventRecord.objects.filter(tournament__in=tournaments, tournament__records__person=person)
    rows = other_records.exclude(person=person).annotate(own=Subquery(own_place)).values("person")
    rival_rows = rows.annotate(
        together=Count("pk"),
        # the place of the rival is the greater number, so the person was ahead
        ahead=Count("pk", filter=Q(place__gt=F("own"))),
        behind=Count("pk", filter=Q(place__lt=F("own"))),
    )
    frequent_rivals = rival_rows.filter(together__gte=FEWEST_TOGETHER).order_by("-together", "person")
    return list(frequent_rivals.values_list("person", "together", "ahead", "behind"))


def _partners(person: Person) -> list[tuple[int, int]]:
    """Return (person id, shared teams) for members of the same teams. One query."""
    rows = EntryMember.objects.filter(
        entry__members__person=person, entry__tournament__state=TournamentState.FINISHED
    )
    team_counts = (
        rows.exclude(person=person).values("person").annotate(together=Count("entry", distinct=True))
    )
    return list(team_counts.order_by("-together", "person").values_list("person", "together"))


def _named_people(person_ids: Sequence[int]) -> Mapping[int, Person]:
    """Return the people (ids) who agree to be named in full. One query."""
    people_by_id = Person.objects.in_bulk(set(person_ids))
    return {pk: person for pk, person in people_by_id.items() if person.public_style is NameStyle.FULL}


def _seasons(person: Person, records: Sequence[EventRecord]) -> tuple[SeasonSum, ...]:
    """Return the person's sum of each season. One query."""
    sums = []
    for season in Season.objects.filter(club=person.club_id):
        season_records = [
            record for record in records if season.starts_on <= record.tournament.starts_on <= season.ends_on
        ]
        values = (season_value(season, record) for record in season_records)
        points = sorted((value for value in values if value is not None), reverse=True)
        if season_records:
            total = sum(points[: season.best_events], start=Fraction(0))
            sums.append(SeasonSum(season, len(season_records), total))
    return tuple(sums)
