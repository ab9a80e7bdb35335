"""Whether letters can leave this site."""

from django.conf import settings

CONSOLE = "django.core.mail.backends.console.EmailBackend"


def can_send() -> bool:
    """Whether this site knows a server for its mail."""
    return bool(settings.EMAIL_BACKEND != CONSOLE)
