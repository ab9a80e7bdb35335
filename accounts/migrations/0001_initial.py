import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from common.first_tables import MakeTables
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        MakeTables(
            [
                migrations.CreateModel(
                    name='SignIn',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('typed', models.CharField(db_index=True, max_length=254, verbose_name='adresse tapée')),
                        ('address', models.GenericIPAddressField(null=True, verbose_name='adresse réseau')),
                        ('browser', models.CharField(blank=True, max_length=80, verbose_name='navigateur')),
                        ('is_good', models.BooleanField(verbose_name='réussie')),
                        ('at', models.DateTimeField(db_index=True, default=django.utils.timezone.now, verbose_name='quand')),
                    ],
                    options={
                        'verbose_name': 'connexion',
                        'verbose_name_plural': 'connexions',
                    },
                ),
                migrations.CreateModel(
                    name='User',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('password', models.CharField(max_length=128, verbose_name='password')),
                        ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                        ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                        ('email', models.EmailField(max_length=254, unique=True, verbose_name='adresse électronique')),
                        ('name', models.CharField(max_length=120, verbose_name='nom affiché')),
                        ('is_active', models.BooleanField(default=True, verbose_name='actif')),
                        ('is_guest', models.BooleanField(default=False, editable=False, verbose_name='invité')),
                        ('is_staff', models.BooleanField(default=False, verbose_name='accès à l’administration')),
                        ('language', models.CharField(blank=True, choices=[('fr', 'Français'), ('en', 'English')], max_length=5, verbose_name='langue')),
                        ('pseudonym', models.CharField(blank=True, max_length=24, verbose_name='pseudonyme')),
                        ('pseudonym_folded', models.CharField(blank=True, editable=False, max_length=72)),
                        ('country', models.CharField(blank=True, max_length=2, verbose_name='pays')),
                        ('is_told_of_devices', models.BooleanField(default=True, verbose_name='prévenu des nouveaux appareils')),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='créé le')),
                        ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                        ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
                    ],
                    options={
                        'verbose_name': 'utilisateur',
                        'verbose_name_plural': 'utilisateurs',
                    },
                ),
                migrations.CreateModel(
                    name='PastPseudonym',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('pseudonym', models.CharField(max_length=24, verbose_name='pseudonyme')),
                        ('folded', models.CharField(db_index=True, max_length=72)),
                        ('left_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='jusqu’au')),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='past_pseudonyms', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'ancien pseudonyme',
                        'verbose_name_plural': 'anciens pseudonymes',
                    },
                ),
                migrations.CreateModel(
                    name='SignedInDevice',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('session_key', models.CharField(max_length=40, unique=True)),
                        ('browser', models.CharField(blank=True, max_length=80)),
                        ('network', models.CharField(blank=True, max_length=45)),
                        ('first_seen_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('last_seen_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='signed_in_devices', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'appareil connecté',
                        'verbose_name_plural': 'appareils connectés',
                    },
                ),
                migrations.CreateModel(
                    name='SignInLink',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('token_digest', models.CharField(max_length=64, unique=True)),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('expires_at', models.DateTimeField()),
                        ('used_at', models.DateTimeField(blank=True, null=True)),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sign_in_links', to=settings.AUTH_USER_MODEL)),
                    ],
                ),
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
                migrations.AddConstraint(
                    model_name='user',
                    constraint=models.UniqueConstraint(django.db.models.functions.text.Lower('email'), name='user_email_unique_any_case'),
                ),
                migrations.AddConstraint(
                    model_name='user',
                    constraint=models.CheckConstraint(condition=models.Q(('language__in', ['', 'fr', 'en'])), name='user_language_known'),
                ),
                migrations.AddConstraint(
                    model_name='user',
                    constraint=models.UniqueConstraint(condition=models.Q(('pseudonym_folded', ''), _negated=True), fields=('pseudonym_folded',), name='user_pseudonym_unique'),
                ),
                migrations.AddConstraint(
                    model_name='user',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('pseudonym', ''), ('pseudonym_folded', '')), models.Q(models.Q(('pseudonym', ''), _negated=True), models.Q(('pseudonym_folded', ''), _negated=True)), _connector='OR'), name='user_pseudonym_folded_in_step'),
                ),
            ]
        ),
    ]
