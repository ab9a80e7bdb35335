"""The deal of the day, the same for all players, and its ranking."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from common.errors import AppError
from common.requests.limits import as_too_many_requests, limit_form
from play.alone.models import LONGEST_NAME
from play.alone.queries.daily import SHOWN, daily_ranking, find_daily
from play.alone.services.beginning import begin_daily
from play.alone.web.beginners import begin_for, player_of
from play.alone.web.names import PublicNameForm
from play.free.web.free_tables import own_name
from play.scene.web.limits import PLAY_BEGIN
from play.scene.words.scores import score_words
from tournaments.base.web.acting import show_error


class NameForm(PublicNameForm):
    """Form for a player's name in the ranking of the day."""

    name = forms.CharField(
        label=gettext_lazy("Votre nom dans le classement du jour"),
        help_text=gettext_lazy("Un surnom suffit. Tout le monde le voit."),
        max_length=LONGEST_NAME,
    )


@require_http_methods(["GET", "HEAD", "POST"])
def daily_page(request: HttpRequest) -> HttpResponse:
    day, player = timezone.localdate(), player_of(request)
    own_play = find_daily(day, player.device, player.owner)
    if own_play is not None and request.method == "POST":
        return redirect("rooms-table", own_play.table.secret)
    form = NameForm(request.POST or None, owner=player.owner, initial={"name": own_name(request)})
    wait = limit_form(request, form, PLAY_BEGIN) if form.is_valid() else 0
    if form.is_valid() and not wait:
        name = form.cleaned_data["name"]
        try:
            return begin_for(request, lambda who: begin_daily(day=day, name=name, player=who))
        except AppError as error:
            show_error(form, error)
    lines = daily_ranking(day)
    context = {
        "day": day,
        "own": own_play,
        "form": form,
        "count": len(lines),
        "lines": [
            (line, score_words(line.score), own_play is not None and line.table_id == own_play.table_id)
            for line in lines
            if line.rank <= SHOWN or (own_play is not None and line.table_id == own_play.table_id)
        ],
    }
    response = render(request, "play/alone/daily.html", context)
    return as_too_many_requests(response, wait) if wait else response
