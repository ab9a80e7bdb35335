"""Whom an account follows, and what shows of the people and the clubs that somebody follows."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import F, QuerySet, Window
from django.db.models.functions import RowNumber

from accounts.models import User
from tournaments.core.naming import NameStyle
from tournaments.enums import FollowKind, TournamentState, Visibility
from tournaments.models import Club, EventRecord, Follow, Person, Tournament
from tournaments.seasons.queries.seasons import counting_events

EVENTS_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of a reader, as ids, the last first."""

    own: tuple[int, ...]
    """Of people: he said that their records are his."""
    people: tuple[int, ...]
    clubs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FollowedPerson:
    """Somebody followed, with the last event that shows."""

    person: Person
    last: EventRecord | None
    """With its tournament."""


@dataclass(frozen=True, slots=True)
class FollowedClub:
    """A club followed, with its events that run or come, then those played last."""

    club: Club
    events: tuple[Tournament, ...]


def load_kept(user: User) -> Kept:
    """All that an account keeps. One query."""
    rows = list(Follow.objects.filter(user=user).values_list("kind", "person_id", "club_id"))
    own, people, clubs = (
        tuple(person or club for kind, person, club in rows if kind == wanted) for wanted in FollowKind
    )
    return Kept(own, people, clubs)


def own_people(user: User) -> QuerySet[Follow, int | None]:
    """Ids of the people whom an account claims to be; no query of its own."""
    return (
        Follow.objects.filter(user=user, kind=FollowKind.OWN).order_by().values_list("person_id", flat=True)
    )


def list_followed_people(ids: Collection[int]) -> list[FollowedPerson]:
    """Those of some people who agree to be named, by name. Two queries, none for nobody."""
    if not ids:
        return []
    rows = Person.objects.filter(pk__in=ids).select_related("club")
    named = [person for person in rows if person.public_style is NameStyle.FULL]
    newest = Window(
        RowNumber(), partition_by=F("person"), order_by=(F("tournament__starts_on").desc(), F("pk").desc())
    )
    shown = EventRecord.objects.filter(person__in=named, tournament__in=counting_events())
    last = shown.annotate(newest=newest).filter(newest=1).select_related("tournament")
    by_person = {record.person_id: record for record in last}
    return [FollowedPerson(person, by_person.get(person.pk)) for person in named]


def list_followed_clubs(ids: Sequence[int]) -> list[FollowedClub]:
    """Some clubs by name, each with a few public events, the latest first. Two queries, none for no club."""
    if not ids:
        return []
    newest = Window(RowNumber(), partition_by=F("club"), order_by=(F("starts_on").desc(), F("pk").desc()))
    public = Tournament.objects.filter(club__in=ids, visibility=Visibility.PUBLIC, is_practice=False)
    begun = public.exclude(state=TournamentState.DRAFT, opened_at=None)
    events: dict[int, list[Tournament]] = {}
    for event in begun.annotate(newest=newest).filter(newest__lte=EVENTS_SHOWN).order_by("newest"):
        events.setdefault(event.club_id, []).append(event)
    clubs = Club.objects.filter(pk__in=events)
    return [FollowedClub(club, tuple(events[club.pk])) for club in clubs]
