"""Means by which an entry fee was paid. Payments of before have none."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0022_erased_and_ended")]

    operations = [
        migrations.AddField(
            model_name="entryfee",
            name="means",
            field=models.CharField(
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
    ]
