"""What the lines of a score sheet hold in each format."""

from tournaments.core.formats.event_options import EventOptions, SheetOf
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.core.slips.score_sheet import LineOf


def sheet_lines(tournament_format: TournamentFormat, options: EventOptions) -> LineOf:
    """Deals as they were bid in free deals, scores where any game is played; totals where that is chosen.

    The same deals are compared one by one: their sheets never hold totals.
    """
    if options.sheet is SheetOf.TOTALS and not tournament_format.needs_dealt_boards:
        return LineOf.TOTALS
    return LineOf.SCORES if tournament_format.plan.is_for_any_game else LineOf.BIDS


def lines_per_round(holds: LineOf, boards_per_set: int) -> int:
    """Lines of the sheet of a table that plays so many deals in a round."""
    return 1 if holds is LineOf.TOTALS else boards_per_set
