"""Standings: few refreshes for many results, numbered snapshots, nothing forgotten."""

from fractions import Fraction
from itertools import cycle

import pytest
from django.db import connection
from django.utils import timezone

from tests.factories.tournaments import (
    SCORES,
    enter_result,
    enter_results,
    give_penalty,
    list_plays,
    make_club,
    make_seated_tournament,
    make_user,
)
from tournaments.events.services.states import finish_tournament, reopen_tournament
from tournaments.models import Standings, StandingsRequest, StandingsSnapshot, Tournament
from tournaments.rankings.queries.standings import latest_standings, snapshot_rows
from tournaments.rankings.services import standings
from tournaments.rankings.services.rulings import withdraw_ruling
from tournaments.rankings.services.standings import refresh_standings
from tournaments.tasks import refresh_standings_task

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return make_seated_tournament(make_club(), is_dealt=False)


@pytest.fixture
def session(evening):
    return evening.sessions.get()


def overall_of(session, entry):
    return next(row.value for row in snapshot_rows(latest_standings(session)) if row.entry == entry)


@pytest.mark.postgres
def test_a_ranking_changed_after_the_end_is_marked_as_corrected(evening, session):
    enter_results(zip(list_plays(evening), cycle(SCORES), strict=False))
    refresh_standings(session=session)
    finish_tournament(tournament=evening, finished_by=None)
    play = list_plays(evening)[0]

    def corrected_at():
        evening.refresh_from_db()
        return evening.corrected_at

    Tournament.objects.update(first_finished_at=None)  # as an earlier version left it
    reopen_tournament(tournament=evening, reopened_by=None)
    StandingsRequest.objects.create(session=session)
    refresh_standings(session=session)
    assert corrected_at() is None, "the ranking is the same"
    enter_result(play, SCORES[1], seen_version=1, reason="relu")
    refresh_standings(session=session)
    finish_tournament(tournament=evening, finished_by=None)

    assert corrected_at() == latest_standings(session).created_at


@pytest.mark.parametrize("reason", ["not finished", "mirrored"])
def test_a_ranking_changed_before_the_end_or_on_a_copy_is_not_marked(evening, session, reason):
    """A copy gets the mark from the site that leads the event."""
    enter_results(zip(list_plays(evening), cycle(SCORES), strict=False))
    refresh_standings(session=session)
    if reason == "mirrored":
        Tournament.objects.update(first_finished_at=timezone.now())
    enter_result(list_plays(evening)[0], SCORES[1], seen_version=1, reason="relu")
    if reason == "mirrored":
        Tournament.objects.update(writer="laptop")
    evening.refresh_from_db()
    refresh_standings(session=session)

    evening.refresh_from_db()
    assert evening.corrected_at is None
    assert StandingsSnapshot.objects.filter(session=session).count() == 2


@pytest.fixture
def nudges(monkeypatch):
    """The sessions for which the worker was nudged."""
    session_ids = []
    monkeypatch.setattr(
        refresh_standings_task, "apply_async", lambda kwargs, **_: session_ids.append(kwargs["session_id"])
    )
    return session_ids


