"""Evenings that a club starts again from: kept under a name, renamed, deleted and put back."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.evening.services.event_choices import EventChoices
from tournaments.models import Club, EventTemplate
from tournaments.trace.services.trace import record_event


@transaction.atomic
def save_template(*, club: Club, name: str, choices: EventChoices, saved_by: User | None) -> EventTemplate:
    """Keep the choices of an evening under a name.

    Raises:
        AppError: another one of the club has the name (`template_name_taken`).
    """
    _lock(club)
    _refuse_taken(club, name)
    template = EventTemplate.objects.create(
        club=club, name=name, choices=choices.to_json(), created_by=saved_by
    )
    record_event(club=club, actor=saved_by, action="template.saved", subject=name)
    return template


@transaction.atomic
def rename_template(*, template: EventTemplate, name: str, renamed_by: User | None) -> EventTemplate:
    """Call a template something else.

    Raises:
        AppError: as `save_template`.
    """
    _lock(template.club)
    _refuse_taken(template.club, name, but=template)
    before, template.name = template.name, name
    template.save(update_fields=["name"])
    record_event(
        club=template.club,
        actor=renamed_by,
        action="template.renamed",
        subject=name,
        before={"name": before},
        after={"name": name},
    )
    return template


@transaction.atomic
def delete_template(*, template: EventTemplate, deleted_by: User | None) -> EventTemplate:
    """Take a template off the list; it can be put back. Events made from it stay."""
    template.deleted_at = timezone.now()
    template.save(update_fields=["deleted_at"])
    record_event(club=template.club, actor=deleted_by, action="template.deleted", subject=template.name)
    return template


@transaction.atomic
def restore_template(*, template: EventTemplate, restored_by: User | None) -> EventTemplate:
    """Put a deleted template back on the list.

    Raises:
        AppError: another one has taken its name (`template_name_taken`).
    """
    _lock(template.club)
    _refuse_taken(template.club, template.name, but=template)
    template.deleted_at = None
    template.save(update_fields=["deleted_at"])
    record_event(club=template.club, actor=restored_by, action="template.restored", subject=template.name)
    return template


def _lock(club: Club) -> None:
    """Names are compared by one at a time."""
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)


def _refuse_taken(club: Club, name: str, *, but: EventTemplate | None = None) -> None:
    others = EventTemplate.objects.filter(club=club, name=name, deleted_at=None)
    if any(other != but for other in others):
        told = _("Un autre modèle porte ce nom.")
        raise AppError("template_name_taken", told, fields={"name": told})
