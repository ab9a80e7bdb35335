"""Own data of an account: all that is stored, no secret, nothing of other users."""

import json
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.profiles import change_profile
from accounts.second_factor import new_key, turn_on
from accounts.services import make_sign_in_link
from tests.accounts.conftest import PASSWORD
from tests.accounts.test_second_factor import shown
from tests.factories.tournaments import make_club, make_people, make_user
from tournaments.enums import FollowKind, MembershipRole
from tournaments.models import Follow, Membership

pytestmark = pytest.mark.django_db


def taken_along(client: Client) -> tuple[dict[str, object], str]:
    """The account's file as values and as text."""
    packed = client.get(reverse("own-account-file"))
    with ZipFile(BytesIO(packed.content)) as archive:
        assert archive.namelist() == ["donnees.json", "donnees.txt"]
        return json.loads(archive.read("donnees.json")), archive.read("donnees.txt").decode()


def test_owner_takes_along_all_that_is_kept(client: Client, user: User) -> None:
    club = make_club()
    person = make_people(club, 1)[0]
    person.user = user
    person.save()
    Membership.objects.create(user=user, club=club, role=MembershipRole.OWNER)
    Follow.objects.create(user=user, kind=FollowKind.CLUB, club=club)
    change_profile(user=user, pseudonym="Avant", country="")
    change_profile(user=user, pseudonym="Après", country="BE")
    Client().post("/connexion/", {"username": user.email, "password": "non"}, REMOTE_ADDR="192.0.2.7")
    client.post(
        "/connexion/",
        {"username": user.email, "password": PASSWORD},
        headers={"user-agent": "Firefox Linux"},
        REMOTE_ADDR="192.0.2.8",
    )

    own_data, text = taken_along(client)

    assert (own_data["email"], own_data["pseudonym"], own_data["country"]) == (user.email, "Après", "BE")
    assert [past["pseudonym"] for past in own_data["past_pseudonyms"]] == ["Avant"]  # type: ignore[attr-defined]
    assert [(row["address"], row["good"]) for row in own_data["sign_ins"]] == [  # type: ignore[attr-defined]
        ("192.0.2.7", False),
        ("192.0.2.8", True),
    ]
    (device,) = own_data["devices"]  # type: ignore[misc]
    assert (device["browser"], device["network"]) == ("Firefox, Linux", "192.0.2.0/24")  # type: ignore[has-type]
    assert own_data["players"] == [{"name": person.full_name, "club": club.name}]
    assert own_data["clubs"] == [{"club": club.name, "role": "owner"}]
    assert len(own_data["follows"]) == 1  # type: ignore[arg-type]
    assert "Après" in text


def test_nothing_that_opens_something_is_taken_along(client: Client, user: User) -> None:
    key = new_key()
    codes = turn_on(user=user, key=key, code=shown(key))
    link = make_sign_in_link(user=user)
    client.force_login(user)

    own_data, text = taken_along(client)

    user.refresh_from_db()
    secrets = [key, user.password, link.split("/")[-2], str(client.session.session_key), *codes]
    secrets += [user.sign_in_links.get().token_digest]
    assert (own_data["second_factor"], own_data["recovery_codes_left"]) == (True, 10)
    assert not any(secret in text or secret in json.dumps(own_data) for secret in secrets)


def test_nobody_takes_along_somebody_else(client: Client, user: User) -> None:
    client.force_login(make_user("Zoé"))

    _held, text = taken_along(client)

    assert user.email not in text
    assert Client().get(reverse("own-account-file")).status_code == 302
