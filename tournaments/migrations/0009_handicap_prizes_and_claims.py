"""Prizes by the handicap, and claims of players until an announced hour."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0008_round_draws'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='RankingClaim',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=500, verbose_name='réclamation')),
                ('source', models.CharField(choices=[('link', 'le lien privé du joueur'), ('device', 'l’appareil du joueur')], max_length=10, verbose_name='venue par')),
                ('token', models.UUIDField(unique=True, verbose_name='jeton d’envoi')),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('state', models.CharField(choices=[('open', 'à l’étude'), ('accepted', 'acceptée'), ('refused', 'refusée')], default='open', max_length=10, verbose_name='état')),
                ('answer', models.CharField(blank=True, max_length=500, verbose_name='réponse')),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'verbose_name': 'réclamation',
                'verbose_name_plural': 'réclamations',
                'ordering': ['made_at', 'pk'],
            },
        ),
        migrations.RemoveConstraint(
            model_name='prizerule',
            name='prize_ranking_known',
        ),
        migrations.AddField(
            model_name='tournament',
            name='claims_until',
            field=models.DateTimeField(blank=True, null=True, verbose_name='réclamations jusqu’à'),
        ),
        migrations.AlterField(
            model_name='prizerule',
            name='ranking',
            field=models.CharField(choices=[('overall', 'classement général'), ('alternated', 'classement alterné'), ('handicap', 'classement au handicap'), ('line', 'ligne'), ('category', 'catégorie'), ('series', 'série'), ('club', 'club'), ('country', 'pays'), ('age', 'tranche d’âge')], max_length=12, verbose_name='classement'),
        ),
        migrations.AddConstraint(
            model_name='prizerule',
            constraint=models.CheckConstraint(condition=models.Q(('ranking__in', ['overall', 'alternated', 'handicap', 'line', 'category', 'series', 'club', 'country', 'age'])), name='prize_ranking_known'),
        ),
        migrations.AddField(
            model_name='rankingclaim',
            name='answered_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='rankingclaim',
            name='correction',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='claims', to='tournaments.resultslip'),
        ),
        migrations.AddField(
            model_name='rankingclaim',
            name='entry',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='claims', to='tournaments.entry'),
        ),
        migrations.AddField(
            model_name='rankingclaim',
            name='play',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='claims', to='tournaments.play'),
        ),
        migrations.AddField(
            model_name='rankingclaim',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='claims', to='tournaments.tournament'),
        ),
        migrations.AddConstraint(
            model_name='rankingclaim',
            constraint=models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='claim_says_what'),
        ),
        migrations.AddConstraint(
            model_name='rankingclaim',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['open', 'accepted', 'refused'])), name='claim_state_known'),
        ),
        migrations.AddConstraint(
            model_name='rankingclaim',
            constraint=models.CheckConstraint(condition=models.Q(('source__in', ['link', 'device'])), name='claim_source_known'),
        ),
        migrations.AddConstraint(
            model_name='rankingclaim',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('answer', ''), ('answered_at', None), ('answered_by', None), ('correction', None), ('state', 'open')), models.Q(models.Q(('state', 'open'), _negated=True), models.Q(('answer', ''), _negated=True), ('answered_at__isnull', False), ('answered_by__isnull', False)), _connector='OR'), name='claim_answered_with_a_reason'),
        ),
    ]
