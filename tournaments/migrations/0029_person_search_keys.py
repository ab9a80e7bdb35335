"""People registered before their search key was stored get theirs."""

import re
import unicodedata
from typing import Any

from django.db import migrations

SOURCES = ("last_name", "first_name", "federation_number", "home_club")
LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d"})
BATCH = 1000


def fill_keys(apps: Any, schema_editor: Any) -> None:
    """Write the key of everybody who has none; safe to run twice."""
    model = apps.get_model("tournaments", "Person")
    people = list(model.objects.filter(search_key="").only("pk", *SOURCES))
    for person in people:
        person.search_key = key_of(getattr(person, name) for name in SOURCES)
    model.objects.bulk_update(people, ["search_key"], batch_size=BATCH)


def key_of(texts: Any) -> str:
    """The key as it is made in November 2026."""
    words: dict[str, None] = {}
    for text in texts:
        spelt = unicodedata.normalize("NFKC", text).casefold().translate(LIGATURES)
        parts = [*re.sub(r"[^\w\s]", " ", spelt).split(), *spelt.split(), spelt]
        words |= dict.fromkeys(map(simple, parts))
    return "".join(f" {word}" for word in words if word)


def simple(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(char for char in decomposed if char.isalnum())


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0028_person_search")]

    operations = [migrations.RunPython(fill_keys, migrations.RunPython.noop)]
