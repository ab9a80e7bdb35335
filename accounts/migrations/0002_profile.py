import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0001_initial'),
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='PastPseudonym',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pseudonym', models.CharField(max_length=24, verbose_name='pseudonyme')),
                ('folded', models.CharField(db_index=True, max_length=72)),
                ('left_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='jusqu’au')),
            ],
        ),
        migrations.AddField(
            model_name='user',
            name='country',
            field=models.CharField(blank=True, max_length=2, verbose_name='pays'),
        ),
        migrations.AddField(
            model_name='user',
            name='pseudonym',
            field=models.CharField(blank=True, max_length=24, verbose_name='pseudonyme'),
        ),
        migrations.AddField(
            model_name='user',
            name='pseudonym_folded',
            field=models.CharField(blank=True, editable=False, max_length=72),
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.UniqueConstraint(condition=models.Q(('pseudonym_folded', ''), _negated=True), fields=('pseudonym_folded',), name='user_pseudonym_unique'),
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('pseudonym', ''), ('pseudonym_folded', '')), models.Q(models.Q(('pseudonym', ''), _negated=True), models.Q(('pseudonym_folded', ''), _negated=True)), _connector='OR'), name='user_pseudonym_folded_in_step'),
        ),
        migrations.AddField(
            model_name='pastpseudonym',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='past_pseudonyms', to=settings.AUTH_USER_MODEL),
        ),
    ]
