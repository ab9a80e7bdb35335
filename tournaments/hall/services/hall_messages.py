"""Messages to the hall: send, take back, put away on one phone."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.enums import PLAYED_STATES
from tournaments.models import HallMessage, MessageReading, Section, Session, Table
from tournaments.models.hall import LONGEST_SHOWN, TEXT_LENGTH
from tournaments.results.services.table_phones import Device
from tournaments.trace.services.trace import record_event

MOST_MINUTES = LONGEST_SHOWN // timedelta(minutes=1)
"""Longest display time of a message, in minutes."""


@transaction.atomic
def send_hall_message(
    *,
    session: Session,
    text: str,
    minutes: int,
    section: Section | None = None,
    table: Table | None = None,
    sent_by: User | None,
) -> HallMessage:
    """Show a message to the whole hall, one section or one table of the session until it expires.

    Args:
        text: cut at `TEXT_LENGTH`.
        minutes: 1 to `MOST_MINUTES`.

    Raises:
        AppError: the text is empty (`message_empty`), the minutes are out of bounds (`message_minutes`), or
            the event is not being played (`not_playing`).
    """
    if session.tournament.state not in PLAYED_STATES:
        raise AppError("not_playing", _("Vous ne pouvez envoyer de messages que pendant le tournoi."))
    if not text.strip():
        reason = _("Écrivez le message.")
        raise AppError("message_empty", reason, fields={"text": reason})
    if not 1 <= minutes <= MOST_MINUTES:
        reason = _("Un message reste affiché de 1 à %(most)d minutes.") % {"most": MOST_MINUTES}
        raise AppError("message_minutes", reason, fields={"minutes": reason})
    moment = timezone.now()
    message = HallMessage.objects.create(
        session=session,
        section=section,
        table=table,
        text=text.strip()[:TEXT_LENGTH],
        sent_at=moment,
        expires_at=moment + timedelta(minutes=minutes),
        sent_by=sent_by,
    )
    _record(message, sent_by, "hall.message_sent")
    return message


@transaction.atomic
def take_back_message(*, message: HallMessage, taken_back_by: User) -> HallMessage:
    """Let a message expire at once. An expired message stays unchanged."""
    message = HallMessage.objects.select_for_update(of=("self",)).select_related("session").get(pk=message.pk)
    moment = timezone.now()
    if message.expires_at > moment:
        message.expires_at = moment
        message.save(update_fields=["expires_at"])
        _record(message, taken_back_by, "hall.message_taken_back")
    return message


def put_away(*, message: HallMessage, device: Device) -> None:
    """Hide a message on one phone. Other phones still show it."""
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
