"""Sending of queued messages, one after the other.

- Claimed before it is sent: several workers send no message twice.
- No server took it, such as at a busy server or without internet: it is sent again later, with longer and
  longer pauses.
- A server refused it, or the connection broke off after it was sent: it has failed.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from smtplib import SMTPException
from typing import Any, TypeVar

from django.core.mail import EmailMessage
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from accounts.mail_notes import MailPostponed, MailServerAway, deliver
from common.text.moments import filter_older
from tournaments.enums import MailState
from tournaments.models.mails import QueuedMail
from tournaments.work.asking import Row, Work

SILENT_AFTER = timedelta(minutes=2)
"""Time after which a message in state SENDING counts as abandoned by a worker that died."""
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 30, 60, 120, 240))
"""Time before each further attempt. After the last one the message has failed."""

Mail = TypeVar("Mail", bound=QueuedMail)


@dataclass(frozen=True, slots=True, kw_only=True)
class MailWork(Work[Row]):
    """A kind of messages. Its rows are of `QueuedMail`."""

    def is_stale(self, moment: datetime) -> Q:
        """Return the condition of a message that has waited too long, beyond the pause after an attempt."""
        return self.unclaimed & filter_older("created_at", self.stale_after, moment) & has_rested(moment)


def has_rested(moment: datetime) -> Q:
    """Return the condition of messages that are not in a pause after an attempt."""
    condition = Q(attempts=0)
    for attempts, pause in enumerate(PAUSES, start=1):
        condition |= Q(attempts=attempts) & filter_older("changed_at", pause, moment)
    return condition


def claim_mail(mails: QuerySet[Mail]) -> Mail | None:
    """Claim the next queued message; None if no message is due."""
    moment = timezone.now()
    # several candidates, as another worker may claim the first ones
    for mail in mails.filter(has_rested(moment), state=MailState.QUEUED)[:5]:
        # the update is atomic: of two workers only one changes the state
        updated_count = mails.model._default_manager.filter(pk=mail.pk, state=MailState.QUEUED).update(
            state=MailState.SENDING, changed_at=moment
        )
        if updated_count:
            return mail
    return None


def send_claimed(
    mail: Mail,
    mails: QuerySet[Mail],
    message: EmailMessage,
    *,
    describe: Callable[[OSError], dict[str, object]],
    erased: Mapping[str, object] | None = None,
) -> MailState:
    """Send a claimed message. Return its new state.

    If the mail server is away or does not respond, all queued messages of `mails` pause, not only this one.

    Args:
        describe: returns the columns that keep a failure.
        erased: columns that are set when no further attempt follows.
    """
    state = MailState.SENT
    values: dict[str, Any] = {}
    try:
        deliver(message)
    except (SMTPException, OSError) as error:
        values = describe(error)
        may_wait = isinstance(error, MailPostponed) and mail.attempts < len(PAUSES)
        state = MailState.QUEUED if may_wait else MailState.FAILED
        # smtplib reports a timeout as a closed connection
        if isinstance(error, MailServerAway) or isinstance(error.__context__, TimeoutError):
            _pause(mails, values)
    if state == MailState.QUEUED:
        values["attempts"] = F("attempts") + 1
    else:
        values |= erased or {}
    own_row = mails.model._default_manager.filter(pk=mail.pk)
    own_row.update(state=state, changed_at=timezone.now(), **values)
    return state


def _pause(mails: QuerySet[Mail], values: Mapping[str, object]) -> None:
    """Let the queued messages wait for the server as if each had been tried."""
    moment = timezone.now()
    waiting_mails = mails.filter(has_rested(moment), state=MailState.QUEUED, attempts__lt=len(PAUSES))
    waiting_mails.update(attempts=F("attempts") + 1, changed_at=moment, **values)


def fail_stalled(mails: QuerySet[Mail], **values: object) -> int:
    """Set the messages of a worker that died to FAILED, with these values. Return their number."""
    moment = timezone.now()
    stalled_mails = mails.filter(filter_older("changed_at", SILENT_AFTER, moment), state=MailState.SENDING)
    return stalled_mails.update(state=MailState.FAILED, changed_at=moment, **values)
