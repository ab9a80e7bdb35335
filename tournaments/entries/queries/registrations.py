"""Registrations as the organiser answers them, and who is entered as anybody may read it."""

from dataclasses import dataclass

from tournaments.base.queries.teams import entries_with_people, people_of
from tournaments.enums import RegistrationState
from tournaments.models import RegisteredPlayer, Registration, Tournament


@dataclass(frozen=True, slots=True)
class Names:
    """Who is entered, as far as they accept to be named."""

    named: tuple[str, ...]
    hidden: int
    """People who did not accept."""
    unanswered: int
    """Registrations that the organiser has not accepted yet: nobody of them is named."""
    waiting: int


def public_names(tournament: Tournament) -> Names:
    """What the public page says of who comes. Four queries."""
    entered = [person for entry in entries_with_people(tournament) for person in people_of(entry)]
    people = sorted(entered, key=lambda person: (person.sort_key, person.pk))
    named = [person.public_name for person in people if person.shows_full_name]
    states = list(tournament.registrations.order_by().values_list("state", flat=True))
    return Names(
        tuple(named),
        len(people) - len(named),
        states.count(RegistrationState.RECEIVED),
        states.count(RegistrationState.WAITING),
    )


def waiting_rank(registration: Registration) -> int:
    """How many stand before it on the waiting list, itself included; 0 when it does not wait. One query."""
    if registration.state != RegistrationState.WAITING:
        return 0
    waiting = registration.tournament.registrations.filter(state=RegistrationState.WAITING)
    return list(waiting.values_list("pk", flat=True)).index(registration.pk) + 1


def list_registrations(tournament: Tournament) -> list[Registration]:
    """All of them, in the order sent, with their players and their entries. Two queries."""
    return list(tournament.registrations.prefetch_related("players__entry"))


def players_to_answer(registrations: list[Registration]) -> list[RegisteredPlayer]:
    """The players of registrations that are not answered. No query where they are prefetched."""
    open_states = (RegistrationState.RECEIVED, RegistrationState.WAITING)
    return [player for one in registrations if one.state in open_states for player in one.players.all()]
