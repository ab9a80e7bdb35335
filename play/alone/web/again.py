"""Pages for playing étuis again that are open to all: one of them, or those of an evening in turn."""

from collections.abc import Sequence

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.refusals import as_too_many_requests, limit_form
from common.errors import AppError
from games.core.dealing.dealt_set import DealtBoard
from play.alone.queries.at_home import can_compare_at_home
from play.alone.queries.evenings_again import find_place, list_playable_boards, load_evening_again
from play.alone.services.beginning import begin_again
from play.alone.web.beginners import GivenGameForm, begin_for, player_of
from play.scene.web.limits import PLAY_BEGIN
from play.scene.words.steps import place_name
from tournaments.base.queries.progress import complete_boards
from tournaments.base.web.acting import show_error
from tournaments.base.web.visits import Visit, visit_session
from tournaments.core.showing import Part
from tournaments.deals.door import shown_board
from tournaments.models import Session


class AgainForm(GivenGameForm):
    """Form for the seat and the level of the robots."""

    seat = forms.TypedChoiceField(label=gettext_lazy("Votre place"), coerce=int)
    field_order = ["seat", "level"]

    def __init__(self, *args: object, seats: Sequence[str], seat: int, **kwargs: object) -> None:
        """Build the form.

        Args:
            seats: names of the seats, from 0.
            seat: seat chosen at first.
        """
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        field = self.fields["seat"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = list(enumerate(seats))
        field.initial = seat


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def again_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Choose a seat and begin. Only for an étui that `shown_board` opens to all."""
    visit = visit_session(request, slug)
    deal = _open_deal(visit, number)
    seats = [_seat_words(seat, deal) for seat in range(len(deal.layout.hands))]
    form = AgainForm(request.POST or None, game=visit.tournament.game, seats=seats, seat=deal.taker or 0)
    context = {"visit": visit, "tournament": visit.tournament, "deal": deal, "form": form, "tab": "boards"}
    return _answer(request, visit.session, deal, form, ("play/alone/again.html", context))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def evening_again_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the open étuis of a session with the player's marks, and begin the next one."""
    visit = visit_session(request, slug)
    deals, player, parts = list_open_deals(visit), player_of(request), visit.parts()
    evening = load_evening_again(
        visit.session, deals, player.device, player.owner, shows_field=Part.BOARDS in parts
    )
    context = {
        "visit": visit,
        "tournament": visit.tournament,
        "evening": evening,
        "place": find_place(visit.session, evening) if Part.RANKING in parts else None,
        "tab": "boards",
        "compares_at_home": Part.BOARDS in parts and can_compare_at_home(visit.tournament),
    }
    page = "play/alone/evening_again.html", context
    if evening.next_board is None:
        return redirect(request.get_full_path()) if request.method == "POST" else render(request, *page)
    deal, last_table = deals[evening.next_board], evening.last_table
    seat_count = len(deal.layout.hands)
    form = context["form"] = AgainForm(
        request.POST or None,
        game=visit.tournament.game,
        seats=[place_name(seat, seat_count) for seat in range(seat_count)],
        seat=last_table.seat or 0 if last_table else 0,
        initial={"level": last_table.level} if last_table else None,
    )
    return _answer(request, visit.session, deal, form, page)


def _answer(
    request: HttpRequest,
    session: Session,
    deal: DealtBoard,
    form: AgainForm,
    page: tuple[str, dict[str, object]],
) -> HttpResponse:
    """Begin an étui by a valid form and redirect to its table; else show the page with the form.

    Args:
        page: template and context.
    """
    wait = limit_form(request, form, PLAY_BEGIN) if form.is_valid() else 0
    if form.is_valid() and not wait:
        seat, level = form.cleaned_data["seat"], form.chosen_level
        try:
            return begin_for(
                request,
                lambda player: (
                    begin_again(session=session, deal=deal, seat=seat, level=level, player=player).table
                ),
            )
        except AppError as error:
            show_error(form, error)
    response = render(request, *page)
    return as_too_many_requests(response, wait) if wait else response


def list_open_deals(visit: Visit) -> dict[int, DealtBoard]:
    """Return the étuis of a session that are open to all with all their hands, by number."""
    return list_playable_boards(visit.session) if Part.HANDS in visit.parts() else {}


def _open_deal(visit: Visit, number: int) -> DealtBoard:
    """Return the étui with all its hands, open to all.

    Raises:
        Http404: the étui is incomplete or not open.
    """
    is_complete = Part.HANDS in visit.parts() and number in complete_boards(visit.session)
    deal = shown_board(visit.session, number, is_complete=is_complete)
    if deal is None or not all(deal.layout.hands):
        raise Http404
    return deal


def _seat_words(seat: int, deal: DealtBoard) -> str:
    name = place_name(seat, len(deal.layout.hands))
    if seat == deal.taker:
        return _("%(seat)s, le preneur") % {"seat": name}
    return name
