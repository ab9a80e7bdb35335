"""Names of players: one rule at tables, in rooms and in the ranking of the day."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.profiles import change_profile
from play.alone.models import DailyPlay
from play.alone.web.daily import NameForm
from play.alone.web.names import PublicNameForm
from play.free.models import FreeTable, TableSeat
from play.free.web.free_tables import TableNameForm
from play.rooms.models import RoomEntry
from play.rooms.web.lobby import EntryForm
from tests.factories.rooms import make_room

pytestmark = pytest.mark.django_db
OPENING = {
    "name": "Anne",
    "game": "tarot-4",
    "rules": "fft",
    "deal_count": "2",
    "clock": "usual",
    "level": "debutant",
}
FORMS = (TableNameForm, NameForm, EntryForm)
MISLEADING = (
    "Arbitre", "admin", "Étui", "Joueur 7", "Robot 2", "Nord", "http://evil.example",
    "club.example", "zoe@example.org", "Bob\u202egniK", "Bo\u200bb", "\u3164\u3164", "\u2800\u2800",
)  # fmt: skip


@pytest.fixture
def owner() -> User:
    user = User.objects.create_user("zoe@example.org", name="Zoé Inventée")
    change_profile(user=user, pseudonym="Tricheur", country="")
    change_profile(user=user, pseudonym="Le Fou", country="")
    user.refresh_from_db()
    return user


@pytest.mark.parametrize("form", FORMS)
def test_name_of_an_official_an_address_or_nothing_is_refused(form: type[PublicNameForm]) -> None:
    accepted = [name for name in MISLEADING if form({"name": name}).is_valid()]

    assert accepted == []
    assert form({"name": "Léa"}).is_valid()
    assert form({"name": "Marc"}).is_valid()  # also the first name of a seat


@pytest.mark.parametrize("form", FORMS)
def test_names_that_an_account_has_or_had_are_its_own(form: type[PublicNameForm], owner: User) -> None:
    names = ("Le Fou", "le f0u", "Tricheur")

    assert [form({"name": name}).is_valid() for name in names] == [False] * 3
    assert [form({"name": name}, owner=owner).is_valid() for name in names] == [True] * 3


def open_table(client: Client, name: str) -> str | None:
    client.post(reverse("rooms-free-open"), OPENING | {"name": name})
    return TableSeat.objects.values_list("name", flat=True).last()


def sit_down(client: Client, name: str) -> str | None:
    Client().post(reverse("rooms-free-open"), OPENING)
    client.post(reverse("rooms-free-sit", args=[FreeTable.objects.get().secret]), {"name": name})
    return TableSeat.objects.exclude(name="Anne").values_list("name", flat=True).last()


def play_daily(client: Client, name: str) -> str | None:
    client.post(reverse("rooms-daily"), {"name": name})
    return DailyPlay.objects.values_list("name", flat=True).last()


@pytest.mark.parametrize("take", [open_table, sit_down, play_daily])
def test_page_refuses_a_guest_and_takes_the_owner(
    take: Callable[[Client, str], str | None], owner: User, client: Client
) -> None:
    assert take(Client(), "Le Fou") is None
    FreeTable.objects.all().delete()
    client.force_login(owner)
    assert take(client, "Le Fou") == "Le Fou"


def test_daily_page_proposes_the_pseudonym_and_never_the_civil_name(owner: User, client: Client) -> None:
    client.force_login(owner)
    with_pseudonym = client.get(reverse("rooms-daily")).text
    change_profile(user=owner, pseudonym="", country="")
    without = client.get(reverse("rooms-daily")).text

    assert 'value="Le Fou"' in with_pseudonym
    assert 'value="Zoé' not in with_pseudonym + without


def test_guest_does_not_enter_again_under_a_name_that_an_account_took(owner: User, client: Client) -> None:
    rooms = [make_room(), make_room()]
    client.post(reverse("rooms-enter", args=[rooms[0].slug]), {"name": "Zoélie"})
    change_profile(user=owner, pseudonym="Zoélie", country="")

    client.post(reverse("rooms-enter", args=[rooms[1].slug]))

    assert [entry.name for entry in RoomEntry.objects.order_by("pk")] == ["Zoélie", ""]
