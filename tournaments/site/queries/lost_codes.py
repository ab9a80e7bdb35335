"""Queries for the codes and links of a club that a restore without their keys made worthless."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.enums import PLAYED_STATES, RegistrationState, TournamentState
from tournaments.models import Club, Person, Registration, Tournament


@dataclass(frozen=True, slots=True)
class LostCodes:
    """Codes and links to print or to send again."""

    has_table_cards: bool
    """True if the club's table cards carry codes."""
    evenings: Sequence[Tournament]
    """Events being played whose tables have links."""
    people: Sequence[Person]
    """People with a private link to their results."""
    registrations: Sequence[Registration]
    """Registrations that wait or were accepted, of events in preparation, with players and event."""

    def __bool__(self) -> bool:
        return bool(self.has_table_cards or self.evenings or self.people or self.registrations)


def list_lost_codes(club: Club) -> LostCodes:
    """Return every code and link of the club in use. Four queries."""
    access = "sessions__sections__tables__access"
    evenings = club.tournaments.filter(
        **{"state__in": PLAYED_STATES, f"{access}__isnull": False, f"{access}__revoked_at": None}
    )
    registrations = Registration.objects.filter(
        tournament__club=club, tournament__state=TournamentState.DRAFT, tournament__archived_at=None
    ).exclude(state__in=(RegistrationState.REFUSED, RegistrationState.CANCELLED))
    return LostCodes(
        has_table_cards=bool(club.table_codes),
        evenings=list(evenings.distinct()),
        people=list(club.people.exclude(link_nonce="").order_by("sort_key")),
        registrations=list(registrations.select_related("tournament").prefetch_related("players")),
    )
