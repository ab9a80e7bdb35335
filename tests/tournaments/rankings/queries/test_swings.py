"""Highlights of an evening: the best and the dearest deals of a report, in the unit of every format."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.factories.drawn_events import drawn
from tests.factories.stored_events import store_event, store_result
from tests.factories.tournaments import (
    SCORES,
    enter_result,
    enter_results,
    list_plays,
    make_club,
    make_seated_tournament,
)
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.ranking.values import add_values
from tournaments.core.showing import Part
from tournaments.models import StandingsRequest
from tournaments.rankings.queries.play_figures import load_figures
from tournaments.rankings.queries.players import EVERYTHING, load_player
from tournaments.rankings.queries.swings import evening_highlights, evening_swings, swing_on_board
from tournaments.rankings.services.standings import refresh_standings
from tournaments.results.queries.boards import play_line

pytestmark = pytest.mark.django_db
AGAINST_FIELD = {"method": "difference"}
FEWEST_WIN = {"method": "total", "lowest_wins": True}
NIL, UNEVEN = [20, -10, -10, 0], [10, 20, 30, 20]
"""Scores of a table, of three players as well: adding up to nothing, and with a mean of 20."""


@pytest.fixture
def evening():
    """Five boards are played everywhere."""
    evening = make_seated_tournament(make_club())
    enter_results(
        (play, SCORES[(number * 5 + number // 5) % len(SCORES)])
        for number, play in enumerate(list_plays(evening)[:25])
    )
    return evening


@pytest.fixture
def session(evening):
    return evening.sessions.get()


@pytest.fixture
def report(evening, session):
    """Return the report of the first taker."""
    return load_player(session, play_line(list_plays(evening)[0]).taker, sees_all=False)


def test_the_deals_that_brought_most_come_first_and_both_sides_add_up(session, report):
    figures = load_figures(session)
    highlights = evening_highlights(report, figures)

    sides = {True: 0, False: 0}
    for swing in evening_swings(report, figures):
        sides[swing.deal.is_taker] += swing.value
    assert (highlights.attack, highlights.defence) == (sides[True], sides[False])
    assert sides[True] != sides[False]
    assert [swing.value for swing in highlights.best] == sorted(
        (swing.value for swing in highlights.best), reverse=True
    )
    assert [swing.value for swing in highlights.worst] == sorted(swing.value for swing in highlights.worst)
    assert all(swing.is_gain for swing in highlights.best)
    assert all(swing.is_loss for swing in highlights.worst)
    assert 0 < len(highlights.best) <= 3
    assert highlights.measure is Measure.PERCENT


def test_one_etui_brings_alone_what_it_brings_among_all(session, report):
    figures = load_figures(session)

    alone = {
        deal.board: swing_on_board(figures, report.entry, deal.board, sees_all=False) for deal in report.deals
    }

    among_all = {swing.board: swing.value for swing in evening_swings(report, figures)}
    assert len(among_all) == 5
    assert {board: value for board, value in alone.items() if value is not None} == among_all


def test_the_deals_that_only_the_total_counts_are_said(evening, session, report):
    figures = load_figures(session)
    highlights = evening_highlights(report, figures)
    play = next(deal.line.play for deal in report.deals if not deal.is_revealed)
    enter_result(play, 62)
    later, later_figures = load_player(session, report.entry, sees_all=False), load_figures(session)

    assert (highlights.counted, highlights.circulating) == (sum(deal.is_revealed for deal in report.deals), 0)
    assert evening_highlights(later, later_figures).circulating == 1
    assert swing_on_board(later_figures, report.entry, play.board, sees_all=False) is None
    assert swing_on_board(later_figures, report.entry, play.board, sees_all=True) is not None


def test_a_few_deals_and_hidden_marks_have_no_highlights(session, report):
    few = replace(report, deals=report.deals[:3])
    hidden = load_player(session, report.entry, sees_all=False, parts=EVERYTHING - {Part.OWN_MARKS})
    figures = load_figures(session)

    assert evening_highlights(few, figures) is None
    assert evening_highlights(hidden, figures) is None
    assert [deal.score for deal in hidden.deals] == [deal.score for deal in report.deals]


def played(code, options=None, changed=None):
    """A drawn event of a format with all results and its ranking, without rulings."""
    document = drawn(code, 1) | {"options": options or {}}
    rows = document["sessions"][0]
    rows["rulings"] = []
    for play in rows["plays"]:
        play.pop("status", None)
        play.update(changed or {})
    event = store_event(make_club(), document)
    for number in range(len(event.plays)):
        store_result(event, number)
    StandingsRequest.objects.create(session=event.session)
    refresh_standings(session=event.session)
    return event.session


@pytest.mark.parametrize(
    ("code", "options", "middle"),
    [
        ("duplicate_individual", {}, 50),
        ("triplets", {}, 50),
        ("quartets", {}, None),
        ("friendly", {}, 50),
        ("friendly", AGAINST_FIELD, 0),
        ("free_deals", {}, None),
    ],
)
def test_what_the_deals_brought_adds_up_to_the_total(code, options, middle):
    session = played(code, options, {"scores": NIL} if code == "free_deals" else None)
    figures = load_figures(session)

    for entry in figures.entries:
        report = load_player(session, entry, sees_all=True, figures=figures)
        swings = [swing.value for swing in evening_swings(report, figures)]

        start = [] if not middle else [Fraction(middle)]
        assert add_values([*start, *swings]) == report.ranked.value


def test_where_the_fewest_points_win_a_good_deal_is_one_below_the_mean_of_its_table():
    session = played("friendly_total", FEWEST_WIN, {"scores": UNEVEN})
    figures = load_figures(session)
    report = load_player(session, figures.entries[0], sees_all=True, figures=figures)

    swings = {swing.deal.score: swing.value for swing in evening_swings(report, figures)}

    brought = {10: 10, 20: 0, 30: -10}
    assert swings == {score: brought[score] for score in swings}
    assert report.measure is Measure.LOW_POINTS
    assert evening_highlights(report, figures).measure is Measure.POINTS
