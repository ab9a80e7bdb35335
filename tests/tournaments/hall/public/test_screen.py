"""The hall's screen and the clock of public pages, as a projector and a visitor get them."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories.tournaments import (
    enter_result,
    list_plays,
    make_club,
    make_seated_tournament,
    make_user,
)
from tournaments.enums import EventRole, Visibility
from tournaments.events.services.events import set_visibility
from tournaments.hall.services.hall_messages import send_hall_message
from tournaments.hall.services.round_clock import start_round, turn_clock
from tournaments.models import RoundClock
from tournaments.rankings.services.standings import refresh_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    evening = make_seated_tournament(make_club())
    return set_visibility(tournament=evening, visibility=Visibility.PUBLIC, set_by=None)


def get(evening, name="public-screen", query=""):
    return Client().get(reverse(name, args=[evening.slug]) + query)


def begin(evening):
    session = evening.sessions.get()
    turn_clock(session=session, round_number=1, minutes=28, turned_by=None)
    start_round(session=session, started_by=None)


def test_the_screen_shows_clock_seats_ranking_and_messages(evening):
    begin(evening)
    enter_result(list_plays(evening)[0], 56)
    session = evening.sessions.get()
    refresh_standings(session=session)
    send_hall_message(session=session, text="Buffet à 22 h", minutes=10, sent_by=None)

    page = get(evening).text

    assert 'data-phase="running"' in page
    assert 'data-list="seats"' in page
    assert "Position 2" in page
    assert 'data-list="ranking"' in page
    assert page.count("<li>") == 40, "all lines are there, whoever parts them"
    assert "Buffet à 22 h" in page
    assert 'data-screen="dark"' in page


def test_the_address_says_what_to_show(evening):
    begin(evening)

    page = get(evening, query="?montrer=horloge&secondes=30&clair=on").text

    assert "data-list=" not in page
    assert "qr.svg" not in page
    assert 'data-rotate="30"' in page
    assert 'data-screen="light"' in page


@pytest.mark.parametrize("query", ["?secondes=1", "?secondes=abc", "?montrer=lune", "?montrer=&secondes="])
def test_what_is_wrong_in_the_address_counts_as_not_asked(evening, query):
    page = get(evening, query=query)

    assert page.status_code == 200
    assert 'data-rotate="12"' in page.text


def test_the_screen_is_sent_again_only_when_something_changed(evening):
    mark = get(evening).context["mark"]
    live = reverse("public-screen-live", args=[evening.slug])
    assert Client().get(live, {"shown": mark}).status_code == 204

    begin(evening)

    changed = Client().get(live, {"shown": mark})
    assert changed.status_code == 200
    assert "<html" not in changed.text


def test_a_screen_of_its_own_sees_an_event_that_is_not_public(evening):
    set_visibility(tournament=evening, visibility=Visibility.PRIVATE, set_by=None)
    screen = Client()
    screen.force_login(make_user("Écran", tournament=evening, role=EventRole.SCREEN))

    assert get(evening).status_code == 404
    assert screen.get(reverse("public-screen", args=[evening.slug])).status_code == 200


def test_public_pages_show_the_clock_while_it_says_something(evening):
    assert "data-clock" not in get(evening, "public-standings").text
    begin(evening)

    page = get(evening, "public-standings")
    mark = re.findall('data-version="([^"]+)"', page.text)[0]

    assert 'data-phase="running"' in page.text
    assert get(evening, "public-round", f"?shown={mark}").status_code == 204
    assert "data-clock" in get(evening, "public-round", "?shown=-").text


def test_a_forgotten_clock_is_not_shown(evening):
    begin(evening)
    RoundClock.objects.update(started_at=timezone.now() - timedelta(hours=1))

    assert "data-clock" not in get(evening, "public-standings").text


def test_the_code_leads_to_the_results(evening):
    page = get(evening, "public-qr")

    assert page.headers["Content-Type"] == "image/svg+xml"
    assert b"<svg" in page.content
