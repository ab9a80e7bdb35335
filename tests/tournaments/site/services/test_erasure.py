"""Erasure of a person: rows that stay, rows that are deleted, refusals."""

import json
from collections.abc import Callable
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.core.files.base import ContentFile
from django.db import IntegrityError, transaction
from django.db.models.fields.related import ForeignObjectRel
from django.utils import timezone

from accounts.services import keep_language
from common.errors import AppError
from tests.factories.earlier_rows import mend_earlier_rows
from tests.factories.register_changes import take_list
from tests.factories.tournaments import (
    enter_result,
    list_plays,
    make_club,
    make_entered_tournament,
    make_people,
    make_seated_tournament,
    make_tournament,
    make_user,
)
from tournaments.core.exchange.player_row import PlayerRow
from tournaments.enums import FollowKind, JobState, TournamentState
from tournaments.models import (
    AuditEvent,
    ChangedPerson,
    Entry,
    Follow,
    LicenceList,
    PartnerProposal,
    Person,
    PrintedDocument,
    RegisteredPlayer,
    Registration,
    ResultMail,
    ResultSlip,
    SheetScan,
    Tournament,
)
from tournaments.models.people import NUMBER_ALONE
from tournaments.people.services.namesakes import number_namesakes
from tournaments.site.queries.past_names import load_past_names
from tournaments.site.queries.personal import TEXTS, load_personal
from tournaments.site.services.erasure import BLANKED, DROPPED, KEPT, erase_person
from tournaments.site.services.personal_exports import export_person
from tournaments.trace.services.trace import record_event

pytestmark = pytest.mark.django_db

NAME = "ZYXOBERT Quirine"


@pytest.fixture
def finished() -> Tournament:
    """An evening with one result that is over, where ZYXOBERT Quirine sat at table 1."""
    tournament = make_seated_tournament(make_club(), is_dealt=False)
    person = tournament.entries.all()[0].person
    Person.objects.filter(pk=person.pk).update(
        last_name="Zyxobert", first_name="Quirine", federation_number="FR-777123", email="q@example.org"
    )
    enter_result(list_plays(tournament)[0], 56)
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.FINISHED)
    return tournament


def quirine() -> Person:
    return Person.objects.select_related("club").get(last_name="Zyxobert")


def erase(person: Person, typed: str = "zyxobert quirine") -> Person:
    return erase_person(person=person, typed_name=typed, erased_by=None).person


def test_every_row_that_names_a_person_is_kept_or_dropped() -> None:
    naming = {
        (relation.related_model, relation.field.name)
        for relation in Person._meta.get_fields(include_hidden=True)
        if isinstance(relation, ForeignObjectRel)
    }

    assert naming == {*KEPT, *DROPPED}


def test_the_results_stay_under_a_number(finished: Tournament) -> None:
    person = quirine()
    entries, slips = Entry.objects.count(), ResultSlip.objects.count()

    erased = erase(person)

    entry = finished.entries.get(person=erased)
    number_name = f"Joueur {person.pk}"
    assert (str(entry.person), entry.public_name) == (number_name, number_name)
    assert (Entry.objects.count(), ResultSlip.objects.count()) == (entries, slips)
    assert (erased.email, erased.federation_number, erased.birth_year) == ("", "", None)
    assert not Person.objects.filter(pk=person.pk).exists()


@pytest.mark.postgres
def test_nothing_that_is_kept_has_the_name(finished: Tournament) -> None:
    person = quirine()
    session = finished.sessions.get()
    finished.entries.filter(person=person).update(partners="ZYXOBERT / NOM02")
    session.messages.create(text="Mme Quirine Zyxobert est attendue", expires_at="2027-01-01T00:00Z")
    record_event(
        club=finished.club,
        tournament=finished,
        actor=None,
        action="entries.added",
        subject=NAME,
        after={"people": [NAME, "NOM02 Ana"], NAME: "FR-777123"},
    )

    erase(person)

    event = AuditEvent.objects.get(action="entries.added", subject__startswith="Joueur")
    number = f"Joueur {person.pk}"
    assert event.after == {"people": [number, "NOM02 Ana"], number: number}
    texts: list[tuple[Any, tuple[str, ...]]] = [(model, fields) for model, _path, fields in TEXTS]
    for model, fields in (*texts, (AuditEvent, ("subject", "before", "after"))):
        row_text = json.dumps(list(model._default_manager.values(*fields)), ensure_ascii=False).casefold()
        assert "zyxobert" not in row_text, model
    assert "zyxobert" not in json.dumps(load_personal(Person.everybody.get(pk=person.pk))).casefold()


