"""A ranking with the data that its columns need: measure, criteria, available parts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from tournaments.core.formats.event_options import EventOptions, read_event_options
from tournaments.core.formats.ranking_plan import Measure, RankingPlan, Scoring
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.shown_values import shown_measure
from tournaments.core.ranking.classification import Criterion
from tournaments.models import Entry, Session, StandingsSnapshot
from tournaments.rankings.queries.standings import (
    AddedUp,
    RankedEntry,
    RankedTeam,
    has_alternated,
    ranked_teams,
    snapshot_chain,
    snapshot_rows,
    table_teams,
)

_OWN_COLUMNS = frozenset({Criterion.ATTACK, Criterion.DEFENCE, Criterion.DEALS, Criterion.VICTORIES})
_OF_SESSIONS = frozenset({Criterion.LAST_SESSION, Criterion.BEST_SESSION})


@dataclass(frozen=True, kw_only=True)
class RankingTable:
    """A snapshot of a session's ranking, ready for a page, a document or a program."""

    rows: tuple[RankedEntry, ...]
    """Lines by overall place."""
    teams: tuple[RankedTeam, ...]
    """Teams by place: pairs and fours, or partners at the tables; empty if values are not added up."""
    plan: RankingPlan
    options: EventOptions
    measure: Measure
    chain: tuple[Criterion, ...]
    """Criteria with a column of their own, in the order of their weight."""
    has_alternated: bool
    """True if the ranking by alternated lines exists."""

    @property
    def has_sides(self) -> bool:
        """True if attack and defence have percentages of their own."""
        return self.plan.scoring is Scoring.SHARES

    @property
    def has_victories(self) -> bool:
        return self.plan.scoring is Scoring.MATCHES

    @property
    def has_duels(self) -> bool:
        """True if an étui counts only when both teams have attacked on it."""
        return self.plan.has_duels

    # cached: templates read it once for each line
    @cached_property
    def has_penalties(self) -> bool:
        """True if a line has a penalty."""
        return any(row.penalty for row in self.rows)

    @property
    def has_one_sided(self) -> bool:
        """True if an entry has only attacked or only defended."""
        return any(row.is_one_sided for row in self.rows)

    def only(self, is_wanted: Callable[[AddedUp], bool]) -> "RankingTable":
        """Return the same columns with some of the lines, and the teams with at least one such member."""
        rows = tuple(row for row in self.rows if is_wanted(row))
        teams = tuple(team for team in self.teams if any(map(is_wanted, team.members)))
        return replace(self, rows=rows, teams=teams)


def ranking_table(
    session: Session,
    snapshot: StandingsSnapshot | None,
    *,
    keeps_lines: bool | None = None,
    entries: Mapping[int, Entry] | None = None,
) -> RankingTable:
    """Return the table of a snapshot; without lines for None. Two queries, three for teams.

    Args:
        keeps_lines: as for `has_alternated`: one query less if it is known.
        entries: as for `snapshot_rows`.
    """
    event_format = find_format(session.tournament.format)
    options = read_event_options(session.tournament.options, event_format.plan)
    rows = snapshot_rows(snapshot, entries)
    hidden_criteria = _OWN_COLUMNS | _OF_SESSIONS
    chain = () if snapshot is None else snapshot_chain(snapshot)
    return RankingTable(
        rows=tuple(rows),
        teams=tuple(ranked_teams(rows) if event_format.has_partners else table_teams(snapshot, rows)),
        plan=event_format.plan,
        options=options,
        measure=shown_measure(event_format.plan, options.comparison),
        chain=tuple(criterion for criterion in chain if criterion not in hidden_criteria),
        has_alternated=has_alternated(session, keeps_lines),
    )
