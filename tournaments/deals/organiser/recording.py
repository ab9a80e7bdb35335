"""Hands that were dealt at the table, written down from the diagrams, étui by étui."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from common.errors import AppError
from games.core.seats import SHEET_ORDER
from tournaments.base.access import Right
from tournaments.base.queries.sessions import current_session
from tournaments.base.web.acting import posted, tell
from tournaments.base.web.finding import find_tournament, signed_in
from tournaments.deals.forms.hands import DOG_POCKET, HandsForm
from tournaments.deals.queries.deals import recordable_boards
from tournaments.deals.services.deal_readers import read_board
from tournaments.deals.services.recorded_hands import POCKETS, record_hands
from tournaments.models import Session
from tournaments.seating.words.seat_names import pocket_name

HAND_SIZE, DOG_SIZE = 18, 6
POCKET_CHOICES = (*((str(seat), seat, HAND_SIZE) for seat in SHEET_ORDER), (str(DOG_POCKET), None, DOG_SIZE))
"""Value, seat (None for the dog) and size of each pocket, in the order of the sheets."""


@never_cache
@require_http_methods(["GET", "POST"])
def record(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The 78 cards and the pocket of each; secret."""
    tournament = find_tournament(request, slug, Right.SEE_DEALS)
    session = current_session(tournament)
    boards = recordable_boards(session)
    if not boards:
        messages.error(
            request, _("L’ordinateur a distribué toutes les mains de cette séance : rien n’est à relever.")
        )
        return redirect("organiser-deals", tournament.slug)
    if number not in boards:
        raise Http404
    found = read_board(session=session, number=number, seen_by=signed_in(request))
    layout, version = (found[0].layout, found[1]) if found else (None, 0)
    form = HandsForm(posted(request), layout=layout, version=version)
    if request.method == "POST" and form.is_valid() and _store(request, session, number, form):
        missing = (other for other, is_whole in boards.items() if other > number and not is_whole)
        following = next(missing, None)
        if following is None:
            return redirect("organiser-deals", tournament.slug)
        return redirect("organiser-hands-record", tournament.slug, following)
    context = {
        "tournament": tournament,
        "tab": "deals",
        "number": number,
        "boards": boards,
        "form": form,
        "pockets": POCKET_CHOICES,
    }
    return render(request, "tournaments/deals/organiser/hands_record.html", context)


def _store(request: HttpRequest, session: Session, number: int, form: HandsForm) -> bool:
    """Store the hands; what is refused is told pocket by pocket, and the input stays."""
    try:
        record_hands(
            session=session,
            board=number,
            pockets=form.pockets,
            seen_version=form.cleaned_data["seen_version"],
            recorded_by=signed_in(request),
        )
    except AppError as error:
        for name, sentence in error.fields.items():
            seat = POCKETS.index(name)
            pocket = pocket_name(None if seat == DOG_POCKET else seat)
            form.add_error(None, _("%(pocket)s : %(fault)s") % {"pocket": pocket, "fault": sentence})
        if not error.fields:
            form.add_error(None, str(error.message))
        if "version" in error.extra:
            form.data = {**form.data.dict(), "seen_version": error.extra["version"]}  # type: ignore[attr-defined]
        return False
    tell(request, _("Les mains de l’étui %(number)d sont relevées.") % {"number": number})
    return True
