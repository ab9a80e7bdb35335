"""The ranking over all sessions for programs."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.sessions import make_short_evening, open_next, play_session
from tournaments.enums import Visibility
from tournaments.events.services.events import set_visibility
from tournaments.models import Tournament
from tournaments.rankings.queries.event_standings import load_event_standings
from tournaments.seating.services.seating import apply_movement


@pytest.fixture
def event(db) -> Tournament:
    """Two sessions, played and public."""
    tournament = play_session(make_short_evening())
    open_next(tournament)
    apply_movement(tournament=tournament, seated_by=None)
    play_session(tournament, first_score=5)
    return set_visibility(tournament=tournament, visibility=Visibility.PUBLIC, set_by=None)


def test_rows_have_what_every_session_gave(event):
    answer = Client().get(reverse("api-v1-event-standings", args=[event.slug]))

    shown, best = answer.json(), load_event_standings(event).rows[0]
    assert [(row["number"], row["coefficient"], row["is_final"]) for row in shown["sessions"]] == [
        (1, "1.000", False),
        (2, "1.000", False),
    ]
    assert shown["rows"][0] == {
        "entry": best.entry.pk,
        "name": best.entry.public_name,
        "place": 1,
        "value": f"{float(best.value):.2f}",
        "by_session": [f"{float(value):.2f}" for value in best.by_session],
        "is_finalist": False,
    }


def test_nothing_is_sent_again_while_nothing_changed(event):
    address = reverse("api-v1-event-standings", args=[event.slug])
    first = Client().get(address)

    again = Client().get(address, headers={"if-none-match": first.headers["ETag"]})

    assert (again.status_code, again.content) == (304, b"")


def test_private_event_is_hidden(event):
    set_visibility(tournament=event, visibility=Visibility.PRIVATE, set_by=None)

    assert Client().get(reverse("api-v1-event-standings", args=[event.slug])).status_code == 404
