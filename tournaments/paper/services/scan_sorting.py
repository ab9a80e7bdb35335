"""Sorting of scanned sheets: each page is assigned to the sheet of its code, or waits for a person."""

from collections import Counter
from collections.abc import Iterable
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass

from django.core.files import File
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.base.services.pictures import PictureFault
from tournaments.base.services.sent_files import picture_refusals, stored_first
from tournaments.core.slips.sheet_code import BadSheetCode, parse_sheet_code
from tournaments.enums import ScanKind
from tournaments.models import Session, SheetScan
from tournaments.paper.queries.printed_sheets import find_printed, name_of
from tournaments.paper.services.scanned_pages import ScannedPage, TooManyPages, read_pile
from tournaments.results.queries.checking import SheetName
from tournaments.results.queries.scans import list_scans
from tournaments.results.services.scans import MOST_SCANS, NAME_LENGTH, record_scan, require_scan_room

LARGEST_PILE = 40 * 1024 * 1024
MOST_PAGES = 60
UNSORTED = SheetName()


@dataclass(frozen=True, slots=True)
class SortedPile:
    """Result of sorting the pages of one file."""

    filed: int
    """Number of pages assigned to their sheets. A page with two sheets counts once."""
    waiting: int
    """Number of pages without a code of this session."""
    unreadable: tuple[int, ...]
    """Numbers, from 1, of the pages without any picture. They are not stored."""


def sort_pile(*, session: Session, file: "File[bytes]", added_by: User) -> SortedPile:
    """Store each page of a scan beside the sheets whose codes it shows.

    Args:
        session: session, loaded with its tournament and club.

    Raises:
        AppError: at `pictures`, before anything is stored:

        - `scan_too_large`: the file is too large;
        - `too_many_pages`: the file has too many pages;
        - `scan_unreadable`: the file is no scan;
        - `scan_too_costly`: the file takes too much time or memory;
        - `pictures_busy`: other files are being read.
    """
    filed: Counter[SheetName] = Counter()
    pages = {
        number: page and (_sheets_on(page, session, filed), page.jpeg)
        for number, page in enumerate(_read_file(file), start=1)
    }
    readable = {number: page for number, page in pages.items() if page}
    file_name = file.name or _("sans nom")
    with ExitStack() as stack:
        scans = [
            # the end is kept: the number of the page stands there
            (sheet, f"{file_name}, {number}"[-NAME_LENGTH:], stack.enter_context(_store_file(jpeg)))
            for number, (sheets, jpeg) in readable.items()
            for sheet in sheets or (UNSORTED,)
        ]
        # files are stored before the transaction, so that entry of results does not wait for them
        with transaction.atomic():
            for sheet, name, stored_name in scans:
                _create_scan(session, sheet, stored_name, name, added_by)
    filed_count = sum(bool(sheets) for sheets, _jpeg in readable.values())
    return SortedPile(filed_count, len(readable) - filed_count, tuple(sorted(pages.keys() - readable.keys())))


@transaction.atomic
def assign_scan(*, scan: SheetScan, name: SheetName, assigned_by: User) -> SheetScan:
    """Assign a waiting page to a sheet that a person names.

    Raises:
        AppError: as `require_scan_room`.
    """
    locked_scan = SheetScan.objects.select_for_update().get(pk=scan.pk)
    session = scan.session
    require_scan_room(session, name)
    locked_scan.board, locked_scan.round_number, locked_scan.table_number = (
        name.board,
        name.round_number,
        name.table_number,
    )
    locked_scan.save()
    locked_scan.session = session
    record_scan(locked_scan, assigned_by, "scan.added")
    return locked_scan


def _read_file(file: "File[bytes]") -> list[ScannedPage | None]:
    if (file.size or 0) > LARGEST_PILE:
        raise _refusal("scan_too_large", _("Fichier trop lourd : 40 Mo au plus."))
    too_costly = _(
        "Ce fichier demande trop de temps ou de mémoire : envoyez-le en plusieurs fois, moins détaillé."
    )
    unreadable = _("Ce fichier est illisible : envoyez un PDF de pages numérisées, ou des photos.")
    words = {
        PictureFault.TOO_LARGE: ("scan_too_costly", too_costly),
        PictureFault.UNREADABLE: ("scan_unreadable", unreadable),
    }
    try:
        with picture_refusals("pictures", words):
            return read_pile(file.read(), most_pages=MOST_PAGES)
    except TooManyPages as error:
        message = _("%(count)d pages : %(most)d au plus à la fois.") % {
            "count": error.count,
            "most": MOST_PAGES,
        }
        raise _refusal("too_many_pages", message) from None


def _sheets_on(page: ScannedPage, session: Session, filed: Counter[SheetName]) -> tuple[SheetName, ...]:
    """Return the sheets of this session whose codes a page shows, without duplicates and full sheets.

    Args:
        filed: number of earlier pages of the pile on each sheet; this page is added.
    """
    names = dict.fromkeys(_sheet_names(page.codes, session))
    sheets = tuple(name for name in names if list_scans(session, name).count() + filed[name] < MOST_SCANS)
    filed.update(sheets)
    return sheets


def _sheet_names(codes: Iterable[str], session: Session) -> Iterable[SheetName]:
    for code in codes:
        try:
            sheet = find_printed(parse_sheet_code(code))
        except BadSheetCode:
            continue
        if sheet is not None and sheet.session_id == session.pk:
            yield name_of(sheet)


def _store_file(jpeg: bytes) -> AbstractContextManager[str]:
    return stored_first(SheetScan, "file", jpeg, "jpg")


def _create_scan(session: Session, sheet: SheetName, file_name: str, name: str, added_by: User) -> None:
    scan = SheetScan.objects.create(
        session=session,
        board=sheet.board,
        round_number=sheet.round_number,
        table_number=sheet.table_number,
        kind=ScanKind.IMAGE,
        name=name,
        added_by=added_by,
        file=file_name,
    )
    record_scan(scan, added_by, "scan.added")


def _refusal(code: str, message: str) -> AppError:
    return AppError(code, message, fields={"pictures": message})
