"""Penalties in percent: given with a reason, taken back with a reason."""

from decimal import Decimal

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.models import Entry, Ruling, Session
from tournaments.services.audit import record_event
from tournaments.services.standings import request_refresh


@transaction.atomic
def give_penalty(*, session: Session, entry: Entry, percent: Decimal, reason: str, ruled_by: User) -> Ruling:
    """Deduct `percent` (0.01 to 100) from an entry's result of the session.

    Raises:
        AppError: the entry is of another tournament, the percentage is out of range or no reason is given.
    """
    if entry.tournament_id != session.tournament_id:
        raise AppError("entry_elsewhere", _("Ce joueur n’est pas inscrit à ce tournoi."))
    hundredths = percent * 100
    if hundredths != int(hundredths) or not 1 <= hundredths <= 10000:
        message = _("La pénalité va de 0,01 à 100 %, avec deux décimales au plus.")
        raise AppError("percent_out_of_range", message, fields={"percent": message})
    if not reason.strip():
        raise _reason_missing()
    ruling = Ruling.objects.create(
        session=session,
        entry=entry,
        percent_hundredths=int(hundredths),
        reason=reason.strip(),
        ruled_by=ruled_by,
    )
    _record(ruling, ruled_by, "ruling.given", reason)
    request_refresh(session=session)
    return ruling


@transaction.atomic
def withdraw_penalty(*, ruling: Ruling, reason: str, withdrawn_by: User) -> Ruling:
    """Take a penalty back; it stays in the record.

    Raises:
        AppError: it was already taken back, or no reason is given.
    """
    ruling = Ruling.objects.select_for_update().get(pk=ruling.pk)
    if ruling.withdrawn_by_id is not None:
        raise AppError("already_withdrawn", _("Cette pénalité est déjà retirée."))
    if not reason.strip():
        raise _reason_missing()
    ruling.withdrawn_by, ruling.withdrawn_reason = withdrawn_by, reason.strip()
    ruling.save(update_fields=["withdrawn_by", "withdrawn_reason"])
    _record(ruling, withdrawn_by, "ruling.withdrawn", reason)
    request_refresh(session=ruling.session)
    return ruling


def _reason_missing() -> AppError:
    message = _("Donnez le motif : il figure sur la feuille de route du joueur.")
    return AppError("reason_missing", message, fields={"reason": message})


def _record(ruling: Ruling, actor: User, action: str, reason: str) -> None:
    tournament = ruling.session.tournament
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=actor,
        action=action,
        subject=str(ruling.entry.person),
        after={"percent_hundredths": ruling.percent_hundredths, "reason": reason.strip()},
    )
