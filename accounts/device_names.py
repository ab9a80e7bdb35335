"""Names of devices for people, from what browsers say of themselves."""

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


def device_name(user_agent: str) -> str:
    """A browser and its system, "Firefox, Android"; the agent's own words, cut at 80, when unknown."""
    found = [next((name for mark, name in names if mark in user_agent), "") for names in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, found)) or "".join(filter(str.isprintable, user_agent))[:LONGEST]
