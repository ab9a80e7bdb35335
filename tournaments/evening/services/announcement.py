"""Announcement of an event: name, day, hour and place. It is cancelled, restored, or deleted while empty."""

import datetime
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.base.services.public_pages import renew_pages
from tournaments.entries.services.registrations import is_announced
from tournaments.entries.services.waiting import tell_player
from tournaments.enums import RegistrationState, TournamentState
from tournaments.events.services.events import lock_tournament, require_draft
from tournaments.models import AuditEvent, CompetitionMember, ResultSlip, StoredMovement, Tournament
from tournaments.movements.services.sections import drop_unused
from tournaments.trace.services.trace import record_event
from tournaments.work.kinds import request_records

GONE = (RegistrationState.CANCELLED, RegistrationState.REFUSED)
"""Registrations of people who do not come."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """What everybody is told of an event."""

    name: str
    starts_on: datetime.date
    starts_at: datetime.time | None = None
    place: str = ""


@transaction.atomic
def change_announcement(
    *, tournament: Tournament, announcement: Announcement, changed_by: User | None
) -> Tournament:
    """Change the name, day, hour or place of an event. Its address stays.

    Of an announced event the first day is kept, and the registered players get a letter when day, hour or
    place change.

    Raises:
        AppError: `archived` or `cancelled`.
    """
    locked = lock_tournament(tournament)
    before = _said(locked)
    present = (locked.starts_on, locked.starts_at, locked.place)
    has_moved = present != (announcement.starts_on, announcement.starts_at, announcement.place)
    is_told = has_moved and is_announced(locked)
    first = locked.first_day or locked.starts_on
    locked.name, locked.starts_at = announcement.name, announcement.starts_at
    locked.starts_on, locked.place = announcement.starts_on, announcement.place
    if is_told or locked.first_day:
        locked.first_day = first if first != locked.starts_on else None
    if _said(locked) == before:
        return locked
    locked.save(update_fields=["name", "starts_on", "starts_at", "place", "first_day"])
    _record(locked, "tournament.announced", changed_by, before)
    if locked.state == TournamentState.FINISHED:
        request_records(tournament=locked)
    if is_told:
        _tell_registered(locked)
    return locked


@transaction.atomic
def cancel_event(*, tournament: Tournament, cancelled_by: User | None) -> Tournament:
    """Hold it no more; whoever registered is told. What was prepared stays as it is.

    Raises:
        AppError: the seats are fixed (`not_in_preparation`), an earlier session has results
            (`has_results`), or it is `archived` or `cancelled`.
    """
    locked = lock_tournament(tournament)
    require_draft(locked)
    if ResultSlip.objects.filter(play__round__section__session__tournament=locked).exists():
        raise AppError(
            "has_results",
            _("Une séance est déjà jouée : supprimez plutôt la suivante, sur la page des séances."),
        )
    locked.cancelled_at = timezone.now()
    return _say(locked, "tournament.cancelled", cancelled_by)


@transaction.atomic
def restore_event(*, tournament: Tournament, restored_by: User | None) -> Tournament:
    """Hold a cancelled event after all; whoever registered is told.

    Raises:
        AppError: `not_cancelled`.
    """
    locked = lock_tournament(tournament, may_be_cancelled=True)
    if locked.cancelled_at is None:
        raise AppError("not_cancelled", _("Ce tournoi n’est pas annulé."))
    locked.cancelled_at = None
    return _say(locked, "tournament.restored", restored_by)


@transaction.atomic
def delete_empty_event(*, tournament: Tournament, deleted_by: User | None) -> None:
    """Delete an event in which nobody was entered yet; its trace stays, as the club's.

    Raises:
        AppError: `not_in_preparation`; somebody is entered or registered, deals were made, or it is part of
            a competition (`not_empty`, which says what to do).
    """
    locked = lock_tournament(tournament, may_be_cancelled=True)
    require_draft(locked)
    if reason := what_it_holds(locked):
        raise AppError("not_empty", reason)
    movements = list(StoredMovement.objects.filter(sections__session__tournament=locked).distinct())
    club, name = locked.club, locked.name
    AuditEvent.objects.filter(tournament=locked).update(tournament=None)
    locked.delete()
    drop_unused(movements)
    record_event(club=club, actor=deleted_by, action="club.event_deleted", subject=name)


def what_it_holds(tournament: Tournament) -> str:
    """Return why an event is not empty and what to do, "" if it is empty. At most four queries."""
    if tournament.entries.exists():
        return _("Des joueurs sont inscrits : désinscrivez-les d’abord, ou annulez le tournoi.")
    if tournament.registrations.exists():
        return _("Des joueurs se sont préinscrits : annulez le tournoi, ils seront prévenus.")
    if tournament.sessions.filter(deal_set__isnull=False).exists():
        return _("Les donnes sont distribuées : annulez le tournoi plutôt que de le supprimer.")
    if CompetitionMember.objects.filter(tournament=tournament).exists():
        return _("Ce tournoi compte dans une compétition : retirez-le d’abord de cette compétition.")
    return ""


def _say(tournament: Tournament, action: str, actor: User | None) -> Tournament:
    """Keep whether it is cancelled, and tell it."""
    tournament.save(update_fields=["cancelled_at"])
    _record(tournament, action, actor, {})
    _tell_registered(tournament)
    return tournament


def _record(tournament: Tournament, action: str, actor: User | None, before: dict[str, str]) -> None:
    renew_pages(Tournament.objects.filter(pk=tournament.pk))
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=actor,
        action=action,
        subject=tournament.name,
        before=before,
        after=_said(tournament),
    )


def _said(tournament: Tournament) -> dict[str, str]:
    hour = tournament.starts_at
    return {
        "name": tournament.name,
        "day": tournament.starts_on.isoformat(),
        "hour": hour.strftime("%H:%M") if hour else "",
        "place": tournament.place,
    }


def _tell_registered(tournament: Tournament) -> None:
    """Write to all who said that they come and gave an address."""
    for registration in tournament.registrations.exclude(state__in=GONE):
        tell_player(registration)
