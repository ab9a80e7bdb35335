"""Codes of printed sheets: issued when sheets are made, and looked up when a person types or scans one."""

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.errors import AppError
from tournaments.base.words.wording import app_error
from tournaments.core.slips.printed_sheet import SheetChange, SheetChangeKind, sheet_changes
from tournaments.core.slips.sheet_code import (
    NUMBER_COUNT,
    BadSheetCode,
    format_sheet_code,
    make_sheet_code,
    parse_sheet_code,
)
from tournaments.models import Entry, PrintedSheet, Session, Tournament
from tournaments.paper.documents.making.document import DocumentType
from tournaments.paper.documents.making.options import DocumentOptions
from tournaments.paper.queries.printed_sheets import (
    SheetContent,
    codes_of,
    current_lines,
    deals_mark,
    find_printed,
    name_of,
    printed_lines,
)
from tournaments.results.queries.checking import SheetName
from tournaments.seating.words.seat_names import seat_name

FIELD = "sheet_code"
MOST_TOLD = 8
"""Largest number of changes of a sheet that are listed one by one. A new seating changes all lines."""


@dataclass(frozen=True, slots=True)
class KnownSheet:
    """The sheet of a code, and its differences from the current state."""

    sheet: PrintedSheet
    changes: tuple[str, ...]
    """A sentence for each difference; empty while the sheet is up to date."""

    @property
    def code(self) -> str:
        """The code as it is printed."""
        return format_sheet_code(self.sheet.code)

    @property
    def name(self) -> SheetName:
        return name_of(self.sheet)


def issue_codes(
    *,
    document_type: DocumentType,
    tournament: Tournament,
    options: DocumentOptions,
    draw: Callable[[int], int] = secrets.randbelow,
) -> int:
    """Issue a code for each sheet of a document that has none. Return the number of new codes.

    A sheet that is printed again unchanged keeps its code.

    Args:
        draw: function that returns a random number from 0 below its argument. It is called again if the
            number is in use.
    """
    contents = {
        sheet.fingerprint: sheet for sheet in document_type.coded(tournament, document_type.laid_out(options))
    }
    count = 0
    while missing_fingerprints := contents.keys() - codes_of(list(contents.values())).keys():
        count += len(missing_fingerprints)
        # no lock: two prints of the same sheets at once find the same codes at the next look
        rows = [_row(contents[fingerprint], draw) for fingerprint in sorted(missing_fingerprints)]
        with transaction.atomic():
            PrintedSheet.objects.bulk_create(rows, ignore_conflicts=True)
    return count


def find_coded_sheet(text: str) -> KnownSheet:
    """Return the sheet of a typed or scanned code. Four queries at most.

    Raises:
        AppError: the text is no code (as `parse_sheet_code`), or no sheet here has it (`sheet_unknown`); at
            `sheet_code`.
    """
    try:
        code = parse_sheet_code(text)
    except BadSheetCode as error:
        raise app_error(error) from error
    sheet = find_printed(code)
    if sheet is None:
        raise unknown_sheet(code)
    return KnownSheet(sheet, tuple(_changes_in_words(sheet)))


def find_coded_sheet_of(*, written: str, session: Session, name: SheetName) -> KnownSheet:
    """Return the sheet of a code for a person who enters the sheet `name` of `session`.

    Raises:
        AppError: as `find_coded_sheet`, or it is another sheet (`sheet_other`; `extra["sheet"]` is its code).
    """
    coded_sheet = find_coded_sheet(written)
    if coded_sheet.sheet.session_id == session.pk and coded_sheet.name == name:
        return coded_sheet
    raise _refusal("sheet_other", _other_sheet(coded_sheet, session, name), sheet=coded_sheet.sheet.code)


def unknown_sheet(code: str) -> AppError:
    """Return the error for a code that is unknown, or that the user may not see."""
    message = _(
        "Aucune feuille que vous pouvez ouvrir n’a le code %(code)s : elle vient d’une autre installation,"
        " ou d’un tournoi où vous n’avez pas de rôle."
    )
    return _refusal("sheet_unknown", message % {"code": format_sheet_code(code)})


def _row(content: SheetContent, draw: Callable[[int], int]) -> PrintedSheet:
    return PrintedSheet(
        session_id=content.session_id,
        code=make_sheet_code(draw(NUMBER_COUNT)),
        section_number=content.section,
        board=content.name.board,
        round_number=content.name.round_number,
        table_number=content.name.table_number,
        leaf=content.leaf,
        deals=content.deals,
        lines=[line.to_json() for line in content.lines],
        fingerprint=content.fingerprint,
    )


def _other_sheet(coded_sheet: KnownSheet, session: Session, name: SheetName) -> str:
    """Return a message with the two sheets, as far as they differ: that of the code and that of the page."""
    sheet = coded_sheet.sheet
    if sheet.session.tournament_id != session.tournament_id:
        return _("Cette feuille est d’un autre tournoi.")
    if sheet.session_id != session.pk:
        return _("Cette feuille est de la séance %(number)d ; vous saisissez la séance %(page)d.") % {
            "number": sheet.session.number,
            "page": session.number,
        }
    if name.board is not None:
        return _("Cette feuille est celle de l’étui %(board)d ; vous saisissez l’étui %(page)d.") % {
            "board": coded_sheet.name.board,
            "page": name.board,
        }
    return _(
        "Cette feuille est celle de la table %(table)d à la position %(round)d ;"
        " vous saisissez la table %(page_table)d à la position %(page_round)d."
    ) % {
        "table": coded_sheet.name.table_number,
        "round": coded_sheet.name.round_number,
        "page_table": name.table_number,
        "page_round": name.round_number,
    }


def _changes_in_words(sheet: PrintedSheet) -> Iterable[str]:
    changes = sheet_changes(printed_lines(sheet), current_lines(sheet))
    entries = {pk for change in changes for pk in (change.was, change.now) if pk is not None}
    names = {pk: str(entry) for pk, entry in Entry.objects.select_related("person").in_bulk(entries).items()}
    for change in changes[:MOST_TOLD]:
        yield _change_in_words(change, names)
    if further_count := len(changes[MOST_TOLD:]):
        message = ngettext(
            "Et %(count)d autre changement.", "Et %(count)d autres changements.", further_count
        )
        yield message % {"count": further_count}
    deals = deals_mark(sheet.session)
    if sheet.deals and deals and sheet.deals != deals:
        yield _("Les donnes ont été distribuées de nouveau.")


def _change_in_words(change: SheetChange, names: dict[int, str]) -> str:
    place = {"round": change.round, "table": change.table}
    if change.kind is SheetChangeKind.GONE:
        return _("Position %(round)d, table %(table)d : ne se joue plus.") % place
    if change.kind is SheetChangeKind.ADDED:
        return _("Position %(round)d, table %(table)d : se joue, sans ligne sur la feuille.") % place
    assert change.seat is not None
    return _("Position %(round)d, table %(table)d, %(seat)s : %(now)s au lieu de %(was)s.") % {
        **place,
        "seat": seat_name(change.seat),
        "now": _entry_name(change.now, names),
        "was": _entry_name(change.was, names),
    }


def _entry_name(entry_id: int | None, names: dict[int, str]) -> str:
    if entry_id is None:
        return _("personne")
    return names.get(entry_id) or _("quelqu’un qui n’est plus inscrit")


def _refusal(code: str, message: str, **extra: str) -> AppError:
    return AppError(code, message, fields={FIELD: message}, extra=extra)
