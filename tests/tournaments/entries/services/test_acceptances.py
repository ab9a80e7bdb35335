"""The organiser's answer to registrations."""

import pytest
from django.utils.translation import override

from common.errors import AppError
from tests.factories.registrations import open_event, send_registration
from tests.factories.tournaments import make_club, make_people, make_team_tournament, make_tournament
from tournaments.core.exchange.player_row import PlayerRow
from tournaments.entries.services.acceptances import (
    NEW_PERSON,
    accept_all,
    accept_registration,
    refuse_registration,
)
from tournaments.entries.services.seekers import join_registrations
from tournaments.enums import RegistrationState
from tournaments.events.services.events import enter_people
from tournaments.models import Person, Tournament
from tournaments.people.services.licences import keep_licence_list

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return open_event(make_tournament(make_club()))


def add(tournament: Tournament, last_name: str, first_name: str = "Anne", number: str = "") -> Person:
    return Person.objects.create(
        club=tournament.club, last_name=last_name, first_name=first_name, federation_number=number
    )


@pytest.mark.postgres
def test_known_people_are_found_and_keep_what_the_register_says(tournament: Tournament) -> None:
    by_number, by_name = add(tournament, "Durand", number="12"), add(tournament, "Lefèvre", "Zoé")
    first_sent = send_registration(tournament, "Durant Anne 012", email="x@example.org")
    second_sent = send_registration(tournament, "LEFEVRE zoe")

    people = [
        accept_registration(registration=registration, person_ids={}, accepted_by=None)[0].person
        for registration in (first_sent, second_sent)
    ]
    by_number.refresh_from_db()

    assert people == [by_number, by_name]
    assert (by_number.last_name, by_number.email, by_number.shows_full_name) == ("Durand", "", False)
    assert first_sent.players.get().entry == tournament.entries.get(person=by_number)


def test_stranger_joins_the_register_with_his_consent_and_address(tournament: Tournament) -> None:
    registration = send_registration(tournament, "Durand Anne 12", email="a@example.org")

    (entry,) = accept_registration(registration=registration, person_ids={}, accepted_by=None)

    person = entry.person
    assert (person.full_name, person.federation_number) == ("DURAND Anne", "12")
    assert (person.email, person.shows_full_name) == ("a@example.org", True)


def test_stranger_is_written_to_as_he_wrote_and_his_partners_as_nobody_said() -> None:
    tournament = open_event(make_team_tournament(make_club(), "triplets"))
    with override("en"):
        registration = send_registration(tournament, "Durand Anne", "Petit Bob", "Grand Carl")

    accept_registration(registration=registration, person_ids={}, accepted_by=None)

    people = Person.objects.filter(last_name__in=["Durand", "Petit", "Grand"])
    assert {person.last_name: person.language for person in people} == {
        "Durand": "en",
        "Petit": "",
        "Grand": "",
    }


def test_one_of_several_of_a_name_is_chosen_by_the_organiser(tournament: Tournament) -> None:
    add(tournament, "Durand")
    second = add(tournament, "Durand")
    first_sent, second_sent = (send_registration(tournament, "Durand Anne") for _ in range(2))

    with pytest.raises(AppError) as refusal:
        accept_registration(registration=first_sent, person_ids={}, accepted_by=None)
    choices = {first_sent.players.get().pk: second.pk}
    (entry,) = accept_registration(registration=first_sent, person_ids=choices, accepted_by=None)
    new = {second_sent.players.get().pk: NEW_PERSON}
    (new_entry,) = accept_registration(registration=second_sent, person_ids=new, accepted_by=None)

    assert refusal.value.code == "choose_person"
    assert entry.person == second
    assert new_entry.person.full_name == "DURAND Anne"
    assert Person.objects.count() == 3


def test_number_of_somebody_else_enters_nobody_before_an_answer(tournament: Tournament) -> None:
    holder = add(tournament, "Ancien", "Paul", "12")
    namesake = add(tournament, "Nouvel", "Lise", "13")
    registrations = [send_registration(tournament, "Nouvel Lise 12") for _ in range(3)]

    count, refused = accept_all(tournament=tournament, accepted_by=None)
    people = [
        accept_registration(
            registration=registration, person_ids={registration.players.get().pk: key}, accepted_by=None
        )[0].person
        for registration, key in zip(registrations, (holder.pk, namesake.pk, NEW_PERSON), strict=True)
    ]

    assert (count, len(refused)) == (0, 3)
    assert "ANCIEN Paul a déjà le n° 12" in refused[0]
    assert people[:2] == [holder, namesake]
    assert (people[2].full_name, people[2].federation_number) == ("NOUVEL Lise", "")
    holder.refresh_from_db()
    assert holder.full_name == "ANCIEN Paul"


