"""Webhooks of a club: made, paused, tried and deleted by an owner."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.enums import DeliveryState, HookKind
from tournaments.models import Club, Webhook
from tournaments.site.services.deliveries import give_up_waiting
from tournaments.site.services.outbound import clean_hook_address
from tournaments.trace.services.trace import record_event
from tournaments.work.kinds import DELIVERIES

MOST_HOOKS = 5
"""Largest number of webhooks of one club."""


@transaction.atomic
def make_webhook(*, club: Club, address: str, kinds: Sequence[HookKind], site: str, made_by: User) -> Webhook:
    """Store a webhook.

    Args:
        site: address of this site, for links in messages.

    Raises:
        AppError: `too_many_webhooks`, or as `clean_hook_address`.
    """
    clean_address = clean_hook_address(address)
    # locked, so that two simultaneous requests do not exceed the limit
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    if club.webhooks.count() >= MOST_HOOKS:
        message = _("Un club avertit %(most)d programmes au plus : supprimez-en un.")
        raise AppError("too_many_webhooks", message % {"most": MOST_HOOKS})
    hook = club.webhooks.create(
        address=clean_address, kinds=[kind.value for kind in kinds], site=site, made_by=made_by
    )
    record_event(club=club, actor=made_by, action="club.webhook_made", subject=hook.address)
    return hook


@transaction.atomic
def set_webhook_paused(*, hook: Webhook, is_paused: bool, set_by: User) -> None:
    """Pause a webhook and give up its waiting messages, or resume it."""
    hook.paused_at = timezone.now() if is_paused else None
    hook.was_paused_by_failures = False
    hook.failing_since = hook.failed_at = None
    hook.save(update_fields=["paused_at", "was_paused_by_failures", "failing_since", "failed_at"])
    if is_paused:
        give_up_waiting([hook.pk])
    action = "club.webhook_paused" if is_paused else "club.webhook_resumed"
    record_event(club=hook.club, actor=set_by, action=action, subject=hook.address)


@transaction.atomic
def delete_webhook(*, hook: Webhook, deleted_by: User) -> None:
    """Delete a webhook with its messages."""
    record_event(club=hook.club, actor=deleted_by, action="club.webhook_deleted", subject=hook.address)
    hook.delete()


@transaction.atomic
def try_webhook(*, hook: Webhook) -> None:
    """Queue a trial, which is sent at once. It replaces one that waits.

    Raises:
        AppError: `webhook_paused`.
    """
    # locked, so that two requests at once leave one trial
    open_hooks = Webhook.objects.select_for_update(no_key=True).filter(pk=hook.pk, paused_at=None)
    if open_hooks.first() is None:
        raise AppError("webhook_paused", _("Ce programme est en pause : reprenez d’abord les envois."))
    hook.deliveries.filter(kind=HookKind.TEST, state=DeliveryState.WAITING).update(
        state=DeliveryState.GIVEN_UP, changed_at=timezone.now()
    )
    hook.deliveries.create(kind=HookKind.TEST)
    Webhook.objects.filter(pk=hook.pk).update(failed_at=None)
    DELIVERIES.nudge(hook.pk)
