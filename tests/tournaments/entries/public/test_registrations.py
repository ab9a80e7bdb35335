"""Entering oneself: the public form and the private page."""

import uuid

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from accounts.mails import CONSOLE
from common.requests.limits import HOUR, LIMITS, By, Limit
from tests.factories.registrations import open_event, send_registration
from tests.factories.tournaments import make_club, make_people, make_team_tournament, make_tournament
from tournaments.base.web.own_registrations import COOKIE
from tournaments.entries.services.acceptances import accept_registration
from tournaments.entries.services.registrations import registration_secret, shut_entries
from tournaments.events.services.events import enter_people
from tournaments.models import Club, Person, Registration, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return open_event(make_tournament(make_club(), name="Grand prix"), note="Rendez-vous à 19 h.")


def public_path(tournament: Tournament) -> str:
    return reverse("public-registrations", args=[tournament.slug])


def written(last_name: str = "Durand", **changes: str) -> dict[str, str]:
    return {
        "token": str(uuid.uuid4()),
        "last_name-0": last_name,
        "first_name-0": "Anne",
        "number-0": "",
    } | changes


@pytest.mark.postgres
def test_the_form_says_how_results_name_who_does_not_consent(client: Client, tournament: Tournament) -> None:
    shortened = client.get(public_path(tournament))
    Club.objects.update(withholds_names=True)
    withheld = client.get(public_path(tournament))

    assert "par le prénom et une initiale" in shortened.text
    assert "par un numéro" in withheld.text


def test_a_minor_is_never_listed_in_full(client: Client, tournament: Tournament) -> None:
    grown_up, minor = make_people(tournament.club, 2)
    minor.birth_year = tournament.starts_on.year - 12
    minor.save()
    enter_people(tournament=tournament, people=[grown_up, minor], entered_by=None)

    page = client.get(public_path(tournament))

    assert "<li>NOM01 Ana</li>" in page.text
    assert "NOM02" not in page.text
    assert "<li>Ana N.</li>" in page.text


def test_player_registers_without_an_account_and_gets_a_private_page(
    client: Client, tournament: Tournament
) -> None:
    form = written(email="a@example.org", shows_names="on")

    page = client.post(public_path(tournament), form, follow=True)
    again = client.post(public_path(tournament), form)

    registration = Registration.objects.get()
    private = reverse("public-registration", args=[tournament.slug, registration_secret(registration)])
    assert page.redirect_chain == [(private, 302)]
    assert again.headers["Location"] == private
    assert "DURAND Anne" in page.text
    assert "Le club a reçu votre préinscription" in page.text
    assert (registration.email, registration.shows_names) == ("a@example.org", True)
    assert registration.link == f"http://testserver{private}"


@pytest.mark.postgres
def test_blank_name_is_told_at_its_field_and_the_rest_kept(client: Client, tournament: Tournament) -> None:
    page = client.post(public_path(tournament), written("", email="a@example.org"))

    assert "last_name-0" in page.context["form"].errors
    assert 'value="a@example.org"' in page.text
    assert not Registration.objects.exists()


def test_name_that_shows_nothing_is_told_as_blank(client: Client, tournament: Tournament) -> None:
    page = client.post(public_path(tournament), written("\u200b\u3164"))

    assert "obligatoire" in page.text
    assert not Registration.objects.exists()


def test_partner_without_a_family_name_is_told(client: Client) -> None:
    teams = open_event(make_team_tournament(make_club(), "triplets"))

    page = client.post(
        public_path(teams),
        written() | {"last_name-1": "", "first_name-1": "Luc", "number-1": "", "last_name-2": ""},
    )

    assert page.context["form"].errors["last_name-1"] == ["Donnez aussi le nom."]


@pytest.mark.parametrize("token", ["", "x", "0" * 400])
def test_spoiled_token_stores_nothing(client: Client, tournament: Tournament, token: str) -> None:
    page = client.post(public_path(tournament), written(token=token))

    assert page.status_code == 200
    assert not Registration.objects.exists()


