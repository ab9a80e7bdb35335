"""Rounds of rooms: beginning, entering, playing the deals, leaving.

The first request after the start deals. It locks the row of the round, so that two workers or twenty players
deal once. The deals are committed to before any card is shown.
"""

import secrets
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from accounts.pseudonyms import fold_pseudonym
from common.errors import AppError
from common.live.notifying import notify_pages
from common.requests.callers import client_address
from games.core.bots.choosing import RobotLevel
from games.core.dealing.shuffle import SEED_SIZE
from games.core.outcome import Bid
from games.core.seats import SOUTH
from games.models import Deal
from games.services.deal_sets import create_deal_set
from play.alone.queries.daily import player_key
from play.alone.services.beginning import Player
from play.rooms.enums import NoteKind, RoomContract, RoundKind
from play.rooms.models import Room, RoomEntry, RoomNote, RoomPlay, RoomRound
from play.rooms.queries.rooms import find_room_entry, may_join
from play.rooms.queries.topics import topics_of
from play.rooms.services.outages import note_alive
from play.rooms.services.seating import give_seat_up, refuse_full, seat_round, take_robot_seat
from play.tables.enums import TableOrigin
from play.tables.services.dealt_tables import begin_dealt_table


def round_to_enter(*, room: Room, now: datetime) -> RoomRound:
    """Return the room's round to enter now: the present one until half-way, then the next.

    The next one starts by the rhythm, also where an outage extended the present one.
    """
    present_round = _round_at(room, room.start_at(now))
    return (
        present_round
        if present_round.may_enter(now)
        else _round_at(room, present_round.starts_at + room.rhythm)
    )


def begin_at_once(*, room: Room, now: datetime) -> RoomRound:
    """Return a round that begins now: an open one started by other players, otherwise a new one.

    Raises:
        AppError: `room_closed`.
    """
    _refuse_closed(room)
    open_round = room.rounds.filter(kind=RoundKind.AT_ONCE, starts_at__lte=now).first()
    if open_round is not None and may_join(open_round, now):
        return open_round
    # two requests in the same minute get one row by the unique constraint
    starts_at = now.replace(second=0, microsecond=0)
    if open_round is not None and open_round.starts_at >= starts_at:
        # the round of this minute has closed already
        starts_at = now
    return deal_round(of=_round_at(room, starts_at, kind=RoundKind.AT_ONCE), now=now)


@transaction.atomic
def deal_round(*, of: RoomRound, now: datetime) -> RoomRound:
    """Deal and commit to the deals of a round that has started. Do nothing if that is done."""
    locked_round = RoomRound.objects.select_for_update(of=("self",)).select_related("room").get(pk=of.pk)
    if locked_round.deal_set_id is None and locked_round.starts_at <= now:
        room = locked_round.room
        locked_round.deal_set = create_deal_set(
            seed=secrets.token_bytes(SEED_SIZE),
            board_count=locked_round.deals,
            game=room.game,
            rule_set=room.rule_set,
        )
        locked_round.save(update_fields=["deal_set"])
        _notify(locked_round)
    return seat_round(of=locked_round, now=now) if locked_round.is_shared else locked_round


@transaction.atomic
def enter_round(*, of: RoomRound, player: Player, name: str, now: datetime) -> RoomEntry:
    """Enter a player in a round, once per account or browser. Return the existing entry if there is one.

    Two players on one device are noted for the room's director. The first person brings the room's robots
    along.

    Args:
        name: shown name, "" for a number.

    Raises:
        AppError: `no_device`, for a browser that keeps no cookie; `room_closed`; `entry_closed`, after half
            of the time; `round_full`, where people sit together and have all seats.
    """
    _refuse_closed(of.room)
    identity = player_key(player.device, player.owner)
    if not identity:
        raise AppError(
            "no_device", _("Votre navigateur refuse les cookies : acceptez-les pour entrer dans une salle.")
        )
    locked_round = RoomRound.objects.select_for_update(of=("self",)).select_related("room").get(pk=of.pk)
    # looked up under the lock: a double tap enters once
    previous_entry = find_room_entry(locked_round, player.device, player.owner)
    if previous_entry is not None:
        return previous_entry
    if not may_join(locked_round, now):
        raise AppError(
            "entry_closed",
            _("Il est trop tard pour entrer dans cette manche : la suivante commence bientôt."),
        )
    last_number = locked_round.entries.aggregate(last=Max("number"))["last"] or 0
    if locked_round.is_shared:
        refuse_full(locked_round, people=locked_round.entries.filter(is_robot=False).count())
    entry = RoomEntry.objects.create(
        round=locked_round,
        number=last_number + 1,
        player=identity,
        owner=player.owner,
        device=player.device,
        network=_network_mark(locked_round),
        name=name,
        entered_at=now,
    )
    _mark_namesakes(entry)
    if locked_round.is_shared and locked_round.movement is not None:
        take_robot_seat(of=locked_round, entry=entry, now=now)
    elif locked_round.is_shared and locked_round.starts_at <= now:
        deal_round(of=locked_round, now=now)
    # robots follow the first person, who has number 1
    elif last_number == 0 and not locked_round.is_shared:
        RoomEntry.objects.bulk_create(
            RoomEntry(round=locked_round, number=2 + place, is_robot=True, entered_at=now)
            for place in range(locked_round.room.robot_players)
        )
    same_device = (
        locked_round.entries.filter(device=player.device).exclude(pk=entry.pk) if player.device else ()
    )
    for neighbour in same_device:
        RoomNote.objects.get_or_create(
            round=locked_round, kind=NoteKind.SAME_DEVICE, first=neighbour, second=entry
        )
    _notify(locked_round)
    return entry


