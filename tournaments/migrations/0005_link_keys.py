"""Keys of links move from SECRET_KEY into the database, with the values that they had."""

import hashlib

from django.conf import settings
from django.db import migrations, models

PURPOSES = (
    "tournaments.table_access",
    "tournaments.club_tables",
    "tournaments.person_links",
    "tournaments.registration",
    "tournaments.own_registrationssigner",
    "rooms.daily.deal",
    "rooms.daily.robots",
)


def store_keys(apps, schema_editor):
    # what `salted_hmac` and `Signer` derived from SECRET_KEY: printed codes stay, and SECRET_KEY is not stored
    keys = {
        purpose: hashlib.sha256(f"{purpose}{settings.SECRET_KEY}".encode()).hexdigest()
        for purpose in PURPOSES
    }
    link_key = apps.get_model("tournaments", "LinkKey")
    link_key.objects.bulk_create(link_key(purpose=purpose, key=key) for purpose, key in keys.items())


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0004_register_changes")]

    operations = [
        migrations.CreateModel(
            name="LinkKey",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("purpose", models.CharField(max_length=60, unique=True, verbose_name="usage")),
                ("key", models.CharField(max_length=64, verbose_name="clé")),
            ],
            options={
                "verbose_name": "clé de liens",
                "verbose_name_plural": "clés de liens",
            },
        ),
        migrations.AddField(
            model_name="club",
            name="codes_lost_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.RunPython(store_keys, migrations.RunPython.noop),
    ]
