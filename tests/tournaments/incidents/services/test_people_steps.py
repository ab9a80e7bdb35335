"""Steps of an action that are undone after an organiser has changed the same thing by hand."""

import pytest

from tests.factories.tournaments import make_club, make_people, make_seated_tournament, make_user
from tournaments.enums import EntryPresence
from tournaments.incidents.services.people_steps import hand_back, hand_over, put_standing_back, set_standing
from tournaments.models import Entry, Session

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    return make_seated_tournament(make_club(), is_dealt=False).sessions.select_related("tournament").get()


@pytest.mark.parametrize("later", [None, EntryPresence.UNRANKED])
def test_standing_comes_back_unless_it_was_changed_since(
    session: Session, later: EntryPresence | None
) -> None:
    entries = session.tournament.entries
    entry = entries.all()[0]
    step = set_standing(entry, EntryPresence.WITHDRAWN)
    if later is not None:
        entries.filter(pk=entry.pk).update(presence=later)

    put_standing_back(session, step, make_user())

    assert entries.get(pk=entry.pk).presence == (later or EntryPresence.RANKED)


@pytest.mark.parametrize("is_handed_on", [False, True])
def test_place_comes_back_unless_it_was_handed_on_since(session: Session, is_handed_on: bool) -> None:
    entry = session.tournament.entries.all()[0]
    newcomer, next_one = make_people(session.tournament.club, 2)
    step = hand_over(entry, newcomer)
    if is_handed_on:
        Entry.objects.filter(pk=entry.pk).update(person=next_one)

    hand_back(session, step, make_user())

    assert Entry.objects.get(pk=entry.pk).person_id == (next_one.pk if is_handed_on else entry.person_id)
