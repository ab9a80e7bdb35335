"""Letter paper; the own table of quartets that wait in the first round; sort keys with numbers by value."""

import re
from typing import Any

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

NOBODY, NORTH, SOUTH, RELAY_SEAT = -1, 0, 2, 99


def list_places(players: list[Any], visits: list[tuple[int, int]]) -> dict[int, tuple[int, int]]:
    """Return the first free table and seat of each unit, in the order of the visits: round and seat."""
    places: dict[int, tuple[int, int]] = {}
    for at_round, seat in visits:
        for table, seats in enumerate(players[at_round]):
            unit = seats[seat]
            if unit not in places and unit != NOBODY and (table, seat) not in places.values():
                places[unit] = (table, seat)
    units = {unit for tables in players for seats in tables for unit in seats} - {NOBODY}
    waiting_units = sorted(units - places.keys())
    return places | {unit: (number, RELAY_SEAT) for number, unit in enumerate(waiting_units)}


def move_home(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Give each entry of quartets the place that its unit of the movement has now."""
    section_model: Any = apps.get_model("tournaments", "Section")
    entry_model: Any = apps.get_model("tournaments", "Entry")
    using = schema_editor.connection.alias
    sections = section_model.objects.using(using).filter(movement__shape="quartets")
    for section in sections.select_related("movement").iterator():
        players = section.movement.document["players"]
        later_rounds = [(at_round, NORTH) for at_round in range(1, len(players))]
        old_places = list_places(players, [(0, NORTH), (0, SOUTH)])
        new_places = list_places(players, [(0, NORTH), *later_rounds, (0, SOUTH)])
        moves = {old: new_places[unit] for unit, old in old_places.items() if old != new_places[unit]}
        for (table, seat), (new_table, new_seat) in moves.items():
            entries = entry_model.objects.using(using).filter(
                section=section, start_table=section.first_table + table, start_seat=seat
            )
            entries.update(start_table=section.first_table + new_table, start_seat=new_seat)


def order_numbers(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Write the numbers in sort keys by value: "2120" (10) becomes "2210", "26" (6) becomes "216"."""
    using = schema_editor.connection.alias
    for model in ("Entry", "Person", "Licensee"):
        rows: Any = apps.get_model("tournaments", model).objects.using(using)
        # read whole: a cursor that is still open on SQLite may return a changed row again
        for pk, key in list(rows.filter(sort_key__contains="2").values_list("pk", "sort_key")):
            rows.filter(pk=pk).update(sort_key=re.sub(r"(?:2\d)+", _by_value, key))


def _by_value(match: "re.Match[str]") -> str:
    digits = match[0][1::2].lstrip("0") or "0"
    return f"2{min(len(digits), 9)}{digits}"


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0019_licences")]

    operations = [
        migrations.AddField(
            model_name="paperlook",
            name="is_letter",
            field=models.BooleanField(default=False, verbose_name="papier Lettre"),
        ),
        migrations.RunPython(move_home, migrations.RunPython.noop),
        migrations.RunPython(order_numbers, migrations.RunPython.noop),
    ]
