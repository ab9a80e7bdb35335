"""A whole score sheet at once: deals for which there was no time."""

from django.db import transaction

from tournaments.core.slips.score_sheet import SheetLine
from tournaments.core.slips.traveller import LineInput, LineKind
from tournaments.results.queries.score_sheets import TableSheet
from tournaments.results.services.results import Author, record_result

NOT_PLAYED = SheetLine(written=LineInput(kind=LineKind.NOT_PLAYED))


@transaction.atomic
def leave_rest_unplayed(*, sheet: TableSheet, author: Author) -> int:
    """Store every line of a sheet without a result as not played; returns how many there were.

    Raises:
        Conflict: somebody stored a result meanwhile (`slip_changed`); nothing is stored then.
        AppError: the tournament takes no results (`not_playing`).

    Source:
        FFT, Manuel de l'organisateur (2011) M3: at the end of time no new deal begins.
    """
    empty = [row.play for row in sheet.rows if row.slip is None]
    for play in empty:
        record_result(play=play, line=NOT_PLAYED, seen_version=0, author=author)
    return len(empty)
