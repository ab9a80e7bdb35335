"""Messages to the hall: sent, taken back, put away by a phone."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.models import HallMessage, MessageReading, Section, Session, Table
from tournaments.models.hall import LONGEST_SHOWN, TEXT_LENGTH
from tournaments.results.services.table_access import PLAYED
from tournaments.results.services.table_phones import Device
from tournaments.trace.services.trace import record_event

MOST_MINUTES = LONGEST_SHOWN // timedelta(minutes=1)


@transaction.atomic
def send_message(
    *,
    session: Session,
    text: str,
    minutes: int,
    section: Section | None = None,
    table: Table | None = None,
    sent_by: User | None,
) -> HallMessage:
    """Tell the hall something until it expires: everybody, one section or one table of the session.

    Args:
        text: cut at `TEXT_LENGTH`.
        minutes: 1 to `MOST_MINUTES`.

    Raises:
        AppError: nothing is said (`message_empty`), `message_minutes`, or nothing is played (`not_playing`).
    """
    if session.tournament.state not in PLAYED:
        raise AppError("not_playing", _("Vous ne pouvez envoyer de messages que pendant le tournoi."))
    if not text.strip():
        told = _("Écrivez le message.")
        raise AppError("message_empty", told, fields={"text": told})
    if not 1 <= minutes <= MOST_MINUTES:
        told = _("Un message reste affiché de 1 à %(most)d minutes.") % {"most": MOST_MINUTES}
        raise AppError("message_minutes", told, fields={"minutes": told})
    now = timezone.now()
    message = HallMessage.objects.create(
        session=session,
        section=section,
        table=table,
        text=text.strip()[:TEXT_LENGTH],
        sent_at=now,
        expires_at=now + timedelta(minutes=minutes),
        sent_by=sent_by,
    )
    _record(message, sent_by, "hall.message_sent")
    return message


@transaction.atomic
def take_back_message(*, message: HallMessage, taken_back_by: User) -> HallMessage:
    """A message disappears at once; one that has expired already stays as it was."""
    message = HallMessage.objects.select_for_update(of=("self",)).select_related("session").get(pk=message.pk)
    now = timezone.now()
    if message.expires_at > now:
        message.expires_at = now
        message.save(update_fields=["expires_at"])
        _record(message, taken_back_by, "hall.message_taken_back")
    return message


def put_away(*, message: HallMessage, device: Device) -> None:
    """A phone does not show a message again; the others do."""
    MessageReading.objects.get_or_create(message=message, device=device.key)


def _record(message: HallMessage, actor: User | None, action: str) -> None:
    tournament = message.session.tournament
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=actor,
        action=action,
        subject=f"{message.session.number}",
        after={
            "text": message.text,
            "section": message.section.number if message.section else None,
            "table": message.table.number if message.table else None,
        },
    )
