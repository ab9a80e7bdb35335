"""What made an evening: the best and the most expensive deals of a report."""

from dataclasses import replace

import pytest

from tests.factories.tournaments import SCORES, enter_result, list_plays, make_club, make_seated_tournament
from tournaments.core.ranking.totals import Weights
from tournaments.core.showing import Part
from tournaments.queries.boards import play_line
from tournaments.queries.highlights import evening_highlights
from tournaments.queries.players import EVERYTHING, load_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def report():
    """The report of the first taker once five boards are played everywhere."""
    evening = make_seated_tournament(make_club())
    plays = list_plays(evening)[:25]
    for number, play in enumerate(plays):
        enter_result(play, SCORES[(number * 5 + number // 5) % len(SCORES)])
    return load_player(evening.sessions.get(), play_line(plays[0]).taker, sees_all=False)


def test_the_deals_that_brought_most_come_first_and_both_sides_add_up(report):
    found = evening_highlights(report, Weights())

    assert [one.swing for one in found.best] == sorted((one.swing for one in found.best), reverse=True)
    assert [one.swing for one in found.worst] == sorted(one.swing for one in found.worst)
    assert all(one.swing > 0 for one in found.best)
    assert all(one.swing < 0 for one in found.worst)
    assert 0 < len(found.best) <= 3


def test_a_few_deals_and_hidden_marks_have_no_highlights(report):
    few = replace(report, deals=report.deals[:3])
    session = report.deals[0].line.play.round.section.session
    hidden = load_player(session, report.entry, sees_all=False, parts=EVERYTHING - {Part.OWN_MARKS})

    assert evening_highlights(few, Weights()) is None
    assert evening_highlights(hidden, Weights()) is None
    assert [deal.score for deal in hidden.deals] == [deal.score for deal in report.deals]
