"""Places of an event with registrations, and its waiting list."""

from django.utils import timezone

from common.workers.queueing import after_commit
from tournaments.core.formats.registry import find_format
from tournaments.enums import RegistrationState, TournamentState
from tournaments.events.services.events import seat_count
from tournaments.models import EntryOpening, Registration, Tournament
from tournaments.trace.services.trace import record_event


def places_of(tournament: Tournament, opening: EntryOpening | None = None) -> int:
    """Return the number of places of an event, for players or for teams. At most two queries.

    Args:
        opening: the tournament's opening, if loaded; it saves one query.
    """
    opening = opening or EntryOpening.objects.filter(tournament=tournament).first()
    limit = opening.place_limit if opening else None
    return seat_count(tournament) if limit is None else limit


def count_places_left(tournament: Tournament) -> int:
    """Return the number of free places; negative if there are too many participants.

    Entries and received registrations have a place, the waiting list has none.
    """
    return places_of(tournament) - places_held_by(tournament)


def places_held_by(tournament: Tournament) -> int:
    """Return the number of places with an entry or a received registration. Three queries."""
    received_registrations = tournament.registrations.filter(state=RegistrationState.RECEIVED)
    registered_places = sum(
        places_held(registration) for registration in received_registrations.prefetch_related("players")
    )
    return tournament.entries.count() + registered_places


def places_held(registration: Registration) -> int:
    """Return the number of places that a registration needs: one for a team, else one for each player."""
    if find_format(registration.tournament.format).has_teams:
        return 1
    return len(registration.players.all())


def promote_waiting(tournament: Tournament) -> list[Registration]:
    """Give free places to the waiting list, strictly in its order. Return the promoted registrations.

    The caller holds the lock of the tournament's row, and calls it after each change that frees a place.
    """
    if tournament.state != TournamentState.DRAFT:
        return []
    promoted_registrations = []
    free_places = count_places_left(tournament)
    waiting_registrations = tournament.registrations.filter(state=RegistrationState.WAITING)
    # in the order of storage, which does not depend on a clock that is set back
    for registration in (
        waiting_registrations.order_by("pk").select_related("tournament").prefetch_related("players")
    ):
        free_places -= places_held(registration)
        if free_places < 0:
            # a smaller registration behind does not overtake
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
        notify_senders(registration)
        promoted_registrations.append(registration)
    return promoted_registrations


def notify_senders(registration: Registration) -> None:
    """Queue a message about a registration for its sender, and for each sender who joined it. One query."""
    notify_player(registration)
    joined_registrations = Registration.objects.filter(sent_players__registration=registration)
    for joined_registration in joined_registrations.distinct():
        notify_player(joined_registration)


def notify_player(registration: Registration) -> None:
    """Queue a message about the state of a registration, if the player gave an address."""
    if registration.email and registration.link:
        # a worker that began earlier would read the previous state
        after_commit("tournaments.send_registration_mail", registration_id=registration.pk)
