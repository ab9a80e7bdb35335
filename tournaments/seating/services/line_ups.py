"""Placing everybody at once: by lot or by series, with club-mates and relatives kept apart."""

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
from tournaments.seating.queries.club_mates import mates, partners
from tournaments.seating.services.starting_places import move_entries, place_of
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
    """Give everybody entered a starting place, those who have one too; returns how many were placed.

    By series the best begin so that they meet in the last round, colours share the series evenly, and
    club-mates trade places within their series only. From the second session on the ranking of the event
    takes the place of the series (FFT, Manuel de l'organisateur (2011) M29), and whoever sits the session
    out goes on doing so.

    Args:
        is_apart: people of one club or household meet as seldom as the search can find; partners of free
            deals always do.
        ranks: by entry, rank in the event so far, from 0; none in a first session.

    Raises:
        AppError: the seats are fixed, or there are more entries than places (`too_many_entries`).
    """
    locked = lock_tournament(tournament)
    require_draft(locked)
    sections = sections_of(locked)
    entries = list(entries_with_people(locked).order_by("pk"))
    capacity = sum(section.player_count for section in sections)
    if ranks:
        entries = _players(entries, ranks, capacity)
    refuse_overflow(locked, entered=len(entries), capacity=capacity)
    rng.shuffle(entries)
    if method == LineUpMethod.SERIES:
        entries.sort(key=lambda entry: ranks.get(entry.pk, len(ranks)) if ranks else _strength(entry))
    wanted: dict[Entry, Place | None] = {}
    for section, shared in _share(sections, entries):
        wanted |= _line_up_section(section, shared, method, is_apart=is_apart, rng=rng)
    move_entries(locked, wanted)
    record_event(
        club=locked.club,
        tournament=locked,
        actor=placed_by,
        action="entries.lined_up",
        subject=str(len(wanted)),
        after={
            "method": str(method),
            "apart": is_apart,
            "places": {str(entry): place_of(entry) for entry in wanted},
        },
    )
    return len(wanted)


def _players(entries: Sequence[Entry], ranks: Mapping[int, int], capacity: int) -> list[Entry]:
    """Who plays a further session: those who have a place, or the best when nobody has one."""
    placed = [entry for entry in entries if place_of(entry) is not None]
    staying = [entry for entry in entries if entry.presence != EntryPresence.WITHDRAWN]
    return placed or sorted(staying, key=lambda entry: ranks.get(entry.pk, len(ranks)))[:capacity]


def _strength(entry: Entry) -> Fraction:
    """Mean series of those who play for it, the best being 0."""
    people = people_of(entry)
    return Fraction(sum(Series.values.index(person.series) for person in people), len(people))


def _share(sections: Sequence[Section], entries: Sequence[Entry]) -> list[tuple[Section, list[Entry]]]:
    """Entries in order to the sections in turn, to and fro, as long as each has places."""
    shares: list[list[Entry]] = [[] for _section in sections]
    turn = [*range(len(sections)), *reversed(range(len(sections)))]
    waiting = list(entries)
    while waiting:
        for index in turn:
            if waiting and len(shares[index]) < sections[index].player_count:
                shares[index].append(waiting.pop(0))
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
    own = partners(entries)
    if is_apart or own:
        classes = [round(_strength(entry)) for entry in entries] if is_by_series else None
        apart = mates(entries) if is_apart else own
        numbers = list(keep_apart(movement, numbers, apart, rng, classes=classes).numbers)
    if own:
        numbers = list(keep_apart(movement, numbers, own, rng).numbers)
    place_of_number = {number: place for place, number in section_places(section).items()}
    return {entry: place_of_number[number] for entry, number in zip(entries, numbers, strict=True)}
