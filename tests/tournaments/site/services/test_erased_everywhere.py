"""Files of the installation after erasing: none holds a name, number or address that the person ever had."""

import re
import uuid
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from counting.models import HomeEvening
from tests.factories.registrations import open_event, send_registration
from tests.factories.tournaments import (
    enter_result,
    fill_tournament,
    list_plays,
    make_club,
    make_seated_tournament,
    make_tournament,
    make_user,
)
from tests.installations import database_in_file
from tournaments.core.exchange.player_row import PlayerRow
from tournaments.enums import JobState, PrizeRanking, TournamentState
from tournaments.models import (
    AuditEvent,
    Club,
    ClubPage,
    Person,
    PrintedDocument,
    PrizePlan,
    RankingClaim,
    RegisterChange,
    ResultFlag,
    ResultMail,
    SheetScan,
    TablePhone,
    Tournament,
)
from tournaments.people.services.merges import merge_people, undo_merge
from tournaments.people.services.people import add_person, change_person
from tournaments.people.services.people_import import import_people, plan_import
from tournaments.people.services.person_accounts import request_tie
from tournaments.people.services.person_links import renew_person_link
from tournaments.site.queries.personal import load_personal
from tournaments.site.services.erasure import erase_person
from tournaments.site.services.personal_exports import export_person
from tournaments.trace.services.trace import record_event

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]  # in a file of SQLite

EVER = (
    "Qmaidenq", "Qmarriedq", "Qfirstq", "Qgivenq", "Qmergedq", "Qotherq", "Qundoneq", "QLIC1234", "QLIC5678",
    "QLIC9999", "qfirst@example.org", "qreg@example.org", "qtie@example.org", "0601020304",
)  # fmt: skip
"""Every name, licence number and address of the person."""


@pytest.fixture
def var(tmp_path: Path, settings: Any) -> Iterator[Path]:
    """The folder of an installation of its own."""
    settings.VAR_DIR = tmp_path / "var"
    settings.MEDIA_ROOT = tmp_path / "var" / "documents"
    with database_in_file(tmp_path / "var" / "etui.sqlite3"):
        yield tmp_path / "var"


def make_history(club: Club, user: User, client: Client) -> Person:
    """A person who was imported, renamed, merged, entered, ruled about, photographed and written to."""
    person = add_person(
        club=club,
        values={
            "last_name": "Qmaidenq",
            "first_name": "Qfirstq",
            "federation_number": "QLIC1234",
            "email": "qfirst@example.org",
            "phone": "0601020304",
        },
        added_by=user,
    )
    evening = make_seated_tournament(club, is_dealt=False)
    entry = evening.entries.all()[0]
    entry.person, entry.partners = person, "QMAIDENQ / NOM02"
    entry.save()
    write_about(evening, user)
    renew_person_link(person=person, made_by=user)
    request_tie(person=person, email="qtie@example.org", asked_by=user, link="https://etui.example/")
    coming = open_event(make_tournament(club, name="Ouvert"))
    send_registration(coming, "Qmaidenq Qfirstq QLIC1234", email="qreg@example.org")
    Tournament.objects.filter(pk=coming.pk).update(state=TournamentState.FINISHED)

    change_person(person=person, values={"last_name": "Qmarriedq"}, changed_by=user)
    row = PlayerRow(last_name="Qmarriedq", first_name="Qfirstq", number="QLIC1234", series="2")
    import_rows(club, [row], user)
    change_person(person=person, values={"federation_number": "QLIC5678"}, changed_by=user)
    change_person(person=person, values={"first_name": "Qgivenq"}, changed_by=user)
    import_rows(club, [PlayerRow(last_name="Qmergedq", first_name="Qotherq", number="QLIC9999")], user)
    merge_people(kept=person, removed=Person.objects.get(last_name="Qmergedq"), merged_by=user)
    second = add_person(club=club, values={"last_name": "Qundoneq", "first_name": "Bis"}, added_by=user)
    undo_merge(merge=merge_people(kept=person, removed=second, merged_by=user), undone_by=user)
    merge_people(kept=person, removed=Person.objects.get(last_name="Qundoneq"), merged_by=user)
    ResultMail.objects.create(
        tournament=evening, entry=entry, person=person, address="qfirst@example.org", mark="1"
    )
    waiting = SimpleUploadedFile("liste.csv", "Nom;Prénom\nQmarriedq;Qgivenq\n".encode())
    client.post(reverse("organiser-people-import", args=[club.slug]), {"file": waiting})
    HomeEvening.objects.create(
        reading="r", writing="w", game="tarot", names=["Qfirstq Qmaidenq", "Bob"], first_dealer=0, club=club
    )
    export_person(person=person, exported_by=user)
    person.refresh_from_db()
    return person


