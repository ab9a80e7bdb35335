"""The organiser's own questions to players, and their answers."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0025_member_arrivals'),
    ]

    operations = [
        migrations.CreateModel(
            name='EntryQuestion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField(verbose_name='rang')),
                ('text', models.CharField(max_length=120, verbose_name='question')),
                ('kind', models.CharField(choices=[('text', 'quelques mots'), ('yes_no', 'oui ou non'), ('choice', 'un choix dans une liste')], max_length=10, verbose_name='réponse')),
                ('choices', models.JSONField(blank=True, default=list, verbose_name='choix')),
                ('is_required', models.BooleanField(default=False, verbose_name='obligatoire')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entry_questions', to='tournaments.tournament')),
            ],
            options={
                'verbose_name': 'question aux joueurs',
                'verbose_name_plural': 'questions aux joueurs',
                'ordering': ['position', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='EntryAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=200, verbose_name='réponse')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='answers', to='tournaments.registeredplayer')),
                ('question', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='answers', to='tournaments.entryquestion')),
            ],
            options={
                'verbose_name': 'réponse d’un joueur',
                'verbose_name_plural': 'réponses des joueurs',
                'ordering': ['question__position', 'question'],
            },
        ),
        migrations.AddConstraint(
            model_name='entryquestion',
            constraint=models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='entry_question_has_a_text'),
        ),
        migrations.AddConstraint(
            model_name='entryquestion',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['text', 'yes_no', 'choice'])), name='entry_question_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='entryanswer',
            constraint=models.UniqueConstraint(fields=('question', 'player'), name='entry_answer_once'),
        ),
        migrations.AddConstraint(
            model_name='entryanswer',
            constraint=models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='entry_answer_has_a_text'),
        ),
    ]
