"""Erasing somebody on request: the results stay, under a number; everything that tells who it was goes.

What cannot be undone is confirmed by typing the name, and refused while an event goes on.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.db import transaction
from django.db.models import Model, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.base.services.public_pages import follow_names, renew_pages, tournaments_of
from tournaments.core.exchange.full_names import sorted_words
from tournaments.core.naming import erase_texts
from tournaments.enums import TournamentState
from tournaments.models import (
    Entry,
    EntryMember,
    EventRecord,
    Follow,
    Person,
    PersonMerge,
    PrintedDocument,
    ResultFlag,
    ResultMail,
    Substitution,
    TieRequest,
    Tournament,
)
from tournaments.people.services.namesakes import number_namesakes
from tournaments.people.services.register_changes import forget_person
from tournaments.site.queries.personal import (
    documents_about,
    photos_about,
    registrations_of,
    scans_about,
    texts_about,
)
from tournaments.trace.services.trace import record_event

KEPT: tuple[tuple[type[Model], str], ...] = (
    (Entry, "person"),
    (EntryMember, "person"),
    (Substitution, "person"),
    (Substitution, "leaves"),
    (EventRecord, "person"),
)
"""What stays, with a number in place of the name: where somebody played and what came of it."""
DROPPED: tuple[tuple[type[Model], str], ...] = (
    (PersonMerge, "kept"),
    (ResultMail, "person"),
    (Follow, "person"),
    (TieRequest, "person"),
)
"""What goes."""
BLANKED = (*(name for name in Person.register_fields() if name != "last_name"), "link_nonce")
"""Fields of a person that say nothing any more; the family name becomes the number."""
SHORTEST_NUMBER = 4
"""Signs of a licence number that is looked for in texts."""


@dataclass(frozen=True, slots=True)
class Erased:
    """What an erasing did."""

    person: Person
    files: int
    """Scans, photos and documents that went."""


@transaction.atomic
def erase_person(*, person: Person, typed_name: str, erased_by: User | None) -> Erased:
    """Leave of somebody nothing but a number and the results. It cannot be undone.

    Contact details, consents, messages, registrations, merges, scans of sheets and photos where he sat, and
    printed documents of his events go; names in texts and in the trace become the number. An account tied to
    him is untied and stays as it is: it belongs to its owner.

    Raises:
        AppError: the name typed is another (`name_mismatch`, at `typed_name`), or somebody plays in an event
            that is not over (`still_playing`, which).
    """
    locked = Person.everybody.select_for_update(of=("self",)).select_related("club").get(pk=person.pk)
    _refuse(locked, typed_name)
    tournaments = list(tournaments_of([locked]))
    former, words = locked.last_name, words_of(locked)
    files = _drop_files(locked, tournaments)
    _forget_registrations(locked)
    forget_person([locked.pk, *(merge.removed["pk"] for merge in locked.merges.all())])
    for rows, field in DROPPED:
        rows._default_manager.filter(**{field: locked}).delete()
    _blank(locked)
    for found, fields in texts_about(locked.club, tournaments):
        _erase_in(found, fields, words, locked.full_name)
    follow_names([locked], [former])
    number_namesakes(locked.club_id)
    renew_pages(locked.club.tournaments.all())
    record_event(club=locked.club, actor=erased_by, action="person.erased", subject=locked.full_name)
    return Erased(locked, files)


def words_of(person: Person) -> list[str]:
    """The texts that tell who somebody is, as they stand in the trace and in notes."""
    first, last = person.first_name, person.last_name
    names = [f"{last} {first}", f"{first} {last}"] if first else [last]
    number = person.federation_number
    return [*names, person.email, person.phone, number if len(number) >= SHORTEST_NUMBER else ""]


def _refuse(person: Person, typed_name: str) -> None:
    if person.erased_at is not None:
        raise AppError("erased_already", _("Cette personne est déjà effacée."))
    if sorted_words(typed_name) != sorted_words(person.full_name):
        told = _("Ce n’est pas le nom de cette personne.")
        raise AppError("name_mismatch", told, fields={"typed_name": told})
    under_way = tournaments_of([person]).exclude(state=TournamentState.FINISHED)
    names = ", ".join(tournament.name for tournament in under_way)
    if names:
        raise AppError(
            "still_playing",
            _("Cette personne est inscrite à un tournoi qui n’est pas terminé : %(names)s.")
            % {"names": names},
        )


def _blank(person: Person) -> None:
    """Nothing but a number: every other field as in a row that says nothing."""
    empty = Person()
    for name in BLANKED:
        setattr(person, name, getattr(empty, name))
    person.last_name, person.user = f"#{person.pk}", None
    person.told_by, person.namesake_number, person.public_number = "", 0, 0
    person.erased_at = timezone.now()
    person.save()


def _drop_files(person: Person, tournaments: Sequence[Tournament]) -> int:
    """Take scans, photos and printed documents away, the files once that is certain; how many.

    A paper that other events have just the same keeps its file: it names nobody of this one.
    """
    photos = list(photos_about(person))
    scans, documents = scans_about(person, tournaments), documents_about(tournaments)
    pictures = [*(flag.photo for flag in photos), *(scan.file for scan in scans)]
    papers = {document.file.name: document.file for document in documents if document.file}
    ResultFlag.objects.filter(pk__in=[flag.pk for flag in photos]).update(photo="")
    scans.delete()
    documents.delete()
    shared = set(PrintedDocument.objects.filter(file__in=papers).values_list("file", flat=True))
    for file in (*pictures, *(file for name, file in papers.items() if name not in shared)):
        transaction.on_commit(partial(file.storage.delete, str(file.name)))
    return len(pictures) + len(papers)


def _forget_registrations(person: Person) -> None:
    """Players of registrations become the number; the address that was written goes."""
    for player in registrations_of(person):
        player.registration.email, player.registration.link = "", ""
        player.registration.shows_names = False
        player.registration.save(update_fields=["email", "link", "shows_names"])
        player.last_name, player.first_name, player.federation_number = f"#{person.pk}", "", ""
        player.save(update_fields=["last_name", "first_name", "federation_number"])


def _erase_in(rows: QuerySet[Model], fields: tuple[str, ...], words: list[str], shown: str) -> None:
    """Write `shown` wherever a text or a JSON value has one of the words."""
    for row in rows.iterator(chunk_size=500):
        changed = []
        for field in fields:
            before = getattr(row, field)
            after = erase_texts(before, words, shown)
            if after != before:
                setattr(row, field, after)
                changed.append(field)
        if changed:
            row.save(update_fields=changed)
