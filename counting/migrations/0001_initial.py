import django.db.models.deletion
import django.utils.timezone
from common.first_tables import MakeTables
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('tournaments', '0001_initial'),
    ]

    operations = [
        MakeTables(
            [
                migrations.CreateModel(
                    name='HomeEvening',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('reading', models.CharField(max_length=32, unique=True)),
                        ('writing', models.CharField(max_length=32, unique=True)),
                        ('game', models.CharField(max_length=40, verbose_name='jeu')),
                        ('rules', models.CharField(max_length=200, verbose_name='règles')),
                        ('names', models.JSONField(verbose_name='joueurs')),
                        ('first_dealer', models.PositiveSmallIntegerField(verbose_name='premier donneur')),
                        ('drawn', models.JSONField(default=list)),
                        ('begun_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='commencée')),
                        ('used_at', models.DateTimeField(db_index=True, default=django.utils.timezone.now, verbose_name='dernier usage')),
                        ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='home_evenings', to='tournaments.club')),
                    ],
                    options={
                        'verbose_name': 'soirée entre amis',
                        'verbose_name_plural': 'soirées entre amis',
                    },
                ),
                migrations.CreateModel(
                    name='HomeStep',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveSmallIntegerField()),
                        ('deal', models.PositiveSmallIntegerField(verbose_name='donne')),
                        ('facts', models.JSONField(default=dict)),
                        ('token', models.UUIDField()),
                        ('written_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('evening', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='steps', to='counting.homeevening')),
                    ],
                    options={
                        'verbose_name': 'saisie d’une soirée entre amis',
                        'verbose_name_plural': 'saisies d’une soirée entre amis',
                        'ordering': ['number'],
                    },
                ),
                migrations.AddConstraint(
                    model_name='homeevening',
                    constraint=models.CheckConstraint(condition=models.Q(('reading', models.F('writing')), _negated=True), name='home_evening_two_secrets'),
                ),
                migrations.AddConstraint(
                    model_name='homeevening',
                    constraint=models.CheckConstraint(condition=models.Q(('first_dealer__lt', 16)), name='home_evening_dealer_sits'),
                ),
                migrations.AddConstraint(
                    model_name='homestep',
                    constraint=models.UniqueConstraint(fields=('evening', 'number'), name='home_step_number_once'),
                ),
                migrations.AddConstraint(
                    model_name='homestep',
                    constraint=models.UniqueConstraint(fields=('evening', 'token'), name='home_step_sent_once'),
                ),
                migrations.AddConstraint(
                    model_name='homestep',
                    constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='home_step_number_from_1'),
                ),
            ]
        ),
    ]
