"""Entering people, from the register or at the reception."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.factories.tournaments import (
    make_club,
    make_people,
    make_seated_tournament,
    make_team_tournament,
    make_tournament,
    make_user,
)
from tournaments.entries.queries.reception import MOST_SHOWN, search_at_reception
from tournaments.enums import EventRole
from tournaments.events.services.events import enter_people
from tournaments.models import Club, LicenceList, Licensee, Person, Tournament
from tournaments.people.forms.people import VisitorForm


def entries_path(tournament: Tournament) -> str:
    return reverse("organiser-entries", args=[tournament.slug])


def tick_path(tournament: Tournament) -> str:
    return reverse("organiser-entries-tick", args=[tournament.slug])


def test_ticked_people_are_entered(signed_in: Client, club: Club) -> None:
    tournament = make_tournament(club)
    people = make_people(club, 3)

    response = signed_in.post(tick_path(tournament), {"people": [people[0].pk, people[2].pk]}, follow=True)

    assert [entry.person for entry in tournament.entries.all()] == [people[0], people[2]]
    assert "2 joueurs inscrits." in response.content.decode()


def test_page_without_people_tells_an_empty_register_from_one_that_is_entered(
    signed_in: Client, club: Club
) -> None:
    tournament = make_tournament(club)
    empty_page = signed_in.get(tick_path(tournament)).content.decode()
    enter_people(tournament=tournament, people=make_people(club, 3), entered_by=None)
    page = signed_in.get(tick_path(tournament)).content.decode()

    assert "Le registre du club est vide" in empty_page
    assert "Tout le registre est inscrit." in page


def test_who_left_the_club_is_offered_by_a_search_alone(signed_in: Client, club: Club) -> None:
    tournament = make_tournament(club)
    Person.objects.create(club=club, last_name="Durand", left_on="2026-06-30")
    Person.objects.create(club=club, last_name="Duval")

    listed = signed_in.get(tick_path(tournament))
    found = signed_in.get(tick_path(tournament), {"q": "du"})

    assert [person.last_name for person in listed.context["people"]] == ["Duval"]
    assert [person.last_name for person in found.context["people"]] == ["Duval", "Durand"]
    assert "ancien joueur, parti le 30/06/2026" in found.text


def test_ticking_nobody_says_so(signed_in: Client, club: Club) -> None:
    tournament = make_tournament(club)
    make_people(club, 1)

    response = signed_in.post(tick_path(tournament), {})

    assert "Cochez au moins un joueur." in response.content.decode()


def test_too_many_people_are_refused_and_stay_ticked(signed_in: Client, club: Club) -> None:
    tournament = make_tournament(club, table_count=5)
    people = make_people(club, 21)

    page = signed_in.post(
        tick_path(tournament), {"people": [person.pk for person in people]}
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

    everybody = signed_in.get(tick_path(tournament)).context["people"]
    people_found = signed_in.get(tick_path(tournament), {"q": "NÖM03"}).context["people"]

    assert list(everybody) == people[1:]
    assert list(people_found) == people[2:]


@pytest.mark.postgres
def test_visitor_joins_the_register_and_the_tournament(signed_in: Client, club: Club) -> None:
    tournament = make_tournament(club)

    signed_in.post(
        reverse("organiser-entry-visitor", args=[tournament.slug]),
        {"visitor-last_name": "Passant", "visitor-first_name": "Jo"},
    )

    assert tournament.entries.get().person == Person.objects.get(club=club, last_name="Passant")


@pytest.mark.parametrize("page", ["organiser-entry-visitor", "organiser-walk-in"])
def test_second_visitor_of_a_name_is_entered_with_a_warning(signed_in: Client, club: Club, page: str) -> None:
    path = reverse(page, args=[make_tournament(club).slug])
    visitor = {"visitor-last_name": "Passant", "visitor-first_name": "Jo"}

    first, second = (signed_in.post(path, visitor, follow=True).text for _ in range(2))

    assert "Le registre a déjà une personne de ce nom" not in first
    assert "Le registre a déjà une personne de ce nom" in second
    assert Person.objects.filter(club=club, last_name="Passant").count() == 2


def test_visitor_without_a_name_is_told_at_the_field(signed_in: Client, club: Club) -> None:
    tournament = make_tournament(club)

    page = signed_in.post(
        reverse("organiser-entry-visitor", args=[tournament.slug]), {"visitor-first_name": "Jo"}
    )

    assert "last_name" in page.context["visitor_form"].errors
    assert 'value="Jo"' in page.text
    assert not tournament.entries.exists()


# --- the reception ---------------------------------------------------------------------------------------


def test_search_at_the_door_enters_with_one_button_and_says_who_is_in(signed_in: Client, club: Club) -> None:
    tournament = make_tournament(club)
    people = make_people(club, 3)
    enter_people(tournament=tournament, people=people[:1], entered_by=None)
    reception = reverse("organiser-door", args=[tournament.slug])

    free = signed_in.get(reception, {"q": "an NOM02"}).text
    entered = signed_in.get(reception, {"q": "nom01"}).text
    page = signed_in.post(entries_path(tournament), {"people": people[1].pk}, follow=True)

    assert f'value="{people[1].pk}"' in free
    assert "déjà inscrit" in entered
    assert "data-reception-pick" not in entered
    assert "NOM02 Ana est inscrit." in page.text
    assert 'value=""' in page.text


@pytest.mark.postgres
def test_door_works_without_a_script(signed_in: Client, club: Club) -> None:
    tournament = make_tournament(club)
    (person, *_others) = make_people(club, 3)

    page = signed_in.get(entries_path(tournament), {"q": f"ETUI:{person.pk}"})

    assert [row.person for row in page.context["search"].rows] == [person]
    assert f'value="{person.pk}"' in page.text


@pytest.mark.postgres
def test_door_offers_a_visitor_by_the_name_that_was_typed(signed_in: Client, club: Club) -> None:
    tournament = make_tournament(club)

    answer = signed_in.get(reverse("organiser-door", args=[tournament.slug]), {"q": "passant jo"}).text

    assert 'value="Passant"' in answer
    assert 'value="Jo"' in answer
    assert re.search(r'class="reception-visitor"\s+open', answer)


@pytest.mark.parametrize(
    ("typed", "last_name", "first_name"),
    [
        ("le goff yann", "Le Goff", "Yann"),
        ("de la roche anne-marie", "de La Roche", "Anne-Marie"),
        ("Yann LE GOFF", "LE GOFF", "Yann"),
        ("passant", "Passant", ""),
    ],
)
def test_name_of_several_words_fills_the_fields_of_a_visitor(
    typed: str, last_name: str, first_name: str
) -> None:
    form = VisitorForm.from_search(typed)

    assert form.initial == {"last_name": last_name, "first_name": first_name}


def test_name_of_an_entry_leads_to_its_card_and_back(signed_in: Client, club: Club) -> None:
    tournament, practice = make_tournament(club), make_tournament(club)
    practice.is_practice = True
    practice.save()
    (entry,) = enter_people(tournament=tournament, people=make_people(club, 1), entered_by=None)
    guest = Person.objects.create(club=make_club("Invités"), last_name="Hôte")
    tournament.entries.create(person=guest)
    card = reverse("organiser-person-edit", args=[club.slug, entry.person_id])

    page = signed_in.get(entries_path(tournament)).text
    practice_page = signed_in.get(entries_path(practice))
    edited = signed_in.post(f"{card}?tournoi={tournament.slug}", {"last_name": "Goff", "series": "1"})
    edited_apart = signed_in.post(f"{card}?tournoi=inconnu", {"last_name": "Goff", "series": "1"})

    assert f'href="{card}?tournoi={tournament.slug}"' in page
    assert page.count("?tournoi=") == 1
    assert not practice_page.context["keeps_register"]
    assert edited.headers["location"] == entries_path(tournament)
    from_report = signed_in.post(
        f"{card}?tournoi={tournament.slug}&depuis=homologation", {"last_name": "Goff", "series": "1"}
    )
    assert from_report.headers["location"] == reverse("organiser-homologation", args=[tournament.slug])
    assert edited_apart.headers["location"] == reverse("organiser-people", args=[club.slug])


def test_search_at_the_door_costs_the_same_for_one_and_for_a_hundred_answers(
    signed_in: Client, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = make_tournament(club)
    reception = reverse("organiser-door", args=[tournament.slug])
    enter_people(tournament=tournament, people=make_people(club, 1), entered_by=None)
    with django_assert_num_queries(8):  # one in the list of licensees
        signed_in.get(reception, {"q": "nom"})

    enter_people(tournament=tournament, people=make_people(club, 100)[:15], entered_by=None)

    with django_assert_num_queries(7):
        answer = signed_in.get(reception, {"q": "nom"})
    assert len(answer.context["search"].rows) == 12
    assert answer.context["search"].has_more


@pytest.mark.postgres
def test_a_thousand_people_are_searched_by_the_database(signed_in: Client, club: Club) -> None:
    tournament = make_tournament(club)
    Person.objects.bulk_create(
        Person(club=club, last_name=f"Nom{number}", first_name="Ana", federation_number=str(100000 + number))
        for number in range(1_000)
    )

    with CaptureQueriesContext(connection) as queries:
        reception_page = search_at_reception(tournament, "100777")

    assert [row.person.last_name for row in reception_page.rows] == ["Nom777"]
    searches = [query["sql"] for query in queries if "search_key" in query["sql"].split("FROM")[1]]
    # people, then licensees, of whom some may be among the people
    assert [re.findall(r"LIMIT (\d+)", search) for search in searches] == [["13"], ["26"]]


# --- a team at the reception -----------------------------------------------------------------------------


def test_team_is_put_together_from_searches_and_entered(signed_in: Client, club: Club) -> None:
    tournament = make_team_tournament(club, "triplets")
    people = make_people(club, 4)
    member_ids = [person.pk for person in people[:2]]

    page = signed_in.get(entries_path(tournament), {"m": member_ids, "q": "nom0"})
    rows = page.context["search"].rows
    team_page = signed_in.get(f"{entries_path(tournament)}?{rows[2].query}")
    form = {f"member-{place}": person.pk for place, person in enumerate(people[:3])}
    done = signed_in.post(reverse("organiser-team-add", args=[tournament.slug]), form, follow=True)

    assert [row.is_chosen for row in rows] == [True, True, False, False]
    assert "Encore 1 joueur." in page.text
    assert "Inscrire cette équipe" in team_page.text
    assert "Inscrire cette équipe" not in page.text
    assert [member.person for member in tournament.entries.get().members.all()] == people[:3]
    assert "est inscrite" in done.text


def test_visitor_joins_the_team_in_the_making(signed_in: Client, club: Club) -> None:
    tournament = make_team_tournament(club, "triplets")
    (person,) = make_people(club, 1)

    page = signed_in.post(
        reverse("organiser-entry-visitor", args=[tournament.slug]),
        {"m": person.pk, "visitor-last_name": "Passant"},
        follow=True,
    )

    assert [str(member) for member in page.context["assembly"].people] == ["NOM01 Ana", "PASSANT"]
    assert not tournament.entries.exists()


def test_address_of_a_team_that_cannot_be_names_nobody(signed_in: Client, club: Club) -> None:
    tournament = make_team_tournament(club, "triplets")
    stranger = make_people(make_club("Ailleurs"), 1)[0]

    page = signed_in.get(entries_path(tournament), {"m": ["x", "9" * 30, str(stranger.pk), "0"]})

    assert page.context["assembly"].people == ()


# --- taking off, putting back -----------------------------------------------------------------------


def test_withdrawal_is_taken_back_from_the_next_page(signed_in: Client, club: Club) -> None:
    tournament = make_tournament(club)
    (entry,) = enter_people(tournament=tournament, people=make_people(club, 1), entered_by=None)
    withdraw = reverse("organiser-entry-withdraw", args=[tournament.slug, entry.pk])

    page = signed_in.post(withdraw, follow=True)
    restore = reverse("organiser-entry-restore", args=[tournament.slug, page.context["withdrawn"].pk])
    back = signed_in.post(restore, follow=True)
    reloaded = signed_in.get(page.redirect_chain[0][0])

    assert restore in page.text
    assert reloaded.context["withdrawn"] is None
    assert "NOM01 Ana est de nouveau inscrit." in back.text
    assert tournament.entries.get().person == entry.person


@pytest.mark.postgres
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


def test_places_of_the_movement_are_not_counted_against_seats_that_changed(
    signed_in: Client, club: Club
) -> None:
    preparing, seated = make_tournament(club), make_seated_tournament(club, is_dealt=False)

    pages = [signed_in.get(entries_path(event)).text for event in (preparing, seated)]

    assert ["Places\u00a0:" in page for page in pages] == [True, False]


def test_checker_reads_the_list_and_finds_no_form(client: Client, club: Club) -> None:
    tournament = make_tournament(club)
    enter_people(tournament=tournament, people=make_people(club, 1), entered_by=None)
    client.force_login(make_user(tournament=tournament, role=EventRole.CHECKER))

    page = client.get(entries_path(tournament)).content.decode()

    assert "NOM01 Ana" in page
    assert 'name="q"' not in page
    assert "Retirer" not in page


def test_page_costs_the_same_with_one_and_with_twenty(
    signed_in: Client, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = make_tournament(club)
    people = make_people(club, 40)
    enter_people(tournament=tournament, people=people[:1], entered_by=None)
    with django_assert_num_queries(8):
        signed_in.get(entries_path(tournament))

    enter_people(tournament=tournament, people=people[:19], entered_by=None)

    with django_assert_num_queries(8):
        signed_in.get(entries_path(tournament))


@pytest.mark.postgres
def test_ticks_are_kept_through_a_search(signed_in: Client, club: Club) -> None:
    tournament = make_tournament(club)
    people = make_people(club, 4)
    form = {"people": [people[0].pk], "q": "Nom03", "search": "1"}

    page = signed_in.post(tick_path(tournament), form)

    assert list(page.context["people"]) == [people[0], people[2]]
    assert page.content.decode().count("checked") == 1
    assert not tournament.entries.exists()


@pytest.mark.parametrize("junk", ["", "x", "-1", "9" * 30])
def test_ticks_that_are_no_people_are_left_out_of_a_search(signed_in: Client, club: Club, junk: str) -> None:
    make_people(club, 1)

    page = signed_in.post(tick_path(make_tournament(club)), {"people": [junk], "q": "Nom", "search": "1"})

    assert page.status_code == 200
    assert len(page.context["people"]) == 1


def test_a_full_event_keeps_its_search_and_says_what_can_be_done(signed_in: Client, club: Club) -> None:
    tournament = make_tournament(club)
    enter_people(tournament=tournament, people=make_people(club, 20), entered_by=None)

    page = signed_in.get(entries_path(tournament)).content.decode()

    assert "data-reception-form" in page
    assert f"{reverse('organiser-movement-change', args=[tournament.slug])}?joueurs=21" in page
    assert reverse("organiser-registrations", args=[tournament.slug]) in page


def make_licensee(club: Club, last_name: str, first_name: str, number: str = "") -> Licensee:
    licence_list, _is_new = LicenceList.objects.get_or_create(club=club, defaults={"name": "liste.csv"})
    return Licensee.objects.create(
        licence_list=licence_list,
        line=2,
        last_name=last_name,
        first_name=first_name,
        federation_number=number,
        home_club="Brest",
        series="1",
    )


def test_licensees_follow_the_people_of_the_register(club: Club) -> None:
    tournament = make_tournament(club)
    Person.objects.create(club=club, last_name="Le Gall", first_name="Anne")
    make_licensee(club, "LE GALL", "Anne", "12")
    make_licensee(club, "LE GALL", "Jean", "34")

    search = search_at_reception(tournament, "le gall")

    assert [str(row.person) for row in search.rows] == ["LE GALL Anne"]
    assert [str(licensee) for licensee in search.licensees] == ["LE GALL Jean"]


def test_more_licensees_than_are_shown_ask_for_a_letter(club: Club) -> None:
    tournament = make_tournament(club)
    for number in range(MOST_SHOWN):
        make_licensee(club, "LE GALL", f"Jean{number}")
    assert not search_at_reception(tournament, "le gall").has_more

    make_licensee(club, "LE GALL", "Yann")

    search = search_at_reception(tournament, "le gall")
    assert (len(search.licensees), search.has_more) == (MOST_SHOWN, True)


def test_a_practice_evening_looks_at_no_licensee(club: Club) -> None:
    tournament = make_tournament(club)
    make_licensee(club, "LE GALL", "Jean", "34")
    Tournament.objects.filter(pk=tournament.pk).update(is_practice=True)

    assert search_at_reception(Tournament.objects.get(pk=tournament.pk), "le gall").licensees == ()


def test_a_licensee_is_entered_with_all_that_the_list_says(signed_in: Client, club: Club) -> None:
    tournament = make_tournament(club)
    licensee = make_licensee(club, "LE GALL", "Jean", "34")
    page = signed_in.get(reverse("organiser-door", args=[tournament.slug]), {"q": "le gall"}).text
    assert "Dans le fichier des licenciés, pas encore dans le registre" in page
    assert "Personne dans le registre" not in page
    address = reverse("organiser-entry-licensee", args=[tournament.slug])

    page = signed_in.post(address, {"licensee": licensee.pk}, follow=True).text

    person = tournament.entries.get().person
    assert person is not None
    assert (person.full_name, person.federation_number, person.home_club, person.series) == (
        "LE GALL Jean", "34", "Brest", "1",
    )  # fmt: skip
    assert "LE GALL Jean est inscrit." in page
    assert search_at_reception(tournament, "le gall").licensees == ()


@pytest.mark.parametrize("key", ["", "x", "9" * 30, "0", "of another club"])
def test_a_line_that_is_gone_says_so(signed_in: Client, club: Club, key: str) -> None:
    tournament = make_tournament(club)
    if key == "of another club":
        key = str(make_licensee(make_club("Autre club"), "LE GALL", "Jean", "34").pk)

    page = signed_in.post(
        reverse("organiser-entry-licensee", args=[tournament.slug]), {"licensee": key}, follow=True
    ).text

    assert "Cette ligne n’est plus dans le fichier des licenciés" in page
    assert not tournament.entries.exists()


def test_a_number_of_another_person_is_named_and_nothing_is_stored(signed_in: Client, club: Club) -> None:
    tournament = make_tournament(club)
    Person.objects.create(club=club, last_name="Kerbrat", first_name="Yann", federation_number="34")
    licensee = make_licensee(club, "LE GALL", "Jean", "34")

    page = signed_in.post(
        reverse("organiser-entry-licensee", args=[tournament.slug]), {"licensee": licensee.pk}, follow=True
    ).text

    assert "KERBRAT Yann a déjà la licence 34." in page
    assert Person.objects.count() == 1


def test_a_licensee_joins_the_team_that_is_put_together(signed_in: Client, club: Club) -> None:
    tournament = make_team_tournament(club, "triplets")
    (captain,) = make_people(club, 1)
    licensee = make_licensee(club, "LE GALL", "Jean", "34")

    answer = signed_in.post(
        reverse("organiser-entry-licensee", args=[tournament.slug]),
        {"licensee": licensee.pk, "m": captain.pk},
        follow=True,
    )

    assert [str(person) for person in answer.context["assembly"].people][1:] == ["LE GALL Jean"]
