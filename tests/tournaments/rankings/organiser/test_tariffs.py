"""Tariff of faults in one tournament, where the organiser changes that of the federation."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.tournaments import make_seated_tournament, make_user
from tournaments.enums import EventRole
from tournaments.models import AuditEvent, Club, OwnTariff, Tournament


@pytest.fixture
def tournament(club: Club) -> Tournament:
    return make_seated_tournament(club, is_dealt=False)


def path(tournament: Tournament, fault: str = "smoking") -> str:
    return reverse("organiser-tariff", args=[tournament.slug, fault])


def listed(client: Client, tournament: Tournament) -> str:
    return client.get(reverse("organiser-tariffs", args=[tournament.slug])).content.decode()


def write(client: Client, tournament: Tournament, **changes: str) -> Any:
    form = {"fois1-0-kind": "warning", "fois2-0-kind": "penalty", "fois2-0-amount": "2"}
    return client.post(path(tournament), form | {name.replace("_", "-"): v for name, v in changes.items()})


def test_own_tariff_replaces_the_federations_where_it_is_ruled(
    signed_in: Client, tournament: Tournament
) -> None:
    assert "pénalité de 1 % au fautif" in listed(signed_in, tournament)

    write(signed_in, tournament)

    assert OwnTariff.objects.get().tariffs == [
        [{"kind": "warning", "amount": 0, "who": "guilty"}],
        [{"kind": "penalty", "amount": 200, "who": "guilty"}],
    ]
    assert AuditEvent.objects.latest("pk").action == "tariff.set"
    assert "changé" in listed(signed_in, tournament)
    give = reverse("organiser-ruling-give", args=[tournament.slug])
    assert "Tarif : avertissement." in signed_in.get(give, {"faute": "smoking"}).content.decode()


def test_fault_without_a_tariff_in_the_format_may_get_one(signed_in: Client, tournament: Tournament) -> None:
    give = reverse("organiser-ruling-give", args=[tournament.slug])
    assert signed_in.get(give, {"faute": "badge_hidden"}).context["form"].errors

    signed_in.post(path(tournament, "badge_hidden"), {"fois1-0-kind": "warning"})

    assert "form" in signed_in.get(give, {"faute": "badge_hidden"}).context
    assert "Tarif : avertissement." in signed_in.get(give, {"faute": "badge_hidden"}).content.decode()


def test_reset_goes_back_to_the_federations_tariff(signed_in: Client, tournament: Tournament) -> None:
    write(signed_in, tournament)

    for _ in range(2):
        signed_in.post(path(tournament), {"reset": ""})

    assert not OwnTariff.objects.exists()
    assert [event.action for event in AuditEvent.objects.order_by("pk")][-2:] == [
        "tariff.set",
        "tariff.reset",
    ]


@pytest.mark.parametrize(
    "changes",
    [
        {"fois1_0_kind": "", "fois2_0_kind": ""},
        {"fois2_0_amount": "0"},
        {"fois2_0_amount": "101"},
        {"fois1_0_kind": "points_cap"},
    ],
)
def test_tariff_that_says_nothing_is_refused(
    signed_in: Client, tournament: Tournament, changes: dict[str, str]
) -> None:
    page = write(signed_in, tournament, **changes)

    assert page.status_code == 200
    assert 'role="alert"' in page.content.decode()
    assert not OwnTariff.objects.exists()


def test_unknown_fault_is_not_found(signed_in: Client, tournament: Tournament) -> None:
    assert signed_in.get(path(tournament, "singing")).status_code == 404


def test_referee_reads_the_tariffs_and_changes_none(client: Client, tournament: Tournament) -> None:
    client.force_login(make_user(tournament=tournament, role=EventRole.REFEREE))

    assert "Changer" not in listed(client, tournament)
    assert client.get(path(tournament)).status_code == 403
