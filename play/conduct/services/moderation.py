"""Blocks between players, reports to directors, bars from rooms and free tables."""

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
from play.rooms.services.rooms import record_in_club_trace
from tournaments.base.access import clubs_managed_by
from tournaments.base.words.dates import date_format


@dataclass(frozen=True, slots=True)
class Met:
    """A player as another one met them, at a free table or in a round."""

    key: str
    account: int | None
    name: str


def seat_key(seat: TableSeat) -> str:
    """Return the key of the player at a seat."""
    return f"user {seat.owner_id}" if seat.owner_id is not None else f"device {seat.device}"


def met_at_table(seat: TableSeat) -> Met:
    return Met(seat_key(seat), seat.owner_id, seat.name)


def met_in_round(entry: RoomEntry) -> Met:
    return Met(entry.player, entry.owner_id, entry.name or str(entry.number))


def keys_of(player: Player) -> set[str]:
    """Return the keys of a player: the account's, and the browser's without an account."""
    return {player_key(player.device, player.owner), player_key(player.device, None)} - {""}


# --- blocks -------------------------------------------------------------------------------------------------


def block_player(*, player: Player, whom: Met) -> PlayerBlock:
    """Block a player: the two no longer sit at one table, and the blocked one's phrases are hidden.

    Raises:
        AppError: `no_such_player`, for oneself or a player whose data were deleted.
    """
    own_key = _own_key(player, whom)
    block, _is_new = PlayerBlock.objects.get_or_create(
        by=own_key,
        whom=whom.key,
        defaults={"owner": player.owner, "blocked_id": whom.account, "name": whom.name},
    )
    return block


def own_blocks(player: Player) -> QuerySet[PlayerBlock]:
    """Return a player's blocks, latest first."""
    return PlayerBlock.objects.filter(by__in=keys_of(player))


def blocked_keys(player: Player) -> set[str]:
    """Return the keys of the players that a player has blocked. One query."""
    return set(own_blocks(player).values_list("whom", flat=True))


def kept_apart(player: Player) -> set[str]:
    """Return the keys of the players blocked by a player or blocking them. One query."""
    own_keys = keys_of(player)
    pairs = PlayerBlock.objects.filter(Q(by__in=own_keys) | Q(whom__in=own_keys)).values_list("by", "whom")
    return {key for pair in pairs for key in pair} - own_keys


def refuse_blocked(*, table: FreeTable, player: Player) -> None:
    """Raise if a block separates the player from a player at the table. Two queries.

    Raises:
        AppError: `blocked`.
    """
    seated_keys = set(map(seat_key, table.seats.all()))
    own_keys = keys_of(player)
    blocks = PlayerBlock.objects.filter(
        Q(by__in=own_keys, whom__in=seated_keys) | Q(by__in=seated_keys, whom__in=own_keys)
    )
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
    """Report a player's conduct to the directors of a room, or of the site for a free table outside rooms.

    Args:
        line: the reported message, for a report of a message.

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
        # copied, since messages are deleted after a week
        line=line,
        round=of,
        free_table=table,
        reason=reason,
        words=words,
    )


def reports_for(user: User) -> QuerySet[ConductReport]:
    """Return the reports of the rooms that a user directs; a superuser gets all reports."""
    reports = ConductReport.objects.select_related("room__club", "round__room", "free_table")
    return reports if user.is_superuser else reports.filter(room__in=directed_rooms(user))


def bars_by(user: User, now: datetime) -> QuerySet[RoomBar]:
    """Return the present bars of the rooms that a user directs; a superuser gets all bars."""
    bars = RoomBar.objects.filter(until__gt=now).select_related("room__club")
    return bars if user.is_superuser else bars.filter(room__in=directed_rooms(user))


def directed_rooms(user: User) -> QuerySet[Room]:
    """Return the rooms that a user directs."""
    if user.is_superuser:
        return Room.objects.all()
    condition = Q(directors__user=user) | Q(club__in=clubs_managed_by(user))
    return Room.objects.filter(condition).distinct()


@transaction.atomic
def close_report(
    *, report: ConductReport, answer: str, closed_by: User, now: datetime, bar_days: int | None = None
) -> ConductReport:
    """Answer a report and close it, once. The reporting player reads the answer.

    Args:
        bar_days: days for which the reported player is barred from the room, or from free tables; None for
            no bar.
    """
    locked_report = (
        ConductReport.objects.select_for_update(of=("self",)).select_related("room__club").get(pk=report.pk)
    )
    if locked_report.closed_at is None:
        if bar_days is not None:
            whom = Met(locked_report.whom, locked_report.about_id, locked_report.name)
            bar_player(room=locked_report.room, whom=whom, days=bar_days, barred_by=closed_by, now=now)
        locked_report.answer, locked_report.closed_at, locked_report.closed_by = answer, now, closed_by
        locked_report.save(update_fields=["answer", "closed_at", "closed_by"])
        if locked_report.room is not None:
            record_in_club_trace(
                locked_report.room, closed_by, "room.report_closed", None, {"name": locked_report.name}
            )
    return locked_report


# --- bars ---------------------------------------------------------------------------------------------------


@transaction.atomic
def bar_player(*, room: Room | None, whom: Met, days: int, barred_by: User, now: datetime) -> RoomBar:
    """Bar a player from a room for some days; without a room, from free tables.

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
        record_in_club_trace(room, barred_by, "room.player_barred", None, {"name": whom.name, "days": days})
    return bar


@transaction.atomic
def lift_bar(*, bar: RoomBar, lifted_by: User) -> None:
    room, name = bar.room, bar.name
    bar.delete()
    if room is not None:
        record_in_club_trace(room, lifted_by, "room.bar_lifted", {"name": name}, None)


def refuse_barred(*, room: Room | None, player: Player, now: datetime) -> None:
    """Raise if a player is barred from a room; without a room, from free tables. One query.

    Raises:
        AppError: `barred`, with the end of the bar.
    """
    bars = RoomBar.objects.filter(room=room, whom__in=keys_of(player), until__gt=now)
    latest_bar = bars.order_by("-until").first()
    if latest_bar is not None:
        until = date_format(timezone.localtime(latest_bar.until), "DATETIME_FORMAT")
        raise AppError("barred", _("Un directeur vous a exclu d’ici jusqu’au %(until)s.") % {"until": until})


def forget_old_moderation(*, now: datetime) -> None:
    """Delete bars that have ended, and old blocks and reports by or about guests."""
    # as long as the entries of guests keep their data
    limit = now - GUESTS_KEPT
    RoomBar.objects.filter(until__lt=now).delete()
    PlayerBlock.objects.filter(Q(owner=None) | Q(blocked=None), made_at__lt=limit).delete()
    ConductReport.objects.filter(Q(owner=None) | Q(about=None), made_at__lt=limit).delete()


def _own_key(player: Player, whom: Met) -> str:
    """Return the key of the acting player; raise for a block or report of oneself or an unknown player."""
    key = player_key(player.device, player.owner)
    if not key or not whom.key or whom.key in keys_of(player):
        raise _unknown()
    return key


def _unknown() -> AppError:
    return AppError("no_such_player", _("Ce joueur n’est plus là."))
