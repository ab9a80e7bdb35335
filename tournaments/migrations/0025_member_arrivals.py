"""Arrival of each member of a team."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0024_receipts'),
    ]

    operations = [
        migrations.AddField(
            model_name='entrymember',
            name='arrived_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='arrivé à'),
        ),
    ]
