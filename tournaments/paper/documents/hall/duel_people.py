"""People who play on each side of a team in duels, as far as its captain has named them."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from django.utils.translation import gettext as _

from tournaments.base.queries.teams import people_of
from tournaments.models import Entry, Person
from tournaments.seating.queries.attackers import NamedAttackers
from tournaments.seating.queries.seats import Itinerary
from tournaments.seating.words.seat_names import board_range

ATTACKERS, DEFENDERS = 1, 3
"""Seats of the side that attacks, and of the other one."""


def is_attack(side: Sequence[int]) -> bool:
    """Return whether the seats of a side are those of the attack."""
    return len(side) == ATTACKERS


def side_people(itinerary: Itinerary, attackers: NamedAttackers) -> str:
    """Return the people of a side of a team, all members where its captain has not named an attacker.

    A team of a match names another attacker for each quarter: its attack has one name a quarter.
    """
    entry = itinerary.entry
    rounds = [stop.round for stop in itinerary.stops if stop.table is not None]
    attacker = known_attacker(attackers, entry, rounds)
    if is_attack(itinerary.side) and any((entry.pk, number) in attackers for number in rounds):
        return attacker or _attackers_by_round(attackers, entry, rounds)
    people = known_defenders(entry, attacker) or [person.full_name for person in people_of(entry)]
    return ", ".join(people)


def known_attacker(attackers: NamedAttackers, entry: Entry, rounds: Iterable[int]) -> str:
    """Return the person who attacks for a team in all these rounds; "" without one or with several."""
    people = {attackers.get((entry.pk, number)) for number in rounds}
    person = people.pop() if len(people) == 1 else None
    return person.full_name if person else ""


def known_defenders(entry: Entry, attacker: str) -> tuple[str, ...]:
    """Return the three members beside the attacker; () if there are more, or no attacker is known."""
    others = [person.full_name for person in people_of(entry)]
    if attacker in others:
        others.remove(attacker)
    return tuple(others) if attacker and len(others) == DEFENDERS else ()


def _attackers_by_round(attackers: NamedAttackers, entry: Entry, rounds: Sequence[int]) -> str:
    """Return the named attackers with their rounds: "pos. 1–2 : LEROY Anne" in French."""

    def person_of(number: int) -> Person | None:
        return attackers.get((entry.pk, number))

    runs = [(person, list(numbers)) for person, numbers in groupby(rounds, key=person_of)]
    return ", ".join(
        _("pos. %(rounds)s : %(name)s") % {"rounds": board_range(numbers), "name": person.full_name}
        for person, numbers in runs
        if person
    )
