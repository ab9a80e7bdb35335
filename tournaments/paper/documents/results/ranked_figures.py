"""Figures of rankings as one text a line, with tabs: few cells, each heading above its numbers."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.utils.translation import gettext as _

from tournaments.base.words.dates import date_format
from tournaments.base.words.figures import allowance_words, in_measure, measure_unit, taken_off
from tournaments.base.words.wording import CRITERION_NAMES
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.ranking.classification import Criterion
from tournaments.models import Season
from tournaments.paper.documents.typesetting.fitted_columns import TextColumn, ended_at, fit_columns
from tournaments.paper.documents.typesetting.type_widths import Face, Type
from tournaments.rankings.queries.points_tables import PointsRow, PointsTable
from tournaments.rankings.queries.ranking_tables import RankingTable
from tournaments.rankings.queries.standings import RankedEntry
from tournaments.seasons.queries.seasons import Ladder, LadderRow
from tournaments.seasons.words.season_words import season_figure
from tournaments.seating.words.seat_names import line_name, starting_place

Row = TypeVar("Row")
FigureColumn = tuple[str, Callable[[Row], str]]
"""Heading of a column, and the function that returns the text of a row."""
HEADS = Type(Face.CONDENSED, 7.5)
PLACES = Type(Face.CONDENSED_BOLD, 8.5)
MOST_LINES, MOST_CLOSE_LINES = 35, 42
"""Largest numbers of lines of the first page, in usual and in lower rows."""
NEXT_LINES, NEXT_CLOSE_LINES = 42, 49
"""Numbers of lines of each further page, in usual and in lower rows."""
SHORT_PAGE = 14
"""Largest number of lines for which a last page of its own is avoided."""
PADDING = 2.1
"""Millimetres beside the text of a cell."""
SIZES = (9.5, 9, 8.5, 8, 7.5, 7)
"""Sizes of figures in points, from the largest."""


@dataclass(frozen=True, slots=True)
class FiguredLine(Generic[Row]):
    """One line of a printed ranking."""

    place: str
    row: Row
    figures: str
    """Figures with tabs between them."""


@dataclass(frozen=True, slots=True)
class FiguredRanking(Generic[Row]):
    """A ranking whose figures fit beside the names."""

    heading: str
    width: float
    """Width of the column of figures, in millimetres."""
    size: str
    """Size of the figures, as CSS."""
    lines: tuple[FiguredLine[Row], ...]

    @property
    def is_close(self) -> bool:
        return has_close_lines(len(self.lines))

    @property
    def style(self) -> str:
        """Width of the column of figures, as CSS."""
        return f"width:{self.width:.1f}mm"


def has_close_lines(count: int) -> bool:
    """Return whether a ranking of so many lines has lower rows, which spare it a nearly empty last page."""
    further_pages = max(0, count - 1 - MOST_LINES) // NEXT_LINES
    excess = count - MOST_LINES - further_pages * NEXT_LINES
    return 0 < excess <= SHORT_PAGE and count <= MOST_CLOSE_LINES + further_pages * NEXT_CLOSE_LINES


def set_figures(
    rows: Sequence[tuple[str, Row]],
    columns: Sequence[FigureColumn[Row]],
    *,
    room: float,
    largest: float = SIZES[0],
    widest_gap: float = 6,
) -> FiguredRanking[Row]:
    """Return a ranking with figures in the largest type that fits.

    Args:
        rows: places in words, each with its row.
        room: largest width of the figures, in millimetres.
        largest: size of the figures in points, if there is room.
        widest_gap: largest blank that is added between two columns.
    """
    texts = [TextColumn(heading, tuple(write(row) for _place, row in rows)) for heading, write in columns]
    settings = [
        (points, wraps_heads) for points in SIZES if points <= largest for wraps_heads in (False, True)
    ]
    for points, wraps_heads in settings:
        fitted = fit_columns(
            texts,
            letters=Type(Face.CONDENSED, points),
            heads=HEADS,
            width=room,
            widest_gap=widest_gap,
            wraps_heads=wraps_heads,
        )
        if fitted:
            break
    if fitted is None:
        # beyond the room the names get less than their part
        fitted = fit_columns(
            texts,
            letters=Type(Face.CONDENSED, points),
            heads=HEADS,
            width=2 * room,
            widest_gap=0,
            wraps_heads=True,
        )
    assert fitted is not None
    lines = tuple(
        FiguredLine(place, row, line) for (place, row), (line,) in zip(rows, fitted.rows, strict=True)
    )
    return FiguredRanking(fitted.heading, fitted.width + PADDING, f"font-size:{points:g}pt", lines)


def place_words(places: Sequence[int | None]) -> list[str]:
    """Return the places of lines as printed: "3", "3 ex" if it is shared, a dash for None.

    Blanks after a place make its number end where those of shared places end.
    """
    counts = Counter(places)
    mark = f" {_('ex')}" if any(place and count > 1 for place, count in counts.items()) else ""
    blank = ended_at("", PLACES.width(mark), PLACES)
    return [f"{place or '–'}{mark if place is not None and counts[place] > 1 else blank}" for place in places]


def short_columns(table: RankingTable, *, has_alternated: bool) -> list[FigureColumn[RankedEntry]]:
    """Return the columns of a ranking in half a page."""
    columns: list[FigureColumn[RankedEntry]] = []
    if table.has_victories:
        columns.append((_("Victoires"), _victories))
    columns.append((measure_unit(table.measure), lambda row: in_measure(row.value, table.measure)))
    if table.has_sides:
        columns += [
            (_("Attaque"), lambda row: in_measure(row.attack, Measure.PERCENT)),
            (_("Défense"), lambda row: in_measure(row.defence, Measure.PERCENT)),
        ]
    if has_alternated:
        columns.append((_("Alterné"), _alternated_place))
    return columns


def overall_columns(
    table: RankingTable, *, has_numbers: bool, has_penalties: bool, has_alternated: bool
) -> list[FigureColumn[RankedEntry]]:
    """Return the columns of the overall ranking beside its value."""
    columns: list[FigureColumn[RankedEntry]] = []
    if table.has_victories:
        columns.append((_("Victoires"), _victories))
    if table.has_sides:
        columns += [
            (_("Attaque %%") % (), lambda row: in_measure(row.attack, Measure.PERCENT)),
            (_("Défense %%") % (), lambda row: in_measure(row.defence, Measure.PERCENT)),
        ]
    columns += [(str(CRITERION_NAMES[criterion]), _criterion(criterion, table)) for criterion in table.chain]
    if has_penalties:
        columns.append(
            (_("Pénalité"), lambda row: taken_off(row.penalty, table.measure) if row.penalty else "")
        )
    if has_alternated:
        columns.append((_("Alterné"), _alternated_place))
    if not table.has_sides:
        columns.append((_("Donnes"), lambda row: in_measure(row.deal_count, Measure.POINTS)))
    if has_numbers and not table.has_victories:
        columns.append((_("N°"), lambda row: starting_place(row.entry)))
    return columns


def alternated_columns(table: RankingTable, *, has_numbers: bool) -> list[FigureColumn[RankedEntry]]:
    """Return the columns of the alternated ranking beside its value."""
    columns: list[FigureColumn[RankedEntry]] = [
        (
            _("Dans sa ligne"),
            lambda row: f"{line_name(row.line, table.plan.line_count)} {row.line_place or '–'}",
        ),
        (_("Général"), lambda row: str(row.overall_place or "–")),
    ]
    if has_numbers and not table.has_victories:
        columns.append((_("N°"), lambda row: starting_place(row.entry)))
    return columns


def handicap_columns(table: PointsTable) -> list[FigureColumn[PointsRow]]:
    """Return the columns of the ranking after the handicap beside its value."""
    return [
        (_("Total"), lambda row: in_measure(row.value, table.measure)),
        (_("Handicap"), lambda row: allowance_words(row.allowance, table.measure) if row.allowance else ""),
        (_("Scratch"), lambda row: str(row.place or "–")),
        (_("Donnes"), lambda row: str(row.deal_count)),
        (_("Moyenne"), lambda row: in_measure(row.average, table.measure)),
    ]


def season_columns(season: Season, ladder: Ladder, event_count: int) -> list[FigureColumn[LadderRow]]:
    """Return the columns of a season beside its sum: the number of events, then the last events."""
    first = max(0, len(ladder.events) - event_count)
    columns: list[FigureColumn[LadderRow]] = [(_("Tournois"), lambda row: str(row.event_count))]
    for number, event in enumerate(ladder.events[first:], start=first):
        columns.append((date_format(event.starts_on, "d/m"), _season_result(season, number)))
    return columns


def _season_result(season: Season, number: int) -> Callable[[LadderRow], str]:
    def write(row: LadderRow) -> str:
        points, is_counted = row.results[number]
        if points is None:
            return "–"
        figure = season_figure(points, season)
        return figure if is_counted else f"({figure})"

    return write


def _criterion(criterion: Criterion, table: RankingTable) -> Callable[[RankedEntry], str]:
    return lambda row: in_measure(row.criteria.get(criterion), table.measure)


def _victories(row: RankedEntry) -> str:
    return in_measure(row.criteria.get(Criterion.VICTORIES), Measure.POINTS)


def _alternated_place(row: RankedEntry) -> str:
    return str(row.alternated_place or "–")
