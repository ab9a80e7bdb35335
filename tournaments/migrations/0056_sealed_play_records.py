"""What was played, with its cards, is a sealed value."""

from django.db import migrations

import games.sealed


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0055_sent_forms"), ("games", "0003_sealed_columns")]

    operations = [
        migrations.AlterField(
            model_name="playrecord",
            name="text",
            field=games.sealed.SealedTextField(verbose_name="déroulement"),
        ),
    ]
