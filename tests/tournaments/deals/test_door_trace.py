"""Every function of the door of the cards by whether reading through it leaves a line in the trace."""

import inspect
from collections.abc import Callable
from typing import NamedTuple

import pytest

from accounts.models import User
from games.enums import DealSetState
from tests.factories.recorded_plays import record_play
from tests.factories.tournaments import (
    list_plays,
    make_club,
    make_reader,
    make_seated_tournament,
    make_user,
)
from tournaments.deals import door
from tournaments.models import AuditEvent, PlayRecord, Session

pytestmark = pytest.mark.django_db
ACTION = "deals.seen"


class Evening(NamedTuple):
    session: Session
    reader: User


def read_paper(evening: Evening) -> None:
    with door.paper_for(evening.reader, action=ACTION, kind="hand_diagrams"):
        door.cards_on_paper(evening.session.tournament)


def read_record(evening: Evening) -> None:
    play = list_plays(evening.session.tournament)[0]
    record_play(play)
    door.read_record(PlayRecord.objects.get(), play=play, reader=evening.reader)


READ_BY_A_PERSON: dict[str, Callable[[Evening], object]] = {
    "read_session_deals": lambda at: door.read_session_deals(at.session, reader=at.reader, action=ACTION),
    "read_known": lambda at: door.read_known(at.session, reader=at.reader),
    "read_set": lambda at: door.read_set(at.session, reader=at.reader, action=ACTION),
    "record_reading": lambda at: door.record_reading(at.session, reader=at.reader, action=ACTION),
    "paper_for": read_paper,
    "cards_on_paper": read_paper,
    "read_record": read_record,
}
"""Ways by which a named reader gets sealed cards: each leaves a line."""
NO_READER = {
    *("shown_board", "shown_boards", "shown_record", "kept_closed"),
    *("revealed_seed", "revealed_document", "revealed_deals", "revealed_set_file"),
}
"""Functions that return public data."""
NO_CARDS = {
    *("cards_for", "sealed_set_for", "paper_by", "signature_by_cards", "require_right"),
    "travelling_cards",
}
"""Functions that show no card to a person: the program itself, and the check of a right."""


@pytest.fixture
def evening() -> Evening:
    tournament = make_seated_tournament(make_club())
    reader = make_reader(make_user("Lectrice", tournament=tournament), tournament)
    session = tournament.sessions.get()
    assert session.deal_set is not None
    assert session.deal_set.state == DealSetState.SEALED
    return Evening(session, reader)


def test_every_function_of_the_door_is_of_one_kind() -> None:
    public = {
        name
        for name, value in vars(door).items()
        if inspect.isfunction(value) and value.__module__ == door.__name__ and not name.startswith("_")
    }

    assert public == READ_BY_A_PERSON.keys() | NO_READER | NO_CARDS
    assert not READ_BY_A_PERSON.keys() & (NO_READER | NO_CARDS)


@pytest.mark.parametrize("name", READ_BY_A_PERSON)
def test_reading_through_the_door_leaves_a_line_with_the_reader(name: str, evening: Evening) -> None:
    earlier_rows = set(AuditEvent.objects.values_list("pk", flat=True))

    READ_BY_A_PERSON[name](evening)

    [line] = AuditEvent.objects.exclude(pk__in=earlier_rows)
    assert (line.actor, line.tournament) == (evening.reader, evening.session.tournament)
    assert line.action in (ACTION, door.HANDS_READ)
