"""What each card of a deal finished at a table cost: asked for once, computed by the worker, kept."""

import logging
import time
from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from common.errors import AppError
from games.core.actions import PlayCard
from games.core.analysis.positions import is_searched
from games.core.analysis.readings import CardPlay, CardReading, format_readings, parse_readings
from games.core.exchange.deals import deal_of, start_of
from games.core.outcome import Outcome
from games.core.play import State
from games.services.compiled_search import can_compile, compile_search
from games.services.played_tables import Sitting, load_sitting
from tournaments.enums import JobState
from tournaments.models import PlayAnalysis
from tournaments.work.jobs import Claim
from tournaments.work.kinds import PLAY_ANALYSES

logger = logging.getLogger(__name__)

BUDGET = 50_000_000
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


@transaction.atomic
def request_analysis(*, sitting: Sitting) -> PlayAnalysis:
    """Ask for the analysis of a finished deal; the one asked for before, unless it failed.

    Raises:
        AppError: `not_analysed`, for a deal that cannot be; `too_many_analyses`, where many wait.
    """
    if not can_analyse(sitting.state):
        raise AppError("not_analysed", _("Cette donne ne peut pas être analysée."))
    earlier = PlayAnalysis.objects.select_for_update().filter(table=sitting.table).first()
    if earlier is not None:
        if earlier.log_length == sitting.number and earlier.state != JobState.FAILED:
            return earlier
        earlier.delete()
    if PlayAnalysis.objects.filter(state__in=OPEN_STATES).count() >= MOST_OPEN:
        raise AppError(
            "too_many_analyses", _("Beaucoup d’analyses attendent déjà : réessayez dans quelques minutes.")
        )
    analysis, _made = PlayAnalysis.objects.get_or_create(
        table=sitting.table, defaults={"log_length": sitting.number}
    )
    PLAY_ANALYSES.nudge(analysis.pk)
    return analysis


def run_analysis(*, analysis: PlayAnalysis) -> PlayAnalysis:
    """Analyse the deal and keep what was found; leave a row alone that is not to be taken."""
    return PLAY_ANALYSES.run(analysis, _analyse, _give_up)


def card_readings(analysis: PlayAnalysis, state: State) -> list[CardReading]:
    """What a finished analysis found of each card, in the order played. No query."""
    return parse_readings(analysis.readings, _plays(state))


def _analyse(claim: Claim[PlayAnalysis]) -> None:
    compile_search()
    from games.core.analysis.played_deals import analyse_play  # noqa: PLC0415 - numba, for who analyses

    sitting = load_sitting(claim.row.table)
    if sitting.number != claim.row.log_length:
        claim.give_up("the log has changed")
        return
    next_sign = 0.0

    def progress(done: int, total: int) -> None:
        nonlocal next_sign
        if time.monotonic() >= next_sign:
            claim.keep(done=done, total=total)
            next_sign = time.monotonic() + SIGN_SECONDS

    start = start_of(deal_of(sitting.state))
    readings = analyse_play(start, sitting.state.history, budget=BUDGET, progress=progress)
    total = len(readings)
    claim.keep(
        readings=format_readings(readings),
        done=total,
        total=total,
        state=JobState.DONE,
        finished_at=timezone.now(),
    )


def _give_up(claim: Claim[PlayAnalysis], error: Exception) -> None:
    logger.error("analysis %s", claim.row.pk, exc_info=error)
    claim.give_up(f"{type(error).__name__}: {error}")


def _plays(state: State) -> Sequence[CardPlay]:
    return [
        CardPlay(number, step.seat, step.action.card)
        for number, step in enumerate(state.steps)
        if isinstance(step.action, PlayCard)
    ]
