"""Places of an event that takes registrations: how many are left, and who waits for one."""

from django.utils import timezone

from common.workers.queueing import after_commit
from tournaments.core.formats.registry import find_format
from tournaments.enums import RegistrationState, TournamentState
from tournaments.events.services.events import seat_count
from tournaments.models import EntryOpening, Registration, Tournament
from tournaments.trace.services.trace import record_event


def places_of(tournament: Tournament, opening: EntryOpening | None = None) -> int:
    """Players, or teams where teams enter, that the event takes. Two queries at most.

    Args:
        opening: that of the tournament, where it is loaded: one query less.
    """
    opening = opening or EntryOpening.objects.filter(tournament=tournament).first()
    limit = opening.place_limit if opening else None
    return seat_count(tournament) if limit is None else limit


def places_left(tournament: Tournament) -> int:
    """Places that neither an entry nor a registration to accept has; below zero when there are too many."""
    return places_of(tournament) - places_held_by(tournament)


def places_held_by(tournament: Tournament) -> int:
    """Places that an entry or a registration to accept has. Three queries."""
    received = tournament.registrations.filter(state=RegistrationState.RECEIVED)
    held = sum(places_held(registration) for registration in received.prefetch_related("players"))
    return tournament.entries.count() + held


def places_held(registration: Registration) -> int:
    """What a registration takes of the places: one for a team, one for each player elsewhere."""
    if find_format(registration.tournament.format).has_teams:
        return 1
    return len(registration.players.all())


def promote_waiting(tournament: Tournament) -> list[Registration]:
    """Give free places to those who wait, the first come first; who comes first is not overtaken.

    Call it with the tournament's row locked, after anything that sets a place free.
    """
    if tournament.state != TournamentState.DRAFT:
        return []
    promoted = []
    left = places_left(tournament)
    waiting = tournament.registrations.filter(state=RegistrationState.WAITING)
    # in the order in which they were stored: a clock that is set back puts nobody before the others
    for registration in waiting.order_by("pk").select_related("tournament").prefetch_related("players"):
        left -= places_held(registration)
        if left < 0:
            break
        registration.state = RegistrationState.RECEIVED
        registration.promoted_at = timezone.now()
        registration.save(update_fields=["state", "promoted_at"])
        record_event(
            club=tournament.club,
            tournament=tournament,
            actor=None,
            action="registration.promoted",
            subject=str(registration),
        )
        tell_player(registration)
        promoted.append(registration)
    return promoted


def tell_player(registration: Registration) -> None:
    """Have the player written to about the state of the registration, where he gave an address."""
    if registration.email and registration.link:
        after_commit("tournaments.send_registration_mail", registration_id=registration.pk)
