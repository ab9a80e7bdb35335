"""Snapshots of rankings: lists of lines of an individual become columns, as those of all formats are kept."""

from typing import Any

from django.db import migrations

COUNTS = ("entry", "line", "overall_place", "alternated_place", "line_place", "attack_count", "defence_count")


def write_columns(apps: Any, schema_editor: Any) -> None:
    """Turn every list of lines into columns; safe to run twice."""
    snapshots = apps.get_model("tournaments", "StandingsSnapshot")
    for pk in snapshots.objects.values_list("pk", flat=True):
        snapshot = snapshots.objects.get(pk=pk)
        if isinstance(snapshot.rows, list):
            snapshot.rows = in_columns(snapshot.rows)
            snapshot.save(update_fields=["rows"])


def in_columns(rows: list[dict[str, Any]]) -> dict[str, Any]:
    columns = {name: [row[name] for row in rows] for name in COUNTS}
    columns["value"] = [row["overall"] for row in rows]
    columns["penalty"] = [row["penalty"] for row in rows]
    criteria = {name: [row[name] for row in rows] for name in ("attack", "defence")}
    criteria["deals"] = [row["attack_count"] + row["defence_count"] for row in rows]
    return {"chain": [], "columns": columns, "criteria": criteria}


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0018_session_finals")]

    operations = [migrations.RunPython(write_columns, migrations.RunPython.noop)]
