"""What the pages of rooms listen to (docs/live.md)."""

from play.rooms.models import Room, RoomRound

LOBBY = "lobby:0"
"""Who is in which room, and which rounds begin: there is one lobby."""


def topic_of_room(room: Room) -> str:
    return f"room:{room.pk}"


def topic_of_round(of: RoomRound) -> str:
    return f"round:{of.pk}"


def topics_of(of: RoomRound) -> tuple[str, str, str]:
    """Of what happens in a round: its page, that of its room, the lobby."""
    return topic_of_round(of), f"room:{of.room_id}", LOBBY
