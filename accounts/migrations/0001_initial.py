import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
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
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='créé le')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'utilisateur',
                'verbose_name_plural': 'utilisateurs',
                'constraints': [models.UniqueConstraint(django.db.models.functions.text.Lower('email'), name='user_email_unique_any_case'), models.CheckConstraint(condition=models.Q(('language__in', ['', 'fr', 'en'])), name='user_language_known')],
            },
        ),
        migrations.CreateModel(
            name='SignInLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sign_in_links', to=settings.AUTH_USER_MODEL)),
                ('token_digest', models.CharField(max_length=64, unique=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('expires_at', models.DateTimeField()),
                ('used_at', models.DateTimeField(blank=True, null=True)),
            ],
        ),
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
    ]
