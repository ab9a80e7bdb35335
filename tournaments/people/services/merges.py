"""Two people of the register who are one: everything goes to one of them, and can go back."""

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
"""Rows that change hands. Records of events are made again from these."""


def filled_fields(kept: Person, removed: Person) -> list[str]:
    """Fields that say nothing of who is kept and something of the other; consents are never taken over."""
    return [
        name
        for name in Person.register_fields()
        if name not in CONSENTS
        and _is_blank(name, getattr(kept, name))
        and not _is_blank(name, getattr(removed, name))
    ]


@transaction.atomic
def merge_people(*, kept: Person, removed: Person, merged_by: User | None) -> PersonMerge:
    """Strike `removed` off the register; `kept` has entries, teams, replacements and missing fields of both.

    An account tied to `removed` is asked again whether he is `kept`.

    Raises:
        AppError: they are one row or of two clubs (`not_two`), both have an account (`two_accounts`), or they
            are entered in one tournament (`both_entered`).
    """
    club = Club.objects.select_for_update().get(pk=kept.club_id)
    _check(kept, removed)
    touched = list(tournaments_of([removed]))
    ask_again(removed=removed, kept=kept)
    told = {name: _plain(getattr(removed, name)) for name in Person.register_fields()} | {"pk": removed.pk}
    filled = filled_fields(kept, removed)
    _follow_one(kept, removed)
    moved = {name: _hand_over(rows, field, removed, kept) for name, (rows, field) in MOVED.items()}
    for name in filled:
        setattr(kept, name, getattr(removed, name))
    removed.delete()
    kept.save()
    merge = PersonMerge.objects.create(
        club=club, kept=kept, removed=told, filled=filled, moved=moved, merged_by=merged_by
    )
    follow_names([kept])
    number_namesakes(club.pk)
    _record(merge, merged_by, "person.merged")
    _ask_records(touched)
    return merge


@transaction.atomic
def undo_merge(*, merge: PersonMerge, undone_by: User | None) -> Person:
    """Put who was struck off back into the register, with what was theirs; what came since stays.

    Raises:
        AppError: somebody has the federation number by now (`number_taken`).
    """
    Club.objects.select_for_update().get(pk=merge.club_id)
    kept = merge.kept
    # a merge made before a field or a relation came has nothing of it
    values = {name: merge.removed.get(name, getattr(Person(), name)) for name in Person.register_fields()}
    for name in merge.filled:
        if name in values and _plain(getattr(kept, name)) == values[name]:
            setattr(kept, name, getattr(Person(), name))
    kept.save()
    back = Person(pk=merge.removed["pk"], club_id=merge.club_id, **values)
    try:
        with transaction.atomic():
            back.save(force_insert=True)
    except IntegrityError as error:
        raise AppError(
            "number_taken", _("Quelqu’un a pris entre-temps le numéro de licence de cette personne.")
        ) from error
    for name, (rows, field) in MOVED.items():
        moved = rows._default_manager.filter(pk__in=merge.moved.get(name, ()), **{field: kept})
        if rows is TieRequest:
            moved = moved.exclude(state=TieState.ACCEPTED)  # its owner said yes to the one who is kept
        moved.update(**{field: back})
    _record(merge, undone_by, "person.merge_undone")
    follow_names([kept, back])
    number_namesakes(merge.club_id)
    _ask_records(tournaments_of([back]))
    merge.delete()
    back.refresh_from_db()
    return back


def _check(kept: Person, removed: Person) -> None:
    if kept.pk == removed.pk or kept.club_id != removed.club_id:
        raise AppError("not_two", _("Choisissez deux personnes du même registre."))
    if kept.user_id and removed.user_id and kept.user_id != removed.user_id:
        raise AppError(
            "two_accounts", _("Chacune de ces personnes a son compte : retirez d’abord l’un des deux.")
        )
    both = tournaments_of([kept]).filter(pk__in=tournaments_of([removed]).values("pk"))
    if both:
        raise AppError(
            "both_entered",
            _("Elles sont inscrites toutes les deux au même tournoi : %(tournaments)s.")
            % {"tournaments": ", ".join(map(str, both))},
        )


def _follow_one(kept: Person, removed: Person) -> None:
    """Who follows both follows one of them already."""
    twice = Follow.objects.filter(person=kept, user=OuterRef("user"), kind=OuterRef("kind"))
    Follow.objects.filter(Exists(twice), person=removed).delete()


def _hand_over(rows: type[Model], field: str, removed: Person, kept: Person) -> list[int]:
    """Ids of the rows that went from one to the other."""
    theirs = rows._default_manager.filter(**{field: removed})
    keys = list(theirs.values_list("pk", flat=True))
    rows._default_manager.filter(pk__in=keys).update(**{field: kept})
    return keys


def _is_blank(name: str, value: object) -> bool:
    return value in ("", None) or (name == "series" and value == Series.UNRANKED)


def _plain(value: object) -> Any:
    return value.isoformat() if isinstance(value, datetime.date) else value


def _ask_records(tournaments: Iterable[Tournament]) -> None:
    for tournament in tournaments:
        request_records(tournament=tournament)


def _record(merge: PersonMerge, actor: User | None, action: str) -> None:
    gone = f"{merge.removed['last_name']} {merge.removed['first_name']}".strip()
    record_event(
        club=merge.club,
        actor=actor,
        action=action,
        subject=str(merge.kept),
        before={"person": gone, "number": merge.removed["federation_number"]},
        after={"filled": merge.filled, "moved": {name: len(keys) for name, keys in merge.moved.items()}},
        person=merge.kept,
    )
