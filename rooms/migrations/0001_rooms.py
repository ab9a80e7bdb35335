import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('games', '0002_played_tables'),
        ('tournaments', '0003_table_codes'),
    ]

    operations = [
        migrations.CreateModel(
            name='BoardPlayedAgain',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('board', models.PositiveSmallIntegerField(verbose_name='étui')),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.session')),
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='board_again', to='games.playedtable')),
            ],
            options={
                'verbose_name': 'étui rejoué',
                'verbose_name_plural': 'étuis rejoués',
            },
        ),
        migrations.CreateModel(
            name='DailyPlay',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField(db_index=True, verbose_name='jour')),
                ('name', models.CharField(max_length=24, verbose_name='nom')),
                ('player', models.CharField(max_length=40)),
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='daily', to='games.playedtable')),
            ],
            options={
                'verbose_name': 'donne du jour jouée',
                'verbose_name_plural': 'donnes du jour jouées',
                'constraints': [models.UniqueConstraint(fields=('day', 'player'), name='daily_play_once_a_day'), models.CheckConstraint(condition=models.Q(('player', ''), _negated=True), name='daily_play_has_player')],
            },
        ),
    ]
