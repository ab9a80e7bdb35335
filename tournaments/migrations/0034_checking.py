"""Sheets compared with what is entered, and rounds that take no result any more."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0033_invitations'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='RoundLock',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round_number', models.PositiveSmallIntegerField(verbose_name='position')),
                ('locked_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('unlocked_at', models.DateTimeField(blank=True, null=True)),
                ('reason', models.CharField(blank=True, max_length=200, verbose_name='motif')),
                ('locked_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='round_locks', to='tournaments.session')),
                ('unlocked_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'position verrouillée',
                'verbose_name_plural': 'positions verrouillées',
                'ordering': ['session', 'round_number', 'pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('unlocked_at', None)), fields=('session', 'round_number'), name='round_locked_once'), models.CheckConstraint(condition=models.Q(models.Q(('reason', ''), ('unlocked_at', None), ('unlocked_by', None)), models.Q(('unlocked_at__isnull', False), ('unlocked_by__isnull', False), models.Q(('reason', ''), _negated=True)), _connector='OR'), name='round_unlocked_with_a_reason')],
            },
        ),
        migrations.CreateModel(
            name='SheetCheck',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('board', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='étui')),
                ('round_number', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='position')),
                ('table_number', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='table')),
                ('verdict', models.CharField(choices=[('conform', 'conforme'), ('to_review', 'à revoir')], max_length=10, verbose_name='contrôle')),
                ('note', models.CharField(blank=True, max_length=300, verbose_name='remarque')),
                ('version_count', models.PositiveIntegerField(verbose_name='versions')),
                ('own_entry', models.BooleanField(default=False, verbose_name='a contrôlé sa propre saisie')),
                ('checked_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('checked_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sheet_checks', to='tournaments.session')),
            ],
            options={
                'verbose_name': 'contrôle d’une feuille',
                'verbose_name_plural': 'contrôles des feuilles',
                'ordering': ['pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('board__isnull', False), ('round_number', None), ('table_number', None)), models.Q(('board', None), ('round_number__isnull', False), ('table_number__isnull', False)), _connector='OR'), name='check_of_one_sheet'), models.CheckConstraint(condition=models.Q(('verdict__in', ['conform', 'to_review'])), name='check_verdict_known'), models.CheckConstraint(condition=models.Q(('verdict', 'conform'), models.Q(('note', ''), _negated=True), _connector='OR'), name='check_review_says_why')],
            },
        ),
    ]
