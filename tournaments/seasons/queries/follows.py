"""People and clubs that an account follows, and the public data about them."""

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
    """The follows of a user as ids, the latest first."""

    own: tuple[int, ...]
    """Ids of people that the user claims to be."""
    people: tuple[int, ...]
    clubs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FollowedPerson:
    """A followed person, with their last public event."""

    person: Person
    last: EventRecord | None
    """Record of the event, with its tournament."""


@dataclass(frozen=True, slots=True)
class FollowedClub:
    """A followed club, with its running and coming events, then the last finished ones."""

    club: Club
    events: tuple[Tournament, ...]


def load_kept(user: User) -> Kept:
    """Return all follows of an account. One query."""
    rows = list(Follow.objects.filter(user=user).values_list("kind", "person_id", "club_id"))
    own_ids, person_ids, club_ids = (
        tuple(person or club for kind, person, club in rows if kind == follow_kind)
        for follow_kind in FollowKind
    )
    return Kept(own_ids, person_ids, club_ids)


def own_people(user: User) -> QuerySet[Follow, int | None]:
    """Return a query for the ids of the people that an account claims to be."""
    return (
        Follow.objects.filter(user=user, kind=FollowKind.OWN).order_by().values_list("person_id", flat=True)
    )


def list_followed_people(ids: Collection[int]) -> list[FollowedPerson]:
    """Return the people who agree to be named, by name. Two queries, none without ids."""
    if not ids:
        return []
    rows = Person.objects.filter(pk__in=ids).select_related("club")
    named_people = [person for person in rows if person.public_style is NameStyle.FULL]
    newest = Window(
        RowNumber(), partition_by=F("person"), order_by=(F("tournament__starts_on").desc(), F("pk").desc())
    )
    records = EventRecord.objects.filter(person__in=named_people, tournament__in=counting_events())
    last_records = records.annotate(newest=newest).filter(newest=1).select_related("tournament")
    by_person = {record.person_id: record for record in last_records}
    return [FollowedPerson(person, by_person.get(person.pk)) for person in named_people]


def list_followed_clubs(ids: Sequence[int]) -> list[FollowedClub]:
    """Return clubs by name, each with a few public events, latest first. Two queries, none without ids."""
    if not ids:
        return []
    newest = Window(RowNumber(), partition_by=F("club"), order_by=(F("starts_on").desc(), F("pk").desc()))
    public_events = Tournament.objects.filter(club__in=ids, visibility=Visibility.PUBLIC, is_practice=False)
    # a draft shows once its entries are open
    visible_events = public_events.exclude(state=TournamentState.DRAFT, opened_at=None)
    events: dict[int, list[Tournament]] = {}
    for event in visible_events.annotate(newest=newest).filter(newest__lte=EVENTS_SHOWN).order_by("newest"):
        events.setdefault(event.club_id, []).append(event)
    clubs = Club.objects.filter(pk__in=events)
    return [FollowedClub(club, tuple(events[club.pk])) for club in clubs]
