"""Opening a room, changing its rules, naming who looks after it."""

from typing import Any

from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.pseudonyms import fold_pseudonym
from common.errors import AppError
from rooms.models import Room, RoomDirector, RoomEntry
from tournaments.models import Club
from tournaments.trace.services.trace import record_event

RESERVED_SLUGS = frozenset({"manche", "ouvrir", "signalements", "tableaux"})
"""Words that begin other addresses of the rooms."""
RULES = (
    "name",
    "access",
    "seating",
    "is_open",
    "minutes",
    "deals",
    "game",
    "rule_set",
    "contract",
    "level",
    "unplayed",
    "robot_players",
)
"""What may be changed of a room."""


@transaction.atomic
def open_room(*, club: Club | None, opened_by: User, **rules: Any) -> Room:
    """A new room of a club, or of the site."""
    room = Room(club=club, slug=_free_slug(rules["name"]), **rules)
    room.save()
    tell_club(room, opened_by, "room.opened", None, _rules(room))
    return room


@transaction.atomic
def change_room(*, room: Room, changed_by: User, **rules: Any) -> Room:
    """Other rules, for the rounds that begin from now on."""
    locked = Room.objects.select_for_update(of=("self",)).select_related("club").get(pk=room.pk)
    before = _rules(locked)
    for name, value in rules.items():
        setattr(locked, name, value)
    locked.save()
    tell_club(locked, changed_by, "room.changed", before, _rules(locked))
    return locked


@transaction.atomic
def name_director(*, room: Room, pseudonym: str, named_by: User) -> RoomDirector:
    """Have an account look after a room.

    Raises:
        AppError: `no_such_account`.
    """
    user = (
        User.objects.filter(pseudonym_folded=fold_pseudonym(pseudonym), is_active=True)
        .exclude(pseudonym_folded="")
        .first()
    )
    if user is None:
        message = _("Aucun compte n’a ce pseudonyme.")
        raise AppError("no_such_account", message, fields={"pseudonym": message})
    director, made = RoomDirector.objects.get_or_create(room=room, user=user)
    if made:
        tell_club(room, named_by, "room.director_named", None, {"name": user.pseudonym})
    return director


@transaction.atomic
def withdraw_director(*, director: RoomDirector, withdrawn_by: User) -> None:
    room, name = director.room, director.user.pseudonym
    director.delete()
    tell_club(room, withdrawn_by, "room.director_withdrawn", {"name": name}, None)


@transaction.atomic
def hide_name(*, entry: RoomEntry, hidden_by: User) -> RoomEntry:
    """Make somebody a number in a round, where his name should not be read."""
    before = {"name": entry.name}
    entry.name = ""
    entry.save(update_fields=["name"])
    tell_club(entry.round.room, hidden_by, "room.name_hidden", before, None)
    return entry


def tell_exclusion(*, entry: RoomEntry, actor: User) -> None:
    """Write to the club's trace that somebody was taken out of a ranking, or back in."""
    action = "room.player_excluded" if entry.is_excluded else "room.player_readmitted"
    tell_club(entry.round.room, actor, action, None, {"name": entry.name or str(entry.number)})


def _rules(room: Room) -> dict[str, Any]:
    return {name: getattr(room, name) for name in RULES}


def _free_slug(name: str) -> str:
    start = slugify(name)[:40] or "salle"
    taken = set(Room.objects.filter(slug__startswith=start).values_list("slug", flat=True)) | RESERVED_SLUGS
    found, number = start, 2
    while found in taken:
        found, number = f"{start}-{number}", number + 1
    return found


def tell_club(
    room: Room, actor: User, action: str, before: dict[str, Any] | None, after: dict[str, Any] | None
) -> None:
    """A line in the trace of the room's club; a room of the site has none."""
    if room.club is not None:
        record_event(
            club=room.club, actor=actor, action=action, subject=room.name, before=before, after=after
        )
