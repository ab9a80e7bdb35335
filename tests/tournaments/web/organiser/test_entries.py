"""Entering people, from the register or at the door."""

from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.factories.tournaments import make_people, make_seated_tournament, make_tournament, make_user
from tournaments.enums import EventRole
from tournaments.models import Club, Person, Tournament
from tournaments.services.events import enter_people


def entries_path(tournament: Tournament) -> str:
    return reverse("organiser-entries", args=[tournament.slug])


def test_ticked_people_are_entered(signed_in: Client, club: Club) -> None:
    tournament = make_tournament(club)
    people = make_people(club, 3)

    response = signed_in.post(entries_path(tournament), {"people": [people[0].pk, people[2].pk]}, follow=True)

    assert [entry.person for entry in tournament.entries.all()] == [people[0], people[2]]
    assert "2 joueurs inscrits." in response.content.decode()


def test_ticking_nobody_says_so(signed_in: Client, club: Club) -> None:
    tournament = make_tournament(club)
    make_people(club, 1)

    response = signed_in.post(entries_path(tournament), {})

    assert "Cochez au moins un joueur." in response.content.decode()


def test_too_many_people_are_refused_and_stay_ticked(signed_in: Client, club: Club) -> None:
    tournament = make_tournament(club, table_count=5)
    people = make_people(club, 21)

    page = signed_in.post(
        entries_path(tournament), {"people": [person.pk for person in people]}
    ).content.decode()

    assert "20 places seulement" in page
    assert page.count("checked") == 21
    assert not tournament.entries.exists()


def test_register_offers_those_who_are_not_entered_and_answer_the_search(
    signed_in: Client, club: Club
) -> None:
    tournament = make_tournament(club)
    people = make_people(club, 3)
    enter_people(tournament=tournament, people=people[:1], entered_by=None)

    everybody = signed_in.get(entries_path(tournament)).context["people"]
    found = signed_in.get(entries_path(tournament), {"q": "NÖM03"}).context["people"]

    assert everybody == people[1:]
    assert found == people[2:]


def test_visitor_joins_the_register_and_the_tournament(signed_in: Client, club: Club) -> None:
    tournament = make_tournament(club)

    signed_in.post(
        reverse("organiser-entry-visitor", args=[tournament.slug]),
        {"visitor-last_name": "Passant", "visitor-first_name": "Jo", "visitor-series": "NC"},
    )

    assert tournament.entries.get().person == Person.objects.get(club=club, last_name="Passant")


def test_visitor_with_a_known_number_is_told_whose_it_is(signed_in: Client, club: Club) -> None:
    tournament = make_tournament(club)
    Person.objects.create(club=club, last_name="Durand", federation_number="12")

    response = signed_in.post(
        reverse("organiser-entry-visitor", args=[tournament.slug]),
        {"visitor-last_name": "Passant", "visitor-federation_number": "12", "visitor-series": "NC"},
    )

    page = response.content.decode()
    assert "La licence 12 est déjà celle de DURAND." in page
    assert 'value="Passant"' in page
    assert not tournament.entries.exists()


def test_entry_is_withdrawn(signed_in: Client, club: Club) -> None:
    tournament = make_tournament(club)
    (entry,) = enter_people(tournament=tournament, people=make_people(club, 1), entered_by=None)

    response = signed_in.post(
        reverse("organiser-entry-withdraw", args=[tournament.slug, entry.pk]), follow=True
    )

    assert "NOM01 Ana n’est plus inscrit." in response.content.decode()
    assert not tournament.entries.exists()


def test_list_of_a_seated_tournament_offers_no_change(signed_in: Client, club: Club) -> None:
    tournament = make_seated_tournament(club)
    entry = tournament.entries.all()[0]
    withdraw = reverse("organiser-entry-withdraw", args=[tournament.slug, entry.pk])

    page = signed_in.get(entries_path(tournament)).content.decode()
    refused = signed_in.post(withdraw, follow=True).content.decode()

    assert withdraw not in page
    assert "Les places sont déjà fixées" in refused
    assert tournament.entries.count() == 20


def test_checker_reads_the_list_and_finds_no_form(client: Client, club: Club) -> None:
    tournament = make_tournament(club)
    enter_people(tournament=tournament, people=make_people(club, 1), entered_by=None)
    client.force_login(make_user(tournament=tournament, role=EventRole.CHECKER))

    page = client.get(entries_path(tournament)).content.decode()

    assert "NOM01 Ana" in page
    assert 'name="people"' not in page
    assert "Retirer" not in page


def test_page_costs_the_same_with_one_and_with_twenty(
    signed_in: Client, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = make_tournament(club)
    people = make_people(club, 40)
    enter_people(tournament=tournament, people=people[:1], entered_by=None)
    with django_assert_num_queries(9):
        signed_in.get(entries_path(tournament))

    enter_people(tournament=tournament, people=people[:19], entered_by=None)

    with django_assert_num_queries(9):
        signed_in.get(entries_path(tournament))
