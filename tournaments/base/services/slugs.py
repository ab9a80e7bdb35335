"""Slugs of clubs, events, competitions and movements, for URLs and file names."""

from typing import Any

from django.db.models import Manager
from django.utils.text import slugify

from tournaments.core.alphabet import base_letters

LONGEST = 70
"""Most characters of a slug, without the number that makes it unique."""


def readable_slug(name: str) -> str:
    """Return a slug without accents, with hyphens between words; maybe "". "Val d’Œuf" is "val-d-oeuf"."""
    return slugify(base_letters(name).replace("’", "-").replace("'", "-"))[:LONGEST].strip("-")


def free_slug(rows: Manager[Any], name: str, fallback: str) -> str:
    """Return the slug of a name, with the first free number from 2 if it is taken.

    A query for each number tried.

    Args:
        fallback: slug of a name without a letter or a figure.
    """
    stem = slug = readable_slug(name) or fallback
    number = 1
    while rows.filter(slug=slug).exists():
        number += 1
        slug = f"{stem}-{number}"
    return slug
