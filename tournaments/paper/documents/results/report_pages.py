"""Pages of a player report: its deals as tabbed lines and its rulings, as they fit below the name."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.base.queries.teams import people_of
from tournaments.base.words.figures import (
    in_measure,
    measure_unit,
    percent,
    percent_sign,
    result_words,
    signed,
    taken_off,
    with_unit,
)
from tournaments.paper.documents.making.options import DocumentOptions
from tournaments.paper.documents.typesetting.fitted_columns import FittedLines, TextColumn, fit_columns
from tournaments.paper.documents.typesetting.imposition import fill_columns, split_to_fit
from tournaments.paper.documents.typesetting.rule_drawings import Rect, draw_rules
from tournaments.paper.documents.typesetting.type_widths import POINT, Face, Type
from tournaments.rankings.queries.players import PlayerDeal, PlayerReport
from tournaments.seating.words.seat_names import seats_label

NAME, NAME_LINE = Type(Face.SANS_BOLD, 15), 6.1
SMALL, SMALL_BOLD, SMALL_LINE = Type(Face.CONDENSED, 7.5), Type(Face.SANS_BOLD, 7.5), 3.2
"""Type of headings, notes and members; type that is at least as wide as the line of the event."""
FIGURES, NARROW_FIGURES = Type(Face.SANS_BOLD, 12), Type(Face.CONDENSED_BOLD, 10)
RULING, RULING_LINE, RULING_INDENT, RULING_MARGIN = Type(Face.SANS, 7.5), 3.5, 4, 1
HEAD_MARGIN, TALLY_HEIGHT, NOTE_MARGIN, TITLE_HEIGHT = 4, 13, 1.5, 11
"""Heights: space below the event; the line of the ranking; space above a note; a title of rulings."""
HEADING_ROW = 4.6
SMALLEST_ROW, SMALLEST_LARGE_ROW, LARGEST_ROW = 3.1, 4.3, 7.5
"""Heights of a row: the smallest that is read with ease, the same in large type before it is drawn larger,
and the largest that the eye follows."""
LARGEST_LETTERS, SMALLEST_LETTERS = 11, 7
LINE_OF_LETTERS = 1.2
"""Height of a line of letters, in parts of their size."""
QUARTERS = 4
"""Steps of type sizes in a point."""


class Field(NamedTuple):
    """Scores of the attackers of all tables on an étui."""

    best: int
    average: int
    """Average score, rounded."""


@dataclass(frozen=True, slots=True)
class ReportPaper:
    """Room of a report inside the margins of its page, in millimetres."""

    width: float
    height: float
    least_row: float


def report_paper(options: DocumentOptions) -> ReportPaper:
    """Return the room on half an A4, or on a whole one."""
    width, height, bound = (182.0, 267, 12) if options.per_sheet == 1 else (128.5, 186, 10)
    least_row = SMALLEST_LARGE_ROW if options.large_type else SMALLEST_ROW
    return ReportPaper(width - (bound if options.wide_margin else 0), height, least_row)


@dataclass(frozen=True, slots=True)
class ReportTally:
    """The line of the ranking: labels, and the figures below them."""

    labels: str
    figures: str
    size: str
    """Size of the figures, as CSS."""


@dataclass(frozen=True, slots=True)
class ReportPage:
    """One page of a report."""

    lines: FittedLines | None
    """Deals of the page; None if it has rulings alone."""
    style: str
    """Type and height of the rows, as CSS."""
    rules: str
    """Drawing behind the rows."""
    rulings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SetReport:
    """A report that is ready to print."""

    tally: ReportTally | None
    """None for a player without a place."""
    notes: tuple[str, ...]
    """Sentences below the deals."""
    pages: tuple[ReportPage, ...]


def set_report(
    report: PlayerReport,
    *,
    event: str,
    field: Mapping[int, Field],
    rulings: Sequence[str],
    has_alternated: bool,
    paper: ReportPaper,
) -> SetReport:
    """Return the pages of a report, as few as its rows and rulings allow.

    Args:
        event: event and day, as the head of a page prints them.
        field: scores of the field by étui.
        has_alternated: True to print the place of the alternated ranking.
    """
    columns = _columns(report, field)
    notes = _notes(report)
    tally = _tally(report, paper, has_alternated=has_alternated)
    room = paper.height - _head_height(report, event, paper) - (TALLY_HEIGHT if tally else 0)
    room -= sum(NOTE_MARGIN + SMALL.line_count(note, paper.width) * SMALL_LINE for note in notes)
    ruled = [(ruling, _ruling_height(ruling, paper)) for ruling in rulings]
    rulings_height = TITLE_HEIGHT + sum(height for _ruling, height in ruled) if ruled else 0
    rows = range(len(report.deals))
    if HEADING_ROW + len(rows) * paper.least_row + rulings_height <= room:
        pages = [_page(report, columns, rows, tuple(rulings), room - rulings_height, paper)]
    else:
        # rulings that do not fit below all deals have pages of their own
        pages = [
            _page(report, columns, part, (), room, paper)
            for part in split_to_fit(rows, int((room - HEADING_ROW) / paper.least_row))
        ]
        pages += [ReportPage(None, "", "", texts) for (texts,) in fill_columns(ruled, room - TITLE_HEIGHT, 1)]
    return SetReport(tally, notes, tuple(pages))


def _head_height(report: PlayerReport, event: str, paper: ReportPaper) -> float:
    height = NAME.line_count(_("%(name)s – suite") % {"name": report.entry}, paper.width) * NAME_LINE
    # a single player may have the club below the name
    small = ", ".join(person.full_name for person in people_of(report.entry)) if report.entry.name else "-"
    height += SMALL.line_count(small, paper.width) * SMALL_LINE
    return height + SMALL_BOLD.line_count(event, paper.width) * SMALL_LINE + HEAD_MARGIN


def _ruling_height(ruling: str, paper: ReportPaper) -> float:
    return RULING.line_count(ruling, paper.width - RULING_INDENT) * RULING_LINE + RULING_MARGIN


def _notes(report: PlayerReport) -> tuple[str, ...]:
    notes = []
    if report.is_raw:
        notes.append(_("Marques écrites sans le détail des donnes."))
    if report.deals and report.has_sides:
        notes.append(
            _(
                "La marque est celle de l’attaque ; la note est celle du joueur ou de l’équipe ;"
                " à droite, la meilleure marque et la moyenne de toutes les tables."
            )
        )
    return tuple(notes)


def _tally(report: PlayerReport, paper: ReportPaper, *, has_alternated: bool) -> ReportTally | None:
    ranked = report.ranked
    if ranked is None or not ranked.overall_place:
        return None
    cells = [(_("Place"), str(ranked.overall_place))]
    if ranked.alternated_place and has_alternated:
        cells.append((_("Place, alterné"), str(ranked.alternated_place)))
    cells.append((_("Total"), with_unit(in_measure(ranked.value, report.measure), report.measure)))
    if report.has_sides:
        cells += [
            (f"{name}, {_deal_count(count or 0)}", percent_sign(percent(value)))
            for name, count, value in (
                (_("Attaque"), ranked.attack_count, ranked.attack),
                (_("Défense"), ranked.defence_count, ranked.defence),
            )
        ]
    if ranked.penalty:
        cells.append((_("Pénalités"), with_unit(taken_off(ranked.penalty, report.measure), report.measure)))
    columns = [TextColumn(label, (figure,)) for label, figure in cells]
    for figures in (FIGURES, NARROW_FIGURES):
        lines = fit_columns(
            columns, letters=figures, heads=SMALL, width=paper.width, widest_gap=8, aligns_numbers=False
        )
        if lines:
            return ReportTally(lines.heading, lines.text, f"font-size:{figures.points:g}pt")
    return None


def _deal_count(count: int) -> str:
    return ngettext("%(number)s donne", "%(number)s donnes", count) % {"number": count}


def _columns(report: PlayerReport, field: Mapping[int, Field]) -> list[TextColumn]:
    deals = report.deals
    compares = report.plan.needs_same_deals
    columns = [
        TextColumn(_("Pos."), tuple(str(deal.line.play.round.number) for deal in deals)),
        TextColumn(
            _("Table"), tuple(f"{deal.line.play.table.number}{seats_label(deal.seats)}" for deal in deals)
        ),
        TextColumn(_("Étui") if compares else _("Donne"), tuple(str(deal.board) for deal in deals)),
    ]
    if report.has_sides:
        roles = {True: _("attaque"), False: _("défense"), None: ""}
        columns.append(TextColumn(_("Rôle"), tuple(roles[deal.is_taker] for deal in deals)))
    columns.append(TextColumn(_("Marque"), tuple(_score(deal, report) for deal in deals)))
    if compares:
        marks = tuple(in_measure(deal.mark, report.measure) for deal in deals)
        columns.append(TextColumn(f"{_('Note')} ({measure_unit(report.measure)})", marks))
    if report.has_sides:
        scores = [field.get(deal.board) for deal in deals]
        columns += [
            TextColumn(_("Meilleure"), tuple(signed(score.best) if score else "" for score in scores)),
            TextColumn(_("Moyenne"), tuple(signed(score.average) if score else "" for score in scores)),
        ]
    return columns


def _score(deal: PlayerDeal, report: PlayerReport) -> str:
    if not deal.is_revealed:
        return _("en circulation")
    score = result_words(deal.kind, deal.score)
    return f"{_('sans détail')} {score}" if deal.is_raw and not report.is_raw else score


def _page(
    report: PlayerReport,
    columns: Sequence[TextColumn],
    rows: Sequence[int],
    rulings: tuple[str, ...],
    room: float,
    paper: ReportPaper,
) -> ReportPage:
    """Return a page with these deals, in the largest type with which they fit."""
    if not rows:
        return ReportPage(None, "", "", rulings)
    height = min(LARGEST_ROW, (room - HEADING_ROW) / len(rows))
    largest = min(LARGEST_LETTERS, height / LINE_OF_LETTERS / POINT)
    letters, lines = _largest_fit([column.only(rows) for column in columns], largest, paper)
    deals = [report.deals[row] for row in rows]
    style = f"font-size:{letters.points:g}pt;line-height:{height:.3f}mm"
    return ReportPage(lines, style, _rules(deals, height, paper), rulings)


def _largest_fit(
    columns: Sequence[TextColumn], largest: float, paper: ReportPaper
) -> tuple[Type, FittedLines | None]:
    for quarters in range(int(largest * QUARTERS), SMALLEST_LETTERS * QUARTERS, -1):
        letters = Type(Face.CONDENSED, quarters / QUARTERS)
        lines = fit_columns(columns, letters=letters, heads=SMALL, width=paper.width, widest_gap=9)
        if lines:
            return letters, lines
    letters = Type(Face.CONDENSED, SMALLEST_LETTERS)
    return letters, fit_columns(columns, letters=letters, heads=letters, width=paper.width)


def _rules(deals: Sequence[PlayerDeal], row: float, paper: ReportPaper) -> str:
    """Return rules between the positions, and a grey ground behind each attack."""
    bottom = HEADING_ROW + len(deals) * row
    starts = [
        HEADING_ROW + place * row
        for place, (deal, next_deal) in enumerate(pairwise(deals), start=1)
        if deal.line.play.round.number != next_deal.line.play.round.number
    ]
    attacks: list[Rect] = [
        (0, HEADING_ROW + place * row, paper.width, row) for place, deal in enumerate(deals) if deal.is_taker
    ]
    return draw_rules(
        paper.width, bottom, rows=[HEADING_ROW, bottom - 0.1], fine_rows=starts, grounds=attacks, frame=0
    )
