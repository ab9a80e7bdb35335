"""Bulk changes of the register: stored with the previous fields, published, and undone as a whole."""

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import ForeignObjectRel
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.base.services.public_pages import NAMING_FIELDS, follow_names
from tournaments.models import ChangedPerson, Club, Person, RegisterChange
from tournaments.people.services.namesakes import number_namesakes
from tournaments.trace.services.trace import record_event

CHANGES_KEPT = 20
"""Number of changes of one club that can be undone. Older ones are deleted with the previous fields."""


@dataclass(frozen=True, slots=True)
class NotUndone:
    """A person whose change could not be undone, with the reason."""

    name: str
    why: str


@dataclass(frozen=True, slots=True)
class Undone:
    """Result of the undo of a change."""

    removed: int
    """Number of people removed, whom the change had added."""
    restored: int
    """Number of people with their previous fields again."""
    left: tuple[NotUndone, ...]


@transaction.atomic
def undo_change(*, change: RegisterChange, undone_by: User | None) -> Undone:
    """Undo a bulk change, except for later changes.

    Added people are removed unless they play, have an account or have other rows of the site. A field that
    was changed again keeps its value. The parts that could not be undone stay with the change for another
    try. A change without parts is deleted.

    Raises:
        RegisterChange.DoesNotExist: the change was undone meanwhile.
    """
    club = Club.objects.select_for_update(no_key=True).get(pk=change.club_id)
    # another request may have undone it meanwhile: there is nothing left to report or to trace
    change.refresh_from_db()
    parts = list(change.people.all())
    people = Person.objects.select_for_update().in_bulk([part.person_key for part in parts])
    reasons = {
        part.pk: _("Cette fiche n’est plus au registre, ou elle est réunie à une autre.")
        for part in parts
        if part.person_key not in people
    }
    names = {part.pk: str(people.get(part.person_key) or _name_of(part)) for part in parts}
    found_parts = [part for part in parts if part.pk not in reasons]
    added_parts = [part for part in found_parts if part.before is None]
    changed_parts = [part for part in found_parts if part.before is not None]
    renamed_people = [
        people[part.person_key] for part in changed_parts if (part.before or {}).keys() & NAMING_FIELDS
    ]
    former_names = [person.last_name for person in renamed_people]
    # removed first: the number of a person who was added may go back to another one
    reasons |= _remove([(part, people[part.person_key]) for part in added_parts])
    for part in changed_parts:
        if why := _restore(people[part.person_key], part):
            reasons[part.pk] = why
    change.people.exclude(pk__in=reasons).delete()
    remaining = tuple(NotUndone(names[key], why) for key, why in reasons.items())
    removed_count = sum(part.pk not in reasons for part in added_parts)
    restored_count = sum(part.pk not in reasons for part in changed_parts)
    follow_changes(club, [person.pk for person in renamed_people], former_names)
    record_event(
        club=club,
        actor=undone_by,
        action="people.change_undone",
        subject=str(change),
        after={"removed": removed_count, "restored": restored_count, "left": len(remaining)},
    )
    if not remaining:
        change.delete()
    return Undone(removed_count, restored_count, remaining)


def plain_fields(person: Person, names: Iterable[str]) -> dict[str, Any]:
    """Return fields of a person as JSON values, in the form in which the register returns them."""
    fields = {name: Person._meta.get_field(name) for name in names}
    return {name: _plain(field.to_python(getattr(person, name))) for name, field in fields.items()}  # type: ignore[union-attr]


def follow_changes(club: Club, keys: Iterable[int], former_names: Iterable[str] = ()) -> None:
    """Update teams' names, namesakes and public pages after a bulk change, inside its transaction."""
    if person_keys := list(keys):
        follow_names(Person.objects.filter(pk__in=person_keys), former_names)
    number_namesakes(club.pk)


def drop_old_changes(club: Club) -> None:
    """Delete the changes that are too old for an undo, since they hold previous personal data."""
    keys = club.register_changes.order_by("-pk").values_list("pk", flat=True)
    # one change is added at a time: 50 is far more than the surplus
    RegisterChange.objects.filter(pk__in=list(keys[CHANGES_KEPT : CHANGES_KEPT + 50])).delete()


def forget_person(keys: Sequence[int]) -> None:
    """Delete the stored fields of people from all bulk changes, for the erasure of personal data."""
    parts = ChangedPerson.objects.filter(person_key__in=keys)
    changes = list(parts.values_list("change", flat=True))
    parts.delete()
    RegisterChange.objects.filter(pk__in=changes, people=None).delete()


def _remove(added: Sequence[tuple[ChangedPerson, Person]]) -> dict[int, str]:
    """Remove people whom the change added. Return the reason for each part that stays, by its id.

    The number of queries does not depend on the number of people.
    """
    keys_in_use = _find_keys_in_use([person.pk for _part, person in added])
    reasons = {
        part.pk: why
        for part, person in added
        if (why := _reason_to_keep(person, part, is_in_use=person.pk in keys_in_use))
    }
    Person.objects.filter(pk__in=[person.pk for part, person in added if part.pk not in reasons]).delete()
    return reasons


def _reason_to_keep(person: Person, part: ChangedPerson, *, is_in_use: bool) -> str:
    if person.user_id is not None:
        return _("Cette personne a un compte depuis.")
    if is_in_use:
        return _("Cette personne a joué, est inscrite ou suivie depuis : effacez-la depuis sa fiche.")
    if plain_fields(person, part.after) != part.after:
        return _("Cette fiche a été modifiée depuis : vérifiez-la.")
    return ""


def _find_keys_in_use(person_keys: Sequence[int]) -> set[int]:
    """Return the ids of the people to whom any row of the site refers."""
    relations = [
        relation
        for relation in Person._meta.get_fields(include_hidden=True)
        if isinstance(relation, ForeignObjectRel)
    ]
    keys: set[int] = set()
    for relation in relations:
        name = relation.field.name
        rows = relation.related_model._default_manager.filter(**{f"{name}__in": person_keys})
        keys.update(rows.values_list(name, flat=True))
    return keys


def _restore(person: Person, part: ChangedPerson) -> str:
    """Restore the fields that the change replaced. Return the reason if some stay, or ""."""
    assert part.before is not None
    current_fields = plain_fields(person, part.after)
    old_fields = {
        name: value for name, value in part.before.items() if current_fields[name] == part.after[name]
    }
    for name, value in old_fields.items():
        setattr(person, name, Person._meta.get_field(name).to_python(value))  # type: ignore[union-attr]
    try:
        # a savepoint: after an error PostgreSQL would refuse the rest of the transaction
        with transaction.atomic():
            person.save()
    except IntegrityError:
        person.refresh_from_db()
        return _("Le numéro de licence d’avant est celui de quelqu’un d’autre à présent.")
    remaining_names = [
        str(Person._meta.get_field(name).verbose_name)  # type: ignore[union-attr]
        for name in part.before
        if name not in old_fields
    ]
    return (
        _("Changé de nouveau depuis : %(fields)s.") % {"fields": ", ".join(remaining_names)}
        if remaining_names
        else ""
    )


def _name_of(part: ChangedPerson) -> str:
    fields = {**part.after, **(part.before or {})}
    return f"{fields.get('last_name', '').upper()} {fields.get('first_name', '')}".strip() or "…"


def _plain(value: object) -> Any:
    return value.isoformat() if isinstance(value, datetime.date) else value
