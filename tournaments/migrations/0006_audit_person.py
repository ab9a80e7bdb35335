"""Events of the trace about a person hold the person's key; earlier events get it where it can be told."""

import django.db.models.deletion
from django.db import migrations, models

NAMES = ("last_name", "first_name")


def full_name(last_name, first_name):
    return f"{last_name.upper()} {first_name}".strip()


def is_about(event, last_name, first_name):
    """Whether the subject is the name, perhaps with what tells it from a namesake's in brackets."""
    if first_name is None:  # of a person erased before: only the family name is known
        return f"{event.subject} ".startswith(f"{last_name.upper()} ")
    name = full_name(last_name, first_name)
    return event.subject == name or event.subject.startswith(f"{name} (")


def find_events(person, events):
    """Walk the events of a club from the last to the first, under the name that the person had then."""
    last_name = person.last_name
    first_name = None if person.erased_at else person.first_name
    numbers = {f"Joueur {person.pk}", f"Player {person.pk}"} if person.erased_at else set()
    for event in events:
        if not (event.subject in numbers if numbers else is_about(event, last_name, first_name)):
            continue
        yield event
        before = event.before or {}
        if event.action == "person.added":
            return
        if event.action == "person.changed" and any(name in before for name in NAMES):
            last_name = before.get("last_name", last_name)
            first_name = before.get("first_name", first_name)
            if numbers and "last_name" not in before:
                return  # the former family name of somebody erased is not known
            numbers = set()


def fill(apps, schema_editor):
    club_model = apps.get_model("tournaments", "Club")
    person_model = apps.get_model("tournaments", "Person")
    event_model = apps.get_model("tournaments", "AuditEvent")
    for club in club_model.objects.all():
        events = list(event_model.objects.filter(club=club, action__startswith="person.").order_by("-pk"))
        claims = {}
        for person in person_model.objects.filter(club=club, is_fictitious=False):
            for event in find_events(person, events):
                claims.setdefault(event.pk, (event, []))[1].append(person)
        for event, people in claims.values():
            if len(people) > 1:  # namesakes: the licence tells, or nothing does
                number = (event.after or {}).get("federation_number")
                people = [person for person in people if number and person.federation_number == number]
            if len(people) == 1:
                (person,) = people
                event.person = person
                if person.erased_at:
                    event.subject = f"Joueur {person.pk}"
                    event.before, event.after = blanked(event.before), blanked(event.after)
                event.save(update_fields=["person", "subject", "before", "after"])


def blanked(value):
    """The same without a text."""
    if isinstance(value, dict):
        return {key: blanked(part) for key, part in value.items()}
    if isinstance(value, list):
        return [blanked(part) for part in value]
    return "" if isinstance(value, str) else value


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0005_link_keys")]

    operations = [
        migrations.AddField(
            model_name="auditevent",
            name="person",
            field=models.ForeignKey(
                blank=True,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="audit_events",
                to="tournaments.person",
                verbose_name="joueur",
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
