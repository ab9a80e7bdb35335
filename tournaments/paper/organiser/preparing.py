"""Preparing the étuis: the next card of a sorted pack and its pocket, in large type."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from tournaments.base.access import Right
from tournaments.base.queries.sessions import current_session
from tournaments.base.web.finding import find_tournament, signed_in
from tournaments.deals.door import read_cards
from tournaments.deals.queries.deals import PAPER_PREVIEWED, whole_boards
from tournaments.enums import DocumentKind
from tournaments.models import Session
from tournaments.paper.documents.sorting_sheets import SortingBoard, sorting_boards


def read_sorting(*, session: Session, number: int, seen_by: User | None) -> tuple[SortingBoard, ...]:
    """Where each card of the sorted packs goes for one deal dealt in the session; the trace keeps who looked.

    It is the sorting sheet on the screen, and so it is told as a look at that sheet.
    """
    subject = DocumentKind.SORTING_SHEETS.value
    (deal,) = read_cards(session, reader=seen_by, action=PAPER_PREVIEWED, subject=subject, board=number)
    return sorting_boards(deal, session.tournament.game)


@never_cache
@require_safe
def preparing(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One étui to fill, card by card; secret."""
    tournament = find_tournament(request, slug, Right.SEE_DEALS)
    session = current_session(tournament)
    whole = whole_boards(session)
    if number not in whole:
        raise Http404
    packs = read_sorting(session=session, number=number, seen_by=signed_in(request))
    context = {
        "tournament": tournament,
        "tab": "deals",
        "number": number,
        "packs": packs,
        "sizes": packs[-1].sizes,
        "card_count": sum(pack.card_count for pack in packs),
        "numbers": whole,
        "following": next((other for other in whole if other > number), None),
    }
    return render(request, "tournaments/paper/organiser/preparing.html", context)
