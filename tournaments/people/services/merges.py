"""Merge of two rows of the register that are one person, and its undo."""

import datetime
from collections.abc import Iterable
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Exists, Model, OuterRef
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.base.services.public_pages import follow_names, tournaments_of
from tournaments.enums import Series, TieState
from tournaments.models import (
    AuditEvent,
    Club,
    Entry,
    EntryMember,
    Follow,
    Person,
    PersonMerge,
    ResultMail,
    Substitution,
    TieRequest,
    Tournament,
)
from tournaments.models.people import CONSENTS
from tournaments.people.services.namesakes import number_namesakes
from tournaments.people.services.person_accounts import ask_again
from tournaments.trace.services.trace import record_event
from tournaments.work.kinds import request_records

MOVED: dict[str, tuple[type[Model], str]] = {
    "entries": (Entry, "person"),
    "members": (EntryMember, "person"),
    "leaves": (Substitution, "leaves"),
    "comes": (Substitution, "person"),
    "merges": (PersonMerge, "kept"),
    "result_mails": (ResultMail, "person"),
    "follows": (Follow, "person"),
    "tie_requests": (TieRequest, "person"),
    "events": (AuditEvent, "person"),
}
"""Relations whose rows move to the remaining person. The records of events are computed again from them.

An app above adds its own at start.
"""


def filled_fields(kept: Person, removed: Person) -> list[str]:
    """Return the fields that are blank for `kept` and filled for `removed`. Consents are never taken over."""
    return [
        name
        for name in Person.register_fields()
        if name not in CONSENTS
        and _is_blank(name, getattr(kept, name))
        and not _is_blank(name, getattr(removed, name))
    ]


@transaction.atomic
def merge_people(*, kept: Person, removed: Person, merged_by: User | None) -> PersonMerge:
    """Remove `removed` from the register. `kept` gets its entries, teams, replacements and missing fields.

    The owner of an account that is tied to `removed` gets a new request about `kept`.

    Raises:
        AppError: both are one row, belong to two clubs or have left the register (`not_two`), both have an
            account (`two_accounts`), or both are entered in one tournament (`both_entered`).
    """
    club = Club.objects.select_for_update(no_key=True).get(pk=kept.club_id)
    people = _lock_people([kept.pk, removed.pk])
    if len(people) < 2:
        raise _not_two()
    # the rows of the page may be older than a change of the register
    kept, removed = people[kept.pk], people[removed.pk]
    _check(kept, removed)
    tournaments = list(tournaments_of([removed]))
    # before the rows move, since it compares the requests of both people
    ask_again(removed=removed, kept=kept)
    removed_fields = {name: _plain(getattr(removed, name)) for name in Person.register_fields()} | {
        "pk": removed.pk
    }
    filled_names = filled_fields(kept, removed)
    _drop_double_follows(kept, removed)
    moved_keys = {name: _move_rows(rows, field, removed, kept) for name, (rows, field) in MOVED.items()}
    for name in filled_names:
        setattr(kept, name, getattr(removed, name))
    # `removed` leaves first: both may have the same number or account, which are unique in a club
    removed.delete()
    kept.save()
    merge = PersonMerge.objects.create(
        club=club,
        kept=kept,
        removed=removed_fields,
        filled=filled_names,
        moved=moved_keys,
        merged_by=merged_by,
    )
    follow_names([kept])
    number_namesakes(club.pk)
    _record(merge, merged_by, "person.merged")
    _request_records(tournaments)
    return merge


