"""Tables of 0001 and 0002 at once for a new database, from the operations of these migrations."""

from importlib import import_module

from django.conf import settings
from django.db import migrations

from common.first_tables import MakeTables

NAMES = ("0001_initial", "0002_marks")
MODULES = [import_module(f"{__package__}.{name}") for name in NAMES]


class Migration(migrations.Migration):
    initial = True
    replaces = [("publishing", name) for name in NAMES]
    dependencies = [
        ("tournaments", "0012_tournament_writer"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [MakeTables([step for module in MODULES for step in module.Migration.operations])]
