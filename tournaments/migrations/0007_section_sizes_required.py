import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0006_section_sizes")]

    operations = [
        migrations.AlterField(
            model_name="section",
            name="first_table",
            field=models.PositiveSmallIntegerField(verbose_name="première table"),
        ),
        migrations.AlterField(
            model_name="section",
            name="player_count",
            field=models.PositiveSmallIntegerField(verbose_name="joueurs"),
        ),
        migrations.AlterField(
            model_name="section",
            name="set_count",
            field=models.PositiveSmallIntegerField(verbose_name="séries d’étuis"),
        ),
        migrations.AlterField(
            model_name="section",
            name="keeps_lines",
            field=models.BooleanField(verbose_name="lignes"),
        ),
        migrations.AlterField(
            model_name="section",
            name="movement",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="sections",
                to="tournaments.storedmovement",
            ),
        ),
        migrations.RemoveField(model_name="section", name="movement_code"),
        migrations.AddConstraint(
            model_name="section",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("boards_per_set__gte", 1),
                    ("first_table__gte", 1),
                    ("player_count__gte", 1),
                    ("round_count__gte", 1),
                    ("table_count__gte", 1),
                ),
                name="section_sizes_from_one",
            ),
        ),
    ]
