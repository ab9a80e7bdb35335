import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0003_sign_up'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='is_told_of_devices',
            field=models.BooleanField(default=True, verbose_name='prévenu des nouveaux appareils'),
        ),
        migrations.CreateModel(
            name='SignedInDevice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('session_key', models.CharField(max_length=40, unique=True)),
                ('browser', models.CharField(blank=True, max_length=80)),
                ('network', models.CharField(blank=True, max_length=45)),
                ('first_seen_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('last_seen_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='signed_in_devices', to=settings.AUTH_USER_MODEL)),
            ],
        ),
    ]
