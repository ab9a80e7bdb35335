"""Numbers and texts that no database holds."""

import pytest
from django.core.exceptions import BadRequest
from django.db import DataError
from django.http import Http404
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.models import User
from common.requests.bounds import LARGEST_NUMBER, BoundsMiddleware
from tests.factories.tournaments import make_club, make_tournament, make_user
from tournaments.enums import EventRole

pytestmark = pytest.mark.django_db
HUGE = [LARGEST_NUMBER + 1, -(2**70), str(2**63), 10**30]


@pytest.mark.postgres
@pytest.mark.parametrize("number", HUGE)
def test_rows_of_numbers_that_no_column_holds_are_none(number: int | str) -> None:
    user = User.objects.create_user("ana@example.org")

    assert list(User.objects.filter(pk__in=[number])) == []
    assert list(User.objects.filter(pk__in=[user.pk, number])) == [user]
    assert list(User.objects.exclude(pk__in=[number])) == [user]
    assert User.objects.in_bulk([user.pk, int(number)]) == {user.pk: user}


@pytest.mark.parametrize(
    "path", ["/joueurs/9223372036854775808/", "/joueurs/" + "9" * 400 + "/", "/table/a%00/"]
)
def test_addresses_of_what_nothing_is_called_lead_nowhere(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("value", [LARGEST_NUMBER + 1, "a\0b", "\ud800"])
def test_parts_of_an_address_are_bounded(rf: RequestFactory, value: int | str) -> None:
    with pytest.raises(Http404):
        BoundsMiddleware(lambda _: None).process_view(rf.get("/"), print, (), {"key": value})  # type: ignore[arg-type, return-value]


@pytest.mark.parametrize("number", ["9223372036854775808", "9" * 30, "-" + "9" * 30, "\u0661"])
def test_people_of_numbers_that_no_column_holds_are_not_ticked(client: Client, number: str) -> None:
    tournament = make_tournament(make_club())
    client.force_login(make_user(tournament=tournament, role=EventRole.DIRECTOR))
    path = reverse("organiser-entries-tick", args=[tournament.slug])

    response = client.post(path, {"people": [number]})

    assert (response.status_code, tournament.entries.count()) == (200, 0)


@pytest.mark.parametrize("error", [DataError("out of range"), OverflowError("too large for SQLite INTEGER")])
def test_value_that_the_database_refuses_is_the_senders_fault(rf: RequestFactory, error: Exception) -> None:
    with pytest.raises(BadRequest):
        BoundsMiddleware(lambda _: None).process_exception(rf.get("/"), error)  # type: ignore[arg-type, return-value]


def test_other_overflows_are_ours(rf: RequestFactory) -> None:
    assert BoundsMiddleware(lambda _: None).process_exception(rf.get("/"), OverflowError("inf")) is None  # type: ignore[arg-type, return-value, func-returns-value]
