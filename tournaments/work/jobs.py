"""Long jobs, each a row with its progress: claimed by a worker, taken over when its signs of life stop.

A worker claims a row, writes what it has reached and a heartbeat to it, and loses it to another worker when
it stays silent. `attempts` numbers the claims, so that whoever lost the row, or whose job somebody stopped,
notices at its next sign of life and writes nothing more.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Generic

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from common.text.moments import longer_ago
from tournaments.enums import JobState
from tournaments.work.asking import Row, Work

ERROR_LENGTH = 300


class TakenOver(Exception):
    """The job was stopped, or another worker has it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job(Work[Row]):
    """A kind of long job. Its rows have `attempts`, `heartbeat_at`, `error`, `finished_at` and a `state`.

    The states are those of `JobState`; a kind may have more of them, which no worker takes up.
    """

    of: str = "pk"
    unclaimed: Q = field(default_factory=lambda: Q(state=JobState.QUEUED))
    silent_after: timedelta
    """A worker without a sign of life for that long has lost its row."""
    begins_with: Mapping[str, object] = field(default_factory=dict)
    """What every claim sets back."""

    def run(
        self,
        row: Row,
        work: Callable[["Claim[Row]"], None],
        failed: Callable[["Claim[Row]", Exception], None],
    ) -> Row:
        """Work on a row that waits, or whose worker went silent; answer any other as it is.

        Args:
            failed: says what becomes of a row whose work broke off, unless it was taken over.
        """
        claim = self.claim(row)
        if claim is not None:
            try:
                work(claim)
            except TakenOver:
                pass
            except Exception as error:
                failed(claim, error)
        row.refresh_from_db()
        return row

    def claim(self, row: Row) -> "Claim[Row] | None":
        """Take the row for this worker, by one guarded update; None when it is not to be taken."""
        now = timezone.now()
        claimed = self.rows._default_manager.filter(self.unclaimed | self.is_silent(now), pk=row.pk).update(
            state=JobState.RUNNING, attempts=F("attempts") + 1, heartbeat_at=now, **self.begins_with
        )
        if not claimed:
            return None
        row.refresh_from_db()
        return Claim(self, row, row.serializable_value("attempts"))

    def is_silent(self, now: datetime) -> Q:
        """The condition of a row whose worker is gone."""
        return Q(state=JobState.RUNNING) & longer_ago("heartbeat_at", self.silent_after, now)

    def is_stale(self, now: datetime) -> Q:
        """Waiting for long, a while after the last attempt, too; or silent."""
        waits = self.unclaimed & longer_ago("created_at", self.stale_after, now)
        has_rested = Q(heartbeat_at=None) | longer_ago("heartbeat_at", self.stale_after, now)
        return (waits & has_rested) | self.is_silent(now)


@dataclass(frozen=True, slots=True)
class Claim(Generic[Row]):
    """A row in the hands of one worker."""

    job: Job[Row]
    row: Row
    attempt: int
    """Number of the claim, from 1."""

    def keep(self, **values: object) -> None:
        """Write what was reached, with a sign of life; TakenOver when the row is another's."""
        if not self._mine().update(heartbeat_at=timezone.now(), **values):
            raise TakenOver
        for name, value in values.items():
            setattr(self.row, name, value)

    def give_up(self, error: str) -> None:
        """End the job without a result, saying why."""
        self._mine().update(state=JobState.FAILED, error=error[:ERROR_LENGTH], finished_at=timezone.now())

    def queue_again(self, *, countdown: float | None = None) -> None:
        """Leave the row to a later attempt, at the end of the queue."""
        if self._mine().update(state=JobState.QUEUED):
            self.job.nudge(self.row.pk, countdown=countdown)

    def _mine(self) -> QuerySet[Row]:
        return self.job.rows._default_manager.filter(
            pk=self.row.pk, state=JobState.RUNNING, attempts=self.attempt
        )
