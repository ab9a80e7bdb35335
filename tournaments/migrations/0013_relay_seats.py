"""Waiting places get a number above the seats of any game, so that a fifth seat keeps its own."""

from typing import Any

from django.db import migrations

BEFORE, AFTER = 4, 99


def raise_relay_seats(apps: Any, schema_editor: Any) -> None:
    apps.get_model("tournaments", "Entry").objects.filter(start_seat=BEFORE).update(start_seat=AFTER)


def lower_relay_seats(apps: Any, schema_editor: Any) -> None:
    apps.get_model("tournaments", "Entry").objects.filter(start_seat=AFTER).update(start_seat=BEFORE)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0012_entries_and_options")]

    operations = [migrations.RunPython(raise_relay_seats, lower_relay_seats)]
