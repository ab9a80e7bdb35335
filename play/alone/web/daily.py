"""The deal of the day, the same for all players, and its ranking."""

from datetime import timedelta

from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from common.errors import AppError
from common.requests.limits import TooManyTries, as_too_many_requests, limit_form, seconds_to_wait
from common.requests.origins import comes_from_this_site
from play.alone.models import LONGEST_NAME
from play.alone.queries.daily import SHOWN, daily_ranking, find_daily, last_daily_name
from play.alone.services.beginning import begin_daily, name_daily_play
from play.alone.web.beginners import begin_for, player_of
from play.alone.web.names import PublicNameForm
from play.free.web.free_tables import own_name
from play.scene.web.limits import PLAY_BEGIN
from play.scene.words.scores import score_words
from tournaments.base.web.acting import show_error

LAST_PLACE = 3
"""Last place on the podium of the day before."""
MOST_ON_PODIUM = 6
"""Most lines of the podium, where many players share a place."""


class NameForm(PublicNameForm):
    """Form for a player's name in the ranking of the day."""

    name = forms.CharField(
        label=gettext_lazy("Votre nom dans le classement du jour"),
        help_text=gettext_lazy("Un surnom suffit. Tout le monde le voit."),
        max_length=LONGEST_NAME,
    )


@require_http_methods(["GET", "HEAD", "POST"])
def daily_page(request: HttpRequest) -> HttpResponse:
    """Show the ranking of the day. A POST begins the deal, or names a play that was begun without a name."""
    day, player = timezone.localdate(), player_of(request)
    own_play = find_daily(day, player.device, player.owner)
    if own_play is not None and own_play.name and request.method == "POST":
        return redirect("rooms-table", own_play.table.secret)
    form = NameForm(request.POST or None, owner=player.owner, initial={"name": own_name(request)})
    wait = limit_form(request, form, PLAY_BEGIN) if form.is_valid() else 0
    if form.is_valid() and not wait:
        name = form.cleaned_data["name"]
        if own_play is not None:
            name_daily_play(play=own_play, name=name)
            return redirect("rooms-daily")
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
        "yesterday": [
            (line, score_words(line.score))
            for line in daily_ranking(day - timedelta(days=1))
            if line.rank <= LAST_PLACE
        ][:MOST_ON_PODIUM],
        "lines": [
            (line, score_words(line.score), own_play is not None and line.table_id == own_play.table_id)
            for line in lines
            if line.rank <= SHOWN or (own_play is not None and line.table_id == own_play.table_id)
        ],
    }
    response = render(request, "play/alone/daily.html", context)
    return as_too_many_requests(response, wait) if wait else response


@csrf_exempt
@require_POST
def begin_daily_view(request: HttpRequest) -> HttpResponseBase:
    """Begin the deal of the day with one tap on the front page."""
    if isinstance(request.user, User):
        return csrf_protect(_begin_at_once)(request)
    # the front page of strangers is shared and has no token: their browser names the page that sends the form
    return _begin_at_once(request) if comes_from_this_site(request) else redirect("rooms-daily")


def _begin_at_once(request: HttpRequest) -> HttpResponse:
    if wait := seconds_to_wait(request, PLAY_BEGIN):
        raise TooManyTries(wait)
    player = player_of(request)
    last_name = own_name(request) or last_daily_name(player.device, player.owner)
    # checked again, because an account may have taken the name since
    form = NameForm({"name": last_name}, owner=player.owner)
    name = form.cleaned_data["name"] if form.is_valid() else ""
    return begin_for(request, lambda who: begin_daily(day=timezone.localdate(), name=name, player=who))
