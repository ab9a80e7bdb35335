"""Changes between two snapshots of a session's ranking, with the results and rulings between them."""

from dataclasses import dataclass

from django.db.models import Q

from tournaments.core.ranking.changes import RankedLine, RankingChange, compare_rankings
from tournaments.models import Entry, ResultSlip, Ruling, Session, StandingsSnapshot
from tournaments.rankings.queries.standings import RankedEntry, snapshot_rows

MOST_SHOWN = 200
"""Largest number of results listed between two snapshots."""


@dataclass(frozen=True, slots=True)
class StandingsChanges:
    """Two snapshots compared line by line.

    Results and rulings are those stored after the first snapshot and up to the second.
    """

    earlier: StandingsSnapshot
    later: StandingsSnapshot
    ranking: tuple[RankingChange[Entry], ...]
    results: tuple[ResultSlip, ...]
    """Versions of results in the order of their entry, at most `MOST_SHOWN`."""
    result_count: int
    given: tuple[Ruling, ...]
    withdrawn: tuple[Ruling, ...]


def lines_to_compare(rows: list[RankedEntry]) -> list[RankedLine[Entry]]:
    """Return the lines of a ranking as `compare_rankings` expects them."""
    return [RankedLine(row.entry, row.overall_place, row.value) for row in rows]


def compare_snapshots(
    session: Session, earlier: StandingsSnapshot, later: StandingsSnapshot
) -> StandingsChanges:
    """Return the differences of two snapshots of a session. Eight queries."""
    # a result stored during the milliseconds of a refresh may be listed one snapshot too early
    slips = ResultSlip.objects.of_session(session).filter(
        created_at__gt=earlier.created_at, created_at__lte=later.created_at
    )
    detailed_slips = slips.select_related("play__round", "play__table", "entered_by").order_by("created_at")
    rulings = Ruling.objects.filter(session=session).select_related("play__table", "ruled_by")
    rulings = rulings.prefetch_related("guilty__person")
    given_in_between = Q(created_at__gt=earlier.created_at, created_at__lte=later.created_at)
    withdrawn_in_between = Q(withdrawn_at__gt=earlier.created_at, withdrawn_at__lte=later.created_at)
    return StandingsChanges(
        earlier=earlier,
        later=later,
        ranking=compare_rankings(
            lines_to_compare(snapshot_rows(earlier)), lines_to_compare(snapshot_rows(later))
        ),
        results=tuple(detailed_slips[:MOST_SHOWN]),
        result_count=slips.count(),
        given=tuple(rulings.filter(given_in_between)),
        withdrawn=tuple(rulings.filter(withdrawn_in_between)),
    )
