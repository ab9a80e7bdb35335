"""Page for playing an étui again that is open to all."""

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.refusals import as_too_many_requests, limit_form
from common.errors import AppError
from games.core.bots.choosing import offered_levels
from games.core.dealing.dealt_set import DealtBoard
from play.alone.services.beginning import begin_again
from play.alone.web.beginners import LevelForm, begin_for
from play.scene.web.limits import PLAY_BEGIN
from play.scene.words.steps import place_name
from tournaments.base.queries.progress import complete_boards
from tournaments.base.web.acting import show_error
from tournaments.base.web.visits import Visit, visit_session
from tournaments.core.showing import Part
from tournaments.deals.door import shown_board


class AgainForm(LevelForm):
    """Form for the seat and the level of the robots."""

    seat = forms.TypedChoiceField(label=gettext_lazy("Votre place"), coerce=int)
    field_order = ["seat", "level"]

    def __init__(self, *args: object, deal: DealtBoard, game: str, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self._game = game
        if len(offered_levels(game)) == 1:
            del self.fields["level"]
        field = self.fields["seat"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [(seat, _seat_words(seat, deal)) for seat in range(len(deal.layout.hands))]
        field.initial = deal.taker or 0

    @property
    def played_game(self) -> str:
        """Name of the game of the étui."""
        return self._game


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def again_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Choose a seat and begin. Only for an étui that `shown_board` opens to all."""
    visit = visit_session(request, slug)
    deal = _open_deal(visit, number)
    form = AgainForm(request.POST or None, deal=deal, game=visit.tournament.game)
    wait = limit_form(request, form, PLAY_BEGIN) if form.is_valid() else 0
    if form.is_valid() and not wait:
        seat, level, session = form.cleaned_data["seat"], form.chosen_level, visit.session
        try:
            return begin_for(
                request,
                lambda player: (
                    begin_again(session=session, deal=deal, seat=seat, level=level, player=player).table
                ),
            )
        except AppError as error:
            show_error(form, error)
    context = {"visit": visit, "tournament": visit.tournament, "deal": deal, "form": form, "tab": "boards"}
    response = render(request, "play/alone/again.html", context)
    return as_too_many_requests(response, wait) if wait else response


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
