"""Reads of one moment while another connection writes, and a state on the database of a server."""

import json
import sqlite3
import threading
import uuid
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection

from publishing.models import SharedEvent
from publishing.queries.snapshot import one_moment
from publishing.queries.states import load_state, name_people
from publishing.services.applying import Receiver
from publishing.services.private_parts import private_part, write_private_part
from publishing.services.receiving import renew_event
from tests.factories.shown_events import show_individual
from tests.factories.tournaments import make_club, make_user
from tests.installations import database_in_file
from tests.publishing.services.test_applying import ranking_of
from tournaments.models import Club


@pytest.mark.postgres
@pytest.mark.postgres_alone
@pytest.mark.django_db(transaction=True)
def test_block_sees_the_server_of_one_moment() -> None:
    make_club()
    with one_moment():
        assert Club.objects.count() == 1
        writing = threading.Thread(target=_add_club)
        writing.start()
        writing.join()

        assert Club.objects.count() == 1

    assert Club.objects.count() == 2


def _add_club() -> None:
    make_club()
    connection.close()


@pytest.mark.once  # a file of SQLite
@pytest.mark.django_db(transaction=True)
def test_block_sees_the_file_of_one_moment_and_stops_nobody_from_writing(tmp_path: Path) -> None:
    path = tmp_path / "etui.sqlite3"
    with database_in_file(path):
        make_club("avant")
        with one_moment():
            assert Club.objects.get().name == "avant"
            with closing(sqlite3.connect(path, timeout=0)) as other_connection:
                other_connection.execute("UPDATE tournaments_club SET name = 'après'")
                other_connection.commit()

            assert Club.objects.get().name == "avant"

        assert Club.objects.get().name == "après"


@pytest.mark.postgres
@pytest.mark.django_db
def test_state_is_read_and_written_on_either_database() -> None:
    event = SharedEvent(tournament=show_individual(make_club(), 1), turn=1)
    event.club = event.tournament.club
    event.save()
    name_people(event)
    # both clubs are in one database here, where a form's token is unique
    parts = {
        name: [
            [wire, values | {"token": str(uuid.uuid4())}] if "token" in values else [wire, values]
            for wire, values in rows
        ]
        for name, part in load_state(event).parts.items()
        for rows in [json.loads(part.text)]
    }
    club = make_club("Site")
    copy = SharedEvent(club=club)

    renew_event(Receiver(copy, club, make_user("Odile")).apply(parts, parts))
    write_private_part(copy, private_part(event, load_state(event).wires))

    assert ranking_of(copy.tournament) == ranking_of(event.tournament)
    # the same state once more changes nothing
    assert not Receiver(copy, club, make_user("Paul")).apply(parts, parts).kinds
