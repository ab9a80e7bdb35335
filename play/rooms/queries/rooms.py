"""Rooms as a reader finds them: which show, who may play, who looks after them, who is in them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, F, Q, QuerySet

from accounts.models import User
from play.alone.queries.daily import player_key
from play.rooms.enums import RoomAccess, RoundKind
from play.rooms.models import Room, RoomDirector, RoomEntry, RoomPlay, RoomRound, RoomTable
from play.tables.enums import TableOrigin
from play.tables.models import PlayedTable
from tournaments.base.access import may_manage_club
from tournaments.models import Membership, Person


@dataclass(frozen=True, slots=True)
class RoomNow:
    """A room as the lobby shows it."""

    room: Room
    under_way: tuple[RoomRound, ...]
    """Rounds that are being played, the one of the rhythm first; each with `here`, the people in it."""
    next_start: datetime
    waiting: int
    """People who have entered the next round."""
    people: int
    """People in the rounds under way who have not left."""
    tables: int
    """Tables at which cards are being played."""
    enterable: RoomRound | None
    """The round of the rhythm under way, as long as one may enter it."""


def lobby(now: datetime) -> list[RoomNow]:
    """Every open room with what goes on there; three queries, however many rooms."""
    rooms = list(Room.objects.filter(is_open=True).select_related("club"))
    return describe_rooms(rooms, now)


def describe_rooms(rooms: Sequence[Room], now: datetime) -> list[RoomNow]:
    """Rooms with what goes on there; two queries."""
    in_room = Q(entries__is_robot=False, entries__left_at=None)
    playing = in_room & Q(entries__plays__table__isnull=False, entries__plays__table__ended_at=None)
    rounds = RoomRound.objects.filter(room__in=rooms, ends_at__gt=now)
    people = rounds.annotate(here=Count("entries", filter=in_room, distinct=True)).order_by(
        "-kind", "starts_at"
    )
    at_tables = dict(
        rounds.annotate(
            alone=Count("entries__plays", filter=playing, distinct=True),
            shared=Count("tables", filter=Q(tables__free_table__ended_at=None), distinct=True),
        ).values_list("pk", F("alone") + F("shared"))
    )
    by_room: dict[int, list[RoomRound]] = {room.pk: [] for room in rooms}
    for each in people:
        by_room[each.room_id].append(each)
    found = []
    for room in rooms:
        start = room.start_at(now)
        under_way = tuple(each for each in by_room[room.pk] if each.starts_at <= now)
        waiting = [each for each in by_room[room.pk] if each.starts_at > now]
        found.append(
            RoomNow(
                room=room,
                under_way=under_way,
                next_start=start + room.rhythm,
                waiting=sum(each.here for each in waiting),  # type: ignore[attr-defined]
                people=sum(each.here for each in under_way),  # type: ignore[attr-defined]
                tables=sum(at_tables[each.pk] for each in under_way),
                # a round that an outage made longer may overlap with the one that is entered now
                enterable=max(
                    (each for each in under_way if each.kind == RoundKind.RHYTHM and each.may_enter(now)),
                    key=lambda each: (each.starts_at == start, each.starts_at),
                    default=None,
                ),
            )
        )
    return found


def playable_rooms(rooms: Sequence[Room], user: User | None) -> set[int]:
    """Keys of the rooms that somebody may enter; two queries where one is for members alone, else none."""
    clubs: set[int | None] = set()
    if user is not None and user.is_active and any(room.access == RoomAccess.MEMBERS for room in rooms):
        clubs |= set(Person.objects.filter(user=user).values_list("club", flat=True))
        clubs |= set(Membership.objects.filter(user=user).values_list("club", flat=True))
    return {room.pk for room in rooms if room.access == RoomAccess.OPEN or room.club_id in clubs}


def may_play(room: Room, user: User | None) -> bool:
    """Whether somebody may enter: anybody, or whom the club knows by his account. At most two queries."""
    return room.pk in playable_rooms([room], user)


def may_direct(user: User | AnonymousUser, room: Room) -> bool:
    """Whether somebody looks after a room: who keeps its club, its directors, superusers."""
    if not isinstance(user, User) or not user.is_active:
        return False
    if user.is_superuser or RoomDirector.objects.filter(room=room, user=user).exists():
        return True
    return room.club is not None and may_manage_club(user, room.club)


def entries_of(device: str, owner: User | None) -> QuerySet[RoomEntry]:
    """The places that somebody has in rounds, by his account and by his browser."""
    keys = {player_key(device, owner), player_key(device, None)} - {""}
    return RoomEntry.objects.filter(player__in=keys).order_by("pk")


def find_entry(of: RoomRound, device: str, owner: User | None) -> RoomEntry | None:
    """Somebody's place in a round. One query."""
    return entries_of(device, owner).filter(round=of).first()


def room_play_of(table: PlayedTable) -> RoomPlay | None:
    """The play of a round that a table is; one query unless it was loaded with the table."""
    if table.origin != TableOrigin.ROOM:
        return None
    play: RoomPlay | None = getattr(table, "room_play", None)
    return play


def has_next_deal(play: RoomPlay, now: datetime) -> bool:
    """Whether who finished a play has another deal of the round to begin. One query."""
    of = play.entry.round
    is_playing = of.is_played(now) and play.entry.left_at is None
    return is_playing and RoomPlay.objects.filter(entry=play.entry).count() < of.deals


def are_cards_open(table: PlayedTable) -> bool:
    """Whether who sits at a finished table may see all its cards: nobody plays them any more.

    At most one query.
    """
    if table.origin == TableOrigin.FREE:
        return not RoomTable.objects.filter(free_table__deals__table=table, round__settled_at=None).exists()
    if table.origin != TableOrigin.ROOM:
        return True
    play = room_play_of(table)
    return play is None or play.entry.round.settled_at is not None
