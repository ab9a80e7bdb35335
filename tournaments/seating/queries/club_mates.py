"""Queries for people of one club, household or team, and for the rounds in which they meet."""

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
    """Meeting of two entries that `mates` returns, at one table."""

    round: int
    table: int
    one: Entry
    other: Entry


def mates(entries: Sequence[Entry]) -> list[tuple[int, int]]:
    """Return the pairs of entries that should not meet, as (index, index).

    The two entries are partners, or have people of the same club or household. An empty club or household
    makes no pair. No query where members are prefetched.
    """
    groups: dict[tuple[str, str], set[int]] = {}
    for index, entry in enumerate(entries):
        for person, kind in product(people_of(entry), ("home_club", "household")):
            name = simple_word(getattr(person, kind))
            if name:
                groups.setdefault((kind, name), set()).add(index)
    return sorted({*pair_in_groups(groups.values()), *list_partner_pairs(entries)})


def list_partner_pairs(entries: Sequence[Entry]) -> list[tuple[int, int]]:
    """Return the pairs of partners, whose points are added up, as (index, index). No query."""
    groups: dict[str, set[int]] = {}
    for index, entry in enumerate(entries):
        if entry.partners:
            groups.setdefault(entry.partners, set()).add(index)
    return sorted(pair_in_groups(groups.values()))


def pair_in_groups(groups: Iterable[set[int]]) -> Iterator[tuple[int, int]]:
    """Yield every pair of the members of each group, the lower member first."""
    for members in groups:
        yield from combinations(sorted(members), 2)


def mates_meetings(section: Section, entries: Sequence[Entry]) -> list[MatesMeeting]:
    """Return the meetings in a section of the pairs that `mates` returns, by round. No query."""
    numbers = section_places(section)
    placed_entries = [
        entry
        for entry in entries
        if entry.section_id == section.pk and (entry.start_table, entry.start_seat) in numbers
    ]
    starting_numbers = [numbers[entry.start_table or 0, entry.start_seat or 0] for entry in placed_entries]
    meetings = remaining_meetings(movement_of(section.movement), starting_numbers, mates(placed_entries))
    return [
        MatesMeeting(
            meeting.this_round + 1,
            section.first_table + meeting.table,
            placed_entries[meeting.person],
            placed_entries[meeting.other],
        )
        for meeting in meetings
    ]
