"""Slugs of clubs, events, competitions, movements and rooms, for URLs and file names."""

from collections.abc import Collection
from typing import Any, TypeVar

from django.db import IntegrityError, transaction
from django.db.models import Manager, Model
from django.utils.text import slugify

from tournaments.core.alphabet import base_letters

Row = TypeVar("Row", bound=Model)

LONGEST = 70
"""Most characters of a slug, without the number that makes it unique."""
NUMBER_LENGTH = 10
"""Characters of a column that stay free for the number."""


def readable_slug(name: str) -> str:
    """Return a slug without accents, with hyphens between words; maybe "". "Val d’Œuf" is "val-d-oeuf"."""
    return slugify(base_letters(name).replace("’", "-").replace("'", "-"))[:LONGEST].strip("-")


def free_slug(rows: Manager[Any], name: str, fallback: str, reserved: Collection[str] = ()) -> str:
    """Return the slug of a name, with the first free number from 2 if it is taken.

    A query for each number tried.

    Args:
        fallback: slug of a name without a letter or a figure.
        reserved: slugs that no row may have.
    """
    longest = rows.model._meta.get_field("slug").max_length - NUMBER_LENGTH
    stem = slug = readable_slug(name)[:longest].strip("-") or fallback
    number = 1
    while slug in reserved or rows.filter(slug=slug).exists():
        number += 1
        slug = f"{stem}-{number}"
    return slug


def create_with_slug(
    rows: Manager[Row], text: str, fallback: str, /, *, reserved: Collection[str] = (), **fields: Any
) -> Row:
    """Create a row with the `free_slug` of a text. If a request takes it meanwhile, with the next one."""
    while True:
        slug = free_slug(rows, text, fallback, reserved)
        try:
            with transaction.atomic():
                return rows.create(slug=slug, **fields)
        except IntegrityError:
            if not rows.filter(slug=slug).exists():
                raise
