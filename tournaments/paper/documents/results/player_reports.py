"""Player reports (*feuilles de route*), half an A4 each: all deals of a player and the rulings on them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import mean

from tournaments.base.access import Right
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.enums import DocumentKind
from tournaments.models import Entry, Ruling, Session, Tournament
from tournaments.paper.documents.making.document import DocumentType, PaperMoment
from tournaments.paper.documents.making.lazy_sheets import LazySheets
from tournaments.paper.documents.making.options import PLAIN, DocumentOptions, OptionName
from tournaments.paper.documents.making.ready import require_standings
from tournaments.paper.documents.results.report_pages import Field, SetReport, report_paper, set_report
from tournaments.paper.documents.results.ruling_lines import ruling_line
from tournaments.paper.documents.typesetting.event_heads import event_line
from tournaments.paper.documents.typesetting.large_type import HALF_SHEET
from tournaments.paper.pdf.folding import list_page_halves
from tournaments.rankings.queries.players import PlayerDeal, PlayerReport, load_player_reports
from tournaments.rankings.queries.rulings import load_rules
from tournaments.rankings.queries.standings import has_alternated
from tournaments.results.queries.boards import BoardLine

PER_SHEETS = (2, 1)
SHEETS_PER_PART = 32
"""A report costs a few hundredths of a second, less than the start of a part."""


@dataclass(frozen=True, slots=True)
class PlayerReportSheet:
    """The session of one player or team."""

    session_number: int
    is_one_of_several: bool
    """True if the event has more sessions, so that the number of this one is printed."""
    report: PlayerReport
    rulings: tuple[Ruling, ...]
    """Rulings in force against the player or on a deal of their table, oldest first."""
    amounts: Measure
    """Unit of the amounts of rulings."""
    field: Mapping[int, Field]
    """Scores of the field by étui, where attack and defence differ.

    Étuis that still circulate are left out.
    """
    has_alternated: bool
    """True if the session has an alternated ranking and its players keep their seats."""
    layout: SetReport
    """The pages, as the original template prints them."""

    @property
    def lines(self) -> tuple[tuple[PlayerDeal, Field | None], ...]:
        """The deals of the player, each with the scores of the field."""
        return tuple((deal, self.field.get(deal.board)) for deal in self.report.deals)


def build_player_reports(
    tournament: Tournament, options: DocumentOptions = PLAIN
) -> Sequence[PlayerReportSheet]:
    """Return a sheet for each ranked player of the last session with a ranking, by name. It is set when read.

    Queries as `load_player_reports`, and seven. The sheets may be handed out between two rounds, so they hide
    the results of étuis that still circulate.
    """
    ranked_sessions = tournament.sessions.filter(snapshots__isnull=False).select_related("tournament")
    # `require_standings` has found at least one
    session = ranked_sessions.order_by("-number")[0]
    is_one_of_several = tournament.sessions.count() > 1
    rulings = _rulings(session)
    amounts = load_rules(tournament).measure
    reports = load_player_reports(session)
    field = field_of(reports.revealed_lines)
    is_woven = has_alternated(session)
    event = event_line(tournament, session.number if is_one_of_several else None)
    paper = report_paper(options)

    def sheet(entry: Entry) -> PlayerReportSheet:
        report = reports.report_of(entry)
        report_rulings = _rulings_about(report, rulings)
        layout = set_report(
            report,
            event=event,
            field=field,
            rulings=[
                ruling_line(ruling, amounts, has_boards=report.plan.needs_same_deals, has_reason=True)
                for ruling in report_rulings
            ],
            has_alternated=is_woven,
            paper=paper,
        )
        return PlayerReportSheet(
            session.number, is_one_of_several, report, report_rulings, amounts, field, is_woven, layout
        )

    return LazySheets(partial(sheet, entry) for entry in reports.entries)


def field_of(lines: Iterable[BoardLine]) -> dict[int, Field]:
    """Return the best and the average score of each étui, from the attacks of all tables."""
    scores: dict[int, list[int]] = {}
    for line in lines:
        if line.taker is not None and line.score is not None:
            scores.setdefault(line.play.board, []).append(line.score)
    return {
        board: Field(max(board_scores), round(mean(board_scores))) for board, board_scores in scores.items()
    }


def _rulings(session: Session) -> list[Ruling]:
    rows = Ruling.objects.filter(session=session).in_force().order_by("created_at", "pk")
    return list(rows.select_related("play__round", "play__table").prefetch_related("guilty"))


def _rulings_about(report: PlayerReport, rulings: Sequence[Ruling]) -> tuple[Ruling, ...]:
    plays = {deal.line.play.pk for deal in report.deals}
    return tuple(
        ruling for ruling in rulings if report.entry in ruling.guilty.all() or ruling.play_id in plays
    )


def _compares_no_duels(tournament_format: TournamentFormat) -> bool:
    return not tournament_format.plan.has_duels


PLAYER_REPORTS = DocumentType(
    kind=DocumentKind.PLAYER_REPORTS,
    right=Right.PRINT,
    require=require_standings,
    build=build_player_reports,
    moment=PaperMoment.AFTER,
    large=HALF_SHEET,
    options=frozenset({OptionName.WIDE_MARGIN, OptionName.PER_SHEET, OptionName.LARGE_TYPE}),
    per_sheets=PER_SHEETS,
    sheets_per_part=SHEETS_PER_PART,
    sides=lambda options: None if options.per_sheet == 1 or options.large_type else list_page_halves,
    is_for=_compares_no_duels,
)