@pytest.mark.postgres
def test_messages_registrations_papers_and_pictures_go(
    finished: Tournament, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    person, entry = quirine(), finished.entries.get(person__last_name="Zyxobert")
    session, play = finished.sessions.get(), list_plays(finished)[0]
    user = make_user()
    ResultMail.objects.create(
        tournament=finished, entry=entry, person=person, address="q@example.org", mark="1"
    )
    registration = Registration.objects.create(
        tournament=finished,
        token="5b2f0c1e-7a53-4a35-9a0e-0d7f3f6c2f11",
        email="q@example.org",
        shows_names=True,
    )
    RegisteredPlayer.objects.create(
        registration=registration, position=0, last_name="ZYXOBERT", first_name="quirine"
    )
    licence_list = LicenceList.objects.create(club=finished.club, name="liste de Zyxobert Quirine.csv")
    licence_list.licensees.create(line=2, last_name="ZYXOBERT", first_name="QUIRINE")
    licence_list.licensees.create(
        line=4, last_name="EPOUX", first_name="Quirine", federation_number="FR777123"
    )
    licence_list.licensees.create(line=3, last_name="AUTRE", first_name="Quirine")
    scans = [
        SheetScan(session=session, board=board, kind="image", added_by=user) for board in (play.board, 99)
    ]
    for scan in scans:
        scan.file.save(f"{scan.board}.jpg", ContentFile(b"picture"))
    paper = PrintedDocument(tournament=finished, kind="ranking", state=JobState.DONE)
    paper.file.save("ranking.pdf", ContentFile(b"%PDF"))
    shared = PrintedDocument(tournament=finished, kind="hand_diagrams", state=JobState.DONE)
    shared.file.save("diagrams.pdf", ContentFile(b"%PDF"))
    other_document = PrintedDocument.objects.create(
        tournament=make_tournament(finished.club),
        kind="hand_diagrams",
        state=JobState.DONE,
        file=shared.file.name,
    )
    own_scan, other_scan = scans

    with django_capture_on_commit_callbacks(execute=True):
        erased = erase_person(person=person, typed_name=NAME, erased_by=None)

    registration.refresh_from_db()
    licence_list.refresh_from_db()
    assert [str(licensee) for licensee in licence_list.licensees.all()] == ["AUTRE Quirine"]
    assert licence_list.name == f"liste de Joueur {person.pk}.csv"
    assert erased.files == 3
    # a paper of another event that has the same bytes names no player
    assert other_document.file.storage.exists(str(other_document.file.name))
    assert list(SheetScan.objects.all()) == [other_scan]
    assert [file.storage.exists(str(file.name)) for file in (own_scan.file, other_scan.file, paper.file)] == [
        False,
        True,
        False,
    ]
    assert not ResultMail.objects.exists()
    assert list(PrintedDocument.objects.all()) == [other_document]
    assert (registration.email, str(registration)) == ("", f"#{person.pk}")
    assert not registration.shows_names


@pytest.mark.parametrize("works", [False, True])
def test_an_account_is_untied_and_stays_as_it_is(finished: Tournament, works: bool) -> None:
    user = make_user("Quirine Zyxobert", club=finished.club if works else None)
    Person.objects.filter(last_name="Zyxobert").update(user=user)

    erased = erase_person(person=quirine(), typed_name=NAME, erased_by=None)

    email = user.email
    user.refresh_from_db()
    assert (user.is_active, user.name, user.email) == (True, "Quirine Zyxobert", email)
    assert erased.person.user is None


@pytest.mark.postgres
def test_who_is_erased_is_followed_by_nobody_and_his_account_keeps_what_it_follows() -> None:
    club, account, reader = make_club(), make_user("Ana"), make_user()
    (person,) = make_people(club, 1)
    person.user, person.language = account, "en"
    person.save()
    keep_language(user=account, language="en")
    Follow.objects.create(user=account, kind=FollowKind.CLUB, club=club)
    Follow.objects.create(user=reader, kind=FollowKind.PERSON, person=person)
    packed = export_person(person=person, exported_by=None, for_owner=True)
    with ZipFile(BytesIO(packed)) as archive:
        account_data = json.loads(archive.read("donnees.json"))["account"]

    erased = erase(person, person.full_name)

    account.refresh_from_db()
    assert (account_data["language"], account_data["follows"][0]["club_id"]) == ("en", club.pk)
    assert (erased.language, account.language) == ("", "en")
    assert list(Follow.objects.values_list("user", "club")) == [(account.pk, club.pk)]


def test_the_database_knows_what_an_erased_person_keeps() -> None:
    stored_names = {*BLANKED, "user", "last_name__startswith"}
    assert set(NUMBER_ALONE) == stored_names, "add the field to NUMBER_ALONE and make the migration again"


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("field", "value"), [("last_name", "Zyxobert"), ("phone", "06"), ("birth_year", 1960), ("series", "1")]
)
def test_the_database_refuses_what_a_late_writer_puts_back(field: str, value: Any) -> None:
    (person,) = make_people(make_club(), 1)
    erased = erase(person, person.full_name)
    setattr(erased, field, value)

    with pytest.raises(IntegrityError, match="person_erased_whole"), transaction.atomic():
        erased.save()


