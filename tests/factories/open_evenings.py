"""Evenings that are over, with étuis that are open to all."""

from tests.factories.tournaments import SCORES, enter_results, list_plays
from tournaments.deals.services.deals import open_boards
from tournaments.enums import Visibility
from tournaments.events.services.events import set_visibility
from tournaments.models import Tournament
from tournaments.rankings.services.standings import refresh_standings

OPEN = (1, 2, 3)
"""Numbers of the open étuis."""


def open_evening(tournament: Tournament, *, most_results: int | None = None) -> Tournament:
    """Enter results, open three étuis, and make the evening public."""
    plays = list_plays(tournament)[:most_results]
    enter_results((play, SCORES[number % len(SCORES)]) for number, play in enumerate(plays))
    session = tournament.sessions.get()
    refresh_standings(session=session)
    open_boards(session=session, boards=OPEN, opened_by=None)
    return set_visibility(tournament=tournament, visibility=Visibility.PUBLIC, set_by=None)
