"""Opening a room, changing its rules, naming its directors."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.pseudonyms import fold_pseudonym
from common.errors import AppError
from play.rooms.models import Room, RoomDirector, RoomEntry
from tournaments.base.services.slugs import create_with_slug
from tournaments.models import Club
from tournaments.trace.services.trace import record_event

RESERVED_SLUGS = frozenset({"manche", "mots", "ouvrir", "signalements", "tableaux"})
"""Path segments of other pages below the rooms, which no room may have as its slug."""
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
"""Fields of a room that can be changed, as the trace records them."""


@transaction.atomic
def open_room(*, club: Club | None, opened_by: User, **rules: Any) -> Room:
    """Open a room of a club, or of the site."""
    room = create_with_slug(Room.objects, rules["name"], "salle", reserved=RESERVED_SLUGS, club=club, **rules)
    record_in_club_trace(room, opened_by, "room.opened", None, _rules(room))
    return room


@transaction.atomic
def change_room(*, room: Room, changed_by: User, **rules: Any) -> Room:
    """Change the rules of a room, for rounds that begin after the change."""
    locked_room = Room.objects.select_for_update(of=("self",)).select_related("club").get(pk=room.pk)
    previous_rules = _rules(locked_room)
    for name, value in rules.items():
        setattr(locked_room, name, value)
    locked_room.save()
    record_in_club_trace(locked_room, changed_by, "room.changed", previous_rules, _rules(locked_room))
    return locked_room


@transaction.atomic
def name_director(*, room: Room, pseudonym: str, named_by: User) -> RoomDirector:
    """Make an account a director of a room.

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
    # words opened under a director who has gone must not reopen under a new one
    _close_words_without_director(room, named_by)
    director, is_new = RoomDirector.objects.get_or_create(room=room, user=user)
    if is_new:
        record_in_club_trace(room, named_by, "room.director_named", None, {"name": user.pseudonym})
    return director


@transaction.atomic
def withdraw_director(*, director: RoomDirector, withdrawn_by: User) -> None:
    room, name = director.room, director.user.pseudonym
    director.delete()
    record_in_club_trace(room, withdrawn_by, "room.director_withdrawn", {"name": name}, None)
    _close_words_without_director(room, withdrawn_by)


@transaction.atomic
def open_words(*, room: Room, opened_by: User) -> None:
    """Let people with an account write messages to each other in a club's room. Its directors moderate.

    Raises:
        AppError: `no_moderator`, in a room without a director or a club.
    """
    if room.club_id is None or not room.directors.filter(user__is_active=True).exists():
        raise AppError(
            "no_moderator", _("Nommez d’abord un directeur de la salle : il modère les mots libres.")
        )
    _set_words(room, opened_by, is_open=True)


@transaction.atomic
def close_words(*, room: Room, closed_by: User) -> None:
    """Close the free words of a room. Earlier messages are hidden, too."""
    _set_words(room, closed_by, is_open=False)


def _close_words_without_director(room: Room, actor: User) -> None:
    """Close the free words of a room without an active director. A later director does not reopen them."""
    if not room.directors.filter(user__is_active=True).exists():
        _set_words(room, actor, is_open=False)


def _set_words(room: Room, actor: User, *, is_open: bool) -> None:
    changed_rows = (
        Room.objects.filter(pk=room.pk).exclude(has_free_words=is_open).update(has_free_words=is_open)
    )
    if changed_rows:
        record_in_club_trace(room, actor, "room.words_opened" if is_open else "room.words_closed", None, None)


@transaction.atomic
def hide_name(*, entry: RoomEntry, hidden_by: User) -> RoomEntry:
    """Replace a player's name in a round by their number."""
    previous_name = {"name": entry.name}
    entry.name = ""
    entry.save(update_fields=["name"])
    record_in_club_trace(entry.round.room, hidden_by, "room.name_hidden", previous_name, None)
    return entry


def record_exclusion(*, entry: RoomEntry, actor: User) -> None:
    """Record in the club's trace that a player was excluded from a ranking or readmitted."""
    action = "room.player_excluded" if entry.is_excluded else "room.player_readmitted"
    record_in_club_trace(entry.round.room, actor, action, None, {"name": entry.name or str(entry.number)})


def _rules(room: Room) -> dict[str, Any]:
    return {name: getattr(room, name) for name in RULES}


def record_in_club_trace(
    room: Room, actor: User, action: str, before: dict[str, Any] | None, after: dict[str, Any] | None
) -> None:
    """Record a change in the trace of the room's club. A room of the site has no trace."""
    if room.club is not None:
        record_event(
            club=room.club, actor=actor, action=action, subject=room.name, before=before, after=after
        )
