"""Erase a person on request. Results stay under a number; all data that identifies the person goes.

An erasure cannot be undone. The typed name confirms it, and it is refused while the person plays in an event.
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
from tournaments.people.services.licences import forget_licensees
from tournaments.people.services.namesakes import number_namesakes
from tournaments.people.services.people import refuse_erased
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

KEPT: list[tuple[type[Model], str]] = [
    (Entry, "person"),
    (EntryMember, "person"),
    (Substitution, "person"),
    (Substitution, "leaves"),
    (EventRecord, "person"),
    (AuditEvent, "person"),
]
"""Rows that stay, with a number in place of the name: the events of the person and their results.

An app above adds its own at start.
"""
DROPPED: tuple[tuple[type[Model], str], ...] = (
    (PersonMerge, "kept"),
    (ResultMail, "person"),
    (Follow, "person"),
    (TieRequest, "person"),
)
"""Rows that are deleted."""
BLANKED = (*(name for name in Person.register_fields() if name != "last_name"), "link_nonce")
"""Fields of a person that are emptied. The family name becomes the number."""


@dataclass(frozen=True, slots=True)
class Erased:
    """Result of an erasure."""

    person: Person
    files: int
    """Number of scans, photos and documents that were deleted."""


@transaction.atomic
def erase_person(*, person: Person, typed_name: str, erased_by: User | None) -> Erased:
    """Erase a person, except for a number and the results. This cannot be undone.

    Deleted are contact details, consents, messages, merges, lines of the list of licensees, scans of sheets
    and photos of the person's tables, and printed documents of the person's events. Names in registrations,
    in texts and in the trace become the number. A tied account is untied and stays: it belongs to its owner.

    Raises:
        AppError: with one of these codes:

        - `erased_already`;
        - `name_mismatch`, at `typed_name`: the typed name is another;
        - `still_playing` (names of the events): an event of the person is not finished.
    """
    # `everybody`: fictitious people, too
    locked = Person.everybody.select_for_update(of=("self",)).select_related("club").get(pk=person.pk)
    _refuse(locked, typed_name)
    tournaments = list(tournaments_of([locked]))
    # before anything is deleted: past names come from the rows that go
    past_names = load_past_names(locked)
    words = [*past_names.words(), *lone_names(locked, past_names)]
    files = _drop_files(locked, tournaments)
    _forget_registrations(locked, past_names)
    forget_licensees(locked.club, past_names.rows())
    forget_person([locked.pk, *(merge.removed["pk"] for merge in locked.merges.all())])
    for rows, field in DROPPED:
        rows._default_manager.filter(**{field: locked}).delete()
    _blank(locked)
    _erase_in_trace(locked, past_names)
    for naming_rows, fields in texts_about(locked.club, tournaments):
        _erase_in(naming_rows, fields, words, locked.full_name)
    _forget_waiting_imports(locked.club)
    follow_names([locked], [*past_names.short_names(), *past_names.last_names])
    number_namesakes(locked.club_id)
    renew_pages(locked.club.tournaments.all())
    record_event(
        club=locked.club, actor=erased_by, action="person.erased", subject=locked.full_name, person=locked
    )
    # SQLite's log still holds the pages as they were
    transaction.on_commit(overwrite_log)
    return Erased(locked, files)


def _refuse(person: Person, typed_name: str) -> None:
    refuse_erased(person)
    if sorted_words(typed_name) != sorted_words(person.full_name):
        message = _("Ce n’est pas le nom de cette personne.")
        raise AppError("name_mismatch", message, fields={"typed_name": message})
    unfinished_events = tournaments_of([person]).exclude(state=TournamentState.FINISHED)
    names = ", ".join(tournament.name for tournament in unfinished_events)
    if names:
        raise AppError(
            "still_playing",
            _("Cette personne est inscrite à un tournoi qui n’est pas terminé : %(names)s.")
            % {"names": names},
        )


def _blank(person: Person) -> None:
    """Replace the name by the number, and every other field by the value of an empty row."""
    empty = Person()
    for name in BLANKED:
        setattr(person, name, getattr(empty, name))
    person.last_name, person.user = f"#{person.pk}", None
    person.told_by, person.namesake_number, person.public_number = "", 0, 0
    person.erased_at = timezone.now()
    person.save()


def _drop_files(person: Person, tournaments: Sequence[Tournament]) -> int:
    """Delete scans, photos and printed documents. Return their number.

    A file that documents of other events share stays, because it names no player.
    """
    photos = list(photos_about(person))
    scans, documents = scans_about(person, tournaments), documents_about(tournaments)
    pictures = [*(flag.photo for flag in photos), *(scan.file for scan in scans)]
    papers = {document.file.name: document.file for document in documents if document.file}
    ResultFlag.objects.filter(pk__in=[flag.pk for flag in photos]).update(photo="")
    scans.delete()
    documents.delete()
    shared_names = set(PrintedDocument.objects.filter(file__in=papers).values_list("file", flat=True))
    for file in (*pictures, *(file for name, file in papers.items() if name not in shared_names)):
        transaction.on_commit(partial(file.storage.delete, str(file.name)))
    return len(pictures) + len(papers)


def _forget_registrations(person: Person, past: PastNames) -> None:
    """Replace the names in registrations by the number. Empty contact details and answers."""
    for player in registrations_of(person, past):
        home = player.home
        home.email, home.link, home.seeker_words = "", "", ""
        home.shows_names = home.is_findable = False
        home.save(update_fields=["email", "link", "seeker_words", "shows_names", "is_findable"])
        player.last_name, player.first_name, player.federation_number = f"#{person.pk}", "", ""
        player.save(update_fields=["last_name", "first_name", "federation_number"])
        player.answers.all().delete()


def _erase_in_trace(person: Person, past: PastNames) -> None:
    """Empty the texts of trace entries about the person, and the person's rows in entries of imports."""
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
    """Drop the lists of players that wait in sessions for a confirmation. Organisers upload them again."""
    store, key = SessionStore(), waiting_import_key(club)
    sessions = Session.objects.filter(expire_date__gt=timezone.now())
    for session in sessions.iterator(chunk_size=500):
        values = session.get_decoded()
        if values.pop(key, None) is not None:
            session.session_data = store.encode(values)
            session.save(update_fields=["session_data"])


def _erase_in(rows: QuerySet[Model], fields: tuple[str, ...], words: list[str], replacement: str) -> None:
    """Write `replacement` for each of the words in texts and JSON values."""
    key_fields = [field.name for field in rows.model._meta.concrete_fields if isinstance(field, KeyField)]
    for row in rows.iterator(chunk_size=500):
        changed_names = []
        for field in fields:
            old_value = getattr(row, field)
            new_value = erase_texts(old_value, words, replacement)
            # the replacement may be longer than the word
            limit = getattr(rows.model._meta.get_field(field), "max_length", None)
            if limit and isinstance(new_value, str):
                new_value = erase_cut(new_value, words, replacement, limit)[:limit]
            if new_value != old_value:
                setattr(row, field, new_value)
                changed_names.append(field)
        if changed_names:
            row.save(update_fields=[*changed_names, *key_fields])