@transaction.atomic
def undo_merge(*, merge: PersonMerge, undone_by: User | None) -> Person:
    """Put the removed person back into the register with their former rows. Rows added since stay.

    Raises:
        AppError: the federation number has been given to another person since (`number_taken`), or the merge
            is undone already (`merge_undone`).
    """
    Club.objects.select_for_update(no_key=True).get(pk=merge.club_id)
    current_merge = PersonMerge.objects.select_related("club").filter(pk=merge.pk).first()
    people = _lock_people([current_merge.kept_id]) if current_merge else {}
    if current_merge is None or not people:
        raise AppError("merge_undone", _("Les deux fiches sont déjà séparées : rechargez la page."))
    merge, remaining_person = current_merge, people[current_merge.kept_id]
    # a merge that is older than a field or a relation has no value for it
    values = {name: merge.removed.get(name, getattr(Person(), name)) for name in Person.register_fields()}
    for name in merge.filled:
        if name in values and _plain(getattr(remaining_person, name)) == values[name]:
            setattr(remaining_person, name, getattr(Person(), name))
    remaining_person.save()
    restored_person = Person(pk=merge.removed["pk"], club_id=merge.club_id, **values)
    try:
        with transaction.atomic():
            restored_person.save(force_insert=True)
    except IntegrityError as error:
        raise AppError(
            "number_taken", _("Quelqu’un a pris entre-temps le numéro de licence de cette personne.")
        ) from error
    for name, (rows, field) in MOVED.items():
        moved_rows = rows._default_manager.filter(
            pk__in=merge.moved.get(name, ()), **{field: remaining_person}
        )
        if rows is TieRequest:
            # its owner has accepted the remaining person
            moved_rows = moved_rows.exclude(state=TieState.ACCEPTED)
        moved_rows.update(**{field: restored_person})
    _record(merge, undone_by, "person.merge_undone")
    follow_names([remaining_person, restored_person])
    number_namesakes(merge.club_id)
    _request_records(tournaments_of([restored_person]))
    merge.delete()
    restored_person.refresh_from_db()
    return restored_person


def _lock_people(keys: Iterable[int]) -> dict[int, Person]:
    """Return the people of a register as they are now, with their rows locked. One query."""
    return Person.objects.select_for_update(of=("self",)).order_by("pk").in_bulk(keys)


def _not_two() -> AppError:
    return AppError("not_two", _("Choisissez deux personnes du même registre."))


def _check(kept: Person, removed: Person) -> None:
    if kept.club_id != removed.club_id:
        raise _not_two()
    if kept.user_id and removed.user_id and kept.user_id != removed.user_id:
        raise AppError(
            "two_accounts", _("Chacune de ces personnes a son compte : retirez d’abord l’un des deux.")
        )
    common_tournaments = tournaments_of([kept]).filter(pk__in=tournaments_of([removed]).values("pk"))
    if common_tournaments:
        raise AppError(
            "both_entered",
            _("Elles sont inscrites toutes les deux au même tournoi : %(tournaments)s.")
            % {"tournaments": ", ".join(map(str, common_tournaments))},
        )


def _drop_double_follows(kept: Person, removed: Person) -> None:
    """Delete the follows of `removed` by users who also follow `kept`: a user follows a person once."""
    follows_of_kept = Follow.objects.filter(person=kept, user=OuterRef("user"), kind=OuterRef("kind"))
    Follow.objects.filter(Exists(follows_of_kept), person=removed).delete()


def _move_rows(rows: type[Model], field: str, removed: Person, kept: Person) -> list[int]:
    """Move the rows of one relation from `removed` to `kept`. Return their ids."""
    removed_rows = rows._default_manager.filter(**{field: removed})
    keys = list(removed_rows.values_list("pk", flat=True))
    rows._default_manager.filter(pk__in=keys).update(**{field: kept})
    return keys


def _is_blank(name: str, value: object) -> bool:
    return value in ("", None) or (name == "series" and value == Series.UNRANKED)


def _plain(value: object) -> Any:
    return value.isoformat() if isinstance(value, datetime.date) else value


def _request_records(tournaments: Iterable[Tournament]) -> None:
    for tournament in tournaments:
        request_records(tournament=tournament)


def _record(merge: PersonMerge, actor: User | None, action: str) -> None:
    removed_name = f"{merge.removed['last_name']} {merge.removed['first_name']}".strip()
    record_event(
        club=merge.club,
        actor=actor,
        action=action,
        subject=str(merge.kept),
        before={"person": removed_name, "number": merge.removed["federation_number"]},
        after={"filled": merge.filled, "moved": {name: len(keys) for name, keys in merge.moved.items()}},
        person=merge.kept,
    )
