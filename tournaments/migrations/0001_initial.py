import datetime
import django.db.models.deletion
import django.utils.timezone
import games.sealed
import tournaments.core.namesakes
import tournaments.models.results
import uuid
from django.conf import settings
from common.first_tables import MakeTables
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('games', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        MakeTables(
            [
                migrations.CreateModel(
                    name='Club',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=120, verbose_name='nom')),
                        ('slug', models.SlugField(max_length=60, unique=True, verbose_name='adresse courte')),
                        ('city', models.CharField(blank=True, max_length=80, verbose_name='ville')),
                        ('withholds_names', models.BooleanField(default=False, verbose_name='remplace les noms non consentis par un numéro')),
                        ('table_codes', models.CharField(blank=True, editable=False, max_length=32, verbose_name='codes des cartons de table')),
                        ('opens_archives', models.BooleanField(default=False, verbose_name='ouvre ses archives aux moteurs de recherche')),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                    ],
                    options={
                        'verbose_name': 'club',
                        'verbose_name_plural': 'clubs',
                        'ordering': ['name'],
                    },
                ),
                migrations.CreateModel(
                    name='Entry',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(blank=True, max_length=60, verbose_name='nom de l’équipe')),
                        ('family_names', models.CharField(blank=True, max_length=130, verbose_name='noms de famille de l’équipe')),
                        ('partners', models.CharField(blank=True, max_length=60, verbose_name='associés')),
                        ('presence', models.CharField(choices=[('ranked', 'classé'), ('withdrawn', 'a quitté le tournoi'), ('unranked', 'hors classement'), ('substitute', 'remplaçant')], default='ranked', max_length=10, verbose_name='présence')),
                        ('start_table', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='table de départ')),
                        ('start_seat', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='orientation')),
                        ('arrived_at', models.DateTimeField(blank=True, null=True, verbose_name='arrivé à')),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('sort_key', models.TextField(default='', editable=False)),
                    ],
                    options={
                        'verbose_name': 'inscription',
                        'verbose_name_plural': 'inscriptions',
                        'ordering': ['sort_key', 'person__sort_key', 'pk'],
                    },
                ),
                migrations.CreateModel(
                    name='FeeRate',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=40, verbose_name='tarif')),
                        ('cents', models.PositiveIntegerField(verbose_name='montant')),
                    ],
                    options={
                        'verbose_name': 'tarif d’inscription',
                        'verbose_name_plural': 'tarifs d’inscription',
                        'ordering': ['pk'],
                    },
                ),
                migrations.CreateModel(
                    name='Play',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('board', models.PositiveSmallIntegerField(verbose_name='étui')),
                    ],
                    options={
                        'verbose_name': 'ligne de feuille ambulante',
                        'verbose_name_plural': 'lignes de feuille ambulante',
                        'ordering': ['board', 'round__number', 'table__number'],
                    },
                ),
                migrations.CreateModel(
                    name='PrizePlan',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('fee_per_member', models.BooleanField(default=False, verbose_name='droits par équipier')),
                        ('redistribution', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='part des droits')),
                        ('extra_cents', models.PositiveIntegerField(default=0, verbose_name='apport')),
                        ('sharing', models.CharField(choices=[('equal', 'réunis et partagés à parts égales'), ('listed', 'donnés dans l’ordre de la liste')], default='equal', max_length=10, verbose_name='places partagées')),
                        ('cumulation', models.CharField(choices=[('all', 'tous les prix se cumulent'), ('best', 'chacun garde son plus gros prix'), ('first_list', 'chacun garde celui de la première liste')], default='all', max_length=10, verbose_name='cumul')),
                        ('showing', models.CharField(choices=[('nothing', 'rien'), ('amounts', 'les montants'), ('winners', 'les montants et les gagnants')], default='nothing', max_length=10, verbose_name='page publique')),
                    ],
                    options={
                        'verbose_name': 'dotation',
                        'verbose_name_plural': 'dotations',
                    },
                ),
                migrations.CreateModel(
                    name='Registration',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('token', models.UUIDField(editable=False, unique=True, verbose_name='jeton d’envoi')),
                        ('email', models.EmailField(blank=True, max_length=254, verbose_name='adresse électronique')),
                        ('shows_names', models.BooleanField(default=False, verbose_name='accepte d’être nommé publiquement')),
                        ('seeks_partner', models.BooleanField(default=False, verbose_name='cherche des partenaires')),
                        ('state', models.CharField(choices=[('received', 'à accepter'), ('waiting', 'liste d’attente'), ('accepted', 'acceptée'), ('joined', 'réunie avec une autre'), ('refused', 'refusée'), ('cancelled', 'annulée par le joueur')], default='received', max_length=10, verbose_name='état')),
                        ('link', models.URLField(blank=True, editable=False, max_length=500)),
                        ('language', models.CharField(default='fr', max_length=5)),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('promoted_at', models.DateTimeField(blank=True, null=True, verbose_name='sorti de la liste d’attente')),
                    ],
                    options={
                        'verbose_name': 'préinscription',
                        'verbose_name_plural': 'préinscriptions',
                        'ordering': ['created_at', 'pk'],
                    },
                ),
                migrations.CreateModel(
                    name='Round',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveSmallIntegerField(verbose_name='position')),
                    ],
                    options={
                        'verbose_name': 'position',
                        'verbose_name_plural': 'positions',
                        'ordering': ['number'],
                    },
                ),
                migrations.CreateModel(
                    name='Section',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveSmallIntegerField(verbose_name='numéro')),
                        ('first_table', models.PositiveSmallIntegerField(verbose_name='première table')),
                        ('table_count', models.PositiveSmallIntegerField(verbose_name='tables')),
                        ('player_count', models.PositiveSmallIntegerField(verbose_name='joueurs')),
                        ('round_count', models.PositiveSmallIntegerField(verbose_name='positions')),
                        ('boards_per_set', models.PositiveSmallIntegerField(verbose_name='étuis par position')),
                        ('set_count', models.PositiveSmallIntegerField(verbose_name='séries d’étuis')),
                        ('keeps_lines', models.BooleanField(verbose_name='lignes')),
                    ],
                    options={
                        'verbose_name': 'section',
                        'verbose_name_plural': 'sections',
                        'ordering': ['number'],
                    },
                ),
                migrations.CreateModel(
                    name='Competition',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=120, verbose_name='nom')),
                        ('slug', models.SlugField(max_length=80, unique=True, verbose_name='adresse courte')),
                        ('kind', models.CharField(choices=[('simultaneous', 'simultané\xa0: les mêmes donnes en plusieurs lieux'), ('championship', 'championnat\xa0: plusieurs tournois additionnés')], max_length=12, verbose_name='genre')),
                        ('method', models.CharField(choices=[('sum', 'les résultats des tournois'), ('points', 'les points de classement du barème du club')], default='sum', max_length=8, verbose_name='mode de calcul')),
                        ('best_events', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='meilleurs tournois comptés')),
                        ('least_events', models.PositiveSmallIntegerField(default=1, verbose_name='tournois joués, au moins')),
                        ('visibility', models.CharField(choices=[('private', 'réservé aux organisateurs'), ('public', 'public')], default='private', max_length=10, verbose_name='résultats visibles')),
                        ('join_code', models.CharField(max_length=20, unique=True, verbose_name='code d’accès')),
                        ('version', models.PositiveIntegerField(default=0)),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='competitions', to='tournaments.club')),
                    ],
                    options={
                        'verbose_name': 'compétition',
                        'verbose_name_plural': 'compétitions',
                        'ordering': ['-created_at', '-pk'],
                    },
                ),
                migrations.CreateModel(
                    name='CompetitionRequest',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('competition', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='requests', to='tournaments.competition')),
                    ],
                ),
                migrations.CreateModel(
                    name='CompetitionSnapshot',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('version', models.PositiveIntegerField()),
                        ('rows', models.JSONField()),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('competition', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='snapshots', to='tournaments.competition')),
                    ],
                    options={
                        'verbose_name': 'classement d’une compétition',
                        'verbose_name_plural': 'classements des compétitions',
                        'ordering': ['competition', '-version'],
                    },
                ),
                migrations.CreateModel(
                    name='EventTemplate',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=80, verbose_name='nom')),
                        ('choices', models.JSONField()),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('deleted_at', models.DateTimeField(blank=True, editable=False, null=True)),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='event_templates', to='tournaments.club')),
                        ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'modèle de soirée',
                        'verbose_name_plural': 'modèles de soirée',
                        'ordering': ['name', 'pk'],
                    },
                ),
                migrations.CreateModel(
                    name='EntryFee',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('paid_cents', models.PositiveIntegerField(default=0, verbose_name='payé')),
                        ('entry', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='fee', to='tournaments.entry')),
                        ('rate', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entry_fees', to='tournaments.feerate')),
                    ],
                    options={
                        'verbose_name': 'droit d’inscription',
                        'verbose_name_plural': 'droits d’inscription',
                    },
                ),
                migrations.CreateModel(
                    name='HallMessage',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('text', models.CharField(max_length=200, verbose_name='message')),
                        ('sent_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('expires_at', models.DateTimeField(verbose_name='jusqu’à')),
                        ('sent_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('section', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.section')),
                    ],
                    options={
                        'verbose_name': 'message à la salle',
                        'verbose_name_plural': 'messages à la salle',
                        'ordering': ['-sent_at', '-pk'],
                    },
                ),
                migrations.CreateModel(
                    name='HouseRules',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=60, verbose_name='nom')),
                        ('game', models.CharField(max_length=40, verbose_name='jeu')),
                        ('rules', models.CharField(max_length=200, verbose_name='règles')),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='house_rules', to='tournaments.club')),
                        ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'règle de la maison',
                        'verbose_name_plural': 'règles de la maison',
                        'ordering': ['game', 'name', 'pk'],
                    },
                ),
                migrations.CreateModel(
                    name='Invitation',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('role', models.CharField(choices=[('director', 'directeur du tournoi'), ('referee', 'arbitre'), ('scorer', 'marqueur'), ('checker', 'vérificateur'), ('treasurer', 'trésorier et accueil'), ('screen', 'écran'), ('table', 'capitaine de table')], max_length=10, verbose_name='rôle')),
                        ('table_number', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='table')),
                        ('label', models.CharField(max_length=80, verbose_name='pour qui')),
                        ('token_digest', models.CharField(max_length=64, unique=True)),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('expires_at', models.DateTimeField(verbose_name='valable jusqu’à')),
                        ('revoked_at', models.DateTimeField(blank=True, null=True)),
                        ('accepted_count', models.PositiveIntegerField(default=0)),
                        ('guest', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='invitation', to=settings.AUTH_USER_MODEL)),
                        ('invited_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'invitation',
                        'verbose_name_plural': 'invitations',
                        'ordering': ['-created_at', '-pk'],
                    },
                ),
                migrations.CreateModel(
                    name='Membership',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('role', models.CharField(choices=[('owner', 'responsable du club'), ('organiser', 'organisateur')], max_length=12, verbose_name='rôle')),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='tournaments.club', verbose_name='club')),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL, verbose_name='compte')),
                    ],
                    options={
                        'verbose_name': 'rôle dans un club',
                        'verbose_name_plural': 'rôles dans les clubs',
                    },
                ),
                migrations.CreateModel(
                    name='MessageReading',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('device', models.UUIDField(verbose_name='appareil')),
                        ('read_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('message', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='readings', to='tournaments.hallmessage')),
                    ],
                    options={
                        'verbose_name': 'message lu',
                        'verbose_name_plural': 'messages lus',
                    },
                ),
                migrations.CreateModel(
                    name='PaperLook',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('logo', models.BinaryField(blank=True, default=bytes, verbose_name='logo')),
                        ('ink', models.CharField(default='#000000', max_length=7, verbose_name='couleur des titres')),
                        ('tint', models.CharField(default='#eeeeee', max_length=7, verbose_name='fond des en-têtes')),
                        ('footer', models.CharField(blank=True, max_length=90, verbose_name='pied de page')),
                        ('is_large', models.BooleanField(default=False, verbose_name='grands caractères')),
                        ('shows_home_clubs', models.BooleanField(default=False, verbose_name='club d’origine')),
                        ('club', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='paper_look', to='tournaments.club')),
                    ],
                    options={
                        'verbose_name': 'présentation des papiers',
                        'verbose_name_plural': 'présentations des papiers',
                    },
                ),
                migrations.CreateModel(
                    name='Person',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('last_name', models.CharField(max_length=80, verbose_name='nom')),
                        ('first_name', models.CharField(blank=True, max_length=80, verbose_name='prénom')),
                        ('federation_number', models.CharField(blank=True, max_length=20, verbose_name='numéro de licence')),
                        ('licence_until', models.DateField(blank=True, null=True, verbose_name='licence valable jusqu’au')),
                        ('series', models.CharField(choices=[('1', '1re série'), ('2', '2e série'), ('3', '3e série'), ('4', '4e série'), ('NC', 'non classé')], default='NC', max_length=2, verbose_name='série')),
                        ('home_club', models.CharField(blank=True, max_length=120, verbose_name='club d’origine')),
                        ('household', models.CharField(blank=True, max_length=40, verbose_name='foyer')),
                        ('country', models.CharField(blank=True, max_length=40, verbose_name='pays')),
                        ('category', models.CharField(blank=True, max_length=40, verbose_name='catégorie')),
                        ('birth_year', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='année de naissance')),
                        ('email', models.EmailField(blank=True, max_length=254, verbose_name='adresse électronique')),
                        ('phone', models.CharField(blank=True, max_length=30, verbose_name='téléphone')),
                        ('wants_results', models.BooleanField(default=False, verbose_name='reçoit ses résultats par courriel')),
                        ('language', models.CharField(blank=True, choices=[('fr', 'Français'), ('en', 'English')], max_length=5, verbose_name='langue')),
                        ('link_nonce', models.CharField(blank=True, editable=False, max_length=32)),
                        ('shows_full_name', models.BooleanField(default=False, verbose_name='accepte d’être nommé publiquement')),
                        ('is_withheld', models.BooleanField(default=False, editable=False, verbose_name='remplacé par un numéro sans accord')),
                        ('is_fictitious', models.BooleanField(default=False, editable=False, verbose_name='fictif')),
                        ('erased_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='effacé le')),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('search_key', models.TextField(default='', editable=False)),
                        ('sort_key', models.TextField(default='', editable=False)),
                        ('told_by', models.CharField(blank=True, choices=[(tournaments.core.namesakes.ToldBy['CLUB'], tournaments.core.namesakes.ToldBy['CLUB']), (tournaments.core.namesakes.ToldBy['LICENCE'], tournaments.core.namesakes.ToldBy['LICENCE']), (tournaments.core.namesakes.ToldBy['NUMBER'], tournaments.core.namesakes.ToldBy['NUMBER'])], editable=False, max_length=8)),
                        ('namesake_number', models.PositiveIntegerField(default=0, editable=False)),
                        ('public_number', models.PositiveIntegerField(default=0, editable=False)),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='people', to='tournaments.club')),
                        ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='people', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'joueur',
                        'verbose_name_plural': 'joueurs',
                        'ordering': ['sort_key', 'pk'],
                    },
                ),
                migrations.CreateModel(
                    name='Follow',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.CharField(choices=[('own', 'sa fiche'), ('person', 'joueur suivi'), ('club', 'club suivi')], max_length=6, verbose_name='sorte')),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.club')),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='follows', to=settings.AUTH_USER_MODEL)),
                        ('person', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.person')),
                    ],
                    options={
                        'verbose_name': 'suivi',
                        'verbose_name_plural': 'suivis',
                        'ordering': ['-pk'],
                    },
                ),
                migrations.CreateModel(
                    name='EntryMember',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='tournaments.entry')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='team_memberships', to='tournaments.person')),
                    ],
                    options={
                        'verbose_name': 'équipier',
                        'verbose_name_plural': 'équipiers',
                        'ordering': ['person__sort_key', 'pk'],
                    },
                ),
                migrations.AddField(
                    model_name='entry',
                    name='person',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='tournaments.person'),
                ),
                migrations.CreateModel(
                    name='PersonMerge',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('removed', models.JSONField()),
                        ('filled', models.JSONField(default=list)),
                        ('moved', models.JSONField()),
                        ('merged_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='merges', to='tournaments.club')),
                        ('kept', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='merges', to='tournaments.person')),
                        ('merged_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'fusion de deux joueurs',
                        'verbose_name_plural': 'fusions de joueurs',
                        'ordering': ['-merged_at', '-pk'],
                    },
                ),
                migrations.CreateModel(
                    name='PlayRecord',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('version', models.PositiveSmallIntegerField(verbose_name='version')),
                        ('text', games.sealed.SealedTextField(verbose_name='déroulement')),
                        ('written_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('play', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='records', to='tournaments.play')),
                        ('written_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'déroulement d’une donne',
                        'verbose_name_plural': 'déroulements des donnes',
                        'ordering': ['play', 'version'],
                    },
                ),
                migrations.CreateModel(
                    name='PlayAnalysis',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('state', models.CharField(choices=[('queued', 'en attente'), ('running', 'en cours'), ('done', 'prêt'), ('failed', 'échoué')], default='queued', max_length=10, verbose_name='état')),
                        ('done', models.PositiveSmallIntegerField(default=0)),
                        ('total', models.PositiveSmallIntegerField(default=0)),
                        ('attempts', models.PositiveSmallIntegerField(default=0)),
                        ('heartbeat_at', models.DateTimeField(blank=True, null=True)),
                        ('error', models.CharField(blank=True, max_length=300, verbose_name='erreur')),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('finished_at', models.DateTimeField(blank=True, null=True)),
                        ('log_length', models.PositiveSmallIntegerField(default=0)),
                        ('readings', models.JSONField(blank=True, default=list)),
                        ('table', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='analysis', to='games.playedtable')),
                        ('record', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='analysis', to='tournaments.playrecord')),
                    ],
                    options={
                        'verbose_name': 'analyse d’une partie',
                        'verbose_name_plural': 'analyses de parties',
                    },
                ),
                migrations.CreateModel(
                    name='PrizeRule',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('position', models.PositiveSmallIntegerField(verbose_name='rang')),
                        ('name', models.CharField(max_length=60, verbose_name='nom')),
                        ('ranking', models.CharField(choices=[('overall', 'classement général'), ('alternated', 'classement alterné'), ('line', 'ligne'), ('category', 'catégorie'), ('series', 'série'), ('club', 'club'), ('country', 'pays'), ('age', 'tranche d’âge')], max_length=12, verbose_name='classement')),
                        ('group', models.CharField(blank=True, max_length=100, verbose_name='groupe')),
                        ('amounts', models.JSONField(blank=True, default=list, verbose_name='montants')),
                        ('fund_share', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='part du fonds')),
                        ('prize_count', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='nombre de prix')),
                        ('step_cents', models.PositiveIntegerField(default=100, verbose_name='arrondi')),
                        ('plan', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rules', to='tournaments.prizeplan')),
                    ],
                    options={
                        'verbose_name': 'liste de prix',
                        'verbose_name_plural': 'listes de prix',
                        'ordering': ['position', 'pk'],
                    },
                ),
                migrations.CreateModel(
                    name='RegisteredPlayer',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('position', models.PositiveSmallIntegerField(verbose_name='rang')),
                        ('last_name', models.CharField(max_length=80, verbose_name='nom')),
                        ('first_name', models.CharField(blank=True, max_length=80, verbose_name='prénom')),
                        ('federation_number', models.CharField(blank=True, max_length=20, verbose_name='numéro de licence')),
                        ('entry', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='registered_players', to='tournaments.entry')),
                        ('registration', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='players', to='tournaments.registration')),
                    ],
                    options={
                        'verbose_name': 'joueur préinscrit',
                        'verbose_name_plural': 'joueurs préinscrits',
                        'ordering': ['position'],
                    },
                ),
                migrations.CreateModel(
                    name='ResultSlip',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('version', models.PositiveSmallIntegerField(verbose_name='version')),
                        ('is_current', models.BooleanField(default=True)),
                        ('kind', models.CharField(choices=[('played', 'jouée'), ('not_played', 'non jouée'), ('neutralised', 'neutralisée'), ('withdrawn', 'retirée')], max_length=12, verbose_name='nature')),
                        ('score', models.SmallIntegerField(blank=True, null=True, verbose_name='marque')),
                        ('seat_scores', models.JSONField(blank=True, decoder=tournaments.models.results.ScoresDecoder, encoder=tournaments.models.results.ScoresEncoder, null=True, verbose_name='marques par place')),
                        ('facts', models.JSONField(blank=True, null=True, verbose_name='détail')),
                        ('device', models.CharField(blank=True, max_length=80, verbose_name='appareil')),
                        ('token', models.UUIDField(default=uuid.uuid4, unique=True, verbose_name='jeton d’envoi')),
                        ('reason', models.CharField(blank=True, max_length=200, verbose_name='motif')),
                        ('after_withdrawal', models.BooleanField(default=False, verbose_name='saisie après un retrait')),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('entered_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='result_slips', to=settings.AUTH_USER_MODEL)),
                        ('play', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='slips', to='tournaments.play')),
                    ],
                    options={
                        'verbose_name': 'résultat',
                        'verbose_name_plural': 'résultats',
                        'ordering': ['play', 'version'],
                    },
                ),
                migrations.AddField(
                    model_name='play',
                    name='round',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='plays', to='tournaments.round'),
                ),
                migrations.CreateModel(
                    name='Attacker',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='attackers', to='tournaments.entry')),
                        ('member', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='attacks', to='tournaments.entrymember')),
                        ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='attackers', to='tournaments.round')),
                    ],
                    options={
                        'verbose_name': 'attaquant',
                        'verbose_name_plural': 'attaquants',
                    },
                ),
                migrations.CreateModel(
                    name='Season',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=80, verbose_name='nom')),
                        ('starts_on', models.DateField(verbose_name='premier jour')),
                        ('ends_on', models.DateField(verbose_name='dernier jour')),
                        ('best_events', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='meilleurs tournois comptés')),
                        ('least_events', models.PositiveSmallIntegerField(default=1, verbose_name='tournois pour le prix de régularité')),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seasons', to='tournaments.club')),
                    ],
                    options={
                        'verbose_name': 'saison',
                        'verbose_name_plural': 'saisons',
                        'ordering': ['-starts_on', '-pk'],
                    },
                ),
                migrations.CreateModel(
                    name='SeasonTariff',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('valid_from', models.DateField(verbose_name='en vigueur depuis')),
                        ('bands', models.JSONField(verbose_name='barème')),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='season_tariffs', to='tournaments.club')),
                    ],
                    options={
                        'verbose_name': 'barème',
                        'verbose_name_plural': 'barèmes',
                        'ordering': ['-valid_from'],
                    },
                ),
                migrations.CreateModel(
                    name='SecondEntry',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.CharField(choices=[('played', 'jouée'), ('not_played', 'non jouée'), ('neutralised', 'neutralisée'), ('withdrawn', 'retirée')], max_length=12, verbose_name='nature')),
                        ('score', models.SmallIntegerField(blank=True, null=True, verbose_name='marque')),
                        ('seat_scores', models.JSONField(blank=True, decoder=tournaments.models.results.ScoresDecoder, encoder=tournaments.models.results.ScoresEncoder, null=True, verbose_name='marques par place')),
                        ('facts', models.JSONField(blank=True, null=True, verbose_name='détail')),
                        ('entered_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('entered_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('play', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='second_entry', to='tournaments.play')),
                        ('settled_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('settled_slip', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.resultslip')),
                    ],
                    options={
                        'verbose_name': 'seconde saisie',
                        'verbose_name_plural': 'secondes saisies',
                        'ordering': ['play'],
                    },
                ),
                migrations.AddField(
                    model_name='round',
                    name='section',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='tournaments.section'),
                ),
                migrations.AddField(
                    model_name='entry',
                    name='section',
                    field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='tournaments.section'),
                ),
                migrations.CreateModel(
                    name='SentForm',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('key', models.CharField(editable=False, max_length=64)),
                        ('sent_at', models.DateTimeField(db_index=True, default=django.utils.timezone.now, editable=False)),
                        ('answer', models.BinaryField(null=True)),
                    ],
                    options={
                        'verbose_name': 'formulaire envoyé',
                        'verbose_name_plural': 'formulaires envoyés',
                        'constraints': [models.UniqueConstraint(fields=('key',), name='sent_form_once')],
                    },
                ),
                migrations.CreateModel(
                    name='Session',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveSmallIntegerField(verbose_name='séance')),
                        ('coefficient', models.DecimalField(decimal_places=3, default=1, max_digits=6, verbose_name='coefficient')),
                        ('is_final', models.BooleanField(default=False, verbose_name='finale')),
                        ('carried_numerator', models.PositiveSmallIntegerField(default=1)),
                        ('carried_denominator', models.PositiveSmallIntegerField(default=1)),
                        ('sheet', models.CharField(blank=True, choices=[('deals', 'deals'), ('totals', 'totals')], editable=False, max_length=10, verbose_name='feuilles de marque')),
                        ('deal_set', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='session', to='games.dealset')),
                    ],
                    options={
                        'verbose_name': 'séance',
                        'verbose_name_plural': 'séances',
                        'ordering': ['number'],
                    },
                ),
                migrations.AddField(
                    model_name='section',
                    name='session',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sections', to='tournaments.session'),
                ),
                migrations.CreateModel(
                    name='Ruling',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('fault', models.CharField(blank=True, max_length=40, verbose_name='faute')),
                        ('edition', models.CharField(default='fft-2012', max_length=20, verbose_name='édition du code')),
                        ('occurrence', models.PositiveSmallIntegerField(default=1, verbose_name='répétition de la faute')),
                        ('effects', models.JSONField(default=list, verbose_name='effets')),
                        ('reason', models.CharField(max_length=200, verbose_name='motif')),
                        ('ruled_as', models.CharField(choices=[('referee', 'arbitre'), ('director', 'directeur du tournoi'), ('organiser', 'organisateur')], default='organiser', max_length=10, verbose_name='en qualité de')),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('withdrawn_at', models.DateTimeField(blank=True, editable=False, null=True)),
                        ('withdrawn_reason', models.CharField(blank=True, max_length=200, verbose_name='motif du retrait')),
                        ('guilty', models.ManyToManyField(blank=True, related_name='rulings', to='tournaments.entry')),
                        ('play', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rulings', to='tournaments.play')),
                        ('ruled_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to=settings.AUTH_USER_MODEL)),
                        ('withdrawn_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('session', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='tournaments.session')),
                    ],
                    options={
                        'verbose_name': 'décision d’arbitrage',
                        'verbose_name_plural': 'décisions d’arbitrage',
                        'ordering': ['created_at', 'pk'],
                    },
                ),
                migrations.CreateModel(
                    name='RoundLock',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('round_number', models.PositiveSmallIntegerField(verbose_name='position')),
                        ('locked_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('unlocked_at', models.DateTimeField(blank=True, null=True)),
                        ('reason', models.CharField(blank=True, max_length=200, verbose_name='motif')),
                        ('locked_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('unlocked_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='round_locks', to='tournaments.session')),
                    ],
                    options={
                        'verbose_name': 'position verrouillée',
                        'verbose_name_plural': 'positions verrouillées',
                        'ordering': ['session', 'round_number', 'pk'],
                    },
                ),
                migrations.CreateModel(
                    name='RoundClock',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('round_number', models.PositiveSmallIntegerField(verbose_name='position')),
                        ('length', models.DurationField(verbose_name='durée')),
                        ('added', models.DurationField(default=datetime.timedelta)),
                        ('started_at', models.DateTimeField(blank=True, null=True)),
                        ('paused_at', models.DateTimeField(blank=True, null=True)),
                        ('paused_for', models.DurationField(default=datetime.timedelta)),
                        ('session', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='clock', to='tournaments.session')),
                    ],
                    options={
                        'verbose_name': 'horloge d’une séance',
                        'verbose_name_plural': 'horloges des séances',
                    },
                ),
                migrations.CreateModel(
                    name='PrintedSheet',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('code', models.CharField(max_length=6, unique=True, verbose_name='code')),
                        ('section_number', models.PositiveSmallIntegerField(verbose_name='section')),
                        ('board', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='étui')),
                        ('round_number', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='position')),
                        ('table_number', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='table')),
                        ('leaf', models.PositiveSmallIntegerField(default=0, verbose_name='feuillet')),
                        ('deals', models.CharField(blank=True, max_length=64, verbose_name='empreinte des donnes')),
                        ('lines', models.JSONField(verbose_name='lignes')),
                        ('fingerprint', models.CharField(max_length=64, unique=True)),
                        ('printed_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='imprimée depuis')),
                        ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='printed_sheets', to='tournaments.session')),
                    ],
                    options={
                        'verbose_name': 'feuille imprimée',
                        'verbose_name_plural': 'feuilles imprimées',
                        'ordering': ['pk'],
                    },
                ),
                migrations.CreateModel(
                    name='OpenedBoard',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('board', models.PositiveSmallIntegerField(verbose_name='étui')),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('opened_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='opened_boards', to='tournaments.session')),
                    ],
                    options={
                        'verbose_name': 'étui ouvert',
                        'verbose_name_plural': 'étuis ouverts',
                        'ordering': ['board'],
                    },
                ),
                migrations.CreateModel(
                    name='Incident',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.CharField(choices=[('missing', 'quelqu’un ne vient pas'), ('late', 'quelqu’un est en retard'), ('leaving', 'quelqu’un s’en va'), ('arriving', 'quelqu’un arrive ou revient'), ('substitute', 'un remplaçant'), ('swap', 'deux personnes à la mauvaise place'), ('tables', 'deux tables échangées'), ('boards', 'une table a joué d’autres étuis'), ('slow', 'une table trop lente'), ('spoiled', 'un étui abîmé'), ('shortened', 'la soirée est écourtée')], max_length=12, verbose_name='imprévu')),
                        ('facts', models.JSONField(default=dict, verbose_name='faits')),
                        ('steps', models.JSONField(default=list, verbose_name='changements')),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('undone_at', models.DateTimeField(blank=True, editable=False, null=True)),
                        ('made_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('undone_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='incidents', to='tournaments.session')),
                    ],
                    options={
                        'verbose_name': 'imprévu',
                        'verbose_name_plural': 'imprévus',
                        'ordering': ['-created_at', '-pk'],
                    },
                ),
                migrations.AddField(
                    model_name='hallmessage',
                    name='session',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='tournaments.session'),
                ),
                migrations.CreateModel(
                    name='BoardReference',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('state', models.CharField(choices=[('queued', 'en attente'), ('running', 'en cours'), ('done', 'prêt'), ('failed', 'échoué')], default='queued', max_length=10, verbose_name='état')),
                        ('done', models.PositiveSmallIntegerField(default=0)),
                        ('total', models.PositiveSmallIntegerField(default=0)),
                        ('attempts', models.PositiveSmallIntegerField(default=0)),
                        ('heartbeat_at', models.DateTimeField(blank=True, null=True)),
                        ('error', models.CharField(blank=True, max_length=300, verbose_name='erreur')),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('finished_at', models.DateTimeField(blank=True, null=True)),
                        ('board', models.PositiveSmallIntegerField(verbose_name='étui')),
                        ('scores', models.JSONField(blank=True, default=list)),
                        ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='references', to='tournaments.session')),
                    ],
                    options={
                        'verbose_name': 'note de référence',
                        'verbose_name_plural': 'notes de référence',
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
                    },
                ),
                migrations.CreateModel(
                    name='SheetScan',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('board', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='étui')),
                        ('round_number', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='position')),
                        ('table_number', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='table')),
                        ('kind', models.CharField(choices=[('image', 'image'), ('pdf', 'PDF')], max_length=5, verbose_name='nature')),
                        ('file', models.FileField(upload_to='scans/', verbose_name='fichier')),
                        ('name', models.CharField(max_length=120, verbose_name='nom')),
                        ('added_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('added_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sheet_scans', to='tournaments.session')),
                    ],
                    options={
                        'verbose_name': 'image d’une feuille',
                        'verbose_name_plural': 'images des feuilles',
                        'ordering': ['pk'],
                    },
                ),
                migrations.CreateModel(
                    name='SiteFile',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('site', models.CharField(max_length=80, verbose_name='lieu')),
                        ('document', models.JSONField()),
                        ('received_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('competition', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='site_files', to='tournaments.competition')),
                    ],
                    options={
                        'verbose_name': 'fichier d’un lieu',
                        'verbose_name_plural': 'fichiers des lieux',
                        'ordering': ['competition', 'site'],
                    },
                ),
                migrations.CreateModel(
                    name='Standings',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('version', models.PositiveIntegerField(default=0)),
                        ('updated_at', models.DateTimeField(blank=True, null=True)),
                        ('session', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='standings', to='tournaments.session')),
                    ],
                    options={
                        'verbose_name': 'classement',
                        'verbose_name_plural': 'classements',
                    },
                ),
                migrations.CreateModel(
                    name='StandingsRequest',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='standings_requests', to='tournaments.session')),
                    ],
                ),
                migrations.CreateModel(
                    name='StandingsSnapshot',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('version', models.PositiveIntegerField()),
                        ('method', models.CharField(max_length=40)),
                        ('rows', models.JSONField()),
                        ('results_counted', models.PositiveIntegerField()),
                        ('results_expected', models.PositiveIntegerField()),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='snapshots', to='tournaments.session')),
                    ],
                    options={
                        'verbose_name': 'état du classement',
                        'verbose_name_plural': 'états du classement',
                        'ordering': ['session', '-version'],
                    },
                ),
                migrations.CreateModel(
                    name='StoredMovement',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=80, verbose_name='nom')),
                        ('origin', models.CharField(choices=[('catalogue', 'catalogue'), ('file', 'fichier'), ('edited', 'modifié à la main'), ('found', 'trouvé par recherche')], max_length=10, verbose_name='origine')),
                        ('source', models.CharField(blank=True, max_length=40, verbose_name='construction')),
                        ('table_count', models.PositiveSmallIntegerField(verbose_name='tables')),
                        ('round_count', models.PositiveSmallIntegerField(verbose_name='positions')),
                        ('player_count', models.PositiveSmallIntegerField(verbose_name='joueurs')),
                        ('boards_per_set', models.PositiveSmallIntegerField(default=2, verbose_name='étuis par position')),
                        ('document', models.JSONField()),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='movements', to='tournaments.club')),
                        ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'mouvement enregistré',
                        'verbose_name_plural': 'mouvements enregistrés',
                        'ordering': ['-created_at', '-pk'],
                    },
                ),
                migrations.AddField(
                    model_name='section',
                    name='movement',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sections', to='tournaments.storedmovement'),
                ),
                migrations.CreateModel(
                    name='MovementSearch',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('player_count', models.PositiveSmallIntegerField(verbose_name='joueurs')),
                        ('table_count', models.PositiveSmallIntegerField(verbose_name='tables')),
                        ('round_count', models.PositiveSmallIntegerField(verbose_name='positions')),
                        ('seconds', models.PositiveIntegerField(verbose_name='durée, en secondes')),
                        ('state', models.CharField(choices=[('queued', 'en attente'), ('running', 'en cours'), ('done', 'terminée'), ('cancelled', 'annulée'), ('failed', 'échouée')], default='queued', max_length=10, verbose_name='état')),
                        ('steps', models.PositiveBigIntegerField(default=0)),
                        ('seconds_done', models.PositiveIntegerField(default=0)),
                        ('best_score', models.BigIntegerField(blank=True, null=True)),
                        ('best', models.JSONField(blank=True, null=True)),
                        ('attempts', models.PositiveSmallIntegerField(default=0)),
                        ('heartbeat_at', models.DateTimeField(blank=True, null=True)),
                        ('error', models.CharField(blank=True, max_length=300, verbose_name='erreur')),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('finished_at', models.DateTimeField(blank=True, null=True)),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='movement_searches', to='tournaments.club')),
                        ('requested_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('result', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='searches', to='tournaments.storedmovement')),
                    ],
                    options={
                        'verbose_name': 'recherche de mouvement',
                        'verbose_name_plural': 'recherches de mouvement',
                        'ordering': ['-created_at', '-pk'],
                    },
                ),
                migrations.CreateModel(
                    name='Substitution',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('first_round', models.PositiveSmallIntegerField(verbose_name='à partir de la position')),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='substitutions', to='tournaments.entry')),
                        ('leaves', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.person')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='substitutions', to='tournaments.person')),
                        ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='substitutions', to='tournaments.session')),
                    ],
                    options={
                        'verbose_name': 'remplacement',
                        'verbose_name_plural': 'remplacements',
                        'ordering': ['first_round', 'pk'],
                    },
                ),
                migrations.CreateModel(
                    name='Table',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveSmallIntegerField(verbose_name='table')),
                        ('section', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='tournaments.section')),
                    ],
                    options={
                        'verbose_name': 'table',
                        'verbose_name_plural': 'tables',
                        'ordering': ['number'],
                    },
                ),
                migrations.CreateModel(
                    name='Seating',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('seat', models.PositiveSmallIntegerField(verbose_name='orientation')),
                        ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seatings', to='tournaments.entry')),
                        ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seatings', to='tournaments.round')),
                        ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seatings', to='tournaments.table')),
                    ],
                    options={
                        'verbose_name': 'place',
                        'verbose_name_plural': 'places',
                    },
                ),
                migrations.AddField(
                    model_name='play',
                    name='table',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='plays', to='tournaments.table'),
                ),
                migrations.AddField(
                    model_name='hallmessage',
                    name='table',
                    field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.table'),
                ),
                migrations.CreateModel(
                    name='HallCall',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('device', models.UUIDField(verbose_name='appareil')),
                        ('reason', models.CharField(blank=True, max_length=200, verbose_name='pourquoi')),
                        ('called_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('taken_at', models.DateTimeField(blank=True, null=True)),
                        ('closed_at', models.DateTimeField(blank=True, null=True)),
                        ('closed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('taken_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='calls', to='tournaments.round')),
                        ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='calls', to='tournaments.table')),
                    ],
                    options={
                        'verbose_name': 'appel de l’arbitre',
                        'verbose_name_plural': 'appels de l’arbitre',
                        'ordering': ['called_at', 'pk'],
                    },
                ),
                migrations.CreateModel(
                    name='TableAccess',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('nonce', models.CharField(max_length=32)),
                        ('issued_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('revoked_at', models.DateTimeField(blank=True, null=True)),
                        ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='access', to='tournaments.table')),
                    ],
                    options={
                        'verbose_name': 'lien d’une table',
                        'verbose_name_plural': 'liens des tables',
                    },
                ),
                migrations.CreateModel(
                    name='TablePhone',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('device', models.UUIDField(verbose_name='appareil')),
                        ('name', models.CharField(blank=True, max_length=80, verbose_name='nom de l’appareil')),
                        ('seat', models.PositiveSmallIntegerField(verbose_name='orientation')),
                        ('claimed_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('seen_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('holds_pen', models.BooleanField(default=False)),
                        ('pen_since', models.DateTimeField(blank=True, null=True)),
                        ('ended_at', models.DateTimeField(blank=True, null=True)),
                        ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='phones', to='tournaments.round')),
                        ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='phones', to='tournaments.table')),
                    ],
                    options={
                        'verbose_name': 'téléphone à une table',
                        'verbose_name_plural': 'téléphones aux tables',
                        'ordering': ['claimed_at', 'pk'],
                    },
                ),
                migrations.CreateModel(
                    name='SlipConfirmation',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('seat', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='orientation')),
                        ('confirmed_at', models.DateTimeField(blank=True, null=True)),
                        ('confirmed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('slip', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='confirmation', to='tournaments.resultslip')),
                        ('phone', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='confirmed', to='tournaments.tablephone')),
                        ('written_on', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='written', to='tournaments.tablephone')),
                    ],
                    options={
                        'verbose_name': 'confirmation d’un résultat',
                        'verbose_name_plural': 'confirmations des résultats',
                    },
                ),
                migrations.CreateModel(
                    name='ResultFlag',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('seat', models.PositiveSmallIntegerField(verbose_name='orientation')),
                        ('text', models.CharField(max_length=500, verbose_name='ce qui est faux')),
                        ('photo', models.FileField(blank=True, upload_to='flags/', verbose_name='photo')),
                        ('token', models.UUIDField(blank=True, null=True, unique=True, verbose_name='jeton d’envoi')),
                        ('raised_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('resolved_at', models.DateTimeField(blank=True, null=True)),
                        ('note', models.CharField(blank=True, max_length=500, verbose_name='réponse')),
                        ('play', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='flags', to='tournaments.play')),
                        ('resolved_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('slip', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='flags', to='tournaments.resultslip')),
                        ('phone', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='flags', to='tournaments.tablephone')),
                    ],
                    options={
                        'verbose_name': 'résultat contesté',
                        'verbose_name_plural': 'résultats contestés',
                        'ordering': ['raised_at', 'pk'],
                    },
                ),
                migrations.CreateModel(
                    name='TieRequest',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('email', models.EmailField(max_length=254, verbose_name='adresse électronique')),
                        ('state', models.CharField(choices=[('asked', 'demandé'), ('accepted', 'accepté'), ('refused', 'refusé')], default='asked', max_length=8, verbose_name='état')),
                        ('is_by_owner', models.BooleanField(default=False, editable=False)),
                        ('asked_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('expires_at', models.DateTimeField()),
                        ('asked_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tie_requests', to='tournaments.person')),
                    ],
                    options={
                        'verbose_name': 'demande de lien avec un compte',
                        'verbose_name_plural': 'demandes de lien avec un compte',
                        'ordering': ['-asked_at', '-pk'],
                    },
                ),
                migrations.CreateModel(
                    name='Tournament',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=120, verbose_name='nom')),
                        ('slug', models.SlugField(max_length=80, unique=True, verbose_name='adresse courte')),
                        ('starts_on', models.DateField(verbose_name='date')),
                        ('starts_at', models.TimeField(blank=True, null=True, verbose_name='heure')),
                        ('first_day', models.DateField(blank=True, null=True, verbose_name='prévu d’abord le')),
                        ('cancelled_at', models.DateTimeField(blank=True, null=True, verbose_name='annulé depuis')),
                        ('format', models.CharField(max_length=40, verbose_name='formule')),
                        ('game', models.CharField(max_length=40, verbose_name='jeu')),
                        ('rule_set', models.CharField(max_length=40, verbose_name='règles')),
                        ('options', models.JSONField(blank=True, default=dict, verbose_name='options')),
                        ('visibility', models.CharField(choices=[('private', 'réservé aux organisateurs'), ('public', 'public')], default='private', max_length=10, verbose_name='résultats visibles')),
                        ('showing', models.JSONField(blank=True, default=dict, verbose_name='ce qui est montré')),
                        ('showing_version', models.PositiveIntegerField(default=0, editable=False)),
                        ('state', models.CharField(choices=[('draft', 'en préparation'), ('seated', 'placé'), ('playing', 'en cours'), ('finished', 'terminé')], default='draft', max_length=10, verbose_name='état')),
                        ('opened_at', models.DateTimeField(blank=True, null=True, verbose_name='inscriptions ouvertes depuis')),
                        ('archived_at', models.DateTimeField(blank=True, null=True, verbose_name='archivé depuis')),
                        ('log_published_at', models.DateTimeField(blank=True, null=True, verbose_name='journal publié depuis')),
                        ('is_practice', models.BooleanField(default=False, verbose_name='entraînement')),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tournaments', to='tournaments.club')),
                    ],
                    options={
                        'verbose_name': 'tournoi',
                        'verbose_name_plural': 'tournois',
                        'ordering': ['-starts_on', '-pk'],
                    },
                ),
                migrations.AddField(
                    model_name='session',
                    name='tournament',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sessions', to='tournaments.tournament'),
                ),
                migrations.CreateModel(
                    name='SeasonCoefficient',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('coefficient', models.DecimalField(decimal_places=3, max_digits=6, verbose_name='coefficient')),
                        ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='season_coefficient', to='tournaments.tournament')),
                    ],
                    options={
                        'verbose_name': 'coefficient de saison',
                        'verbose_name_plural': 'coefficients de saison',
                    },
                ),
                migrations.CreateModel(
                    name='Role',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('role', models.CharField(choices=[('director', 'directeur du tournoi'), ('referee', 'arbitre'), ('scorer', 'marqueur'), ('checker', 'vérificateur'), ('treasurer', 'trésorier et accueil'), ('screen', 'écran'), ('table', 'capitaine de table')], max_length=10, verbose_name='rôle')),
                        ('table_number', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='table')),
                        ('invitation', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='roles', to='tournaments.invitation', verbose_name='invitation')),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='event_roles', to=settings.AUTH_USER_MODEL, verbose_name='compte')),
                        ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='roles', to='tournaments.tournament', verbose_name='tournoi')),
                    ],
                    options={
                        'verbose_name': 'rôle dans un tournoi',
                        'verbose_name_plural': 'rôles dans les tournois',
                    },
                ),
                migrations.CreateModel(
                    name='ResultMail',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('address', models.EmailField(max_length=254, verbose_name='adresse électronique')),
                        ('mark', models.CharField(max_length=80, verbose_name='état du classement')),
                        ('link', models.URLField(blank=True, max_length=300, verbose_name='page du joueur')),
                        ('own_link', models.URLField(blank=True, max_length=300, verbose_name='lien privé du joueur')),
                        ('language', models.CharField(max_length=5, verbose_name='langue')),
                        ('state', models.CharField(choices=[('queued', 'en attente'), ('sending', 'en train de partir'), ('sent', 'envoyé'), ('failed', 'échoué'), ('cancelled', 'annulé')], default='queued', max_length=10, verbose_name='état')),
                        ('error', models.CharField(blank=True, max_length=300, verbose_name='erreur')),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('changed_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.entry')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.person')),
                        ('requested_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='result_mails', to='tournaments.tournament')),
                    ],
                    options={
                        'verbose_name': 'courriel de résultats',
                        'verbose_name_plural': 'courriels de résultats',
                        'ordering': ['pk'],
                    },
                ),
                migrations.AddField(
                    model_name='registration',
                    name='tournament',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='registrations', to='tournaments.tournament'),
                ),
                migrations.CreateModel(
                    name='RecordsRequest',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='records_requests', to='tournaments.tournament')),
                    ],
                ),
                migrations.AddField(
                    model_name='prizeplan',
                    name='tournament',
                    field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='prize_plan', to='tournaments.tournament'),
                ),
                migrations.CreateModel(
                    name='PrintedDocument',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.CharField(max_length=30, verbose_name='document')),
                        ('language', models.CharField(default='fr', max_length=5, verbose_name='langue')),
                        ('options', models.JSONField(blank=True, default=dict)),
                        ('content_hash', models.CharField(blank=True, max_length=64)),
                        ('state', models.CharField(choices=[('queued', 'en attente'), ('running', 'en cours'), ('done', 'prêt'), ('failed', 'échoué')], default='queued', max_length=10, verbose_name='état')),
                        ('pages_done', models.PositiveIntegerField(default=0)),
                        ('pages_total', models.PositiveIntegerField(default=0)),
                        ('attempts', models.PositiveSmallIntegerField(default=0)),
                        ('heartbeat_at', models.DateTimeField(blank=True, null=True)),
                        ('file', models.FileField(blank=True, upload_to='printed/')),
                        ('error', models.CharField(blank=True, max_length=300, verbose_name='erreur')),
                        ('notes', models.JSONField(blank=True, default=list)),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('finished_at', models.DateTimeField(blank=True, null=True)),
                        ('requested_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='documents', to='tournaments.tournament')),
                    ],
                    options={
                        'verbose_name': 'document imprimé',
                        'verbose_name_plural': 'documents imprimés',
                        'ordering': ['-created_at', '-pk'],
                    },
                ),
                migrations.CreateModel(
                    name='PhoneRules',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('needs_confirmation', models.BooleanField(default=False, verbose_name='l’autre camp confirme chaque résultat')),
                        ('shows_comparison', models.BooleanField(default=False, verbose_name='comparaison dès le résultat donné')),
                        ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='phone_rules', to='tournaments.tournament')),
                    ],
                    options={
                        'verbose_name': 'règle des téléphones',
                        'verbose_name_plural': 'règles des téléphones',
                    },
                ),
                migrations.CreateModel(
                    name='OwnTariff',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('fault', models.CharField(max_length=40, verbose_name='faute')),
                        ('tariffs', models.JSONField(verbose_name='tarifs')),
                        ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='own_tariffs', to='tournaments.tournament')),
                    ],
                    options={
                        'verbose_name': 'tarif du tournoi',
                        'verbose_name_plural': 'tarifs du tournoi',
                        'ordering': ['fault'],
                    },
                ),
                migrations.AddField(
                    model_name='invitation',
                    name='tournament',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='tournaments.tournament'),
                ),
                migrations.AddField(
                    model_name='feerate',
                    name='tournament',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='fee_rates', to='tournaments.tournament'),
                ),
                migrations.CreateModel(
                    name='EventRecord',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('place', models.PositiveIntegerField(blank=True, null=True)),
                        ('field_size', models.PositiveIntegerField(default=0)),
                        ('season_points', models.CharField(blank=True, max_length=60)),
                        ('duplicate_total', models.CharField(default='0', max_length=200)),
                        ('duplicate_deals', models.PositiveIntegerField(default=0)),
                        ('free_total', models.IntegerField(default=0)),
                        ('free_deals', models.PositiveIntegerField(default=0)),
                        ('rating_value', models.FloatField(blank=True, null=True)),
                        ('rating_deviation', models.FloatField(blank=True, null=True)),
                        ('rating_volatility', models.FloatField(blank=True, null=True)),
                        ('rating_games', models.PositiveIntegerField(default=0)),
                        ('rating_period', models.PositiveIntegerField(default=0)),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='records', to='tournaments.person')),
                        ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='records', to='tournaments.tournament')),
                    ],
                    options={
                        'verbose_name': 'bilan d’un tournoi',
                        'verbose_name_plural': 'bilans des tournois',
                        'ordering': ['tournament', 'place', 'pk'],
                    },
                ),
                migrations.CreateModel(
                    name='EntryRules',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('needs_second_entry', models.BooleanField(default=False, verbose_name='double saisie en aveugle')),
                        ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='entry_rules', to='tournaments.tournament')),
                    ],
                    options={
                        'verbose_name': 'règle de la saisie',
                        'verbose_name_plural': 'règles de la saisie',
                    },
                ),
                migrations.CreateModel(
                    name='EntryOpening',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('place_limit', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='places')),
                        ('note', models.TextField(blank=True, max_length=1000, verbose_name='à lire avant de s’inscrire')),
                        ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='opening', to='tournaments.tournament')),
                    ],
                    options={
                        'verbose_name': 'ouverture des inscriptions',
                        'verbose_name_plural': 'ouvertures des inscriptions',
                    },
                ),
                migrations.AddField(
                    model_name='entrymember',
                    name='tournament',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.tournament'),
                ),
                migrations.AddField(
                    model_name='entry',
                    name='tournament',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='tournaments.tournament'),
                ),
                migrations.CreateModel(
                    name='DealReader',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('named_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='named_readings', to=settings.AUTH_USER_MODEL)),
                        ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deal_readers', to='tournaments.tournament')),
                    ],
                    options={
                        'verbose_name': 'lecteur des donnes',
                        'verbose_name_plural': 'lecteurs des donnes',
                        'ordering': ['user__name', 'pk'],
                    },
                ),
                migrations.CreateModel(
                    name='CompetitionMember',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('coefficient', models.DecimalField(decimal_places=3, default=1, max_digits=6, verbose_name='coefficient')),
                        ('site', models.CharField(blank=True, max_length=80, verbose_name='lieu')),
                        ('competition', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='tournaments.competition')),
                        ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='competitions', to='tournaments.tournament')),
                    ],
                    options={
                        'verbose_name': 'tournoi d’une compétition',
                        'verbose_name_plural': 'tournois des compétitions',
                        'ordering': ['tournament__starts_on', 'pk'],
                    },
                ),
                migrations.CreateModel(
                    name='AuditEvent',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('action', models.CharField(max_length=60, verbose_name='action')),
                        ('subject', models.CharField(max_length=120, verbose_name='objet')),
                        ('before', models.JSONField(blank=True, null=True, verbose_name='avant')),
                        ('after', models.JSONField(blank=True, null=True, verbose_name='après')),
                        ('address', models.GenericIPAddressField(blank=True, null=True, verbose_name='adresse réseau')),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='quand')),
                        ('actor', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='qui')),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='audit_events', to='tournaments.club', verbose_name='club')),
                        ('tournament', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='audit_events', to='tournaments.tournament', verbose_name='tournoi')),
                    ],
                    options={
                        'verbose_name': 'ligne du journal',
                        'verbose_name_plural': 'journal',
                        'ordering': ['-created_at', '-pk'],
                    },
                ),
                migrations.CreateModel(
                    name='AdjustedTemplate',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.CharField(max_length=30, verbose_name='document')),
                        ('text', models.TextField(verbose_name='gabarit')),
                        ('changed_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('changed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='adjusted_templates', to='tournaments.club')),
                    ],
                    options={
                        'verbose_name': 'gabarit ajusté',
                        'verbose_name_plural': 'gabarits ajustés',
                        'ordering': ['club', 'kind'],
                        'constraints': [models.UniqueConstraint(fields=('club', 'kind'), name='adjusted_template_once')],
                    },
                ),
                migrations.AddConstraint(
                    model_name='competition',
                    constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['simultaneous', 'championship'])), name='competition_kind_known'),
                ),
                migrations.AddConstraint(
                    model_name='competition',
                    constraint=models.CheckConstraint(condition=models.Q(('method__in', ['sum', 'points'])), name='competition_method_known'),
                ),
                migrations.AddConstraint(
                    model_name='competition',
                    constraint=models.CheckConstraint(condition=models.Q(('visibility__in', ['private', 'public'])), name='competition_visibility_known'),
                ),
                migrations.AddConstraint(
                    model_name='competition',
                    constraint=models.CheckConstraint(condition=models.Q(('best_events', None), ('best_events__gte', 1), _connector='OR'), name='competition_counts_events'),
                ),
                migrations.AddConstraint(
                    model_name='competition',
                    constraint=models.CheckConstraint(condition=models.Q(('least_events__gte', 1)), name='competition_least_from_one'),
                ),
                migrations.AddConstraint(
                    model_name='competitionsnapshot',
                    constraint=models.UniqueConstraint(fields=('competition', 'version'), name='competition_version_unique'),
                ),
                migrations.AddConstraint(
                    model_name='eventtemplate',
                    constraint=models.UniqueConstraint(condition=models.Q(('deleted_at', None)), fields=('club', 'name'), name='event_template_name_once'),
                ),
                migrations.AddConstraint(
                    model_name='eventtemplate',
                    constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='event_template_has_a_name'),
                ),
                migrations.AddConstraint(
                    model_name='houserules',
                    constraint=models.UniqueConstraint(fields=('club', 'game', 'name'), name='house_rules_name_once'),
                ),
                migrations.AddConstraint(
                    model_name='houserules',
                    constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='house_rules_have_a_name'),
                ),
                migrations.AddConstraint(
                    model_name='membership',
                    constraint=models.UniqueConstraint(fields=('user', 'club'), name='membership_one_per_club'),
                ),
                migrations.AddConstraint(
                    model_name='membership',
                    constraint=models.CheckConstraint(condition=models.Q(('role__in', ['owner', 'organiser'])), name='membership_role_known'),
                ),
                migrations.AddConstraint(
                    model_name='messagereading',
                    constraint=models.UniqueConstraint(fields=('message', 'device'), name='message_read_once_a_phone'),
                ),
                migrations.AddConstraint(
                    model_name='paperlook',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('ink', ''), _negated=True), models.Q(('tint', ''), _negated=True)), name='paper_look_colours_written'),
                ),
                migrations.AddConstraint(
                    model_name='person',
                    constraint=models.UniqueConstraint(condition=models.Q(('federation_number', ''), _negated=True), fields=('club', 'federation_number'), name='person_federation_number_unique_in_club'),
                ),
                migrations.AddConstraint(
                    model_name='person',
                    constraint=models.UniqueConstraint(condition=models.Q(('user__isnull', False)), fields=('club', 'user'), name='person_account_once_in_club'),
                ),
                migrations.AddConstraint(
                    model_name='person',
                    constraint=models.CheckConstraint(condition=models.Q(('series__in', ['1', '2', '3', '4', 'NC'])), name='person_series_known'),
                ),
                migrations.AddConstraint(
                    model_name='person',
                    constraint=models.CheckConstraint(condition=models.Q(('last_name', ''), _negated=True), name='person_has_a_last_name'),
                ),
                migrations.AddConstraint(
                    model_name='person',
                    constraint=models.CheckConstraint(condition=models.Q(('birth_year', None), ('birth_year__range', (1900, 2100)), _connector='OR'), name='person_birth_year_of_somebody_alive'),
                ),
                migrations.AddConstraint(
                    model_name='person',
                    constraint=models.CheckConstraint(condition=models.Q(('language__in', ['', 'fr', 'en'])), name='person_language_known'),
                ),
                migrations.AddConstraint(
                    model_name='follow',
                    constraint=models.UniqueConstraint(condition=models.Q(('person__isnull', False)), fields=('user', 'kind', 'person'), name='follow_person_once_a_kind'),
                ),
                migrations.AddConstraint(
                    model_name='follow',
                    constraint=models.UniqueConstraint(condition=models.Q(('club__isnull', False)), fields=('user', 'club'), name='follow_club_once'),
                ),
                migrations.AddConstraint(
                    model_name='follow',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('club__isnull', False), ('kind', 'club'), ('person', None)), models.Q(('club', None), ('kind__in', ['own', 'person']), ('person__isnull', False)), _connector='OR'), name='follow_of_one_thing'),
                ),
                migrations.AddConstraint(
                    model_name='playrecord',
                    constraint=models.UniqueConstraint(fields=('play', 'version'), name='play_record_version_unique'),
                ),
                migrations.AddConstraint(
                    model_name='playrecord',
                    constraint=models.CheckConstraint(condition=models.Q(('version__gte', 1)), name='play_record_version_from_one'),
                ),
                migrations.AddConstraint(
                    model_name='playrecord',
                    constraint=models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='play_record_says_something'),
                ),
                migrations.AddConstraint(
                    model_name='playanalysis',
                    constraint=models.CheckConstraint(condition=models.Q(('state__in', ['queued', 'running', 'done', 'failed'])), name='analysis_state_known'),
                ),
                migrations.AddConstraint(
                    model_name='playanalysis',
                    constraint=models.CheckConstraint(condition=models.Q(('table__isnull', True), ('record__isnull', True), _connector='XOR'), name='analysis_of_one_play'),
                ),
                migrations.AddConstraint(
                    model_name='prizerule',
                    constraint=models.UniqueConstraint(fields=('plan', 'name'), name='prize_rule_name_once'),
                ),
                migrations.AddConstraint(
                    model_name='prizerule',
                    constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='prize_rule_has_a_name'),
                ),
                migrations.AddConstraint(
                    model_name='prizerule',
                    constraint=models.CheckConstraint(condition=models.Q(('ranking__in', ['overall', 'alternated', 'line', 'category', 'series', 'club', 'country', 'age'])), name='prize_ranking_known'),
                ),
                migrations.AddConstraint(
                    model_name='prizerule',
                    constraint=models.CheckConstraint(condition=models.Q(('fund_share', None), ('fund_share__range', (1, 100)), _connector='OR'), name='prize_fund_share_1_to_100'),
                ),
                migrations.AddConstraint(
                    model_name='prizerule',
                    constraint=models.CheckConstraint(condition=models.Q(('step_cents__gte', 1)), name='prize_step_above_zero'),
                ),
                migrations.AddConstraint(
                    model_name='registeredplayer',
                    constraint=models.UniqueConstraint(fields=('registration', 'position'), name='registered_player_position_once'),
                ),
                migrations.AddConstraint(
                    model_name='registeredplayer',
                    constraint=models.CheckConstraint(condition=models.Q(('last_name', ''), _negated=True), name='registered_player_has_a_last_name'),
                ),
                migrations.AddConstraint(
                    model_name='resultslip',
                    constraint=models.UniqueConstraint(fields=('play', 'version'), name='slip_version_unique'),
                ),
                migrations.AddConstraint(
                    model_name='resultslip',
                    constraint=models.UniqueConstraint(condition=models.Q(('is_current', True)), fields=('play',), name='slip_one_current'),
                ),
                migrations.AddConstraint(
                    model_name='resultslip',
                    constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['played', 'not_played', 'neutralised', 'withdrawn'])), name='slip_kind_known'),
                ),
                migrations.AddConstraint(
                    model_name='resultslip',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'played'), ('score__isnull', False)), models.Q(('kind', 'played'), ('seat_scores__isnull', False)), models.Q(models.Q(('kind', 'played'), _negated=True), ('score__isnull', True), ('seat_scores__isnull', True)), _connector='OR'), name='slip_score_when_played'),
                ),
                migrations.AddConstraint(
                    model_name='resultslip',
                    constraint=models.CheckConstraint(condition=models.Q(('version', 1), ('after_withdrawal', True), models.Q(('reason', ''), _negated=True), _connector='OR'), name='slip_correction_has_a_reason'),
                ),
                migrations.AddConstraint(
                    model_name='resultslip',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'withdrawn'), _negated=True), models.Q(('is_current', False), models.Q(('reason', ''), _negated=True)), _connector='OR'), name='slip_withdrawn_is_not_current'),
                ),
                migrations.AddConstraint(
                    model_name='resultslip',
                    constraint=models.CheckConstraint(condition=models.Q(('version__gte', 1)), name='slip_version_from_one'),
                ),
                migrations.AddConstraint(
                    model_name='attacker',
                    constraint=models.UniqueConstraint(fields=('round', 'entry'), name='attacker_one_in_a_round'),
                ),
                migrations.AddConstraint(
                    model_name='season',
                    constraint=models.UniqueConstraint(fields=('club', 'name'), name='season_name_unique'),
                ),
                migrations.AddConstraint(
                    model_name='season',
                    constraint=models.CheckConstraint(condition=models.Q(('ends_on__gte', models.F('starts_on'))), name='season_ends_after_start'),
                ),
                migrations.AddConstraint(
                    model_name='season',
                    constraint=models.CheckConstraint(condition=models.Q(('best_events', None), ('best_events__gte', 1), _connector='OR'), name='season_counts_events'),
                ),
                migrations.AddConstraint(
                    model_name='season',
                    constraint=models.CheckConstraint(condition=models.Q(('least_events__gte', 1)), name='season_least_from_one'),
                ),
                migrations.AddConstraint(
                    model_name='seasontariff',
                    constraint=models.UniqueConstraint(fields=('club', 'valid_from'), name='season_tariff_one_a_day'),
                ),
                migrations.AddConstraint(
                    model_name='secondentry',
                    constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['played', 'not_played', 'neutralised', 'withdrawn'])), name='second_entry_kind_known'),
                ),
                migrations.AddConstraint(
                    model_name='secondentry',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('settled_by', None), ('settled_slip', None)), models.Q(('settled_by__isnull', False), ('settled_slip__isnull', False)), _connector='OR'), name='second_entry_settled_by_somebody'),
                ),
                migrations.AddConstraint(
                    model_name='round',
                    constraint=models.UniqueConstraint(fields=('section', 'number'), name='round_number_unique'),
                ),
                migrations.AddConstraint(
                    model_name='round',
                    constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='round_number_from_one'),
                ),
                migrations.AddConstraint(
                    model_name='ruling',
                    constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='ruling_has_a_reason'),
                ),
                migrations.AddConstraint(
                    model_name='ruling',
                    constraint=models.CheckConstraint(condition=models.Q(('occurrence__gte', 1)), name='ruling_occurrence_from_one'),
                ),
                migrations.AddConstraint(
                    model_name='ruling',
                    constraint=models.CheckConstraint(condition=models.Q(('ruled_as__in', ['referee', 'director', 'organiser'])), name='ruling_role_known'),
                ),
                migrations.AddConstraint(
                    model_name='ruling',
                    constraint=models.CheckConstraint(condition=models.Q(('withdrawn_by', None), models.Q(('withdrawn_reason', ''), _negated=True), _connector='OR'), name='ruling_withdrawal_has_a_reason'),
                ),
                migrations.AddConstraint(
                    model_name='roundlock',
                    constraint=models.UniqueConstraint(condition=models.Q(('unlocked_at', None)), fields=('session', 'round_number'), name='round_locked_once'),
                ),
                migrations.AddConstraint(
                    model_name='roundlock',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('reason', ''), ('unlocked_at', None), ('unlocked_by', None)), models.Q(('unlocked_at__isnull', False), ('unlocked_by__isnull', False), models.Q(('reason', ''), _negated=True)), _connector='OR'), name='round_unlocked_with_a_reason'),
                ),
                migrations.AddConstraint(
                    model_name='roundclock',
                    constraint=models.CheckConstraint(condition=models.Q(('round_number__gte', 1)), name='clock_round_from_one'),
                ),
                migrations.AddConstraint(
                    model_name='roundclock',
                    constraint=models.CheckConstraint(condition=models.Q(('paused_at', None), ('started_at__isnull', False), _connector='OR'), name='clock_paused_once_started'),
                ),
                migrations.AddConstraint(
                    model_name='printedsheet',
                    constraint=models.CheckConstraint(condition=models.Q(('code', ''), _negated=True), name='printed_sheet_has_a_code'),
                ),
                migrations.AddConstraint(
                    model_name='printedsheet',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('board__isnull', False), ('round_number', None), ('table_number', None)), models.Q(('board', None), ('round_number__isnull', False), ('table_number__isnull', False)), _connector='OR'), name='printed_sheet_of_one_kind'),
                ),
                migrations.AddConstraint(
                    model_name='openedboard',
                    constraint=models.UniqueConstraint(fields=('session', 'board'), name='opened_board_once'),
                ),
                migrations.AddConstraint(
                    model_name='openedboard',
                    constraint=models.CheckConstraint(condition=models.Q(('board__gte', 1)), name='opened_board_from_one'),
                ),
                migrations.AddConstraint(
                    model_name='incident',
                    constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['missing', 'late', 'leaving', 'arriving', 'substitute', 'swap', 'tables', 'boards', 'slow', 'spoiled', 'shortened'])), name='incident_kind_known'),
                ),
                migrations.AddConstraint(
                    model_name='boardreference',
                    constraint=models.UniqueConstraint(fields=('session', 'board'), name='reference_once_a_board'),
                ),
                migrations.AddConstraint(
                    model_name='boardreference',
                    constraint=models.CheckConstraint(condition=models.Q(('state__in', ['queued', 'running', 'done', 'failed'])), name='reference_state_known'),
                ),
                migrations.AddConstraint(
                    model_name='sheetcheck',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('board__isnull', False), ('round_number', None), ('table_number', None)), models.Q(('board', None), ('round_number__isnull', False), ('table_number__isnull', False)), _connector='OR'), name='check_of_one_sheet'),
                ),
                migrations.AddConstraint(
                    model_name='sheetcheck',
                    constraint=models.CheckConstraint(condition=models.Q(('verdict__in', ['conform', 'to_review'])), name='check_verdict_known'),
                ),
                migrations.AddConstraint(
                    model_name='sheetcheck',
                    constraint=models.CheckConstraint(condition=models.Q(('verdict', 'conform'), models.Q(('note', ''), _negated=True), _connector='OR'), name='check_review_says_why'),
                ),
                migrations.AddConstraint(
                    model_name='sheetscan',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('board__isnull', False), ('round_number', None), ('table_number', None)), models.Q(('board', None), ('round_number__isnull', False), ('table_number__isnull', False)), models.Q(('board', None), ('round_number', None), ('table_number', None)), _connector='OR'), name='scan_of_one_sheet'),
                ),
                migrations.AddConstraint(
                    model_name='sheetscan',
                    constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['image', 'pdf'])), name='scan_kind_known'),
                ),
                migrations.AddConstraint(
                    model_name='sitefile',
                    constraint=models.UniqueConstraint(fields=('competition', 'site'), name='site_file_one_for_a_site'),
                ),
                migrations.AddConstraint(
                    model_name='standingssnapshot',
                    constraint=models.UniqueConstraint(fields=('session', 'version'), name='snapshot_version_unique'),
                ),
                migrations.AddConstraint(
                    model_name='storedmovement',
                    constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='movement_has_a_name'),
                ),
                migrations.AddConstraint(
                    model_name='storedmovement',
                    constraint=models.CheckConstraint(condition=models.Q(('origin__in', ['catalogue', 'file', 'edited', 'found'])), name='movement_origin_known'),
                ),
                migrations.AddConstraint(
                    model_name='storedmovement',
                    constraint=models.CheckConstraint(condition=models.Q(('player_count__gte', 1), ('round_count__gte', 1), ('table_count__gte', 1)), name='movement_sizes_from_one'),
                ),
                migrations.AddConstraint(
                    model_name='section',
                    constraint=models.UniqueConstraint(fields=('session', 'number'), name='section_number_unique'),
                ),
                migrations.AddConstraint(
                    model_name='section',
                    constraint=models.CheckConstraint(condition=models.Q(('boards_per_set__gte', 1), ('first_table__gte', 1), ('player_count__gte', 1), ('round_count__gte', 1), ('table_count__gte', 1)), name='section_sizes_from_one'),
                ),
                migrations.AddConstraint(
                    model_name='movementsearch',
                    constraint=models.CheckConstraint(condition=models.Q(('state__in', ['queued', 'running', 'done', 'cancelled', 'failed'])), name='search_state_known'),
                ),
                migrations.AddConstraint(
                    model_name='movementsearch',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'done'), _negated=True), ('result__isnull', False), _connector='OR'), name='search_done_has_a_movement'),
                ),
                migrations.AddConstraint(
                    model_name='substitution',
                    constraint=models.UniqueConstraint(fields=('session', 'leaves', 'first_round'), name='leaves_once_a_round'),
                ),
                migrations.AddConstraint(
                    model_name='substitution',
                    constraint=models.UniqueConstraint(fields=('session', 'person', 'first_round'), name='comes_once_a_round'),
                ),
                migrations.AddConstraint(
                    model_name='substitution',
                    constraint=models.CheckConstraint(condition=models.Q(('first_round__gte', 1)), name='substitution_from_round_one'),
                ),
                migrations.AddConstraint(
                    model_name='substitution',
                    constraint=models.CheckConstraint(condition=models.Q(('person', models.F('leaves')), _negated=True), name='substitution_is_of_somebody_else'),
                ),
                migrations.AddConstraint(
                    model_name='table',
                    constraint=models.UniqueConstraint(fields=('section', 'number'), name='table_number_unique'),
                ),
                migrations.AddConstraint(
                    model_name='table',
                    constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='table_number_from_one'),
                ),
                migrations.AddConstraint(
                    model_name='seating',
                    constraint=models.UniqueConstraint(fields=('round', 'table', 'seat'), name='seating_seat_once'),
                ),
                migrations.AddConstraint(
                    model_name='play',
                    constraint=models.UniqueConstraint(fields=('round', 'table', 'board'), name='play_board_once_a_table'),
                ),
                migrations.AddConstraint(
                    model_name='play',
                    constraint=models.CheckConstraint(condition=models.Q(('board__gte', 1)), name='play_board_from_one'),
                ),
                migrations.AddConstraint(
                    model_name='hallmessage',
                    constraint=models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='message_says_something'),
                ),
                migrations.AddConstraint(
                    model_name='hallmessage',
                    constraint=models.CheckConstraint(condition=models.Q(('section', None), ('table', None), _connector='OR'), name='message_to_a_section_or_a_table'),
                ),
                migrations.AddConstraint(
                    model_name='hallcall',
                    constraint=models.UniqueConstraint(condition=models.Q(('closed_at', None)), fields=('table',), name='call_one_open_a_table'),
                ),
                migrations.AddConstraint(
                    model_name='hallcall',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('taken_at', None), ('taken_by', None)), models.Q(('taken_at__isnull', False), ('taken_by__isnull', False)), _connector='OR'), name='call_taken_by_somebody'),
                ),
                migrations.AddConstraint(
                    model_name='hallcall',
                    constraint=models.CheckConstraint(condition=models.Q(('closed_at__isnull', False), ('closed_by', None), _connector='OR'), name='call_closed_when_by_whom'),
                ),
                migrations.AddConstraint(
                    model_name='tableaccess',
                    constraint=models.CheckConstraint(condition=models.Q(('nonce', ''), _negated=True), name='table_access_has_a_nonce'),
                ),
                migrations.AddConstraint(
                    model_name='tablephone',
                    constraint=models.UniqueConstraint(fields=('round', 'device'), name='phone_at_one_table_a_round'),
                ),
                migrations.AddConstraint(
                    model_name='tablephone',
                    constraint=models.UniqueConstraint(condition=models.Q(('holds_pen', True)), fields=('round', 'table'), name='phone_one_pen_a_table'),
                ),
                migrations.AddConstraint(
                    model_name='tablephone',
                    constraint=models.CheckConstraint(condition=models.Q(('holds_pen', False), ('pen_since__isnull', False), _connector='OR'), name='phone_pen_since_when'),
                ),
                migrations.AddConstraint(
                    model_name='slipconfirmation',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('confirmed_at', None), ('confirmed_by', None), ('phone', None), ('seat', None)), models.Q(('confirmed_at__isnull', False), ('confirmed_by', None), ('phone__isnull', False), ('seat__isnull', False)), models.Q(('confirmed_at__isnull', False), ('confirmed_by__isnull', False), ('phone', None), ('seat', None)), _connector='OR'), name='confirmation_by_a_side_or_an_organiser'),
                ),
                migrations.AddConstraint(
                    model_name='resultflag',
                    constraint=models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='flag_says_what'),
                ),
                migrations.AddConstraint(
                    model_name='resultflag',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('note', ''), ('resolved_at', None), ('resolved_by', None)), models.Q(('resolved_at__isnull', False), ('resolved_by__isnull', False), models.Q(('note', ''), _negated=True)), _connector='OR'), name='flag_resolved_with_a_note'),
                ),
                migrations.AddIndex(
                    model_name='tierequest',
                    index=models.Index(fields=['email'], name='tie_request_by_address'),
                ),
                migrations.AddConstraint(
                    model_name='tierequest',
                    constraint=models.UniqueConstraint(fields=('person', 'email'), name='tie_request_once_an_address'),
                ),
                migrations.AddConstraint(
                    model_name='tierequest',
                    constraint=models.CheckConstraint(condition=models.Q(('state__in', ['asked', 'accepted', 'refused'])), name='tie_request_state_known'),
                ),
                migrations.AddConstraint(
                    model_name='tournament',
                    constraint=models.CheckConstraint(condition=models.Q(('state__in', ['draft', 'seated', 'playing', 'finished'])), name='tournament_state_known'),
                ),
                migrations.AddConstraint(
                    model_name='tournament',
                    constraint=models.CheckConstraint(condition=models.Q(('visibility__in', ['private', 'public'])), name='tournament_visibility_known'),
                ),
                migrations.AddConstraint(
                    model_name='tournament',
                    constraint=models.CheckConstraint(condition=models.Q(('archived_at', None), ('state', 'finished'), _connector='OR'), name='tournament_archived_once_finished'),
                ),
                migrations.AddConstraint(
                    model_name='tournament',
                    constraint=models.CheckConstraint(condition=models.Q(('cancelled_at', None), ('state', 'draft'), _connector='OR'), name='tournament_cancelled_while_prepared'),
                ),
                migrations.AddConstraint(
                    model_name='session',
                    constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='session_number_unique'),
                ),
                migrations.AddConstraint(
                    model_name='session',
                    constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='session_number_from_one'),
                ),
                migrations.AddConstraint(
                    model_name='session',
                    constraint=models.CheckConstraint(condition=models.Q(('coefficient__gt', 0)), name='session_coefficient_above_zero'),
                ),
                migrations.AddConstraint(
                    model_name='session',
                    constraint=models.CheckConstraint(condition=models.Q(('is_final', False), ('number__gte', 2), _connector='OR'), name='session_final_comes_later'),
                ),
                migrations.AddConstraint(
                    model_name='session',
                    constraint=models.CheckConstraint(condition=models.Q(('carried_denominator__gte', 1), ('carried_numerator__lte', models.F('carried_denominator'))), name='session_carried_up_to_whole'),
                ),
                migrations.AddConstraint(
                    model_name='session',
                    constraint=models.CheckConstraint(condition=models.Q(('sheet__in', ['', 'deals', 'totals'])), name='session_sheet_known'),
                ),
                migrations.AddConstraint(
                    model_name='seasoncoefficient',
                    constraint=models.CheckConstraint(condition=models.Q(('coefficient__gte', 0)), name='season_coefficient_from_zero'),
                ),
                migrations.AddConstraint(
                    model_name='role',
                    constraint=models.UniqueConstraint(condition=models.Q(('table_number', None)), fields=('user', 'tournament', 'role'), name='role_once'),
                ),
                migrations.AddConstraint(
                    model_name='role',
                    constraint=models.UniqueConstraint(condition=models.Q(('table_number__isnull', False)), fields=('user', 'tournament', 'table_number'), name='role_once_a_table'),
                ),
                migrations.AddConstraint(
                    model_name='role',
                    constraint=models.CheckConstraint(condition=models.Q(('role__in', ['director', 'referee', 'scorer', 'checker', 'treasurer', 'screen', 'table'])), name='role_known'),
                ),
                migrations.AddConstraint(
                    model_name='role',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('role', 'table'), ('table_number__gte', 1)), models.Q(models.Q(('role', 'table'), _negated=True), ('table_number', None)), _connector='OR'), name='role_table_for_captains'),
                ),
                migrations.AddConstraint(
                    model_name='resultmail',
                    constraint=models.UniqueConstraint(fields=('tournament', 'person', 'mark'), name='result_mail_once_a_state'),
                ),
                migrations.AddConstraint(
                    model_name='resultmail',
                    constraint=models.CheckConstraint(condition=models.Q(('state__in', ['queued', 'sending', 'sent', 'failed', 'cancelled'])), name='result_mail_state_known'),
                ),
                migrations.AddConstraint(
                    model_name='registration',
                    constraint=models.CheckConstraint(condition=models.Q(('state__in', ['received', 'waiting', 'accepted', 'joined', 'refused', 'cancelled'])), name='registration_state_known'),
                ),
                migrations.AddConstraint(
                    model_name='prizeplan',
                    constraint=models.CheckConstraint(condition=models.Q(('redistribution', None), ('redistribution__range', (70, 100)), _connector='OR'), name='prize_redistribution_70_to_100'),
                ),
                migrations.AddConstraint(
                    model_name='prizeplan',
                    constraint=models.CheckConstraint(condition=models.Q(('sharing__in', ['equal', 'listed'])), name='prize_sharing_known'),
                ),
                migrations.AddConstraint(
                    model_name='prizeplan',
                    constraint=models.CheckConstraint(condition=models.Q(('cumulation__in', ['all', 'best', 'first_list'])), name='prize_cumulation_known'),
                ),
                migrations.AddConstraint(
                    model_name='prizeplan',
                    constraint=models.CheckConstraint(condition=models.Q(('showing__in', ['nothing', 'amounts', 'winners'])), name='prize_showing_known'),
                ),
                migrations.AddConstraint(
                    model_name='printeddocument',
                    constraint=models.CheckConstraint(condition=models.Q(('state__in', ['queued', 'running', 'done', 'failed'])), name='document_state_known'),
                ),
                migrations.AddConstraint(
                    model_name='printeddocument',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'done'), _negated=True), models.Q(('file', ''), _negated=True), _connector='OR'), name='document_done_has_a_file'),
                ),
                migrations.AddConstraint(
                    model_name='owntariff',
                    constraint=models.UniqueConstraint(fields=('tournament', 'fault'), name='own_tariff_once_a_fault'),
                ),
                migrations.AddConstraint(
                    model_name='invitation',
                    constraint=models.CheckConstraint(condition=models.Q(('role__in', ['director', 'referee', 'scorer', 'checker', 'treasurer', 'screen', 'table'])), name='invitation_role_known'),
                ),
                migrations.AddConstraint(
                    model_name='invitation',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('role', 'table'), ('table_number__gte', 1)), models.Q(models.Q(('role', 'table'), _negated=True), ('table_number', None)), _connector='OR'), name='invitation_table_for_captains'),
                ),
                migrations.AddConstraint(
                    model_name='invitation',
                    constraint=models.CheckConstraint(condition=models.Q(('label', ''), _negated=True), name='invitation_says_for_whom'),
                ),
                migrations.AddConstraint(
                    model_name='feerate',
                    constraint=models.UniqueConstraint(fields=('tournament', 'name'), name='fee_rate_name_once'),
                ),
                migrations.AddConstraint(
                    model_name='feerate',
                    constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='fee_rate_has_a_name'),
                ),
                migrations.AddConstraint(
                    model_name='eventrecord',
                    constraint=models.UniqueConstraint(fields=('tournament', 'person'), name='event_record_once'),
                ),
                migrations.AddConstraint(
                    model_name='entryopening',
                    constraint=models.CheckConstraint(condition=models.Q(('place_limit', None), ('place_limit__gte', 1), _connector='OR'), name='opening_limit_from_one'),
                ),
                migrations.AddConstraint(
                    model_name='entrymember',
                    constraint=models.UniqueConstraint(fields=('tournament', 'person'), name='member_of_one_team'),
                ),
                migrations.AddConstraint(
                    model_name='entry',
                    constraint=models.UniqueConstraint(fields=('tournament', 'person'), name='entry_person_once'),
                ),
                migrations.AddConstraint(
                    model_name='entry',
                    constraint=models.UniqueConstraint(fields=('section', 'start_table', 'start_seat'), name='entry_start_seat_unique'),
                ),
                migrations.AddConstraint(
                    model_name='entry',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('section', None), ('start_seat', None), ('start_table', None)), models.Q(('section__isnull', False), ('start_seat__gte', 0), ('start_table__gte', 1)), _connector='OR'), name='entry_start_seat_whole_or_none'),
                ),
                migrations.AddConstraint(
                    model_name='entry',
                    constraint=models.CheckConstraint(condition=models.Q(('presence__in', ['ranked', 'withdrawn', 'unranked', 'substitute'])), name='entry_presence_known'),
                ),
                migrations.AddConstraint(
                    model_name='dealreader',
                    constraint=models.UniqueConstraint(fields=('tournament', 'user'), name='deal_reader_once'),
                ),
                migrations.AddConstraint(
                    model_name='competitionmember',
                    constraint=models.UniqueConstraint(fields=('competition', 'tournament'), name='competition_member_once'),
                ),
                migrations.AddConstraint(
                    model_name='competitionmember',
                    constraint=models.CheckConstraint(condition=models.Q(('coefficient__gt', 0)), name='competition_coefficient_above_zero'),
                ),
                migrations.AddIndex(
                    model_name='auditevent',
                    index=models.Index(condition=models.Q(('address__isnull', False)), fields=['created_at'], name='audit_addresses_by_age'),
                ),
            ]
        ),
    ]
