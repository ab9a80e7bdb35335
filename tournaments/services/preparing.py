"""Filling the étuis with real cards, helped by the screen."""

from django.db import transaction

from accounts.models import User
from games.models import Deal
from tournaments.documents.sorting_sheets import SortingBoard, sorting_board
from tournaments.enums import DocumentKind
from tournaments.models import Session
from tournaments.services.audit import record_event


@transaction.atomic
def read_sorting(*, session: Session, deal: Deal, seen_by: User | None) -> SortingBoard:
    """Where each card of a sorted pack goes for one deal of the session; the trace keeps who looked.

    It is the sorting sheet on the screen, and so it is told as a look at that sheet.
    """
    record_event(
        club=session.tournament.club,
        tournament=session.tournament,
        actor=seen_by,
        action="document.previewed",
        subject=DocumentKind.SORTING_SHEETS,
        after={"board": deal.number},
    )
    return sorting_board(deal)
