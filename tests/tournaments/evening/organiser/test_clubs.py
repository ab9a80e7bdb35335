"""Landing page of an organiser, and the page of one club."""

from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from tests.factories.tournaments import (
    make_club,
    make_people,
    make_seated_tournament,
    make_tournament,
    make_user,
)
from tournaments.enums import EventRole
from tournaments.models import Club


def test_home_shows_the_clubs_and_tournaments_of_the_person_alone(signed_in: Client, club: Club) -> None:
    mine = make_tournament(club, name="Soirée du vendredi")
    make_tournament(make_club("Ailleurs"), name="Soirée d’ailleurs")

    page = signed_in.get(reverse("organiser-home")).content.decode()

    assert club.name in page
    assert reverse("organiser-desk", args=[mine.slug]) in page
    assert "ailleurs" not in page.lower()


def test_home_groups_tournaments_by_state_running_first(signed_in: Client, club: Club) -> None:
    make_tournament(club, name="À préparer")
    make_seated_tournament(club, name="Déjà placé")

    page = signed_in.get(reverse("organiser-home")).content.decode()

    assert (
        page.index("Places fixées")
        < page.index("Déjà placé")
        < page.index("En préparation")
        < page.index("À préparer")
    )


def test_scorer_without_a_club_finds_his_tournament(client: Client, club: Club) -> None:
    tournament = make_tournament(club)
    client.force_login(make_user(tournament=tournament, role=EventRole.SCORER))

    page = client.get(reverse("organiser-home")).content.decode()

    assert reverse("organiser-desk", args=[tournament.slug]) in page
    assert reverse("organiser-club", args=[club.slug]) not in page


def test_screen_of_a_tournament_is_found_from_home(client: Client, club: Club) -> None:
    tournament = make_tournament(club)
    client.force_login(make_user(tournament=tournament, role=EventRole.SCREEN))

    page = client.get(reverse("organiser-home")).content.decode()

    assert reverse("public-screen", args=[tournament.slug]) in page


def test_account_without_a_right_is_led_to_its_own_home(client: Client, db: None) -> None:
    client.force_login(make_user())

    assert client.get(reverse("organiser-home"))["Location"] == reverse("own-home")


def test_first_staff_member_is_told_how_to_begin_and_makes_a_club(client: Client, db: None) -> None:
    user = User.objects.create_superuser("first@example.org", name="Première")
    client.force_login(user)
    assert "Bienvenue" in client.get(reverse("organiser-home")).content.decode()

    response = client.post(reverse("organiser-club-create"), {"name": "Les Bouts", "city": "Lyon"})

    club = Club.objects.get()
    assert (club.name, club.city, club.memberships.get().user) == ("Les Bouts", "Lyon", user)
    assert response.headers["Location"] == reverse("organiser-club", args=[club.slug])
    import_link = f'class="button" href="{reverse("organiser-people-import", args=[club.slug])}"'
    empty_page = client.get(response.headers["Location"]).text
    make_people(club, 1)
    page_with_players = client.get(response.headers["Location"]).text
    make_tournament(club)
    page_with_event = client.get(response.headers["Location"]).text
    pages = (empty_page, page_with_players, page_with_event)
    assert [import_link in page for page in pages] == [True, False, False]
    assert ["pas à pas" in page for page in pages] == [True, True, False]


def test_club_page_costs_the_same_with_one_and_with_many(
    signed_in: Client, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    make_people(club, 1)
    make_tournament(club)
    path = reverse("organiser-club", args=[club.slug])
    with django_assert_num_queries(7):
        signed_in.get(path)

    make_people(club, 20)
    for _ in range(3):
        make_tournament(club)

    with django_assert_num_queries(7):
        page = signed_in.get(path).content.decode()
    assert "21 joueurs" in page
