"""Finished events with who came first: what lists of results tell of each."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from tournaments.models import EventRecord, Person, Tournament
from tournaments.seasons.queries.seasons import counting_events

LAST_PLACE = 3


@dataclass(frozen=True, slots=True)
class PodiumPlace:
    """One place of a podium."""

    place: int
    people: tuple[Person, ...]
    """Those who share it: equals, or the members of a team."""


@dataclass(frozen=True, slots=True)
class PlayedEvent:
    """A finished event."""

    tournament: Tournament
    podium: tuple[PodiumPlace, ...]
    """The first three places, those shared once; empty where the ranking does not show."""


def list_played(tournaments: Iterable[Tournament]) -> list[PlayedEvent]:
    """Some finished events with their podiums, in their order. One query, none for no event."""
    listed = list(tournaments)
    shown = counting_events().filter(pk__in=[each.pk for each in listed])
    records = EventRecord.objects.filter(tournament__in=shown, place__lte=LAST_PLACE)
    rows = records.select_related("person").order_by("tournament", "place", "pk")
    podiums = {
        tournament: tuple(
            PodiumPlace(place, tuple(row.person for row in sharing))
            for place, sharing in groupby(steps, key=lambda row: row.place or 0)
        )
        for tournament, steps in groupby(rows, key=lambda row: row.tournament_id)
    }
    return [PlayedEvent(each, podiums.get(each.pk, ())) for each in listed]
