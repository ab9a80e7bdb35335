"""What somebody sees who may not do what an address does."""

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import DisallowedRedirect
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from common.errors import is_for_programs
from tournaments.base.web.error_pages import not_stored, plain_error, typed_fields
from tournaments.base.web.finding import CardsRefused


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """A visitor is asked to sign in and comes back; a user learns which right is missing, and why.

    A form that was sent after the session had ended comes back with what was typed.
    """
    if is_for_programs(request.path):
        return plain_error("permission_denied", _("Vous n’avez pas ce droit."), 403)
    if not request.user.is_authenticated:
        if request.method == "POST" and typed_fields(request):
            return not_stored(request)
        try:
            return redirect_to_login(request.get_full_path() if request.method == "GET" else request.path)
        except DisallowedRedirect:  # an address too long to come back to
            return redirect(settings.LOGIN_URL)
    refused = exception if isinstance(exception, CardsRefused) else None
    context = {"why": str(refused or ""), "tournament_slug": refused.slug if refused else ""}
    return render(request, "403.html", context, status=403)
