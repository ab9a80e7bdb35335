"""A recorded play, card by card: at every step a page of its own, so that it works without JavaScript."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournaments.core.showing import Part
from tournaments.models import Play
from tournaments.queries.boards import play_line
from tournaments.queries.deals import shown_deal
from tournaments.queries.play_records import show_play
from tournaments.queries.progress import complete_boards
from tournaments.queries.replays import latest_records, moment_of
from tournaments.web.visits import visit_session

LONGEST_STEP = 4
"""Digits of a number of cards that no play has."""


@require_safe
def replay_page(request: HttpRequest, slug: str, number: int, play_id: int) -> HttpResponse:
    """The play after `?carte=` cards; only where anybody may see the hands of its étui."""
    visit = visit_session(request, slug)
    session, is_shown = visit.session, {Part.HANDS, Part.BOARDS} <= visit.parts()
    deal = shown_deal(session, number, is_complete=is_shown and number in complete_boards(session))
    if deal is None:
        raise Http404
    record = get_object_or_404(latest_records(session, number), play=play_id)
    asked = request.GET.get("carte", "")
    moment = moment_of(record.text, int(asked) if asked.isdecimal() and len(asked) <= LONGEST_STEP else 0)
    line = play_line(Play.objects.get(pk=play_id))
    context = {
        "visit": visit,
        "tournament": visit.tournament,
        "tab": "boards",
        "deal": deal,
        "play": record.play,
        "line": line,
        "moment": moment,
        "seats": list(zip(line.entries, moment.hands, moment.won, strict=False)),
        "shown": show_play(record.text),
    }
    return render(request, "tournaments/public/replay.html", context)
