"""Sections made before other movements were known: straight, one per session, everybody seated."""

from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

SEATS = 4
STEPS = (0, -2, 1, 2)
"""Tables that the players of a seat go up between two rounds, in seat order N, W, S, E."""


def fill_sizes(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    alias = schema_editor.connection.alias
    sections = apps.get_model("tournaments", "Section").objects.using(alias)
    movements = apps.get_model("tournaments", "StoredMovement").objects.using(alias)
    for section in sections.filter(movement=None).select_related("session__tournament"):
        section.movement = movements.create(
            club_id=section.session.tournament.club_id,
            name=section.movement_code,
            origin="catalogue",
            source="straight",
            table_count=section.table_count,
            round_count=section.round_count,
            player_count=SEATS * section.table_count,
            document=_straight(section.movement_code, section.table_count, section.round_count),
        )
        section.first_table = 1
        section.player_count = SEATS * section.table_count
        section.set_count = section.table_count
        section.keeps_lines = True
        section.save()


def _straight(code: str, tables: int, rounds: int) -> dict[str, Any]:
    return {
        "code": code,
        "shape": "individual",
        "players": [
            [
                [SEATS * ((table - this_round * step) % tables) + seat for seat, step in enumerate(STEPS)]
                for table in range(tables)
            ]
            for this_round in range(rounds)
        ],
        "board_sets": [
            [(table + this_round) % tables for table in range(tables)] for this_round in range(rounds)
        ],
        "tables_per_set": 1,
        "copies": 1,
    }


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0005_movements")]

    operations = [migrations.RunPython(fill_sizes, migrations.RunPython.noop)]
