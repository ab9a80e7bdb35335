"""Free words: what people with an account write to each other in a club's room that opened them.

A room that its club opened has a director, who moderates. Nobody writes who could tell a card to somebody
still playing: at a table between deals alone, under a round once it is counted, and nowhere while one has a
deal in play or a place in a round that is not counted.
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
from common.live.telling import tell
from play.alone.queries.daily import player_key
from play.alone.services.beginning import Player
from play.conduct.models import ClubTable, Silence, WrittenLine
from play.conduct.services.moderation import kept_apart, refuse_barred
from play.free.models import FreeDeal, FreeTable, TableSeat
from play.free.queries.free_tables import own_free_tables
from play.free.services.changes import changing
from play.free.services.sitting_down import open_table
from play.rooms.models import Room, RoomRound
from play.rooms.queries.rooms import entries_of, may_play
from play.rooms.queries.topics import topic_of_round
from play.rooms.services.rooms import tell_club
from tournaments.base.words.dates import date_format
from tournaments.core.naming import is_minor
from tournaments.models import Person

WORDS_KEPT = timedelta(days=7)
SHOWN_LINES = 30
"""The latest ones, at a table or under a round."""
UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
"""Categories of characters that show nothing, or turn what is written around."""


@dataclass(frozen=True, slots=True)
class WordsPlace:
    """Where people write: at a table of a room, or under a round."""

    room: Room
    table: FreeTable | None = None
    round: RoomRound | None = None


def clean_line(typed: str) -> str:
    """A line as it is kept: composed, with single spaces, without characters that do not show."""
    spaced = " ".join(typed.split())
    visible = "".join(letter for letter in spaced if unicodedata.category(letter) not in UNSEEN)
    return " ".join(unicodedata.normalize("NFC", visible).split())


@transaction.atomic
def open_table_in(room: Room, **chosen: Any) -> TableSeat:
    """A new free table in a club's room; arguments as of `open_table`."""
    seat = open_table(**chosen)
    ClubTable.objects.create(room=room, table=seat.table)
    return seat


def room_of_table(table: FreeTable) -> Room | None:
    """The club's room in which a free table was opened.

    One query, none for a table of no room; one more where the table was loaded without its `club_table`.
    """
    at: ClubTable | None = getattr(table, "club_table", None)
    return Room.objects.select_related("club").get(pk=at.room_id) if at is not None else None


def refuse_stranger(room: Room, player: Player) -> None:
    """Let nobody sit down at a table of a room who may not play there. At most two queries.

    Raises:
        AppError: `members_only`.
    """
    if not may_play(room, player.owner):
        raise AppError(
            "members_only", _("Cette table est pour les membres du club, avec leur compte : connectez-vous.")
        )


def are_words_open(room: Room) -> bool:
    """Whether people write in a room: its club wants it, and somebody moderates. One query, or none."""
    return bool(moderators_of_words(room))


def moderators_of_words(room: Room) -> list[str]:
    """Who moderates the free words of a room, nobody while they are closed. One query, or none."""
    return moderators(room) if room.has_free_words else []


def moderators(room: Room) -> list[str]:
    """Who moderates a room, by pseudonym. One query."""
    names = room.directors.filter(user__is_active=True).order_by("pk")
    return [name or _("un directeur") for name in names.values_list("user__pseudonym", flat=True)]


def lines_of(place: WordsPlace, player: Player, now: datetime) -> list[WrittenLine]:
    """What somebody reads at a place, the latest last: blocks left out. Two queries."""
    apart = kept_apart(player)
    found = WrittenLine.objects.filter(
        room=place.room, table=place.table, round=place.round, written_at__gt=now - WORDS_KEPT
    ).select_related("author", "taken_by")
    latest = found.order_by("-pk")[:SHOWN_LINES]
    return [line for line in reversed(latest) if player_key("", line.author) not in apart]