@pytest.mark.postgres
def test_what_an_erased_person_still_had_is_emptied_by_the_update() -> None:
    club, user = make_club(), make_user()
    anne, luc = make_people(club, 2)
    before = Person.objects.filter(pk=luc.pk).values().get()

    def put_back() -> None:
        values = {"email": "q@example.org", "birth_year": 1960, "user": user, "last_name": "Zyxobert"}
        Person.objects.filter(pk=anne.pk).update(erased_at=timezone.now(), **values)

    mend_earlier_rows("0022_erased_and_ended", Person, "person_erased_whole", put_back)

    mended = Person.everybody.get(pk=anne.pk)
    mended.save()
    assert (mended.last_name, mended.email, mended.user) == (f"#{anne.pk}", "", None)
    assert "zyxobert" not in mended.search_key
    assert Person.objects.filter(pk=luc.pk).values().get() == before


def test_namesake_is_told_apart_no_more() -> None:
    club = make_club()
    erased, kept = [Person.objects.create(club=club, last_name="Durand", first_name="Anne") for _ in range(2)]
    number_namesakes(club.pk)
    erased.refresh_from_db()
    assert (erased.told_by, erased.namesake_number, erased.public_number) == ("number", 1, 1)

    erase(erased, "Anne Durand")

    for person in (erased, kept):
        person.refresh_from_db(from_queryset=Person.everybody.all())
        assert (person.told_by, person.namesake_number, person.public_number) == ("", 0, 0)


def test_the_name_may_be_typed_first_name_first(finished: Tournament) -> None:
    assert erase(quirine(), "Quirine ZYXOBERT").erased_at is not None


def test_what_many_changes_kept_of_the_person_is_forgotten(finished: Tournament) -> None:
    take_list(
        finished.club,
        PlayerRow(last_name="Zyxobert", first_name="Quirine", email="secret@example.org"),
        PlayerRow(last_name="Autre", first_name="Luc"),
    )

    erase(quirine())

    assert [part.after["last_name"] for part in ChangedPerson.objects.all()] == ["Autre"]


def test_registration_under_another_name_with_the_number_is_not_theirs(finished: Tournament) -> None:
    person = quirine()
    Person.objects.filter(pk=person.pk).update(federation_number="0012")
    registration = Registration.objects.create(
        tournament=finished, token="5b2f0c1e-7a53-4a35-9a0e-0d7f3f6c2f11", email="x@example.org"
    )
    names = [("Nouvel", "Lise", "12"), ("ZYXOBERT", "Q.", "12"), ("Zyxobert", "QUIRINE", "")]
    for position, (last_name, first_name, number) in enumerate(names):
        RegisteredPlayer.objects.create(
            registration=registration,
            position=position,
            last_name=last_name,
            first_name=first_name,
            federation_number=number,
        )

    erase(quirine())

    number_name = f"#{person.pk}"
    assert [player.last_name for player in registration.players.all()] == ["Nouvel", number_name, number_name]


