"""URLs as phones reach them, and their QR codes."""

from io import BytesIO

import segno
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from tournaments.models import Tournament


def phone_url(request: HttpRequest, path: str) -> str:
    """Return the absolute URL of a path, under the hall's own address if `manage.py serve` has found one."""
    if settings.ETUI_PUBLIC_URL:
        return str(settings.ETUI_PUBLIC_URL).rstrip("/") + path
    return request.build_absolute_uri(path)


def public_url(request: HttpRequest, tournament: Tournament) -> str:
    """Return the URL of the standings for phones."""
    return phone_url(request, reverse("public-standings", args=[tournament.slug]))


def qr_response(address: str, *, scale: int = 6) -> HttpResponse:
    """Return a URL as a QR code, black on white in both themes."""
    drawing = BytesIO()
    segno.make(address, error="m").save(drawing, kind="svg", scale=scale, light="#fff")
    return HttpResponse(drawing.getvalue(), content_type="image/svg+xml")


def qr_image(address: str) -> str:
    """Return a QR code as a data URI, for an image inside the page itself."""
    return str(segno.make(address, error="m").svg_data_uri(scale=5, border=2, light="#fff"))
