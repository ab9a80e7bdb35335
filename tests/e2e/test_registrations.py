"""Registrations: from a player's own form to the list of entries; two rows of a register merged."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from tests.e2e.judging import faults
from tests.e2e.signed_in import sign_in
from tests.factories.registrations import open_event, send_registration
from tests.factories.tournaments import (
    make_club,
    make_people,
    make_team_tournament,
    make_tournament,
    make_user,
)
from tournaments.entries.services.registrations import registration_secret
from tournaments.entries.services.seekers import propose_partner
from tournaments.events.services.events import enter_people
from tournaments.models import Club, Person

pytestmark = pytest.mark.django_db(transaction=True)
PHONE = {"width": 360, "height": 740}


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def owner(club: Club) -> User:
    return make_user("Odile", club=club)


def test_player_waits_is_called_and_accepted(
    page: Page, browser: Browser, live_server: LiveServer, club: Club, owner: User
) -> None:
    tournament = make_tournament(club)
    enter_people(tournament=tournament, people=make_people(club, 1), entered_by=None)
    sign_in(page.context, live_server.url, owner)
    page.goto(f"{live_server.url}/organiser/t/{tournament.slug}/preinscriptions/")
    page.get_by_label("Places").fill("1")
    page.get_by_role("button", name="Ouvrir les préinscriptions").click()
    address = page.locator("a.address").get_attribute("href")
    phone = browser.new_context(locale="fr-FR", viewport=PHONE).new_page()  # type: ignore[arg-type]
    phone.goto(str(address))
    page_faults = faults(phone, "the public form")
    phone.get_by_label("Nom", exact=True).fill("Durand")
    phone.get_by_label("Prénom").fill("Anne")
    phone.get_by_role("button", name="Me préinscrire").click()
    expect(phone.get_by_text("sur la liste d’attente, au rang 1")).to_be_visible()
    page_faults += faults(phone, "the private page")

    page.goto(f"{live_server.url}/organiser/t/{tournament.slug}/inscrits/")
    page.get_by_role("button", name="Retirer NOM01 Ana").click()
    expect(page.get_by_text("NOM01 Ana n’est plus inscrit.")).to_be_visible()
    page_faults += faults(page, "the entries after a withdrawal")
    page.get_by_role("link", name="Préinscriptions").click()
    expect(page.get_by_text(re.compile("sorti de la liste d’attente"))).to_be_visible()
    page_faults += faults(page, "the registrations")
    phone.reload()
    expect(phone.get_by_text("Une place s’est libérée")).to_be_visible()
    page.get_by_role("button", name="Tout accepter").click()
    expect(page.get_by_text("1 préinscription acceptée.")).to_be_visible()
    phone.reload()
    expect(phone.get_by_text("Votre inscription est acceptée.")).to_be_visible()

    assert page_faults == []
    assert [str(entry) for entry in tournament.entries.all()] == ["DURAND Anne"]
    phone.context.close()


def test_two_rows_of_one_person_are_merged_and_parted(
    page: Page, live_server: LiveServer, club: Club, owner: User
) -> None:
    Person.objects.create(club=club, last_name="Durand", first_name="Anne")
    Person.objects.create(club=club, last_name="DURANT", first_name="Anne", federation_number="12")
    sign_in(page.context, live_server.url, owner)
    page.goto(live_server.url + reverse("organiser-people", args=[club.slug]))

    page.get_by_role("link", name="Chercher les doublons").click()
    expect(page.get_by_text("une lettre de différence")).to_be_visible()
    page_faults = faults(page, "duplicates")
    page.get_by_role("link", name="Comparer").click()
    page_faults += faults(page, "a merge")
    page.get_by_role("button", name="Garder DURAND Anne").click()
    expect(page.get_by_text("Une seule fiche à présent")).to_be_visible()
    merged = list(Person.objects.values_list("last_name", "federation_number"))
    page.get_by_role("button", name=re.compile("^Annuler")).click()
    expect(page.get_by_text("Les deux fiches sont de nouveau là.")).to_be_visible()

    assert page_faults == []
    assert merged == [("Durand", "12")]
    assert Person.objects.count() == 2


def test_pages_of_the_door_have_no_fault(
    page: Page, live_server: LiveServer, club: Club, owner: User
) -> None:
    tournament = make_tournament(club)
    teams = open_event(make_team_tournament(club, "triplets"))
    people = make_people(club, 3)
    Person.objects.filter(pk=people[0].pk).update(federation_number="12")
    enter_people(tournament=tournament, people=people[:2], entered_by=None)
    anne, luc, _zoe = (
        send_registration(teams, name, seeks_partner=True, is_findable=True, words="le soir")
        for name in ("Durand Anne", "Petit Luc", "Grand Zoé")
    )
    propose_partner(registration=luc, partner=anne)
    sign_in(page.context, live_server.url, owner)
    page_faults = []

    for path in (
        f"/organiser/t/{tournament.slug}/inscrits/?q=nom",
        f"/organiser/t/{tournament.slug}/inscrits/plusieurs/",
        f"/organiser/t/{tournament.slug}/accueil/",
        f"/organiser/t/{teams.slug}/inscrits/?q=nom&m={people[0].pk}",
        f"/organiser/t/{teams.slug}/preinscriptions/",
        f"/t/{teams.slug}/inscription/",
        f"/t/{teams.slug}/inscription/{registration_secret(anne)}/",
    ):
        page.goto(live_server.url + path)
        page_faults += faults(page, path)

    assert page_faults == []
