"""Announcement of an event: name, day, hour and place. The event can be cancelled, restored or deleted."""

import datetime
from collections.abc import Callable
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.base.services.public_pages import renew_pages
from tournaments.base.words.event_language import choose_round_word, round_word
from tournaments.core.formats.event_options import RoundWord
from tournaments.entries.services.registrations import is_announced
from tournaments.entries.services.waiting import notify_player
from tournaments.enums import RegistrationState, TournamentState
from tournaments.events.services.events import lock_tournament, require_draft
from tournaments.models import AuditEvent, CompetitionMember, ResultSlip, Ruling, StoredMovement, Tournament
from tournaments.movements.services.sections import drop_unused
from tournaments.trace.services.trace import record_event
from tournaments.work.kinds import request_records

GONE = (RegistrationState.CANCELLED, RegistrationState.REFUSED)
"""States of registrations whose players do not come."""
HOLDERS: list[Callable[[Tournament], str]] = []
"""Functions that return why an event must stay, "" if it need not. An app registers its own at start."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """The public facts of an event."""

    name: str
    starts_on: datetime.date
    starts_at: datetime.time | None = None
    place: str = ""
    round_word: RoundWord | None = None
    """Word of the event for a round; None to leave it as it is."""


@transaction.atomic
def change_announcement(
    *, tournament: Tournament, announcement: Announcement, changed_by: User | None
) -> Tournament:
    """Change the name, day, hour or place of an event, or its word for a round. Its address stays.

    An announced event keeps its first day. Its registered players get a letter if day, hour or place change.

    Raises:
        AppError: the event is `archived` or `cancelled`.
    """
    locked_tournament = lock_tournament(tournament)
    previous_values = _announced_values(locked_tournament)
    previous_schedule = (locked_tournament.starts_on, locked_tournament.starts_at, locked_tournament.place)
    is_rescheduled = previous_schedule != (announcement.starts_on, announcement.starts_at, announcement.place)
    notifies_players = is_rescheduled and is_announced(locked_tournament)
    first_day = locked_tournament.first_day or locked_tournament.starts_on
    locked_tournament.name, locked_tournament.starts_at = announcement.name, announcement.starts_at
    locked_tournament.starts_on, locked_tournament.place = announcement.starts_on, announcement.place
    if notifies_players or locked_tournament.first_day:
        locked_tournament.first_day = first_day if first_day != locked_tournament.starts_on else None
    if announcement.round_word is not None:
        choose_round_word(locked_tournament, announcement.round_word)
    if _announced_values(locked_tournament) == previous_values:
        return locked_tournament
    locked_tournament.save(update_fields=["name", "starts_on", "starts_at", "place", "first_day", "options"])
    _record(locked_tournament, "tournament.announced", changed_by, previous_values)
    # the records of people and seasons depend on the day of a finished event
    if locked_tournament.state == TournamentState.FINISHED:
        request_records(tournament=locked_tournament)
    if notifies_players:
        _notify_registered(locked_tournament)
    return locked_tournament


@transaction.atomic
def cancel_event(*, tournament: Tournament, cancelled_by: User | None) -> Tournament:
    """Cancel an event and notify the registered players. Its preparation stays as it is.

    Raises:
        AppError: the seats are fixed (`not_in_preparation`), an earlier session has results (`has_results`),
            or the event is `archived` or `cancelled`.
    """
    locked_tournament = lock_tournament(tournament)
    require_draft(locked_tournament)
    if ResultSlip.objects.filter(play__round__section__session__tournament=locked_tournament).exists():
        raise AppError(
            "has_results",
            _("Une séance est déjà jouée : supprimez plutôt la suivante, sur la page des séances."),
        )
    locked_tournament.cancelled_at = timezone.now()
    return _store_and_notify(locked_tournament, "tournament.cancelled", cancelled_by)


@transaction.atomic
def restore_event(*, tournament: Tournament, restored_by: User | None) -> Tournament:
    """Restore a cancelled event and notify the registered players.

    Raises:
        AppError: the event is not cancelled (`not_cancelled`).
    """
    locked_tournament = lock_tournament(tournament, may_be_cancelled=True)
    if locked_tournament.cancelled_at is None:
        raise AppError("not_cancelled", _("Ce tournoi n’est pas annulé."))
    locked_tournament.cancelled_at = None
    return _store_and_notify(locked_tournament, "tournament.restored", restored_by)


@transaction.atomic
def delete_empty_event(*, tournament: Tournament, deleted_by: User | None) -> None:
    """Delete an event without entries. Its trace stays as the club's.

    Raises:
        AppError: the event is not in preparation (`not_in_preparation`), or it is not empty (`not_empty`,
            with what to do): it has entries, registrations or deals, or is part of a competition.
    """
    locked_tournament = lock_tournament(tournament, may_be_cancelled=True)
    require_draft(locked_tournament)
    if reason := what_it_holds(locked_tournament):
        raise AppError("not_empty", reason)
    movements = list(
        StoredMovement.objects.filter(sections__session__tournament=locked_tournament).distinct()
    )
    club, name = locked_tournament.club, locked_tournament.name
    # the trace protects its tournament from deletion: make it the club's first
    AuditEvent.objects.filter(tournament=locked_tournament).update(tournament=None)
    # as `drop_session`: none is in force
    Ruling.objects.filter(session__tournament=locked_tournament).delete()
    locked_tournament.delete()
    # after the deletion: until then the sections still use them
    drop_unused(movements)
    record_event(club=club, actor=deleted_by, action="club.event_deleted", subject=name)


def what_it_holds(tournament: Tournament) -> str:
    """Return why an event is not empty and what to do; "" if it is empty. At most six queries."""
    if tournament.entries.exists():
        return _("Des joueurs sont inscrits : désinscrivez-les d’abord, ou annulez le tournoi.")
    if tournament.registrations.exists():
        return _("Des joueurs se sont préinscrits : annulez le tournoi, ils seront prévenus.")
    if tournament.receipts.exists():
        return _("Des reçus sont établis, et leurs numéros se gardent : annulez le tournoi.")
    if tournament.sessions.filter(deal_set__isnull=False).exists():
        return _("Les donnes sont distribuées : annulez le tournoi plutôt que de le supprimer.")
    if CompetitionMember.objects.filter(tournament=tournament).exists():
        return _("Ce tournoi compte dans une compétition : retirez-le d’abord de cette compétition.")
    return next((reason for find_reason in HOLDERS if (reason := find_reason(tournament))), "")


def _store_and_notify(tournament: Tournament, action: str, actor: User | None) -> Tournament:
    """Store whether the event is cancelled, write the trace and notify the registered players."""
    tournament.save(update_fields=["cancelled_at"])
    _record(tournament, action, actor, {})
    _notify_registered(tournament)
    return tournament


def _record(tournament: Tournament, action: str, actor: User | None, previous_values: dict[str, str]) -> None:
    # stored public pages show the name and the day
    renew_pages(Tournament.objects.filter(pk=tournament.pk))
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=actor,
        action=action,
        subject=tournament.name,
        before=previous_values,
        after=_announced_values(tournament),
    )


def _announced_values(tournament: Tournament) -> dict[str, str]:
    """Return the announced values for the trace."""
    hour = tournament.starts_at
    return {
        "name": tournament.name,
        "day": tournament.starts_on.isoformat(),
        "hour": hour.strftime("%H:%M") if hour else "",
        "place": tournament.place,
        "round_word": round_word(tournament).value,
    }


def _notify_registered(tournament: Tournament) -> None:
    """Write to all players with a registration that stands and an address."""
    registrations = tournament.registrations.exclude(state__in=GONE)
    # a joined registration shares the state of the one that holds its players
    for registration in registrations.exclude(sent_players__registration__state__in=GONE):
        notify_player(registration)
