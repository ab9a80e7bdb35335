"""The page of duplicates and the page of a merge."""

from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.factories.tournaments import make_club, make_tournament
from tournaments.events.services.events import enter_people
from tournaments.models import Club, Person


def add(club: Club, last_name: str, first_name: str = "Anne", number: str = "") -> Person:
    return Person.objects.create(
        club=club, last_name=last_name, first_name=first_name, federation_number=number
    )


def test_duplicate_is_found_compared_merged_and_parted_again(signed_in: Client, club: Club) -> None:
    survivor, removed = add(club, "Durand"), add(club, "DURAND", number="12")
    page = reverse("organiser-duplicates", args=[club.slug])
    compare = reverse("organiser-person-merge", args=[club.slug, survivor.pk, removed.pk])

    listed = signed_in.get(page).text
    sides = signed_in.get(compare).text
    merged = signed_in.post(compare, follow=True)
    count = Person.objects.count()
    undo = reverse("organiser-merge-undo", args=[club.slug, club.merges.get().pk])
    parted = signed_in.post(undo, follow=True)

    assert "même nom" in listed
    assert compare in listed
    assert "<ins>12</ins>" in sides
    assert "Une seule fiche à présent" in merged.text
    assert undo in merged.text
    assert count == 1
    assert Person.objects.count() == 2
    assert compare in parted.text


def test_two_of_one_tournament_are_told_before_and_refused(signed_in: Client, club: Club) -> None:
    pair = [add(club, "Durand"), add(club, "Durand")]
    enter_people(tournament=make_tournament(club), people=pair, entered_by=None)
    compare = reverse("organiser-person-merge", args=[club.slug, pair[0].pk, pair[1].pk])

    sides = signed_in.get(compare).text
    refused = signed_in.post(compare, follow=True).text

    assert "inscrites toutes les deux" in sides
    assert "Garder DURAND" not in sides
    assert "inscrites toutes les deux au même tournoi" in refused
    assert Person.objects.count() == 2


def test_nobody_is_merged_with_himself_or_with_another_club(signed_in: Client, club: Club) -> None:
    person, stranger = add(club, "Durand"), add(make_club("Ailleurs"), "Durand")

    for partner in (person, stranger):
        address = reverse("organiser-person-merge", args=[club.slug, person.pk, partner.pk])
        assert signed_in.get(address).status_code == 404


def test_page_costs_the_same_for_one_and_for_ten_pairs(
    signed_in: Client, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    page = reverse("organiser-duplicates", args=[club.slug])
    for _ in range(2):
        add(club, "Durand")
    with django_assert_num_queries(7):
        signed_in.get(page)

    for name in "ABCDEFGHI":
        for _ in range(2):
            add(club, f"Nom{name}{name}{name}")

    with django_assert_num_queries(7):
        assert len(signed_in.get(page).context["pairs"]) == 10
