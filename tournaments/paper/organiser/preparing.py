"""Page for filling the étuis: the next card of a sorted pack and its pocket, in large type."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from tournaments.base.access import Right
from tournaments.base.queries.sessions import current_session
from tournaments.base.web.finding import find_tournament, signed_in_user
from tournaments.deals.door import read_session_deals
from tournaments.deals.queries.deals import PAPER_PREVIEWED, whole_boards
from tournaments.enums import DocumentKind
from tournaments.models import Session
from tournaments.paper.documents.deals.sorting_board import SortingBoard, sorting_boards


def read_sorting(*, session: Session, number: int, seen_by: User | None) -> tuple[SortingBoard, ...]:
    """Return the pocket of each card of the sorted packs, for one deal of the session.

    The access is recorded in the trace as a preview of the sorting sheet, which has the same content.
    """
    subject = DocumentKind.SORTING_SHEETS.value
    (deal,) = read_session_deals(
        session, reader=seen_by, action=PAPER_PREVIEWED, subject=subject, board=number
    )
    return sorting_boards(deal, session.tournament.game)


@never_cache
@require_safe
def preparing(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show one étui to fill, card by card. The page is secret."""
    tournament = find_tournament(request, slug, Right.SEE_DEALS)
    session = current_session(tournament)
    whole_numbers = whole_boards(session)
    if number not in whole_numbers:
        raise Http404
    packs = read_sorting(session=session, number=number, seen_by=signed_in_user(request))
    context = {
        "tournament": tournament,
        "tab": "deals",
        "number": number,
        "packs": packs,
        "sizes": packs[-1].sizes,
        "card_count": sum(pack.card_count for pack in packs),
        "numbers": whole_numbers,
        "following": next((next_number for next_number in whole_numbers if next_number > number), None),
    }
    return render(request, "tournaments/paper/organiser/preparing.html", context)
