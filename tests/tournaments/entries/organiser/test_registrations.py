"""The organiser's page of registrations."""

from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.factories.registrations import open_event, send_registration
from tests.factories.tournaments import make_team_tournament, make_tournament
from tournaments.models import Club, Person, Registration, Tournament


def path(tournament: Tournament, name: str = "registrations", *args: object) -> str:
    return reverse(f"organiser-{name}", args=[tournament.slug, *args])


def test_event_is_opened_with_a_limit_and_shut_again(signed_in: Client, club: Club) -> None:
    tournament = make_tournament(club)

    opened = signed_in.post(
        path(tournament, "entries-open"), {"place_limit": "12", "note": "À 19 h"}, follow=True
    )
    tournament.refresh_from_db()
    is_open = tournament.opened_at is not None
    shut = signed_in.post(path(tournament, "entries-shut"), follow=True)
    tournament.refresh_from_db()

    assert is_open
    assert tournament.opened_at is None
    assert (tournament.opening.place_limit, tournament.opening.note) == (12, "À 19 h")
    assert f"http://testserver{reverse('public-registrations', args=[tournament.slug])}" in opened.text
    assert "Préinscriptions fermées" in shut.text


def test_limit_that_is_none_is_told_at_the_field(signed_in: Client, club: Club) -> None:
    tournament = make_tournament(club)

    page = signed_in.post(path(tournament, "entries-open"), {"place_limit": "0"})

    assert "place_limit" in page.context["form"].errors
    tournament.refresh_from_db()
    assert tournament.opened_at is None


def test_all_are_accepted_at_once_or_one_by_one(signed_in: Client, club: Club) -> None:
    tournament = open_event(make_tournament(club))
    Person.objects.create(club=club, last_name="Durand", first_name="Anne", federation_number="12")
    first_registration, *_others = (send_registration(tournament, f"Nom{letter} Ana") for letter in "ABC")
    send_registration(tournament, "Durand Anne")

    page = signed_in.get(path(tournament)).text
    single = signed_in.post(path(tournament, "registration-accept", first_registration.pk), follow=True).text
    every = signed_in.post(path(tournament, "registrations-accept"), follow=True).text

    assert page.count("nouveau joueur") == 3
    assert page.count("au registre") == 1
    assert "NOMA Ana\u00a0: préinscription acceptée." in single
    assert "3 préinscriptions acceptées." in every
    assert tournament.entries.count() == 4


def test_one_of_two_of_a_name_is_chosen_on_the_page(signed_in: Client, club: Club) -> None:
    tournament = open_event(make_tournament(club))
    people = [Person.objects.create(club=club, last_name="Durand", first_name="Anne") for _ in range(2)]
    registration = send_registration(tournament, "Durand Anne")
    field = f"person-{registration.players.get().pk}"

    page = signed_in.get(path(tournament)).text
    undecided = signed_in.post(
        path(tournament, "registration-accept", registration.pk), {field: ""}, follow=True
    ).text
    signed_in.post(path(tournament, "registration-accept", registration.pk), {field: people[1].pk})

    assert f'name="{field}"' in page
    assert "dites laquelle" in undecided
    assert tournament.entries.get().person == people[1]


def test_two_who_look_for_partners_are_joined_and_accepted(signed_in: Client, club: Club) -> None:
    tournament = open_event(make_team_tournament(club, "triplets"))
    pair = send_registration(tournament, "Un Ana", "Deux Ana")
    single = send_registration(tournament, "Trois Ana")

    page = signed_in.get(path(tournament)).text
    nobody = signed_in.post(path(tournament, "registration-join", pair.pk), {"other": "x"}, follow=True)
    signed_in.post(path(tournament, "registration-join", pair.pk), {"other": single.pk})
    signed_in.post(path(tournament, "registration-accept", pair.pk))

    assert path(tournament, "registration-join", pair.pk) in page
    assert "Choisissez avec qui." in nobody.text
    assert tournament.entries.get().members.count() == 3


