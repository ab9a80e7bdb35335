"""Preview of the consequences of typed lines, before they are stored."""

from collections.abc import Sequence
from typing import Protocol

from common.errors import AppError
from tournaments.core.slips.score_sheet import SheetLine
from tournaments.core.slips.traveller import LineInput, SlipReading
from tournaments.models import Play, Session
from tournaments.rankings.services.consequences import ResultConsequences, preview_results
from tournaments.results.organiser.sent_lines import StoredLine
from tournaments.results.services.results import read_slip_line
from tournaments.results.services.slip_versions import says_the_same


class TypedRow(Protocol):
    """A line of a page with its typed content."""

    is_previewed: bool

    @property
    def line(self) -> StoredLine: ...

    @property
    def is_to_store(self) -> bool: ...

    @property
    def has_failed(self) -> bool: ...

    @property
    def written(self) -> LineInput | SheetLine: ...

    def fail(self, error: AppError) -> None: ...


def preview_rows(session: Session, rows: Sequence[TypedRow]) -> ResultConsequences | None:
    """Return the consequences of the changed lines; None if a line cannot be read.

    The problems of a line are stored on its row.
    """
    changed_rows = [row for row in rows if row.is_to_store]
    readings: dict[Play, SlipReading | None] = {}
    for row in changed_rows:
        row.is_previewed = True
        try:
            reading = read_slip_line(tournament=session.tournament, play=row.line.play, line=row.written)
        except AppError as error:
            row.fail(error)
        else:
            if row.line.slip is None or not says_the_same(row.line.slip, reading):
                readings[row.line.play] = reading
    if any(row.has_failed for row in rows):
        return None
    return preview_results(session=session, readings=readings)
