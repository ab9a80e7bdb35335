"""Proposals of players who look for partners, and what they agree to show each other."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0027_person_left_on'),
    ]

    operations = [
        migrations.AddField(
            model_name='registeredplayer',
            name='sent_with',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='sent_players', to='tournaments.registration'),
        ),
        migrations.AddField(
            model_name='registration',
            name='are_words_shown',
            field=models.BooleanField(default=False, verbose_name='les mots sont montrés'),
        ),
        migrations.AddField(
            model_name='registration',
            name='is_findable',
            field=models.BooleanField(default=False, verbose_name='montré à ceux qui cherchent'),
        ),
        migrations.AddField(
            model_name='registration',
            name='seeker_words',
            field=models.CharField(blank=True, max_length=100, verbose_name='quelques mots'),
        ),
        migrations.CreateModel(
            name='PartnerProposal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('declined_at', models.DateTimeField(blank=True, null=True, verbose_name='déclinée')),
                ('recipient', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='received_proposals', to='tournaments.registration')),
                ('sender', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sent_proposals', to='tournaments.registration')),
            ],
            options={
                'verbose_name': 'proposition de jouer ensemble',
                'verbose_name_plural': 'propositions de jouer ensemble',
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('sender', 'recipient'), name='partner_proposal_once'), models.CheckConstraint(condition=models.Q(('sender', models.F('recipient')), _negated=True), name='partner_proposal_of_two')],
            },
        ),
    ]
