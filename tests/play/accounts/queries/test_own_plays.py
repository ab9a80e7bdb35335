"""Own data of an account contain its plays. The cards of a deal under way stay sealed."""

from datetime import date

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.core.actions import format_action
from games.core.bots.choosing import RobotLevel
from games.core.notation import parse_played_deal
from play.accounts.queries.own_data import load_free_tables, load_plays
from play.alone.services.beginning import Player, begin_daily, begin_practice
from play.free.models import TableSeat
from play.free.services.dealing import begin_deal
from play.tables.models import PlayedTable
from play.tables.services.played_tables import play_turn
from tests.factories.free_tables import Club
from tests.factories.tournaments import make_club, make_user
from tournaments.site.queries.personal import load_account_data

pytestmark = pytest.mark.django_db


def test_account_takes_its_plays_along(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    user, other_user = make_user(club=make_club()), make_user("Bob", club=make_club("Autre club"))
    finished = begin_practice(game="contrat-2", level=RobotLevel.DEBUTANT, player=Player(owner=user))
    while not finished.state.is_over:
        texts = [format_action(finished.view.legal[0])] if finished.is_turn else []
        finished = play_turn(table=finished.table, number=finished.number, texts=texts)
    begin_daily(day=date(2026, 11, 23), name="Ana", player=Player(owner=user))
    begin_practice(game="tarot-4", level=RobotLevel.DEBUTANT, player=Player(owner=other_user))

    with django_assert_num_queries(2):
        done, daily = load_plays(user)

    assert (done["game"], done["score"]) == ("contrat-2", finished.table.score)
    assert parse_played_deal(done["deal"]).game == "contrat-2"
    assert (daily["origin"], daily["name"], daily["ended"], daily["deal"]) == ("daily", "Ana", None, "")
    assert load_account_data(user)["plays"] == [done, daily]


def test_account_takes_its_seats_at_free_tables_along() -> None:
    club = Club("contrat-3", rules="fft cards_each=3")
    owner = User.objects.create_user("autre@club.example")
    TableSeat.objects.filter(pk=club.seats[1].pk).update(owner=owner)
    begin_deal(me=club.seats[0], seen=0, now=club.now)
    assert load_free_tables(owner)[0]["scores"] == []
    club.play_out()

    (own_seat,) = load_free_tables(owner)

    assert (own_seat["game"], own_seat["name"], own_seat["seat"]) == ("contrat-3", "Boris", 1)
    assert own_seat["scores"] == [PlayedTable.objects.get(origin="free").score.split(" ")]
    assert load_free_tables(User.objects.create_user("personne@club.example")) == []
