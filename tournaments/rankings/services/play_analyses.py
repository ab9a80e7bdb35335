"""What each card of a finished deal cost: asked for once, computed by the worker, kept.

The deal was finished at a table of the site, or an event recorded it card by card. A record comes through the
door each time: no card of it is looked at before everybody may see its étui, and nothing is kept once that
ends.
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
from games.core.exchange.deals import deal_of, replay_deal, start_of
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
"""Analyses and marks of reference: ten seconds, and a minute or two, of the worker's core."""

logger = logging.getLogger(__name__)

BUDGET = 70_000_000
"""Cards tried for one deal: some ten seconds of a core."""
SIGN_SECONDS = 0.5
"""Between two signs of life."""
MOST_OPEN = 20
"""Analyses of the site that wait or run at a time."""
OPEN_STATES = (JobState.QUEUED, JobState.RUNNING)


def can_analyse(state: State) -> bool:
    """Whether a deal can be analysed here: finished, with a contract, of a game that is searched."""
    return (
        state.is_over
        and isinstance(state.outcome(), Outcome)
        and is_searched(state.variant)
        and can_compile()
    )


def find_analysis(sitting: Sitting) -> PlayAnalysis | None:
    """The analysis of a finished deal as it was played to its end, in whatever state. One query."""
    return PlayAnalysis.objects.filter(table=sitting.table, log_length=sitting.number).first()


def find_record_analysis(record: PlayRecord) -> PlayAnalysis | None:
    """The analysis of a recorded play, in whatever state. One query.

    What it says is shown only where `tournaments.deals.door` gives the record to everybody.
    """
    return PlayAnalysis.objects.filter(record=record).first()


def request_analysis(*, sitting: Sitting) -> PlayAnalysis:
    """Ask for the analysis of a deal finished at a table; the one asked for before, unless it failed.

    Raises:
        AppError: `not_analysed`, for a deal that cannot be; `too_many_analyses`, where many wait.
    """
    return _request(sitting.state, table=sitting.table, log_length=sitting.number)


def request_record_analysis(*, record: PlayRecord, state: State) -> PlayAnalysis:
    """The same for a play that an event recorded.

    Args:
        record: one that everybody may see.
        state: the end of what it says.
    """
    return _request(state, record=record)


def recorded_state(text: str) -> State:
    """A recorded play as far as it goes. No query."""
    return replay_deal(parse_played_deal(text))


def run_analysis(*, analysis: PlayAnalysis) -> PlayAnalysis:
    """Analyse the deal and keep what was found; leave a row alone that is not to be taken."""
    return PLAY_ANALYSES.run(analysis, _analyse, _give_up)


def card_readings(analysis: PlayAnalysis, state: State) -> list[CardReading]:
    """What a finished analysis found of each card, in the order played. No query."""
    return parse_readings(analysis.readings, _plays(state))


@transaction.atomic
def _request(
    state: State, *, table: PlayedTable | None = None, record: PlayRecord | None = None, log_length: int = 0
) -> PlayAnalysis:
    if not can_analyse(state):
        raise AppError("not_analysed", _("Cette donne ne peut pas être analysée."))
    earlier = _analyses_of(table, record).select_for_update().first()
    if earlier is not None:
        if earlier.log_length == log_length and earlier.state != JobState.FAILED:
            return earlier
        earlier.delete()
    if PlayAnalysis.objects.filter(state__in=OPEN_STATES).count() >= MOST_OPEN:
        raise AppError(
            "too_many_analyses", _("Beaucoup d’analyses attendent déjà : réessayez dans quelques minutes.")
        )
    analysis, _made = PlayAnalysis.objects.get_or_create(
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
    from games.core.analysis.played_deals import analyse_play  # noqa: PLC0415 - numba, for who analyses

    next_sign = 0.0

    def progress(done: int, total: int) -> None:
        nonlocal next_sign
        if time.monotonic() >= next_sign:
            claim.keep(done=done, total=total)
            next_sign = time.monotonic() + SIGN_SECONDS

    readings = analyse_play(start_of(deal_of(state)), state.history, budget=BUDGET, progress=progress)
    total = len(readings)
    claim.keep(
        readings=format_readings(readings),
        done=total,
        total=total,
        state=JobState.DONE,
        finished_at=timezone.now(),
    )


def _state_of(claim: Claim[PlayAnalysis]) -> State | None:
    """The end of the deal; None, and the work given up, where it is no longer what was to be analysed."""
    table, record = claim.row.table, claim.row.record
    if table is not None:
        sitting = load_sitting(table)
        if sitting.number == claim.row.log_length:
            return sitting.state
        claim.give_up("the log has changed")
        return None
    assert record is not None  # analysis_of_one_play
    play = record.play
    session = play.round.section.session
    is_complete = play.board in complete_boards(session)
    found = shown_record(session, play.board, play.pk, is_complete=is_complete)
    if found is not None and found[1] == record:
        return recorded_state(found[2])
    claim.give_up("the étui is closed, or another play was written")
    return None


def _give_up(claim: Claim[PlayAnalysis], error: Exception) -> None:
    logger.error("analysis %s", claim.row.pk, exc_info=error)
    claim.give_up(f"{type(error).__name__}: {error}")


def _plays(state: State) -> Sequence[CardPlay]:
    return [
        CardPlay(number, step.seat, step.action.card)
        for number, step in enumerate(state.steps)
        if isinstance(step.action, PlayCard)
    ]
