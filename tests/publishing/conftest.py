"""A laptop and the club's site, each with its database, paired."""

from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from accounts.models import User
from publishing.models import ClubSite
from publishing.services import site_client
from publishing.services.pairing import make_pairing_code, pair_with_site
from tests.factories.tournaments import make_club, make_user
from tests.publishing.elsewhere import Elsewhere
from tournaments.models import Club

ADDRESS = "http://127.0.0.1/"


@pytest.fixture(autouse=True)
def is_in_hall(settings: Settings) -> None:
    settings.ETUI_IS_IN_HALL = True


@pytest.hookimpl(tryfirst=True)  # before pytest applies -m
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests with another installation, whose database is always SQLite."""
    for item in items:
        if "elsewhere" in getattr(item, "fixturenames", ()):
            item.add_marker("once")


@pytest.fixture
def elsewhere(db: None) -> Iterator[Elsewhere]:
    """Another installation without any club."""
    installation = Elsewhere()
    yield installation
    installation.close()


@pytest.fixture
def server(elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch) -> Elsewhere:
    """The site of the club on a server, which answers this laptop."""
    monkeypatch.setattr(site_client, "send", elsewhere.answer)
    with elsewhere.entered():
        make_user("Simone", club=make_club("Tarot Club en ligne"))
    return elsewhere


@pytest.fixture
def hall_club(db: None) -> Club:
    return make_club("Tarot Club")


@pytest.fixture
def organiser(hall_club: Club) -> User:
    return make_user("Odile", club=hall_club)


@pytest.fixture
def site(server: Elsewhere, hall_club: Club, organiser: User) -> ClubSite:
    """Return the laptop's row of the site, after the pairing."""
    with server.entered():
        code = make_pairing_code(club=Club.objects.get(), made_by=User.objects.get())
    return pair_with_site(club=hall_club, address=ADDRESS, code=code, name="Portable", paired_by=organiser)
