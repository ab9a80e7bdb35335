"""What anybody may know of the deals: their fingerprint from the start, their cards once opened."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import DealSet
from tests.factories.tournaments import make_club, make_seated_tournament
from tournaments.enums import Visibility
from tournaments.models import Tournament
from tournaments.services.events import set_visibility

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Tournament:
    tournament = make_seated_tournament(make_club())
    return set_visibility(tournament=tournament, visibility=Visibility.PUBLIC, set_by=None)


@pytest.mark.parametrize("name", ["public-standings", "public-boards"])
def test_fingerprint_is_public_before_the_first_deal_and_the_seed_is_not(
    evening: Tournament, name: str
) -> None:
    deal_set = DealSet.objects.get()

    page = Client().get(reverse(name, args=[evening.slug])).text

    assert deal_set.commitment in page
    assert bytes(deal_set.seed).hex() not in page
