"""Report of a session: its ranking, its rulings, and every deal with the ladder of its scores."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from django.utils.translation import gettext_lazy as _

from games.core.dealing.dealt_set import DealtBoard
from games.core.variants.registry import find_variant
from tournaments.base.access import Right
from tournaments.base.queries.progress import board_progress
from tournaments.base.words.figures import percent, signed
from tournaments.core.formats.ranking_plan import Measure, Scoring
from tournaments.core.formats.registry import find_format
from tournaments.core.ranking.values import Value
from tournaments.deals.door import shown_boards
from tournaments.enums import DocumentKind
from tournaments.models import Entry, Ruling, Session, StandingsSnapshot, Tournament
from tournaments.paper.documents.deals.hand_diagrams import NO_CARD, BoardDiagrams, board_diagrams
from tournaments.paper.documents.making.document import DocumentType, PaperMoment
from tournaments.paper.documents.making.lazy_sheets import LazySheets
from tournaments.paper.documents.making.options import BOARDS, DocumentOptions, OptionName
from tournaments.paper.documents.making.ready import require_standings
from tournaments.paper.documents.results.board_results import ResultPaper, set_results
from tournaments.paper.documents.results.ranked_figures import PADDING, FiguredLine, FiguredRanking
from tournaments.paper.documents.results.ranking import RankingPages, ranking_pages
from tournaments.paper.documents.results.ruling_lines import ruling_line
from tournaments.paper.documents.results.sum_tables import SumTable, sum_tables
from tournaments.paper.documents.typesetting.imposition import fill_pages, fill_sheets
from tournaments.paper.documents.typesetting.large_type import LIST_LAID_DOWN
from tournaments.paper.documents.typesetting.type_widths import Face, Type
from tournaments.rankings.queries.board_reports import BoardReport, MarkedLine, list_boards
from tournaments.rankings.queries.play_figures import load_figures
from tournaments.rankings.queries.ranking_tables import ranking_table
from tournaments.rankings.queries.rulings import list_in_force, load_rules
from tournaments.rankings.queries.session_sums import SessionSums, load_session_sums
from tournaments.rankings.queries.standings import RankedEntry

CIRCULATING = "circulating"
"""Variant with every étui, for the organiser alone while some are still to be played."""
ROW_PADDING = 0.8
PLACE_WIDTH = 12
MARK_WIDTH, HAND_BLANK = 9, 0.2
"""Millimetres left of the cards of a hand, with a reserve, and between two hands."""
BOARDS_OF_PREVIEW = 12
"""Étuis of a preview: about those of the first pages."""
BOARDS_AT_ONCE = 24
"""Étuis whose results are loaded together, when the first of them is read."""


@dataclass(frozen=True, slots=True)
class ReportType:
    """Sizes of the report, as in css/print/session_report.css: points, millimetres."""

    results: ResultPaper
    names: Type
    name_line: float
    figures_room: float
    """Room for the figures of the ranking, beside the names."""
    sums_room: float
    """Room for the sums of rounds, beside the names."""
    first_room: float
    room: float
    """Heights for the lines of the ranking on the first page and on others."""


USUAL = ReportType(
    results=ResultPaper(Type(Face.CONDENSED, 7.5), 3.15, half=90, whole=186, height=250),
    names=Type(Face.CONDENSED, 8.5),
    name_line=3.7,
    figures_room=45,
    sums_room=144,
    first_room=232,
    room=265,
)
LARGE = ReportType(
    results=ResultPaper(Type(Face.CONDENSED, 9.5), 4, half=88, whole=182, height=97),
    names=Type(Face.CONDENSED, 9.5),
    name_line=4.2,
    figures_room=50,
    sums_room=124,
    first_room=72,
    room=107,
)
"""Sizes before the pages are drawn larger."""


@dataclass(frozen=True, slots=True)
class Rung:
    """One score of an étui with its takers. Plays whose marks a ruling has changed stand apart."""

    score: int
    attack_mark: Value | None
    defence_mark: Value | None
    takers: tuple[Entry | None, ...]
    """Takers by round and table."""


@dataclass(frozen=True, slots=True)
class ReportedBoard:
    """One étui of the report."""

    report: BoardReport
    rungs: tuple[Rung, ...]
    """Scores from the highest; empty where seats or duels are compared."""
    unscored: tuple[MarkedLine, ...]
    """Plays without a score, by round and table."""
    cards: BoardDiagrams | None
    """Hands, if they are open to the public."""
    text: str
    """Results as lines with tabs, a heading before them."""
    rules: str
    """Drawing behind the lines."""
    continued: "tuple[ReportedBoard, ...]" = ()
    """The same étui on further pages, where one does not hold its results."""
    is_continued: bool = False
    """True for a part after the first."""


@dataclass(frozen=True, slots=True)
class ShortRanking:
    """A ranking in two columns a page."""

    figures: FiguredRanking[RankedEntry]
    pages: tuple[tuple[tuple[FiguredLine[RankedEntry], ...], ...], ...]
    """Lines by page and column."""


@dataclass(frozen=True, slots=True)
class SessionReport:
    """One session, which flows over several pages."""

    session_number: int
    ranking: RankingPages
    sums: SessionSums | None
    """Sums round by round, where deals are added up and not compared."""
    sum_tables: tuple[SumTable, ...]
    """The sums as they are printed."""
    has_rounded_shares: bool
    """True if the sums differ from zero because tables rounded shares."""
    boards: Sequence[ReportedBoard]
    """Étuis by number, set when read."""
    circulating: tuple[int, ...]
    """Numbers of the étuis left out because a table has yet to play them."""
    rulings: tuple[Ruling, ...]
    """Rulings in force, oldest first."""
    ruling_lines: tuple[str, ...]
    """The rulings in words, without names."""
    amounts: Measure
    """Unit of the amounts of rulings."""
    type: ReportType

    @property
    def short_ranking(self) -> ShortRanking:
        """The ranking in two columns a page, as far as names and titles allow."""
        type_ = self.type
        figures = self.ranking.in_halves(type_.names.points, type_.figures_room)
        room = type_.results.half - PLACE_WIDTH - figures.width - PADDING
        rows = [
            (line, type_.names.line_count(str(line.row.entry), room) * type_.name_line + ROW_PADDING)
            for line in figures.lines
        ]
        # the height of a ranking of teams above is unknown
        first_room = type_.room if self.ranking.table.teams else type_.first_room
        return ShortRanking(figures, fill_pages(rows, 2, first_room=first_room, room=type_.room))

    @property
    def board_rows(self) -> tuple[tuple[ReportedBoard, ...], ...]:
        """The étuis side by side, if their results leave room for two."""
        has_sides = bool(self.boards) and self.boards[0].report.has_sides
        pieces = [piece for board in self.boards for piece in (board, *board.continued)]
        return fill_sheets(pieces, 2 if has_sides else 1)


def build_session_report(tournament: Tournament, options: DocumentOptions) -> tuple[SessionReport, ...]:
    """Return the report of the last session with a ranking. About thirty queries.

    Reading its étuis takes four queries for each `BOARDS_AT_ONCE`.
    """
    snapshots = StandingsSnapshot.objects.filter(session__tournament=tournament)
    # `require_standings` has found at least one
    snapshot = snapshots.select_related("session__tournament").order_by("-session__number", "-version")[0]
    session = snapshot.session
    compares_deals = find_format(tournament.format).plan.needs_same_deals
    progress = board_progress(session) if compares_deals else []
    boards = [row for row in progress if options.has_board(row.board)]
    printed_boards = [row.board for row in boards if row.is_complete or options.part == CIRCULATING]
    hands = {deal.number: deal for deal in shown_boards(session)}
    sums = None if compares_deals else load_session_sums(session)
    rulings = tuple(list_in_force(session))
    amounts = load_rules(tournament).measure
    table = ranking_table(session, snapshot)
    type_ = LARGE if options.large_type else USUAL
    return (
        SessionReport(
            session_number=session.number,
            ranking=ranking_pages(session, snapshot, table),
            sums=sums,
            sum_tables=()
            if sums is None
            else sum_tables(sums, table.measure, letters=type_.results.letters, room=type_.sums_room),
            has_rounded_shares=sums is not None and sums.has_rounded_shares(find_variant(tournament.game)),
            boards=_reported_boards(session, printed_boards, hands, type_.results),
            circulating=tuple(row.board for row in boards if row.board not in printed_boards),
            rulings=rulings,
            ruling_lines=tuple(ruling_line(ruling, amounts, has_boards=compares_deals) for ruling in rulings),
            amounts=amounts,
            type=type_,
        ),
    )


def _beginning(report: SessionReport) -> SessionReport:
    """Return the report with the étuis of its first page."""
    if len(report.boards) <= BOARDS_OF_PREVIEW:
        return report
    return replace(report, boards=report.boards[:BOARDS_OF_PREVIEW])


def _reported_boards(
    session: Session, boards: Sequence[int], hands: Mapping[int, DealtBoard], paper: ResultPaper
) -> Sequence[ReportedBoard]:
    """Return étuis of the report by number. Their results are loaded when they are read."""
    if not boards:
        return ()
    game = session.tournament.game
    figures = load_figures(session)
    loaded = LazySheets(
        partial(list_boards, figures, numbers) for numbers in fill_sheets(boards, BOARDS_AT_ONCE)
    )

    def reported_board(place: int) -> ReportedBoard:
        report = loaded[place // BOARDS_AT_ONCE][place % BOARDS_AT_ONCE]
        return _reported_board(report, hands, game, paper)

    return LazySheets(partial(reported_board, place) for place in range(len(boards)))


def _reported_board(
    report: BoardReport, hands: Mapping[int, DealtBoard], game: str, paper: ResultPaper
) -> ReportedBoard:
    deal = hands.get(report.board)
    cards = None if deal is None else board_diagrams(deal, game)
    rungs = ladder(report.lines) if report.plan.scoring is Scoring.SHARES else ()
    unscored = tuple(line for line in report.lines if line.line.score is None)
    width = paper.half if report.has_sides else paper.whole
    (text, rules), *further_pieces = set_results(
        report,
        list(map(_rung_cells, rungs)),
        unscored,
        paper,
        first_height=paper.height - (_hands_height(cards, width, paper) if cards else 0),
    )
    board = ReportedBoard(report=report, rungs=rungs, unscored=unscored, cards=cards, text=text, rules=rules)
    continued = tuple(
        replace(board, cards=None, text=text, rules=rules, is_continued=True)
        for text, rules in further_pieces
    )
    return replace(board, continued=continued)


def _hands_height(board: BoardDiagrams, width: float, paper: ResultPaper) -> float:
    """Return the height of the hands and piles above the results of an étui."""
    pockets = [*(hand.groups for hand in board.hands), *(pile.groups for pile in board.piles)]
    texts = [
        " ".join(f"{group.symbol}{' '.join(group.labels) or NO_CARD}" for group in groups)
        for groups in pockets
    ]
    lines = sum(paper.letters.line_count(text, width - MARK_WIDTH) for text in texts)
    # each hand has a blank above it
    return lines * paper.line + len(texts) * HAND_BLANK


def _rung_cells(rung: Rung) -> tuple[str, ...]:
    takers = ", ".join(str(taker or "–") for taker in rung.takers)
    marks = (percent(rung.attack_mark, 1), percent(rung.defence_mark, 1))
    return (signed(rung.score), str(len(rung.takers)), *marks, takers)


def ladder(lines: Iterable[MarkedLine]) -> tuple[Rung, ...]:
    """Return the scores of an étui from its lines, which are sorted by score, the highest first."""
    takers_by_step: dict[tuple[int, Value | None, Value | None], list[Entry | None]] = {}
    for line in lines:
        if line.line.score is not None:
            step = (line.line.score, line.attack_mark, line.defence_mark)
            takers_by_step.setdefault(step, []).append(line.line.taker)
    return tuple(Rung(*step, tuple(takers)) for step, takers in takers_by_step.items())


SESSION_REPORT = DocumentType(
    kind=DocumentKind.SESSION_REPORT,
    right=Right.PRINT,
    require=require_standings,
    build=build_session_report,
    moment=PaperMoment.AFTER,
    beginning=_beginning,
    loaded=lambda report: replace(report, boards=tuple(report.boards)),
    large=LIST_LAID_DOWN,
    options=BOARDS | {OptionName.PART, OptionName.LARGE_TYPE},
    parts=(
        ("", _("étuis joués à toutes les tables")),
        (CIRCULATING, _("tous les étuis, même en circulation")),
    ),
)
