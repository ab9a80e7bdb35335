"""The front door: the tournaments that anybody may look at."""

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.enums import TournamentState, Visibility
from tournaments.models import Club, Competition, Tournament

SHOWN_FINISHED = 30
"""The latest finished evenings on the front page; older ones keep their address."""


@require_safe
def home_page(request: HttpRequest) -> HttpResponse:
    shown = Tournament.objects.filter(visibility=Visibility.PUBLIC, is_practice=False)
    public = shown.select_related("club")
    is_running = Q(state=TournamentState.PLAYING) | Q(state=TournamentState.DRAFT, sessions__number__gt=1)
    clubs = Club.objects.filter(tournaments__in=public.exclude(state=TournamentState.DRAFT))
    prepared = Tournament.objects.filter(state=TournamentState.DRAFT, archived_at=None, is_practice=False)
    context = {
        "open_to_players": prepared.filter(opened_at__isnull=False)
        .exclude(sessions__number__gt=1)
        .select_related("club")
        .order_by("starts_on", "pk"),
        "running": public.filter(is_running).distinct(),
        "coming": public.filter(state=TournamentState.SEATED).order_by("starts_on", "pk"),
        "finished": public.filter(state=TournamentState.FINISHED)[:SHOWN_FINISHED],
        "competitions": Competition.objects.filter(visibility=Visibility.PUBLIC).select_related("club"),
        "clubs": clubs.distinct().order_by("name"),
    }
    return render(request, "tournaments/public/home.html", context)
