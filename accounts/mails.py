"""Mail to the owner of an account, sent by the worker."""

from smtplib import SMTPException
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import override

from accounts.mail_notes import deliver

CONSOLE = "django.core.mail.backends.console.EmailBackend"


def can_send() -> bool:
    """Return whether this site has a mail server."""
    return bool(settings.EMAIL_BACKEND != CONSOLE)


def header_line(text: str | Promise) -> str:
    """Return a text as one line. A line break in a mail header would begin another header."""
    return " ".join(str(text).splitlines())


def send_mail(
    *, to: str, language: str, subject: str | Promise, template: str, context: dict[str, Any]
) -> int:
    """Send one message in a language of the site.

    Returns:
        The number of messages sent: 0 without a mail server, or if it fails.
    """
    if not can_send():
        return 0
    with override(language):
        body = render_to_string(template, context)
        message = EmailMessage(subject=header_line(subject), body=body, to=[to])
    try:
        return deliver(message)
    except (SMTPException, OSError):
        return 0


def mail_site_address(request: HttpRequest) -> str:
    """Return the address of the site for links in messages, without a slash at the end."""
    return str(settings.ETUI_PUBLIC_URL or request.build_absolute_uri("/")).rstrip("/")
