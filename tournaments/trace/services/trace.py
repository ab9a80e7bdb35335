"""Writing the trace, and deleting the addresses in it after six months."""

from datetime import datetime, timedelta
from typing import Any

from accounts.models import User
from accounts.sign_ins import forget_sign_ins_before
from common.live.notifying import notify_pages
from common.requests.callers import client_address
from tournaments.models import AuditEvent, Club, Person, Tournament
from tournaments.trace.services.hook_requests import request_messages
from tournaments.work.hooks import KIND_OF_ACTION
from tournaments.work.topics import desk_topic, event_topic

ADDRESS_KEPT = timedelta(days=183)
"""Time for which addresses are kept: six months, enough for an inquiry (docs/privacy.md)."""
ADDRESSED = frozenset(
    {
        "deals.seen",
        "deals.strength_seen",
        "deals.file_read",
        "deals.opened",
        "deals.revealed",
        "deals.reused",
        "deals.reader_named",
        "document.previewed",
        "document.downloaded",
        "role.given",
        "role.withdrawn",
        "membership.given",
        "membership.withdrawn",
        "invitation.made",
        "invitation.accepted",
        "person.exported",
        "person.erased",
        "person.account_linked",
        "person.link_made",
        "backup.downloaded",
        "backup.copied",
        "backup.restore_requested",
    }
)
"""Actions whose network address is kept: cards read, rights granted, personal data exported or erased."""

SEEN_BY_ALL = (
    "tournament.",
    "session.",
    "round.",
    "incident.",
    "substitution.",
    "phones.rules",
    "hall.clock_",
    "hall.message_",
    "hall.round_",
    "deals.opened",
    "deals.closed",
    "deals.revealed",
)
"""Prefixes of the actions that change what phones and public pages show. They are few in an evening."""


def record_event(
    *,
    club: Club,
    actor: User | None,
    action: str,
    subject: str,
    tournament: Tournament | None = None,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
    person: Person | None = None,
) -> AuditEvent:
    """Add one line to the trace, inside the transaction of the change that it describes.

    The pages and programs that subscribe to the event are notified.

    Args:
        person: person of the register, where `before` and `after` hold fields of one person.
    """
    if tournament is not None:
        notify_pages(desk_topic(tournament.pk))
        # thousands of pages may show the event: they are notified only of changes that they show
        if action.startswith(SEEN_BY_ALL):
            notify_pages(event_topic(tournament.pk))
        if action in KIND_OF_ACTION:
            request_messages(tournament=tournament, kind=KIND_OF_ACTION[action])
    return AuditEvent.objects.create(
        club=club,
        tournament=tournament,
        actor=actor,
        action=action,
        # cut to the column, so that a long name does not make the change fail
        subject=subject[:120],
        before=before,
        after=after,
        address=client_address() if action in ADDRESSED else None,
        person=person,
    )


def forget_addresses(*, now: datetime) -> int:
    """Delete the addresses of actions and sign-ins that are older than ADDRESS_KEPT.

    Returns:
        The number of rows changed.
    """
    limit = now - ADDRESS_KEPT
    row_count = AuditEvent.objects.filter(address__isnull=False, created_at__lt=limit).update(address=None)
    # sign-ins are rows of the accounts app and are kept for the same time
    return row_count + forget_sign_ins_before(limit)
