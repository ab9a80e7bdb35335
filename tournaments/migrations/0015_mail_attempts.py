from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0014_arrivals_and_letters"),
    ]

    operations = [
        migrations.AddField(
            model_name="lettermail",
            name="attempts",
            field=models.PositiveSmallIntegerField(default=0, verbose_name="essais sans serveur"),
        ),
        migrations.AddField(
            model_name="lettermail",
            name="code",
            field=models.PositiveSmallIntegerField(default=0, verbose_name="code du refus"),
        ),
        migrations.AddField(
            model_name="resultmail",
            name="attempts",
            field=models.PositiveSmallIntegerField(default=0, verbose_name="essais sans serveur"),
        ),
    ]