def test_a_burst_of_results_nudges_the_worker_once(evening, nudges, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        for play, score in zip(list_plays(evening)[:10], SCORES, strict=False):
            enter_result(play, score)

    assert StandingsRequest.objects.count() == 10
    assert nudges == [evening.sessions.get().pk]


@pytest.mark.postgres
def test_a_result_committed_as_a_refresh_ends_nudges_the_worker(
    evening, session, nudges, django_capture_on_commit_callbacks
):
    plays = list_plays(evening)
    enter_result(plays[0], 56)

    with django_capture_on_commit_callbacks(execute=True):
        enter_result(plays[1], 60)
        older = StandingsRequest.objects.order_by("pk").first()
        older.delete()  # as a refresh does that has not seen the second and asked for the rest already

    assert nudges == [session.pk]


def test_a_refresh_before_the_commit_leaves_nothing_to_nudge_for(
    evening, session, nudges, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        for play in list_plays(evening)[:3]:
            enter_result(play, 56)
        refresh_standings(session=session)

    assert nudges == []


def test_a_refresh_answers_all_that_wait_and_numbers_its_snapshot(evening, session):
    for play in list_plays(evening)[:3]:
        enter_result(play, 56)

    snapshot = refresh_standings(session=session)

    assert (snapshot.version, snapshot.results_counted, snapshot.results_expected) == (1, 3, 100)
    assert snapshot.method == "duplicate_individual"
    assert not StandingsRequest.objects.exists()
    standings = Standings.objects.get(session=session)
    assert (standings.version, standings.updated_at) == (1, snapshot.created_at)


def test_nobody_who_writes_waits_while_results_are_ranked(evening, session, monkeypatch):
    enter_result(list_plays(evening)[0], 56)
    depth, rank, depths = len(connection.savepoint_ids), standings.rank_loaded, []

    def look(loaded):
        depths.append(len(connection.savepoint_ids))
        return rank(loaded)

    monkeypatch.setattr(standings, "rank_loaded", look)
    refresh_standings(session=session)

    assert depths == [depth], "a transaction locks SQLite for everybody"


@pytest.mark.postgres
def test_a_refresh_overtaken_by_another_begins_again(evening, session, monkeypatch):
    first, second = list_plays(evening)[:2]
    enter_result(first, 56)
    rank, overtaken = standings.rank_loaded, []

    def be_overtaken(loaded):
        if not overtaken:
            overtaken.append(True)
            refresh_standings(session=session)
            enter_result(second, 56)
        return rank(loaded)

    monkeypatch.setattr(standings, "rank_loaded", be_overtaken)
    refresh_standings(session=session)

    snapshots = session.snapshots.order_by("version").values_list("version", "results_counted")
    assert list(snapshots) == [(1, 1), (2, 2)]
    assert not StandingsRequest.objects.exists()


def test_nobody_asking_means_no_new_version(session):
    assert refresh_standings(session=session) is None
    assert not StandingsSnapshot.objects.exists()


def test_each_refresh_keeps_the_earlier_snapshots(evening, session):
    for play in list_plays(evening)[:2]:
        enter_result(play, 56)
        refresh_standings(session=session)

    snapshots = session.snapshots.order_by("version").values_list("version", "results_counted")
    assert list(snapshots) == [(1, 1), (2, 2)]


def test_a_request_made_during_a_refresh_waits_for_the_next(evening, session, monkeypatch):
    """The requests are read before the results: what comes later is not deleted unseen."""
    first, second = list_plays(evening)[:2]
    enter_result(first, 56)

    def load_then_somebody_enters(loaded_session):
        loaded = original(loaded_session)
        enter_result(second, 84)
        return loaded

    from tournaments.rankings.services import standings

    original = standings.load_session
    monkeypatch.setattr(standings, "load_session", load_then_somebody_enters)

    snapshot = refresh_standings(session=session)

    assert snapshot.results_counted == 1
    assert StandingsRequest.objects.count() == 1


@pytest.mark.postgres
def test_the_task_refreshes_and_is_safe_to_run_twice(evening, session):
    enter_result(list_plays(evening)[0], 56)

    assert refresh_standings_task(session_id=session.pk) == 1
    assert refresh_standings_task(session_id=session.pk) is None
    assert session.snapshots.count() == 1


def test_the_best_score_of_a_board_leads_its_line(evening, session):
    plays = [play for play in list_plays(evening) if play.board == 1]
    for play, score in zip(plays, (120, 80, 60, -52, -80), strict=True):
        enter_result(play, score)

    refresh_standings(session=session)

    rows = snapshot_rows(latest_standings(session))
    taker = next(row for row in rows if row.attack == 100)
    assert (taker.value, taker.overall_place, taker.is_one_sided) == (Fraction(100), 1, True)
    assert sorted(row.attack for row in rows if row.attack is not None) == [0, 25, 50, 75, 100]


def test_a_penalty_is_taken_off_and_given_back(evening, session):
    claire = make_user(club=evening.club)
    entry = evening.entries.order_by("pk").first()
    for play in list_plays(evening):
        if play.round.number == 1:
            enter_result(play, 56)
    refresh_standings(session=session)
    percentage_before = overall_of(session, entry)

    ruling = give_penalty(session, entry, "0.5", claire)
    refresh_standings(session=session)
    assert overall_of(session, entry) == percentage_before - Fraction(1, 2)

    withdraw_ruling(ruling=ruling, reason="erreur de table", withdrawn_by=claire)
    refresh_standings(session=session)
    assert overall_of(session, entry) == percentage_before
