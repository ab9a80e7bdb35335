"""Player reports (*feuilles de route*): what each made of every deal, and what was ruled; one page each."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.base.access import Right
from tournaments.core.formats.ranking_plan import Measure, Scoring
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.enums import DocumentKind
from tournaments.models import Ruling, Session, Tournament
from tournaments.paper.documents.document import DocumentType, PaperMoment, without_options
from tournaments.paper.documents.options import OptionName
from tournaments.paper.documents.ready import require_standings
from tournaments.rankings.queries.players import PlayerReport, list_player_reports
from tournaments.rankings.queries.rulings import load_rules

ROOMY_LINES = 32
"""Deals that leave room on the page at the usual height; more are set tight, which holds up to 52."""


@dataclass(frozen=True, slots=True)
class PlayerReportSheet:
    """The session of one player or team."""

    session_number: int
    report: PlayerReport
    rulings: tuple[Ruling, ...]
    """In force against the player or on a deal of their table, oldest first."""
    amounts: Measure
    """Unit of what rulings take and give."""

    @property
    def is_tight(self) -> bool:
        return len(self.report.deals) > ROOMY_LINES


def build_player_reports(tournament: Tournament) -> tuple[PlayerReportSheet, ...]:
    """A sheet for everybody with a place in the last session that has a ranking, by name.

    Queries as `list_player_reports`, and five. Étuis that circulate still keep their results to
    themselves: the sheets may be handed out between two rounds.
    """
    ranked = tournament.sessions.filter(snapshots__isnull=False).select_related("tournament")
    session = ranked.order_by("-number")[0]
    rulings = _rulings(session)
    amounts = load_rules(tournament).measure
    return tuple(
        PlayerReportSheet(session.number, report, _about(report, rulings), amounts)
        for report in list_player_reports(session)
    )


def _rulings(session: Session) -> list[Ruling]:
    rows = Ruling.objects.filter(session=session).in_force().order_by("created_at", "pk")
    return list(rows.select_related("play__round", "play__table").prefetch_related("guilty"))


def _about(report: PlayerReport, rulings: Sequence[Ruling]) -> tuple[Ruling, ...]:
    plays = {deal.line.play.pk for deal in report.deals}
    return tuple(
        ruling for ruling in rulings if report.entry in ruling.guilty.all() or ruling.play_id in plays
    )


def _compares_no_duels(tournament_format: TournamentFormat) -> bool:
    return tournament_format.plan.scoring not in (Scoring.DUELS, Scoring.MATCHES)


PLAYER_REPORTS = DocumentType(
    kind=DocumentKind.PLAYER_REPORTS,
    right=Right.PRINT,
    require=require_standings,
    build=without_options(build_player_reports),
    template="tournaments/paper/pdf/player_reports.html",
    stylesheet="css/print/player_reports.css",
    moment=PaperMoment.AFTER,
    options=frozenset({OptionName.WIDE_MARGIN}),
    is_for=_compares_no_duels,
)
