"""Webhooks of a club with their last messages, and the times of their next attempts."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.enums import DeliveryState
from tournaments.models import Club, Webhook, WebhookDelivery
from tournaments.work.hooks import HOOK_REST, PAUSES

MOST_SHOWN = 30
"""Largest number of messages on the page, the latest first."""


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
