"""People who play for an entry: a player alone, or the members of a team."""

from collections.abc import Iterable

from django.db.models import OuterRef, Prefetch, Q, QuerySet

from accounts.models import User
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.core.movements.starting import RELAY_SEAT
from tournaments.models import Entry, EntryMember, Person, Tournament


def entries_with_people(tournament: Tournament) -> QuerySet[Entry]:
    """Return all entries by name, with person and members. Two queries."""
    return tournament.entries.select_related("person").prefetch_related("members__person")


def people_of(entry: Entry) -> list[Person]:
    """Return the members of a team, or the player of the entry. No query for a player.

    No query for a team if its members are prefetched.
    """
    # only a team has a name: members of 1,200 players would be as many queries
    if not entry.name:
        return [entry.person]
    return [member.person for member in entry.members.all()] or [entry.person]


def is_played_by(user: User | OuterRef) -> Q:
    """Return a condition on entries: the user plays for them, alone, in a team or as a substitute."""
    return Q(person__user=user) | Q(members__person__user=user) | Q(substitutions__person__user=user)


def is_entry_of(person: Person) -> Q:
    """Return a condition on entries: the person plays for them, alone, in a team or as a substitute."""
    return Q(person=person) | Q(members__person=person) | Q(substitutions__person=person)


def list_tournament_players(tournament: Tournament) -> QuerySet[Person]:
    """Return the people who play in a tournament, alone or in a team. No query of its own."""
    is_player = Q(entries__tournament=tournament) | Q(team_memberships__tournament=tournament)
    # joins of two relations repeat people, and a subquery does not
    return Person.everybody.filter(pk__in=Person.everybody.filter(is_player).values("pk"))


def people_free_to_play(tournament: Tournament, *, team: Entry | None = None) -> QuerySet[Person]:
    """Return the people who may be entered and belong to no entry of the tournament but `team`, by name."""
    is_own = Q(pk__in=[person.pk for person in people_of(team)] if team else [])
    is_free = ~Q(pk__in=list_tournament_players(tournament).values("pk"))
    return tournament.known_people().filter(is_own | is_free)


def load_entered(tournament: Tournament) -> dict[int, Entry]:
    """Return all entries by id, with their people. One query, two for teams."""
    event_format = find_format(tournament.format)
    return numbered(with_people(tournament.entries.order_by(), event_format).in_bulk(), event_format)


def numbered(entries: dict[int, Entry], event_format: TournamentFormat) -> dict[int, Entry]:
    """Return entries by id, with the numbers of teams that hold two tables at once."""
    if event_format.plays_both_ways:
        number_teams(entries.values())
    return entries


def number_teams(entries: Iterable[Entry]) -> None:
    """Give each team that holds two tables at once the number of its own table.

    Source:
        FFT, Manuel de l'organisateur (2011) M51.
    """
    for entry in entries:
        entry.number = entry.start_table if entry.start_seat != RELAY_SEAT else None


def with_people(entries: QuerySet[Entry], event_format: TournamentFormat) -> QuerySet[Entry]:
    """Return entries with the people that their names and members need."""
    rows = entries.select_related("person")
    members = Prefetch("members", EntryMember.objects.select_related("person"))
    return rows.prefetch_related(members) if event_format.has_teams else rows
