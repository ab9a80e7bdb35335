"""Confirmation by the other side of a result from a phone, or by an organiser in its place."""

from collections.abc import Collection

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from common.live.notifying import notify_pages
from tournaments.events.queries.unsettled import unconfirmed_results
from tournaments.models import Play, Session, SlipConfirmation, TableAccess, TablePhone, Tournament
from tournaments.results.queries.table_page import load_entries_at_table, seats_facing
from tournaments.results.services.checking import require_unlocked
from tournaments.results.services.slip_versions import conflict_with
from tournaments.results.services.table_phones import Device, find_phone
from tournaments.trace.services.trace import record_event
from tournaments.work.topics import table_topic


@transaction.atomic
def confirm_at_table(
    *, access: TableAccess, play: Play, device: Device, seat: int, seen_version: int
) -> SlipConfirmation:
    """Store that a player of the other side confirms a result.

    On their own phone, players confirm for the seat that they chose. The phone that wrote, and the one that
    has the pen since, may confirm for any seat of the other side, because players pass it around.

    Args:
        play: with its round and table.
        seat: seat of the confirming player, from 0.

    Raises:
        Conflict: the result is not the version seen (`slip_changed`).
        AppError: no result of a phone waits here (`nothing_to_confirm`); the seat is of the side that wrote,
            or not the seat of the phone (`not_the_other_side`); `seat_unknown`; the round is locked
            (`round_locked`).
    """
    # the row lock puts entry, correction and confirmation of one play in a sequence
    Play.objects.select_for_update().get(pk=play.pk)
    phone = find_phone(access=access, this_round=play.round, device=device.key)
    confirmation = _waiting_confirmation(play, seen_version)
    if confirmation.confirmed_at is not None:
        return confirmation
    require_unlocked(play)
    # one phone may serve the table: the writing phone also confirms, for a seat of the other side
    writer = confirmation.written_on
    entries = load_entries_at_table(access.table, play.round)
    facing = seats_facing(play, confirmation.slip, entries, writer.seat)
    is_passed_around = phone == writer or phone.holds_pen
    if seat not in facing or not (is_passed_around or phone.seat == seat):
        raise AppError("not_the_other_side", _("C’est à l’autre camp de confirmer ce résultat."))
    return _store(play, confirmation, phone=phone, seat=seat, user=None)


@transaction.atomic
def confirm_as_organiser(*, play: Play, seen_version: int, confirmed_by: User) -> SlipConfirmation:
    """Store that an organiser vouches for a result from a phone.

    Raises:
        Conflict, AppError: as `confirm_at_table`.
    """
    Play.objects.select_for_update().get(pk=play.pk)
    confirmation = _waiting_confirmation(play, seen_version)
    if confirmation.confirmed_at is not None:
        return confirmation
    require_unlocked(play)
    return _store(play, confirmation, phone=None, seat=None, user=confirmed_by)


@transaction.atomic
def confirm_seen_results(*, session: Session, slip_ids: Collection[int], confirmed_by: User) -> int:
    """Store that an organiser vouches for every result seen that still waits. Return their number.

    A result that has changed since, or is confirmed meanwhile, is left as it is.

    Args:
        slip_ids: the versions that the organiser has seen.

    Raises:
        AppError: as `confirm_at_table`.
    """
    waiting_plays = unconfirmed_results(session).order_by().values("slip__play")
    # locked before they are read, in one order for all organisers
    list(Play.objects.filter(pk__in=waiting_plays).order_by("pk").select_for_update())
    confirmations = [row for row in unconfirmed_results(session) if row.slip_id in slip_ids]
    for confirmation in confirmations:
        require_unlocked(confirmation.slip.play)
        _store(confirmation.slip.play, confirmation, phone=None, seat=None, user=confirmed_by)
    return len(confirmations)


def _waiting_confirmation(play: Play, seen_version: int) -> SlipConfirmation:
    current = play.slips.current().select_related("entered_by").first()
    if current is None:
        raise _nothing_to_confirm()
    if current.version != seen_version:
        raise conflict_with(current)
    confirmation = SlipConfirmation.objects.select_related("slip", "written_on").filter(slip=current).first()
    if confirmation is None:
        raise _nothing_to_confirm()
    return confirmation


def _nothing_to_confirm() -> AppError:
    return AppError("nothing_to_confirm", _("Aucun résultat n’attend d’être confirmé ici."))


def _store(
    play: Play,
    confirmation: SlipConfirmation,
    *,
    phone: TablePhone | None,
    seat: int | None,
    user: User | None,
) -> SlipConfirmation:
    confirmation.phone, confirmation.seat, confirmation.confirmed_by = phone, seat, user
    confirmation.confirmed_at = timezone.now()
    confirmation.save(update_fields=["phone", "seat", "confirmed_by", "confirmed_at"])
    tournament = Tournament.objects.select_related("club").get(sessions__sections__rounds=play.round_id)
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=user,
        action="result.confirmed",
        subject=f"{play.board}/{play.round.number}/{play.table.number}",
        after={
            "version": confirmation.slip.version,
            "seat": seat,
            "device": str(phone.device) if phone else None,
        },
    )
    # the other phones of the table show the confirmation
    notify_pages(table_topic(play.table_id))
    return confirmation
