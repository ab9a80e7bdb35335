"""Searching in the background: slices, the best so far, cancelling, a worker that dies."""

import pytest
from django.utils import timezone

from common.errors import AppError
from tests.factories.tournaments import make_club, make_user
from tournaments.core.movements.check import check_movement
from tournaments.core.movements.constructions import build_straight
from tournaments.core.movements.search.annealing import SearchProgress
from tournaments.enums import MovementOrigin, SearchState
from tournaments.models import Club, MovementSearch
from tournaments.movements.queries.movements import movement_of
from tournaments.movements.services import movement_files, movement_searches
from tournaments.movements.services.movement_searches import (
    MOST_OPEN,
    cancel_search,
    request_search,
    run_search,
)
from tournaments.work.jobs import Claim
from tournaments.work.kinds import MOVEMENT_SEARCHES, send_again

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def short_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(movement_searches, "SLICE_SECONDS", 0.1)


def ask(
    club: Club, *, players: int = 20, tables: int = 5, rounds: int = 6, seconds: int = 1
) -> MovementSearch:
    """Store a search that no worker has begun. Six rounds of five tables cannot be perfect."""
    return request_search(
        club=club,
        player_count=players,
        table_count=tables,
        round_count=rounds,
        seconds=seconds,
        requested_by=make_user(),
    )


def test_search_ends_with_a_sound_movement_of_the_club() -> None:
    club = make_club()
    search = ask(club)

    done = run_search(search=search)

    assert (done.state, done.seconds_done) == (SearchState.DONE, 1)
    assert done.result is not None
    assert (done.result.origin, done.result.club) == (MovementOrigin.FOUND, club)
    assert (done.result.player_count, done.result.round_count) == (20, 6)
    assert check_movement(movement_of(done.result)).is_sound


@pytest.mark.postgres
def test_perfect_movement_ends_the_search_at_once() -> None:
    club = make_club()

    done = run_search(search=ask(club, players=8, tables=2, rounds=1, seconds=600))
    only = run_search(search=ask(club, players=4, tables=1, rounds=3, seconds=600))

    assert (done.state, done.best_score) == (SearchState.DONE, 0)
    # one table has no other movement to search for
    assert (only.state, only.seconds_done) == (SearchState.DONE, 1)


def test_slice_asks_for_the_next_and_keeps_the_best() -> None:
    search = ask(make_club(), seconds=60)

    first = run_search(search=search)
    assert (first.state, first.attempts, first.seconds_done) == (SearchState.QUEUED, 1, 1)
    best = first.best_score
    second = run_search(search=search)

    assert (second.attempts, second.seconds_done) == (2, 2)
    assert best is not None
    assert second.best_score is not None
    assert second.best_score <= best


def test_slice_that_finds_a_worse_movement_keeps_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    first = run_search(search=ask(make_club(), seconds=60))
    best_score, best = first.best_score, first.best
    assert best_score is not None
    worse = SearchProgress(build_straight(5, 5), best_score + 1, steps=1)
    monkeypatch.setattr(movement_searches, "improve", lambda *_: iter([worse]))

    second = run_search(search=first)

    assert (second.attempts, second.best_score, second.best) == (2, best_score, best)


def test_cancelled_search_keeps_its_best_and_is_not_taken_up_again() -> None:
    search = run_search(search=ask(make_club(), seconds=60))

    cancelled = cancel_search(search=search, cancelled_by=None)
    again = run_search(search=cancelled)

    assert again.state == SearchState.CANCELLED
    assert again.attempts == 1
    assert again.result is not None


def test_club_without_room_for_a_movement_cancels_a_search_and_begins_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = make_club()
    search = run_search(search=ask(club, seconds=60))
    monkeypatch.setattr(movement_files, "MOST_KEPT", 0)

    cancelled = cancel_search(search=search, cancelled_by=None)
    with pytest.raises(AppError) as refused:
        ask(club)

    assert refused.value.code == "too_many_movements"
    assert (cancelled.state, cancelled.result) == (SearchState.CANCELLED, None)
    assert "supprimez-en un" in MovementSearch.objects.get(pk=search.pk).error


def test_search_cancelled_during_a_slice_stops_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    search = ask(make_club(), seconds=60)
    keep_claim = movement_searches._keep

    def cancel_then_keep(claim: Claim[MovementSearch]) -> None:
        cancel_search(search=claim.row, cancelled_by=None)
        keep_claim(claim)

    monkeypatch.setattr(movement_searches, "_keep", cancel_then_keep)

    assert run_search(search=search).state == SearchState.CANCELLED


@pytest.mark.postgres
def test_search_of_a_worker_that_went_silent_is_sent_again_and_taken_over() -> None:
    search = ask(make_club(), seconds=60)
    last_sign = timezone.now() - 2 * MOVEMENT_SEARCHES.silent_after
    rows = MovementSearch.objects.filter(pk=search.pk)
    rows.update(state=SearchState.RUNNING, heartbeat_at=timezone.now())
    assert run_search(search=search).attempts == 0

    rows.update(heartbeat_at=last_sign)

    assert send_again() == 1
    assert run_search(search=search).attempts == 1


@pytest.mark.postgres
def test_fault_of_the_program_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(claim: Claim[MovementSearch]) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(movement_searches, "_search_slice", break_down)

    failed = run_search(search=ask(make_club()))

    assert (failed.state, failed.error) == (SearchState.FAILED, "RuntimeError: broken")


def test_size_that_no_movement_can_have_is_refused_at_its_field() -> None:
    with pytest.raises(AppError) as refusal:
        ask(make_club(), players=3)

    assert refusal.value.code == "search_range"
    assert set(refusal.value.fields) == {"player_count"}


def test_club_has_a_few_searches_at_a_time() -> None:
    club = make_club()
    for _number in range(MOST_OPEN):
        ask(club)

    with pytest.raises(AppError) as refusal:
        ask(club)

    assert refusal.value.code == "too_many_searches"
    assert ask(make_club()).state == SearchState.QUEUED
