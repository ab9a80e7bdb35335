"""Opening an event to those who enter themselves, and shutting it again."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.entries.services.waiting import promote_waiting
from tournaments.events.services.events import lock_tournament, require_draft
from tournaments.models import EntryOpening, Tournament
from tournaments.trace.services.trace import record_event


@transaction.atomic
def open_entries(
    *, tournament: Tournament, place_limit: int | None, note: str, opened_by: User | None
) -> Tournament:
    """Take registrations from now on, or change how; more places call those who wait for one.

    Args:
        place_limit: players, or teams where teams enter; None for the places of the movement.
        note: what somebody reads before he registers.

    Raises:
        AppError: the seats are fixed (`not_in_preparation`), or one only practises (`practice_is_closed`).
    """
    locked = lock_tournament(tournament)
    require_draft(locked)
    if locked.is_practice:
        raise AppError("practice_is_closed", _("Un entraînement ne s’ouvre pas aux joueurs."))
    EntryOpening.objects.update_or_create(
        tournament=locked, defaults={"place_limit": place_limit, "note": note.strip()}
    )
    if locked.opened_at is None:
        locked.opened_at = timezone.now()
        locked.save(update_fields=["opened_at"])
    record_event(
        club=locked.club,
        tournament=locked,
        actor=opened_by,
        action="entries.opened",
        subject=locked.name,
        after={"places": place_limit},
    )
    promote_waiting(locked)
    return locked


@transaction.atomic
def shut_entries(*, tournament: Tournament, shut_by: User | None) -> Tournament:
    """Take no more registrations; those that were sent stay to be answered."""
    locked = lock_tournament(tournament)
    if locked.opened_at is None:
        return locked
    locked.opened_at = None
    locked.save(update_fields=["opened_at"])
    record_event(
        club=locked.club, tournament=locked, actor=shut_by, action="entries.shut", subject=locked.name
    )
    return locked
