"""Values computed again when their rows change: any room requests it, the room that owns them computes it.

A request is a row written in the transaction of the change. It survives a worker that dies and a message
that is lost, and is deleted by the refresh that has taken it into account.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Protocol, TypeVar

from celery import Task
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from common.text.moments import NOTHING, left_of
from tournaments.work.asking import Row, Work

Made = TypeVar("Made")


class Snapshot(Protocol):
    """A numbered version of what was computed, not saved yet."""

    def save(self, *, force_insert: bool) -> None: ...


Kept = TypeVar("Kept", bound=Snapshot)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recomputed(Work[Row]):
    """A kind of thing that is computed again; its requests are the rows that ask for it."""

    gap: timedelta = NOTHING
    """At least this long between two refreshes of one thing, so that a burst of changes makes few."""
    made_at: Callable[[int], datetime | None] = lambda pk: None
    """When a thing was last computed. One query; asked only where there is a gap."""

    def request(self, pk: int, **row: Any) -> None:
        """Ask for a refresh of thing `pk`, inside the transaction of the change.

        Only the oldest of several waiting requests nudges the worker: a refresh that ends looks for
        requests it has not seen, and the sweep finds what a lost nudge left. Whether an older one waits is
        asked after the commit: one that waits then is forgotten by a refresh that will see this one.
        """
        request = self.rows._default_manager.create(**row)
        self.nudge(pk, unless=self.requests(pk).filter(pk__lt=request.pk).exists)

    def requests(self, pk: int) -> QuerySet[Row]:
        """The requests for one thing."""
        return self.rows._default_manager.filter(**{self.of: pk})

    def forget(self, seen: list[int]) -> None:
        """Delete the requests that a refresh has taken into account, in the transaction of the refresh."""
        self.rows._default_manager.filter(pk__in=seen).delete()

    def delay(self, pk: int) -> timedelta | None:
        """How long a refresh should still wait; None when nothing asks for one. Two queries at most."""
        if not self.requests(pk).exists():
            return None
        made_at = self.made_at(pk) if self.gap else None
        return NOTHING if made_at is None else left_of(self.gap, made_at, timezone.now())

    def run(self, task: Task, pk: int, refresh: Callable[[], Made]) -> Made | None:
        """Refresh once; come back when the last refresh is too recent or something is still asked for.

        A task that runs where it was asked for, as in tests, cannot come back later: it refreshes at once.
        """
        delay = self.delay(pk)
        if delay and not task.request.is_eager:
            task.apply_async(kwargs={self.argument: pk}, countdown=delay.total_seconds())
            return None
        made = refresh()
        delay = self.delay(pk)
        if delay is not None and not task.request.is_eager:
            task.apply_async(kwargs={self.argument: pk}, countdown=delay.total_seconds())
        return made


@dataclass(frozen=True, slots=True, kw_only=True)
class Versioned(Recomputed[Row]):
    """A thing of which every refresh is kept as a numbered snapshot."""

    numbered: Callable[[int], QuerySet[Any]]
    """The one row that has the `version` of a thing."""

    def keep_next(
        self, pk: int, make: Callable[[int], Kept], then: Callable[[Kept], None] = lambda made: None
    ) -> Kept | None:
        """Compute the next version and keep it; None when nobody asked for one.

        Nothing is locked while `make` reads and computes: SQLite has one lock for all who write, and
        entering a result never waits for a ranking. The requests are read before `make` reads, so that each
        one deleted here has been taken into account; a version stored meanwhile by another refresh makes
        this one begin again.

        Args:
            make: the snapshot with a version of that number, not saved; reads everything afresh.
            then: what else is written in the transaction that keeps it.
        """
        while True:
            version = self.numbered(pk).values_list("version", flat=True).get()
            seen = list(self.requests(pk).values_list("pk", flat=True))
            if not seen:
                return None
            snapshot = make(version + 1)
            with transaction.atomic():
                if self.numbered(pk).filter(version=version).update(version=version + 1):
                    snapshot.save(force_insert=True)
                    self.forget(seen)
                    then(snapshot)
                    return snapshot
