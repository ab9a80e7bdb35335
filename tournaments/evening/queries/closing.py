"""What should be looked at before an evening is ended."""

from dataclasses import dataclass
from enum import StrEnum

from tournaments.entries.queries.fees import load_fees
from tournaments.events.queries.unsettled import unsettled_counts
from tournaments.models import HallCall, Play, ResultSlip, StandingsRequest, Tournament


class ClosingPoint(StrEnum):
    """What may be left over, in the order in which it is settled."""

    MISSING = "missing"
    DISPUTED = "disputed"
    UNCONFIRMED = "unconfirmed"
    CALLS = "calls"
    STANDINGS = "standings"
    FEES = "fees"


OBSTACLES = frozenset({ClosingPoint.MISSING, ClosingPoint.DISPUTED, ClosingPoint.UNCONFIRMED})
"""An evening does not end before these are settled."""


@dataclass(frozen=True, slots=True)
class ClosingCheck:
    """One point and how much of it is left; 0 for nothing."""

    point: ClosingPoint
    count: int

    @property
    def is_obstacle(self) -> bool:
        return self.count > 0 and self.point in OBSTACLES


def closing_checks(tournament: Tournament) -> list[ClosingCheck]:
    """Every point of the list. Twelve queries."""
    expected = Play.objects.filter(round__section__session__tournament=tournament).count()
    entered = (
        ResultSlip.objects.current().filter(play__round__section__session__tournament=tournament).count()
    )
    disputed, unconfirmed = unsettled_counts(tournament)
    counts = {
        ClosingPoint.MISSING: expected - entered,
        ClosingPoint.DISPUTED: disputed,
        ClosingPoint.UNCONFIRMED: unconfirmed,
        ClosingPoint.CALLS: HallCall.objects.filter(
            table__section__session__tournament=tournament, closed_at=None
        ).count(),
        ClosingPoint.STANDINGS: StandingsRequest.objects.filter(session__tournament=tournament).count(),
        ClosingPoint.FEES: sum(line.left > 0 for line in load_fees(tournament).lines),
    }
    return [ClosingCheck(point, counts[point]) for point in ClosingPoint]
