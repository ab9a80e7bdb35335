"""All models of playing online, for Django. Other code imports them from their area.

Models with `app_label = "games"` have their migrations in `games/migrations`.
"""

from play.alone.models import BoardPlayedAgain, DailyPlay
from play.conduct.models import ClubTable, ConductReport, PlayerBlock, RoomBar, Silence, WrittenLine
from play.free.models import (
    EveningTable,
    FreeDeal,
    FreeTable,
    RatedMatch,
    RatedSeat,
    SaidPhrase,
    TableClaim,
    TableRating,
    TableSeat,
)
from play.rooms.models import (
    Room,
    RoomDirector,
    RoomEntry,
    RoomNote,
    RoomPlay,
    RoomRating,
    RoomRecord,
    RoomRound,
    RoomTable,
    SiteBeat,
)
from play.tables.models import PlayedTable, TableAction

__all__ = [
    "BoardPlayedAgain",
    "ClubTable",
    "ConductReport",
    "DailyPlay",
    "EveningTable",
    "FreeDeal",
    "FreeTable",
    "PlayedTable",
    "PlayerBlock",
    "RatedMatch",
    "RatedSeat",
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
    "SaidPhrase",
    "Silence",
    "SiteBeat",
    "TableAction",
    "TableClaim",
    "TableRating",
    "TableSeat",
    "WrittenLine",
]
