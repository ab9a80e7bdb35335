"""Which member of a triplet attacks in each round: the badges Bleu, Blanc, Rouge in turn."""

from tournaments.base.queries.teams import people_of
from tournaments.core.formats.attack_rotation import Badge, rotate_attack, sort_badges
from tournaments.core.formats.event_options import read_event_options
from tournaments.core.formats.ranking_plan import UnitKind
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.models import Attacker, Entry, Person, Section, Tournament
from tournaments.seating.queries.seats import Itinerary, RoundSeats, Stop, itineraries, load_rounds

RoundBadges = dict[tuple[int, int], tuple[Badge, ...]]
"""By entry id and round number: who attacks, in the order of the boards."""

NamedAttackers = dict[tuple[int, int], Person]
"""By entry id and round number: the attacker whom the captain of a team has named."""


def has_badges(tournament_format: TournamentFormat) -> bool:
    """Whether members of its teams attack in turn."""
    return tournament_format.plan.unit is UnitKind.TRIPLET


def load_badges(tournament: Tournament, section: Section, rounds: tuple[RoundSeats, ...]) -> RoundBadges:
    """The attackers of a section, empty for other formats. Five queries for each section of earlier sessions.

    Whoever should have attacked in a sit-out loses the turn; how many those are cannot be known, so half of
    the boards of a round are taken.

    Source:
        FFT, Règlement officiel (2012) R20; Manuel de l'organisateur (2011) M30.
    """
    played = find_format(tournament.format)
    if not has_badges(played):
        return {}
    first = read_event_options(tournament.options, played.plan).first_badge
    before = _earlier_attacks(tournament, section, played)
    badges: RoundBadges = {}
    for itinerary in itineraries(rounds):
        attacks = _attacks(itinerary, section, played)
        turns = rotate_attack(first, [before.get(itinerary.entry.pk, 0), *attacks])[1:]
        for stop, turn in zip(itinerary.stops, turns, strict=True):
            if stop.table is not None:
                badges[itinerary.entry.pk, stop.round] = turn
    return badges


def named_attackers(section: Section) -> NamedAttackers:
    """Those named for the rounds of a section. One query."""
    rows = Attacker.objects.filter(round__section=section).select_related("member__person", "round")
    return {(row.entry_id, row.round.number): row.member.person for row in rows}


def badge_holders(entry: Entry) -> tuple[tuple[Badge, Person], ...]:
    """The members of a triplet by badge: in the order of their surnames."""
    people = people_of(entry)
    holders = dict(zip(sort_badges([person.last_name for person in people]), people, strict=True))
    return tuple((badge, holders[badge]) for badge in Badge)


def _earlier_attacks(tournament: Tournament, section: Section, played: TournamentFormat) -> dict[int, int]:
    """Attacks of each entry in the sessions before that of the section."""
    earlier = Section.objects.filter(
        session__tournament=tournament, session__number__lt=section.session.number
    )
    counts: dict[int, int] = {}
    for past in earlier.select_related("movement"):
        for itinerary in itineraries(load_rounds(past)):
            pk = itinerary.entry.pk
            counts[pk] = counts.get(pk, 0) + sum(_attacks(itinerary, past, played))
    return counts


def _attacks(itinerary: Itinerary, section: Section, played: TournamentFormat) -> list[int]:
    return [_attack_count(stop, section, played) for stop in itinerary.stops]


def _attack_count(stop: Stop, section: Section, played: TournamentFormat) -> int:
    if stop.table is None:
        return section.boards_per_set // 2
    return sum(played.taker_of(board) in stop.seats for board in stop.boards)
