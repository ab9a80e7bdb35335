"""Changes of many people at once: kept with the fields before, shown on public pages, undone as a whole."""

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
"""Changes of one club that can be undone; older ones are forgotten with what was before them."""


@dataclass(frozen=True, slots=True)
class NotUndone:
    """A person for whom a change stays, and why."""

    name: str
    why: str


@dataclass(frozen=True, slots=True)
class Undone:
    """What undoing a change did."""

    removed: int
    """People who were added by it and are gone."""
    restored: int
    """People who are again as before it."""
    left: tuple[NotUndone, ...]


@transaction.atomic
def undo_change(*, change: RegisterChange, undone_by: User | None) -> Undone:
    """Put back what a change of many people did, as far as nothing came after it.

    People who were added are removed unless they play, have an account or have other rows of the site; a
    field that was changed again keeps its value. What could not be undone stays with the change, to be tried
    again; a change of which nothing is left is forgotten.
    """
    club = Club.objects.select_for_update().get(pk=change.club_id)
    parts = list(change.people.all())
    people = Person.objects.select_for_update().in_bulk([part.person_key for part in parts])
    removed, restored, left, changed, former_names = 0, 0, [], [], []
    for part in parts:
        person = people.get(part.person_key)
        if person is None:
            left.append(
                NotUndone(
                    _name_of(part), _("Cette fiche n’est plus au registre, ou elle est réunie à une autre.")
                )
            )
            continue
        name, last_name = str(person), person.last_name
        why = _remove(person, part) if part.before is None else _restore(person, part)
        if why:
            left.append(NotUndone(name, why))
        if part.before is not None and part.before.keys() & NAMING_FIELDS:
            changed.append(person.pk)
            former_names.append(last_name)
        if not why:
            part.delete()
            removed, restored = removed + (part.before is None), restored + (part.before is not None)
    follow_changes(club, changed, former_names)
    record_event(
        club=club,
        actor=undone_by,
        action="people.change_undone",
        subject=str(change),
        after={"removed": removed, "restored": restored, "left": len(left)},
    )
    if not left:
        change.delete()
    return Undone(removed, restored, tuple(left))


def plain_fields(person: Person, names: Iterable[str]) -> dict[str, Any]:
    """Return fields of a person as they are kept: what the register would give back for the same texts."""
    fields = {name: Person._meta.get_field(name) for name in names}
    return {name: _plain(field.to_python(getattr(person, name))) for name, field in fields.items()}  # type: ignore[union-attr]


def follow_changes(club: Club, keys: Iterable[int], former_names: Iterable[str] = ()) -> None:
    """Have names, namesakes and public pages follow a change of many people, inside its transaction."""
    if found := list(keys):
        follow_names(Person.objects.filter(pk__in=found), former_names)
    number_namesakes(club.pk)


def drop_old_changes(club: Club) -> None:
    """Forget the changes that are too old to be undone: they hold what people's fields were."""
    keys = club.register_changes.order_by("-pk").values_list("pk", flat=True)
    RegisterChange.objects.filter(pk__in=list(keys[CHANGES_KEPT : CHANGES_KEPT + 50])).delete()


def forget_person(keys: Sequence[int]) -> None:
    """Take people out of every change of many: what their fields were is to be forgotten."""
    parts = ChangedPerson.objects.filter(person_key__in=keys)
    changes = list(parts.values_list("change", flat=True))
    parts.delete()
    RegisterChange.objects.filter(pk__in=changes, people=None).delete()


def _remove(person: Person, part: ChangedPerson) -> str:
    """Remove a person whom the change added. Return the reason if it cannot be done, else ""."""
    if person.user_id is not None:
        return _("Cette personne a un compte depuis.")
    if any(_has_rows(relation, person) for relation in Person._meta.get_fields(include_hidden=True)):
        return _("Cette personne a joué, est inscrite ou suivie depuis : effacez-la depuis sa fiche.")
    if plain_fields(person, part.after) != part.after:
        return _("Cette fiche a été modifiée depuis : vérifiez-la.")
    person.delete()
    return ""


def _has_rows(relation: object, person: Person) -> bool:
    if not isinstance(relation, ForeignObjectRel):
        return False
    rows = relation.related_model._default_manager
    return bool(rows.filter(**{relation.field.name: person}).exists())


def _restore(person: Person, part: ChangedPerson) -> str:
    """Give a person back the fields that the change took. Return the reason if some stay, else ""."""
    assert part.before is not None
    now = plain_fields(person, part.after)
    back = {name: value for name, value in part.before.items() if now[name] == part.after[name]}
    for name, value in back.items():
        setattr(person, name, Person._meta.get_field(name).to_python(value))  # type: ignore[union-attr]
    try:
        with transaction.atomic():
            person.save()
    except IntegrityError:
        person.refresh_from_db()
        return _("Le numéro de licence d’avant est celui de quelqu’un d’autre à présent.")
    kept = [str(Person._meta.get_field(name).verbose_name) for name in part.before if name not in back]  # type: ignore[union-attr]
    return _("Changé de nouveau depuis : %(fields)s.") % {"fields": ", ".join(kept)} if kept else ""


def _name_of(part: ChangedPerson) -> str:
    fields = {**part.after, **(part.before or {})}
    return f"{fields.get('last_name', '').upper()} {fields.get('first_name', '')}".strip() or "…"


def _plain(value: object) -> Any:
    return value.isoformat() if isinstance(value, datetime.date) else value
