"""A person over all finished public events of the club: evenings, rivals, partners, seasons, merits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery

from tournaments.base.queries.teams import is_entry_of
from tournaments.core.merits import EarnedMerit, Evening, earned_merits
from tournaments.core.naming import NameStyle
from tournaments.enums import TournamentState, Visibility
from tournaments.models import Entry, EntryMember, EventRecord, Person, Season, Tournament
from tournaments.seasons.queries.seasons import counted_tournaments, percent_of, season_value

RIVALS_SHOWN = 12
FEWEST_TOGETHER = 2
"""Evenings below which two have not met often enough to compare."""


@dataclass(frozen=True, slots=True)
class PastEvening:
    """One event of a person."""

    record: EventRecord
    """With its tournament."""
    entry_id: int | None
    """Of the entry that the person played for, None once it is gone."""
    percent: Fraction | None
    """Mean of the marks of all deals, without the weights of the ranking; None without marks."""

    @property
    def deals(self) -> int:
        return self.record.duplicate_deals


@dataclass(frozen=True, slots=True)
class Rival:
    """Somebody who has played the same events."""

    person: Person
    together: int
    ahead: int
    """Events in which this history's person had the better place."""
    behind: int


@dataclass(frozen=True, slots=True)
class Partner:
    """Somebody who has played in the same teams."""

    person: Person
    together: int


@dataclass(frozen=True, slots=True)
class SeasonSum:
    """A season of the club as this person has played it."""

    season: Season
    event_count: int
    points: Fraction
    """Of the events that count, the best ones where the season says how many."""


@dataclass(frozen=True, slots=True)
class PersonHistory:
    """What a person has played, the latest event first."""

    person: Person
    evenings: tuple[PastEvening, ...]
    merits: tuple[EarnedMerit, ...]
    rivals: tuple[Rival, ...]
    """The most frequent first; those alone who agree to be named."""
    partners: tuple[Partner, ...]
    """Likewise."""
    seasons: tuple[SeasonSum, ...]
    """The latest first, those without an event of the person left out."""

    @property
    def rated(self) -> tuple[PastEvening, ...]:
        """Evenings after which the person had a rating, in the order of time."""
        return tuple(one for one in reversed(self.evenings) if one.record.rating_value is not None)

    @property
    def in_percent(self) -> tuple[PastEvening, ...]:
        """Evenings with a percentage, in the order of time."""
        return tuple(one for one in reversed(self.evenings) if one.percent is not None)

    @property
    def best_percent(self) -> PastEvening | None:
        return max(self.in_percent, key=lambda one: one.percent or Fraction(0), default=None)

    @property
    def best_rated(self) -> PastEvening | None:
        return max(self.rated, key=lambda one: one.record.rating_value or 0, default=None)

    @property
    def best_place(self) -> PastEvening | None:
        """The best place, of equal ones that in the largest field."""
        placed = [one for one in self.evenings if one.record.place is not None]
        return min(placed, key=lambda one: (one.record.place or 0, -one.record.field_size), default=None)


def load_history(person: Person) -> PersonHistory:
    """The history of somebody of a register, loaded with the club. Six queries, whatever was played."""
    counted = counted_tournaments(person.club)
    records = list(
        EventRecord.objects.filter(person=person, tournament__in=counted)
        .select_related("tournament__season_coefficient")
        .order_by("-tournament__starts_on", "-tournament__pk")
    )
    entries = _entries_by_tournament(person)
    evenings = tuple(
        PastEvening(record, entries.get(record.tournament_id), percent_of(record)) for record in records
    )
    rivals, partners = _rivals(person, counted), _partners(person)
    named = _named([row[0] for row in (*rivals, *partners)])
    return PersonHistory(
        person=person,
        evenings=evenings,
        merits=earned_merits([_evening(one) for one in reversed(evenings)]),
        rivals=tuple(Rival(named[pk], *met) for pk, *met in rivals if pk in named)[:RIVALS_SHOWN],
        partners=tuple(Partner(named[pk], met) for pk, met in partners if pk in named)[:RIVALS_SHOWN],
        seasons=_seasons(person, records),
    )


def running_evenings(person: Person) -> list[Entry]:
    """The person's entries in public events that have begun and are not finished, latest first. One query."""
    running = Tournament.objects.filter(
        visibility=Visibility.PUBLIC, state__in=(TournamentState.SEATED, TournamentState.PLAYING)
    )
    rows = Entry.objects.filter(is_entry_of(person), tournament__in=running).distinct()
    return list(rows.select_related("tournament", "person").order_by("-tournament__starts_on", "-pk"))


def _entries_by_tournament(person: Person) -> dict[int, int]:
    """Id of the person's entry by id of the tournament. One query."""
    rows = Entry.objects.filter(is_entry_of(person)).values_list("tournament_id", "pk")
    return dict(rows.order_by("pk"))


def _evening(one: PastEvening) -> Evening:
    record = one.record
    return Evening(record.tournament.starts_on, record.place, record.field_size, one.percent, one.deals)


def _rivals(person: Person, counted: QuerySet[Tournament]) -> list[tuple[int, int, int, int]]:
    """Who has played the same events (id), how often, and how often behind and ahead. One query."""
    own = EventRecord.objects.filter(person=person, tournament=OuterRef("tournament")).values("place")
    others = EventRecord.objects.filter(tournament__in=counted, tournament__records__person=person)
    rows = others.exclude(person=person).annotate(own=Subquery(own)).values("person")
    met = rows.annotate(
        together=Count("pk"),
        ahead=Count("pk", filter=Q(place__gt=F("own"))),
        behind=Count("pk", filter=Q(place__lt=F("own"))),
    )
    often = met.filter(together__gte=FEWEST_TOGETHER).order_by("-together", "person")
    return list(often.values_list("person", "together", "ahead", "behind"))


def _partners(person: Person) -> list[tuple[int, int]]:
    """Who has been in the same teams (id), and how often. One query."""
    rows = EntryMember.objects.filter(
        entry__members__person=person, entry__tournament__state=TournamentState.FINISHED
    )
    together = rows.exclude(person=person).values("person").annotate(together=Count("entry", distinct=True))
    return list(together.order_by("-together", "person").values_list("person", "together"))


def _named(people: Sequence[int]) -> Mapping[int, Person]:
    """Those of some people (ids) who agree to be named in full. One query."""
    found = Person.objects.in_bulk(set(people))
    return {pk: person for pk, person in found.items() if person.public_style is NameStyle.FULL}


def _seasons(person: Person, records: Sequence[EventRecord]) -> tuple[SeasonSum, ...]:
    """What the events of every season come to. One query."""
    sums = []
    for season in Season.objects.filter(club=person.club_id):
        inside = [one for one in records if season.starts_on <= one.tournament.starts_on <= season.ends_on]
        values = (season_value(season, one) for one in inside)
        points = sorted((value for value in values if value is not None), reverse=True)
        if inside:
            total = sum(points[: season.best_events], start=Fraction(0))
            sums.append(SeasonSum(season, len(inside), total))
    return tuple(sums)