def test_page_names_those_who_accept_it_and_counts_the_others(client: Client, tournament: Tournament) -> None:
    people = make_people(tournament.club, 3)
    Person.objects.filter(pk=people[1].pk).update(shows_full_name=False)
    enter_people(tournament=tournament, people=people, entered_by=None)
    send_registration(tournament, "Durand Anne")

    page = client.get(public_path(tournament)).text

    assert "NOM01 Ana" in page
    assert "NOM02" not in page
    assert "Et 1 joueur qui n’est pas nommé." in page
    assert "DURAND" not in page
    assert "1 préinscription à accepter." in page
    assert "16 places libres sur 20." in page
    assert "Rendez-vous à 19 h." in page


def test_front_page_shows_open_events_and_a_shut_one_is_no_page(
    client: Client, tournament: Tournament
) -> None:
    home = reverse("public-home")
    home_text = client.get(home).text
    shut_entries(tournament=tournament, shut_by=None)

    assert public_path(tournament) in home_text
    assert public_path(tournament) not in client.get(home).text
    assert client.get(public_path(tournament)).status_code == 404
    assert client.post(public_path(tournament), written()).status_code == 404


def test_private_page_changes_and_cancels(client: Client, tournament: Tournament) -> None:
    registration = send_registration(tournament, "Durand Anne")
    private = reverse("public-registration", args=[tournament.slug, registration_secret(registration)])

    changed = client.post(private, written("Dupont"), follow=True)
    cancelled = client.post(f"{private}annuler/", follow=True)
    again = client.post(f"{private}annuler/", follow=True)

    assert "DUPONT Anne" in changed.text
    assert "Votre préinscription est annulée." in cancelled.text
    assert "est déjà annulée ou refusée" in again.text


def test_waiting_player_reads_the_rank_and_an_accepted_one_that_he_plays(client: Client) -> None:
    tournament = open_event(make_tournament(make_club()), places=1)
    first, _second, third = (send_registration(tournament, f"Nom{letter} Ana") for letter in "ABC")
    accept_registration(registration=first, person_ids={}, accepted_by=None)

    waiting = client.get(
        reverse("public-registration", args=[tournament.slug, registration_secret(third)])
    ).text
    accepted = client.get(
        reverse("public-registration", args=[tournament.slug, registration_secret(first)])
    ).text

    assert "au rang 2" in waiting
    assert "Votre inscription est acceptée." in accepted
    assert "Changer la préinscription" not in accepted


def test_secret_of_another_event_or_spoiled_is_no_page(client: Client, tournament: Tournament) -> None:
    registration = send_registration(tournament, "Durand Anne")
    second_event = open_event(make_tournament(tournament.club, name="Autre"))

    for slug, secret in (
        (second_event.slug, registration_secret(registration)),
        (tournament.slug, "1-x"),
        (tournament.slug, "x"),
    ):
        assert client.get(reverse("public-registration", args=[slug, secret])).status_code == 404


@pytest.mark.usefixtures("one_moment")
def test_sending_too_often_is_refused_for_a_while(client: Client, tournament: Tournament) -> None:
    answers = [client.post(public_path(tournament), written("")).status_code for _ in range(31)]

    assert answers == [200] * 30 + [429]


@pytest.mark.usefixtures("one_moment")
def test_nobody_can_have_many_messages_sent_to_another_person(client: Client, tournament: Tournament) -> None:
    def send(email: str) -> HttpResponse:
        return client.post(public_path(tournament), written(email=email))

    answers = [send("Victime@example.org").status_code for _ in range(12)]
    refused = send("victime@example.org")

    assert answers == [302] * 12
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "3601")
    assert "laissez ce champ vide, ou réessayez dans 61 minutes." in refused.text
    assert Registration.objects.filter(email__iexact="victime@example.org").count() == 12
    assert [send(email).status_code for email in ("", "autre@example.org")] == [302, 302]


