"""Rankings of totals say how many deals a total stands for, as those made since do."""

from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def say_deals_of_totals(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Write the deals of a line into each stored ranking of a session of totals."""
    session_model: Any = apps.get_model("tournaments", "Session")
    snapshot_model: Any = apps.get_model("tournaments", "StandingsSnapshot")
    using = schema_editor.connection.alias
    for session in session_model.objects.using(using).select_related("tournament").iterator():
        sheet = session.sheet or (session.tournament.options or {}).get("sheet", "")
        boards = session.sections.order_by("-boards_per_set").values_list("boards_per_set", flat=True).first()
        if sheet != "totals" or not boards:
            continue
        for snapshot in snapshot_model.objects.using(using).filter(session=session).iterator():
            if "columns" in snapshot.rows and "deals_per_line" not in snapshot.rows:
                snapshot.rows["deals_per_line"] = boards
                snapshot.save(update_fields=["rows"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]

    operations = [migrations.RunPython(say_deals_of_totals, migrations.RunPython.noop)]
