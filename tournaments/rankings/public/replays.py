"""A recorded play, card by card: at every step a page of its own, so that it works without JavaScript."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.base.queries.progress import complete_boards
from tournaments.base.web.visits import visit_session
from tournaments.core.showing import Part
from tournaments.deals.door import shown_record
from tournaments.models import Play
from tournaments.rankings.queries.replays import moment_of
from tournaments.results.queries.boards import play_line
from tournaments.results.queries.play_records import show_play

LONGEST_STEP = 4
"""Digits of a number of cards that no play has."""


@require_safe
def replay_page(request: HttpRequest, slug: str, number: int, play_id: int) -> HttpResponse:
    """The play after `?carte=` cards; only where anybody may see the hands of its étui."""
    visit = visit_session(request, slug)
    session, is_shown = visit.session, {Part.HANDS, Part.BOARDS} <= visit.parts()
    is_complete = is_shown and number in complete_boards(session)
    found = shown_record(session, number, play_id, is_complete=is_complete)
    if found is None:
        raise Http404
    deal, record, text = found
    asked = request.GET.get("carte", "")
    moment = moment_of(text, int(asked) if asked.isdecimal() and len(asked) <= LONGEST_STEP else 0)
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
        "shown": show_play(text),
    }
    return render(request, "tournaments/rankings/public/replay.html", context)
