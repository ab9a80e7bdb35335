"""Webhooks of a club with their last messages, and the times of their next attempts."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.enums import DeliveryState, HookKind
from tournaments.models import Club, Webhook, WebhookDelivery
from tournaments.work.hooks import HOOK_REST, PAUSES

MOST_SHOWN = 30
"""Largest number of messages on the page, the latest first."""
TRIAL_WATCH = timedelta(minutes=2)
"""Time in which the page polls for the outcome of a trial."""


PROBLEM_WORDS: dict[str, Promise] = {
    "silent": _("pas de réponse à temps"),
    "local": _("adresse du réseau local"),
    "unreachable": _("pas de connexion"),
    "tls": _("certificat refusé"),
    "broken": _("réponse illisible"),
}
"""Words for each value of `tournaments.site.services.outbound.PROBLEMS`."""


@dataclass(frozen=True, slots=True)
class ShownDelivery:
    """A message with the time of its next attempt."""

    delivery: WebhookDelivery
    next_at: datetime | None
    """None if no attempt follows."""

    @property
    def problem_words(self) -> str | Promise:
        """Reason of a failure without a response."""
        return PROBLEM_WORDS.get(self.delivery.problem, self.delivery.problem)


@dataclass(frozen=True, slots=True)
class ShownHook:
    """A webhook with its last messages."""

    hook: Webhook
    deliveries: list[ShownDelivery]

    @property
    def was_tried(self) -> bool:
        """True if the last message is a trial."""
        return bool(self.deliveries) and self.deliveries[0].delivery.kind == HookKind.TEST

    @property
    def is_trying(self) -> bool:
        """True for a short time after a trial was requested, until its first attempt."""
        if not self.was_tried:
            return False
        trial = self.deliveries[0].delivery
        is_recent = timezone.now() - trial.created_at < TRIAL_WATCH
        return trial.state == DeliveryState.WAITING and not trial.attempts and is_recent


def load_webhooks(club: Club) -> list[ShownHook]:
    """Return the webhooks of a club in the order made. One query, and one more for each."""
    return [ShownHook(hook, _deliveries_of(hook)) for hook in club.webhooks.all()]


def _deliveries_of(hook: Webhook) -> list[ShownDelivery]:
    rows = hook.deliveries.select_related("tournament").order_by("-created_at", "-pk")[:MOST_SHOWN]
    return [ShownDelivery(delivery, _next_at(hook, delivery)) for delivery in rows]


def _next_at(hook: Webhook, delivery: WebhookDelivery) -> datetime | None:
    if delivery.state != DeliveryState.WAITING or delivery.attempts > len(PAUSES):
        return None
    pause_ends_at = delivery.changed_at
    if delivery.attempts:
        pause_ends_at += PAUSES[delivery.attempts - 1]
    return max(pause_ends_at, hook.failed_at + HOOK_REST) if hook.failed_at else pause_ends_at