def test_everything_that_can_be_is_accepted_and_the_rest_told(tournament: Tournament) -> None:
    entered = add(tournament, "Petit")
    enter_people(tournament=tournament, people=[entered], entered_by=None)
    for name in ("Durand Anne", "Petit Anne", "Martin Luc"):
        send_registration(tournament, name)

    count, refused = accept_all(tournament=tournament, accepted_by=None)

    assert count == 2
    assert refused == ["PETIT Anne\u00a0: Déjà inscrit\u00a0: PETIT Anne."]
    assert tournament.entries.count() == 3


def test_team_is_entered_once_whole(tournament: Tournament) -> None:
    teams = open_event(make_team_tournament(make_club("Ailleurs"), "triplets"))
    short = send_registration(teams, "Un Ana", "Deux Ana")
    single = send_registration(teams, "Trois Ana")

    with pytest.raises(AppError) as refusal:
        accept_registration(registration=short, person_ids={}, accepted_by=None)
    person_count = Person.objects.filter(club=teams.club).count()
    join_registrations(registration=short, partner_registration=single, joined_by=None)
    entries = accept_registration(registration=short, person_ids={}, accepted_by=None)

    single.refresh_from_db()
    assert refusal.value.code == "team_size"
    assert person_count == 0
    assert len(set(entries)) == 1
    assert {str(member) for member in teams.entries.get().members.all()} == {
        "UN Ana",
        "DEUX Ana",
        "TROIS Ana",
    }
    assert single.state == RegistrationState.JOINED


def test_partners_are_entered_each_with_the_name_of_the_pair() -> None:
    pairs = open_event(make_team_tournament(make_club(), "free_deals_pairs"))
    registration = send_registration(pairs, "Durand Anne", "Petit Luc")

    accept_registration(registration=registration, person_ids={}, accepted_by=None)

    assert {entry.partners for entry in pairs.entries.all()} == {"DURAND / PETIT"}
    assert pairs.entries.count() == 2


def test_refusal_gives_the_place_to_who_waits_and_is_final() -> None:
    tournament = open_event(make_tournament(make_club()), places=1)
    first, second = (send_registration(tournament, f"Nom{letter} Ana") for letter in "AB")

    refuse_registration(registration=first, refused_by=None)
    second.refresh_from_db()
    with pytest.raises(AppError) as refusal:
        accept_registration(registration=first, person_ids={}, accepted_by=None)

    assert second.state == RegistrationState.RECEIVED
    assert refusal.value.code == "registration_answered"


def test_registrations_beyond_the_seats_are_refused_with_words() -> None:
    tournament = make_tournament(make_club())
    open_event(tournament, places=30)
    enter_people(tournament=tournament, people=make_people(tournament.club, 20), entered_by=None)
    registration = send_registration(tournament, "Durand Anne")

    with pytest.raises(AppError) as refusal:
        accept_registration(registration=registration, person_ids={}, accepted_by=None)

    assert refusal.value.code == "too_many_entries"
    assert not Person.objects.filter(last_name="Durand").exists()


def test_joining_too_many_or_oneself_is_refused(tournament: Tournament) -> None:
    first_sent, second_sent = (send_registration(tournament, f"Nom{letter} Ana") for letter in "AB")

    codes = []
    for second in (first_sent, second_sent):
        with pytest.raises(AppError) as refusal:
            join_registrations(registration=first_sent, partner_registration=second, joined_by=None)
        codes.append(refusal.value.code)

    assert codes == ["not_two", "too_many_players"]


def test_stranger_of_the_list_of_licensees_takes_series_and_club_from_it(tournament: Tournament) -> None:
    row = PlayerRow(last_name="DURAND", first_name="Anne", number="0012", series="1", club="Annecy", line=2)
    keep_licence_list(club=tournament.club, rows=[row], name="liste.csv", loaded_by=None)
    registration = send_registration(tournament, "Durand Anne 12", email="a@example.org")

    (entry,) = accept_registration(registration=registration, person_ids={}, accepted_by=None)

    person = entry.person
    assert (person.full_name, person.federation_number, person.email) == (
        "DURAND Anne",
        "12",
        "a@example.org",
    )
    assert (person.series, person.home_club) == ("1", "Annecy")
