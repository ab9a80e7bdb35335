"""Points carried from deal to deal, in words: the pot of the mouche, the third Excuse of Contrat."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.core.formats.game_rules import lasting_points
from tournaments.results.queries.score_sheets import TableSheet


@dataclass(frozen=True, slots=True)
class LastingLine:
    """Carried points of one deal, beside its score."""

    words: str
    points: tuple[tuple[int, int], ...]
    """Seat and its points, in the order of the sheets."""
    after: str
    """Amount that the deal leaves to the next one."""


def lasting_lines(sheet: TableSheet) -> list[LastingLine]:
    """Return the lines of the deals that carry points, in their order; empty if none do."""
    return [
        LastingLine(
            _third_excuse(row.play.board) if deal.costly_excuse is not None else _pot(row.play.board),
            tuple((seat, points[seat]) for seat in sheet.sheet.seats_in_order),
            _("cagnotte : %(pot)d") % {"pot": deal.pot} if deal.pot_payments else "",
        )
        # `lasting` is empty in a game that carries no points
        for row, deal in zip(sheet.rows, sheet.lasting, strict=False)
        if any(points := lasting_points(deal, len(sheet.sheet.seated)))
    ]


def _pot(board: int) -> str:
    return _("Mouche de la donne %(number)d") % {"number": board}


def _third_excuse(board: int) -> str:
    return _("Troisième Excuse, donne %(number)d") % {"number": board}
