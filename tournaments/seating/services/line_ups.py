"""Give all entries a starting place, by lot or by series, with club-mates and relatives kept apart."""

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType

from django.db import transaction

from accounts.models import User
from tournaments.base.queries.teams import entries_with_people, people_of
from tournaments.core.movements.keep_apart import keep_apart
from tournaments.core.movements.line_ups import seeded_units
from tournaments.enums import EntryPresence, LineUpMethod, Series
from tournaments.events.services.events import lock_tournament, refuse_overflow, require_draft
from tournaments.models import Entry, Section, Tournament
from tournaments.movements.queries.movements import Place, movement_of, section_places, sections_of
from tournaments.seating.queries.club_mates import list_partner_pairs, mates
from tournaments.seating.services.starting_places import move_entries, starting_place_of
from tournaments.trace.services.trace import record_event

NOBODY_RANKED: Mapping[int, int] = MappingProxyType({})


@transaction.atomic
def line_up(
    *,
    tournament: Tournament,
    method: LineUpMethod,
    is_apart: bool,
    rng: random.Random,
    placed_by: User | None,
    ranks: Mapping[int, int] = NOBODY_RANKED,
) -> int:
    """Give every entry a new starting place. Return the number of entries placed.

    By series, the best players start so that they meet in the last round. The series are spread evenly over
    the sections, and club-mates trade places only within their series. From the second session on the ranking
    of the event replaces the series, and entries that sit the session out continue to do so.

    Args:
        is_apart: True to let people of one club or household meet as seldom as the search can find. Partners
            of free deals always meet as seldom as that.
        ranks: rank of each entry id in the event so far, from 0; empty in a first session.

    Raises:
        AppError: `not_in_preparation`: the seats are fixed; `too_many_entries`: there are more entries than
            places.

    Source:
        FFT, Manuel de l'organisateur (2011) M29.
    """
    locked = lock_tournament(tournament)
    require_draft(locked)
    sections = sections_of(locked)
    entries = list(entries_with_people(locked).order_by("pk"))
    capacity = sum(section.player_count for section in sections)
    if ranks:
        entries = _players(entries, ranks, capacity)
    refuse_overflow(locked, entered=len(entries), capacity=capacity)
    # before the sort, which is stable: entries of one strength stay in random order
    rng.shuffle(entries)
    if method == LineUpMethod.SERIES:
        entries.sort(key=lambda entry: ranks.get(entry.pk, len(ranks)) if ranks else _strength(entry))
    places: dict[Entry, Place | None] = {}
    for section, share in _share(sections, entries):
        places |= _line_up_section(section, share, method, is_apart=is_apart, rng=rng)
    move_entries(locked, places)
    record_event(
        club=locked.club,
        tournament=locked,
        actor=placed_by,
        action="entries.lined_up",
        subject=str(len(places)),
        after={
            "method": str(method),
            "apart": is_apart,
            "places": {str(entry): starting_place_of(entry) for entry in places},
        },
    )
    return len(places)


def _players(entries: Sequence[Entry], ranks: Mapping[int, int], capacity: int) -> list[Entry]:
    """Return the entries that play a further session.

    These are the entries with a place. If no entry has one, they are the best that have not withdrawn.
    """
    placed_entries = [entry for entry in entries if starting_place_of(entry) is not None]
    present_entries = [entry for entry in entries if entry.presence != EntryPresence.WITHDRAWN]
    return (
        placed_entries
        or sorted(present_entries, key=lambda entry: ranks.get(entry.pk, len(ranks)))[:capacity]
    )


def _strength(entry: Entry) -> Fraction:
    """Return the mean series of the people of an entry; 0 is the best."""
    people = people_of(entry)
    return Fraction(sum(Series.values.index(person.series) for person in people), len(people))


def _share(sections: Sequence[Section], entries: Sequence[Entry]) -> list[tuple[Section, list[Entry]]]:
    """Deal the entries out to the sections: forwards, then backwards, as long as a section has places."""
    shares: list[list[Entry]] = [[] for _section in sections]
    # forwards and backwards, so that no section always gets the best of a turn
    turn = [*range(len(sections)), *reversed(range(len(sections)))]
    remaining_entries = list(entries)
    while remaining_entries:
        for index in turn:
            if remaining_entries and len(shares[index]) < sections[index].player_count:
                shares[index].append(remaining_entries.pop(0))
    return list(zip(sections, shares, strict=True))


def _line_up_section(
    section: Section, entries: Sequence[Entry], method: LineUpMethod, *, is_apart: bool, rng: random.Random
) -> dict[Entry, Place | None]:
    movement = movement_of(section.movement)
    is_by_series = method == LineUpMethod.SERIES
    numbers = list(seeded_units(movement)) if is_by_series else list(range(movement.player_count))
    if not is_by_series:
        rng.shuffle(numbers)
    numbers = numbers[: len(entries)]
    partner_pairs = list_partner_pairs(entries)
    if is_apart or partner_pairs:
        classes = [round(_strength(entry)) for entry in entries] if is_by_series else None
        pairs = mates(entries) if is_apart else partner_pairs
        numbers = list(keep_apart(movement, numbers, pairs, rng, classes=classes).numbers)
    if partner_pairs:
        # once more without classes: for partners, entries may trade places across the series
        numbers = list(keep_apart(movement, numbers, partner_pairs, rng).numbers)
    place_of_number = {number: place for place, number in section_places(section).items()}
    return {entry: place_of_number[number] for entry, number in zip(entries, numbers, strict=True)}
