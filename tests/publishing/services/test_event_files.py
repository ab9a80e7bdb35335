"""The file of an event on the database of a server, whose errors differ from those of SQLite."""

import gzip
import json
import uuid
from typing import Any

import pytest

from common.errors import AppError
from publishing.services.event_files import add_event_of_file, preview_event_file, write_event_file
from tests.factories.shown_events import show_individual
from tests.factories.tournaments import make_club, make_user
from tests.publishing.services.test_applying import ranking_of
from tournaments.enums import TournamentState
from tournaments.models import Person, Tournament

SPOILT = {
    "surrogate": {"last_name": "\ud800"},
    "NUL": {"last_name": "\0"},
    "long name": {"last_name": "x" * 500},
    "year out of range": {"birth_year": 2**40},
}


@pytest.mark.postgres
@pytest.mark.django_db
def test_event_of_a_file_is_added_on_either_database() -> None:
    tournament = show_individual(make_club(), 1)
    Tournament.objects.update(state=TournamentState.FINISHED)
    user, club = make_user("Odile"), make_club("Site")
    document = _as_of_another_event(write_event_file(tournament=tournament, written_by=user))
    person_count = Person.everybody.count()

    for values in SPOILT.values():
        people = json.loads(document["parts"]["people"])
        people[0][1] |= values
        spoilt = document | {"parts": document["parts"] | {"people": json.dumps(people)}}
        with pytest.raises(AppError, match=r"file_(malformed|unfit)"):
            preview_event_file(club=club, content=_file(spoilt), user=user)
    preview = preview_event_file(club=club, content=_file(document), user=user)
    assert (Tournament.objects.count(), Person.everybody.count()) == (1, person_count)
    copy = add_event_of_file(club=club, content=_file(document), seen=preview.digest, added_by=user)

    assert ranking_of(copy) == ranking_of(tournament)
    assert Person.everybody.filter(club=club).count() == len(preview.added) > 0


def _as_of_another_event(content: bytes) -> dict[str, Any]:
    """Return the document of a file with other identifiers: its event is in the same database."""
    document: dict[str, Any] = json.loads(gzip.decompress(content))
    parts = {
        name: json.dumps(
            [
                [wire, values | {"token": str(uuid.uuid4())}] if "token" in values else [wire, values]
                for wire, values in json.loads(text)
            ]
        )
        for name, text in document["parts"].items()
    }
    return document | {"uid": str(uuid.uuid4()), "parts": parts}


def _file(document: dict[str, Any]) -> bytes:
    return gzip.compress(json.dumps(document).encode(), mtime=0)
