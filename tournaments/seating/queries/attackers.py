"""Queries for the attacker of each team and round: badges of triplets in turn, or named attackers."""

from tournaments.base.queries.teams import people_of
from tournaments.core.formats.attack_rotation import Badge, rotate_attack, sort_badges
from tournaments.core.formats.event_options import read_event_options
from tournaments.core.formats.ranking_plan import UnitKind
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.entries.queries.presence import list_substitutions
from tournaments.models import Attacker, Entry, Person, Section, Session, Tournament
from tournaments.seating.queries.seats import Itinerary, RoundSeats, Stop, itineraries, load_rounds

RoundBadges = dict[tuple[int, int], tuple[Badge, ...]]
"""Attacking badges by entry id and round number, in the order of the boards."""

NamedAttackers = dict[tuple[int, int], Person]
"""Attackers that the captains named, by entry id and round number."""


def has_badges(tournament_format: TournamentFormat) -> bool:
    """Return whether a format has attacking badges: the three members of a team attack in turn."""
    return tournament_format.plan.unit is UnitKind.TRIPLET


def load_badges(tournament: Tournament, section: Section, rounds: tuple[RoundSeats, ...]) -> RoundBadges:
    """Return the attacking badges of a section; empty for other formats.

    Five queries for each section of earlier sessions.

    Source:
        FFT, Règlement officiel (2012) R20; Manuel de l'organisateur (2011) M30.
    """
    tournament_format = find_format(tournament.format)
    if not has_badges(tournament_format):
        return {}
    first = read_event_options(tournament.options, tournament_format.plan).first_badge
    earlier_attacks = _earlier_attacks(tournament, section, tournament_format)
    badges: RoundBadges = {}
    for itinerary in itineraries(rounds):
        attacks = _attacks(itinerary, section, tournament_format)
        # the attacks of earlier sessions turn the rotation, but have no badges here
        turns = rotate_attack(first, [earlier_attacks.get(itinerary.entry.pk, 0), *attacks])[1:]
        for stop, turn in zip(itinerary.stops, turns, strict=True):
            if stop.table is not None:
                badges[itinerary.entry.pk, stop.round] = turn
    return badges


def count_teams_with_attacker(session: Session) -> int:
    """Return the number of teams whose captain has named the attacker of the first round. One query."""
    rows = Attacker.objects.filter(round__section__session=session, round__number=1)
    return rows.values("entry").distinct().count()


def named_attackers(section: Section) -> NamedAttackers:
    """Return the attackers that are named for the rounds of a section: a substitute for a replaced member.

    One query; two where attackers are named.
    """
    rows = list(Attacker.objects.filter(round__section=section).select_related("member__person", "round"))
    substitutions = list(list_substitutions(section.session)) if rows else []

    def attacker_of(row: Attacker) -> Person:
        person = row.member.person
        for substitution in substitutions:
            if substitution.leaves_id == person.pk and substitution.first_round <= row.round.number:
                person = substitution.person
        return person

    return {(row.entry_id, row.round.number): attacker_of(row) for row in rows}


def badge_holders(entry: Entry) -> tuple[tuple[Badge, Person], ...]:
    """Return the members of a triplet by badge. The order of the surnames decides the badges."""
    people = people_of(entry)
    holders = dict(zip(sort_badges([person.last_name for person in people]), people, strict=True))
    return tuple((badge, holders[badge]) for badge in Badge)


def _earlier_attacks(
    tournament: Tournament, section: Section, tournament_format: TournamentFormat
) -> dict[int, int]:
    """Return the attacks of each entry id in the sessions before that of the section."""
    earlier_sections = Section.objects.filter(
        session__tournament=tournament, session__number__lt=section.session.number
    )
    counts: dict[int, int] = {}
    for earlier_section in earlier_sections.select_related("movement"):
        for itinerary in itineraries(load_rounds(earlier_section)):
            pk = itinerary.entry.pk
            counts[pk] = counts.get(pk, 0) + sum(_attacks(itinerary, earlier_section, tournament_format))
    return counts


def _attacks(itinerary: Itinerary, section: Section, tournament_format: TournamentFormat) -> list[int]:
    return [_attack_count(stop, section, tournament_format) for stop in itinerary.stops]


def _attack_count(stop: Stop, section: Section, tournament_format: TournamentFormat) -> int:
    if stop.table is None:
        # the member whose turn comes in a sit-out loses it (FFT, M30 and R20); the number of these attacks
        # cannot be known, so half of the boards of the round count
        return section.boards_per_set // 2
    return sum(tournament_format.taker_of(board) in stop.seats for board in stop.boards)
