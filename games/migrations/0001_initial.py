import django.db.models.deletion
import django.utils.timezone
import games.sealed
import uuid
from django.conf import settings
from common.first_tables import MakeTables
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        MakeTables(
            [
                migrations.CreateModel(
                    name='DealSet',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('game', models.CharField(max_length=40, verbose_name='jeu')),
                        ('rule_set', models.CharField(max_length=200, verbose_name='règles')),
                        ('origin', models.CharField(choices=[('dealt', 'distribuées par l’ordinateur'), ('imported', 'importées d’un fichier'), ('reused', 'reprises d’une autre séance'), ('recorded', 'relevées à la table')], default='dealt', max_length=10, verbose_name='origine')),
                        ('scope', models.CharField(choices=[('all', 'toutes les mains'), ('takers', 'mains des preneurs seulement')], default='all', max_length=10, verbose_name='étendue')),
                        ('lineage', models.UUIDField(db_index=True, default=uuid.uuid4, editable=False)),
                        ('algorithm', models.CharField(blank=True, max_length=20, verbose_name='méthode de donne')),
                        ('constraints', models.JSONField(verbose_name='contraintes')),
                        ('seed', games.sealed.SealedBytesField(max_length=64, verbose_name='graine')),
                        ('commitment', models.CharField(blank=True, max_length=64, verbose_name='empreinte')),
                        ('state', models.CharField(choices=[('draft', 'brouillon'), ('sealed', 'scellé'), ('revealed', 'révélé')], default='draft', max_length=10)),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('source', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='copies', to='games.dealset')),
                    ],
                    options={
                        'verbose_name': 'jeu de donnes',
                        'verbose_name_plural': 'jeux de donnes',
                    },
                ),
                migrations.CreateModel(
                    name='Deal',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveSmallIntegerField(verbose_name='numéro')),
                        ('dealer', models.PositiveSmallIntegerField(verbose_name='donneur')),
                        ('taker', models.PositiveSmallIntegerField(null=True, verbose_name='preneur')),
                        ('hands', games.sealed.SealedTextField(verbose_name='mains')),
                        ('version', models.PositiveSmallIntegerField(default=0, verbose_name='version')),
                        ('deal_set', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deals', to='games.dealset')),
                    ],
                    options={
                        'verbose_name': 'donne',
                        'verbose_name_plural': 'donnes',
                        'ordering': ['number'],
                    },
                ),
                migrations.CreateModel(
                    name='FreeTable',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('secret', models.CharField(max_length=32, unique=True)),
                        ('game', models.CharField(max_length=40, verbose_name='jeu')),
                        ('rule_set', models.CharField(max_length=200, verbose_name='règles')),
                        ('rules_name', models.CharField(blank=True, max_length=60, verbose_name='nom des règles')),
                        ('level', models.CharField(max_length=20, verbose_name='niveau')),
                        ('is_listed', models.BooleanField(verbose_name='visible dans la liste')),
                        ('deal_count', models.PositiveSmallIntegerField(verbose_name='donnes d’une partie')),
                        ('action_seconds', models.PositiveSmallIntegerField()),
                        ('reserve_seconds', models.PositiveSmallIntegerField()),
                        ('robots_after', models.PositiveSmallIntegerField(null=True)),
                        ('first_deal', models.PositiveSmallIntegerField(default=1)),
                        ('bid', models.CharField(blank=True, max_length=20)),
                        ('robot_seed', models.PositiveBigIntegerField(null=True)),
                        ('is_rated', models.BooleanField(default=False, verbose_name='avec cote')),
                        ('match', models.PositiveSmallIntegerField(default=1)),
                        ('version', models.PositiveIntegerField(default=0)),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('resumed_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('ended_at', models.DateTimeField(blank=True, null=True)),
                        ('deal_set', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.dealset')),
                    ],
                    options={
                        'verbose_name': 'table libre',
                        'verbose_name_plural': 'tables libres',
                        'ordering': ['-created_at', '-pk'],
                    },
                ),
                migrations.CreateModel(
                    name='PlayedTable',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('secret', models.CharField(max_length=32, unique=True)),
                        ('origin', models.CharField(choices=[('practice', 'entraînement'), ('daily', 'donne du jour'), ('again', 'étui rejoué'), ('room', 'manche d’une salle'), ('free', 'table libre')], max_length=10)),
                        ('theme', models.CharField(blank=True, max_length=40, verbose_name='thème')),
                        ('game', models.CharField(max_length=40, verbose_name='jeu')),
                        ('rule_set', models.CharField(max_length=200, verbose_name='règles')),
                        ('cards', games.sealed.SealedTextField(verbose_name='cartes')),
                        ('dealer', models.PositiveSmallIntegerField(verbose_name='donneur')),
                        ('taker', models.PositiveSmallIntegerField(null=True, verbose_name='preneur')),
                        ('bid', models.CharField(blank=True, max_length=20, verbose_name='contrat')),
                        ('seat', models.PositiveSmallIntegerField(null=True, verbose_name='place')),
                        ('level', models.CharField(max_length=20, verbose_name='niveau')),
                        ('robot_seed', models.PositiveBigIntegerField()),
                        ('device', models.CharField(blank=True, db_index=True, max_length=32)),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('ended_at', models.DateTimeField(blank=True, null=True)),
                        ('score', models.CharField(blank=True, max_length=320, verbose_name='score')),
                        ('owner', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='played_tables', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'table jouée',
                        'verbose_name_plural': 'tables jouées',
                        'ordering': ['-created_at', '-pk'],
                    },
                ),
                migrations.CreateModel(
                    name='FreeDeal',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveSmallIntegerField()),
                        ('match', models.PositiveSmallIntegerField()),
                        ('pot', models.PositiveIntegerField(null=True)),
                        ('payments', models.CharField(blank=True, max_length=320)),
                        ('free_table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deals', to='games.freetable')),
                        ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='free_deal', to='games.playedtable')),
                    ],
                    options={
                        'ordering': ['number'],
                    },
                ),
                migrations.CreateModel(
                    name='RatedMatch',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('match', models.PositiveSmallIntegerField()),
                        ('settled_at', models.DateTimeField(db_index=True, null=True)),
                        ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rated_matches', to='games.freetable')),
                    ],
                ),
                migrations.CreateModel(
                    name='RatedSeat',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('seat', models.PositiveSmallIntegerField()),
                        ('place', models.PositiveSmallIntegerField(null=True)),
                        ('before', models.FloatField(null=True)),
                        ('after', models.FloatField(null=True)),
                        ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rated_seats', to=settings.AUTH_USER_MODEL)),
                        ('rated', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.ratedmatch')),
                    ],
                    options={
                        'ordering': ['seat'],
                    },
                ),
                migrations.CreateModel(
                    name='SaidPhrase',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('seat', models.PositiveSmallIntegerField()),
                        ('phrase', models.CharField(choices=[('luck', 'Bonne chance\xa0!'), ('well', 'Bien joué\xa0!'), ('thanks', 'Merci\xa0!'), ('minute', 'Une minute, j’arrive.'), ('sorry', 'Désolé\xa0!'), ('again', 'Une revanche\xa0?')], max_length=10)),
                        ('said_at', models.DateTimeField()),
                        ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='phrases', to='games.freetable')),
                    ],
                    options={
                        'ordering': ['pk'],
                    },
                ),
                migrations.CreateModel(
                    name='TableAction',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveSmallIntegerField()),
                        ('made_by', models.CharField(choices=[('person', 'joueur'), ('robot', 'robot'), ('undo', 'reprise'), ('claim', 'réclamation')], max_length=10)),
                        ('seat', models.PositiveSmallIntegerField(null=True)),
                        ('text', games.sealed.SealedTextField()),
                        ('made_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='actions', to='games.playedtable')),
                    ],
                    options={
                        'ordering': ['number'],
                    },
                ),
                migrations.CreateModel(
                    name='TableClaim',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveSmallIntegerField()),
                        ('seat', models.PositiveSmallIntegerField()),
                        ('assents', models.JSONField(default=list)),
                        ('is_refused', models.BooleanField(default=False)),
                        ('made_at', models.DateTimeField()),
                        ('deal', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='claims', to='games.freedeal')),
                    ],
                ),
                migrations.CreateModel(
                    name='TableSeat',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('seat', models.PositiveSmallIntegerField(verbose_name='place')),
                        ('name', models.CharField(max_length=24, verbose_name='nom')),
                        ('device', models.CharField(db_index=True, max_length=32)),
                        ('plays_from', models.PositiveSmallIntegerField()),
                        ('joined_at', models.DateTimeField()),
                        ('seen_at', models.DateTimeField()),
                        ('back_at', models.DateTimeField()),
                        ('robot_since', models.DateTimeField(null=True)),
                        ('reserve_used', models.FloatField(default=0)),
                        ('owner', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='table_seats', to=settings.AUTH_USER_MODEL)),
                        ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.freetable')),
                    ],
                    options={
                        'verbose_name': 'place d’une table',
                        'verbose_name_plural': 'places d’une table',
                        'ordering': ['joined_at', 'pk'],
                    },
                ),
                migrations.AddConstraint(
                    model_name='dealset',
                    constraint=models.CheckConstraint(condition=models.Q(('state__in', ['draft', 'sealed', 'revealed'])), name='deal_set_state_known'),
                ),
                migrations.AddConstraint(
                    model_name='dealset',
                    constraint=models.CheckConstraint(condition=models.Q(('origin__in', ['dealt', 'imported', 'reused', 'recorded'])), name='deal_set_origin_known'),
                ),
                migrations.AddConstraint(
                    model_name='dealset',
                    constraint=models.CheckConstraint(condition=models.Q(('scope__in', ['all', 'takers'])), name='deal_set_scope_known'),
                ),
                migrations.AddConstraint(
                    model_name='dealset',
                    constraint=models.CheckConstraint(condition=models.Q(('state', 'draft'), models.Q(('commitment', ''), _negated=True), _connector='OR'), name='deal_set_sealed_is_committed'),
                ),
                migrations.AddIndex(
                    model_name='deal',
                    index=models.Index(fields=['hands'], name='deal_by_cards'),
                ),
                migrations.AddConstraint(
                    model_name='deal',
                    constraint=models.UniqueConstraint(fields=('deal_set', 'number'), name='deal_number_unique_in_set'),
                ),
                migrations.AddConstraint(
                    model_name='deal',
                    constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='deal_number_from_one'),
                ),
                migrations.AddConstraint(
                    model_name='freetable',
                    constraint=models.CheckConstraint(condition=models.Q(('match__gte', 1)), name='free_table_match_from_one'),
                ),
                migrations.AddConstraint(
                    model_name='freetable',
                    constraint=models.CheckConstraint(condition=models.Q(('action_seconds__gte', 1), ('deal_count__gte', 1)), name='free_table_deals_and_clock'),
                ),
                migrations.AddConstraint(
                    model_name='playedtable',
                    constraint=models.CheckConstraint(condition=models.Q(('origin__in', ['practice', 'daily', 'again', 'room', 'free'])), name='played_table_origin_known'),
                ),
                migrations.AddConstraint(
                    model_name='playedtable',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('origin', 'free'), ('seat', None)), models.Q(models.Q(('origin', 'free'), _negated=True), ('seat__isnull', False)), _connector='OR'), name='played_table_seat_of_one'),
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
                    model_name='freedeal',
                    constraint=models.UniqueConstraint(fields=('free_table', 'number'), name='free_deal_once'),
                ),
                migrations.AddConstraint(
                    model_name='freedeal',
                    constraint=models.CheckConstraint(condition=models.Q(('match__gte', 1), ('number__gte', models.F('match'))), name='free_deal_from_one'),
                ),
                migrations.AddConstraint(
                    model_name='freedeal',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('payments', ''), ('pot', None)), models.Q(('pot__isnull', False), models.Q(('payments', ''), _negated=True)), _connector='OR'), name='free_deal_pot_whole'),
                ),
                migrations.AddConstraint(
                    model_name='ratedmatch',
                    constraint=models.UniqueConstraint(fields=('table', 'match'), name='rated_match_once'),
                ),
                migrations.AddConstraint(
                    model_name='ratedseat',
                    constraint=models.UniqueConstraint(fields=('rated', 'seat'), name='rated_seat_once'),
                ),
                migrations.AddConstraint(
                    model_name='saidphrase',
                    constraint=models.CheckConstraint(condition=models.Q(('phrase__in', ['luck', 'well', 'thanks', 'minute', 'sorry', 'again'])), name='said_phrase_known'),
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
                    constraint=models.CheckConstraint(condition=models.Q(('made_by__in', ['person', 'robot', 'undo', 'claim'])), name='table_action_maker_known'),
                ),
                migrations.AddConstraint(
                    model_name='tableclaim',
                    constraint=models.UniqueConstraint(fields=('deal', 'number'), name='table_claim_once'),
                ),
                migrations.AddConstraint(
                    model_name='tableseat',
                    constraint=models.UniqueConstraint(fields=('table', 'seat'), name='table_seat_once'),
                ),
                migrations.AddConstraint(
                    model_name='tableseat',
                    constraint=models.UniqueConstraint(condition=models.Q(('owner', None)), fields=('table', 'device'), name='table_seat_once_a_browser'),
                ),
                migrations.AddConstraint(
                    model_name='tableseat',
                    constraint=models.UniqueConstraint(fields=('table', 'owner'), name='table_seat_once_an_account'),
                ),
                migrations.AddConstraint(
                    model_name='tableseat',
                    constraint=models.UniqueConstraint(fields=('table', 'name'), name='table_seat_name_once'),
                ),
                migrations.AddConstraint(
                    model_name='tableseat',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('device', ''), _negated=True), models.Q(('name', ''), _negated=True)), name='table_seat_has_person'),
                ),
            ]
        ),
    ]
