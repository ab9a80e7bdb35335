"""The deal of the day, the same for all players, and its ranking."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction

from django import forms
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from accounts.refusals import TooManyTries, as_too_many_requests, limit_form
from common.errors import AppError
from common.requests.limits import seconds_to_wait
from games.core.bots.choosing import RobotLevel
from play.alone.models import LONGEST_NAME, DailyPlay
from play.alone.queries.daily import (
    SHOWN,
    SHOWN_IN_WEEK,
    DailyLine,
    DailyWeek,
    daily_ranking,
    find_daily,
    last_daily_name,
    load_daily_week,
    player_key,
    robot_scores,
    week_table,
)
from play.alone.services.beginning import begin_daily, name_daily_play
from play.alone.web.beginners import begin_for, player_of
from play.alone.web.daily_card import DailyCard, draw_daily_card
from play.alone.web.names import PublicNameForm
from play.alone.web.origins import comes_from_this_site
from play.free.web.free_tables import own_name
from play.rooms.words.rooms import LEVEL_NAMES
from play.scene.web.limits import PLAY_BEGIN
from play.scene.words.scores import score_words
from tournaments.base.web.acting import show_error
from tournaments.base.web.addresses import phone_url
from tournaments.base.words.dates import date_format
from tournaments.base.words.figures import percent, percent_sign
from tournaments.core.ranking.comparison import share_below

LAST_PLACE = 3
"""Last place on the podium of the day before."""
MOST_ON_PODIUM = 6
"""Most lines of the podium, where many players share a place."""


KEPT_SECONDS = 3600
"""Seconds for which a picture is kept."""


@dataclass(frozen=True, slots=True)
class DailyResult:
    """A player's result of today."""

    rank: int
    count: int
    """Number of players who have finished the deal."""
    beaten: Fraction | None
    """Share of the other players beaten, in percent; None for a player alone."""
    week: DailyWeek

    @property
    def streak(self) -> int:
        return self.week.streak


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
    week = load_daily_week(player.device, player.owner, day)
    result = _result_of(own_play, lines, week)
    own_keys = {player_key(player.device, player.owner), player_key(player.device, None)}
    week_lines, robots = week_table(day), robot_scores(day)
    context = {
        "robots": [(LEVEL_NAMES[level], score_words(score)) for level, score in robots.items()],
        # the worker begins with them once a person has finished
        "are_robots_playing": bool(lines) and len(robots) < len(RobotLevel),
        "week": week,
        "week_lines": [
            (line, line.player in own_keys)
            for line in week_lines
            if line.rank <= SHOWN_IN_WEEK or line.player in own_keys
        ],
        "result": result,
        "share_text": _share_text(result, phone_url(request, reverse("rooms-daily"))) if result else "",
        "day": day,
        "own": own_play,
        "form": form,
        "count": len(lines),
        "yesterday": _podium(daily_ranking(day - timedelta(days=1)), week.days[-2].play),
        "lines": [
            (line, score_words(line.score), own_play is not None and line.table_id == own_play.table_id)
            for line in lines
            if line.rank <= SHOWN or (own_play is not None and line.table_id == own_play.table_id)
        ],
    }
    response = render(request, "play/alone/daily.html", context)
    return as_too_many_requests(response, wait) if wait else response


@require_safe
@never_cache
def daily_card(request: HttpRequest) -> HttpResponse:
    """Return the reader's result of today as a picture; redirect to the ranking until there is one."""
    day, player = timezone.localdate(), player_of(request)
    own_play = find_daily(day, player.device, player.owner)
    result = _result_of(own_play, daily_ranking(day), load_daily_week(player.device, player.owner, day))
    if result is None or own_play is None:
        return redirect("rooms-daily")
    card = DailyCard(
        title=_("La donne du jour"),
        day=date_format(day, "j F Y"),
        name=own_play.name or _("sans nom"),
        place=str(result.rank),
        field=f"/ {result.count}",
        beaten=_beaten_words(result),
        streak=_streak_words(result.streak),
        days=tuple(
            (
                date_format(shown.day, "D")[:2],
                shown.is_finished,
            )
            for shown in result.week.days
        ),
        address=phone_url(request, reverse("rooms-daily")),
    )
    png = cache.get_or_set(f"daily-card:{card.mark}", lambda: draw_daily_card(card), KEPT_SECONDS)
    return HttpResponse(png, content_type="image/png")


def _result_of(own_play: DailyPlay | None, lines: Sequence[DailyLine], week: DailyWeek) -> DailyResult | None:
    """Return the player's result of today; None until the deal is finished."""
    own_line = next((line for line in lines if own_play and line.table_id == own_play.table_id), None)
    if own_line is None:
        return None
    scores = [Fraction(line.score) for line in lines if line is not own_line]
    beaten = share_below(Fraction(own_line.score), scores, is_attack=True) if scores else None
    return DailyResult(own_line.rank, len(lines), beaten, week)


def _podium(lines: Sequence[DailyLine], own_play: DailyPlay | None) -> list[tuple[DailyLine, str, bool]]:
    """Return the podium of a day: each line with its score in words and whether it is the reader's.

    The reader's line is always there: a deal begun before midnight ends after it.
    """
    own_table = own_play.table_id if own_play else None
    podium = [line for line in lines if line.rank <= LAST_PLACE][:MOST_ON_PODIUM]
    own_lines = [line for line in lines if line.table_id == own_table and line not in podium]
    return [(line, score_words(line.score), line.table_id == own_table) for line in (*podium, *own_lines)]


def _beaten_words(result: DailyResult) -> str:
    """Return the share of the other players beaten, in words; "" for a player alone."""
    if result.beaten is None:
        return ""
    return _("mieux que %(share)s des joueurs") % {"share": percent_sign(percent(result.beaten, 0))}


def _streak_words(streak: int) -> str:
    return _("%(streak)d jours de suite") % {"streak": streak} if streak > 1 else ""


def _share_text(result: DailyResult, address: str) -> str:
    """Return the text to share. It tells neither a card nor the score."""
    day = date_format(timezone.localdate(), "j F")
    place = _("place %(rank)d sur %(count)d") % {"rank": result.rank, "count": result.count}
    told = ", ".join(filter(None, (place, _beaten_words(result), _streak_words(result.streak))))
    return _("Étui, donne du jour du %(day)s : %(told)s. %(address)s") % {
        "day": day,
        "told": told,
        "address": address,
    }


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
