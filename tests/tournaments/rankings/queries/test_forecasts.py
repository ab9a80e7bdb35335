"""Places that a player can still reach: certain, and computed from data that they may know."""

import random
from collections import Counter
from fractions import Fraction

import pytest

from tests.factories.tournaments import (
    SCORES,
    enter_result,
    enter_results,
    give_penalty,
    list_plays,
    make_club,
    make_seated_tournament,
)
from tournaments.models import Play, Session, Tournament
from tournaments.rankings.queries.forecasts import Forecast, forecast_of
from tournaments.rankings.queries.session_plays import load_entries, load_session
from tournaments.rankings.queries.standings import latest_standings, snapshot_rows
from tournaments.rankings.services.standings import refresh_standings
from tournaments.results.queries.boards import lines_of_plays

pytestmark = pytest.mark.django_db

SETTLED = 16
"""Étuis that every table has played; four more are missing."""


@pytest.fixture
def session() -> Session:
    return make_seated_tournament(make_club(), is_dealt=False).sessions.get()


def play_boards(session: Session, boards: range, seed: int) -> None:
    chance = random.Random(seed)
    plays = [play for play in list_plays(session.tournament) if play.board in boards]
    enter_results((play, chance.choice(SCORES)) for play in plays)


def forecasts(session: Session) -> dict[int, Forecast | None]:
    loaded = load_session(session)
    return {entry.pk: forecast_of(loaded, entry) for entry in load_entries(loaded)}


def test_end_of_the_evening_is_within_what_was_forecast(session: Session) -> None:
    play_boards(session, range(1, SETTLED + 1), 1)
    give_penalty(session, session.tournament.entries.order_by("pk")[0], "2")
    foreseen = forecasts(session)

    play_boards(session, range(SETTLED + 1, 21), 2)
    refresh_standings(session=session)

    for row in snapshot_rows(latest_standings(session)):
        forecast = foreseen[row.entry.pk]
        assert forecast is not None
        assert forecast.deals_left == 4
        assert isinstance(row.value, Fraction)
        assert isinstance(row.overall_place, int)
        assert forecast.lowest <= row.value <= forecast.highest
        assert forecast.best_place <= row.overall_place <= forecast.worst_place


def test_results_of_an_etui_that_circulates_tell_nothing(session: Session) -> None:
    play_boards(session, range(1, SETTLED + 1), 1)
    forecasts_before = forecasts(session)

    plays = [play for play in list_plays(session.tournament) if play.board > SETTLED]
    enter_results((play, 92) for play in plays[:3])

    assert forecasts(session) == forecasts_before


def test_mean_needed_for_a_place_reaches_it(session: Session) -> None:
    play_boards(session, range(1, SETTLED + 1), 3)

    for forecast in forecasts(session).values():
        assert forecast is not None
        assert [place for place, _ in forecast.needs] == sorted(place for place, _ in forecast.needs)
        for place, need in forecast.needs:
            assert forecast.best_place <= place <= forecast.worst_place
            assert need.is_possible
            assert need.mean is not None
            assert need.mean <= 100
            assert need.is_certain == (need.mean <= 0)


@pytest.mark.parametrize("boards", [range(1, 1), range(1, 5), range(1, 21)])
def test_nothing_is_said_too_early_or_when_all_is_played(session: Session, boards: range) -> None:
    play_boards(session, boards, 1)

    assert set(forecasts(session).values()) == {None}


@pytest.mark.parametrize("options", [{"forecast": False}, {"neuberg": True}])
def test_organiser_may_switch_it_off(session: Session, options: dict[str, bool]) -> None:
    play_boards(session, range(1, SETTLED + 1), 1)
    Tournament.objects.filter(pk=session.tournament_id).update(options=options)

    assert set(forecasts(Session.objects.get(pk=session.pk)).values()) == {None}


@pytest.mark.postgres
def test_deals_left_are_those_not_settled_whether_played_or_not(session: Session) -> None:
    play_boards(session, range(1, SETTLED + 1), 1)
    enter_result(Play.objects.get(board=20, table__number=1), 56)

    assert {forecast.deals_left for forecast in forecasts(session).values() if forecast} == {4}


def test_only_the_deals_that_a_player_takes_are_left_where_attacks_alone_count(session: Session) -> None:
    play_boards(session, range(1, SETTLED + 1), 1)
    Tournament.objects.filter(pk=session.tournament_id).update(options={"weights": [1, 0]})
    lines = lines_of_plays(Play.objects.all())
    attacks = Counter(line.taker.pk for line in lines if line.taker)
    attacks_left = Counter(line.taker.pk for line in lines if line.taker and line.play.board > SETTLED)

    spans = {
        entry: forecast.highest - forecast.lowest
        for entry, forecast in forecasts(Session.objects.get(pk=session.pk)).items()
        if forecast
    }

    assert len(spans) == 20
    assert spans == {entry: Fraction(100 * attacks_left[entry], attacks[entry]) for entry in spans}
