"""Rows of the rooms app: why a table was begun; rooms, their rounds and what came of them."""

from rooms.models.begun import LONGEST_NAME, BoardPlayedAgain, DailyPlay
from rooms.models.duplicates import RoomEntry, RoomNote, RoomPlay, RoomRound, RoomTable, SiteBeat
from rooms.models.moderation import ConductReport, PlayerBlock, RoomBar
from rooms.models.records import RoomRating, RoomRecord, TableRating
from rooms.models.rooms import Room, RoomDirector
from rooms.models.words import ClubTable, Silence, WrittenLine

__all__ = [
    "LONGEST_NAME",
    "BoardPlayedAgain",
    "ClubTable",
    "ConductReport",
    "DailyPlay",
    "PlayerBlock",
    "Room",
    "RoomBar",
    "RoomDirector",
    "RoomEntry",
    "RoomNote",
    "RoomPlay",
    "RoomRating",
    "RoomRecord",
    "RoomRound",
    "RoomTable",
    "Silence",
    "SiteBeat",
    "TableRating",
    "WrittenLine",
]
