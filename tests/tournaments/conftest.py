"""A club with its owner signed in; an evening of five tables with the phones at table 1."""

from collections.abc import Callable, Iterator

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from PIL import Image

from accounts.models import User
from tests.factories.tables import FIREFOX, open_table
from tests.factories.tournaments import make_club, make_seated_tournament, make_user
from tournaments.models import Club, TableAccess, Tournament
from tournaments.rankings.public import evening_cards, sharing
from tournaments.results.services.table_access import table_secret


@pytest.fixture(autouse=True)
def language_of_the_settings() -> Iterator[None]:
    """Reset the language after a request in English: the next test begins in French."""
    yield
    translation.deactivate()


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


@pytest.fixture
def evening(db: None) -> Tournament:
    return make_seated_tournament(make_club())


@pytest.fixture
def access(evening: Tournament) -> TableAccess:
    return open_table(evening)


@pytest.fixture
def secret(access: TableAccess) -> str:
    return table_secret(access)


@pytest.fixture
def new_phone(secret: str) -> Callable[..., Client]:
    """Return `new_phone(seat=2)`: another phone, whose owner sits there in round 1."""

    def make(seat: int | None = None, number: int = 1) -> Client:
        client = Client(headers={"user-agent": FIREFOX})
        if seat is None:
            client.get(reverse("table-page", args=[secret]))
        else:
            client.post(reverse("table-sit", args=[secret, number, seat]))
        return client

    return make


@pytest.fixture
def undrawn_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Return empty pictures of events and evenings: drawing one takes 0.1 s.

    `tests/tournaments/rankings/public/` checks the drawings.
    """
    monkeypatch.setattr(sharing, "draw_picture", lambda _picture: Image.new("1", (1, 1)))
    monkeypatch.setattr(evening_cards, "draw_evening_card", lambda _card: b"")
