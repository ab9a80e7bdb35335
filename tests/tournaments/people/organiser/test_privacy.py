"""Names in public of a club; data taken along or erased by the keeper or by the person."""

from io import BytesIO
from zipfile import ZipFile

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.factories.tournaments import make_club, make_people, make_user
from tournaments.enums import FollowKind, MembershipRole, TieState
from tournaments.models import Club, Follow, Membership, Person
from tournaments.people.services.person_accounts import request_tie
from tournaments.people.services.person_links import person_secret, renew_person_link

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def person(club: Club) -> Person:
    return make_people(club, 1)[0]


@pytest.fixture
def keeper(club: Club) -> Client:
    client = Client()
    client.force_login(make_user(club=club))
    return client


@pytest.fixture
def player(person: Person) -> Client:
    client = Client()
    person.user = make_user("Ana")
    person.save()
    client.force_login(person.user)
    return client


def test_names_without_consent_become_numbers_at_once(keeper: Client, club: Club, person: Person) -> None:
    Person.objects.update(shows_full_name=False)
    page = reverse("organiser-club-privacy", args=[club.slug])

    keeper.post(page, {"withholds_names": "on"})
    person.refresh_from_db()
    numbered = person.public_name
    keeper.post(page, {})
    person.refresh_from_db()

    assert (numbered, person.public_name) == (f"Joueur {person.pk}", "Ana N.")


def test_a_charter_is_noted_once_confirmed_and_undone(keeper: Client, club: Club, person: Person) -> None:
    Person.objects.update(shows_full_name=False)
    page = reverse("organiser-club-charter", args=[club.slug])

    unconfirmed = keeper.post(page, {})
    done = keeper.post(page, {"is_signed": "on"}, follow=True)
    person.refresh_from_db()

    assert (unconfirmed.status_code, person.shows_full_name) == (422, True)
    assert "NOM01 Ana" in done.text
    assert "Annuler tout ce changement" in done.text


def test_the_keeper_hands_over_and_erases(keeper: Client, club: Club, person: Person) -> None:
    page = reverse("organiser-person-data", args=[club.slug, person.pk])
    packed = keeper.get(reverse("organiser-person-data-file", args=[club.slug, person.pk]))

    wrong = keeper.post(page, {"typed_name": "Nom02"})
    still_there = Person.objects.filter(pk=person.pk).exists()
    right = keeper.post(page, {"typed_name": "NOM01 Ana"})

    with ZipFile(BytesIO(packed.content)) as archive:
        assert archive.namelist() == ["donnees.json", "donnees.txt"]
    assert (wrong.status_code, list(wrong.context["form"].errors)) == (422, ["typed_name"])
    assert (right.status_code, still_there) == (302, True)
    assert not Person.objects.filter(pk=person.pk).exists()


def test_somebody_finds_and_erases_himself(player: Client, person: Person) -> None:
    listed = player.get(reverse("own-data"))
    page = reverse("own-data-person", args=[person.pk])

    answer = player.post(page, {"typed_name": "nom01 ana"})

    assert page in listed.text
    assert answer.status_code == 302
    assert page not in player.get(reverse("own-data")).text
    assert not Person.objects.filter(pk=person.pk).exists()


def test_nobody_finds_somebody_else(player: Client, club: Club) -> None:
    foreign_person = make_people(club, 1)[0]

    answers = [
        player.get(reverse(name, args=[foreign_person.pk])) for name in ("own-data-person", "own-data-file")
    ]

    assert [answer.status_code for answer in answers] == [403, 403]


def test_a_keeper_of_any_club_neither_reads_nor_closes_a_foreign_account(
    keeper: Client, club: Club, person: Person
) -> None:
    """Found by an attack, by the addresses of pages alone."""
    victim = User.objects.create_user("victime@example.org", "trois bouts", name="Nom Secret", language="en")
    Follow.objects.create(user=victim, kind=FollowKind.CLUB, club=make_club("Suivi"))

    response = keeper.post(
        reverse("organiser-person-account", args=[club.slug, person.pk]), {"email": victim.email}, follow=True
    )
    packed = keeper.get(reverse("organiser-person-data-file", args=[club.slug, person.pk]))
    keeper.post(reverse("organiser-person-data", args=[club.slug, person.pk]), {"typed_name": "NOM01 Ana"})

    with ZipFile(BytesIO(packed.content)) as archive:
        texts = response.text + "".join(archive.read(name).decode() for name in archive.namelist())
    victim.refresh_from_db()
    assert "Nom Secret" not in texts
    assert "follows" not in texts
    assert (victim.is_active, victim.email, victim.name) == (True, "victime@example.org", "Nom Secret")
    assert not Person.objects.filter(pk=person.pk).exists()


