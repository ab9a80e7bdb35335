"""Free words: messages between people with an account in a club's room.

A club opens them in a room with a director, who moderates.

No message may reveal a card to a person still playing. Players therefore write between deals at a table, and
below a round once it is settled. A player with a deal in play or an unsettled round writes nowhere.
"""

import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from common.live.notifying import notify_pages
from play.alone.queries.daily import ACCOUNT
from play.alone.services.beginning import Player
from play.conduct.models import ClubTable, Silence, WrittenLine
from play.conduct.services.moderation import kept_apart, refuse_barred
from play.free.models import FreeDeal, FreeTable, TableSeat
from play.free.queries.free_tables import own_free_tables
from play.free.services.changes import change_beside_deals
from play.free.services.sitting_down import open_table
from play.rooms.models import Room, RoomRound
from play.rooms.queries.rooms import list_room_entries, may_enter_room
from play.rooms.queries.topics import topic_of_round
from play.rooms.services.rooms import record_in_club_trace
from tournaments.base.words.dates import date_format
from tournaments.core.naming import is_minor
from tournaments.models import Person

WORDS_KEPT = timedelta(days=7)
"""Age at which messages are deleted."""
SHOWN_LINES = 30
"""Number of latest messages shown at a table or below a round."""
UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
"""Unicode categories of characters that are invisible or change the direction of text."""


@dataclass(frozen=True, slots=True)
class WordsPlace:
    """Place of messages: a table of a room, or a round."""

    room: Room
    table: FreeTable | None = None
    round: RoomRound | None = None


def clean_line(typed: str) -> str:
    """Return a message as stored: in form NFC, with single spaces, without invisible characters."""
    single_spaced = " ".join(typed.split())
    visible = "".join(letter for letter in single_spaced if unicodedata.category(letter) not in UNSEEN)
    return " ".join(unicodedata.normalize("NFC", visible).split())


@transaction.atomic
def open_table_in(room: Room, **options: Any) -> TableSeat:
    """Open a free table in a club's room; arguments as for `open_table`."""
    seat = open_table(**options)
    ClubTable.objects.create(room=room, table=seat.table)
    return seat


def room_of_table(table: FreeTable) -> Room | None:
    """Return the club's room of a free table.

    One query, none for a table of no room; one more where the table was loaded without its `club_table`.
    """
    at: ClubTable | None = getattr(table, "club_table", None)
    return Room.objects.select_related("club").get(pk=at.room_id) if at is not None else None


def refuse_stranger(room: Room, player: Player) -> None:
    """Raise if the player may not play in the room of a table. At most two queries.

    Raises:
        AppError: `members_only`.
    """
    if not may_enter_room(room, player.owner):
        raise AppError(
            "members_only", _("Cette table est pour les membres du club, avec leur compte : connectez-vous.")
        )


def are_words_open(room: Room) -> bool:
    """Return whether people can write in a room: opened by its club, with a moderator. One query, or none."""
    return bool(moderators_of_words(room))


def moderators_of_words(room: Room) -> list[str]:
    """Return the moderators of a room's free words; empty if they are closed. One query, or none."""
    return moderators(room) if room.has_free_words else []


def moderators(room: Room) -> list[str]:
    """Return the pseudonyms of a room's moderators. One query."""
    names = room.directors.filter(user__is_active=True).order_by("pk")
    return [name or _("un directeur") for name in names.values_list("user__pseudonym", flat=True)]


def list_written_lines(place: WordsPlace, player: Player, now: datetime) -> list[WrittenLine]:
    """Return the messages that a player reads at a place, latest last. Two queries.

    Messages of players whom they blocked, or who blocked them, are left out.
    """
    blocked_accounts = [
        int(key.removeprefix(ACCOUNT)) for key in kept_apart(player) if key.startswith(ACCOUNT)
    ]
    recent_lines = WrittenLine.objects.filter(
        room=place.room, table=place.table, round=place.round, written_at__gt=now - WORDS_KEPT
    ).select_related("author", "taken_by")
    # left out before the limit: many messages of a blocked player must not hide those of others
    visible_lines = recent_lines.exclude(author__in=blocked_accounts)
    return list(reversed(visible_lines.order_by("-pk")[:SHOWN_LINES]))


def refuse_words(place: WordsPlace, player: Player, now: datetime) -> None:
    """Raise if a player may not write at a place. Seven queries; two while a deal is in play at the table.

    Raises:
        AppError: `words_closed`, `needs_account`, `minor`, `silenced`, `barred`, `deal_in_play`,
            `round_in_play`.
    """
    if not are_words_open(place.room):
        raise AppError("words_closed", _("Le club a fermé les mots libres."))
    refuse_writer(place, player, now)


