"""Registrations for the organiser, and the public list of names."""

from dataclasses import dataclass

from tournaments.base.queries.teams import entries_with_people, people_of
from tournaments.enums import RegistrationState
from tournaments.models import RegisteredPlayer, Registration, Tournament


@dataclass(frozen=True, slots=True)
class Names:
    """Names of the entered players who consent to be named, and the numbers of the others."""

    named: tuple[str, ...]
    hidden: int
    """Number of entered people without consent."""
    unanswered: int
    """Number of registrations that wait for acceptance. Their players are not named."""
    waiting: int


def public_names(tournament: Tournament) -> Names:
    """Return the names and numbers for the public page. Four queries."""
    players = [person for entry in entries_with_people(tournament) for person in people_of(entry)]
    people = sorted(players, key=lambda person: (person.sort_key, person.pk))
    visible_names = [person.public_name for person in people if person.shows_full_name]
    states = list(tournament.registrations.order_by().values_list("state", flat=True))
    return Names(
        tuple(visible_names),
        len(people) - len(visible_names),
        states.count(RegistrationState.RECEIVED),
        states.count(RegistrationState.WAITING),
    )


def waiting_rank(registration: Registration) -> int:
    """Return the rank of a registration on the waiting list, from 1; 0 if it is not on it. One query."""
    if registration.state != RegistrationState.WAITING:
        return 0
    waiting_registrations = registration.tournament.registrations.filter(state=RegistrationState.WAITING)
    return list(waiting_registrations.values_list("pk", flat=True)).index(registration.pk) + 1


def list_registrations(tournament: Tournament) -> list[Registration]:
    """Return all registrations in the order sent, with players, entries and answers.

    Five queries at most.
    """
    return list(tournament.registrations.prefetch_related("players__entry", "players__answers__question"))


def players_to_answer(registrations: list[Registration]) -> list[RegisteredPlayer]:
    """Return the players of unanswered registrations. No query with prefetched players."""
    open_states = (RegistrationState.RECEIVED, RegistrationState.WAITING)
    return [
        player
        for registration in registrations
        if registration.state in open_states
        for player in registration.players.all()
    ]
