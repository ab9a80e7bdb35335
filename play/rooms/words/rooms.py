"""French words for a room's game and players."""

from datetime import datetime

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from play.free.models.tables import LONGEST_NAME
from play.rooms.enums import RoomContract, RoundKind
from play.rooms.models import Room, RoomEntry, RoomRound
from play.scene.words.steps import ROBOTS
from tournaments.base.words.dates import date_format

FIRST_ROBOT = 2
"""Number of the first robot: robots follow the first person."""
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


def robot_name(number: int) -> str:
    """Return the first name of a robot in a round, by the number of its entry."""
    turn, place = divmod(number - FIRST_ROBOT, len(ROBOTS))
    return ROBOTS[place] if turn <= 0 else f"{ROBOTS[place]} {turn + 1}"


def entry_name(entry: RoomEntry) -> str:
    """Return the public name of an entry: the chosen name (with its number if it is taken), or a number."""
    if entry.is_robot:
        return robot_name(entry.number)
    if not entry.name:
        return _("Joueur %(number)d") % {"number": entry.number}
    suffix = f" ({entry.number})" if entry.is_namesake else ""
    # as long as a seat's name may be
    return entry.name[: LONGEST_NAME - len(suffix)] + suffix


def name_round(of: RoomRound) -> str:
    """Return the title of a round, with the hour at which it began."""
    hour = hour_words(of.starts_at)
    if of.kind == RoundKind.AT_ONCE:
        return _("Manche immédiate de %(hour)s") % {"hour": hour}
    return _("Manche de %(hour)s") % {"hour": hour}


def hour_words(moment: datetime) -> str:
    """Return the local time of a moment in words."""
    return date_format(timezone.localtime(moment), "TIME_FORMAT")
