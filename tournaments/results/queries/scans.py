"""The scans and photos of a sheet."""

from django.db.models import QuerySet

from tournaments.models import Session, SheetScan
from tournaments.results.queries.checking import SheetName


def list_scans(session: Session, name: SheetName) -> QuerySet[SheetScan]:
    """Return the scans of one sheet in the order in which they were added, with their authors. One query."""
    return SheetScan.objects.filter(
        session=session,
        board=name.board,
        round_number=name.round_number,
        table_number=name.table_number,
    ).select_related("added_by")
