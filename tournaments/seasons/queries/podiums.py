"""Finished events with their podiums, for lists of results."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from tournaments.models import EventRecord, Person, Tournament
from tournaments.seasons.queries.seasons import counting_events

LAST_PLACE = 3


@dataclass(frozen=True, slots=True)
class PodiumPlace:
    """A place of a podium."""

    place: int
    people: tuple[Person, ...]
    """People who share it: equals, or the members of a team."""


@dataclass(frozen=True, slots=True)
class PlayedEvent:
    """A finished event."""

    tournament: Tournament
    podium: tuple[PodiumPlace, ...]
    """First three places, shared ones once; empty if the ranking is hidden."""


def list_played(tournaments: Iterable[Tournament]) -> list[PlayedEvent]:
    """Return finished events with their podiums, in their order. One query, none without events."""
    events = list(tournaments)
    visible_events = counting_events().filter(pk__in=[event.pk for event in events])
    records = EventRecord.objects.filter(tournament__in=visible_events, place__lte=LAST_PLACE)
    # groupby needs the rows in the order of its keys
    rows = records.select_related("person").order_by("tournament", "place", "pk")
    podiums = {
        tournament: tuple(
            PodiumPlace(place, tuple(row.person for row in place_rows))
            for place, place_rows in groupby(event_rows, key=lambda row: row.place or 0)
        )
        for tournament, event_rows in groupby(rows, key=lambda row: row.tournament_id)
    }
    return [PlayedEvent(event, podiums.get(event.pk, ())) for event in events]
