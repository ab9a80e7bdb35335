"""A session may have its rounds drawn one by one; each draw keeps its method, seed and tables."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0007_season_measure"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="section",
            name="is_drawn",
            field=models.BooleanField(default=False, verbose_name="tiré tour par tour"),
        ),
        migrations.CreateModel(
            name="RoundDraw",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "method",
                    models.CharField(
                        choices=[
                            ("best", "meilleurs contre meilleurs"),
                            ("random", "au sort"),
                            ("movement", "suite du mouvement"),
                        ],
                        max_length=8,
                        verbose_name="façon de tirer",
                    ),
                ),
                (
                    "odd_players",
                    models.CharField(
                        choices=[("threes", "threes"), ("fives", "fives"), ("rests", "rests")],
                        max_length=6,
                        verbose_name="joueurs en plus des tables complètes",
                    ),
                ),
                ("is_apart", models.BooleanField(default=True, verbose_name="clubs et familles séparés")),
                ("seed", models.CharField(max_length=32, verbose_name="graine")),
                (
                    "state",
                    models.CharField(
                        choices=[("draft", "à publier"), ("published", "publié"), ("undone", "annulé")],
                        default="draft",
                        max_length=9,
                        verbose_name="état",
                    ),
                ),
                ("order", models.JSONField(default=list, verbose_name="ordre de départ")),
                ("tables", models.JSONField(default=list, verbose_name="tables")),
                ("resting", models.JSONField(default=list, verbose_name="joueurs au repos")),
                ("missing", models.JSONField(default=list, verbose_name="feuilles manquantes")),
                ("swaps", models.PositiveSmallIntegerField(default=0, verbose_name="changements à la main")),
                ("steps", models.JSONField(default=list, verbose_name="changements")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("published_at", models.DateTimeField(blank=True, editable=False, null=True)),
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
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="draws",
                        to="tournaments.round",
                    ),
                ),
            ],
            options={
                "verbose_name": "tirage d’une position",
                "verbose_name_plural": "tirages des positions",
                "ordering": ["-created_at", "-pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state__in", ["draft", "published"])),
                        fields=("round",),
                        name="draw_one_of_a_round",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("method__in", ["best", "random", "movement"])),
                        name="draw_method_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["draft", "published", "undone"])),
                        name="draw_state_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("odd_players__in", ["threes", "fives", "rests"])),
                        name="draw_odd_players_known",
                    ),
                ],
            },
        ),
    ]
