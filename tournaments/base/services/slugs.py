"""The part of an address, or of a file's name, that names a club, an event, a competition or a movement."""

from typing import Any

from django.db.models import Manager
from django.utils.text import slugify

from tournaments.core.alphabet import base_letters

LONGEST = 70
"""Characters, before a number that parts two of one name."""


def readable_slug(name: str) -> str:
    """Letters without accents, Œ as two, hyphens between words: "Val d’Œuf" is "val-d-oeuf"; may be ""."""
    return slugify(base_letters(name).replace("’", "-").replace("'", "-"))[:LONGEST].strip("-")


def free_slug(rows: Manager[Any], name: str, fallback: str) -> str:
    """The slug of a name, with the first number from 2 that no row has. A query for each number tried.

    Args:
        fallback: for a name without a letter or a figure.
    """
    stem = slug = readable_slug(name) or fallback
    number = 1
    while rows.filter(slug=slug).exists():
        number += 1
        slug = f"{stem}-{number}"
    return slug