def refuse_writer(place: WordsPlace, player: Player, now: datetime) -> None:
    """Raise if a player may not write at a place where words are open.

    Six queries; one while a deal is in play at the table.

    Raises:
        AppError: as `refuse_words`, but `words_closed`.
    """
    # first, since it needs one query: pages of a table with a deal in play pay for no other check
    if place.table is not None and place.table.deals.filter(table__ended_at=None).exists():
        raise AppError(
            "deal_in_play", _("Une donne est en cours : vous pourrez écrire quand elle sera finie.")
        )
    user = player.owner
    if user is None:
        raise AppError("needs_account", _("Pour écrire, connectez-vous à votre compte."))
    if _is_minor(user, now):
        raise AppError("minor", _("Les joueurs mineurs lisent les messages sans en écrire."))
    _refuse_silenced(place.room, user, now)
    refuse_barred(room=place.room, player=player, now=now)
    if place.round is not None and place.round.settled_at is None:
        raise AppError("round_in_play", _("Vous pourrez écrire quand la manche sera comptée."))
    _refuse_in_play(player)


@transaction.atomic
def write_line(*, place: WordsPlace, player: Player, name: str, text: str, now: datetime) -> WrittenLine:
    """Write a message to the people at a place.

    Args:
        name: the author's name at the place.
        text: message as returned by `clean_line`, not "".

    Raises:
        AppError: as `refuse_words`.
    """
    with _notifying(place):
        refuse_words(place, player, now)
        assert player.owner is not None  # `refuse_words` rejects guests
        return WrittenLine.objects.create(
            room=place.room,
            table=place.table,
            round=place.round,
            author=player.owner,
            name=name,
            text=text,
            written_at=now,
        )


@transaction.atomic
def take_away(*, line: WrittenLine, taken_by: User, now: datetime) -> None:
    """Hide a message from all readers but the moderators, once."""
    with _notifying(WordsPlace(line.room, line.table, line.round)):
        visible_line = WrittenLine.objects.filter(pk=line.pk, taken_at=None)
        if visible_line.update(taken_at=now, taken_by=taken_by):
            record_in_club_trace(line.room, taken_by, "room.line_taken_away", {"name": line.name}, None)


@transaction.atomic
def silence(*, line: WrittenLine, until: datetime | None, silenced_by: User, now: datetime) -> Silence:
    """Forbid the author of a message to write in its room, for a time or for good."""
    stored_silence, _is_new = Silence.objects.update_or_create(
        room=line.room,
        user=line.author,
        defaults={"name": line.name, "made_at": now, "made_by": silenced_by, "until": until},
    )
    details = {"name": line.name, "until": until and until.isoformat()}
    record_in_club_trace(line.room, silenced_by, "room.player_silenced", None, details)
    return stored_silence


@transaction.atomic
def lift_silence(*, of: Silence, lifted_by: User) -> None:
    room, name = of.room, of.name
    of.delete()
    record_in_club_trace(room, lifted_by, "room.silence_lifted", {"name": name}, None)


def forget_old_words(*, now: datetime) -> None:
    """Delete messages after a week, and silences that have ended."""
    WrittenLine.objects.filter(written_at__lt=now - WORDS_KEPT).delete()
    Silence.objects.filter(until__lt=now).delete()


@contextmanager
def _notifying(place: WordsPlace) -> Iterator[None]:
    """Notify the pages of a place after a change. At a table no deal begins during the change."""
    if place.table is not None:
        # the row lock keeps a deal from beginning between the check and the message
        with change_beside_deals(place.table):
            yield
        return
    yield
    assert place.round is not None
    notify_pages(topic_of_round(place.round))


def _is_minor(user: User, now: datetime) -> bool:
    """Return whether the register of a club that knows the account has a minor's year of birth."""
    years = Person.objects.filter(user=user).values_list("birth_year", flat=True)
    return any(is_minor(year, timezone.localdate(now).year) for year in years)


def _refuse_silenced(room: Room, user: User, now: datetime) -> None:
    stored_silence = Silence.objects.filter(room=room, user=user).first()
    if stored_silence is None or (stored_silence.until is not None and stored_silence.until <= now):
        return
    if stored_silence.until is None:
        raise AppError("silenced", _("Un directeur de la salle vous a retiré le droit d’écrire."))
    until = date_format(timezone.localtime(stored_silence.until), "DATETIME_FORMAT")
    message = _("Un directeur de la salle vous a retiré le droit d’écrire jusqu’au %(until)s.")
    raise AppError("silenced", message % {"until": until})


def _refuse_in_play(player: Player) -> None:
    """Raise if the player may know cards that other people still play."""
    tables = own_free_tables(player.device, player.owner)
    if tables.filter(ended_at=None, deals__in=FreeDeal.objects.filter(table__ended_at=None)).exists():
        raise AppError(
            "deal_in_play", _("Vous jouez une donne à une autre table : finissez-la, ou quittez cette table.")
        )
    entries = list_room_entries(player.device, player.owner)
    # before the deal there is no card to reveal
    if entries.filter(round__deal_set__isnull=False, round__settled_at=None).exists():
        raise AppError(
            "round_in_play", _("Vous jouez une manche : vous pourrez écrire quand elle sera comptée.")
        )
