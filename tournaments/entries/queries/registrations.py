"""Registrations for the organiser, and the public list of names."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet, prefetch_related_objects

from tournaments.base.queries.teams import entries_with_people, people_of
from tournaments.core.formats.registry import find_format
from tournaments.enums import RegistrationState
from tournaments.models import RegisteredPlayer, Registration, Tournament

UNANSWERED = (RegistrationState.RECEIVED, RegistrationState.WAITING)


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

    Seven queries at most.
    """
    rows = list(tournament.registrations.prefetch_related("players__entry", "players__answers__question"))
    joined_rows = [row for row in rows if row.state == RegistrationState.JOINED]
    prefetch_related_objects(joined_rows, "sent_players__registration")
    return rows


def most_players(tournament: Tournament) -> int:
    """Return the largest number of people of one registration: a team, partners, or one player."""
    event_format = find_format(tournament.format)
    return event_format.plan.unit_sizes[-1] if event_format.has_teams or event_format.has_partners else 1


def least_players(tournament: Tournament) -> int:
    """Return the number of people that a team or partners need at least; 1 for single players."""
    event_format = find_format(tournament.format)
    return event_format.plan.unit_sizes[0] if event_format.has_teams or event_format.has_partners else 1


def is_shared(registration: Registration) -> bool:
    """Return whether a registration holds players of others that were joined to it. One query."""
    return registration.players.exclude(sent_with=None).exists()


def holder_of(registration: Registration) -> Registration:
    """Return the registration that holds the players now: another one if it was joined. One query at most."""
    if registration.state != RegistrationState.JOINED:
        return registration
    players = registration.sent_players.select_related("registration__tournament__club")
    moved_player = players.first()
    return moved_player.registration if moved_player else registration


def present_players(registration: Registration) -> tuple[str, list[RegisteredPlayer]]:
    """Return the players that a registration named, and the state of the registration that holds them.

    No query for a row of `list_registrations`.
    """
    if registration.state == RegistrationState.JOINED:
        moved_players = list(registration.sent_players.all())
        return moved_players[0].registration.state if moved_players else registration.state, moved_players
    return registration.state, [
        player for player in registration.players.all() if player.sent_with_id is None
    ]


def own_players(registration: Registration) -> QuerySet[RegisteredPlayer]:
    """Return the players that a registration named, in their order, whichever registration holds them."""
    is_own = Q(sent_with=registration) | Q(registration=registration, sent_with=None)
    return RegisteredPlayer.objects.filter(is_own)


def is_sender(player: RegisteredPlayer) -> bool:
    """Return whether a player sent the registration that names them. One query."""
    return own_players(player.home).first() == player


def players_to_answer(registrations: list[Registration]) -> list[RegisteredPlayer]:
    """Return the players of unanswered registrations. No query with prefetched players."""
    return [
        player
        for registration in registrations
        if registration.state in UNANSWERED
        for player in registration.players.all()
    ]
