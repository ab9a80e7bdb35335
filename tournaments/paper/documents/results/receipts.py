"""Receipts of payments: two on an A4, to cut, or one on an A5.

Sources: those of `tournaments/entries/services/receipts.py`.
"""

import datetime
from dataclasses import dataclass

from tournaments.base.access import Right
from tournaments.enums import DocumentKind
from tournaments.models import ClubPage, PaymentReceipt, Tournament
from tournaments.paper.documents.making.document import DocumentType, PaperMoment
from tournaments.paper.documents.making.options import RECEIPTS as RECEIPT_NUMBERS
from tournaments.paper.documents.making.options import DocumentOptions, OptionName
from tournaments.paper.documents.making.ready import require_receipts


@dataclass(frozen=True, slots=True)
class PrintedReceipt:
    """One receipt."""

    number: int
    payer: str
    subject: str
    is_fee: bool
    cents: int
    means: str
    """Name of the means of payment, "" if it was not noted."""
    issued_at: datetime.datetime
    city: str
    """City of the club, "" if unknown."""
    place: str
    """Place of the event, "" if unknown."""
    head: str
    """Lines below the club's name, "" without any."""


@dataclass(frozen=True, slots=True)
class ReceiptsSheet:
    """The receipts of one sheet, from top to bottom."""

    receipts: tuple[PrintedReceipt, ...]


def build_receipts(tournament: Tournament, options: DocumentOptions) -> tuple[ReceiptsSheet, ...]:
    """Return the valid receipts by number. Two queries."""
    page = ClubPage.objects.filter(club=tournament.club_id).first()
    receipts = [
        PrintedReceipt(
            number=receipt.number,
            payer=receipt.payer,
            subject=receipt.subject,
            is_fee=receipt.is_fee,
            cents=receipt.cents,
            means=str(receipt.get_means_display()),
            issued_at=receipt.issued_at,
            city=tournament.club.city,
            place=tournament.place,
            head=page.receipt_head if page else "",
        )
        for receipt in PaymentReceipt.objects.filter(tournament=tournament, cancelled_at=None)
        if options.has_receipt(receipt.number)
    ]
    on_sheet = 1 if options.paper == "A5" else 2
    return tuple(
        ReceiptsSheet(tuple(receipts[first : first + on_sheet]))
        for first in range(0, len(receipts), on_sheet)
    )


RECEIPTS = DocumentType(
    kind=DocumentKind.RECEIPTS,
    right=Right.WELCOME,
    require=require_receipts,
    build=build_receipts,
    # papers of the other moments may be in a pack, which needs the right to print alone
    moment=PaperMoment.AFTER,
    options=frozenset({*RECEIPT_NUMBERS, OptionName.PAPER}),
)
