"""Ties that a club made by itself become requests; those that the account's owner evidently wanted stay."""

from datetime import timedelta

from django.db import migrations
from django.utils import timezone

WAITS = timedelta(days=30)


def ask_owners(apps, schema_editor):
    """The owner wanted it who said "c'est moi" of the record, or who made the tie himself as an organiser."""
    Person = apps.get_model("tournaments", "Person")
    TieRequest = apps.get_model("tournaments", "TieRequest")
    now = timezone.now()
    for person in Person._base_manager.exclude(user=None).select_related("user"):
        agreed = _agreed(apps, person)
        TieRequest.objects.get_or_create(
            person_id=person.pk,
            email=person.user.email.lower(),
            defaults={
                "state": "accepted" if agreed else "asked",
                "is_by_owner": agreed,
                "asked_at": now,
                "expires_at": now + WAITS,
            },
        )
        if not agreed:
            Person._base_manager.filter(pk=person.pk).update(user=None)


def _agreed(apps, person):
    follows = apps.get_model("tournaments", "Follow").objects
    if follows.filter(user=person.user_id, person=person.pk, kind="own").exists():
        return True
    name = f"{person.last_name.upper()} {person.first_name}".strip()[:120]
    made = apps.get_model("tournaments", "AuditEvent").objects.filter(
        club=person.club_id, actor=person.user_id, action="person.account_linked", subject=name
    )
    return any(event.after for event in made)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0052_tie_requests")]

    operations = [migrations.RunPython(ask_owners, migrations.RunPython.noop)]
