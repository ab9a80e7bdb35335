"""Pages of the visit of a first evening, on a practice event."""

import random

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from common.errors import AppError
from tournaments.base.access import Right
from tournaments.base.web.finding import find_club, find_tournament, signed_in_user
from tournaments.core.formats.registry import USUAL_FORMAT
from tournaments.evening.queries.desk import DeskStep, load_desk
from tournaments.evening.services.practice import create_practice, prepare_fictitious, take_steps_to
from tournaments.evening.web.first_evening import VisitProgress, store_progress, visit_progress
from tournaments.evening.words.first_evening import VISIT, VisitStop
from tournaments.events.services.states import finish_tournament
from tournaments.models import Tournament

BAR_ANCHOR = "#visit"
"""Anchor of the bar (tournaments/base/organiser/_first_evening.html)."""


@require_http_methods(["GET", "POST"])
def first_evening(request: HttpRequest, slug: str) -> HttpResponse:
    """List the stops of the visit. A POST begins one on a new practice event."""
    club = find_club(request, slug)
    if request.method == "POST":
        try:
            new_event = create_practice(
                club=club,
                name=_("Première soirée"),
                format_code=USUAL_FORMAT.code,
                starts_on=timezone.localdate(),
                created_by=signed_in_user(request),
            )
            # the first stop has players to search for
            prepare_fictitious(tournament=new_event)
        except AppError as error:
            messages.error(request, str(error.message))
        else:
            store_progress(request, VisitProgress(new_event.slug, 0))
            return _open_stop(VISIT[0], new_event)
    progress = visit_progress(request)
    event = club.tournaments.filter(is_practice=True, slug=progress.event).first() if progress else None
    context = {
        "club": club,
        "tab": "club",
        "event": event,
        "progress": progress if event else None,
        "stops": _listed_stops(event, progress),
    }
    return render(request, "tournaments/evening/organiser/first_evening.html", context)


def _listed_stops(
    event: Tournament | None, progress: VisitProgress | None
) -> list[tuple[VisitStop, bool, bool]]:
    """Return each stop with whether it is passed, and whether the visit stands there."""
    number = progress.number if event and progress else None
    return [
        (stop, number is not None and place < number, place == number) for place, stop in enumerate(VISIT)
    ]


@require_POST
def move_visit(request: HttpRequest, slug: str) -> HttpResponse:
    """Go to another stop of the visit, or leave it. The site first takes the step of a stop left behind."""
    get_object_or_404(Tournament, slug=slug, is_practice=True)
    tournament = find_tournament(request, slug, Right.PREPARE)
    progress = visit_progress(request)
    if progress is None or progress.event != tournament.slug:
        progress = VisitProgress(tournament.slug, 0)
    move = request.POST.get("move")
    if move == "leave":
        store_progress(request, VisitProgress(slug, progress.number, is_left=True))
        messages.success(request, _("La visite est quittée. Vous la reprenez ici quand vous voulez."))
        return redirect("organiser-first-evening", tournament.club.slug)
    number = progress.number
    if move == "next" and progress.stop is not None:
        if progress.stop.step is not None:
            _take(request, tournament, progress.stop.step)
        number += 1
    elif move == "back":
        number = max(number - 1, 0)
    progress = VisitProgress(slug, number)
    store_progress(request, progress)
    if progress.stop is None:
        return redirect("organiser-first-evening", tournament.club.slug)
    return _open_stop(progress.stop, tournament)


def _open_stop(stop: VisitStop, event: Tournament) -> HttpResponse:
    # a field with autofocus would scroll a phone past the bar; an anchor prevents that
    return redirect(reverse(stop.page, args=[event.slug]) + BAR_ANCHOR)


def _take(request: HttpRequest, tournament: Tournament, step: DeskStep) -> None:
    """Take a step that is still open, and those before it. A refusal is shown on the next page."""
    if step in load_desk(tournament).done:
        return
    user = signed_in_user(request)
    rng = random.Random()  # noqa: S311 - nothing here counts
    try:
        if step is DeskStep.FINISH:
            finish_tournament(tournament=tournament, finished_by=user)
        else:
            take_steps_to(step, tournament=tournament, rng=rng, taken_by=user)
    except AppError as error:
        messages.error(request, str(error.message))
