"""French words for a room's game and players."""

from datetime import datetime

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from play.rooms.enums import RoomContract, RoundKind
from play.rooms.models import Room, RoomEntry, RoomRound
from tournaments.base.words.dates import date_format

LEVEL_NAMES: dict[str, Promise] = {
    "debutant": gettext_lazy("Débutant"),
    "club": gettext_lazy("Club"),
    "fort": gettext_lazy("Fort"),
}


def level_words(room: Room) -> str:
    """Return the name of the level of a room's robots."""
    return str(LEVEL_NAMES[room.level])


def contract_words(room: Room) -> str:
    return str(RoomContract(room.contract).label)


def entry_name(entry: RoomEntry) -> str:
    """Return the public name of an entry: the chosen name, otherwise a number."""
    if entry.is_robot:
        return _("Robot %(number)d") % {"number": entry.number}
    return entry.name or _("Joueur %(number)d") % {"number": entry.number}


def name_round(of: RoomRound) -> str:
    """Return the title of a round, with the hour at which it began."""
    hour = hour_words(of.starts_at)
    if of.kind == RoundKind.AT_ONCE:
        return _("Manche de %(hour)s, tout de suite") % {"hour": hour}
    return _("Manche de %(hour)s") % {"hour": hour}


def hour_words(moment: datetime) -> str:
    """Return the local time of a moment in words."""
    return date_format(timezone.localtime(moment), "TIME_FORMAT")
