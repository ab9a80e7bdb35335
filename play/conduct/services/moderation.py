"""Blocking somebody, reporting him to the directors, barring him from a room for a time."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from play.alone.queries.daily import player_key
from play.alone.services.beginning import Player
from play.conduct.enums import ReportReason
from play.conduct.models import ConductReport, PlayerBlock, RoomBar
from play.free.models import FreeTable, TableSeat
from play.rooms.models import Room, RoomEntry, RoomRound
from play.rooms.services.keeping_time import GUESTS_KEPT
from play.rooms.services.rooms import tell_club
from tournaments.base.access import clubs_managed_by
from tournaments.base.words.dates import date_format


@dataclass(frozen=True, slots=True)
class Met:
    """Somebody as another met him: at a free table, or in a round."""

    key: str
    account: int | None
    name: str


def seat_key(seat: TableSeat) -> str:
    """By what who sits at a seat is known."""
    return f"user {seat.owner_id}" if seat.owner_id is not None else f"device {seat.device}"


def met_at_table(seat: TableSeat) -> Met:
    return Met(seat_key(seat), seat.owner_id, seat.name)


def met_in_round(entry: RoomEntry) -> Met:
    return Met(entry.player, entry.owner_id, entry.name or str(entry.number))


def keys_of(player: Player) -> set[str]:
    """By what an account, or a browser without one, is known."""
    return {player_key(player.device, player.owner), player_key(player.device, None)} - {""}


# --- blocks -------------------------------------------------------------------------------------------------


def block_player(*, player: Player, whom: Met) -> PlayerBlock:
    """Meet somebody no more: neither sits down where the other sits, his phrases are not shown.

    Raises:
        AppError: `no_such_player`, for oneself or somebody who is not known any more.
    """
    own = _own_key(player, whom)
    block, _made = PlayerBlock.objects.get_or_create(
        by=own,
        whom=whom.key,
        defaults={"owner": player.owner, "blocked_id": whom.account, "name": whom.name},
    )
    return block


def own_blocks(player: Player) -> QuerySet[PlayerBlock]:
    """Whom somebody has blocked, the latest first."""
    return PlayerBlock.objects.filter(by__in=keys_of(player))


def blocked_keys(player: Player) -> set[str]:
    """Whom somebody has blocked. One query."""
    return set(own_blocks(player).values_list("whom", flat=True))


def kept_apart(player: Player) -> set[str]:
    """Whom somebody has blocked, and who has blocked him. One query."""
    own = keys_of(player)
    pairs = PlayerBlock.objects.filter(Q(by__in=own) | Q(whom__in=own)).values_list("by", "whom")
    return {key for pair in pairs for key in pair} - own


def refuse_blocked(*, table: FreeTable, player: Player) -> None:
    """Let nobody sit down with whom he has blocked, or who has blocked him. Two queries.

    Raises:
        AppError: `blocked`.
    """
    there = set(map(seat_key, table.seats.all()))
    own = keys_of(player)
    blocks = PlayerBlock.objects.filter(Q(by__in=own, whom__in=there) | Q(by__in=there, whom__in=own))
    if blocks.exists():
        raise AppError(
            "blocked", _("Vous ne pouvez pas vous asseoir à cette table : choisissez-en une autre.")
        )


# --- reports ------------------------------------------------------------------------------------------------


def report_player(
    *,
    player: Player,
    whom: Met,
    reason: ReportReason,
    words: str,
    table: FreeTable | None = None,
    of: RoomRound | None = None,
    room: Room | None = None,
    line: str = "",
) -> ConductReport:
    """Tell the directors of a room, or of the site about a free table of no room, what somebody does.

    Args:
        line: what he had written, for a report of that.

    Raises:
        AppError: `no_such_player`.
    """
    return ConductReport.objects.create(
        by=_own_key(player, whom),
        owner=player.owner,
        whom=whom.key,
        about_id=whom.account,
        name=whom.name,
        room=of.room if of else room,
        line=line,
        round=of,
        free_table=table,
        reason=reason,
        words=words,
    )


def reports_for(user: User) -> QuerySet[ConductReport]:
    """What the rooms' directors read: of the rooms that somebody directs; a superuser those of the site."""
    found = ConductReport.objects.select_related("room__club", "round__room", "free_table")
    return found if user.is_superuser else found.filter(room__in=directed_rooms(user))


