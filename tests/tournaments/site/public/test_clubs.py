"""Public events of a club: on its page, in a calendar, in a feed."""

from datetime import date, datetime, timedelta
from io import BytesIO
from xml.etree import ElementTree as ET

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar
from PIL import Image

from tests.factories.photos import make_photo
from tests.factories.sessions import make_short_evening, open_next, play_session
from tests.factories.tournaments import make_club, make_people, make_tournament
from tournaments.enums import TournamentState, Visibility
from tournaments.models import ClubPage, EventRecord, PaperLook, Tournament

pytestmark = pytest.mark.django_db

ATOM = {"a": "http://www.w3.org/2005/Atom"}
DRAFT, SEATED, PLAYING, FINISHED = (
    TournamentState.DRAFT,
    TournamentState.SEATED,
    TournamentState.PLAYING,
    TournamentState.FINISHED,
)


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel("2026-10-15T18:00:00+02:00", tick=False):
        yield


@pytest.fixture
def club():
    return make_club("Les Atouts, section « Garde »")


def make_event(club, name, state, day, *, is_public=True, is_open=False):
    event = make_tournament(club, name=name)
    Tournament.objects.filter(pk=event.pk).update(
        state=state,
        starts_on=day,
        visibility=Visibility.PUBLIC if is_public else Visibility.PRIVATE,
        opened_at=timezone.now() if is_open else None,
    )
    return event


@pytest.fixture
def season(club):
    return {
        name: make_event(club, name, state, day, **more)
        for name, state, day, more in (
            ("Vieille", FINISHED, date(2025, 3, 1), {}),
            ("Rentrée", FINISHED, date(2026, 9, 10), {}),
            ("Ce soir", PLAYING, date(2026, 10, 15), {}),
            ("Bientôt; à 20 h, salle\\B", SEATED, date(2026, 11, 5), {}),
            ("Noël", DRAFT, date(2026, 12, 12), {"is_open": True}),
            ("Brouillon", DRAFT, date(2026, 12, 31), {}),
            ("Privée", FINISHED, date(2026, 9, 17), {"is_public": False}),
        )
    }


def read(client, name, club, **query):
    return client.get(reverse(name, args=[club.slug]), query)


def test_page_shows_the_public_events_and_the_results_of_the_latest_year(client, club, season):
    page = read(client, "public-club", club)

    names_shown = [name for name in season if name.split(";")[0] in page.text]
    assert names_shown == ["Rentrée", "Ce soir", "Bientôt; à 20 h, salle\\B", "Noël"]
    assert reverse("public-registrations", args=[season["Noël"].slug]) in page.text
    assert page.context["years"] == [2026, 2025]


def test_an_evening_with_all_results_is_not_under_way_for_ever(client, club):
    tournament = play_session(make_short_evening(club))
    Tournament.objects.update(visibility=Visibility.PUBLIC)

    complete = read(client, "public-club", club)
    open_next(tournament)
    second = read(client, "public-club", club)

    assert "Classements provisoires" in complete.text
    assert "En cours" not in complete.text
    assert "Classements provisoires" not in second.text
    assert "Séance 2" in second.text


def test_results_of_another_year_keep_their_address(client, club, season):
    page = read(client, "public-club", club, annee="2025")

    assert "Vieille" in page.text
    assert "Rentrée" not in page.text


@pytest.mark.parametrize("year", ["1999", "x", "-1", "9" * 400])
def test_year_without_results_is_not_found(client, club, season, year):
    assert read(client, "public-club", club, annee=year).status_code == 404


def test_calendar_holds_what_comes_and_is_read_by_a_calendar(client, club, season):
    answer = read(client, "public-club-calendar", club)

    events = Calendar.from_ical(answer.content).walk("VEVENT")
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert [(str(event["summary"]), event["dtstart"].dt) for event in events] == [
        ("Ce soir", date(2026, 10, 15)),
        ("Bientôt; à 20 h, salle\\B", date(2026, 11, 5)),
        ("Noël", date(2026, 12, 12)),
    ]
    assert len({str(event["uid"]) for event in events}) == 3
    assert str(events[2]["url"]).endswith(reverse("public-registrations", args=[season["Noël"].slug]))


