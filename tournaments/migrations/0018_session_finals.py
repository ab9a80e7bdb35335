"""Finals: played by some of the entries, with a part of what they earned before."""

from django.db import migrations, models
from django.db.models import F, Q


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0017_table_phones")]

    operations = [
        migrations.AddField("session", "is_final", models.BooleanField(default=False, verbose_name="finale")),
        migrations.AddField("session", "carried_numerator", models.PositiveSmallIntegerField(default=1)),
        migrations.AddField("session", "carried_denominator", models.PositiveSmallIntegerField(default=1)),
        migrations.AddConstraint(
            "session",
            models.CheckConstraint(
                condition=Q(("is_final", False), ("number__gte", 2), _connector="OR"),
                name="session_final_comes_later",
            ),
        ),
        migrations.AddConstraint(
            "session",
            models.CheckConstraint(
                condition=Q(
                    ("carried_denominator__gte", 1), ("carried_numerator__lte", F("carried_denominator"))
                ),
                name="session_carried_up_to_whole",
            ),
        ),
    ]
