"""What django-axes counts failed sign-ins by."""

from collections.abc import Mapping

from django.http import HttpRequest


def typed_address(request: HttpRequest, credentials: Mapping[str, str] | None) -> str:
    """The address typed in the sign-in form, in the one form in which users are stored."""
    return str((credentials or request.POST).get("username", "")).strip().lower()
