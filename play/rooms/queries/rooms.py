"""Rooms for a reader: lists of rooms, rights to play and direct, entries of a player."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery

from accounts.models import User
from play.alone.queries.daily import player_key
from play.rooms.enums import RoomAccess, RoundKind
from play.rooms.models import Room, RoomDirector, RoomEntry, RoomPlay, RoomRound, RoomTable
from play.rooms.queries.rankings import is_deal_closed
from play.tables.enums import TableOrigin
from play.tables.models import PlayedTable
from tournaments.base.access import may_manage_club
from tournaments.models import Membership, Person

LAST_PLACE = 3
"""Last place on the podium of a round."""
MOST_ON_PODIUM = 4
"""Most lines of a podium, where several players share a place."""


@dataclass(frozen=True, slots=True)
class RoomNow:
    """A room and its activity, for the lobby."""

    room: Room
    under_way: tuple[RoomRound, ...]
    """Rounds under way, that of the rhythm first. Each is annotated with `here`, the people in it."""
    next_start: datetime
    waiting: int
    """Number of people who have entered the next round."""
    people: int
    """Number of people in the rounds under way, without those who left."""
    tables: int
    """Number of tables in play."""
    enterable: RoomRound | None
    """Round of the rhythm under way that may still be entered."""
    present: tuple[RoomEntry, ...]
    """People in the rounds under way and in the next one."""
    podium: tuple[RoomEntry, ...]
    """First places of the last counted round, each with the round."""


def lobby(now: datetime) -> list[RoomNow]:
    """Return every open room with its activity. Five queries for any number of rooms."""
    rooms = list(Room.objects.filter(is_open=True).select_related("club"))
    return describe_rooms(rooms, now)


def describe_rooms(rooms: Sequence[Room], now: datetime) -> list[RoomNow]:
    """Return the rooms with their activity. Four queries."""
    in_room = Q(entries__is_robot=False, entries__left_at=None)
    with_deal = in_room & Q(entries__plays__table__isnull=False, entries__plays__table__ended_at=None)
    rounds = RoomRound.objects.filter(room__in=rooms, ends_at__gt=now)
    people = rounds.annotate(here=Count("entries", filter=in_room, distinct=True)).order_by(
        "-kind", "starts_at"
    )
    at_tables = dict(
        rounds.annotate(
            alone=Count("entries__plays", filter=with_deal, distinct=True),
            shared=Count("tables", filter=Q(tables__free_table__ended_at=None), distinct=True),
        ).values_list("pk", F("alone") + F("shared"))
    )
    by_room: dict[int, list[RoomRound]] = {room.pk: [] for room in rooms}
    for room_round in people:
        by_room[room_round.room_id].append(room_round)
    present, podiums = _people_by_room(rooms, now), _podiums_by_room(rooms)
    descriptions = []
    for room in rooms:
        start = room.start_at(now)
        under_way = tuple(room_round for room_round in by_room[room.pk] if room_round.starts_at <= now)
        next_rounds = [room_round for room_round in by_room[room.pk] if room_round.starts_at > now]
        descriptions.append(
            RoomNow(
                room=room,
                under_way=under_way,
                next_start=start + room.rhythm,
                waiting=sum(room_round.here for room_round in next_rounds),  # type: ignore[attr-defined]
                people=sum(room_round.here for room_round in under_way),  # type: ignore[attr-defined]
                tables=sum(at_tables[room_round.pk] for room_round in under_way),
                # a round that an outage made longer may overlap with the one that is entered now
                enterable=max(
                    (
                        room_round
                        for room_round in under_way
                        if room_round.kind == RoundKind.RHYTHM and room_round.may_enter(now)
                    ),
                    key=lambda room_round: (room_round.starts_at == start, room_round.starts_at),
                    default=None,
                ),
                present=tuple(present[room.pk]),
                podium=tuple(podiums[room.pk][:MOST_ON_PODIUM]),
            )
        )
    return descriptions


def _people_by_room(rooms: Sequence[Room], now: datetime) -> dict[int, list[RoomEntry]]:
    """Return the people in the rounds under way and in the next one. One query."""
    by_room: dict[int, list[RoomEntry]] = {room.pk: [] for room in rooms}
    entries = RoomEntry.objects.filter(round__room__in=rooms, round__ends_at__gt=now)
    for entry in entries.filter(is_robot=False, left_at=None).select_related("round").order_by("pk"):
        by_room[entry.round.room_id].append(entry)
    return by_room


def _podiums_by_room(rooms: Sequence[Room]) -> dict[int, list[RoomEntry]]:
    """Return the first places of each room's last counted round. One query."""
    by_room: dict[int, list[RoomEntry]] = {room.pk: [] for room in rooms}
    counted = RoomRound.objects.filter(room=OuterRef("pk"), settled_at__isnull=False)
    latest = Room.objects.filter(pk__in=by_room).order_by()
    latest_rounds = latest.values_list(Subquery(counted.order_by("-starts_at", "-pk").values("pk")[:1]))
    entries = RoomEntry.objects.filter(round__in=latest_rounds, place__lte=LAST_PLACE, is_excluded=False)
    for entry in entries.select_related("round").order_by("place", "number"):
        by_room[entry.round.room_id].append(entry)
    return by_room


