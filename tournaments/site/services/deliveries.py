"""Messages to webhooks: put together, signed, sent, and sent again after pauses.

Signature and headers are those of Standard Webhooks (standardwebhooks.com, version 1).
"""

import base64
import hashlib
import hmac
import json
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.urls import reverse
from django.utils import timezone

from common.text.moments import filter_older
from etui.version import program_version
from tournaments.base.services.link_keys import link_digest
from tournaments.enums import DeliveryState, LinkPurpose
from tournaments.models import Webhook, WebhookDelivery
from tournaments.site.services.outbound import Posting, SendResult, send_apart
from tournaments.work.hooks import PAUSES, filter_due
from tournaments.work.kinds import DELIVERIES, HOOKS

PART = 3
"""Messages sent by one task; the rest goes to a further task, so that other work takes its turn."""
PAUSED_AFTER = timedelta(days=1)
"""Time of failures alone after which a webhook pauses by itself."""
DELIVERIES_KEPT = timedelta(days=14)


@transaction.atomic
def gather_changes(*, tournament_id: int) -> int:
    """Write one message for each webhook and kind of change of an event. Return the number of messages.

    A message of the same kind that has not been tried yet takes the new version instead.
    """
    hooks = Webhook.objects.select_for_update(of=("self",), no_key=True).order_by("pk")
    # locked first: a second worker waits and finds no request; a pause waits and gives these messages up
    open_hooks = list(hooks.filter(club__tournaments=tournament_id, paused_at=None))
    requests = dict(HOOKS.requests(tournament_id).order_by("pk").values_list("pk", "kind"))
    if not requests:
        return 0
    versions = {kind: pk for pk, kind in requests.items()}
    count = 0
    for hook in open_hooks:
        untried = hook.deliveries.filter(tournament=tournament_id, state=DeliveryState.WAITING, attempts=0)
        for kind in sorted(versions.keys() & set(hook.kinds)):
            if not untried.filter(kind=kind).update(version=versions[kind]):
                hook.deliveries.create(tournament_id=tournament_id, kind=kind, version=versions[kind])
                count += 1
        DELIVERIES.nudge(hook.pk)
    HOOKS.forget(list(requests))
    return count


def send_deliveries(*, hook_id: int) -> int:
    """Send up to `PART` messages of a webhook that are due, and request the rest. Return the number accepted.

    Several workers may run this at the same time. After a failure the webhook rests.
    """
    sent_count = 0
    for _number in range(PART):
        delivery = _claim(hook_id)
        if delivery is None:
            return sent_count
        if not _note_result(delivery, send_apart(posting_of(delivery, timezone.now()))):
            return sent_count
        sent_count += 1
    DELIVERIES.nudge(hook_id)
    return sent_count


def posting_of(delivery: WebhookDelivery, moment: datetime) -> Posting:
    """Return the signed request of a message. It names no person, result or card."""
    hook = delivery.hook
    body = message_body(delivery)
    seconds = str(int(moment.timestamp()))
    signed = f"{delivery.uid}.{seconds}.".encode() + body
    signature = base64.b64encode(hmac.digest(hook_key(hook), signed, hashlib.sha256)).decode()
    headers = {
        "Content-Type": "application/json",
        "User-Agent": f"Etui/{program_version()}",
        "webhook-id": str(delivery.uid),
        "webhook-timestamp": seconds,
        "webhook-signature": f"v1,{signature}",
    }
    return Posting(hook.address, headers, body, settings.ETUI_LOCAL_WEBHOOKS)


def message_body(delivery: WebhookDelivery) -> bytes:
    """Return the JSON of a message."""
    tournament = delivery.tournament
    path = reverse("api-v1-event", args=[tournament.slug]) if tournament else None
    site = str(settings.ETUI_PUBLIC_URL or delivery.hook.site).rstrip("/")
    content = {
        "id": str(delivery.uid),
        "type": delivery.kind,
        "event": f"{site}{path}" if path else None,
        "version": delivery.version,
        "timestamp": delivery.created_at.isoformat(),
    }
    return json.dumps(content).encode()


def hook_key(hook: Webhook) -> bytes:
    """Return the 32 bytes with which messages of a webhook are signed."""
    return link_digest(LinkPurpose.WEBHOOK, f"{hook.pk} {hook.nonce}")


def hook_secret(hook: Webhook) -> str:
    """Return the secret of a webhook as programs take it."""
    return f"whsec_{base64.b64encode(hook_key(hook)).decode()}"


def forget_deliveries(*, now: datetime) -> int:
    """Delete messages that are older than `DELIVERIES_KEPT`. Return their number."""
    old_deliveries = WebhookDelivery.objects.filter(filter_older("created_at", DELIVERIES_KEPT, now))
    count, _rows = old_deliveries.delete()
    return count


def give_up_waiting(hook_ids: Iterable[int]) -> int:
    """Give up the waiting messages of webhooks. Return their number."""
    waiting = WebhookDelivery.objects.filter(hook__in=hook_ids, state=DeliveryState.WAITING)
    return waiting.update(state=DeliveryState.GIVEN_UP, changed_at=timezone.now())


def _claim(hook_id: int) -> WebhookDelivery | None:
    """Count an attempt of the oldest message that is due; None without one."""
    moment = timezone.now()
    due = WebhookDelivery.objects.filter(filter_due(moment), hook=hook_id).order_by("created_at", "pk")
    for pk, attempts in due.values_list("pk", "attempts")[:5]:
        # the update is atomic: of two workers only one counts. If this one dies, the next attempt follows
        row = WebhookDelivery.objects.filter(pk=pk, attempts=attempts, state=DeliveryState.WAITING)
        if row.update(attempts=F("attempts") + 1, changed_at=moment):
            return WebhookDelivery.objects.select_related("hook", "tournament").get(pk=pk)
    return None


def _note_result(delivery: WebhookDelivery, result: SendResult) -> bool:
    """Store the result of an attempt. Return whether the message was accepted."""
    moment = timezone.now()
    state = DeliveryState.DELIVERED if result.is_success else DeliveryState.WAITING
    if not result.is_success and delivery.attempts > len(PAUSES):
        state = DeliveryState.GIVEN_UP
    rows = WebhookDelivery.objects.filter(pk=delivery.pk)
    if not result.is_success:
        # a pause during the attempt gave the message up
        rows = rows.filter(state=DeliveryState.WAITING)
    rows.update(state=state, changed_at=moment, code=result.code, problem=result.problem)
    hooks = Webhook.objects.filter(pk=delivery.hook_id)
    if result.is_success:
        hooks.update(failing_since=None, failed_at=None)
        return True
    hook = delivery.hook
    # a failure long after the last one begins a new series
    is_series = hook.failed_at is not None and moment - hook.failed_at <= PAUSED_AFTER
    since = hook.failing_since if is_series and hook.failing_since else moment
    hooks.update(failing_since=since, failed_at=moment)
    if moment - since >= PAUSED_AFTER and hooks.filter(paused_at=None).update(
        paused_at=moment, was_paused_by_failures=True
    ):
        give_up_waiting([hook.pk])
    return False
