"""An evening of five tables seen by programs."""

import pytest

from tests.factories.tournaments import fill_tournament, make_club, make_tournament
from tournaments.enums import Visibility
from tournaments.events.services.events import set_visibility
from tournaments.seating.services.seating import apply_movement


@pytest.fixture
def evening(db):
    tournament = apply_movement(tournament=fill_tournament(make_tournament(make_club())), seated_by=None)
    return set_visibility(tournament=tournament, visibility=Visibility.PUBLIC, set_by=None)
