"""Search for a movement that no construction gives. The job runs in slices and stores the best so far.

A worker that runs one job at a time must not delay a ranking. So a search runs for `SLICE_SECONDS`, stores
its best movement and goes to the end of the queue. Each slice starts from its own seed and needs nothing of
an earlier worker. Each slice is one claim of the row (`tournaments/work/jobs.py`).
"""

import logging
import random
import time

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.base.words.wording import app_error
from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.movement import Movement
from tournaments.core.movements.search.annealing import improve
from tournaments.core.movements.search.search_problem import SearchProblem
from tournaments.enums import MovementOrigin, SearchState
from tournaments.models import Club, MovementSearch, StoredMovement
from tournaments.movements.queries.movements import movement_document, read_document
from tournaments.movements.services.movement_files import keep_movement, require_room
from tournaments.work.jobs import Claim
from tournaments.work.kinds import MOVEMENT_SEARCHES

logger = logging.getLogger(__name__)

SLICE_SECONDS = 4.0
SIGN_SECONDS = 0.5
"""Seconds between two heartbeats."""
MOST_OPEN = 3
"""Largest number of searches of a club that wait or run at a time."""
MOST_SECONDS = 1800
STOPS = (SearchState.QUEUED, SearchState.RUNNING)


@transaction.atomic
def request_search(
    *,
    club: Club,
    player_count: int,
    table_count: int,
    round_count: int,
    seconds: int,
    requested_by: User | None,
) -> MovementSearch:
    """Queue a search of a given length.

    Raises:
        AppError: `search_range`, at its field: no movement of that size can obey the rules;
            `too_many_searches`, `too_many_movements`: the club has reached the limit.
    """
    club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    if club.movement_searches.filter(state__in=STOPS).count() >= MOST_OPEN:
        raise AppError(
            "too_many_searches",
            _("Le club a déjà %(most)d recherches en cours : attendez, ou arrêtez-en une.")
            % {"most": MOST_OPEN},
        )
    require_room(club)
    search = MovementSearch(
        club=club,
        player_count=player_count,
        table_count=table_count,
        round_count=round_count,
        seconds=min(max(seconds, 1), MOST_SECONDS),
        requested_by=requested_by,
    )
    try:
        problem_of(search)
    except NoSuchMovement as error:
        raise app_error(error) from error
    search.save()
    MOVEMENT_SEARCHES.nudge(search.pk)
    return search


@transaction.atomic
def cancel_search(*, search: MovementSearch, cancelled_by: User | None) -> MovementSearch:
    """Stop a search and keep its best movement, if the club has room. An ended search stays as it is."""
    locked = MovementSearch.objects.select_for_update().select_related("club").get(pk=search.pk)
    if locked.is_open:
        _close(locked, SearchState.CANCELLED, cancelled_by)
    return locked


def run_search(*, search: MovementSearch) -> MovementSearch:
    """Run one slice of a search, then end it or queue the next slice. Skip a row that cannot be claimed."""
    return MOVEMENT_SEARCHES.run(search, _search_slice, _give_up)


def problem_of(search: MovementSearch) -> SearchProblem:
    """Return the problem to solve.

    There are as many sets as rounds or tables, whichever is more, because a set is at one table at a time.
    """
    return SearchProblem(
        player_count=search.player_count,
        table_count=search.table_count,
        round_count=search.round_count,
        set_count=max(search.round_count, search.table_count),
    )


def _search_slice(claim: Claim[MovementSearch]) -> None:
    search = claim.row
    seconds_before, started_at = search.seconds_done, time.monotonic()
    end = started_at + min(SLICE_SECONDS, search.seconds - seconds_before)
    rng = random.Random(f"search {search.pk} {claim.attempt}")  # noqa: S311 - to be repeated, not secret
    steps, next_sign = search.steps, started_at
    problem = problem_of(search)
    for progress in improve(problem, rng, lambda: time.monotonic() >= end):
        current_time = time.monotonic()
        is_better = search.best_score is None or progress.score < search.best_score
        if is_better:
            search.best_score, search.best = progress.score, movement_document(progress.movement)
        if current_time >= next_sign or progress.score == 0:
            next_sign = current_time + SIGN_SECONDS
            search.steps = steps + progress.steps
            search.seconds_done = seconds_before + round(current_time - started_at)
            _keep(claim)
    # at least 1 s, so that a search of very short slices comes to an end
    search.seconds_done = min(search.seconds, seconds_before + max(1, round(time.monotonic() - started_at)))
    _keep(claim)
    # a score of 0 cannot be improved, nor can the only movement of its size
    if search.best_score == 0 or not problem.has_choice or search.seconds_done >= search.seconds:
        _end(claim)
    else:
        claim.queue_again()


def _keep(claim: Claim[MovementSearch]) -> None:
    claim.keep(**{name: getattr(claim.row, name) for name in ("steps", "seconds_done", "best_score", "best")})


def _end(claim: Claim[MovementSearch]) -> None:
    with transaction.atomic():
        locked = MovementSearch.objects.select_for_update().select_related("club").get(pk=claim.row.pk)
        # the organiser may have cancelled it, or another worker may have claimed it
        if locked.state == SearchState.RUNNING and locked.attempts == claim.attempt:
            _close(locked, SearchState.DONE, locked.requested_by)


def _give_up(claim: Claim[MovementSearch], error: Exception) -> None:
    logger.error("movement search failed: search %s, slice %s", claim.row.pk, claim.attempt, exc_info=error)
    claim.give_up(f"{type(error).__name__}: {error}")


def _close(search: MovementSearch, state: SearchState, actor: User | None) -> None:
    """End a locked search. The best movement so far becomes a movement of the club."""
    if search.best is not None:
        try:
            search.result = _keep_best(search, read_document(search.best), actor)
        except AppError as error:
            # a search always ends, even if the club has no room for its movement
            search.error = str(error.message)
    search.state, search.finished_at = state, timezone.now()
    search.save(update_fields=["result", "state", "finished_at", "error"])


def _keep_best(search: MovementSearch, movement: Movement, actor: User | None) -> StoredMovement:
    name = _("Recherche %(number)d : %(players)d joueurs, %(tables)d tables, %(rounds)d positions")
    return keep_movement(
        club=search.club,
        movement=movement,
        boards_per_set=2,
        name=name
        % {
            "number": search.pk,
            "players": search.player_count,
            "tables": search.table_count,
            "rounds": search.round_count,
        },
        origin=MovementOrigin.FOUND,
        stored_by=actor,
    )
