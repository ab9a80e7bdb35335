"""Addresses as phones reach them, and their QR codes."""

from io import BytesIO

import segno
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from tournaments.models import Tournament


def phone_url(request: HttpRequest, path: str) -> str:
    """The whole address of a path: of the hall when `manage.py serve` knows one, else as it was asked for."""
    if settings.ETUI_PUBLIC_URL:
        return str(settings.ETUI_PUBLIC_URL).rstrip("/") + path
    return request.build_absolute_uri(path)


def public_url(request: HttpRequest, tournament: Tournament) -> str:
    """The standings' address for phones."""
    return phone_url(request, reverse("public-standings", args=[tournament.slug]))


def qr_response(address: str, *, scale: int = 6) -> HttpResponse:
    """An address as a QR code, black on white in both themes."""
    drawing = BytesIO()
    segno.make(address, error="m").save(drawing, kind="svg", scale=scale, light="#fff")
    return HttpResponse(drawing.getvalue(), content_type="image/svg+xml")


def qr_image(address: str) -> str:
    """An address as a QR code that stands in the page itself, as the address of an image."""
    return str(segno.make(address, error="m").svg_data_uri(scale=5, border=2, light="#fff"))
