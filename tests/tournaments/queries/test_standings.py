"""Standings as they are stored and read back."""

import json
from fractions import Fraction

import pytest

from tests.factories.tournaments import (
    SCORES,
    enter_result,
    fill_tournament,
    list_plays,
    make_club,
    make_tournament,
)
from tournaments.core.formats.ranking_plans import INDIVIDUAL
from tournaments.core.ranking.standings import RankingRules, compute_standings
from tournaments.models import Person
from tournaments.queries.score_grids import load_score_grid
from tournaments.queries.standings import (
    RankedEntry,
    in_alternated_order,
    latest_standings,
    ranked_entries,
    snapshot_rows,
)
from tournaments.services.seating import apply_movement
from tournaments.services.standings import refresh_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def session():
    evening = apply_movement(tournament=fill_tournament(make_tournament(make_club())), seated_by=None)
    for play, score in zip(
        [play for play in list_plays(evening) if play.board <= 4], SCORES * 2, strict=False
    ):
        enter_result(play, score)
    return evening.sessions.get()


def computed(session):
    loaded = load_score_grid(session)
    return ranked_entries(loaded, compute_standings(loaded.grid, RankingRules(INDIVIDUAL.weights)))


def test_a_line_is_read_back_exactly(session):
    for row in computed(session):
        stored = json.loads(json.dumps(row.to_json()))

        assert RankedEntry.from_json(stored, {row.entry.pk: row.entry}) == row


def test_a_snapshot_holds_the_computed_ranking_in_its_order(session):
    refresh_standings(session=session)

    assert snapshot_rows(latest_standings(session)) == computed(session)
    assert snapshot_rows(None) == []


def test_a_name_shows_as_its_owner_allows_today(session):
    refresh_standings(session=session)
    Person.objects.update(last_name="Secret", shows_full_name=False)

    rows = snapshot_rows(latest_standings(session))

    assert {row.entry.person.public_name for row in rows} == {"Ana S."}


def test_the_alternated_order_takes_each_line_in_turn(session):
    rows = in_alternated_order(computed(session))

    assert [row.alternated_place for row in rows] == sorted(row.alternated_place for row in rows)
    assert {row.line for row in rows if row.line_place == 1} == {0, 1, 2, 3}
    assert rows[0].line_place == 1


def test_an_evening_without_results_ranks_nobody():
    evening = apply_movement(tournament=fill_tournament(make_tournament(make_club())), seated_by=None)

    rows = computed(evening.sessions.get())

    assert {row.overall_place for row in rows} == {None}
    assert {row.overall for row in rows} == {None}
    assert {row.penalty for row in rows} == {Fraction(0)}
    assert in_alternated_order(rows) == rows