def playable_rooms(rooms: Sequence[Room], user: User | None) -> set[int]:
    """Return the keys of the rooms that a user may enter. Two queries if one is for members, else none."""
    clubs: set[int | None] = set()
    if user is not None and user.is_active and any(room.access == RoomAccess.MEMBERS for room in rooms):
        clubs |= set(Person.objects.filter(user=user).values_list("club", flat=True))
        clubs |= set(Membership.objects.filter(user=user).values_list("club", flat=True))
    return {room.pk for room in rooms if room.access == RoomAccess.OPEN or room.club_id in clubs}


def may_enter_room(room: Room, user: User | None) -> bool:
    """Return whether a user may enter a room: open to all, or a member of its club. At most two queries."""
    return room.pk in playable_rooms([room], user)


def may_direct(user: User | AnonymousUser, room: Room) -> bool:
    """Return whether a user directs a room: as its director, keeper of its club or superuser."""
    if not isinstance(user, User) or not user.is_active:
        return False
    if user.is_superuser or RoomDirector.objects.filter(room=room, user=user).exists():
        return True
    return room.club is not None and may_manage_club(user, room.club)


def list_room_entries(device: str, owner: User | None) -> QuerySet[RoomEntry]:
    """Return a player's entries in rounds, by account and by browser."""
    keys = {player_key(device, owner), player_key(device, None)} - {""}
    return RoomEntry.objects.filter(player__in=keys).order_by("pk")


def find_room_entry(of: RoomRound, device: str, owner: User | None) -> RoomEntry | None:
    """Return a player's entry in a round. One query."""
    return list_room_entries(device, owner).filter(round=of).first()


def room_play_of(table: PlayedTable) -> RoomPlay | None:
    """Return the play of a round that belongs to a table. One query unless it was loaded with the table."""
    if table.origin != TableOrigin.ROOM:
        return None
    play: RoomPlay | None = getattr(table, "room_play", None)
    return play


def has_next_deal(play: RoomPlay, now: datetime) -> bool:
    """Return whether the player of a finished play has another deal of the round to begin. One query."""
    of = play.entry.round
    is_playing = of.is_played(now) and play.entry.left_at is None
    return is_playing and RoomPlay.objects.filter(entry=play.entry).count() < of.deals


def may_join(of: RoomRound, now: datetime) -> bool:
    """Return whether a player may enter a round, also before its start. At most one query.

    An instant round closes once a person has finished a deal: that person reads its cards then.
    """
    if not of.may_enter(now):
        return False
    finished_plays = RoomPlay.objects.filter(
        entry__round=of, entry__is_robot=False, table__ended_at__isnull=False
    )
    return of.kind != RoundKind.AT_ONCE or not finished_plays.exists()


def are_cards_open(table: PlayedTable, now: datetime) -> bool:
    """Return whether the players of a finished table may see all its cards: no player can still play them.

    At most two queries.
    """
    if table.origin == TableOrigin.FREE:
        return not RoomTable.objects.filter(free_table__deals__table=table, round__settled_at=None).exists()
    if table.origin != TableOrigin.ROOM:
        return True
    play = room_play_of(table)
    return play is None or is_deal_closed(play.entry.round, play.deal, now)
