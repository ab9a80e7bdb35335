"""The étuis: dealing them, the proof that they are sealed, and their hands for those who may see them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from common.errors import AppError
from games.core.dealing.boards import board_dealer, board_taker
from tournaments.access import Right
from tournaments.models import ResultSlip
from tournaments.services.deals import deal_boards, open_hands
from tournaments.web.acting import posted, show_error, tell
from tournaments.web.finding import find_tournament, only_session, signed_in
from tournaments.web.forms.deals import DealForm


@require_http_methods(["GET", "POST"])
def deals(request: HttpRequest, slug: str) -> HttpResponse:
    """The étuis with their dealer and taker; the computer deals them here."""
    right = Right.PREPARE if request.method == "POST" else Right.READ_DESK
    tournament = find_tournament(request, slug, right)
    session = only_session(tournament)
    form = DealForm(posted(request), is_first=session.deal_set is None)
    if request.method == "POST" and form.is_valid():
        try:
            deal_boards(session=session, dealt_by=signed_in(request))
        except AppError as error:
            show_error(form, error)
        else:
            tell(request, _("Les donnes sont prêtes et scellées."))
            return redirect("organiser-deals", tournament.slug)
    board_count = max(section.board_count for section in session.sections.all())
    context = {
        "tournament": tournament,
        "tab": "deals",
        "deal_set": session.deal_set,
        "form": form,
        "is_played": ResultSlip.objects.of_session(session).exists(),
        "boards": [
            (number, board_dealer(number), board_taker(number)) for number in range(1, board_count + 1)
        ],
    }
    return render(request, "tournaments/organiser/deals.html", context)


@never_cache
@require_safe
def hands(request: HttpRequest, slug: str) -> HttpResponse:
    """Every hand of the sealed deals; secret."""
    tournament = find_tournament(request, slug, Right.SEE_DEALS)
    session = only_session(tournament)
    context = {
        "tournament": tournament,
        "tab": "deals",
        "deals": open_hands(session=session, seen_by=signed_in(request)),
    }
    return render(request, "tournaments/organiser/hands.html", context)
