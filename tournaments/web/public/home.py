"""The front door: the tournaments that anybody may look at."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.enums import TournamentState, Visibility
from tournaments.models import Tournament

SHOWN_FINISHED = 30
"""The latest finished evenings on the front page; older ones keep their address."""


@require_safe
def home_page(request: HttpRequest) -> HttpResponse:
    public = Tournament.objects.filter(visibility=Visibility.PUBLIC).select_related("club")
    context = {
        "running": public.filter(state=TournamentState.PLAYING),
        "coming": public.filter(state=TournamentState.SEATED).order_by("starts_on", "pk"),
        "finished": public.filter(state=TournamentState.FINISHED)[:SHOWN_FINISHED],
    }
    return render(request, "tournaments/public/home.html", context)