def test_feed_tells_what_is_announced_and_finished_the_latest_first(client, club, season):
    answer = read(client, "public-club-feed", club)

    feed = ET.fromstring(answer.content)  # noqa: S314 - our own
    titles = [element.text for element in feed.findall("a:entry/a:title", ATOM)]
    assert titles == [
        "Noël – préinscriptions ouvertes",
        "Rentrée – les résultats",
        "Vieille – les résultats",
    ]


def test_subscribers_ask_again_and_know_an_event_again_under_another_address(client, club, season):
    def told(host):
        calendar = client.get(reverse("public-club-calendar", args=[club.slug]), headers={"host": host})
        feed = client.get(reverse("public-club-feed", args=[club.slug]), headers={"host": host})
        calendar, feed = Calendar.from_ical(calendar.content), ET.fromstring(feed.content)  # noqa: S314 - our own
        assert calendar["refresh-interval"].dt == timedelta(hours=6)
        assert feed.findtext("a:author/a:name", namespaces=ATOM) == club.name
        assert all(
            datetime.fromisoformat(e.text) <= timezone.now() for e in feed.findall(".//a:updated", ATOM)
        )
        names = [str(event["uid"]) for event in calendar.walk("VEVENT")]
        return names + [element.text for element in feed.findall("a:entry/a:id", ATOM)]

    assert told("localhost") == told("127.0.0.1")
    page = read(client, "public-club", club)
    assert f"webcal://testserver{reverse('public-club-calendar', args=[club.slug])}" in page.text


@pytest.mark.parametrize("name", ["public-club", "public-club-calendar", "public-club-feed"])
def test_cost_does_not_grow_with_the_events(client, club, season, name, django_assert_max_num_queries):
    for number in range(6):
        make_event(club, f"Encore {number}", FINISHED, date(2026, 9, 20))
        make_event(club, f"Bientôt {number}", DRAFT, date(2026, 12, 20), is_open=True)

    with django_assert_max_num_queries(13):
        read(client, name, club)


@pytest.mark.parametrize("name", ["public-club", "public-club-calendar", "public-club-feed"])
def test_club_without_a_public_event_is_not_found(client, club, name):
    make_event(club, "Privée", FINISHED, date(2026, 9, 17), is_public=False)

    assert read(client, name, club).status_code == 404


def test_page_has_the_next_event_apart_and_the_podiums(client, club, season):
    (winner,) = make_people(club, 1)
    EventRecord.objects.create(tournament=season["Rentrée"], person=winner, place=1)

    page = read(client, "public-club", club)

    assert page.context["next"] == season["Bientôt; à 20 h, salle\\B"]
    assert page.context["later"] == [season["Noël"]]
    assert [event.tournament for event in page.context["running"]] == [season["Ce soir"]]
    assert [event.podium[0].people for event in page.context["played"]] == [(winner,)]


def test_page_shows_presentation_place_contact_and_picture(client, club, season):
    assert read(client, "public-club-picture", club).status_code == 404
    ClubPage.objects.create(
        club=club,
        presentation="Tous les jeudis.\n\n<b>Débutants</b> bienvenus.",
        address="Salle des fêtes",
        contact="tarot@example.org",
        picture=make_photo(),
    )

    page = read(client, "public-club", club).text

    assert "<p>Tous les jeudis.</p>" in page
    assert "&lt;b&gt;Débutants" in page
    assert "Salle des fêtes" in page
    assert 'href="mailto:tarot@example.org"' in page
    assert reverse("public-club-picture", args=[club.slug]) in page
    assert read(client, "public-club-picture", club).headers["Content-Type"] == "image/jpeg"


def test_logo_is_sent_once(client, club, season):
    assert read(client, "public-club-logo", club).status_code == 404
    assert reverse("public-club-logo", args=[club.slug]) not in read(client, "public-club", club).text

    picture = BytesIO()
    Image.new("1", (24, 10)).save(picture, "PNG")
    PaperLook.objects.create(club=club, logo=picture.getvalue(), ink="#7a1f3d")

    logo = read(client, "public-club-logo", club)
    assert (logo.content, logo.headers["Content-Type"]) == (picture.getvalue(), "image/png")
    again = client.get(reverse("public-club-logo", args=[club.slug]), headers={"If-None-Match": logo["ETag"]})
    assert again.status_code == 304
    page = read(client, "public-club", club)
    assert reverse("public-club-logo", args=[club.slug]) in page.text
    assert all(part in page.text for part in ('width="24"', 'height="10"', "#7a1f3d"))