def test_refused_registration_is_told_and_promotion_shown(signed_in: Client, club: Club) -> None:
    tournament = open_event(make_tournament(club), places=1)
    first, _second = (send_registration(tournament, f"Nom{letter} Ana") for letter in "AB")

    waiting = signed_in.get(path(tournament)).text
    page = signed_in.post(path(tournament, "registration-refuse", first.pk), follow=True).text

    assert "Quand une place se libère" in waiting
    assert "NOMA Ana\u00a0: préinscription refusée." in page
    assert "sorti de la liste d’attente" in page


def test_second_family_name_is_a_question_before_the_player_is_accepted(
    signed_in: Client, club: Club
) -> None:
    tournament = open_event(make_tournament(club))
    person = Person.objects.create(club=club, last_name="Dubois", first_name="Anne")
    registration = send_registration(tournament, "x Anne")
    registration.players.update(last_name="Lefèvre née Dubois")
    (player,) = registration.players.all()
    accept = path(tournament, "registration-accept", registration.pk)

    refused = signed_in.post(accept, follow=True).text
    signed_in.post(accept, {f"person-{player.pk}": person.pk})

    assert "dites si LEFÈVRE NÉE DUBOIS Anne est la même personne" in refused
    assert "La même personne\xa0: DUBOIS Anne" in refused
    assert tournament.entries.get().person == person


def test_page_costs_the_same_for_one_and_for_ten(
    signed_in: Client, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = open_event(make_tournament(club))
    send_registration(tournament, "Durand Anne")
    with django_assert_num_queries(17):
        signed_in.get(path(tournament))

    for number in range(9):
        send_registration(tournament, f"Nom{number} Anne")

    with django_assert_num_queries(17):
        signed_in.get(path(tournament))
    assert Registration.objects.count() == 10


def test_words_are_shown_to_other_players_or_erased(signed_in: Client, club: Club) -> None:
    tournament = open_event(make_team_tournament(club, "triplets"))
    anne = send_registration(tournament, "Un Ana", seeks_partner=True, is_findable=True, words="le soir")
    hidden = send_registration(tournament, "Deux Ana", seeks_partner=True, words="le matin")

    page = signed_in.get(path(tournament)).text
    address = path(tournament, "registration-words", anne.pk)
    shown = signed_in.post(address, {"shown": "1", "words": "le soir"}, follow=True).text
    stale = signed_in.post(address, {"shown": "0", "words": "le midi"}, follow=True).text
    signed_in.post(path(tournament, "registration-words", hidden.pk), {"shown": "x", "words": "le matin"})

    # words of players who are not shown themselves have no readers
    assert (page.count("Montrer ces mots"), page.count("Effacer ces mots")) == (1, 2)
    assert page.count('name="words" value="le soir"') == 1
    assert "montré à ceux qui cherchent" in shown
    assert "relisez-les" in stale
    anne.refresh_from_db()
    hidden.refresh_from_db()
    assert (anne.are_words_shown, anne.seeker_words) == (True, "le soir")
    assert (hidden.are_words_shown, hidden.seeker_words) == (False, "")


def test_organiser_is_told_who_is_alone_when_registrations_close(signed_in: Client, club: Club) -> None:
    tournament = open_event(make_team_tournament(club, "triplets"))
    send_registration(tournament, "Un Ana", "Deux Ana", seeks_partner=True)
    send_registration(tournament, "Trois Ana", "Quatre Ana", "Cinq Ana")
    joined = send_registration(tournament, "Six Ana")
    other = send_registration(tournament, "Sept Ana", "Huit Ana")

    waiting = signed_in.get(path(tournament)).text
    signed_in.post(path(tournament, "registration-join", joined.pk), {"other": other.pk})
    closed = signed_in.post(path(tournament, "entries-shut"), follow=True).text

    assert "Sans équipe complète, pour l’instant\u00a0:" in waiting
    assert "Encore sans équipe complète\u00a0:" in closed
    assert "UN Ana / DEUX Ana." in closed.split("Encore sans équipe complète")[1].split("</p>")[0]
    # the closed line of a joined registration names its players
    assert "SEPT Ana / HUIT Ana" in closed.split("préinscription close")[1]
