"""The log on the pages of organisers."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.tournaments import make_seated_tournament
from tournaments.models import Club


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
@pytest.mark.parametrize("side", ["since", "until"])
def test_moment_that_no_time_zone_reaches_is_told_at_its_field(
    signed_in: Client, club: Club, side: str, day: str
) -> None:
    address = reverse("organiser-log", args=[make_seated_tournament(club).slug])

    page = signed_in.get(address, {side: f"{day}T00:30"})

    assert page.status_code == 200
    assert list(page.context["form"].errors) == [side]
