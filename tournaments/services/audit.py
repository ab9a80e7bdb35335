"""Writing the trace."""

from typing import Any

from accounts.models import User
from tournaments.models import AuditEvent, Club, Tournament


def record_event(
    *,
    club: Club,
    actor: User | None,
    action: str,
    subject: str,
    tournament: Tournament | None = None,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
) -> AuditEvent:
    """Add one line to the trace; call it inside the transaction of the change it tells of."""
    return AuditEvent.objects.create(
        club=club,
        tournament=tournament,
        actor=actor,
        action=action,
        subject=subject[:120],
        before=before,
        after=after,
    )
