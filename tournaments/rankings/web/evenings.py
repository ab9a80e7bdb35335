"""Context of the pages that show a player's evening: public, by private link, or by account."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from tournaments.base.queries.rounds import clock_mark, clock_of
from tournaments.base.web.showing import is_hidden_from_public, why_no_marks
from tournaments.base.web.visits import Visit
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.naming import NameStyle
from tournaments.core.showing import Part, Viewer
from tournaments.enums import TournamentState
from tournaments.models import Entry, StandingsSnapshot
from tournaments.rankings.queries.evening_course import evening_course
from tournaments.rankings.queries.event_standings import EventRow, latest_snapshots, load_event_standings
from tournaments.rankings.queries.explanations import explain_entry
from tournaments.rankings.queries.forecasts import forecast_of
from tournaments.rankings.queries.play_figures import SessionFigures
from tournaments.rankings.queries.players import load_player, player_lines
from tournaments.rankings.queries.side_by_side import comparable_entries
from tournaments.rankings.queries.standings import (
    RankedTeam,
    is_final,
    latest_standings,
    shown_version,
    team_of_entry,
)
from tournaments.rankings.queries.swings import evening_highlights
from tournaments.rankings.words.explained import describe_rulings, show_tree
from tournaments.results.queries.boards import BoardLine


@dataclass(frozen=True, slots=True)
class EventTotal:
    """A player's line in an event of several sessions."""

    row: EventRow
    measure: Measure
    team: RankedTeam | None
    """Line of the partners of all evening; None in a format without any."""


def _total(
    visit: Visit, entry: Entry, snapshots: Sequence[StandingsSnapshot], entries_by_id: Mapping[int, Entry]
) -> EventTotal | None:
    """Return the line of the event's ranking; None without a place. No query."""
    if not snapshots:
        return None
    event = load_event_standings(visit.tournament, snapshots=snapshots, entries_by_id=entries_by_id)
    row = next((row for row in event.rows if row.entry == entry and row.place is not None), None)
    # partners at a table have no name, and change from deal to deal
    teams = [team for team in event.teams if team.name]
    return EventTotal(row, event.measure, team_of_entry(teams, entry)) if row else None


def explained_context(
    figures: SessionFigures, entry: Entry, lines: Sequence[BoardLine], *, sees_all: bool
) -> dict[str, Any]:
    """Return the context of the partials `_explained`, `_rulings` and `_forecast`. No query."""
    explanation = explain_entry(figures, entry, lines, sees_all=sees_all)
    if explanation is None:
        return {}
    rulings = figures.loaded.rulings.about(entry.pk, {line.play.pk for line in lines})
    return {
        "explained": show_tree(explanation),
        "measure": explanation.shown,
        "player_rulings": describe_rulings(rulings, entry, explanation),
        "forecast": forecast_of(figures.loaded, entry),
    }


def evening_mark(visit: Visit, ranking_state: tuple[int, bool] | None = None) -> str:
    """Return the version of an evening's course: ranking, clock, showing.

    Args:
        ranking_state: version of the ranking and whether it is final, if they are known; else one query.
    """
    version, is_final_ranking = ranking_state or shown_version(visit.session)
    tournament, clock = visit.tournament, clock_mark(clock_of(visit.session), timezone.now())
    waits = [visit.waits_for(part, Viewer.PLAYER) or "" for part in Part]
    return "_".join(
        [f"{version}-{is_final_ranking}", tournament.state, str(tournament.showing_version), clock, *waits]
    )


def _version_of(visit: Visit, snapshot: StandingsSnapshot | None) -> tuple[int, bool] | None:
    if snapshot is None:
        return None
    return snapshot.version, is_final(visit.tournament, [snapshot.is_awaited])  # type: ignore[attr-defined]  # annotated


def evening_context(visit: Visit, figures: SessionFigures, entry: Entry, viewer: Viewer) -> dict[str, Any]:
    """Return the context that all pages of an evening share, for a reader who looks at it as `viewer`."""
    parts, sees_all, lines = visit.parts_for(viewer), visit.sees_circulating, player_lines(figures, entry)
    # these include the snapshot of this session: it is loaded alone only if they are missing
    snapshots = latest_snapshots(visit.tournament) if visit.sees_total(viewer) else []
    snapshot = next(
        (session_snapshot for session_snapshot in snapshots if session_snapshot.session == visit.session),
        None,
    )
    if snapshot is None and Part.RANKING in parts:
        snapshot = latest_standings(visit.session)
    report = load_player(
        visit.session,
        entry,
        sees_all=sees_all,
        is_own=viewer is Viewer.PLAYER,
        parts=parts,
        figures=figures,
        lines=lines,
        snapshot=snapshot,
    )
    context = {
        "visit": visit,
        "tournament": visit.tournament,
        "tab": "standings",
        "report": report,
        "highlights": evening_highlights(report, figures),
        "comparable": comparable_entries(report, figures) if Part.OWN_RESULTS in parts else [],
        "is_kept_back": is_hidden_from_public(visit, Part.OWN_MARKS),
        "sees_results": Part.OWN_RESULTS in parts,
        "told_marks": why_no_marks(visit, parts),
        "total": _total(visit, entry, snapshots, figures.entry_of),
        "course": evening_course(
            figures, report, lines, current_time=timezone.now(), sees_ranking=Part.RANKING in parts
        ),
        "mark": evening_mark(visit, _version_of(visit, snapshot)),
        "is_live": visit.tournament.state != TournamentState.FINISHED,
        "has_person_page": not entry.name and entry.person.public_style is NameStyle.FULL,
    }
    if {Part.OWN_MARKS, Part.OWN_RESULTS} <= parts:
        context |= explained_context(figures, entry, lines, sees_all=sees_all)
    # a forecast would give away the hidden ranking
    if Part.RANKING not in parts:
        context.pop("forecast", None)
    return context
