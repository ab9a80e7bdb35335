"""Erasing somebody on request: the results stay, under a number; everything that tells who it was goes.

What cannot be undone is confirmed by typing the name, and refused while an event goes on.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Model, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.base.services.public_pages import follow_names, renew_pages, tournaments_of
from tournaments.core.exchange.full_names import sorted_words
from tournaments.core.naming import blank_texts, erase_cut, erase_texts
from tournaments.enums import TournamentState
from tournaments.installation.stored_database import overwrite_log
from tournaments.models import (
    AuditEvent,
    Club,
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
from tournaments.models.people import KeyField
from tournaments.people.services.namesakes import number_namesakes
from tournaments.people.services.people_import import waiting_import_key
from tournaments.people.services.register_changes import forget_person
from tournaments.site.queries.past_names import PastNames, load_past_names, lone_names, rows_of
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
    (AuditEvent, "person"),
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
    past = load_past_names(locked)
    words = [*past.words(), *lone_names(locked, past)]
    files = _drop_files(locked, tournaments)
    _forget_registrations(locked, past)
    forget_person([locked.pk, *(merge.removed["pk"] for merge in locked.merges.all())])
    for rows, field in DROPPED:
        rows._default_manager.filter(**{field: locked}).delete()
    _blank(locked)
    _erase_in_trace(locked, past)
    for found, fields in texts_about(locked.club, tournaments):
        _erase_in(found, fields, words, locked.full_name)
    _forget_waiting_imports(locked.club)
    follow_names([locked], [*past.short_names(), *past.last_names])
    number_namesakes(locked.club_id)
    renew_pages(locked.club.tournaments.all())
    record_event(
        club=locked.club, actor=erased_by, action="person.erased", subject=locked.full_name, person=locked
    )
    transaction.on_commit(overwrite_log)
    return Erased(locked, files)


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


def _forget_registrations(person: Person, past: PastNames) -> None:
    """Players of registrations become the number; the address that was written goes."""
    for player in registrations_of(person, past):
        player.registration.email, player.registration.link = "", ""
        player.registration.shows_names = False
        player.registration.save(update_fields=["email", "link", "shows_names"])
        player.last_name, player.first_name, player.federation_number = f"#{person.pk}", "", ""
        player.save(update_fields=["last_name", "first_name", "federation_number"])


def _erase_in_trace(person: Person, past: PastNames) -> None:
    """Blank what the trace holds of the register: in events about the person, and in rows of imports."""
    events = AuditEvent.objects.filter(club=person.club)
    for event in events.filter(person=person):
        event.subject = person.full_name
        event.before, event.after = blank_texts(event.before), blank_texts(event.after)
        event.save(update_fields=["subject", "before", "after"])
    for event in events.filter(action__startswith="people.").iterator(chunk_size=100):
        rows = [row for row in rows_of([event.before, event.after]) if past.is_of(row)]
        for row in rows:
            row.update({name: "" for name in row if name != "person"})
        if rows:
            event.save(update_fields=["before", "after"])


def _forget_waiting_imports(club: Club) -> None:
    """Drop the files of players that wait in sessions to be confirmed; their organisers choose them again."""
    store, key = SessionStore(), waiting_import_key(club)
    sessions = Session.objects.filter(expire_date__gt=timezone.now())
    for session in sessions.iterator(chunk_size=500):
        values = session.get_decoded()
        if values.pop(key, None) is not None:
            session.session_data = store.encode(values)
            session.save(update_fields=["session_data"])


def _erase_in(rows: QuerySet[Model], fields: tuple[str, ...], words: list[str], shown: str) -> None:
    """Write `shown` wherever a text or a JSON value has one of the words."""
    made = [field.name for field in rows.model._meta.concrete_fields if isinstance(field, KeyField)]
    for row in rows.iterator(chunk_size=500):
        changed = []
        for field in fields:
            before = getattr(row, field)
            after = erase_texts(before, words, shown)
            limit = getattr(rows.model._meta.get_field(field), "max_length", None)
            if limit and isinstance(after, str):
                after = erase_cut(after, words, shown, limit)[:limit]
            if after != before:
                setattr(row, field, after)
                changed.append(field)
        if changed:
            row.save(update_fields=[*changed, *made])
