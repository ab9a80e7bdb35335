import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from common.first_tables import MakeTables
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        ('games', '0001_initial'),
        ('tournaments', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        MakeTables(
            [
                migrations.CreateModel(
                    name='RoomRating',
                    fields=[
                        ('value', models.FloatField()),
                        ('deviation', models.FloatField()),
                        ('volatility', models.FloatField()),
                        ('games', models.PositiveIntegerField()),
                        ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='room_rating', serialize=False, to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'cote des salles',
                        'verbose_name_plural': 'cotes des salles',
                    },
                ),
                migrations.CreateModel(
                    name='SiteBeat',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('at', models.DateTimeField()),
                    ],
                    options={
                        'verbose_name': 'dernier signe de vie',
                        'verbose_name_plural': 'derniers signes de vie',
                    },
                ),
                migrations.CreateModel(
                    name='TableRating',
                    fields=[
                        ('value', models.FloatField()),
                        ('deviation', models.FloatField()),
                        ('volatility', models.FloatField()),
                        ('games', models.PositiveIntegerField()),
                        ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='table_rating', serialize=False, to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'cote des tables libres',
                        'verbose_name_plural': 'cotes des tables libres',
                    },
                ),
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
                    name='Room',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('slug', models.SlugField(unique=True)),
                        ('name', models.CharField(max_length=60, verbose_name='nom')),
                        ('access', models.CharField(choices=[('open', 'tout le monde'), ('members', 'les membres du club')], default='open', max_length=8, verbose_name='qui peut jouer')),
                        ('seating', models.CharField(choices=[('alone', 'chacun à sa table, contre des robots'), ('tables', 'ensemble à des tables\xa0; des robots prennent les places vides')], default='alone', max_length=8, verbose_name='comment on joue')),
                        ('is_open', models.BooleanField(default=True, verbose_name='ouverte')),
                        ('minutes', models.PositiveSmallIntegerField(choices=[(10, '10 min'), (15, '15 min'), (20, '20 min'), (30, '30 min'), (60, '60 min')], default=30, verbose_name='une manche toutes les')),
                        ('deals', models.PositiveSmallIntegerField(default=6, verbose_name='donnes par manche')),
                        ('game', models.CharField(default='tarot-4', max_length=40, verbose_name='jeu')),
                        ('rule_set', models.CharField(default='fft', max_length=200, verbose_name='règles')),
                        ('contract', models.CharField(choices=[('garde', 'une garde, imposée par l’étui'), ('auction', 'celui des enchères')], default='garde', max_length=8, verbose_name='contrat')),
                        ('level', models.CharField(default='club', max_length=20, verbose_name='robots')),
                        ('unplayed', models.CharField(choices=[('left_out', 'elles ne comptent pas\xa0; il faut en jouer la moitié pour avoir une place'), ('zero', 'elles comptent 0\xa0%')], default='left_out', max_length=8, verbose_name='donnes non jouées')),
                        ('robot_players', models.PositiveSmallIntegerField(default=0, verbose_name='robots au classement')),
                        ('has_free_words', models.BooleanField(default=False, verbose_name='mots libres')),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rooms', to='tournaments.club')),
                    ],
                    options={
                        'verbose_name': 'salle',
                        'verbose_name_plural': 'salles',
                        'ordering': ['name', 'pk'],
                    },
                ),
                migrations.CreateModel(
                    name='ClubTable',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='club_table', to='games.freetable')),
                        ('room', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='club_tables', to='rooms.room')),
                    ],
                    options={
                        'verbose_name': 'table d’une salle',
                        'verbose_name_plural': 'tables d’une salle',
                    },
                ),
                migrations.CreateModel(
                    name='RoomBar',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('whom', models.CharField(db_index=True, max_length=40)),
                        ('name', models.CharField(max_length=40, verbose_name='nom')),
                        ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('until', models.DateTimeField()),
                        ('about', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='room_bars', to=settings.AUTH_USER_MODEL)),
                        ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('room', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='bars', to='rooms.room')),
                    ],
                    options={
                        'verbose_name': 'exclusion',
                        'verbose_name_plural': 'exclusions',
                        'ordering': ['until', 'pk'],
                    },
                ),
                migrations.CreateModel(
                    name='RoomDirector',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('room', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='directors', to='rooms.room')),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'directeur de salle',
                        'verbose_name_plural': 'directeurs de salle',
                    },
                ),
                migrations.CreateModel(
                    name='RoomEntry',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveSmallIntegerField()),
                        ('player', models.CharField(blank=True, max_length=40)),
                        ('device', models.CharField(blank=True, max_length=32)),
                        ('network', models.CharField(blank=True, max_length=16)),
                        ('line', models.PositiveSmallIntegerField(null=True)),
                        ('name', models.CharField(blank=True, max_length=24, verbose_name='nom')),
                        ('is_robot', models.BooleanField(default=False)),
                        ('entered_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('left_at', models.DateTimeField(null=True)),
                        ('is_excluded', models.BooleanField(default=False, verbose_name='hors classement')),
                        ('place', models.PositiveSmallIntegerField(null=True)),
                        ('percent', models.CharField(blank=True, max_length=200)),
                        ('compared', models.PositiveSmallIntegerField(default=0)),
                        ('played', models.PositiveSmallIntegerField(default=0)),
                        ('halves_beaten', models.PositiveIntegerField(default=0)),
                        ('rivals', models.PositiveSmallIntegerField(default=0)),
                        ('is_counted', models.BooleanField(default=False)),
                        ('owner', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='room_entries', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'participant',
                        'verbose_name_plural': 'participants',
                        'ordering': ['number'],
                    },
                ),
                migrations.CreateModel(
                    name='RoomRecord',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('season', models.PositiveSmallIntegerField(verbose_name='saison')),
                        ('compared', models.PositiveIntegerField(default=0)),
                        ('marks', models.TextField(default='0')),
                        ('played', models.PositiveIntegerField(default=0)),
                        ('scores', models.TextField(default='0')),
                        ('rounds', models.PositiveIntegerField(default=0)),
                        ('shares', models.TextField(default='0')),
                        ('halves_beaten', models.PositiveIntegerField(default=0)),
                        ('room', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='records', to='rooms.room')),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='room_records', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'bilan de salle',
                        'verbose_name_plural': 'bilans de salle',
                    },
                ),
                migrations.CreateModel(
                    name='RoomRound',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.CharField(choices=[('rhythm', 'à l’heure de la salle'), ('at_once', 'tout de suite')], default='rhythm', max_length=8)),
                        ('starts_at', models.DateTimeField(db_index=True, verbose_name='départ')),
                        ('ends_at', models.DateTimeField(verbose_name='fin')),
                        ('deals', models.PositiveSmallIntegerField(verbose_name='donnes')),
                        ('robot_seed', models.PositiveBigIntegerField()),
                        ('seating', models.CharField(choices=[('alone', 'chacun à sa table, contre des robots'), ('tables', 'ensemble à des tables\xa0; des robots prennent les places vides')], default='alone', max_length=8)),
                        ('movement', models.JSONField(null=True)),
                        ('settled_at', models.DateTimeField(null=True)),
                        ('deal_set', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='room_round', to='games.dealset')),
                        ('room', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='rooms.room')),
                    ],
                    options={
                        'verbose_name': 'manche',
                        'verbose_name_plural': 'manches',
                        'ordering': ['-starts_at', '-pk'],
                    },
                ),
                migrations.CreateModel(
                    name='RoomNote',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.CharField(choices=[('device', 'deux participants sur un même appareil'), ('in_step', 'depuis un même réseau, l’un commence chaque donne après que l’autre l’a finie')], max_length=8)),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('first', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='rooms.roomentry')),
                        ('second', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='rooms.roomentry')),
                        ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notes', to='rooms.roomround')),
                    ],
                    options={
                        'verbose_name': 'remarque',
                        'verbose_name_plural': 'remarques',
                        'ordering': ['-created_at', '-pk'],
                    },
                ),
                migrations.AddField(
                    model_name='roomentry',
                    name='round',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='rooms.roomround'),
                ),
                migrations.CreateModel(
                    name='ConductReport',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('by', models.CharField(db_index=True, max_length=40)),
                        ('whom', models.CharField(max_length=40)),
                        ('name', models.CharField(max_length=40, verbose_name='nom')),
                        ('reason', models.CharField(choices=[('rude', 'un nom ou des mots déplacés'), ('collusion', 's’entend avec un autre joueur'), ('spoils', 'gâche la partie\xa0: joue exprès mal, fait attendre, part'), ('other', 'autre chose')], max_length=10, verbose_name='motif')),
                        ('words', models.CharField(blank=True, max_length=500, verbose_name='ce qui s’est passé')),
                        ('line', models.CharField(blank=True, max_length=200)),
                        ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('answer', models.CharField(blank=True, max_length=500, verbose_name='réponse')),
                        ('closed_at', models.DateTimeField(null=True)),
                        ('about', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('closed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('free_table', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.freetable')),
                        ('owner', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='player_reports', to=settings.AUTH_USER_MODEL)),
                        ('room', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='rooms.room')),
                        ('round', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='rooms.roomround')),
                    ],
                    options={
                        'verbose_name': 'signalement',
                        'verbose_name_plural': 'signalements',
                        'ordering': ['closed_at', '-made_at', '-pk'],
                    },
                ),
                migrations.CreateModel(
                    name='RoomTable',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('position', models.PositiveSmallIntegerField()),
                        ('number', models.PositiveSmallIntegerField()),
                        ('free_table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='room_table', to='games.freetable')),
                        ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='rooms.roomround')),
                    ],
                    options={
                        'verbose_name': 'table d’une manche',
                        'verbose_name_plural': 'tables d’une manche',
                        'ordering': ['position', 'number'],
                    },
                ),
                migrations.CreateModel(
                    name='RoomPlay',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('deal', models.PositiveSmallIntegerField(verbose_name='donne')),
                        ('seat', models.PositiveSmallIntegerField(null=True)),
                        ('score', models.CharField(blank=True, max_length=20)),
                        ('mark', models.CharField(blank=True, max_length=40)),
                        ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='plays', to='rooms.roomentry')),
                        ('table', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='room_play', to='games.playedtable')),
                        ('at', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='hands', to='rooms.roomtable')),
                    ],
                    options={
                        'verbose_name': 'donne d’une manche',
                        'verbose_name_plural': 'donnes d’une manche',
                        'ordering': ['deal'],
                    },
                ),
                migrations.CreateModel(
                    name='Silence',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=40, verbose_name='nom')),
                        ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('until', models.DateTimeField(null=True)),
                        ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('room', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='silences', to='rooms.room')),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='silences', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'droit d’écrire retiré',
                        'verbose_name_plural': 'droits d’écrire retirés',
                        'ordering': ['until', 'pk'],
                    },
                ),
                migrations.CreateModel(
                    name='WrittenLine',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=40, verbose_name='nom')),
                        ('text', models.CharField(max_length=200, verbose_name='message')),
                        ('written_at', models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                        ('taken_at', models.DateTimeField(null=True)),
                        ('author', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='written_lines', to=settings.AUTH_USER_MODEL)),
                        ('room', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='rooms.room')),
                        ('round', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='rooms.roomround')),
                        ('table', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='games.freetable')),
                        ('taken_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'message',
                        'verbose_name_plural': 'messages',
                        'ordering': ['pk'],
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
                migrations.CreateModel(
                    name='PlayerBlock',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('by', models.CharField(max_length=40)),
                        ('whom', models.CharField(max_length=40)),
                        ('name', models.CharField(max_length=24, verbose_name='nom')),
                        ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('blocked', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('owner', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='player_blocks', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'joueur bloqué',
                        'verbose_name_plural': 'joueurs bloqués',
                        'ordering': ['-made_at', '-pk'],
                        'constraints': [models.UniqueConstraint(fields=('by', 'whom'), name='player_block_once'), models.CheckConstraint(condition=models.Q(models.Q(('by', ''), _negated=True), models.Q(('whom', ''), _negated=True)), name='player_block_of_two')],
                    },
                ),
                migrations.AddConstraint(
                    model_name='room',
                    constraint=models.CheckConstraint(condition=models.Q(('access__in', ['open', 'members'])), name='room_access_known'),
                ),
                migrations.AddConstraint(
                    model_name='room',
                    constraint=models.CheckConstraint(condition=models.Q(('seating__in', ['alone', 'tables'])), name='room_seating_known'),
                ),
                migrations.AddConstraint(
                    model_name='room',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('access', 'members'), _negated=True), ('club__isnull', False), _connector='OR'), name='room_members_of_club'),
                ),
                migrations.AddConstraint(
                    model_name='room',
                    constraint=models.CheckConstraint(condition=models.Q(('minutes__in', (10, 15, 20, 30, 60))), name='room_rhythm_known'),
                ),
                migrations.AddConstraint(
                    model_name='room',
                    constraint=models.CheckConstraint(condition=models.Q(('deals__gte', 1), ('deals__lte', 12)), name='room_deals_in_range'),
                ),
                migrations.AddConstraint(
                    model_name='room',
                    constraint=models.CheckConstraint(condition=models.Q(('contract__in', ['garde', 'auction'])), name='room_contract_known'),
                ),
                migrations.AddConstraint(
                    model_name='room',
                    constraint=models.CheckConstraint(condition=models.Q(('unplayed__in', ['left_out', 'zero'])), name='room_unplayed_known'),
                ),
                migrations.AddConstraint(
                    model_name='room',
                    constraint=models.CheckConstraint(condition=models.Q(('has_free_words', False), ('club__isnull', False), _connector='OR'), name='room_words_of_club'),
                ),
                migrations.AddConstraint(
                    model_name='room',
                    constraint=models.CheckConstraint(condition=models.Q(('robot_players__lte', 20)), name='room_robots_in_range'),
                ),
                migrations.AddConstraint(
                    model_name='roombar',
                    constraint=models.CheckConstraint(condition=models.Q(('whom', ''), _negated=True), name='room_bar_has_person'),
                ),
                migrations.AddConstraint(
                    model_name='roomdirector',
                    constraint=models.UniqueConstraint(fields=('room', 'user'), name='room_director_once'),
                ),
                migrations.AddConstraint(
                    model_name='roomrecord',
                    constraint=models.UniqueConstraint(fields=('room', 'user', 'season'), name='room_record_once'),
                ),
                migrations.AddIndex(
                    model_name='roomround',
                    index=models.Index(fields=['settled_at', 'ends_at'], name='room_round_to_settle'),
                ),
                migrations.AddConstraint(
                    model_name='roomround',
                    constraint=models.UniqueConstraint(fields=('room', 'kind', 'starts_at'), name='room_round_once'),
                ),
                migrations.AddConstraint(
                    model_name='roomround',
                    constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['rhythm', 'at_once'])), name='room_round_kind_known'),
                ),
                migrations.AddConstraint(
                    model_name='roomround',
                    constraint=models.CheckConstraint(condition=models.Q(('seating__in', ['alone', 'tables'])), name='room_round_seating_known'),
                ),
                migrations.AddConstraint(
                    model_name='roomround',
                    constraint=models.CheckConstraint(condition=models.Q(('ends_at__gt', models.F('starts_at'))), name='room_round_ends_after_start'),
                ),
                migrations.AddConstraint(
                    model_name='roomnote',
                    constraint=models.UniqueConstraint(fields=('kind', 'first', 'second'), name='room_note_once'),
                ),
                migrations.AddConstraint(
                    model_name='roomnote',
                    constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['device', 'in_step'])), name='room_note_kind_known'),
                ),
                migrations.AddConstraint(
                    model_name='roomentry',
                    constraint=models.UniqueConstraint(fields=('round', 'number'), name='room_entry_number_once'),
                ),
                migrations.AddConstraint(
                    model_name='roomentry',
                    constraint=models.UniqueConstraint(condition=models.Q(('player', ''), _negated=True), fields=('round', 'player'), name='room_entry_once'),
                ),
                migrations.AddConstraint(
                    model_name='conductreport',
                    constraint=models.CheckConstraint(condition=models.Q(('reason__in', ['rude', 'collusion', 'spoils', 'other'])), name='player_report_reason_known'),
                ),
                migrations.AddConstraint(
                    model_name='roomtable',
                    constraint=models.UniqueConstraint(fields=('round', 'position', 'number'), name='room_table_once'),
                ),
                migrations.AddConstraint(
                    model_name='roomplay',
                    constraint=models.UniqueConstraint(fields=('entry', 'deal'), name='room_play_once'),
                ),
                migrations.AddConstraint(
                    model_name='silence',
                    constraint=models.UniqueConstraint(fields=('room', 'user'), name='silence_once'),
                ),
                migrations.AddConstraint(
                    model_name='writtenline',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('round__isnull', False), ('table', None)), models.Q(('round', None), ('table__isnull', False)), _connector='OR'), name='written_line_at_one_place'),
                ),
                migrations.AddConstraint(
                    model_name='writtenline',
                    constraint=models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='written_line_has_text'),
                ),
            ]
        ),
    ]
