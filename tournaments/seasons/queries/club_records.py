"""The records of a club over all its finished public events."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from tournaments.models import Club, EventRecord, Person, Tournament
from tournaments.seasons.queries.seasons import counted_tournaments

SHOWN = 5
"""Number of lines of each record."""
FEWEST_DEALS = 12
"""Fewest deals of an evening whose percentage may be a record."""


class RecordKind(StrEnum):
    """A kind of record: mean mark of an evening, rating, first places, evenings played."""

    BEST_EVENING = "best_evening"
    BEST_RATING = "best_rating"
    MOST_WINS = "most_wins"
    MOST_EVENINGS = "most_evenings"


@dataclass(frozen=True, slots=True)
class RecordLine:
    """A line of a record."""

    person: Person
    value: Fraction
    tournament: Tournament | None
    """Event of the record; None for a count over many events."""


def load_club_records(club: Club) -> dict[RecordKind, tuple[RecordLine, ...]]:
    """Return the best lines of each record, equal ones in order of time; without kinds that have no line.

    One query, regardless of size.
    """
    rows = list(
        EventRecord.objects.filter(tournament__in=counted_tournaments(club))
        .select_related("person", "tournament")
        .order_by("tournament__starts_on", "tournament__pk", "pk")
    )
    lines_by_kind = {
        RecordKind.BEST_EVENING: _best(_percents(rows)),
        RecordKind.BEST_RATING: _best(_highest_ratings(rows)),
        RecordKind.MOST_WINS: _best(_count_rows(row for row in rows if row.place == 1)),
        RecordKind.MOST_EVENINGS: _best(_count_rows(rows)),
    }
    return {kind: lines for kind, lines in lines_by_kind.items() if lines}


def _best(lines: Iterable[RecordLine]) -> tuple[RecordLine, ...]:
    # stable: of equal lines the earlier one stays first
    return tuple(sorted(lines, key=lambda line: -line.value)[:SHOWN])


def _percents(rows: Iterable[EventRecord]) -> Iterable[RecordLine]:
    """Yield the mean mark of each evening with enough deals."""
    for row in rows:
        if row.duplicate_deals >= FEWEST_DEALS:
            yield RecordLine(row.person, Fraction(row.duplicate_total) / row.duplicate_deals, row.tournament)


def _highest_ratings(rows: Iterable[EventRecord]) -> Iterable[RecordLine]:
    """Return the highest rating of each person, with the event that first reached it."""
    highest: dict[Person, RecordLine] = {}
    for row in rows:
        if row.rating_value is not None:
            # pages show whole numbers: a higher decimal is no new record
            rating = Fraction(round(row.rating_value))
            if row.person not in highest or rating > highest[row.person].value:
                highest[row.person] = RecordLine(row.person, rating, row.tournament)
    return highest.values()


def _count_rows(rows: Iterable[EventRecord]) -> Iterable[RecordLine]:
    """Return the number of rows of each person."""
    counts: dict[Person, int] = defaultdict(int)
    for row in rows:
        counts[row.person] += 1
    return [RecordLine(person, Fraction(count), None) for person, count in counts.items()]
