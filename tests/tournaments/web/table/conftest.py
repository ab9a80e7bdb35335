"""An evening of five tables with the phones at table 1."""

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tests.factories.tables import FIREFOX, open_table
from tests.factories.tournaments import make_club, make_seated_tournament
from tournaments.services.table_access import secret_of


@pytest.fixture(autouse=True)
def _nobody_sent_before():
    """The limits count in the cache."""
    cache.clear()


@pytest.fixture
def evening(db):
    return make_seated_tournament(make_club())


@pytest.fixture
def access(evening):
    return open_table(evening)


@pytest.fixture
def secret(access):
    return secret_of(access)


@pytest.fixture
def new_phone(secret):
    """`new_phone(seat=2)`: another phone, whose owner said that he sits there in round 1."""

    def make(seat=None, number=1):
        client = Client(headers={"user-agent": FIREFOX})
        client.get(reverse("table-page", args=[secret]))
        if seat is not None:
            client.post(reverse("table-sit", args=[secret, number, seat]))
        return client

    return make
