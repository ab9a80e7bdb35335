"""What somebody types on: in a few words for the trace, and known again without an account."""

import uuid

from django.http import HttpRequest

BROWSERS = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrom", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)
"""Marks in a user agent, the most particular first: nearly all of them also claim to be Safari."""
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("Linux", "Linux"),
)
LONGEST = 80
PHONE_COOKIE = "etui_phone"
PHONE_HEADER = "Etui-Phone"


def device_name(user_agent: str) -> str:
    """A browser and its system, "Firefox, Android"; the agent's own words, cut at 80, when unknown."""
    found = [next((name for mark, name in names if mark in user_agent), "") for names in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, found)) or "".join(filter(str.isprintable, user_agent))[:LONGEST]


def phone_key(request: HttpRequest) -> uuid.UUID | None:
    """How a phone without an account is known again: by its cookie or a header; None for neither.

    It opens nothing by itself.
    """
    told = request.headers.get(PHONE_HEADER) or request.COOKIES.get(PHONE_COOKIE, "")
    try:
        return uuid.UUID(told)
    except ValueError:
        return None
