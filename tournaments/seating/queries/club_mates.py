"""Who comes from one club or one household, or plays for one team, and where the movement makes them meet."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from tournaments.base.queries.teams import people_of
from tournaments.core.exchange.csv_text import simple_word
from tournaments.core.movements.keep_apart import remaining_meetings
from tournaments.models import Entry, Section
from tournaments.movements.queries.movements import movement_of, section_places


@dataclass(frozen=True, slots=True)
class MatesMeeting:
    """Two of one club, or of one household, at one table."""

    round: int
    table: int
    one: Entry
    other: Entry


def mates(entries: Sequence[Entry]) -> list[tuple[int, int]]:
    """Pairs (index, index) of entries with people of the same club or household, or partners; blank is none.

    No query where members are prefetched.
    """
    groups: dict[tuple[str, str], set[int]] = {}
    for index, entry in enumerate(entries):
        for person, kind in product(people_of(entry), ("home_club", "household")):
            name = simple_word(getattr(person, kind))
            if name:
                groups.setdefault((kind, name), set()).add(index)
    return sorted({*pairs_of(groups.values()), *partners(entries)})


def partners(entries: Sequence[Entry]) -> list[tuple[int, int]]:
    """Pairs (index, index) of entries whose points are added up. No query."""
    groups: dict[str, set[int]] = {}
    for index, entry in enumerate(entries):
        if entry.partners:
            groups.setdefault(entry.partners, set()).add(index)
    return sorted(pairs_of(groups.values()))


def pairs_of(groups: Iterable[set[int]]) -> Iterator[tuple[int, int]]:
    """Every two of a group, of each group, the lower first."""
    for members in groups:
        yield from combinations(sorted(members), 2)


def mates_meetings(section: Section, entries: Sequence[Entry]) -> list[MatesMeeting]:
    """Meetings of club-mates and relatives placed in a section, in the order of the rounds. No query."""
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
