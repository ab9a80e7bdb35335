"""The other side's word on a result that a phone wrote, or an organiser's in its stead."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from common.live.telling import tell
from tournaments.models import Play, SlipConfirmation, TableAccess, TablePhone, Tournament
from tournaments.results.queries.table_page import seated_entries, seats_facing
from tournaments.results.services.checking import require_unlocked
from tournaments.results.services.slip_versions import conflict_with
from tournaments.results.services.table_phones import Device, find_phone
from tournaments.trace.services.trace import record_event
from tournaments.work.topics import table_topic


@transaction.atomic
def confirm_at_table(
    *, access: TableAccess, play: Play, device: Device, seat: int, seen_version: int
) -> SlipConfirmation:
    """Keep that somebody of the other side says that a result is right.

    On his own phone he confirms for the seat he said is his; on the phone that wrote, for any seat of the
    other side: it was passed to him.

    Args:
        play: with its round and table.
        seat: who confirms, from 0.

    Raises:
        Conflict: the result is not the version seen (`slip_changed`).
        AppError: no result of a phone waits here (`nothing_to_confirm`), or the seat is of the side that
            wrote, or not that of the phone (`not_the_other_side`); `seat_unknown`;
            the round is locked (`round_locked`).
    """
    Play.objects.select_for_update().get(pk=play.pk)
    phone = find_phone(access=access, this_round=play.round, device=device.key)
    confirmation = _waiting(play, seen_version)
    if confirmation.confirmed_at is not None:
        return confirmation
    require_unlocked(play)
    writer = confirmation.written_on
    facing = seats_facing(play, seated_entries(access.table, play.round), writer.seat)
    if seat not in facing or (phone != writer and phone.seat != seat):
        raise AppError("not_the_other_side", _("C’est à l’autre camp de confirmer ce résultat."))
    return _keep(play, confirmation, phone=phone, seat=seat, user=None)


@transaction.atomic
def confirm_as_organiser(*, play: Play, seen_version: int, confirmed_by: User) -> SlipConfirmation:
    """Keep that an organiser vouches for a result that a phone wrote.

    Raises:
        Conflict, AppError: as `confirm_at_table`.
    """
    Play.objects.select_for_update().get(pk=play.pk)
    confirmation = _waiting(play, seen_version)
    if confirmation.confirmed_at is not None:
        return confirmation
    require_unlocked(play)
    return _keep(play, confirmation, phone=None, seat=None, user=confirmed_by)


def _waiting(play: Play, seen_version: int) -> SlipConfirmation:
    current = play.slips.current().select_related("entered_by").first()
    if current is None:
        raise _nothing()
    if current.version != seen_version:
        raise conflict_with(current)
    confirmation = SlipConfirmation.objects.select_related("slip", "written_on").filter(slip=current).first()
    if confirmation is None:
        raise _nothing()
    return confirmation


def _nothing() -> AppError:
    return AppError("nothing_to_confirm", _("Aucun résultat n’attend d’être confirmé ici."))


def _keep(
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
    tell(table_topic(play.table_id))
    return confirmation
