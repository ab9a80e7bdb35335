"""Live topics to which the pages of rooms subscribe (docs/live.md)."""

from play.rooms.models import Room, RoomRound

LOBBY = "lobby:0"
"""Topic of the single lobby: people in rooms, rounds that begin."""


def topic_of_room(room: Room) -> str:
    return f"room:{room.pk}"


def topic_of_round(of: RoomRound) -> str:
    return f"round:{of.pk}"


def topics_of(of: RoomRound) -> tuple[str, str, str]:
    """Return the topics of a change in a round: its page, its room's page, the lobby."""
    return topic_of_round(of), f"room:{of.room_id}", LOBBY
