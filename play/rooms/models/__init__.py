"""Rows of rooms: rooms and their directors, rounds, records and ratings."""

from play.rooms.models.records import RoomRating, RoomRecord
from play.rooms.models.rooms import Room, RoomDirector
from play.rooms.models.rounds import RoomEntry, RoomNote, RoomPlay, RoomRound, RoomTable, SiteBeat

__all__ = [
    "Room",
    "RoomDirector",
    "RoomEntry",
    "RoomNote",
    "RoomPlay",
    "RoomRating",
    "RoomRecord",
    "RoomRound",
    "RoomTable",
    "SiteBeat",
]
