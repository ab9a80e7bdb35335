"""The response to a request without the right for an address."""

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import DisallowedRedirect
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from common.errors import is_api_path
from tournaments.base.web.error_pages import find_form_page, not_stored, plain_error, typed_fields
from tournaments.base.web.finding import CardsRefused, WrittenElsewhere


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Send a visitor to the sign-in page and back. Show a user which right is missing, and why.

    A form that is sent after the session has ended is shown again with its content. One without content
    leads back to its page.
    """
    if is_api_path(request.path):
        return plain_error("permission_denied", _("Vous n’avez pas ce droit."), 403)
    if not request.user.is_authenticated:
        if request.method == "POST" and typed_fields(request):
            return not_stored(request)
        try:
            # an address that only receives forms has no page to come back to
            page = request.get_full_path() if request.method == "GET" else find_form_page(request)
            return redirect_to_login(page)
        except DisallowedRedirect:  # an address too long to come back to
            return redirect(settings.LOGIN_URL)
    refusal = exception if isinstance(exception, CardsRefused | WrittenElsewhere) else None
    context = {
        "why": str(refusal or ""),
        "tournament_slug": refusal.slug if refusal else "",
        "is_copy": isinstance(refusal, WrittenElsewhere),
    }
    return render(request, "403.html", context, status=403)
