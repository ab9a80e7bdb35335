"""The visit of a first evening: each stop has its page, the site takes what is left out, all lead on."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import resolve, reverse

from common.errors import AppError
from tests.factories.tournaments import make_club, make_tournament, make_user
from tournaments.enums import TournamentState
from tournaments.evening.services.practice import delete_practice
from tournaments.evening.words.first_evening import VISIT
from tournaments.events.services.states import finish_tournament
from tournaments.models import Club, Person, Tournament

pytestmark = pytest.mark.django_db

BAR = "visit-bar"


@pytest.fixture
def club(client: Client) -> Club:
    club = make_club()
    client.force_login(make_user(club=club))
    return club


@pytest.fixture
def home(club: Club) -> str:
    return reverse("organiser-first-evening", args=[club.slug])


@pytest.fixture
def event(client: Client, home: str) -> Tournament:
    client.post(home)
    return Tournament.objects.get()


def move(client: Client, event: Tournament, name: str) -> tuple[str, str]:
    """Move on the visit. Return the URL name and the text of the next page."""
    answer = client.post(
        reverse("organiser-first-evening-move", args=[event.slug]), {"move": name}, follow=True
    )
    return str(resolve(answer.request["PATH_INFO"]).url_name), answer.text


def test_tour_begins_on_a_practice_event_at_its_first_page(client: Client, home: str) -> None:
    assert "Commencer la visite" in client.get(home).text

    answer = client.post(home, follow=True)

    event = Tournament.objects.get()
    assert event.is_practice
    assert answer.request["PATH_INFO"] == reverse("organiser-entries", args=[event.slug])
    assert f"étape 1 sur {len(VISIT)}" in answer.text
    assert str(VISIT[0].words) in answer.text


def test_first_stop_finds_a_fictitious_player_by_the_letters_that_it_names(
    client: Client, event: Tournament
) -> None:
    page = client.get(reverse("organiser-door", args=[event.slug]), {"q": "ab"}).text

    assert "«\u00a0ab\u00a0»" in str(VISIT[0].words)
    assert "ABRICOTIER Agathe" in page
    assert event.known_people().count() == 20
    assert not Person.objects.exists()


def check_bar_on_public_page(client: Client, event: Tournament, place: int) -> None:
    """On a public page the bar stands for the visitor who is at a stop, and for no other one."""
    page = client.get(reverse("public-standings", args=[event.slug])).text

    assert f"étape {place + 1} sur {len(VISIT)}" in page
    assert BAR not in Client().get(reverse("public-standings", args=[event.slug])).text


def test_site_takes_every_step_and_leads_from_page_to_page_to_the_end(
    client: Client, event: Tournament, home: str
) -> None:
    pages = []
    move_address = reverse("organiser-first-evening-move", args=[event.slug])
    for place, stop in enumerate(VISIT):
        page = client.get(reverse(stop.page, args=[event.slug])).text
        assert f"étape {place + 1} sur {len(VISIT)}" in page
        # a plain form: the visit needs no script
        form = rf'<form method="post"\s+action="{move_address}">.*?<button name="move" value="next">'
        assert re.search(form, page, re.DOTALL)
        if place == len(VISIT) - 2:
            check_bar_on_public_page(client, event, place)
        name, text = move(client, event, "next")
        pages.append(name)

    assert pages == [*(stop.page for stop in VISIT[1:]), "organiser-first-evening"]
    event.refresh_from_db()
    assert (event.state, event.entries.count()) == (TournamentState.FINISHED, 20)
    assert "Vous avez mené une soirée entière" in text
    for way_on in (
        reverse("organiser-tournament-wizard", args=[event.club.slug]),
        reverse("organiser-desk", args=[event.slug]),
        reverse("organiser-practice-delete", args=[event.slug]),
    ):
        assert f'href="{way_on}"' in text
        assert client.get(way_on).status_code == 200


def test_step_that_is_taken_by_hand_is_not_taken_again(client: Client, event: Tournament) -> None:
    for _press in range(4):
        client.post(reverse("organiser-practice-step", args=[event.slug]))
    event.refresh_from_db()
    assert event.state == TournamentState.SEATED
    assert "Étape suivante" in client.get(reverse("organiser-entries", args=[event.slug])).text

    for _press in range(4):
        move(client, event, "next")

    event.refresh_from_db()
    assert (event.state, event.entries.count()) == (TournamentState.SEATED, 20)


def test_bar_on_other_pages_leads_to_the_page_of_the_stop(client: Client, event: Tournament) -> None:
    desk = client.get(reverse("organiser-desk", args=[event.slug])).text

    assert "Ouvrir la page de cette étape" in desk
    bar = desk[desk.index(BAR) :]
    assert f'href="{reverse("organiser-entries", args=[event.slug])}"' in bar[: bar.index("</aside>")]


@pytest.mark.parametrize("name", ["organiser-people", "organiser-papers", "organiser-club"])
def test_bar_stands_on_the_pages_of_the_club(client: Client, event: Tournament, name: str) -> None:
    """A stop leads there: to the register, for example."""
    page = client.get(reverse(name, args=[event.club.slug])).text

    assert f"étape 1 sur {len(VISIT)}" in page
    assert f'action="{reverse("organiser-first-evening-move", args=[event.slug])}"' in page
    assert f'href="{reverse("organiser-entries", args=[event.slug])}"' in page
    move(client, event, "leave")
    assert BAR not in client.get(reverse(name, args=[event.club.slug])).text


def test_bar_stands_on_no_page_of_another_club(client: Client, event: Tournament, home: str) -> None:
    other_club = make_club("Autre club")
    client.force_login(make_user("Odile", club=other_club))
    session = client.session
    session["first_evening"] = [event.slug, 0, False]
    session.save()

    assert BAR not in client.get(reverse("organiser-people", args=[other_club.slug])).text
    assert BAR not in client.get(home.replace(event.club.slug, other_club.slug)).text


def test_tour_goes_back_to_the_page_before(client: Client, event: Tournament) -> None:
    move(client, event, "next")
    move(client, event, "next")

    assert move(client, event, "back")[0] == "organiser-places"
    assert move(client, event, "back")[0] == "organiser-entries"
    name, text = move(client, event, "back")
    assert (name, ">Revenir<" in text) == ("organiser-entries", False)


def test_tour_is_left_and_taken_up_at_the_same_stop(client: Client, event: Tournament) -> None:
    move(client, event, "next")

    name, text = move(client, event, "leave")

    assert name == "organiser-first-evening"
    assert "La visite est quittée" in text
    assert BAR not in client.get(reverse("organiser-places", args=[event.slug])).text
    assert re.search(r"Reprendre\s: Donner les places de départ", text)
    name, text = move(client, event, "resume")
    assert (name, BAR in text) == ("organiser-places", True)


def test_tour_of_a_deleted_event_begins_anew(client: Client, event: Tournament, home: str) -> None:
    delete_practice(tournament=event, deleted_by=None)

    text = client.get(home).text

    assert "Commencer la visite" in text
    assert "Reprendre" not in text


def test_visitor_without_a_tour_begins_one_on_an_event_at_its_first_stop(
    client: Client, event: Tournament
) -> None:
    client.logout()
    client.force_login(make_user(club=event.club))
    assert BAR not in client.get(reverse("organiser-desk", args=[event.slug])).text

    assert move(client, event, "resume")[0] == "organiser-entries"


def test_refused_step_is_told_and_the_tour_goes_on(client: Client, event: Tournament) -> None:
    session = client.session
    session["first_evening"] = [event.slug, len(VISIT) - 1, False]
    session.save()
    with pytest.raises(AppError) as refusal:
        finish_tournament(tournament=event, finished_by=None)

    name, text = move(client, event, "next")

    assert name == "organiser-first-evening"
    assert str(refusal.value.message) in unescape(text)


def test_real_event_has_no_tour(client: Client, event: Tournament, club: Club) -> None:
    real = make_tournament(club)

    address = reverse("organiser-first-evening-move", args=[real.slug])

    assert client.post(address, {"move": "next"}).status_code == 404
    assert BAR not in client.get(reverse("organiser-desk", args=[real.slug])).text


def test_tour_is_closed_to_others(client: Client, event: Tournament, home: str) -> None:
    client.logout()
    client.force_login(make_user())
    address = reverse("organiser-first-evening-move", args=[event.slug])

    assert [client.post(path).status_code for path in (home, address)] == [404, 404]
    assert client.get(address).status_code == 405
