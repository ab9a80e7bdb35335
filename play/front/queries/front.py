"""Data of the front page: the field of the day, rooms to enter, clubs and competitions."""

from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import CharField, Count, Min, OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce

from accounts.models import User
from play.alone.models import DailyPlay
from play.alone.queries.daily import player_key, without_robots
from play.rooms.enums import RoomAccess
from play.rooms.models import Room, RoomEntry
from tournaments.core.alphabet import sort_key
from tournaments.enums import Visibility
from tournaments.models import Competition
from tournaments.seasons.queries.seasons import showing_clubs

SHOWN_ROOMS = 3


@dataclass(frozen=True, slots=True)
class DailyField:
    """The players of the deal of a day."""

    finished: int
    """Number of players who have finished it."""
    own: DailyPlay | None


@dataclass(frozen=True, slots=True)
class RoomToEnter:
    """A room that is open to all, with its next start."""

    room: Room
    starts_at: datetime
    people: int
    """Number of people in it or waiting for the next round."""


@dataclass(frozen=True, slots=True)
class PlaceToRead:
    """A club with public events, or a public competition."""

    name: str
    slug: str
    note: str
    """City of the club; name of the competition's club."""


def load_daily_field(day: date, device: str, owner: User | None) -> DailyField:
    """Return the field of the deal of a day. One query, one more for a player who has begun the deal."""
    keys = {player_key(device, owner), player_key(device, None)} - {""}
    plays = without_robots(DailyPlay.objects.filter(day=day)).aggregate(
        finished=Count("pk", filter=Q(table__ended_at__isnull=False)),
        # the first play counts
        own=Min("pk", filter=Q(player__in=keys)),
    )
    own = DailyPlay.objects.select_related("table").get(pk=plays["own"]) if plays["own"] else None
    return DailyField(plays["finished"], own)


def list_rooms_to_enter(now: datetime) -> list[RoomToEnter]:
    """Return the rooms that are open to all, those with most people first. One query."""
    present = RoomEntry.objects.filter(
        round__room=OuterRef("pk"), round__ends_at__gt=now, is_robot=False, left_at=None
    )
    # a subquery, because a join would read the entries of all past rounds
    people = present.order_by().values("round__room").annotate(count=Count("pk")).values("count")
    rooms = (
        Room.objects.filter(is_open=True, access=RoomAccess.OPEN)
        .select_related("club")
        .annotate(people=Coalesce(Subquery(people), 0))
        .order_by("-people", "name", "pk")[:SHOWN_ROOMS]
    )
    return [RoomToEnter(room, room.start_at(now) + room.rhythm, room.people) for room in rooms]


def list_clubs_and_competitions() -> tuple[list[PlaceToRead], list[PlaceToRead]]:
    """Return the clubs with public events, by name, and the public competitions. One query for both."""
    competitions = Competition.objects.filter(visibility=Visibility.PUBLIC).order_by()
    clubs = showing_clubs().order_by()
    rows = clubs.values_list(Value("club", CharField()), "name", "slug", "city").union(
        competitions.values_list(Value("competition", CharField()), "name", "slug", "club__name"), all=True
    )
    places: dict[str, list[PlaceToRead]] = {"club": [], "competition": []}
    for kind, name, slug, note in rows:
        places[kind].append(PlaceToRead(name, slug, note))
    by_name = [sorted(places[kind], key=lambda place: sort_key(place.name)) for kind in places]
    return by_name[0], by_name[1]
