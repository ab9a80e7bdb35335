"""The columns of penalties in percent, now in `effects` and `guilty`, go."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0015_penalties_as_effects")]

    operations = [
        migrations.RemoveConstraint("ruling", "ruling_percent_in_range"),
        migrations.RemoveField("ruling", "entry"),
        migrations.RemoveField("ruling", "percent_hundredths"),
    ]
