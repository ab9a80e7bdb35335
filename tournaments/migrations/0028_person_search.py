"""What a search looks into, beside each person; until when a licence is valid."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0027_practice_and_templates")]

    operations = [
        migrations.AddField(
            model_name="person",
            name="search_key",
            field=models.TextField(default="", editable=False),
        ),
        migrations.AddField(
            model_name="person",
            name="licence_until",
            field=models.DateField(blank=True, null=True, verbose_name="licence valable jusqu’au"),
        ),
    ]
