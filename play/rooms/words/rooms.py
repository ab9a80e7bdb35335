"""What is played in a room, and who takes part, in words."""

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
    """How well the robots of a room play."""
    return str(LEVEL_NAMES[room.level])


def contract_words(room: Room) -> str:
    return str(RoomContract(room.contract).label)


def entry_name(entry: RoomEntry) -> str:
    """Who takes part, as everybody reads it: the name that he chose, else a number."""
    if entry.is_robot:
        return _("Robot %(number)d") % {"number": entry.number}
    return entry.name or _("Joueur %(number)d") % {"number": entry.number}


def round_title(of: RoomRound) -> str:
    """A round by the hour at which it began."""
    hour = hour_words(of.starts_at)
    if of.kind == RoundKind.AT_ONCE:
        return _("Manche de %(hour)s, tout de suite") % {"hour": hour}
    return _("Manche de %(hour)s") % {"hour": hour}


def hour_words(moment: datetime) -> str:
    """The hour of a moment, as clocks show it."""
    return date_format(timezone.localtime(moment), "TIME_FORMAT")
