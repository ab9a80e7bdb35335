"""Following with an account: on every device, joined at sign-in, not left behind at sign-out."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.factories.tournaments import make_club, make_people, make_tournament, make_user
from tournaments.enums import TournamentState, Visibility
from tournaments.events.services.events import enter_people
from tournaments.models import Club, Follow, Person, Tournament
from tournaments.people.services.person_links import ensure_links, person_secret
from tournaments.seasons.queries.follows import load_kept

pytestmark = pytest.mark.django_db
PASSWORD = "trois bouts et le chien"


@pytest.fixture
def user() -> User:
    return User.objects.create_user("claire@example.org", PASSWORD, name="Claire")


@pytest.fixture
def evening() -> Tournament:
    """Store a public event with two entries of people who consent to be named."""
    tournament = make_tournament(make_club())
    enter_people(tournament=tournament, people=make_people(tournament.club, 2), entered_by=None)
    Person.objects.update(shows_full_name=True)
    Tournament.objects.update(visibility=Visibility.PUBLIC, state=TournamentState.FINISHED)
    return tournament


@pytest.fixture
def person(evening: Tournament) -> Person:
    return Person.objects.order_by("pk")[0]


@pytest.fixture
def club(evening: Tournament) -> Club:
    return evening.club


def sign_in(client: Client, user: User) -> None:
    client.post(reverse("accounts-sign-in"), {"username": user.email, "password": PASSWORD})


def follow(client: Client, person: Person, club: Club) -> None:
    client.post(reverse("public-person-follow", args=[person.pk]))
    client.post(reverse("public-club-follow", args=[club.slug]))


def claim(client: Client, evening: Tournament, person: Person) -> None:
    client.post(reverse("public-own", args=[evening.slug, evening.entries.get(person=person).pk]))


def followed(client: Client) -> tuple[list[Person], list[Club]]:
    context = client.get(reverse("public-follows")).context
    return [followed_row.person for followed_row in context["people"]], [
        followed_row.club for followed_row in context["clubs"]
    ]


def own_lines(client: Client, evening: Tournament) -> list[int]:
    own_entries: list[int] = client.get(reverse("public-standings", args=[evening.slug])).context["own"]
    return own_entries


def test_what_is_followed_with_an_account_is_followed_on_every_device(
    user: User, evening: Tournament, person: Person, club: Club
) -> None:
    first, second = Client(), Client()
    for device in (first, second):
        sign_in(device, user)

    follow(first, person, club)
    claim(first, evening, person)

    entry = evening.entries.get(person=person)
    assert followed(second) == ([person], [club])
    assert own_lines(second, evening) == [entry.pk]
    assert second.get(reverse("public-person", args=[person.pk])).context["is_followed"]
    assert second.get(reverse("public-club", args=[club.slug])).context["is_followed"]
    assert second.get(reverse("public-player", args=[evening.slug, entry.pk])).context["is_own"]
    assert not {"moi", "suivis", "clubs_suivis"} & set(first.cookies)


def test_what_is_let_go_on_one_device_is_let_go_on_the_other(
    user: User, evening: Tournament, person: Person, club: Club
) -> None:
    first, second = Client(), Client()
    for device in (first, second):
        sign_in(device, user)
        follow(device, person, club)
        claim(device, evening, person)

    assert followed(first) == ([], [])
    assert own_lines(first, evening) == []


def test_signing_in_takes_over_what_the_device_had_and_signing_out_leaves_nothing_there(
    client: Client, user: User, evening: Tournament, person: Person, club: Club
) -> None:
    follow(client, person, club)
    claim(client, evening, person)
    strangers = followed(client), own_lines(client, evening)

    sign_in(client, user)
    signed_in = followed(client), own_lines(client, evening)
    client.post(reverse("accounts-sign-out"))
    signed_out = followed(client), own_lines(client, evening)
    client.post(reverse("accounts-sign-in"), {"username": user.email, "password": PASSWORD})

    assert strangers == signed_in == (([person], [club]), [evening.entries.get(person=person).pk])
    assert signed_out == (([], []), [])
    assert (followed(client), own_lines(client, evening)) == signed_in


def test_what_was_let_go_with_the_account_does_not_come_back_from_the_device(
    client: Client, user: User, person: Person, club: Club
) -> None:
    follow(client, person, club)
    sign_in(client, user)
    client.get("/")

    follow(client, person, club)
    client.post(reverse("accounts-sign-out"))
    sign_in(client, user)

    assert followed(client) == ([], [])


def test_the_private_link_marks_ones_record_with_the_account(
    client: Client, user: User, evening: Tournament, person: Person
) -> None:
    ensure_links([person])
    sign_in(client, user)

    client.post(reverse("public-own-results", args=[person_secret(person)]))

    assert load_kept(user).own == (person.pk,)


def test_a_guest_follows_on_the_device_alone(client: Client, person: Person, club: Club) -> None:
    client.force_login(User.objects.create_guest("Paul"))

    follow(client, person, club)

    assert followed(client) == ([person], [club])
    assert not Follow.objects.exists()


def test_a_consent_that_goes_takes_the_name_off_every_account(
    client: Client, user: User, person: Person, club: Club
) -> None:
    sign_in(client, user)
    follow(client, person, club)
    keeper = Client()
    keeper.force_login(make_user(club=club))
    address = reverse("organiser-person-edit", args=[club.slug, person.pk])

    keeper.post(address, {"last_name": person.last_name, "series": "NC"})

    assert followed(client) == ([], [club])


@pytest.mark.parametrize("name", ["public-follows", "public-person", "public-club"])
def test_an_account_costs_one_query_more_than_a_device(
    name: str,
    user: User,
    person: Person,
    club: Club,
    django_assert_num_queries,
    django_assert_max_num_queries,
) -> None:  # type: ignore[no-untyped-def]
    arguments = {"public-person": [person.pk], "public-club": [club.slug]}.get(name, [])
    path = reverse(name, args=arguments)
    stranger, signed_in = Client(), Client()
    signed_in.force_login(user)
    for device in (stranger, signed_in):
        follow(device, person, club)

    with django_assert_max_num_queries(50) as queries:
        stranger.get(path)
    with django_assert_num_queries(len(queries) + 3):  # the session, the user, what he keeps
        signed_in.get(path)


def test_front_page_leads_to_the_evening_of_who_said_who_he_is_and_to_those_he_follows(
    evening: Tournament, person: Person, club: Club
) -> None:
    device = Client()
    page_before = device.get(reverse("public-home")).text
    claim(device, evening, person)
    follow(device, person, club)

    page_after = device.get(reverse("public-home")).text

    own_address = reverse("public-player", args=[evening.slug, evening.entries.get(person=person).pk])
    links = (own_address, reverse("public-follows"))
    assert [link in page_before for link in links] == [False, False]
    assert [link in page_after for link in links] == [True, True]
    assert "Toutes mes soirées" in device.get(own_address).text
