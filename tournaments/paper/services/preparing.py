"""Filling the étuis with real cards, helped by the screen."""

from accounts.models import User
from tournaments.deals.door import read_cards
from tournaments.deals.queries.deals import PAPER_PREVIEWED
from tournaments.enums import DocumentKind
from tournaments.models import Session
from tournaments.paper.documents.sorting_sheets import SortingBoard, sorting_board


def read_sorting(*, session: Session, number: int, seen_by: User | None) -> SortingBoard:
    """Where each card of a sorted pack goes for one deal dealt in the session; the trace keeps who looked.

    It is the sorting sheet on the screen, and so it is told as a look at that sheet.
    """
    subject = DocumentKind.SORTING_SHEETS.value
    (deal,) = read_cards(session, reader=seen_by, action=PAPER_PREVIEWED, subject=subject, board=number)
    return sorting_board(deal)
