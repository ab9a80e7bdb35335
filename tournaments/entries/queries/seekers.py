"""Players who look for partners, and their proposals to each other."""

from dataclasses import dataclass
from enum import Enum

from django.db.models import Q

from tournaments.core.naming import short_name
from tournaments.entries.queries.registrations import UNANSWERED, most_players
from tournaments.models import PartnerProposal, Registration, Tournament


class SeekerState(Enum):
    """State of a player who looks for partners, for the reader of the list."""

    FREE = "free"
    ASKED = "asked"
    """The reader has proposed to them and waits."""
    DECLINED = "declined"
    """They declined the reader's proposal."""
    ASKING = "asking"
    """They have proposed to the reader."""


@dataclass(frozen=True, slots=True)
class SeekerLine:
    """One registration in the list of another player who looks for partners."""

    registration: Registration
    name: str
    """First names and initials of its players."""
    words: str
    """Words that an organiser has read; "" without them."""
    state: SeekerState


def list_findable(tournament: Tournament) -> dict[int, Registration]:
    """Return the registrations that look for partners and may be shown to each other, by id.

    They are unanswered and have room for a player. Two queries.
    """
    rows = tournament.registrations.filter(state__in=UNANSWERED, seeks_partner=True, is_findable=True)
    most = most_players(tournament)
    return {row.pk: row for row in rows.prefetch_related("players") if len(row.players.all()) < most}


def list_partners(registration: Registration) -> list[SeekerLine]:
    """Return the players who may complete a registration, by name.

    Three queries. Only players who are shown themselves have a list.
    """
    seekers = list_findable(registration.tournament)
    reader = seekers.pop(registration.pk, None)
    if reader is None:
        return []
    room = most_players(registration.tournament) - len(reader.players.all())
    states = _states(registration)
    lines = [
        SeekerLine(
            seeker,
            seeker_name(seeker),
            seeker.seeker_words if seeker.are_words_shown else "",
            states.get(seeker.pk, SeekerState.FREE),
        )
        for seeker in seekers.values()
        if len(seeker.players.all()) <= room
    ]
    return sorted(lines, key=lambda line: (line.name.casefold(), line.registration.pk))


def seeker_name(registration: Registration) -> str:
    """Return the name for other players who look for partners. No query with prefetched players."""
    # a birth year is unknown before acceptance: no minor may be named in full
    players = registration.players.all()
    return " / ".join(short_name(player.first_name, player.last_name) for player in players)


def _states(reader: Registration) -> dict[int, SeekerState]:
    """Return the states other than `FREE` by id of the registration. One query."""
    states: dict[int, SeekerState] = {}
    for proposal in PartnerProposal.objects.filter(Q(sender=reader) | Q(recipient=reader)):
        if proposal.sender_id == reader.pk:
            states[proposal.recipient_id] = (
                SeekerState.DECLINED if proposal.declined_at else SeekerState.ASKED
            )
        # the later of two counts: a player who declined may propose themselves
        elif proposal.declined_at is None:
            states[proposal.sender_id] = SeekerState.ASKING
    return states
