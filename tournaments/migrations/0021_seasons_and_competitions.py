"""Seasons with their tables of points, records of events, and competitions of several tournaments."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0020_presence_and_prizes"),
    ]

    operations = [
        migrations.CreateModel(
            name="Competition",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=120, verbose_name="nom")),
                ("slug", models.SlugField(max_length=80, unique=True, verbose_name="adresse courte")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("simultaneous", "simultané\xa0: les mêmes donnes en plusieurs lieux"),
                            ("championship", "championnat\xa0: plusieurs tournois additionnés"),
                        ],
                        max_length=12,
                        verbose_name="genre",
                    ),
                ),
                (
                    "method",
                    models.CharField(
                        choices=[
                            ("sum", "les résultats des tournois"),
                            ("points", "les points de classement du barème du club"),
                        ],
                        default="sum",
                        max_length=8,
                        verbose_name="mode de calcul",
                    ),
                ),
                (
                    "best_events",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="meilleurs tournois comptés"
                    ),
                ),
                (
                    "least_events",
                    models.PositiveSmallIntegerField(default=1, verbose_name="tournois joués, au moins"),
                ),
                (
                    "visibility",
                    models.CharField(
                        choices=[("private", "réservé aux organisateurs"), ("public", "public")],
                        default="private",
                        max_length=10,
                        verbose_name="résultats visibles",
                    ),
                ),
                ("join_code", models.CharField(max_length=20, unique=True, verbose_name="code d’accès")),
                ("version", models.PositiveIntegerField(default=0)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="competitions",
                        to="tournaments.club",
                    ),
                ),
            ],
            options={
                "verbose_name": "compétition",
                "verbose_name_plural": "compétitions",
                "ordering": ["-created_at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="CompetitionMember",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "coefficient",
                    models.DecimalField(
                        decimal_places=3, default=1, max_digits=6, verbose_name="coefficient"
                    ),
                ),
                ("site", models.CharField(blank=True, max_length=80, verbose_name="lieu")),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="tournaments.competition",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="competitions",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "verbose_name": "tournoi d’une compétition",
                "verbose_name_plural": "tournois des compétitions",
                "ordering": ["tournament__starts_on", "pk"],
            },
        ),
        migrations.CreateModel(
            name="CompetitionRequest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="requests",
                        to="tournaments.competition",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="CompetitionSnapshot",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("rows", models.JSONField()),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="snapshots",
                        to="tournaments.competition",
                    ),
                ),
            ],
            options={
                "verbose_name": "classement d’une compétition",
                "verbose_name_plural": "classements des compétitions",
                "ordering": ["competition", "-version"],
            },
        ),
        migrations.CreateModel(
            name="EventRecord",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.PositiveIntegerField(blank=True, null=True)),
                ("field_size", models.PositiveIntegerField(default=0)),
                ("season_points", models.CharField(blank=True, max_length=60)),
                ("duplicate_total", models.CharField(default="0", max_length=200)),
                ("duplicate_deals", models.PositiveIntegerField(default=0)),
                ("free_total", models.IntegerField(default=0)),
                ("free_deals", models.PositiveIntegerField(default=0)),
                ("rating_value", models.FloatField(blank=True, null=True)),
                ("rating_deviation", models.FloatField(blank=True, null=True)),
                ("rating_volatility", models.FloatField(blank=True, null=True)),
                ("rating_games", models.PositiveIntegerField(default=0)),
                ("rating_period", models.PositiveIntegerField(default=0)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="records",
                        to="tournaments.person",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="records",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "verbose_name": "bilan d’un tournoi",
                "verbose_name_plural": "bilans des tournois",
                "ordering": ["tournament", "place", "pk"],
            },
        ),
        migrations.CreateModel(
            name="RecordsRequest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="records_requests",
                        to="tournaments.tournament",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Season",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=80, verbose_name="nom")),
                ("starts_on", models.DateField(verbose_name="premier jour")),
                ("ends_on", models.DateField(verbose_name="dernier jour")),
                (
                    "best_events",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="meilleurs tournois comptés"
                    ),
                ),
                (
                    "least_events",
                    models.PositiveSmallIntegerField(
                        default=1, verbose_name="tournois pour le prix de régularité"
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seasons",
                        to="tournaments.club",
                    ),
                ),
            ],
            options={
                "verbose_name": "saison",
                "verbose_name_plural": "saisons",
                "ordering": ["-starts_on", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="SeasonCoefficient",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "coefficient",
                    models.DecimalField(decimal_places=3, max_digits=6, verbose_name="coefficient"),
                ),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="season_coefficient",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "verbose_name": "coefficient de saison",
                "verbose_name_plural": "coefficients de saison",
            },
        ),
        migrations.CreateModel(
            name="SeasonTariff",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("valid_from", models.DateField(verbose_name="en vigueur depuis")),
                ("bands", models.JSONField(verbose_name="barème")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="season_tariffs",
                        to="tournaments.club",
                    ),
                ),
            ],
            options={
                "verbose_name": "barème",
                "verbose_name_plural": "barèmes",
                "ordering": ["-valid_from"],
            },
        ),
        migrations.AddConstraint(
            model_name="competition",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["simultaneous", "championship"])),
                name="competition_kind_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="competition",
            constraint=models.CheckConstraint(
                condition=models.Q(("method__in", ["sum", "points"])), name="competition_method_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="competition",
            constraint=models.CheckConstraint(
                condition=models.Q(("visibility__in", ["private", "public"])),
                name="competition_visibility_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="competition",
            constraint=models.CheckConstraint(
                condition=models.Q(("best_events", None), ("best_events__gte", 1), _connector="OR"),
                name="competition_counts_events",
            ),
        ),
        migrations.AddConstraint(
            model_name="competition",
            constraint=models.CheckConstraint(
                condition=models.Q(("least_events__gte", 1)), name="competition_least_from_one"
            ),
        ),
        migrations.AddConstraint(
            model_name="competitionmember",
            constraint=models.UniqueConstraint(
                fields=("competition", "tournament"), name="competition_member_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="competitionmember",
            constraint=models.CheckConstraint(
                condition=models.Q(("coefficient__gt", 0)), name="competition_coefficient_above_zero"
            ),
        ),
        migrations.AddConstraint(
            model_name="competitionsnapshot",
            constraint=models.UniqueConstraint(
                fields=("competition", "version"), name="competition_version_unique"
            ),
        ),
        migrations.AddConstraint(
            model_name="eventrecord",
            constraint=models.UniqueConstraint(fields=("tournament", "person"), name="event_record_once"),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.UniqueConstraint(fields=("club", "name"), name="season_name_unique"),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.CheckConstraint(
                condition=models.Q(("ends_on__gte", models.F("starts_on"))), name="season_ends_after_start"
            ),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.CheckConstraint(
                condition=models.Q(("best_events", None), ("best_events__gte", 1), _connector="OR"),
                name="season_counts_events",
            ),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.CheckConstraint(
                condition=models.Q(("least_events__gte", 1)), name="season_least_from_one"
            ),
        ),
        migrations.AddConstraint(
            model_name="seasoncoefficient",
            constraint=models.CheckConstraint(
                condition=models.Q(("coefficient__gte", 0)), name="season_coefficient_from_zero"
            ),
        ),
        migrations.AddConstraint(
            model_name="seasontariff",
            constraint=models.UniqueConstraint(fields=("club", "valid_from"), name="season_tariff_one_a_day"),
        ),
    ]
