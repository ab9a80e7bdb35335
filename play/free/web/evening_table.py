"""Page for opening a table at which friends play the étuis of an evening."""

from collections.abc import Iterable

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.refusals import as_too_many_requests, limit_form
from common.errors import AppError
from common.requests.devices import known_device, make_device
from play.alone.services.beginning import Player
from play.alone.web.again import list_open_deals
from play.alone.web.beginners import GivenGameForm, account_of
from play.conduct.services.moderation import refuse_barred
from play.free.services.evening_tables import open_evening_table
from play.free.web.free_tables import PLAY_OPEN, PlayersClockForm, TableNameForm, lead_to_table, own_name
from tournaments.base.web.acting import show_error
from tournaments.base.web.visits import visit_session


class EveningTableForm(TableNameForm, PlayersClockForm, GivenGameForm):
    """Form for a table that plays the étuis of an evening."""

    first_board = forms.TypedChoiceField(label=gettext_lazy("Premier étui"), coerce=int)
    field_order = ["name", "first_board", "clock", "level"]

    def __init__(self, *args: object, boards: Iterable[int], **kwargs: object) -> None:
        """Build the form.

        Args:
            boards: numbers of the open étuis, in order.
        """
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        field = self.fields["first_board"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [(number, _("Étui %(number)d") % {"number": number}) for number in boards]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def open_evening_table_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and process the form for a table with the open étuis of a session."""
    visit = visit_session(request, slug)
    boards = list_open_deals(visit)
    if not boards:
        # the page of the evening says why
        return redirect(f"{reverse('rooms-evening-again', args=[slug])}?seance={visit.session.number}")
    form = EveningTableForm(
        request.POST or None,
        game=visit.tournament.game,
        boards=boards,
        owner=account_of(request),
        initial={"name": own_name(request)},
    )
    wait = limit_form(request, form, PLAY_OPEN) if form.is_valid() else 0
    if form.is_valid() and not wait:
        device, now = known_device(request) or make_device(), timezone.now()
        player = Player(device.key, account_of(request))
        try:
            refuse_barred(room=None, player=player, now=now)
            seat = open_evening_table(
                session=visit.session,
                first_board=form.cleaned_data["first_board"],
                level=form.chosen_level,
                clock=form.chosen_clock,
                name=form.cleaned_data["name"],
                device=player.device,
                owner=player.owner,
                now=now,
            )
        except AppError as error:
            show_error(form, error)
        else:
            return lead_to_table(request, seat, device)
    context = {"visit": visit, "tournament": visit.tournament, "form": form, "tab": "boards"}
    page = render(request, "play/free/evening_open.html", context)
    return as_too_many_requests(page, wait) if wait else page
