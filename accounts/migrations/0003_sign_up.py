import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0002_profile'),
    ]

    operations = [
        migrations.CreateModel(
            name='SignUp',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('email', models.EmailField(max_length=254)),
                ('pseudonym', models.CharField(max_length=24)),
                ('country', models.CharField(blank=True, max_length=2)),
                ('language', models.CharField(blank=True, max_length=5)),
                ('password', models.CharField(max_length=128)),
                ('token_digest', models.CharField(blank=True, max_length=64)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('expires_at', models.DateTimeField(db_index=True)),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('token_digest', ''), _negated=True), fields=('token_digest',), name='sign_up_one_link')],
            },
        ),
    ]
