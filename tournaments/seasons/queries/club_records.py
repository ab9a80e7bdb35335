"""The records of a club over all its finished public events."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from tournaments.models import Club, EventRecord, Person, Tournament
from tournaments.seasons.queries.seasons import counted_tournaments

SHOWN = 5
"""Lines of each record."""
FEWEST_DEALS = 12
"""Deals below which the percentage of an evening is no record."""


class RecordKind(StrEnum):
    """What is the most of: an evening's mean mark, first places, evenings played, the rating reached."""

    BEST_EVENING = "best_evening"
    BEST_RATING = "best_rating"
    MOST_WINS = "most_wins"
    MOST_EVENINGS = "most_evenings"


@dataclass(frozen=True, slots=True)
class RecordLine:
    """One line of a record."""

    person: Person
    value: Fraction
    tournament: Tournament | None
    """Where it was reached, None for what was gathered over many events."""


def load_club_records(club: Club) -> dict[RecordKind, tuple[RecordLine, ...]]:
    """The best lines of each record, equal ones in the order of time; kinds without a line are left out.

    One query, whatever was played.
    """
    rows = list(
        EventRecord.objects.filter(tournament__in=counted_tournaments(club))
        .select_related("person", "tournament")
        .order_by("tournament__starts_on", "tournament__pk", "pk")
    )
    found = {
        RecordKind.BEST_EVENING: _best(_percents(rows)),
        RecordKind.BEST_RATING: _best(_highest_ratings(rows)),
        RecordKind.MOST_WINS: _best(_counted(row for row in rows if row.place == 1)),
        RecordKind.MOST_EVENINGS: _best(_counted(rows)),
    }
    return {kind: lines for kind, lines in found.items() if lines}


def _best(lines: Iterable[RecordLine]) -> tuple[RecordLine, ...]:
    return tuple(sorted(lines, key=lambda line: -line.value)[:SHOWN])


def _percents(rows: Iterable[EventRecord]) -> Iterable[RecordLine]:
    """The mean mark of every evening of enough deals."""
    for row in rows:
        if row.duplicate_deals >= FEWEST_DEALS:
            yield RecordLine(row.person, Fraction(row.duplicate_total) / row.duplicate_deals, row.tournament)


def _highest_ratings(rows: Iterable[EventRecord]) -> Iterable[RecordLine]:
    """The highest rating of each person, where it was first reached."""
    highest: dict[Person, RecordLine] = {}
    for row in rows:
        if row.rating_value is not None:
            reached = Fraction(round(row.rating_value))
            if row.person not in highest or reached > highest[row.person].value:
                highest[row.person] = RecordLine(row.person, reached, row.tournament)
    return highest.values()


def _counted(rows: Iterable[EventRecord]) -> Iterable[RecordLine]:
    """How many rows each person has."""
    counts: dict[Person, int] = defaultdict(int)
    for row in rows:
        counts[row.person] += 1
    return [RecordLine(person, Fraction(count), None) for person, count in counts.items()]
