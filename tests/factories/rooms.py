"""Rooms, their rounds, and people who play there."""

from datetime import datetime, timedelta
from itertools import count
from typing import Any

from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from play.alone.services.beginning import Player
from play.rooms.models import Room, RoomEntry, RoomRound
from play.rooms.services.rounds import begin_play, deal_round, enter_round, round_to_enter
from play.rooms.services.settling import settle_round
from play.tables.models import PlayedTable

_numbers = count(1)


def make_room(name: str = "Salle des essais", **values: Any) -> Room:
    """A room of three deals every half hour, whose robots are quick."""
    usual = {"slug": f"salle-{next(_numbers)}", "deals": 3, "level": "debutant"}
    return Room.objects.create(name=name, **{**usual, **values})


def make_round(room: Room | None = None, *, minutes_ago: int = 0) -> RoomRound:
    """A round that began some minutes ago, dealt."""
    room = room or make_room()
    start = timezone.now()
    entered_round = round_to_enter(room=room, now=room.start_at(start))
    starts_at = start - timedelta(minutes=minutes_ago)
    RoomRound.objects.filter(pk=entered_round.pk).update(starts_at=starts_at, ends_at=starts_at + room.rhythm)
    return deal_round(of=entered_round, now=start)


def make_entry(
    of: RoomRound, key: str = "", *, owner: User | None = None, name: str = "", now: datetime | None = None
) -> RoomEntry:
    """Enter a person in a round, on a browser of their own."""
    player = Player(key or f"browser{next(_numbers)}", owner)
    return enter_round(of=of, player=player, name=name, now=now or of.starts_at)


def finish(
    entry: RoomEntry, *scores: int | str | None, ended_at: datetime | None = None
) -> list[PlayedTable]:
    """Store a player's tables at the first deals of a round, ended with these scores. None skips a deal."""
    tables = []
    for deal, score in enumerate(scores, 1):
        if score is None:
            continue
        table = begin_play(entry=entry, deal=deal, now=entry.round.starts_at).table
        assert table is not None
        ended = ended_at or entry.round.starts_at + timedelta(minutes=deal)
        PlayedTable.objects.filter(pk=table.pk).update(ended_at=ended, score=str(score))
        tables.append(table)
    return tables


def end_round(of: RoomRound) -> RoomRound:
    """A round that ended some minutes ago, with what was finished in it, counted."""
    current_time = timezone.now()
    starts_at = current_time - timedelta(minutes=40)
    RoomRound.objects.filter(pk=of.pk).update(
        starts_at=starts_at, ends_at=current_time - timedelta(minutes=10)
    )
    of_round = Q(room_play__entry__round=of) | Q(free_deal__free_table__room_table__round=of)
    ended = PlayedTable.objects.filter(of_round, ended_at__isnull=False).values_list("pk", flat=True)
    PlayedTable.objects.filter(pk__in=list(ended)).update(ended_at=starts_at + timedelta(minutes=5))
    return settle_round(of=of, now=current_time)
