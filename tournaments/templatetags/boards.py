"""An étui's results on one axis, and its cards with the players of one table."""

from collections.abc import Collection
from dataclasses import dataclass

from django import template
from django.utils.translation import gettext as _

from games.core.dealing.dealt_game import is_ordered_pile
from games.core.dealing.dealt_set import DealtBoard
from play.tables.web.felt import Felt, PileShown, PlaceShown, open_felt, open_places
from tournaments.base.words.figures import in_measure, with_unit
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.score_axis import lay_out_scores
from tournaments.models import Entry
from tournaments.rankings.queries.board_reports import BoardReport, MarkedLine
from tournaments.seating.words.seat_names import pocket_name, printed_seat_letter, seat_name
from tournaments.templatetags.etui import piles_of

register = template.Library()

ROW, DOT = 26, 12
"""Pixels from one row of dots to the next, and the radius of a dot, large enough to tap."""
BELOW = 34
"""Pixels below the lowest dots, for the numbers."""


@dataclass(frozen=True, slots=True)
class Dot:
    """A table on the axis."""

    row: MarkedLine
    x: float
    """Percent of the width."""
    y: int
    """Pixels from the top."""
    is_own: bool


@register.simple_tag
def score_axis(report: BoardReport, own_ids: Collection[int]) -> dict[str, object] | None:
    """Return the data of `_score_axis.html`; None with fewer than two scores.

    Args:
        own_ids: ids of the reader's entries.
    """
    rows = [row for row in report.lines if row.line.score is not None]
    if report.taker is None or len(rows) < 2:
        return None
    # equal scores are stacked in this order: the reader's own dots stand lowest
    rows.sort(key=lambda row: not _is_own(row, own_ids))
    axis = lay_out_scores([row.line.score or 0 for row in rows])
    base = DOT + 2 + ROW * (axis.row_count - 1)
    dots = [
        Dot(row, x, base - ROW * level, _is_own(row, own_ids))
        for row, (x, level) in zip(rows, axis.dots, strict=True)
    ]
    # from left to right, as keyboards and screen readers go through them
    dots.sort(key=lambda dot: (dot.x, -dot.y))
    return {"dots": dots, "ticks": axis.ticks, "base": base, "foot": base + DOT, "height": base + BELOW}


def _is_own(row: MarkedLine, own_ids: Collection[int]) -> bool:
    return any(entry is not None and entry.pk in own_ids for entry in row.line.entries)


@register.simple_tag
def dealt_felt(deal: DealtBoard, game: str, line: MarkedLine | None, measure: Measure) -> Felt:
    """Return an étui as dealt, with the players of one table and their marks.

    Args:
        deal: with its layout and taker. Unknown hands are left out.
        line: the line of the table; None for the cards alone.
        measure: measure of the marks.
    """
    hands = deal.layout.hands
    entries = line.line.entries if line else [None] * len(hands)
    marks: dict[Entry | None, str] = {
        figure.entry: with_unit(in_measure(figure.mark, measure), measure)
        for figure in (line.figures if line else ())
        if figure.mark is not None
    }
    places = [
        PlaceShown(
            at=position,
            name=seat_name(seat),
            letter=printed_seat_letter(seat),
            who=entry.public_name if (entry := entries[seat]) else "",
            role=_("preneur") if seat == deal.taker else "",
            mark=marks.get(entries[seat], ""),
            hand=tuple(hands[seat]),
            is_attack=seat == deal.taker,
        )
        for seat, position in open_places(len(hands))
        if hands[seat]
    ]
    piles = [
        PileShown(str(pocket_name(pile)), tuple(cards), in_order=is_ordered_pile(pile))
        for pile, cards in piles_of(deal.layout, game)
    ]
    return open_felt(title=_("Mains"), seat_count=len(hands), places=places, piles=piles)
