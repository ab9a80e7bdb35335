"""A result may be withdrawn: a version that does not count and leaves its play without one."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0031_incidents"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="resultslip", name="slip_kind_known"),
        migrations.RemoveConstraint(model_name="resultslip", name="slip_correction_has_a_reason"),
        migrations.AddField(
            model_name="resultslip",
            name="after_withdrawal",
            field=models.BooleanField(default=False, verbose_name="saisie après un retrait"),
        ),
        migrations.AlterField(
            model_name="resultslip",
            name="kind",
            field=models.CharField(
                choices=[
                    ("played", "jouée"),
                    ("not_played", "non jouée"),
                    ("neutralised", "neutralisée"),
                    ("withdrawn", "retirée"),
                ],
                max_length=12,
                verbose_name="nature",
            ),
        ),
        migrations.AddConstraint(
            model_name="resultslip",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["played", "not_played", "neutralised", "withdrawn"])),
                name="slip_kind_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="resultslip",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("version", 1),
                    ("after_withdrawal", True),
                    models.Q(("reason", ""), _negated=True),
                    _connector="OR",
                ),
                name="slip_correction_has_a_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="resultslip",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "withdrawn"), _negated=True),
                    models.Q(("is_current", False), models.Q(("reason", ""), _negated=True)),
                    _connector="OR",
                ),
                name="slip_withdrawn_is_not_current",
            ),
        ),
    ]
