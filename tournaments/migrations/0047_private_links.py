from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0046_club_papers"),
    ]

    operations = [
        migrations.AddField(
            model_name="person",
            name="link_nonce",
            field=models.CharField(blank=True, editable=False, max_length=32),
        ),
        migrations.AddField(
            model_name="resultmail",
            name="own_link",
            field=models.URLField(blank=True, max_length=300, verbose_name="lien privé du joueur"),
        ),
    ]
