"""Standings as they are stored and read back."""

import json
from fractions import Fraction

import pytest

from tests.factories.tournaments import (
    SCORES,
    enter_result,
    list_plays,
    make_club,
    make_seated_tournament,
)
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.session_results import rank_session
from tournaments.models import Person
from tournaments.rankings.queries.session_plays import load_entries, load_session
from tournaments.rankings.queries.standings import (
    in_alternated_order,
    latest_standings,
    rank_loaded,
    read_standings,
    snapshot_chain,
    snapshot_rows,
)
from tournaments.rankings.services.standings import refresh_standings

INDIVIDUAL = find_format("duplicate_individual").plan

pytestmark = pytest.mark.django_db


@pytest.fixture
def session():
    evening = make_seated_tournament(make_club(), is_dealt=False)
    for play, score in zip(
        [play for play in list_plays(evening) if play.board <= 4], SCORES * 2, strict=False
    ):
        enter_result(play, score)
    return evening.sessions.get()


def computed(session):
    """The lines of the present ranking, through the text of JSON."""
    loaded = load_session(session)
    entries = load_entries(loaded)
    document = json.loads(json.dumps(rank_loaded(loaded)))
    return read_standings(document, {entry.pk: entry for entry in entries})


def test_lines_are_kept_exactly(session):
    loaded = load_session(session)
    result = rank_session(INDIVIDUAL, loaded.options, loaded.plays)
    units = [loaded.entry_ids.index(row.entry.pk) for row in computed(session)]

    assert [row.value for row in computed(session)] == [result.values[unit] for unit in units]
    assert [row.penalty for row in computed(session)] == [result.penalties[unit] for unit in units]
    assert [row.criteria for row in computed(session)] == [
        {criterion: column[unit] for criterion, column in result.criteria.items()} for unit in units
    ]
    assert [row.attack_count for row in computed(session)] == [result.attack_counts[unit] for unit in units]
    assert {row.overall_place for row in computed(session)} <= set(range(1, 21))


def test_a_snapshot_holds_the_computed_ranking_in_its_order(session):
    refresh_standings(session=session)

    assert snapshot_rows(latest_standings(session)) == computed(session)
    assert snapshot_rows(None) == []
    assert snapshot_chain(latest_standings(session)) == ()


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
    evening = make_seated_tournament(make_club(), is_dealt=False)

    rows = computed(evening.sessions.get())

    assert {row.overall_place for row in rows} == {None}
    assert {row.value for row in rows} == {None}
    assert {row.penalty for row in rows} == {Fraction(0)}
    assert in_alternated_order(rows) == rows
