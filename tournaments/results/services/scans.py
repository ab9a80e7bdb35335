"""Scans and photos of sheets, stored with their entry and removed again."""

from django.core.files import File
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.base.services.sent_files import stored_first
from tournaments.enums import ScanKind
from tournaments.models import Session, SheetScan
from tournaments.results.queries.checking import SheetName, plays_on
from tournaments.results.queries.scans import list_scans
from tournaments.results.services.flags import clean_photo
from tournaments.trace.services.trace import record_event

PDF_START = b"%PDF-"
LARGEST_PDF = 10 * 1024 * 1024
MOST_SCANS = 20  # per sheet
NAME_LENGTH = 120


def add_scan(*, session: Session, name: SheetName, file: "File[bytes]", added_by: User) -> SheetScan:
    """Store a photo or a PDF of a sheet. A photo loses the camera's metadata.

    Args:
        session: with its tournament and club.

    Raises:
        AppError: the sheet is not played (`sheet_unknown`), it has enough pictures (`too_many_scans`), a PDF
            is too large (`scan_too_large`), or as `clean_photo`.
    """
    require_scan_room(session, name)
    # the file is read and stored before the transaction, so that the entry of results never waits for it
    kind, content = _read_scan(file)
    ending = "pdf" if kind == ScanKind.PDF else "jpg"
    file_name = (file.name or _("sans nom"))[-NAME_LENGTH:]
    with stored_first(SheetScan, "file", content, ending) as stored_name, transaction.atomic():
        # again inside the transaction: other pictures may have been added in the meantime
        require_scan_room(session, name)
        scan = SheetScan.objects.create(
            session=session,
            board=name.board,
            round_number=name.round_number,
            table_number=name.table_number,
            kind=kind,
            name=file_name,
            added_by=added_by,
            file=stored_name,
        )
        record_scan(scan, added_by, "scan.added")
    return scan


def require_scan_room(session: Session, name: SheetName) -> None:
    """Refuse a sheet that is not played, or that has enough pictures.

    Raises:
        AppError: at `sheet`: `sheet_unknown`, `too_many_scans`.
    """
    if not plays_on(session, name).exists():
        raise _sheet_refusal("sheet_unknown", _("Cette feuille n’existe pas."))
    if list_scans(session, name).count() >= MOST_SCANS:
        raise _sheet_refusal("too_many_scans", _("Vingt images par feuille, pas davantage : retirez-en."))


def _sheet_refusal(code: str, message: str) -> AppError:
    return AppError(code, message, fields={"sheet": message})


@transaction.atomic
def remove_scan(*, scan: SheetScan, removed_by: User) -> None:
    """Delete a scan and its file. The trace keeps its name."""
    record_scan(scan, removed_by, "scan.removed")
    file = scan.file
    scan.delete()
    # the file goes after the commit: a rollback would leave a row without its file
    transaction.on_commit(lambda: file.storage.delete(file.name or ""))


def _read_scan(file: "File[bytes]") -> tuple[ScanKind, bytes]:
    # the content decides, not the file name or the type in the request
    start = file.read(len(PDF_START))
    file.seek(0)
    if start != PDF_START:
        return ScanKind.IMAGE, clean_photo(file)
    if (file.size or 0) > LARGEST_PDF:
        message = _("PDF trop lourd : 10 Mo au plus.")
        raise AppError("scan_too_large", message, fields={"pictures": message})
    return ScanKind.PDF, file.read()


def record_scan(scan: SheetScan, actor: User, action: str) -> None:
    """Write a change of a picture to the trace, with its sheet, or a dash while it is not sorted."""
    tournament = scan.session.tournament
    place = f"{scan.round_number}/{scan.table_number}" if scan.round_number else "–"
    sheet = str(scan.board) if scan.board else place
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=actor,
        action=action,
        subject=sheet,
        after={"name": scan.name, "kind": scan.kind, "session": scan.session.number},
    )