@pytest.mark.usefixtures("one_moment")
def test_changed_address_counts_as_another_message(
    client: Client, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LIMITS, "registration-mail", (Limit(By.ADDRESS, 1, HOUR),))
    client.post(public_path(tournament), written(email="victime@example.org"))
    registration = send_registration(tournament, "Zola Émile", email="Emile@example.org")
    path = reverse("public-registration", args=[tournament.slug, registration_secret(registration)])

    emails = ("emile@example.org", "", "victime@example.org")
    answers = [client.post(path, written(email=email)).status_code for email in emails]

    assert answers == [302, 302, 429]
    registration.refresh_from_db()
    assert registration.email == ""


def test_site_without_a_mail_server_counts_no_message(
    client: Client, tournament: Tournament, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LIMITS, "registration-mail", (Limit(By.THING, 0, HOUR),))
    settings.EMAIL_BACKEND = CONSOLE

    assert client.post(public_path(tournament), written(email="anne@example.org")).status_code == 302


def test_page_costs_the_same_for_one_and_for_ten(
    client: Client, tournament: Tournament, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    enter_people(tournament=tournament, people=make_people(tournament.club, 1), entered_by=None)
    send_registration(tournament, "Durand Anne")
    with django_assert_num_queries(11):
        client.get(public_path(tournament))

    enter_people(tournament=tournament, people=make_people(tournament.club, 9), entered_by=None)
    for number in range(9):
        send_registration(tournament, f"Nom{number} Anne")

    with django_assert_num_queries(11):
        client.get(public_path(tournament))


def test_the_address_of_a_coming_event_opens_its_registration(client: Client, tournament: Tournament) -> None:
    address = reverse("public-standings", args=[tournament.slug])

    coming = client.get(address)
    shut_entries(tournament=tournament, shut_by=None)

    assert coming.headers["Location"] == public_path(tournament)
    assert client.get(address).status_code == 404


def test_the_device_leads_back_to_what_it_sent_until_somebody_says_not_me(
    client: Client, tournament: Tournament
) -> None:
    home, page = reverse("public-home"), public_path(tournament)
    club = reverse("public-club", args=[tournament.club.slug])
    private = client.post(page, written()).headers["Location"]

    led = [client.get(address).text for address in (home, club, page)]
    private_page = client.get(private)
    client.post(f"{private}oublier/")
    forgotten = [client.get(address).text for address in (home, page)]

    assert all(f'href="{private}"' in text for text in led)
    assert ("Ma préinscription" in led[0], "S’inscrire</a>" in led[0]) == (True, False)
    assert "Ce n’est pas moi" in private_page.text
    assert not any(private in text for text in forgotten)
    assert "Ce n’est pas moi" not in client.get(private).text
    assert Registration.objects.get().state == "received"


def test_another_device_and_a_spoiled_cookie_lead_nowhere(client: Client, tournament: Tournament) -> None:
    private = client.post(public_path(tournament), written()).headers["Location"]
    stranger = Client()
    stranger.cookies[COOKIE] = f"{Registration.objects.get().pk}:x"

    assert private not in stranger.get(reverse("public-home")).text
    assert private not in Client().get(public_path(tournament)).text


def test_cancelling_asks_first_says_it_once_and_keeps_no_link(client: Client, tournament: Tournament) -> None:
    private = client.post(public_path(tournament), written()).headers["Location"]

    page_before = client.get(private).text
    page_after = client.post(f"{private}annuler/", follow=True).text

    assert "Oui, annuler" in page_before.partition('<details class="cancel-registration">')[2]
    assert page_after.count("Votre préinscription est annulée.") == 1
    assert "Conservez ce lien" not in page_after
    assert private not in client.get(reverse("public-home")).text
