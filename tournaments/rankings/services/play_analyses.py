"""Cost of each card of a finished deal: requested once, computed by the worker, then stored.

The deal was finished at a table of the site, or recorded card by card in an event. A record is always read
through `tournaments.deals.door`. It is not analysed before its étui is public, and the analysis is not stored
if the étui closes again.
"""

import logging
import time
from collections.abc import Sequence

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from common.errors import AppError
from common.requests.limits import HOUR, By, Limit, limit_kind
from games.core.actions import PlayCard
from games.core.analysis.positions import is_searched
from games.core.analysis.readings import CardPlay, CardReading, format_readings, parse_readings
from games.core.bots.choosing import RobotLevel
from games.core.exchange.deals import record_of_state, replay_deal, start_of
from games.core.notation import parse_played_deal
from games.core.outcome import Outcome
from games.core.play import State
from games.services.compiled_search import can_compile, compile_search
from play.tables.models import PlayedTable
from play.tables.services.played_tables import Sitting, load_sitting
from tournaments.base.queries.progress import complete_boards
from tournaments.deals.door import shown_record
from tournaments.enums import JobState
from tournaments.models import PlayAnalysis, PlayRecord
from tournaments.work.jobs import Claim
from tournaments.work.kinds import PLAY_ANALYSES

COMPUTE = limit_kind(
    "compute", Limit(By.SITE, 120, HOUR), Limit(By.ADDRESS, 60, HOUR), Limit(By.DEVICE, 20, HOUR)
)
"""Limit for analyses and reference marks: ten seconds, and one to two minutes, of the worker's core."""

logger = logging.getLogger(__name__)

BUDGET = 70_000_000
"""Number of cards tried for one deal: about ten seconds of a core."""
JUDGE, PLAY_OUTS = RobotLevel.FORT, None
"""Robot that estimates the cost of the cards which the search does not reach, and its play-outs for a card if
they are not those of its level: up to eight seconds for a deal."""
SIGN_SECONDS = 0.5
"""Seconds between two progress reports."""
MOST_OPEN = 20
"""Largest number of analyses of the site that are queued or running."""
OPEN_STATES = (JobState.QUEUED, JobState.RUNNING)


def can_analyse(state: State) -> bool:
    """Return whether a deal can be analysed: it is finished, has a contract, and its game has a search."""
    return (
        state.is_over
        and isinstance(state.outcome(), Outcome)
        and is_searched(state.variant)
        and can_compile()
    )


def find_analysis(sitting: Sitting) -> PlayAnalysis | None:
    """Return the analysis of a deal in its finished form, in any state, or None. One query."""
    return PlayAnalysis.objects.filter(table=sitting.table, log_length=sitting.number).first()


def find_record_analysis(record: PlayRecord) -> PlayAnalysis | None:
    """Return the analysis of a recorded play, in any state, or None. One query.

    Show it only where `tournaments.deals.door` makes the record public.
    """
    return PlayAnalysis.objects.filter(record=record).first()


def request_analysis(*, sitting: Sitting) -> PlayAnalysis:
    """Request the analysis of a deal finished at a table. Return an earlier one unless it failed.

    Raises:
        AppError: `not_analysed`, if the deal cannot be analysed; `too_many_analyses`, if many are queued.
    """
    return _request(sitting.state, table=sitting.table, log_length=sitting.number)


def request_record_analysis(*, record: PlayRecord, state: State) -> PlayAnalysis:
    """Request the analysis of a play that an event recorded. Return an earlier one unless it failed.

    Args:
        record: a record that is public.
        state: last state of the record.
    """
    return _request(state, record=record)


def recorded_state(text: str) -> State:
    """Return the last state of a recorded play. No query."""
    return replay_deal(parse_played_deal(text))


def run_analysis(*, analysis: PlayAnalysis) -> PlayAnalysis:
    """Analyse the deal and store the result. A row that is finished, or in work elsewhere, stays as it is."""
    return PLAY_ANALYSES.run(analysis, _analyse, _give_up)


