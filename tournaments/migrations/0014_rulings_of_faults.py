"""Rulings name a fault, a play, whom they concern and their effects; organisers have tariffs of their own."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0013_relay_seats")]

    operations = [
        migrations.AddField(
            "ruling",
            "play",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="rulings",
                to="tournaments.play",
            ),
        ),
        migrations.AlterField(
            "ruling",
            "entry",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tournaments.entry",
            ),
        ),
        migrations.AlterField("ruling", "percent_hundredths", models.PositiveIntegerField(default=1)),
        migrations.AddField(
            "ruling",
            "guilty",
            models.ManyToManyField(blank=True, related_name="rulings", to="tournaments.entry"),
        ),
        migrations.AddField(
            "ruling", "fault", models.CharField(blank=True, max_length=40, verbose_name="faute")
        ),
        migrations.AddField(
            "ruling",
            "edition",
            models.CharField(default="fft-2012", max_length=20, verbose_name="édition du code"),
        ),
        migrations.AddField(
            "ruling",
            "occurrence",
            models.PositiveSmallIntegerField(default=1, verbose_name="combientième fois"),
        ),
        migrations.AddField("ruling", "effects", models.JSONField(default=list, verbose_name="effets")),
        migrations.AddField(
            "ruling",
            "ruled_as",
            models.CharField(
                choices=[
                    ("referee", "arbitre"),
                    ("director", "directeur du tournoi"),
                    ("organiser", "organisateur"),
                ],
                default="organiser",
                max_length=10,
                verbose_name="en qualité de",
            ),
        ),
        migrations.AddField(
            "ruling", "withdrawn_at", models.DateTimeField(blank=True, editable=False, null=True)
        ),
        migrations.AddConstraint(
            "ruling",
            models.CheckConstraint(
                condition=models.Q(("occurrence__gte", 1)), name="ruling_occurrence_from_one"
            ),
        ),
        migrations.AddConstraint(
            "ruling",
            models.CheckConstraint(
                condition=models.Q(("ruled_as__in", ["referee", "director", "organiser"])),
                name="ruling_role_known",
            ),
        ),
        migrations.CreateModel(
            name="OwnTariff",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("fault", models.CharField(max_length=40, verbose_name="faute")),
                ("tariffs", models.JSONField(verbose_name="tarifs")),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="own_tariffs",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "verbose_name": "tarif du tournoi",
                "verbose_name_plural": "tarifs du tournoi",
                "ordering": ["fault"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "fault"), name="own_tariff_once_a_fault")
                ],
            },
        ),
    ]
