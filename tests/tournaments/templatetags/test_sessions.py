"""The number of a session in an address is anybody's text."""

from fractions import Fraction

import pytest
from django.test import RequestFactory

from tournaments.models import Tournament
from tournaments.templatetags.sessions import keep_session, plain_points, rounded_to, session_choice

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


@pytest.mark.parametrize(("total", "address"), [("", "/t/soiree/"), ("/bureau/", "/bureau/")])
def test_total_is_the_public_ranking_unless_a_page_has_its_own(total: str, address: str) -> None:
    context = {"request": RequestFactory().get("/")}

    assert session_choice(context, Tournament(slug="soiree"), total)["event_url"] == address


def test_points_have_decimals_only_where_they_need_them() -> None:
    assert [plain_points(Fraction(40)), plain_points(Fraction(94, 3))] == ["40", "31,33"]
    assert rounded_to(None, 2) == "–"
