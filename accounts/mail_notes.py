"""Sending of messages, with a note of the last one sent and of the last failure.

Administrators read the note on the page of the installation. It names no recipient. It is a file on a laptop,
and in the cache that all hosts share on a server.
"""

import json
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException

from django.conf import settings
from django.core.cache import cache
from django.core.mail import EmailMessage, get_connection
from django.utils import timezone

from common.installation.private_files import make_private_folder, open_privately

KEPT_SECONDS = int(timedelta(days=30).total_seconds())
SENT, FAILED = "sent", "failed"
LONGEST_REASON = 200


@dataclass(frozen=True, slots=True)
class MailNote:
    """Last message that was sent, or last failure."""

    at: datetime
    why: str
    """Type of the failure, "" for a message that was sent."""


class MailPostponed(OSError):
    """Error of a message that no server took. It may be sent again."""


class MailServerAway(MailPostponed):
    """The mail server cannot be reached, or accepts no messages of this site."""


def deliver(message: EmailMessage) -> int:
    """Send a message and note the result. Return the number of messages sent.

    Raises:
        MailPostponed: no server took it, and it may be sent again.
        SMTPException, OSError: it was refused, or the connection broke off and it may have been sent.
    """
    connection = message.connection = message.connection or get_connection()
    try:
        connection.open()
    except (SMTPException, OSError) as error:
        _note_result(FAILED, _reason_of(error))
        raise MailServerAway(str(error)) from error
    try:
        count = message.send()
    except (SMTPException, OSError) as error:
        _note_result(FAILED, _reason_of(error))
        if 400 <= smtp_code(error) < 500:
            raise MailPostponed(str(error)) from error
        raise
    finally:
        # the message has its result already
        with suppress(SMTPException, OSError):
            connection.close()
    _note_result(SENT, "")
    return count


def smtp_code(error: BaseException) -> int:
    """Return the code with which a mail server refused a message; 0 for another failure.

    4xx is a refusal for now, 5xx one for good (RFC 5321, section 4.2.1).
    """
    cause = error.__cause__ if isinstance(error, MailPostponed) else error
    if isinstance(cause, SMTPRecipientsRefused):
        return max((code for code, _text in cause.recipients.values()), default=0)
    return cause.smtp_code if isinstance(cause, SMTPResponseException) else 0


def last_mail(kind: str) -> MailNote | None:
    """Return the note of the last message of a kind (`SENT`, `FAILED`); None without one."""
    text = cache.get(_key(kind)) if settings.ETUI_LIVE_URL else None
    try:
        note = json.loads(text or _path(kind).read_text(encoding="utf-8"))
        return MailNote(datetime.fromisoformat(note["at"]), str(note["why"]))
    except (OSError, ValueError, TypeError, KeyError):
        return None


def _note_result(kind: str, why: str) -> None:
    note = json.dumps({"at": timezone.now().isoformat(), "why": why})
    if settings.ETUI_LIVE_URL:
        cache.set(_key(kind), note, KEPT_SECONDS)
        return
    # mail does not depend on a disk that takes no file
    with suppress(OSError):
        make_private_folder(_path(kind).parent)
        with open(_path(kind), "w", encoding="utf-8", opener=open_privately) as file:
            file.write(note)


def _reason_of(error: Exception) -> str:
    """Return the type of a failure and the code of the mail server. Its text may hold an address."""
    code = getattr(error, "smtp_code", None) or getattr(error, "errno", None)
    return f"{type(error).__name__} {code or ''}".strip()[:LONGEST_REASON]


def _key(kind: str) -> str:
    return f"mail-note:{kind}"


def _path(kind: str) -> Path:
    return Path(settings.VAR_DIR) / "signs" / f"mail-{kind}.json"
