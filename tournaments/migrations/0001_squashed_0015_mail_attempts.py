"""Tables of 0001 to 0015 at once for a new database, from the operations of these migrations.

Existing databases go on with the migrations that they lack. `MakeTables` renders the models once, the separate
migrations after each operation.
"""

from importlib import import_module

from django.conf import settings
from django.db import migrations

from common.first_tables import MakeTables

NAMES = (
    "0001_initial",
    "0002_deals_of_totals",
    "0003_event_places_and_prizes",
    "0004_register_changes",
    "0005_link_keys",
    "0006_audit_person",
    "0007_season_measure",
    "0008_round_draws",
    "0009_handicap_prizes_and_claims",
    "0010_halls_and_shares",
    "0011_movement_shape",
    "0012_tournament_writer",
    "0013_draws_of_colours",
    "0014_arrivals_and_letters",
    "0015_mail_attempts",
)
FIRST, *LATER = (import_module(f"{__package__}.{name}") for name in NAMES)
# Python code of these migrations changes rows, which a new database lacks; that of 0005 alone stores some
LATER_STEPS = [
    step
    for module in LATER
    for step in module.Migration.operations
    if not isinstance(step, migrations.RunPython)
]
store_keys = import_module(f"{__package__}.0005_link_keys").store_keys


class Migration(migrations.Migration):
    initial = True
    replaces = [("tournaments", name) for name in NAMES]
    dependencies = [
        ("games", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        # nothing is needed of these: after the large tables their operations take ten times as long
        ("otp_static", "0003_add_timestamps"),
        ("otp_totp", "0003_add_timestamps"),
    ]

    operations = [
        MakeTables([*FIRST.Migration.operations[0].operations, *LATER_STEPS]),
        migrations.RunPython(store_keys, migrations.RunPython.noop),
    ]
