import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

KINDS = {
    "missing": "quelqu’un ne vient pas",
    "late": "quelqu’un est en retard",
    "leaving": "quelqu’un s’en va",
    "substitute": "un remplaçant",
    "swap": "deux personnes à la mauvaise place",
    "slow": "une table trop lente",
    "spoiled": "un étui abîmé",
    "shortened": "la soirée est écourtée",
}


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0030_hall"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Incident",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(choices=list(KINDS.items()), max_length=12, verbose_name="imprévu"),
                ),
                ("facts", models.JSONField(default=dict, verbose_name="faits")),
                ("steps", models.JSONField(default=list, verbose_name="changements")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("undone_at", models.DateTimeField(blank=True, editable=False, null=True)),
                (
                    "made_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="incidents",
                        to="tournaments.session",
                    ),
                ),
                (
                    "undone_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "imprévu",
                "verbose_name_plural": "imprévus",
                "ordering": ["-created_at", "-pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", list(KINDS))), name="incident_kind_known"
                    )
                ],
            },
        ),
    ]
