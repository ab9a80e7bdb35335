"""Work asked for by rows: a lost message loses no work, because the sweep asks again for rows still there."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Generic, TypeVar

from django.db.models import Model, Q, QuerySet

from common.text.moments import longer_ago
from common.workers.queueing import after_commit

Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True, kw_only=True)
class Work(Generic[Row]):
    """One kind of work, asked for by rows that have a `created_at`."""

    name: str
    """In the figures of the site."""
    rows: type[Row]
    of: str
    """Lookup from a row to the id that the task is given."""
    task: str
    argument: str
    """Under which name the task is given the id."""
    stale_after: timedelta
    """A row that waits that long is sent again: longer than the work usually waits."""
    unclaimed: Q = field(default_factory=Q)
    """Which rows wait for a worker."""

    def waiting(self) -> QuerySet[Row]:
        """Rows that no worker has taken."""
        return self.rows._default_manager.filter(self.unclaimed)

    def nudge(
        self, pk: int, *, countdown: float | None = None, unless: Callable[[], bool] | None = None
    ) -> None:
        """Have the task run after the commit; arguments as in `after_commit`."""
        after_commit(self.task, countdown=countdown, unless=unless, **{self.argument: pk})

    def stale(self, now: datetime) -> list[int]:
        """The ids for which a message was lost or a worker died. One query."""
        rows = self.rows._default_manager.filter(self.is_stale(now)).order_by(self.of)
        return list(rows.values_list(self.of, flat=True).distinct())

    def is_stale(self, now: datetime) -> Q:
        """The condition of a row that waits too long."""
        return self.unclaimed & longer_ago("created_at", self.stale_after, now)
