"""Note in the session that its account organises. The header of every page reads it without a query."""

from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest

from accounts.models import User
from tournaments.base.access import may_organise

KEY = "organises"
"""Session key of the note. A session from before the note has none."""


def connect_organiser_note() -> None:
    """Write the note at each later sign-in. Called once the models are loaded."""
    user_logged_in.connect(_note_at_sign_in, dispatch_uid="etui-organiser-note")


def note_organiser(request: HttpRequest) -> bool:
    """Bring the note of the session up to date. Return whether its user organises. Two queries at most."""
    organises = may_organise(request.user)
    # an equal value is not written, because each change of a session is a query
    if request.session.get(KEY) != organises:
        request.session[KEY] = organises
    return organises


def shows_organising(request: HttpRequest | None) -> bool:
    """Return whether the header of a signed-in user leads to the organiser's pages. No query."""
    if request is None or not isinstance(request.user, User):
        return False
    return request.user.is_staff or request.user.is_superuser or bool(request.session.get(KEY, True))


def _note_at_sign_in(request: HttpRequest | None, user: Any, **_others: Any) -> None:
    if request is not None:
        request.session[KEY] = may_organise(user)
