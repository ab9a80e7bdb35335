"""Changes of many people at once, to be undone; refusals to be named, as far as the trace tells of them."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


def keep_refusals(apps, schema_editor):
    """Mark the people whose consent was taken back: a consent for the whole club must leave them alone."""
    AuditEvent = apps.get_model("tournaments", "AuditEvent")
    Person = apps.get_model("tournaments", "Person")
    changed = AuditEvent.objects.filter(action="person.changed").values_list("club_id", "subject", "before", "after")
    taken_back = {
        (club, subject)
        for club, subject, before, after in changed.iterator()
        if (before or {}).get("shows_full_name") is True and (after or {}).get("shows_full_name") is False
    }
    imported = AuditEvent.objects.filter(action="people.imported").values_list("after", flat=True)
    said_no = {
        line.get("person")
        for after in imported.iterator()
        for line in (after or {}).get("changed", ())
        if line.get("consent") == "non"
    }
    for person in Person.objects.filter(shows_full_name=False).only("club_id", "last_name", "first_name").iterator():
        name = f"{person.last_name.upper()} {person.first_name}".strip()[:120]
        if (person.club_id, name) in taken_back or str(person.pk) in said_no:
            Person.objects.filter(pk=person.pk).update(refuses_full_name=True)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0003_event_places_and_prizes'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='person',
            name='refuses_full_name',
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.CreateModel(
            name='RegisterChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('import', 'liste importée'), ('consent', 'accord de tous')], max_length=8)),
                ('name', models.CharField(blank=True, max_length=100)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='register_changes', to='tournaments.club')),
                ('made_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'changement du registre',
                'verbose_name_plural': 'changements du registre',
                'ordering': ['-made_at', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='ChangedPerson',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('person_key', models.BigIntegerField(db_index=True)),
                ('before', models.JSONField(null=True)),
                ('after', models.JSONField()),
                ('change', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='people', to='tournaments.registerchange')),
            ],
            options={
                'verbose_name': 'personne changée',
                'verbose_name_plural': 'personnes changées',
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('change', 'person_key'), name='changed_person_once_in_change')],
            },
        ),
        migrations.RunPython(keep_refusals, migrations.RunPython.noop),
    ]
