"""An étui as it was played: scores, marks, frequencies, players."""

from fractions import Fraction

import pytest

from games.core.dealing.boards import board_dealer, board_taker
from tests.factories.tournaments import (
    enter_result,
    enter_results,
    list_plays,
    make_club,
    make_seated_tournament,
)
from tournaments.core.slips.traveller import LineInput, LineKind
from tournaments.enums import SlipKind
from tournaments.models import Seating
from tournaments.rankings.queries.board_reports import Frequency, load_board
from tournaments.results.queries.boards import board_lines, play_line
from tournaments.results.services.results import Author, record_result

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return make_seated_tournament(make_club(), is_dealt=False)


@pytest.fixture
def plays(evening):
    """The five plays of étui 1, by round."""
    return [play for play in list_plays(evening) if play.board == 1]


def void(play, kind):
    record_result(play=play, line=LineInput(kind=kind), seen_version=0, author=Author(user=None))


def test_an_unknown_etui_has_no_report(evening):
    assert load_board(evening.sessions.get(), 21) is None
    assert load_board(evening.sessions.get(), 0) is None


def test_scores_are_marked_against_the_field(evening, plays):
    enter_results(zip(plays, (60, 80, -52, 60, 120), strict=True))

    report = load_board(evening.sessions.get(), 1)

    assert (report.dealer, report.taker) == (board_dealer(1), board_taker(1))
    assert [(row.line.score, row.attack_mark, row.defence_mark) for row in report.lines] == [
        (120, 100, 0),
        (80, 75, 25),
        (60, Fraction(75, 2), Fraction(125, 2)),
        (60, Fraction(75, 2), Fraction(125, 2)),
        (-52, 0, 100),
    ]
    assert report.frequencies == (
        Frequency(120, 1, Fraction(100), Fraction(0)),
        Frequency(80, 1, Fraction(75), Fraction(25)),
        Frequency(60, 2, Fraction(75, 2), Fraction(125, 2)),
        Frequency(-52, 1, Fraction(0), Fraction(100)),
    )
    assert report.is_complete


def test_neutralised_and_unplayed_deals_are_listed_without_a_mark(evening, plays):
    enter_result(plays[0], 60)
    enter_result(plays[1], 80)
    void(plays[2], LineKind.NEUTRALISED)
    void(plays[3], LineKind.NOT_PLAYED)

    report = load_board(evening.sessions.get(), 1)

    assert [(row.line.kind, row.line.score, row.attack_mark) for row in report.lines] == [
        (SlipKind.PLAYED, 80, 100),
        (SlipKind.PLAYED, 60, 0),
        (SlipKind.NEUTRALISED, None, None),
        (SlipKind.NOT_PLAYED, None, None),
        (None, None, None),
    ]
    assert (report.entered, report.is_complete) == (4, False)
    assert [frequency.score for frequency in report.frequencies] == [80, 60]


def test_a_line_names_who_sits_at_its_table(evening, plays):
    line = board_lines(evening.sessions.get(), 1)[2]

    seated = Seating.objects.filter(round=plays[2].round, table=plays[2].table)
    assert {seating.seat: seating.entry for seating in seated} == dict(enumerate(line.entries))
    assert line.taker == line.entries[board_taker(1)]
    assert line.taker not in line.defenders
    assert {line.taker, *line.defenders} == set(line.entries)
    assert play_line(plays[2]) == line


def test_an_etui_costs_the_same_queries_with_one_result_and_with_five(
    evening, plays, django_assert_num_queries
):
    session = evening.sessions.get()
    enter_result(plays[0], 60)
    with django_assert_num_queries(6):
        load_board(session, 1)

    enter_results((play, 84) for play in plays[1:])
    with django_assert_num_queries(6):
        load_board(session, 1)
