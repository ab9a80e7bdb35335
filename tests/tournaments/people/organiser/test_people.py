"""The register's pages: list, search, one person, the list as a file."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from tests.factories.player_lists import read_players
from tests.factories.tournaments import make_people
from tournaments.core.exchange.players_csv import read_player_lines
from tournaments.models import AuditEvent, Club, Person
from tournaments.people.queries.people import list_people
from tournaments.people.services.list_reading import read_tables

VALID = {"last_name": "Durand", "first_name": "Anne", "federation_number": "123 456", "series": "2"}


def people_path(club: Club) -> str:
    return reverse("organiser-people", args=[club.slug])


def test_person_is_added_with_the_spaces_of_the_number_taken_out(signed_in: Client, club: Club) -> None:
    response = signed_in.post(reverse("organiser-person-add", args=[club.slug]), VALID, follow=True)

    person = Person.objects.get()
    assert (person.full_name, person.federation_number, person.series) == ("DURAND Anne", "123456", "2")
    assert not person.shows_full_name
    assert "DURAND Anne est dans le registre." in response.content.decode()


def test_number_of_somebody_else_is_refused_at_its_field_and_the_input_kept(
    signed_in: Client, club: Club
) -> None:
    Person.objects.create(club=club, last_name="Martin", federation_number="123456")

    response = signed_in.post(reverse("organiser-person-add", args=[club.slug]), VALID)

    page = response.content.decode()
    assert response.context["form"].errors["federation_number"] == ["MARTIN a déjà la licence 123456."]
    assert 'value="Durand"' in page
    assert Person.objects.count() == 1


def test_person_is_changed_and_the_page_shows_what_was_there(signed_in: Client, club: Club) -> None:
    person = Person.objects.create(club=club, last_name="Durant", phone="0102030405")
    path = reverse("organiser-person-edit", args=[club.slug, person.pk])
    assert 'value="0102030405"' in signed_in.get(path).content.decode()

    signed_in.post(path, VALID | {"shows_full_name": "on"})

    person.refresh_from_db()
    assert (person.last_name, person.phone, person.shows_full_name) == ("Durand", "", True)
    assert AuditEvent.objects.latest("pk").action == "person.changed"


@pytest.mark.postgres
def test_search_ignores_accents_case_and_order_of_words(club: Club) -> None:
    lefevre = Person.objects.create(club=club, last_name="Lefèvre", first_name="Zoé", federation_number="77")
    Person.objects.create(club=club, last_name="Levêque", first_name="Zoé")

    assert list(list_people(club, "zoe LEFEV")) == [lefevre]
    assert list(list_people(club, "77")) == [lefevre]
    assert list(list_people(club, f"ETUI:{lefevre.pk}")) == [lefevre]
    assert len(list_people(club, "  ")) == 2
    assert not list_people(club, "zoe durand")


def test_search_works_as_a_plain_form(signed_in: Client, club: Club) -> None:
    make_people(club, 3)

    page = signed_in.get(people_path(club), {"q": "nom02"}).content.decode()

    assert "NOM02 Ana" in page
    assert "NOM01 Ana" not in page
    assert 'value="nom02"' in page


def test_htmx_gets_the_list_alone(signed_in: Client, club: Club) -> None:
    make_people(club, 3)

    fragment = signed_in.get(
        people_path(club), {"q": "nom02"}, headers={"HX-Request": "true"}
    ).content.decode()

    assert fragment.lstrip().startswith('<div id="people">')
    assert "NOM02 Ana" in fragment


@pytest.mark.postgres
def test_long_register_comes_in_pages_that_keep_the_search(signed_in: Client, club: Club) -> None:
    make_people(club, 101)

    first = signed_in.get(people_path(club), {"q": "nom"}).content.decode()
    second = signed_in.get(people_path(club), {"q": "nom", "page": "2"}).content.decode()

    assert ("NOM99 Ana" in first, "NOM101 Ana" in second) == (True, True)
    assert "?q=nom&amp;page=2" in first
    assert "101 joueurs" in first
    assert second.count('<th scope="row">') == 1


def test_register_costs_the_same_with_three_people_and_with_thirty(
    signed_in: Client, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    make_people(club, 3)
    with django_assert_num_queries(6):
        signed_in.get(people_path(club))

    make_people(club, 27)

    with django_assert_num_queries(6):
        signed_in.get(people_path(club))


def test_exported_list_is_a_file_that_can_be_read_again(signed_in: Client, club: Club) -> None:
    Person.objects.create(club=club, last_name="Œuf", first_name="Zoé", federation_number="007", series="1")

    response = signed_in.get(reverse("organiser-people-export", args=[club.slug]))

    (row,) = read_players(response.content).rows
    assert (row.last_name, row.first_name, row.number, row.series) == ("Œuf", "Zoé", "007", "1")
    assert f"joueurs-{club.slug}.csv" in response.headers["Content-Disposition"]


def test_workbook_of_the_register_is_read_again_with_its_zeros(signed_in: Client, club: Club) -> None:
    Person.objects.create(
        club=club, last_name="=Œuf", first_name="Zoé", federation_number="007", phone="0612345678"
    )
    path = reverse("organiser-people-workbook", args=[club.slug])

    response = signed_in.get(path)

    (table,) = read_tables(response.content)
    (row,) = read_player_lines(table.table).rows
    assert (row.last_name, row.first_name, row.number, row.phone) == ("=Œuf", "Zoé", "007", "0612345678")
    assert path in signed_in.get(people_path(club)).text
    assert response.headers["Content-Disposition"] == f'attachment; filename="joueurs-{club.slug}.xlsx"'


@pytest.mark.postgres
def test_asking_for_an_account_says_the_same_whoever_has_the_address(
    signed_in: Client, owner: User, club: Club
) -> None:
    (person,) = make_people(club, 1)
    path = reverse("organiser-person-account", args=[club.slug, person.pk])
    pages = []
    for email in (owner.email, "personne@example.org"):
        answer = signed_in.post(path, {"email": email}, follow=True)
        pages.append(re.sub('(csrf|name="once").*?value="[^"]*"', "", answer.text.replace(email, "X")))

    wrong = signed_in.post(path, {"email": "rien"})

    assert pages[0] == pages[1]
    assert "Demande envoyée à X" in pages[0]
    assert "Odile" not in pages[0].partition("<main")[2]
    assert (wrong.status_code, list(wrong.context["form"].errors)) == (422, ["email"])


def test_the_club_takes_a_request_back(signed_in: Client, club: Club) -> None:
    (person,) = make_people(club, 1)
    path = reverse("organiser-person-account", args=[club.slug, person.pk])
    signed_in.post(path, {"email": "personne@example.org"})

    signed_in.post(path, {"untie": "1"}, follow=True)

    assert not person.tie_requests.exists()
    assert "personne@example.org" not in signed_in.get(path).text


def test_register_lists_members_and_on_request_who_left(signed_in: Client, club: Club) -> None:
    for name, left_on in (("Alain", "2026-04-01"), ("Bernard", "2026-06-30"), ("Zola", None)):
        Person.objects.create(club=club, last_name=name, left_on=left_on)

    def names(**parameters: str) -> list[str]:
        page = signed_in.get(people_path(club), parameters).context["page"]
        return [person.last_name for person in page]

    assert names() == ["Zola"]
    assert names(anciens="") == ["Bernard", "Alain"]
    assert names(q="a", anciens="") == ["Alain"]
    assert not signed_in.get(people_path(club), {"q": "a", "anciens": ""}).context["shows_former"]
    assert [person.last_name for person in list_people(club)] == ["Zola", "Bernard", "Alain"]


def test_page_of_former_players_leads_to_its_next_page(signed_in: Client, club: Club) -> None:
    for person in make_people(club, 101):
        person.left_on = "2026-04-01"
        person.save()

    page = signed_in.get(people_path(club), {"anciens": ""}).text

    assert "?anciens&amp;page=2" in page
    assert "101 anciens joueurs" in page