def bars_by(user: User, now: datetime) -> QuerySet[RoomBar]:
    """Who is barred now from the rooms that somebody directs; a superuser sees those of the site, too."""
    found = RoomBar.objects.filter(until__gt=now).select_related("room__club")
    return found if user.is_superuser else found.filter(room__in=directed_rooms(user))


def directed_rooms(user: User) -> QuerySet[Room]:
    """The rooms that somebody looks after."""
    if user.is_superuser:
        return Room.objects.all()
    own = Q(directors__user=user) | Q(club__in=clubs_managed_by(user))
    return Room.objects.filter(own).distinct()


@transaction.atomic
def close_report(*, report: ConductReport, answer: str, closed_by: User, now: datetime) -> ConductReport:
    """Answer a report, once; who made it reads the answer."""
    locked = (
        ConductReport.objects.select_for_update(of=("self",)).select_related("room__club").get(pk=report.pk)
    )
    if locked.closed_at is None:
        locked.answer, locked.closed_at, locked.closed_by = answer, now, closed_by
        locked.save(update_fields=["answer", "closed_at", "closed_by"])
        if locked.room is not None:
            tell_club(locked.room, closed_by, "room.report_closed", None, {"name": locked.name})
    return locked


# --- bars ---------------------------------------------------------------------------------------------------


@transaction.atomic
def bar_player(*, room: Room | None, whom: Met, days: int, barred_by: User, now: datetime) -> RoomBar:
    """Keep somebody out of a room for so many days from now; without a room, away from free tables.

    Raises:
        AppError: `no_such_player`.
    """
    if not whom.key:
        raise _unknown()
    bar = RoomBar.objects.create(
        room=room,
        whom=whom.key,
        about_id=whom.account,
        name=whom.name,
        made_by=barred_by,
        until=now + timedelta(days=days),
    )
    if room is not None:
        tell_club(room, barred_by, "room.player_barred", None, {"name": whom.name, "days": days})
    return bar


@transaction.atomic
def lift_bar(*, bar: RoomBar, lifted_by: User) -> None:
    room, name = bar.room, bar.name
    bar.delete()
    if room is not None:
        tell_club(room, lifted_by, "room.bar_lifted", {"name": name}, None)


def refuse_barred(*, room: Room | None, player: Player, now: datetime) -> None:
    """Let nobody in who is kept out; without a room, at free tables. One query.

    Raises:
        AppError: `barred`, with until when.
    """
    bars = RoomBar.objects.filter(room=room, whom__in=keys_of(player), until__gt=now)
    last = bars.order_by("-until").first()
    if last is not None:
        until = date_format(timezone.localtime(last.until), "DATETIME_FORMAT")
        raise AppError("barred", _("Un directeur vous a exclu d’ici jusqu’au %(until)s.") % {"until": until})


def forget_old_moderation(*, now: datetime) -> None:
    """Forget bars that are over, and what guests did or had done to them long ago, as their entries are."""
    limit = now - GUESTS_KEPT
    RoomBar.objects.filter(until__lt=now).delete()
    PlayerBlock.objects.filter(Q(owner=None) | Q(blocked=None), made_at__lt=limit).delete()
    ConductReport.objects.filter(Q(owner=None) | Q(about=None), made_at__lt=limit).delete()


def _own_key(player: Player, whom: Met) -> str:
    key = player_key(player.device, player.owner)
    if not key or not whom.key or whom.key in keys_of(player):
        raise _unknown()
    return key


def _unknown() -> AppError:
    return AppError("no_such_player", _("Ce joueur n’est plus là."))
