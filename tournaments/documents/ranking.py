"""The ranking: overall, then alternated where the format has one, with the version it shows."""

import datetime
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.access import Right
from tournaments.core.formats.ranking_plan import RankingPlan
from tournaments.core.formats.registry import find_format
from tournaments.documents.document import DocumentType, Moment, without_options
from tournaments.documents.ready import require_standings
from tournaments.enums import DocumentKind
from tournaments.models import Session, StandingsSnapshot, Substitution, Tournament
from tournaments.queries.event_standings import EventStandings, load_event_standings
from tournaments.queries.presence import list_substitutions
from tournaments.queries.ranking_tables import RankingTable, ranking_table
from tournaments.queries.standings import RankedEntry, in_alternated_order, latest_standings


@dataclass(frozen=True, slots=True)
class RankingLine:
    """One line with its place in the ranking at hand."""

    place: int | None
    is_shared: bool
    """Somebody else has the same place."""
    row: RankedEntry


@dataclass(frozen=True, slots=True)
class RankingPages:
    """The ranking of one session."""

    session_number: int
    version: int
    updated_at: datetime.datetime
    results_counted: int
    results_expected: int
    table: RankingTable
    """With the answers that the columns need."""
    overall: tuple[RankingLine, ...]
    alternated: tuple[RankingLine, ...]
    """Empty where the format has no alternated ranking."""
    has_numbers: bool
    """The starting places of the entries are those of this session."""
    substitutions: tuple[Substitution, ...]
    """By round, with their people."""

    @property
    def is_complete(self) -> bool:
        return self.results_counted >= self.results_expected


@dataclass(frozen=True, slots=True)
class EventPages:
    """The ranking over all sessions."""

    event: EventStandings
    plan: RankingPlan


def build_ranking(tournament: Tournament) -> tuple[EventPages | RankingPages, ...]:
    """The ranking over several sessions, then the latest of each session that has one.

    Four queries for a session, one more; with several, two more for each and one.
    """
    sessions = list(
        Session.objects.filter(tournament=tournament).select_related("tournament").order_by("number")
    )
    pages = tuple(
        ranking_pages(
            session, snapshot, ranking_table(session, snapshot), has_numbers=session == sessions[-1]
        )
        for session in sessions
        if (snapshot := latest_standings(session)) is not None
    )
    if len(pages) < 2:
        return pages
    return (EventPages(load_event_standings(tournament), find_format(tournament.format).plan), *pages)


def ranking_pages(
    session: Session, snapshot: StandingsSnapshot, table: RankingTable, *, has_numbers: bool = True
) -> RankingPages:
    """One snapshot as it is printed."""
    alternated = in_alternated_order(table.rows) if table.has_alternated else []
    return RankingPages(
        session_number=session.number,
        version=snapshot.version,
        updated_at=snapshot.created_at,
        results_counted=snapshot.results_counted,
        results_expected=snapshot.results_expected,
        table=table,
        overall=_lines(table.rows, [row.overall_place for row in table.rows]),
        alternated=_lines(alternated, [row.alternated_place for row in alternated]),
        has_numbers=has_numbers,
        substitutions=tuple(list_substitutions(session)),
    )


def _lines(rows: Sequence[RankedEntry], places: Sequence[int | None]) -> tuple[RankingLine, ...]:
    holders = Counter(places)
    return tuple(
        RankingLine(place, place is not None and holders[place] > 1, row)
        for row, place in zip(rows, places, strict=True)
    )


RANKING = DocumentType(
    kind=DocumentKind.RANKING,
    right=Right.PRINT,
    require=require_standings,
    build=without_options(build_ranking),
    template="tournaments/pdf/ranking.html",
    stylesheet="css/print/ranking.css",
    moment=Moment.AFTER,
)
