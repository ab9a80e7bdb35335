"""Tournaments name their game as their deals do: tarot-4, not tarot."""

from typing import Any

from django.db import migrations


def name_games(apps: Any, schema_editor: Any) -> None:
    """Give the variant's stored name to the tournaments made before; safe to run twice."""
    apps.get_model("tournaments", "Tournament").objects.filter(game="tarot").update(game="tarot-4")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0007_section_sizes_required")]

    operations = [migrations.RunPython(name_games, migrations.RunPython.noop)]
