"""Numbered receipts of an event, and the head that a club gives to them."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0023_payment_means"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="clubpage",
            name="receipt_head",
            field=models.TextField(blank=True, max_length=300, verbose_name="en tête des reçus"),
        ),
        migrations.CreateModel(
            name="PaymentReceipt",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(verbose_name="numéro")),
                ("is_fee", models.BooleanField(default=True, verbose_name="droit d’inscription")),
                ("payer", models.CharField(max_length=170, verbose_name="reçu de")),
                ("subject", models.CharField(max_length=80, verbose_name="objet")),
                ("cents", models.PositiveIntegerField(verbose_name="montant")),
                (
                    "means",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("cash", "espèces"),
                            ("cheque", "chèque"),
                            ("card", "carte bancaire"),
                            ("transfer", "virement"),
                            ("other", "autre moyen"),
                        ],
                        default="",
                        max_length=10,
                        verbose_name="moyen de paiement",
                    ),
                ),
                (
                    "issued_at",
                    models.DateTimeField(
                        default=django.utils.timezone.now, editable=False, verbose_name="établi le"
                    ),
                ),
                ("cancelled_at", models.DateTimeField(blank=True, null=True, verbose_name="annulé le")),
                ("reason", models.CharField(blank=True, max_length=120, verbose_name="motif")),
                (
                    "entry",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="receipts",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "issued_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="receipts",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "verbose_name": "reçu",
                "verbose_name_plural": "reçus",
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="receipt_number_once"),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)), name="receipt_number_from_one"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("cents__gte", 1)), name="receipt_sum_above_zero"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("cancelled_at", None), ("reason", "")),
                            models.Q(
                                ("cancelled_at__isnull", False), models.Q(("reason", ""), _negated=True)
                            ),
                            _connector="OR",
                        ),
                        name="receipt_cancelled_with_a_reason",
                    ),
                ],
            },
        ),
    ]
