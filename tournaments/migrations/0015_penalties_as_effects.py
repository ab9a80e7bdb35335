"""Penalties in percent become rulings with one effect on the one who was penalised."""

from typing import Any

from django.db import migrations


def write_effects(apps: Any, schema_editor: Any) -> None:
    """Give every penalty its effect, the player as guilty, and its author's role; safe to run twice."""
    rulings = apps.get_model("tournaments", "Ruling")
    role_rows = apps.get_model("tournaments", "Role").objects.filter(role__in=("director", "referee"))
    roles = {(row.user_id, row.tournament_id): row.role for row in role_rows.order_by("role")}
    for ruling in rulings.objects.filter(effects=[]).select_related("session"):
        ruling.effects = [{"kind": "penalty", "amount": ruling.percent_hundredths, "who": "guilty"}]
        ruling.ruled_as = roles.get((ruling.ruled_by_id, ruling.session.tournament_id), "organiser")
        ruling.save(update_fields=["effects", "ruled_as"])
        ruling.guilty.set([ruling.entry_id])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0014_rulings_of_faults")]

    operations = [migrations.RunPython(write_effects, migrations.RunPython.noop)]
