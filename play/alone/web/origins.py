"""Origin of a request: the site whose page sent it."""

from django.conf import settings
from django.http import HttpRequest


def comes_from_this_site(request: HttpRequest) -> bool:
    """Return whether the browser names a page of this site as sender. Current browsers do so in each POST."""
    origin = request.headers.get("Origin", "")
    return origin == f"{request.scheme}://{request.get_host()}" or origin in settings.CSRF_TRUSTED_ORIGINS
