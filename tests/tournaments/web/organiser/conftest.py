"""A club with its owner signed in."""

import pytest
from django.test import Client

from accounts.models import User
from tests.factories.tournaments import make_club, make_user
from tournaments.models import Club


@pytest.fixture
def club(db: None) -> Club:
    return make_club()


@pytest.fixture
def owner(club: Club) -> User:
    return make_user("Odile", club=club)


@pytest.fixture
def signed_in(client: Client, owner: User) -> Client:
    """A browser in which the club's owner is signed in."""
    client.force_login(owner)
    return client
