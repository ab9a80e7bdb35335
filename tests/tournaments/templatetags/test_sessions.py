"""The number of a session in an address is anybody's text."""

import pytest
from django.test import RequestFactory

from tournaments.models import Tournament
from tournaments.templatetags.sessions import keep_session, session_choice

pytestmark = pytest.mark.web


@pytest.mark.parametrize(
    ("number", "kept", "current"), [("1", "?seance=1", 1), ("9" * 5000, "", 2), ("x", "", 2)]
)
def test_number_that_no_session_can_have_counts_as_none(number: str, kept: str, current: int) -> None:
    tournament = Tournament(slug="soiree")
    vars(tournament)["session_count"] = 2  # as `find_tournament` sets it
    context = {"request": RequestFactory().get("/", {"seance": number})}

    links = session_choice(context, tournament)["links"]

    assert keep_session(context) == kept
    assert [session for session, _address, is_current in links if is_current] == [current]
