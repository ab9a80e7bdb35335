"""Who comes from one club, and where the movement makes them meet."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.core.movements.keep_apart import remaining_meetings
from tournaments.models import Entry, Section
from tournaments.queries.movements import movement_of, section_places


@dataclass(frozen=True, slots=True)
class MatesMeeting:
    """Two of one club at one table."""

    round: int
    table: int
    one: Entry
    other: Entry


def mates(entries: Sequence[Entry]) -> list[tuple[int, int]]:
    """Pairs (index, index) of entries whose people come from the same club; a blank club is none."""
    by_club: dict[str, list[int]] = {}
    for index, entry in enumerate(entries):
        club = entry.person.home_club.strip().casefold()
        if club:
            by_club.setdefault(club, []).append(index)
    return [pair for members in by_club.values() for pair in combinations(members, 2)]


def mates_meetings(section: Section, entries: Sequence[Entry]) -> list[MatesMeeting]:
    """Meetings of club-mates among the placed entries of a section, in the order of the rounds. No query."""
    numbers = section_places(section)
    placed = [
        entry
        for entry in entries
        if entry.section_id == section.pk and (entry.start_table, entry.start_seat) in numbers
    ]
    held = [numbers[entry.start_table or 0, entry.start_seat or 0] for entry in placed]
    remaining = remaining_meetings(movement_of(section.movement), held, mates(placed))
    return [
        MatesMeeting(
            met.this_round + 1, section.first_table + met.table, placed[met.person], placed[met.other]
        )
        for met in remaining
    ]