def card_readings(analysis: PlayAnalysis, state: State) -> list[CardReading]:
    """Return the readings of a finished analysis, in the order of play. No query."""
    return parse_readings(analysis.readings, _plays(state))


@transaction.atomic
def _request(
    state: State, *, table: PlayedTable | None = None, record: PlayRecord | None = None, log_length: int = 0
) -> PlayAnalysis:
    if not can_analyse(state):
        raise AppError("not_analysed", _("Cette donne ne peut pas être analysée."))
    # the lock keeps two requests from deleting and creating the row at the same time
    previous_analysis = _analyses_of(table, record).select_for_update().first()
    if previous_analysis is not None:
        if previous_analysis.log_length == log_length and previous_analysis.state != JobState.FAILED:
            return previous_analysis
        previous_analysis.delete()
    if PlayAnalysis.objects.filter(state__in=OPEN_STATES).count() >= MOST_OPEN:
        raise AppError(
            "too_many_analyses", _("Beaucoup d’analyses attendent déjà : réessayez dans quelques minutes.")
        )
    analysis, _is_new = PlayAnalysis.objects.get_or_create(
        table=table, record=record, defaults={"log_length": log_length}
    )
    PLAY_ANALYSES.nudge(analysis.pk)
    return analysis


def _analyses_of(table: PlayedTable | None, record: PlayRecord | None) -> QuerySet[PlayAnalysis]:
    rows = PlayAnalysis.objects
    return rows.filter(record=record) if table is None else rows.filter(table=table)


def _analyse(claim: Claim[PlayAnalysis]) -> None:
    state = _state_of(claim)
    if state is None:
        return
    compile_search()
    # numba is slow to import
    from games.core.analysis.played_deals import analyse_play  # noqa: PLC0415
    from games.core.bots.estimates import estimate_readings  # noqa: PLC0415

    # each report is a write to the database: the search reports far more often
    next_sign = 0.0

    def progress(done: int, total: int) -> None:
        nonlocal next_sign
        if time.monotonic() >= next_sign:
            claim.keep(done=done, total=total)
            next_sign = time.monotonic() + SIGN_SECONDS

    start = start_of(record_of_state(state))
    # each card counts half after the search, and half after its estimate
    readings = analyse_play(
        start, state.history, budget=BUDGET, progress=lambda done, total: progress(done // 2, total)
    )
    total = len(readings)
    readings = estimate_readings(
        start,
        state.history,
        readings,
        level=JUDGE,
        budget=PLAY_OUTS,
        progress=lambda done: progress((total + done) // 2, total),
    )
    claim.keep(
        readings=format_readings(readings),
        done=total,
        total=total,
        state=JobState.DONE,
        finished_at=timezone.now(),
    )


def _state_of(claim: Claim[PlayAnalysis]) -> State | None:
    """Return the last state of the deal. Give the work up and return None if the deal has changed."""
    table, record = claim.row.table, claim.row.record
    if table is not None:
        sitting = load_sitting(table)
        if sitting.number == claim.row.log_length:
            return sitting.state
        claim.give_up("the log has changed")
        return None
    assert record is not None  # constraint analysis_of_one_play
    play = record.play
    session = play.round.section.session
    # a correction may have closed the étui again since the request
    is_complete = play.board in complete_boards(session)
    disclosure = shown_record(session, play.board, play.pk, is_complete=is_complete)
    if disclosure is not None and disclosure[1] == record:
        return recorded_state(disclosure[2])
    claim.give_up("the étui is closed, or another play was written")
    return None


def _give_up(claim: Claim[PlayAnalysis], error: Exception) -> None:
    logger.error("analysis failed: id %s", claim.row.pk, exc_info=error)
    claim.give_up(f"{type(error).__name__}: {error}")


def _plays(state: State) -> Sequence[CardPlay]:
    return [
        CardPlay(number, step.seat, step.action.card)
        for number, step in enumerate(state.steps)
        if isinstance(step.action, PlayCard)
    ]
