"""An étui's results on one axis, and who sat where on its felt."""

from collections.abc import Collection
from dataclasses import dataclass

from django import template
from django.utils.translation import gettext as _

from games.core.dealing.dealt_game import is_ordered_pile
from games.core.dealing.dealt_set import DealtBoard
from play.tables.web.felt import Felt, PileShown, PlaceShown, open_felt, open_places
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.score_axis import lay_out_scores
from tournaments.models import Entry
from tournaments.rankings.queries.board_reports import BoardReport, MarkedLine
from tournaments.seating.words.seat_names import pocket_name, seat_letter, seat_name
from tournaments.templatetags.etui import piles_of
from tournaments.templatetags.rankings import in_measure, with_unit

register = template.Library()

ROW, DOT = 26, 12
"""Pixels from one row of dots to the next, and half a dot: a finger finds each of them."""
BELOW = 34
"""Pixels below the lowest dots, for the figures."""


@dataclass(frozen=True, slots=True)
class Dot:
    """A table on the axis."""

    row: MarkedLine
    x: float
    """Per cent of the width."""
    y: int
    """Pixels from the top."""
    is_own: bool


@register.simple_tag
def score_axis(report: BoardReport, own: Collection[int]) -> dict[str, object] | None:
    """What `_score_axis.html` draws; None with fewer than two scores.

    Args:
        own: ids of the reader's entries.
    """
    rows = [row for row in report.lines if row.line.score is not None]
    if report.taker is None or len(rows) < 2:
        return None
    rows.sort(key=lambda row: not _is_own(row, own))
    axis = lay_out_scores([row.line.score or 0 for row in rows])
    base = DOT + 2 + ROW * (axis.row_count - 1)
    dots = [
        Dot(row, x, base - ROW * level, _is_own(row, own))
        for row, (x, level) in zip(rows, axis.dots, strict=True)
    ]
    dots.sort(key=lambda dot: (dot.x, -dot.y))
    return {"dots": dots, "ticks": axis.ticks, "base": base, "foot": base + DOT, "height": base + BELOW}


def _is_own(row: MarkedLine, own: Collection[int]) -> bool:
    return any(entry is not None and entry.pk in own for entry in row.line.entries)


@register.simple_tag
def dealt_felt(deal: DealtBoard, game: str, seated: MarkedLine | None, measure: Measure) -> Felt:
    """An étui as it was dealt, with who sat at one of its tables and what it was worth to them.

    Args:
        deal: with its layout and taker; hands that are not known are left out.
        measure: of the marks.
    """
    hands = deal.layout.hands
    entries = seated.line.entries if seated else [None] * len(hands)
    marks: dict[Entry | None, str] = {
        figure.entry: with_unit(in_measure(figure.mark, measure), measure)
        for figure in (seated.figures if seated else ())
        if figure.mark is not None
    }
    places = [
        PlaceShown(
            at=at,
            name=seat_name(seat),
            letter=seat_letter(seat),
            who=entry.public_name if (entry := entries[seat]) else "",
            role=_("preneur") if seat == deal.taker else "",
            mark=marks.get(entries[seat], ""),
            hand=tuple(hands[seat]),
            is_attack=seat == deal.taker,
        )
        for seat, at in open_places(len(hands))
        if hands[seat]
    ]
    piles = [
        PileShown(str(pocket_name(pile)), tuple(cards), in_order=is_ordered_pile(pile))
        for pile, cards in piles_of(deal.layout, game)
    ]
    return open_felt(title=_("Mains"), seat_count=len(hands), places=places, piles=piles)