def write_about(evening: Tournament, user: User) -> None:
    """Papers, photos, notes and facts of an evening that name the person who sat at the first table."""
    play, session = list_plays(evening)[0], evening.sessions.get()
    slip = enter_result(play, 56)
    type(slip).objects.filter(pk=slip.pk).update(reason="demandé par Qfirstq QMAIDENQ")
    session.messages.create(text="Mme Qmaidenq est attendue", expires_at="2027-01-01T00:00Z")
    phone = TablePhone.objects.create(
        round=play.round, table=play.table, device=uuid.uuid4(), seat=0, name="iPhone de Qmaidenq"
    )
    RankingClaim.objects.create(
        tournament=evening,
        entry=evening.entries.order_by("pk")[0],
        text="Qmaidenq réclame",
        source="device",
        token=uuid.uuid4(),
        state="refused",
        answer="Qfirstq Qmaidenq a tort",
        answered_by=user,
        answered_at=timezone.now(),
    )
    flag = ResultFlag(
        play=play, slip=slip, phone=phone, seat=0, text="Qmaidenq conteste", note="vu avec Q. Qmaidenq"
    )
    flag.resolved_by, flag.resolved_at = user, timezone.now()
    flag.photo.save("qmaidenq.jpg", ContentFile(b"\xff\xd8 Qmaidenq"))
    scan = SheetScan(session=session, board=play.board, kind="image", name="qmaidenq.jpg", added_by=user)
    scan.file.save("scan.jpg", ContentFile(b"\xff\xd8 Qmaidenq"))
    paper = PrintedDocument(tournament=evening, kind="ranking", state=JobState.DONE)
    paper.file.save("ranking.pdf", ContentFile(b"%PDF QMAIDENQ Qfirstq"))
    for subject in ("QMAIDENQ Qfirstq", f"{'NOM02 Ana, ' * 10}QMAIDENQ Qfirstq"):
        record_event(
            club=evening.club,
            tournament=evening,
            actor=user,
            action="ruling.given",
            subject=subject,
            after={"reason": "qfirstq qmaidenq, licence QLIC1234", "guilty": ["QMAIDENQ Qfirstq"]},
        )
    club, name = evening.club, "Q. Qmaidenq"
    ClubPage.objects.create(club=club, presentation=f"Par {name}", address=f"Chez {name}", contact=name)
    RegisterChange.objects.create(club=club, kind=RegisterChange.Kind.IMPORT, name="liste de Qmaidenq.csv")
    plan = PrizePlan.objects.create(tournament=evening)
    plan.rules.create(
        position=1,
        name="Lots",
        ranking=PrizeRanking.OVERALL,
        gifts=[{"name": f"vin de {name}", "cents": None}],
    )
    Tournament.objects.filter(pk=evening.pk).update(state=TournamentState.FINISHED, place=f"Grange de {name}")


def import_rows(club: Club, rows: list[PlayerRow], user: User) -> None:
    plan = plan_import(club=club, rows=rows)
    import_people(club=club, rows=rows, seen_digest=plan.digest, imported_by=user)


def files_that_tell(folder: Path) -> list[str]:
    """Return which files of a folder, and parts of archives, hold one of the texts."""
    matches = []
    for path in sorted(folder.rglob("*")):
        if not path.is_file():
            continue
        parts = {path.name: path.read_bytes()}
        if path.suffix == ".zip":
            with ZipFile(path) as archive:
                parts = {f"{path.name}/{name}": archive.read(name) for name in archive.namelist()}
        for name, content in parts.items():
            for text in EVER:
                if re.search(re.escape(text.encode()), content + name.encode(), re.IGNORECASE):
                    matches.append(f"{text} in {name}")
    return matches


def sessions_that_tell(client: Client) -> bool:
    return any(text in repr(dict(client.session)) for text in EVER)


def test_no_file_of_the_installation_holds_a_name_that_an_erased_person_ever_had(var: Path) -> None:
    club = make_club()
    user = make_user("Anne", club=club)
    client = Client()
    client.force_login(user)
    person = make_history(club, user, client)
    assert len(files_that_tell(var)) > len(EVER)
    assert sessions_that_tell(client)

    erase_person(person=person, typed_name="Qgivenq Qmarriedq", erased_by=user)

    call_command("backup", stdout=StringIO())
    assert files_that_tell(var) == []
    assert not sessions_that_tell(client)
    assert AuditEvent.objects.filter(person=person).count() > 8
    connection.close()
    assert files_that_tell(var) == []


def test_what_is_taken_along_has_every_event_under_every_name(var: Path) -> None:
    club = make_club()
    user = make_user("Anne", club=club)
    client = Client()
    client.force_login(user)
    person = make_history(club, user, client)

    own_data = load_personal(person)

    actions = [event["action"] for event in own_data["trace"]]
    assert actions.count("person.changed") == 3
    assert actions.count("person.added") == 2
    assert {"person.merged", "person.link_made", "ruling.given"} <= set(actions)
    changed = [event["before"] for event in own_data["trace"] if event["action"] == "person.changed"]
    assert {"federation_number": "QLIC1234"} in changed
    assert [row["last_name"] for row in own_data["registrations"]] == ["Qmaidenq"]


def test_other_people_keep_their_names(var: Path) -> None:
    club = make_club()
    person = add_person(club=club, values={"last_name": "Petit", "first_name": "Anne"}, added_by=None)
    second_person = add_person(club=club, values={"last_name": "Petit", "first_name": "Jean"}, added_by=None)
    fill_tournament(make_tournament(club))
    note = record_event(
        club=club,
        actor=None,
        action="ruling.given",
        subject="PETIT Jean",
        after={"reason": "le Petit au bout"},
    )

    erase_person(person=person, typed_name="Petit Anne", erased_by=None)

    note.refresh_from_db()
    added = AuditEvent.objects.get(person=second_person)
    assert (note.subject, note.after) == ("PETIT Jean", {"reason": "le Petit au bout"})
    assert (added.subject, added.after) == ("PETIT Jean", {"first_name": "Jean", "last_name": "Petit"})
