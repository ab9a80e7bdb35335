"""Values that are computed again when their rows change.

Any area requests a refresh, and the area that owns the values computes them. A request is a row written in
the transaction of the change. It survives a dead worker and a lost message. The refresh that takes it into
account deletes it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Protocol, TypeVar

from celery import Task
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from common.text.moments import NOTHING, time_left_of
from tournaments.work.asking import Row, Work

Made = TypeVar("Made")


class Snapshot(Protocol):
    """A numbered version of a computed value, not saved yet."""

    def save(self, *, force_insert: bool) -> None: ...


Kept = TypeVar("Kept", bound=Snapshot)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recomputed(Work[Row]):
    """A kind of value that is computed again. Its requests are rows."""

    gap: timedelta = NOTHING
    """Minimum time between two refreshes of one value, so that a burst of changes causes few of them."""
    made_at: Callable[[int], datetime | None] = lambda pk: None
    """Time of the last refresh of a value. One query, made only where there is a gap."""

    def request(self, pk: int, **row: Any) -> None:
        """Request a refresh of the value `pk`, inside the transaction of the change."""
        request = self.rows._default_manager.create(**row)
        # Only the oldest of several waiting requests nudges the worker: a refresh that ends looks for
        # requests that it has not seen, and the sweep replaces a lost nudge. `unless` runs after the commit,
        # so a request that is still there will be deleted by a refresh that sees this one, too. A refresh
        # within the same transaction has left none.
        self.nudge(pk, unless=lambda: self._oldest_request(pk) != request.pk)

    def _oldest_request(self, pk: int) -> int | None:
        return self.requests(pk).order_by("pk").values_list("pk", flat=True).first()

    def requests(self, pk: int) -> QuerySet[Row]:
        """Return the requests for one value."""
        return self.rows._default_manager.filter(**{self.of: pk})

    def forget(self, request_ids: list[int]) -> None:
        """Delete the requests that a refresh has taken into account, in the transaction of the refresh."""
        self.rows._default_manager.filter(pk__in=request_ids).delete()

    def delay(self, pk: int) -> timedelta | None:
        """Return how long a refresh should still wait; None without a request. Two queries at most."""
        if not self.requests(pk).exists():
            return None
        made_at = self.made_at(pk) if self.gap else None
        return NOTHING if made_at is None else time_left_of(self.gap, made_at, timezone.now())

    def run(self, task: Task, pk: int, refresh: Callable[[], Made]) -> Made | None:
        """Refresh the value once.

        Queue the task again if the last refresh is too recent or a request remains.
        """
        delay = self.delay(pk)
        # an eager task, as in tests, cannot be queued for later: it refreshes at once
        if delay and not task.request.is_eager:
            task.apply_async(kwargs={self.argument: pk}, countdown=delay.total_seconds())
            return None
        result = refresh()
        delay = self.delay(pk)
        if delay is not None and not task.request.is_eager:
            task.apply_async(kwargs={self.argument: pk}, countdown=delay.total_seconds())
        return result


@dataclass(frozen=True, slots=True, kw_only=True)
class Versioned(Recomputed[Row]):
    """A kind of value that keeps each refresh as a numbered snapshot."""

    numbered: Callable[[int], QuerySet[Any]]
    """Query for the one row that has the `version` of a value."""

    def keep_next(
        self, pk: int, make: Callable[[int], Kept], then: Callable[[Kept], None] = lambda made: None
    ) -> Kept | None:
        """Compute the next version and store it; None without a request.

        Args:
            make: builds the unsaved snapshot with the given version number. It reads all its data again.
            then: writes more rows in the transaction that stores the snapshot.
        """
        # nothing is locked while `make` computes: SQLite has one write lock, and entering a result never
        # waits for a ranking
        while True:
            version = self.numbered(pk).values_list("version", flat=True).get()
            # requests are read before `make` reads its data, so each one deleted below has been taken into
            # account
            request_ids = list(self.requests(pk).values_list("pk", flat=True))
            if not request_ids:
                return None
            snapshot = make(version + 1)
            with transaction.atomic():
                # zero rows if another refresh has stored this version in the meantime: compute again
                if self.numbered(pk).filter(version=version).update(version=version + 1):
                    snapshot.save(force_insert=True)
                    self.forget(request_ids)
                    then(snapshot)
                    return snapshot