def refuse_words(place: WordsPlace, player: Player, now: datetime) -> None:
    """Let nobody write who may not. Seven queries; two while a deal is in play at the table.

    Raises:
        AppError: `words_closed`, `needs_account`, `minor`, `silenced`, `barred`, `deal_in_play`,
            `round_in_play`.
    """
    if not are_words_open(place.room):
        raise AppError("words_closed", _("Le club a fermé les mots libres."))
    refuse_writer(place, player, now)


def refuse_writer(place: WordsPlace, player: Player, now: datetime) -> None:
    """Let nobody write who may not, where words are open.

    Six queries; one while a deal is in play at the table.

    Raises:
        AppError: as `refuse_words`, but `words_closed`.
    """
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
    """Write to everybody at a place.

    Args:
        name: under which he plays there.
        text: as `clean_line` makes it, not "".

    Raises:
        AppError: as `refuse_words`.
    """
    with _telling(place):
        refuse_words(place, player, now)
        assert player.owner is not None  # else it was refused
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
    """Show a line to nobody any more but those who moderate, once."""
    with _telling(WordsPlace(line.room, line.table, line.round)):
        found = WrittenLine.objects.filter(pk=line.pk, taken_at=None)
        if found.update(taken_at=now, taken_by=taken_by):
            tell_club(line.room, taken_by, "room.line_taken_away", {"name": line.name}, None)


@transaction.atomic
def silence(*, line: WrittenLine, until: datetime | None, silenced_by: User, now: datetime) -> Silence:
    """Let who wrote a line write no more in its room, until a moment or for good."""
    made, _is_new = Silence.objects.update_or_create(
        room=line.room,
        user=line.author,
        defaults={"name": line.name, "made_at": now, "made_by": silenced_by, "until": until},
    )
    after = {"name": line.name, "until": until and until.isoformat()}
    tell_club(line.room, silenced_by, "room.player_silenced", None, after)
    return made


@transaction.atomic
def lift_silence(*, of: Silence, lifted_by: User) -> None:
    room, name = of.room, of.name
    of.delete()
    tell_club(room, lifted_by, "room.silence_lifted", {"name": name}, None)


def forget_old_words(*, now: datetime) -> None:
    """Forget what was written more than a week ago, and who may write again."""
    WrittenLine.objects.filter(written_at__lt=now - WORDS_KEPT).delete()
    Silence.objects.filter(until__lt=now).delete()


@contextmanager
def _telling(place: WordsPlace) -> Iterator[None]:
    """Tell the pages of a place that something changed; no deal begins meanwhile."""
    if place.table is not None:
        with changing(place.table):
            yield
        return
    yield
    assert place.round is not None
    tell(topic_of_round(place.round))


def _is_minor(user: User, now: datetime) -> bool:
    """Whether the register of a club that knows the account says so."""
    years = Person.objects.filter(user=user).values_list("birth_year", flat=True)
    return any(is_minor(year, timezone.localdate(now).year) for year in years)


def _refuse_silenced(room: Room, user: User, now: datetime) -> None:
    found = Silence.objects.filter(room=room, user=user).first()
    if found is None or (found.until is not None and found.until <= now):
        return
    if found.until is None:
        raise AppError("silenced", _("Un directeur de la salle vous a retiré le droit d’écrire."))
    until = date_format(timezone.localtime(found.until), "DATETIME_FORMAT")
    told = _("Un directeur de la salle vous a retiré le droit d’écrire jusqu’au %(until)s.")
    raise AppError("silenced", told % {"until": until})


def _refuse_in_play(player: Player) -> None:
    """Let nobody write who knows cards that others still play."""
    tables = own_free_tables(player.device, player.owner)
    if tables.filter(ended_at=None, deals__in=FreeDeal.objects.filter(table__ended_at=None)).exists():
        raise AppError(
            "deal_in_play", _("Vous jouez une donne à une autre table : finissez-la, ou quittez cette table.")
        )
    entries = entries_of(player.device, player.owner)
    if entries.filter(round__deal_set__isnull=False, round__settled_at=None).exists():
        raise AppError(
            "round_in_play", _("Vous jouez une manche : vous pourrez écrire quand elle sera comptée.")
        )
