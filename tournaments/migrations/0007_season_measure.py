"""A season adds up points of the club's table, as all did until now, or percentages."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0006_audit_person")]

    operations = [
        migrations.AddField(
            model_name="season",
            name="measure",
            field=models.CharField(
                choices=[
                    ("points", "les points de classement du barème du club"),
                    ("percent", "les moyennes des soirées en duplicate, en pour cent"),
                ],
                default="points",
                max_length=8,
                verbose_name="ce qui s’ajoute",
            ),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.CheckConstraint(
                condition=models.Q(measure__in=["points", "percent"]), name="season_measure_known"
            ),
        ),
    ]
