"""Long jobs: one row per job, with its progress.

A worker claims a row and writes its progress and a heartbeat to it. A row without a heartbeat is claimed by
another worker. `attempts` numbers the claims: a worker that lost its row, or whose job was stopped, notices
this at its next heartbeat and writes nothing more.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Generic

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from common.text.moments import filter_older
from tournaments.enums import JobState
from tournaments.work.asking import Row, Work

ERROR_LENGTH = 300


class TakenOver(Exception):
    """The job was stopped, or another worker has claimed it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job(Work[Row]):
    """A kind of long job. Its rows have `attempts`, `heartbeat_at`, `error`, `finished_at` and a `state`.

    The states are those of `JobState`. A kind may have more states, in which no worker claims a row.
    """

    of: str = "pk"
    unclaimed: Q = field(default_factory=lambda: Q(state=JobState.QUEUED))
    silent_after: timedelta
    """Time without a heartbeat after which a worker has lost its row."""
    begins_with: Mapping[str, object] = field(default_factory=dict)
    """Values that each claim writes to the row, to reset its progress."""

    def run(
        self,
        row: Row,
        work: Callable[["Claim[Row]"], None],
        handle_error: Callable[["Claim[Row]", Exception], None],
    ) -> Row:
        """Run the job of a row that waits or whose worker is silent. Return any other row as it is.

        Args:
            work: does the job and writes its progress to the claim.
            handle_error: decides what becomes of a row whose work raised an error, unless it was taken over.
        """
        claim = self.claim(row)
        if claim is not None:
            try:
                work(claim)
            except TakenOver:
                pass
            except Exception as error:
                handle_error(claim, error)
        row.refresh_from_db()
        return row

    def claim(self, row: Row) -> "Claim[Row] | None":
        """Claim the row for this worker; None if it is not available."""
        moment = timezone.now()
        # one guarded UPDATE: of two workers that try at once, only one changes the row
        row_count = self.rows._default_manager.filter(
            self.unclaimed | self.is_silent(moment), pk=row.pk
        ).update(state=JobState.RUNNING, attempts=F("attempts") + 1, heartbeat_at=moment, **self.begins_with)
        if not row_count:
            return None
        # the update changed the row in the database only
        row.refresh_from_db()
        return Claim(self, row, row.serializable_value("attempts"))

    def is_silent(self, moment: datetime) -> Q:
        """Return the condition of a row whose worker is gone."""
        return Q(state=JobState.RUNNING) & filter_older("heartbeat_at", self.silent_after, moment)

    def is_stale(self, moment: datetime) -> Q:
        """Return the condition of a row that has waited too long, or whose worker is gone."""
        waits = self.unclaimed & filter_older("created_at", self.stale_after, moment)
        # `queue_again` has sent a message for a job that was queued again: wait as long for that one
        has_rested = Q(heartbeat_at=None) | filter_older("heartbeat_at", self.stale_after, moment)
        return (waits & has_rested) | self.is_silent(moment)


@dataclass(frozen=True, slots=True)
class Claim(Generic[Row]):
    """A row claimed by one worker."""

    job: Job[Row]
    row: Row
    attempt: int
    """Number of the claim, counted from 1."""

    def keep(self, **values: object) -> None:
        """Store progress and a heartbeat. Raise TakenOver if the row is no longer this worker's."""
        if not self._mine().update(heartbeat_at=timezone.now(), **values):
            raise TakenOver
        for name, value in values.items():
            setattr(self.row, name, value)

    def give_up(self, error: str) -> None:
        """End the job without a result and store the reason."""
        self._mine().update(state=JobState.FAILED, error=error[:ERROR_LENGTH], finished_at=timezone.now())

    def queue_again(self, *, countdown: float | None = None) -> None:
        """Release the row for a later attempt, at the end of the queue."""
        if self._mine().update(state=JobState.QUEUED):
            self.job.nudge(self.row.pk, countdown=countdown)

    def _mine(self) -> QuerySet[Row]:
        return self.job.rows._default_manager.filter(
            pk=self.row.pk, state=JobState.RUNNING, attempts=self.attempt
        )
