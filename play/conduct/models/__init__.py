"""Rows of conduct: blocks, reports and bars; free words."""

from play.conduct.models.moderation import ConductReport, PlayerBlock, RoomBar
from play.conduct.models.words import ClubTable, Silence, WrittenLine

__all__ = [
    "ClubTable",
    "ConductReport",
    "PlayerBlock",
    "RoomBar",
    "Silence",
    "WrittenLine",
]
