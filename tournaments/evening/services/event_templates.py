"""Templates of evenings: save, rename, delete and restore them. Repeat a past evening on another day."""

import datetime
from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.base.queries.teams import entries_with_people, people_of
from tournaments.core.formats.registry import find_format
from tournaments.entries.services.partners import set_partners
from tournaments.entries.services.teams import enter_team
from tournaments.enums import EntryPresence
from tournaments.evening.services.event_choices import EventChoices, load_event_choices, make_event
from tournaments.events.services.events import enter_people
from tournaments.models import Club, Entry, EventTemplate, Person, Tournament
from tournaments.trace.services.trace import record_event

LEFT = (EntryPresence.WITHDRAWN, EntryPresence.SUBSTITUTE)
"""Presences of entries that are not entered again."""


@transaction.atomic
def save_template(*, club: Club, name: str, choices: EventChoices, saved_by: User | None) -> EventTemplate:
    """Save the choices of an evening under a name.

    Raises:
        AppError: another template of the club has the name (`template_name_taken`).
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
    """Rename a template.

    Raises:
        AppError: as `save_template`.
    """
    _lock(template.club)
    _refuse_taken(template.club, name, template=template)
    old_name, template.name = template.name, name
    template.save(update_fields=["name"])
    record_event(
        club=template.club,
        actor=renamed_by,
        action="template.renamed",
        subject=name,
        before={"name": old_name},
        after={"name": name},
    )
    return template


@transaction.atomic
def delete_template(*, template: EventTemplate, deleted_by: User | None) -> EventTemplate:
    """Mark a template as deleted. It can be restored; events made from it stay."""
    template.deleted_at = timezone.now()
    template.save(update_fields=["deleted_at"])
    record_event(club=template.club, actor=deleted_by, action="template.deleted", subject=template.name)
    return template


@transaction.atomic
def restore_template(*, template: EventTemplate, restored_by: User | None) -> EventTemplate:
    """Restore a deleted template.

    Raises:
        AppError: another template has its name by now (`template_name_taken`).
    """
    _lock(template.club)
    _refuse_taken(template.club, template.name, template=template)
    template.deleted_at = None
    template.save(update_fields=["deleted_at"])
    record_event(club=template.club, actor=restored_by, action="template.restored", subject=template.name)
    return template


def _lock(club: Club) -> None:
    """Lock the club, so that two requests cannot store the same name at once."""
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)


def _refuse_taken(club: Club, name: str, *, template: EventTemplate | None = None) -> None:
    namesakes = EventTemplate.objects.filter(club=club, name=name, deleted_at=None)
    if any(namesake != template for namesake in namesakes):
        message = _("Un autre modèle porte ce nom.")
        raise AppError("template_name_taken", message, fields={"name": message})


@transaction.atomic
def repeat_event(
    *,
    tournament: Tournament,
    name: str,
    starts_on: datetime.date,
    starts_at: datetime.time | None = None,
    with_entries: bool,
    repeated_by: User | None,
) -> Tournament:
    """Make a tournament with the choices of another one, and with its players if `with_entries`.

    Players who left are not entered. The hour stays unless another one is given. Places, deals, results,
    rulings and roles are not copied.

    Raises:
        AppError: as `make_event`, `enter_people` and `enter_team`.
    """
    event = make_event(
        club=tournament.club,
        name=name,
        starts_on=starts_on,
        starts_at=starts_at,
        choices=load_event_choices(tournament),
        created_by=repeated_by,
        is_practice=tournament.is_practice,
    )
    if with_entries:
        entries = list(entries_with_people(tournament).exclude(presence__in=LEFT))
        _enter_again(event, entries, repeated_by)
    return event


def _enter_again(event: Tournament, entries: Iterable[Entry], actor: User | None) -> None:
    event_format = find_format(event.format)
    if event_format.has_teams:
        for entry in entries:
            enter_team(
                tournament=event,
                # a team without a name of its own is named after its members again
                name="" if entry.family_names else entry.name,
                people=_captain_first(entry),
                entered_by=actor,
            )
        return
    partners = {entry.person_id: entry.partners for entry in entries}
    new_entries = enter_people(tournament=event, people=[entry.person for entry in entries], entered_by=actor)
    if event_format.has_partners:
        names = {entry.pk: partners[entry.person_id] for entry in new_entries}
        set_partners(tournament=event, names=names, set_by=actor)


def _captain_first(entry: Entry) -> list[Person]:
    """Return the people of a team, its captain first."""
    return sorted(people_of(entry), key=lambda person: person.pk != entry.person_id)
