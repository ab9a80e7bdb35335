"""Writing the trace, and forgetting from it where somebody was."""

from datetime import datetime, timedelta
from typing import Any

from accounts.models import User
from accounts.sign_ins import forget_sign_ins_before
from common.live.telling import tell
from common.requests.callers import caller_address
from tournaments.models import AuditEvent, Club, Person, Tournament
from tournaments.work.topics import desk_topic, event_topic

ADDRESS_KEPT = timedelta(days=183)
"""Six months: long enough to find out, no longer (docs/privacy.md)."""
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
    }
)
"""Actions of which the network address is kept: cards read, rights given, people taken along or away."""

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
"""How the actions begin that change what phones and public pages show; they are few in an evening."""


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
    """Add one line to the trace; call it inside the transaction of the change it tells of.

    The pages of the event that listen are told that there is more.

    Args:
        person: of the register, where `before` and `after` hold fields of one person.
    """
    if tournament is not None:
        tell(desk_topic(tournament.pk))
        if action.startswith(SEEN_BY_ALL):
            tell(event_topic(tournament.pk))
    return AuditEvent.objects.create(
        club=club,
        tournament=tournament,
        actor=actor,
        action=action,
        subject=subject[:120],
        before=before,
        after=after,
        address=caller_address() if action in ADDRESSED else None,
        person=person,
    )


def forget_addresses(*, now: datetime) -> int:
    """Forget from where somebody did something or signed in, longer than ADDRESS_KEPT ago; how many rows."""
    limit = now - ADDRESS_KEPT
    kept = AuditEvent.objects.filter(address__isnull=False, created_at__lt=limit).update(address=None)
    return kept + forget_sign_ins_before(limit)
