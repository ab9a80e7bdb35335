"""Teams entered from a list: who is meant, what is refused, and nothing half done."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.tournaments import make_people, make_team_tournament
from tournaments.models import Club, Person, Tournament
from tournaments.people.services.people import add_person

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(club: Club) -> Tournament:
    """Triplets, in teams of three. The register has NOM01 Ana, NOM02 Ana…"""
    make_people(club, 9)
    return make_team_tournament(club, "triplets")


def send(client: Client, event: Tournament, text: str, *, adds_unknown: bool = False) -> Any:
    data = {"teams": text} | ({"adds_unknown": "on"} if adds_unknown else {})
    return client.post(reverse("organiser-team-list", args=[event.slug]), data)


def teams_of(event: Tournament) -> dict[str, list[str]]:
    return {
        team.team_name: [member.person.last_name.upper() for member in team.members.order_by("pk")]
        for team in event.entries.order_by("pk")
    }


def problems(answer: Any) -> list[str]:
    return [error.replace("\u00a0", " ") for error in answer.context["form"].errors["teams"]]


def test_teams_are_entered_with_and_without_a_name(signed_in: Client, event: Tournament) -> None:
    Person.objects.filter(last_name__iexact="nom05").update(federation_number="0123456")
    page = reverse("organiser-team-list", args=[event.slug])
    assert page in signed_in.get(reverse("organiser-entries", args=[event.slug])).content.decode()

    answer = send(signed_in, event, "Les Atouts;Ana nom02;NOM01 Ana;NOM03 Ana\nNOM04 Ana;123456;NOM06 Ana\n")

    assert answer.status_code == 302
    teams = event.entries.order_by("pk")
    assert [team.person.last_name.upper() for team in teams] == ["NOM02", "NOM04"]
    assert list(teams_of(event).values()) == [["NOM02", "NOM01", "NOM03"], ["NOM04", "NOM05", "NOM06"]]
    assert teams[0].name == "Les Atouts"


def test_example_has_as_many_players_as_a_team(signed_in: Client, event: Tournament) -> None:
    samples = [
        re.findall('class="sample">([^<]*)', signed_in.get(reverse("organiser-team-list", args=[slug])).text)
        for slug in (event.slug, make_team_tournament(event.club, "quartets").slug)
    ]

    assert [[sample.count(";") for sample in page] for page in samples] == [[3], [4]]


def test_every_line_to_mend_is_named_and_no_team_is_entered(signed_in: Client, event: Tournament) -> None:
    Person.objects.create(club=event.club, last_name="Dupont", first_name="Léa")
    Person.objects.create(club=event.club, last_name="Dupont", first_name="Lea")
    text = "Un;NOM01 Ana;NOM02 Ana;NOM03 Ana\nDeux;NOM04 Ana;NOM99 Ana;Dupont Lea\n"

    answer = send(signed_in, event, text)

    assert problems(answer) == [
        (
            "Ligne 2 : « NOM99 Ana » n’est pas dans le registre : corrigez le nom,"
            " ou cochez « Ajouter au registre »."
        ),
        (
            "Ligne 2 : plusieurs joueurs s’appellent « Dupont Lea » : écrivez le numéro de licence,"
            " ou l’un de ceux-ci : DUPONT Lea, DUPONT Léa."
        ),
    ]
    assert text.strip() in answer.content.decode()
    assert not event.entries.exists()


def test_long_list_of_faults_is_cut(signed_in: Client, event: Tournament) -> None:
    assert len(problems(send(signed_in, event, 61 * "A;B;C\n"))) == 60


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("NOM01 Ana;NOM02 Ana", "Ligne 1 : Une équipe de ce tournoi a 3 joueurs."),
        ("Un;Deux;NOM01 Ana;NOM02 Ana;NOM03 Ana", "Ligne 1 : « Deux » n’est pas dans le registre"),
        ("A;NOM01 Ana;NOM02 Ana;NOM03 Ana\nB;NOM03 Ana;NOM04 Ana;NOM05 Ana", "Ligne 2 : NOM03 Ana joue déjà"),
        ("A;NOM01 Ana;NOM02 Ana;NOM03 Ana\nA;NOM06 Ana;NOM04 Ana;NOM05 Ana", "Ligne 2 : Une autre équipe"),
        (f"{61 * 'A'};NOM01 Ana;NOM02 Ana;NOM03 Ana", "Ligne 1 : le nom de l’équipe est trop long"),
        ("Équipe;Joueur 1;Joueur 2", "Aucune équipe n’est lue"),
        (20_001 * "A", "Assurez-vous que cette valeur comporte au plus"),
    ],
)
def test_refusal_stands_at_the_list_and_nothing_is_entered(
    signed_in: Client, event: Tournament, text: str, problem: str
) -> None:
    answer = send(signed_in, event, text)

    assert problems(answer)[0].startswith(problem)
    assert not event.entries.exists()


def test_unknown_players_are_added_once_where_that_is_ticked(signed_in: Client, event: Tournament) -> None:
    answer = send(
        signed_in,
        event,
        "Un;NOM01 Ana;VALLON zoé;NOM03 Ana\nDeux;NOM04 Ana;Luc PETIT;NOM05 Ana",
        adds_unknown=True,
    )

    assert answer.status_code == 302
    assert list(teams_of(event).values()) == [["NOM01", "VALLON", "NOM03"], ["NOM04", "PETIT", "NOM05"]]
    assert Person.objects.get(last_name="VALLON").first_name == "Zoé"


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("Luc Petit", "« Luc Petit » : écrivez le nom de famille en capitales"),
        ("VALLON", "« VALLON » : écrivez le nom de famille en capitales"),
        ("7654321", "le numéro « 7654321 » n’est pas dans le registre"),
        (f"{81 * 'A'} Luc", f"« {81 * 'A'} Luc » est trop long."),
    ],
)
def test_name_that_cannot_be_split_for_sure_is_not_added(
    signed_in: Client, event: Tournament, name: str, problem: str
) -> None:
    answer = send(signed_in, event, f"Un;NOM01 Ana;{name};NOM03 Ana", adds_unknown=True)

    assert problems(answer)[0].startswith(f"Ligne 1 : {problem}")
    assert Person.objects.filter(club=event.club).count() == 9


def test_unknown_player_of_two_teams_is_one_person_and_refused(signed_in: Client, event: Tournament) -> None:
    text = "Un;NOM01 Ana;VALLON Zoé;NOM03 Ana\nDeux;NOM04 Ana;VALLON Zoé;NOM05 Ana"

    answer = send(signed_in, event, text, adds_unknown=True)

    assert problems(answer) == ["Ligne 2 : VALLON Zoé joue déjà dans une autre équipe."]
    assert not Person.objects.filter(last_name="VALLON").exists()


def test_first_of_five_is_a_member_or_the_name_where_a_team_has_four_or_five(
    signed_in: Client, club: Club
) -> None:
    make_people(club, 9)
    event = make_team_tournament(club, "teams")

    answer = send(
        signed_in,
        event,
        "NOM01 Ana;NOM02 Ana;NOM03 Ana;NOM04 Ana;NOM05 Ana\n"
        "Les Bleus;NOM06 Ana;NOM07 Ana;NOM08 Ana;NOM09 Ana",
    )

    assert answer.status_code == 302
    assert [len(members) for members in teams_of(event).values()] == [5, 4]
    assert event.entries.order_by("pk").last().name == "Les Bleus"


def test_as_many_cells_as_members_hold_no_name_and_one_more_does(
    signed_in: Client, event: Tournament
) -> None:
    answer = send(
        signed_in,
        event,
        "VALLON Zoé;NOM02 Ana;NOM03 Ana\nNOM09 Ana;NOM04 Ana;NOM05 Ana;NOM06 Ana",
        adds_unknown=True,
    )

    assert answer.status_code == 302
    assert list(teams_of(event).values()) == [["VALLON", "NOM02", "NOM03"], ["NOM04", "NOM05", "NOM06"]]
    assert event.entries.order_by("pk").last().name == "NOM09 Ana"


def test_namesakes_are_told_apart_as_the_site_shows_them(signed_in: Client, event: Tournament) -> None:
    values = {"last_name": "Dupont", "first_name": "Léa"}
    namesakes = [add_person(club=event.club, values=values, added_by=None) for _time in range(2)]
    chosen = Person.objects.get(pk=namesakes[1].pk)
    assert str(chosen) != chosen.full_name

    assert "plusieurs joueurs" in problems(send(signed_in, event, "Dupont Léa;NOM02 Ana;NOM03 Ana"))[0]
    assert send(signed_in, event, f"{chosen};NOM02 Ana;NOM03 Ana").status_code == 302
    assert event.entries.get().person == chosen


@pytest.mark.parametrize(("count", "named_count"), [(8, 8), (9, 8)])
def test_few_of_many_namesakes_are_named(
    signed_in: Client, event: Tournament, count: int, named_count: int
) -> None:
    Person.objects.bulk_create(
        Person(club=event.club, last_name="Martin", first_name="Jean", federation_number=f"9{number:04d}")
        for number in range(count)
    )

    (problem, *_others) = problems(send(signed_in, event, "Martin Jean;NOM02 Ana;NOM03 Ana"))

    assert problem.count("MARTIN Jean") == named_count
    assert problem.endswith("et d’autres.") is (count > named_count)


def test_list_of_a_practice_event_names_fictitious_people_alone(signed_in: Client, event: Tournament) -> None:
    Tournament.objects.filter(pk=event.pk).update(is_practice=True)
    Person.objects.filter(last_name__in=["Nom01", "Nom02"]).update(is_fictitious=True)

    answer = send(signed_in, event, "Un;NOM01 Ana;NOM02 Ana;DURAND Léa\n", adds_unknown=True)

    assert answer.status_code == 302
    people = Person.everybody.filter(team_memberships__tournament=event)
    assert set(people.values_list("last_name", "is_fictitious")) == {
        ("Nom01", True),
        ("Nom02", True),
        ("DURAND", True),
    }