def test_the_owner_answers_a_club_on_his_pages_and_unties_himself(club: Club, person: Person) -> None:
    owner, keeper = make_user("Ana"), make_user(club=club)
    request_tie(person=person, email=owner.email, asked_by=keeper, link="https://etui.example/")
    client = Client()
    client.force_login(owner)
    account, own_page = reverse("accounts-account"), reverse("own-data")
    assert own_page in client.get(account).text.partition("<main")[2]
    tie_request = person.tie_requests.get()
    answer = reverse("own-tie-answer", args=[tie_request.pk])
    assert answer in client.get(own_page).text

    client.post(answer, {"answer": "yes"})
    person.refresh_from_db()
    tied = person.user
    again = client.post(answer, {"answer": "yes"}).status_code
    client.post(reverse("own-untie", args=[person.pk]))

    person.refresh_from_db()
    assert (tied, again, person.user) == (owner, 403, None)


def test_the_owner_refuses_and_nobody_else_answers_for_him(club: Club, person: Person) -> None:
    owner, keeper = make_user("Ana"), make_user(club=club)
    tie_request = request_tie(person=person, email=owner.email, asked_by=keeper, link="https://etui.example/")
    path = reverse("own-tie-answer", args=[tie_request.pk])
    clients = Client(), Client()
    clients[0].force_login(keeper)
    clients[1].force_login(owner)

    answers = [client.post(path, {"answer": "no"}).status_code for client in clients]

    tie_request.refresh_from_db()
    assert (answers, tie_request.state) == ([403, 302], TieState.REFUSED)


def test_the_private_link_ties_the_account_that_is_signed_in(person: Person) -> None:
    renew_person_link(person=person, made_by=make_user(club=person.club))
    person.refresh_from_db()
    secret = person_secret(person)
    owner, client = make_user("Ana"), Client()
    path = reverse("public-own-tie", args=[secret])
    page = reverse("public-own-results", args=[secret])
    stranger = client.post(path).status_code
    assert path not in client.get(page).text
    client.force_login(owner)
    assert path in client.get(page).text

    client.post(path)

    person.refresh_from_db()
    assert (stranger, person.user) == (302, owner)
    assert path not in client.get(page).text


def test_the_owner_closes_his_account_with_his_password(club: Club, person: Person) -> None:
    owner = User.objects.create_user("ana@example.org", "trois bouts", name="Ana", is_staff=True)
    person.user = owner
    person.save()
    Membership.objects.create(user=owner, club=club, role=MembershipRole.ORGANISER)
    Follow.objects.create(user=owner, kind=FollowKind.CLUB, club=club)
    clients = Client(), Client()
    for client in clients:
        client.force_login(owner)
    page = reverse("own-account-close")
    assert "NOM01 Ana" in clients[0].get(page).text

    wrong = clients[0].post(page, {"password": "non"})
    right = clients[0].post(page, {"password": "trois bouts"})

    owner.refresh_from_db()
    person.refresh_from_db()
    assert (wrong.status_code, right.status_code) == (422, 302)
    assert (owner.email, owner.name) == (f"{owner.pk}@erased.invalid", f"#{owner.pk}")
    assert (owner.is_active, owner.is_staff, owner.has_usable_password()) == (False, False, False)
    assert (person.user, person.full_name) == (None, "NOM01 Ana")
    assert not owner.memberships.exists()
    assert not owner.follows.exists()
    assert clients[1].get(reverse("accounts-account")).status_code == 302


def test_the_last_owner_of_a_club_does_not_leave_it_ownerless(club: Club) -> None:
    owner, client = make_user("Odile", club=club), Client()
    client.force_login(owner)

    answer = client.post(reverse("own-account-close"), {"email": owner.email})

    owner.refresh_from_db()
    assert (answer.status_code, owner.is_active) == (422, True)
    assert club.name in answer.text.partition("<main")[2]
