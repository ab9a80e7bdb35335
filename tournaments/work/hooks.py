"""Messages to other programs: which changes are sent, and when a message may be sent again."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from common.text.moments import filter_older
from tournaments.enums import DeliveryState, HookKind
from tournaments.work.asking import Row, Work

PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 720))
"""Time before each further attempt of a message. After the last one it is given up."""
ABANDONED_AFTER = timedelta(minutes=10)
"""Time after which a last attempt without a result was lost with its worker. It is repeated."""
HOOK_REST = timedelta(minutes=1)
"""Time after a failure in which nothing is sent to that address, so that a dead one costs little."""
KIND_OF_ACTION = {
    **dict.fromkeys(("result.entered", "result.corrected", "result.withdrawn"), HookKind.RESULTS),
    **dict.fromkeys(("tournament.finished", "tournament.playing"), HookKind.STATE),
    **dict.fromkeys(
        (
            "entries.added",
            "entries.withdrawn",
            "entries.restored",
            "entries.arranged",
            "entries.drawn",
            "entries.lined_up",
            "entry.presence",
            "teams.entered",
            "teams.changed",
            "registration.accepted",
            "registration.joined",
            "substitution.made",
            "substitution.cancelled",
        ),
        HookKind.ENTRIES,
    ),
}
"""Actions of the trace that other programs are notified of. New rankings have no action."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HookWork(Work[Row]):
    """Messages to webhooks. Its rows are of `WebhookDelivery`."""

    def waiting(self) -> QuerySet[Row]:
        """Return the messages that are due. One in a pause between attempts is not late."""
        return self.rows._default_manager.filter(filter_due(timezone.now()))

    def is_stale(self, moment: datetime) -> Q:
        """Return the condition of a message that is due and whose task was lost."""
        return filter_due(moment) & filter_older("created_at", self.stale_after, moment)


def filter_due(moment: datetime) -> Q:
    """Return the condition of waiting messages whose pause, and the rest of whose address, are over."""
    has_rested = Q(attempts=0) | (
        Q(attempts__gt=len(PAUSES)) & filter_older("changed_at", ABANDONED_AFTER, moment)
    )
    for attempts, pause in enumerate(PAUSES, start=1):
        has_rested |= Q(attempts=attempts) & filter_older("changed_at", pause, moment)
    is_open = Q(hook__paused_at=None) & (
        Q(hook__failed_at=None) | filter_older("hook__failed_at", HOOK_REST, moment)
    )
    return Q(state=DeliveryState.WAITING) & has_rested & is_open
