import django.db.models.deletion
import django.utils.timezone
import games.sealed
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='PlayedTable',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('secret', models.CharField(max_length=32, unique=True)),
                ('origin', models.CharField(choices=[('practice', 'entraînement'), ('daily', 'donne du jour'), ('again', 'étui rejoué')], max_length=10)),
                ('theme', models.CharField(blank=True, max_length=40, verbose_name='thème')),
                ('game', models.CharField(max_length=40, verbose_name='jeu')),
                ('rule_set', models.CharField(max_length=40, verbose_name='règles')),
                ('cards', games.sealed.SealedTextField(verbose_name='cartes')),
                ('dealer', models.PositiveSmallIntegerField(verbose_name='donneur')),
                ('taker', models.PositiveSmallIntegerField(null=True, verbose_name='preneur')),
                ('bid', models.CharField(blank=True, max_length=20, verbose_name='contrat')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='place')),
                ('level', models.CharField(max_length=20, verbose_name='niveau')),
                ('robot_seed', models.PositiveBigIntegerField()),
                ('device', models.CharField(blank=True, db_index=True, max_length=32)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('score', models.CharField(blank=True, max_length=20, verbose_name='score')),
                ('owner', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='played_tables', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'table jouée',
                'verbose_name_plural': 'tables jouées',
                'ordering': ['-created_at', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='TableAction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('made_by', models.CharField(choices=[('person', 'joueur'), ('robot', 'robot'), ('undo', 'reprise')], max_length=10)),
                ('text', games.sealed.SealedTextField()),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='actions', to='games.playedtable')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.AddConstraint(
            model_name='playedtable',
            constraint=models.CheckConstraint(condition=models.Q(('origin__in', ['practice', 'daily', 'again'])), name='played_table_origin_known'),
        ),
        migrations.AddConstraint(
            model_name='playedtable',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('bid', ''), ('taker', None)), models.Q(('taker__isnull', False), models.Q(('bid', ''), _negated=True)), _connector='OR'), name='played_table_contract_whole'),
        ),
        migrations.AddConstraint(
            model_name='playedtable',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('ended_at', None), ('score', '')), models.Q(('ended_at__isnull', False), models.Q(('score', ''), _negated=True)), _connector='OR'), name='played_table_end_has_score'),
        ),
        migrations.AddConstraint(
            model_name='tableaction',
            constraint=models.UniqueConstraint(fields=('table', 'number'), name='table_action_once'),
        ),
        migrations.AddConstraint(
            model_name='tableaction',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='table_action_from_one'),
        ),
        migrations.AddConstraint(
            model_name='tableaction',
            constraint=models.CheckConstraint(condition=models.Q(('made_by__in', ['person', 'robot', 'undo'])), name='table_action_maker_known'),
        ),
    ]
