"""Notes of the last message sent and of the last failure."""

from pathlib import Path
from smtplib import (
    SMTPAuthenticationError,
    SMTPDataError,
    SMTPException,
    SMTPRecipientsRefused,
    SMTPServerDisconnected,
)
from typing import Any

import pytest
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend

from accounts.mail_notes import FAILED, SENT, MailPostponed, MailServerAway, deliver, last_mail, smtp_code

MESSAGE = EmailMessage(subject="Essai", body="", to=["anne@example.org"])


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.VAR_DIR = tmp_path
    cache.clear()
    return tmp_path / "signs"


def test_message_that_leaves_is_noted_without_its_recipient(folder: Path, mailoutbox: list[Any]) -> None:
    assert last_mail(SENT) is None

    assert deliver(MESSAGE) == 1

    note = last_mail(SENT)
    assert note is not None
    assert note.why == ""
    assert last_mail(FAILED) is None
    assert "example.org" not in (folder / "mail-sent.json").read_text()
    assert (folder / "mail-sent.json").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("live_url", ["", "redis://redis"])
def test_failure_is_noted_with_its_code_and_raised(
    settings: Any, monkeypatch: pytest.MonkeyPatch, live_url: str
) -> None:
    settings.ETUI_LIVE_URL = live_url

    def refuse(_message: EmailMessage) -> int:
        raise SMTPAuthenticationError(535, b"anne@example.org is not known")

    monkeypatch.setattr(EmailMessage, "send", refuse)

    with pytest.raises(SMTPAuthenticationError):
        deliver(MESSAGE)

    note = last_mail(FAILED)
    assert note is not None
    assert note.why == "SMTPAuthenticationError 535"


def test_mail_leaves_from_a_disk_that_takes_no_file(folder: Path, mailoutbox: list[Any]) -> None:
    folder.write_text("not a folder", encoding="utf-8")

    assert deliver(MESSAGE) == 1
    assert last_mail(SENT) is None


@pytest.mark.parametrize(
    ("error", "kind", "code"),
    [
        (SMTPRecipientsRefused({"anne@example.org": (450, b"later")}), MailPostponed, 450),
        (SMTPDataError(451, b"busy"), MailPostponed, 451),
        (SMTPRecipientsRefused({"anne@example.org": (550, b"unknown")}), SMTPRecipientsRefused, 550),
        (SMTPDataError(554, b"spam"), SMTPDataError, 554),
        (SMTPServerDisconnected("closed"), SMTPServerDisconnected, 0),
        (TimeoutError(), TimeoutError, 0),
    ],
)
def test_only_a_message_that_no_server_took_may_be_sent_again(
    monkeypatch: pytest.MonkeyPatch, error: Exception, kind: type[Exception], code: int
) -> None:
    def refuse(_message: EmailMessage) -> int:
        raise error

    monkeypatch.setattr(EmailMessage, "send", refuse)

    with pytest.raises(SMTPException if issubclass(kind, SMTPException) else OSError) as raised:
        deliver(MESSAGE)

    assert (type(raised.value), smtp_code(raised.value)) == (kind, code)
    assert isinstance(raised.value, MailPostponed) == (kind is MailPostponed)


def test_server_that_is_away_or_refuses_the_site_takes_no_message(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_backend: EmailBackend) -> None:
        raise SMTPAuthenticationError(535, b"wrong password")

    monkeypatch.setattr(EmailBackend, "open", refuse)

    with pytest.raises(MailServerAway):
        deliver(MESSAGE)

    note = last_mail(FAILED)
    assert note is not None
    assert note.why == "SMTPAuthenticationError 535"


def test_message_is_sent_though_the_server_says_no_goodbye(
    monkeypatch: pytest.MonkeyPatch, mailoutbox: list[Any]
) -> None:
    def hang(_backend: EmailBackend) -> None:
        raise TimeoutError

    monkeypatch.setattr(EmailBackend, "close", hang)

    assert deliver(MESSAGE) == 1
    assert len(mailoutbox) == 1
