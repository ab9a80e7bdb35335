"""Rankings inside the ranking: by line, series, category, age, club, country, and of teams of individuals."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, islice

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.base.access import Right
from tournaments.base.words.figures import in_measure
from tournaments.core.formats.ranking_plan import Measure
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.paper.documents.making.document import DocumentType, PaperMoment
from tournaments.paper.documents.making.options import PLAIN, DocumentOptions, OptionName
from tournaments.paper.documents.making.ready import require_standings
from tournaments.paper.documents.results.ranked_figures import (
    FigureColumn,
    FiguredLine,
    FiguredRanking,
    place_words,
    set_figures,
)
from tournaments.paper.documents.typesetting.imposition import fill_sheets
from tournaments.paper.documents.typesetting.large_type import LIST_LAID_DOWN
from tournaments.paper.documents.typesetting.ruled_lines import FIGURE_SPACE, PlacedText, spaced_line
from tournaments.paper.documents.typesetting.type_widths import Face, Type
from tournaments.rankings.queries.classifications import (
    GroupKind,
    GroupRanking,
    PlacedEntry,
    TeamRow,
    list_kinds,
    load_field,
    rank_clubs,
    rank_groups,
    rank_shared_teams,
)

TEAMS = "teams"
"""Variant with the teams of individuals and the clubs."""
COLUMNS = 2
"""Columns of a page, in usual type."""
FIRST_ROOM, ROOM = 250.0, 266.0
"""Heights of a column on the first page and on others, in millimetres."""
KIND_HEIGHT, HEAD_PADDING, ROW_PADDING, GROUP_GAP = 11.0, 2.0, 1.15, 4.0
"""Heights of the heading of a kind, around the head of a group, around a name, below a group."""
NAMES, NAME_LINE = Type(Face.CONDENSED, 8.5), 3.9
TITLES, TITLE_LINE = Type(Face.CONDENSED_BOLD, 10), 4.6
NAME_ROOM = 40.0
"""Millimetres for a name or the title of a group."""
PLACE_ROOM, FIGURES_ROOM = 8.0, 24.0
"""Millimetres before a name for its place, and for the total and the overall place."""
LARGEST, LARGEST_OF_LARGE = 8.5, 9.5
"""Sizes of figures in points, in usual and in large type."""
LEAST_ROWS = 3
"""Rows that stand together at the beginning and at the end of a column."""

GroupRow = tuple[PlacedEntry, int | None]
"""A member of a group, and the place in the whole field."""


@dataclass(frozen=True, slots=True)
class GroupPart:
    """Rows of a group that follow each other in one column."""

    kind: GroupKind | None
    """Kind of which this is the first group; None for no heading."""
    group: GroupRanking
    rows: tuple[FiguredLine[GroupRow], ...]
    """Members, with the text before their names as place."""


@dataclass(frozen=True)
class GroupPages:
    """All groups of a tournament, in its main ranking."""

    kinds: tuple[tuple[GroupKind, tuple[GroupRanking, ...]], ...]
    partners: tuple[TeamRow, ...]
    clubs: tuple[TeamRow, ...]
    measure: Measure
    line_count: int
    covers_sessions: bool
    """True if the ranking adds up several sessions."""
    is_large: bool
    """True for large type, in one column that flows."""

    @cached_property
    def figures(self) -> FiguredRanking[GroupRow]:
        """The rows of all groups, so that their figures stand in the same columns."""
        rows: list[tuple[str, GroupRow]] = []
        for _kind, groups in self.kinds:
            for group in groups:
                places = map(_place_text, place_words([row.place for row in group.rows]))
                rows += zip(places, zip(group.rows, group.overall, strict=True), strict=True)
        columns: list[FigureColumn[GroupRow]] = [
            (gettext("Total"), lambda row: in_measure(row[0].value, self.measure)),
            (gettext("Général"), lambda row: str(row[1] or "–")),
        ]
        largest = LARGEST_OF_LARGE if self.is_large else LARGEST
        return set_figures(rows, columns, room=FIGURES_ROOM, largest=largest)

    @property
    def pages(self) -> tuple[tuple[tuple[GroupPart, ...], ...], ...]:
        """The groups by page and column. A group that goes on in the next column has its head there too.

        CSS would lay out each column twice, and all that follows it once more.
        """
        if self.is_large:
            return ((tuple(self._whole_parts()),),)
        return fill_sheets(list(self._columns()), COLUMNS)

    def _columns(self) -> Iterator[tuple[GroupPart, ...]]:
        column: list[GroupPart] = []
        column_count, space = 0, FIRST_ROOM
        for part in self._whole_parts():
            kind, rows = part.kind, part.rows
            while rows:
                heights = list(map(_row_height, rows))
                head = _head_height(part.group) + (KIND_HEIGHT if kind else 0)
                count = _fitting_count(heights, space - head)
                if not count and column:
                    yield tuple(column)
                    column, column_count = [], column_count + 1
                    space = FIRST_ROOM if column_count < COLUMNS else ROOM
                    continue
                # a row that is higher than a column stands alone
                count = count or 1
                column.append(GroupPart(kind, part.group, rows[:count]))
                space -= head + sum(heights[:count]) + GROUP_GAP
                kind, rows = None, rows[count:]
                if rows:
                    space = 0
        if column:
            yield tuple(column)

    def _whole_parts(self) -> Iterator[GroupPart]:
        """Yield each group with all its rows."""
        lines = iter(self.figures.lines)
        for kind, groups in self.kinds:
            for place, group in enumerate(groups):
                rows = tuple(islice(lines, len(group.rows)))
                yield GroupPart(None if place else kind, group, rows)


def _place_text(place: str) -> str:
    """Return a place with blanks on both sides, as wide for all rows."""
    return spaced_line(NAMES, (PlacedText(0, PLACE_ROOM, place, align=1),)) + FIGURE_SPACE


def _head_height(group: GroupRanking) -> float:
    # a title in words is short, only a name of the register may take several lines
    return TITLES.line_count(group.name, NAME_ROOM) * TITLE_LINE + HEAD_PADDING


def _row_height(line: FiguredLine[GroupRow]) -> float:
    return NAMES.line_count(str(line.row[0].entry), NAME_ROOM) * NAME_LINE + ROW_PADDING


def _fitting_count(heights: Sequence[float], room: float) -> int:
    """Return the number of rows in a column; 0 for fewer than belong together."""
    count = sum(total <= room for total in accumulate(heights))
    rest = len(heights) - count
    if 0 < rest < LEAST_ROWS:
        count = len(heights) - LEAST_ROWS
    return 0 if count < min(LEAST_ROWS, len(heights)) else count


def build_group_rankings(tournament: Tournament, options: DocumentOptions = PLAIN) -> tuple[GroupPages, ...]:
    """Return one flow of all groups, or of the groups of one kind. Queries as `load_field`."""
    field = load_field(tournament)
    kinds = [kind for kind in list_kinds(field) if options.part in ("", kind)]
    has_teams = options.part in ("", TEAMS)
    return (
        GroupPages(
            kinds=tuple((kind, tuple(rank_groups(field, kind))) for kind in kinds),
            partners=tuple(rank_shared_teams(field)) if has_teams else (),
            clubs=tuple(rank_clubs(field)) if has_teams else (),
            measure=field.measure,
            line_count=field.line_count,
            covers_sessions=field.covers_sessions,
            is_large=options.large_type,
        ),
    )


GROUP_RANKINGS = DocumentType(
    kind=DocumentKind.GROUP_RANKINGS,
    right=Right.PRINT,
    require=require_standings,
    build=build_group_rankings,
    moment=PaperMoment.AFTER,
    large=LIST_LAID_DOWN,
    options=frozenset({OptionName.PART, OptionName.LARGE_TYPE}),
    parts=(
        ("", _("tous les groupes")),
        (GroupKind.LINE, _("par ligne")),
        (GroupKind.SERIES, _("par série")),
        (GroupKind.CATEGORY, _("par catégorie")),
        (GroupKind.AGE, _("par âge")),
        (GroupKind.CLUB, _("par club")),
        (GroupKind.COUNTRY, _("par pays")),
        (TEAMS, _("équipes et clubs entre eux")),
    ),
)
