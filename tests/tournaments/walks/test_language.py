"""Pages in English: the switch, the browser's wish, no French left on those that one evening does not show.

Every other page is read in English in `test_once_forms.py`.
"""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.factories.registrations import open_event
from tests.factories.tournaments import (
    list_plays,
    make_club,
    make_people,
    make_reader,
    make_tournament,
)
from tests.french import NAMES, french_texts
from tests.tournaments.walks.matrix.evening import make_evening
from tournaments.enums import Visibility
from tournaments.events.services.events import enter_people

pytestmark = pytest.mark.django_db

SUPERUSER = "super@example.org"
ACCOUNTS = (
    "accounts-sign-in",
    "accounts-sign-in-link-ask",
    "accounts-sign-in-link-sent",
    "accounts-sign-up",
    "accounts-sign-up-sent",
    "accounts-password-reset",
    "accounts-password-reset-sent",
)

OWN_ACCOUNT = ("accounts-account", "accounts-devices", "accounts-profile", "accounts-second-factor")


@pytest.fixture
def english_browser() -> Client:
    """Return a browser in English, in which a user with every right is signed in."""
    client = Client(headers={"accept-language": "en-GB,en;q=0.9"})
    client.force_login(User.objects.create_superuser(SUPERUSER, name="Super"))
    return client


def left_in_french(client: Client, path: str) -> list[str]:
    response = client.get(path)
    assert response.status_code == 200, path
    assert response.headers["Content-Language"] == "en"
    return french_texts(response.content.decode(), names=NAMES)


def test_switch_changes_the_page_and_is_kept(client: Client) -> None:
    home = reverse("public-home")
    assert '<html lang="fr">' in client.get(home).content.decode()

    response = client.post(reverse("set_language"), {"language": "en", "next": home})
    english = client.get(home).content.decode()
    client.post(reverse("set_language"), {"language": "fr", "next": home})
    french = client.get(home).content.decode()

    assert response.headers["Location"] == home
    assert '<html lang="en">' in english
    assert "duplicate tarot tournaments" in english
    assert "tournois de tarot en duplicate" not in english
    assert "tournois de tarot en duplicate" in french


def test_pages_of_an_evening_in_preparation_are_in_english(english_browser: Client) -> None:
    tournament = open_event(make_tournament(make_club()))
    enter_people(tournament=tournament, people=make_people(tournament.club, 1), entered_by=None)
    names = ("desk", "entries", "entries-tick", "arrivals", "registrations", "places", "deals", "documents")
    names += ("results", "rulings", "snapshots")

    texts_in_french = {
        name: left_in_french(english_browser, reverse(f"organiser-{name}", args=[tournament.slug]))
        for name in names
    }
    make_reader(User.objects.get(email=SUPERUSER), tournament)
    recording = reverse("organiser-hands-record", args=[tournament.slug, 1])
    texts_in_french["recording"] = left_in_french(english_browser, recording)
    for name in OWN_ACCOUNT:
        texts_in_french[name] = left_in_french(english_browser, reverse(name))
    public = reverse("public-registrations", args=[tournament.slug])
    texts_in_french["public"] = left_in_french(english_browser, public)

    assert {name: texts for name, texts in texts_in_french.items() if texts} == {}


@pytest.mark.parametrize("name", ACCOUNTS)
def test_pages_for_signing_in_are_in_english(name: str) -> None:
    assert left_in_french(Client(headers={"accept-language": "en"}), reverse(name)) == []


def test_what_the_rules_refuse_is_said_in_english(english_browser: Client) -> None:
    tournament = make_evening().tournament
    path = reverse("organiser-traveller", args=[tournament.slug, 2])
    play = next(play for play in list_plays(tournament) if play.board == 2)

    page = english_browser.get(path)
    typed = {f"{row.prefix}-token": str(row.token) for row in page.context["rows"]}
    typed |= {f"{row.prefix}-seen_version": "0" for row in page.context["rows"]}
    typed |= {f"{row.prefix}-kind": "played" for row in page.context["rows"]}

    html = english_browser.post(path, typed | {f"p{play.pk}-gain": "57"}).content.decode()

    assert "This contract always gives an even score: +57 is impossible" in html
    assert french_texts(html, names=NAMES) == []


def test_bad_lines_of_a_file_are_told_in_english(english_browser: Client) -> None:
    club = make_club()
    content = b"Last name;Licence;Series\nDurand;12!;2\nMartin;34;9\n"
    upload = SimpleUploadedFile("players.csv", content, content_type="text/csv")

    response = english_browser.post(
        reverse("organiser-people-import", args=[club.slug]), {"file": upload}, follow=True
    )
    html = response.content.decode()

    assert "“9” is not a series: write 1, 2, 3, 4 or NC, or leave it empty." in html
    assert ">Series<" in html
    assert french_texts(html, names=NAMES) == []


def test_the_same_pages_in_french_are_seen_as_french(client: Client) -> None:
    evening = make_evening(Visibility.PUBLIC)
    client.force_login(User.objects.create_superuser(SUPERUSER, name="Super"))

    for name in ("organiser-desk", "organiser-traveller", "public-standings", "public-board"):
        texts = french_texts(client.get(evening.path(name)).content.decode(), names=NAMES)
        assert len(texts) > 5, name
