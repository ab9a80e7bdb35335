"""Work that is requested by rows.

A lost message loses no work: the sweep sends it again while the row exists.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Generic, TypeVar

from django.db.models import Model, Q, QuerySet

from common.text.moments import filter_older
from common.workers.queueing import after_commit

Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True, kw_only=True)
class Work(Generic[Row]):
    """A kind of background work, requested by rows that have a `created_at`."""

    name: str
    """Name of the kind in the figures of the site."""
    rows: type[Row]
    of: str
    """Lookup from a row to the id that the task receives."""
    task: str
    argument: str
    """Name of the task's parameter that receives the id."""
    stale_after: timedelta
    """Age after which a waiting row is sent again, longer than the work usually waits."""
    unclaimed: Q = field(default_factory=Q)
    """Condition of the rows that wait for a worker."""

    def waiting(self) -> QuerySet[Row]:
        """Return the rows that no worker has claimed."""
        return self.rows._default_manager.filter(self.unclaimed)

    def nudge(
        self, pk: int, *, countdown: float | None = None, unless: Callable[[], bool] | None = None
    ) -> None:
        """Queue the task after the commit, with arguments as in `after_commit`."""
        after_commit(self.task, countdown=countdown, unless=unless, **{self.argument: pk})

    def stale(self, moment: datetime) -> list[int]:
        """Return the ids whose message was lost or whose worker died. One query."""
        rows = self.rows._default_manager.filter(self.is_stale(moment)).order_by(self.of)
        return list(rows.values_list(self.of, flat=True).distinct())

    def is_stale(self, moment: datetime) -> Q:
        """Return the condition of a row that has waited too long."""
        return self.unclaimed & filter_older("created_at", self.stale_after, moment)
