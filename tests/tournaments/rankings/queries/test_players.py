"""One player's evening, and the results hidden from them while étuis circulate."""

import pytest

from games.core.dealing.boards import board_taker
from tests.factories.tournaments import (
    enter_result,
    enter_results,
    list_plays,
    make_club,
    make_seated_tournament,
)
from tournaments.enums import SlipKind
from tournaments.models import Entry, Seating
from tournaments.rankings.queries.players import load_player
from tournaments.rankings.services.standings import refresh_standings

pytestmark = pytest.mark.django_db

FIELD = (60, 80, -52, 64, 120)


@pytest.fixture
def evening():
    return make_seated_tournament(make_club(), is_dealt=False)


@pytest.fixture
def session(evening):
    return evening.sessions.get()


@pytest.fixture
def taker(evening):
    """Return the taker of étui 1 in the first round, at table 1."""
    return Entry.objects.get(tournament=evening, start_table=1, start_seat=board_taker(1))


def enter_board(evening, count=5):
    plays = [play for play in list_plays(evening) if play.board == 1]
    enter_results(zip(plays[:count], FIELD, strict=False))


def deal_of(report, board):
    return next(deal for deal in report.deals if deal.board == board)


def test_every_deal_of_the_evening_is_listed_in_order(session, taker):
    report = load_player(session, taker, sees_all=False)

    assert len(report.deals) == 20
    assert sorted(deal.board for deal in report.deals) == list(range(1, 21))
    assert [deal.line.play.round.number for deal in report.deals] == sorted(
        deal.line.play.round.number for deal in report.deals
    )
    assert {deal.seats for deal in report.deals} == {(taker.start_seat,)}
    assert sum(deal.is_taker for deal in report.deals) == sum(
        board_taker(board) == taker.start_seat for board in range(1, 21)
    )
    assert report.ranked is None


@pytest.mark.postgres
def test_a_complete_etui_shows_the_mark_and_the_same_hands(evening, session, taker):
    enter_board(evening)

    deal = deal_of(load_player(session, taker, sees_all=False), 1)

    assert (deal.is_taker, deal.kind, deal.score, deal.mark) == (True, SlipKind.PLAYED, 60, 25)
    assert [(row.score, row.mark) for row in deal.others] == [(120, 100), (80, 75), (64, 50), (-52, 0)]
    same_seat = Seating.objects.filter(seat=taker.start_seat, round__section__session=session)
    same_cards = same_seat.filter(entry__in=[row.entry for row in deal.others])
    assert same_cards.values("entry").distinct().count() == 4


def test_a_defender_has_the_complement(evening, session, taker):
    enter_board(evening)
    defender = Entry.objects.get(tournament=evening, start_table=1, start_seat=(board_taker(1) + 1) % 4)

    deal = deal_of(load_player(session, defender, sees_all=False), 1)

    assert (deal.is_taker, deal.score, deal.mark) == (False, 60, 75)
    assert [row.mark for row in deal.others] == [100, 50, 25, 0]


def test_a_circulating_etui_keeps_its_results(evening, session, taker):
    enter_board(evening, count=4)

    hidden = deal_of(load_player(session, taker, sees_all=False), 1)
    deal = deal_of(load_player(session, taker, sees_all=True), 1)

    assert (hidden.is_revealed, hidden.kind, hidden.score, hidden.mark) == (False, None, None, None)
    assert hidden.others == ()
    assert (deal.is_revealed, deal.score, len(deal.others)) == (True, 60, 3)


def test_who_reads_his_own_page_sees_the_scores_that_he_knows(evening, session, taker):
    enter_board(evening, count=4)

    report = load_player(session, taker, sees_all=False, is_own=True)

    own_deal = deal_of(report, 1)
    assert (own_deal.kind, own_deal.score, own_deal.mark, own_deal.others) == (SlipKind.PLAYED, 60, None, ())
    assert [deal.board for deal in report.deals if deal.circulates] == [1]


def test_the_last_ranking_is_beside_the_deals(evening, session, taker):
    enter_board(evening)
    refresh_standings(session=session)

    report = load_player(session, taker, sees_all=False)

    assert (report.ranked.entry, report.ranked.attack, report.ranked.deal_count) == (taker, 25, 1)


def test_a_report_costs_the_same_queries_whatever_was_entered(
    evening, session, taker, django_assert_num_queries
):
    enter_board(evening)
    refresh_standings(session=session)
    with django_assert_num_queries(7):
        load_player(session, taker, sees_all=False)

    for play in list_plays(evening):
        if play.board > 1:
            enter_result(play, 56)
    refresh_standings(session=session)
    with django_assert_num_queries(7):
        load_player(session, taker, sees_all=False)
