"""Names of devices for people, derived from the user agent."""

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
"""Marks in a user agent and their browsers, the most specific first: nearly all agents contain Safari."""
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("Linux", "Linux"),
)
LONGEST = 80


def device_name(user_agent: str) -> str:
    """Return a browser and its system, such as "Firefox, Android".

    Of an unknown agent return the printable text, cut at 80 characters.
    """
    parts = [next((name for mark, name in names if mark in user_agent), "") for names in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, parts)) or "".join(filter(str.isprintable, user_agent))[:LONGEST]
