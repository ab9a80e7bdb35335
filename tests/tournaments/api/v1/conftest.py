"""An evening of five tables for tests of the API."""

import pytest

from tests.factories.tournaments import make_club, make_seated_tournament
from tournaments.enums import Visibility
from tournaments.events.services.events import set_visibility


@pytest.fixture
def evening(db):
    tournament = make_seated_tournament(make_club(), is_dealt=False)
    return set_visibility(tournament=tournament, visibility=Visibility.PUBLIC, set_by=None)