def _mark_namesakes(entry: RoomEntry) -> None:
    """Mark a guest whose name another player of the round has. The caller holds the lock on the round.

    The name of an account is its own: if the account enters after such a guest, the guest is marked.
    """
    others = RoomEntry.objects.filter(round=entry.round_id, is_robot=False).exclude(pk=entry.pk)
    namesakes = [
        other for other in others.exclude(name="") if fold_pseudonym(other.name) == fold_pseudonym(entry.name)
    ]
    marked = [entry] if namesakes and entry.owner_id is None else namesakes
    for other in marked:
        other.is_namesake = True
    RoomEntry.objects.bulk_update(marked, ["is_namesake"])


def play_next(*, entry: RoomEntry, now: datetime) -> RoomPlay:
    """Return the deal that a player has under way, or begin the next one.

    Raises:
        AppError: `not_begun`, `round_over`, `round_left`, `all_played`.
    """
    of = entry.round
    assert not of.is_shared  # there a table has its deals
    if now < of.starts_at:
        raise AppError("not_begun", _("La manche n’a pas encore commencé."))
    refuse_play(entry, now)
    plays = list(entry.plays.select_related("table"))
    under_way = [play for play in plays if play.table is not None and play.table.ended_at is None]
    if under_way:
        return under_way[0]
    begun_deals = {play.deal for play in plays}
    remaining_deals = [deal for deal in range(1, of.deals + 1) if deal not in begun_deals]
    if not remaining_deals:
        raise AppError("all_played", _("Vous avez joué toutes les donnes de cette manche."))
    return begin_play(entry=entry, deal=remaining_deals[0], now=now)


def begin_play(*, entry: RoomEntry, deal: int, now: datetime) -> RoomPlay:
    """Begin a player's table for a deal of the round. Return the existing play after a double request."""
    of = entry.round if entry.round.deal_set_id is not None else deal_round(of=entry.round, now=now)
    room = of.room
    deal_row = Deal.objects.select_related("deal_set").get(deal_set=of.deal_set, number=deal)
    try:
        with transaction.atomic():
            play = RoomPlay.objects.create(entry=entry, deal=deal)
            play.table = begin_dealt_table(
                deal=deal_row,
                origin=TableOrigin.ROOM,
                bid=Bid.GARDE.value
                if deal_row.taker is not None and room.contract == RoomContract.GARDE
                else "",
                seat=SOUTH,
                level=RobotLevel(room.level),
                robot_seed=of.robot_seed,
                device=entry.device,
                owner=entry.owner,
            )
            play.save(update_fields=["table"])
    except IntegrityError:  # a double tap
        return RoomPlay.objects.select_related("table").get(entry=entry, deal=deal)
    return play


def refuse_play(entry: RoomEntry, now: datetime) -> None:
    """Raise if the round is over or the player has left it.

    Raises:
        AppError: `round_over`, `round_left`.
    """
    # an outage that no worker has noticed yet extends the round first
    if now >= entry.round.ends_at and note_alive(now=now):
        entry.round.refresh_from_db(fields=["ends_at"])
    if now >= entry.round.ends_at:
        raise AppError("round_over", _("La manche est finie : vous ne pouvez plus jouer cette donne."))
    if entry.left_at is not None:
        raise AppError("round_left", _("Vous avez quitté cette manche : ce que vous avez joué est gardé."))


@transaction.atomic
def leave_round(*, entry: RoomEntry, now: datetime) -> RoomEntry:
    """Leave a round for good; finished deals are kept. Before the start, delete the entry."""
    of = RoomRound.objects.select_for_update(of=("self",)).select_related("room").get(pk=entry.round_id)
    _notify(of)
    # the entry of the page may be older than its seat, or left already by another tap
    current_entry = of.entries.filter(pk=entry.pk, left_at=None).first()
    if current_entry is None:
        return entry
    if now < of.starts_at and of.movement is None:
        current_entry.delete()
    elif now < of.ends_at:
        current_entry.left_at = now
        current_entry.save(update_fields=["left_at"])
        if of.is_shared:
            give_seat_up(entry=current_entry, now=now)
    return current_entry


def _notify(of: RoomRound) -> None:
    """Notify the pages that show a round."""
    for topic in topics_of(of):
        notify_pages(topic)


def _round_at(room: Room, starts_at: datetime, *, kind: RoundKind = RoundKind.RHYTHM) -> RoomRound:
    """Return the round of a start time, created if missing. Concurrent calls get the same row."""
    room_round, _is_new_row = RoomRound.objects.select_related("room").get_or_create(
        room=room,
        kind=kind,
        starts_at=starts_at,
        defaults={
            "ends_at": starts_at + room.rhythm,
            "deals": room.deals,
            "seating": room.seating,
            "robot_seed": secrets.randbits(48),
        },
    )
    return room_round


def _refuse_closed(room: Room) -> None:
    if not room.is_open:
        raise AppError("room_closed", _("Cette salle est fermée."))


def _network_mark(of: RoomRound) -> str:
    """Return a keyed hash of the client's address, comparable within one round; "" without an address."""
    address = client_address()
    return salted_hmac("rooms.network", f"{of.pk} {address}").hexdigest()[:16] if address else ""