def test_half_of_a_joined_registration_is_erased_and_the_other_kept(finished: Tournament) -> None:
    holder, joined = (
        Registration.objects.create(
            tournament=finished,
            token=token,
            email=email,
            state=state,
            seeks_partner=True,
            is_findable=True,
            seeker_words="le soir",
            shows_names=True,
        )
        for token, email, state in (
            ("5b2f0c1e-7a53-4a35-9a0e-0d7f3f6c2f11", "x@example.org", "accepted"),
            ("5b2f0c1e-7a53-4a35-9a0e-0d7f3f6c2f12", "q@example.org", "joined"),
        )
    )
    RegisteredPlayer.objects.create(registration=holder, position=0, last_name="Autre", first_name="Lise")
    RegisteredPlayer.objects.create(
        registration=holder,
        position=1,
        last_name="Zyxobert",
        first_name="Quirine",
        sent_with=joined,
        entry=finished.entries.get(person=quirine()),
    )
    PartnerProposal.objects.create(sender=joined, recipient=holder, declined_at=timezone.now())

    (exported,) = load_personal(quirine())["registrations"]
    addresses = load_past_names(quirine()).addresses
    person = erase(quirine())

    assert addresses == {"q@example.org"}
    assert exported["registration"]["email"] == "q@example.org"
    assert [(row["is_sent"], row["is_declined"]) for row in exported["proposals"]] == [(True, True)]
    for registration in (holder, joined):
        registration.refresh_from_db()
    assert str(holder) == f"AUTRE Lise / #{person.pk}"
    assert (holder.email, holder.seeker_words, holder.is_findable) == ("x@example.org", "le soir", True)
    assert (joined.email, joined.seeker_words, joined.is_findable) == ("", "", False)
    assert not joined.shows_names


def test_another_name_erases_nobody(finished: Tournament) -> None:
    with pytest.raises(AppError) as refusal:
        erase(quirine(), "Zyxobert")

    assert (refusal.value.code, list(refusal.value.fields)) == ("name_mismatch", ["typed_name"])
    assert quirine().erased_at is None


def test_nobody_is_erased_out_of_an_event_under_way() -> None:
    tournament = make_entered_tournament(make_club())
    person = tournament.entries.all()[0].person

    with pytest.raises(AppError) as refusal:
        erase(person, person.full_name)

    assert refusal.value.code == "still_playing"


def test_nobody_is_erased_twice() -> None:
    (person,) = make_people(make_club(), 1)
    erase(person, person.full_name)

    with pytest.raises(AppError) as refusal:
        erase(person, person.full_name)

    assert refusal.value.code == "erased_already"


def test_pages_are_made_anew_and_the_trace_says_who_went_without_a_name(finished: Tournament) -> None:
    version = finished.showing_version
    # a namesake may lose the number in any event of the club
    other = make_tournament(finished.club)
    other_version = other.showing_version
    person = erase(quirine())

    finished.refresh_from_db()
    other.refresh_from_db()
    assert other.showing_version > other_version
    event = AuditEvent.objects.get(action="person.erased")
    assert finished.showing_version > version
    assert (event.subject, event.before, event.after) == (f"Joueur {person.pk}", None, None)


def test_what_is_held_can_be_taken_along(finished: Tournament) -> None:
    packed = export_person(person=quirine(), exported_by=None)

    with ZipFile(BytesIO(packed)) as archive:
        own_data, data_text = json.loads(archive.read("donnees.json")), archive.read("donnees.txt").decode()
    (event,) = own_data["tournaments"]
    assert (own_data["person"]["email"], event["name"]) == ("q@example.org", "Soirée")
    assert event["deals"] == [{"round": 1, "table": 1, "board": 1, "kind": "played", "score": 56}]
    assert "link_nonce" not in own_data["person"]
    assert "last_name : Zyxobert" in data_text
    assert AuditEvent.objects.filter(action="person.exported", subject=NAME).exists()
