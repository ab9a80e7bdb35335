import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="OpenedBoard",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("board", models.PositiveSmallIntegerField(verbose_name="étui")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                (
                    "opened_by",
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
                        related_name="opened_boards",
                        to="tournaments.session",
                    ),
                ),
            ],
            options={
                "verbose_name": "étui ouvert",
                "verbose_name_plural": "étuis ouverts",
                "ordering": ["board"],
                "constraints": [
                    models.UniqueConstraint(fields=("session", "board"), name="opened_board_once"),
                    models.CheckConstraint(
                        condition=models.Q(("board__gte", 1)), name="opened_board_from_one"
                    ),
                ],
            },
        ),
    ]
