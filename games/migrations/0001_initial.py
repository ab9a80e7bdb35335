import django.db.models.deletion
import django.utils.timezone
import games.sealed
import uuid
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='DealSet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=40, verbose_name='jeu')),
                ('rule_set', models.CharField(max_length=40, verbose_name='règles')),
                ('origin', models.CharField(choices=[('dealt', 'distribuées par l’ordinateur'), ('imported', 'importées d’un fichier'), ('reused', 'reprises d’une autre séance'), ('recorded', 'relevées à la table')], default='dealt', max_length=10, verbose_name='origine')),
                ('scope', models.CharField(choices=[('all', 'toutes les mains'), ('takers', 'mains des preneurs seulement')], default='all', max_length=10, verbose_name='étendue')),
                ('source', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='copies', to='games.dealset')),
                ('lineage', models.UUIDField(db_index=True, default=uuid.uuid4, editable=False)),
                ('algorithm', models.CharField(blank=True, max_length=20, verbose_name='méthode de donne')),
                ('constraints', models.JSONField(verbose_name='contraintes')),
                ('seed', games.sealed.SealedBytesField(max_length=64, verbose_name='graine')),
                ('commitment', models.CharField(blank=True, max_length=64, verbose_name='empreinte')),
                ('state', models.CharField(choices=[('draft', 'brouillon'), ('sealed', 'scellé'), ('revealed', 'révélé')], default='draft', max_length=10)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
            ],
            options={
                'verbose_name': 'jeu de donnes',
                'verbose_name_plural': 'jeux de donnes',
                'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['draft', 'sealed', 'revealed'])), name='deal_set_state_known'), models.CheckConstraint(condition=models.Q(('origin__in', ['dealt', 'imported', 'reused', 'recorded'])), name='deal_set_origin_known'), models.CheckConstraint(condition=models.Q(('scope__in', ['all', 'takers'])), name='deal_set_scope_known'), models.CheckConstraint(condition=models.Q(('state', 'draft'), models.Q(('commitment', ''), _negated=True), _connector='OR'), name='deal_set_sealed_is_committed')],
            },
        ),
        migrations.CreateModel(
            name='Deal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('deal_set', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deals', to='games.dealset')),
                ('number', models.PositiveSmallIntegerField(verbose_name='numéro')),
                ('dealer', models.PositiveSmallIntegerField(verbose_name='donneur')),
                ('taker', models.PositiveSmallIntegerField(null=True, verbose_name='preneur')),
                ('hands', games.sealed.SealedTextField(verbose_name='mains')),
                ('version', models.PositiveSmallIntegerField(default=0, verbose_name='version')),
            ],
            options={
                'verbose_name': 'donne',
                'verbose_name_plural': 'donnes',
                'ordering': ['number'],
                'indexes': [models.Index(fields=['hands'], name='deal_by_cards')],
                'constraints': [models.UniqueConstraint(fields=('deal_set', 'number'), name='deal_number_unique_in_set'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='deal_number_from_one')],
            },
        ),
    ]
