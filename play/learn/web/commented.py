"""Page of the commented deal, card by card, with a remark at each trick and the count at the end."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from play.alone.web.table import whole_number
from play.learn.exercises.commented import BEFORE, CLOSING, REMARKS, TITLE, play_text
from play.scene.words.steps import place_names
from tournaments.rankings.queries.replays import find_replay_moment
from tournaments.rankings.web.felts import moment_felt


@require_safe
def commented_page(request: HttpRequest) -> HttpResponse:
    """Show the deal after `?carte=` cards, with the remark of the present trick."""
    moment = find_replay_moment(play_text(), whole_number(request.GET.get("carte", "")))
    remark = REMARKS[moment.trick_number - 1] if moment.played else BEFORE
    context = {
        "title": TITLE,
        "moment": moment,
        "felt": moment_felt(moment, place_names(moment.seat_count)),
        "remark": remark,
        "closing": CLOSING if moment.played == moment.card_count else "",
    }
    return render(request, "play/learn/commented.html", context)
