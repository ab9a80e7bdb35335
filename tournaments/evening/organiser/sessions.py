"""The sessions of a tournament: what each weighs, opening the next one, the ranking over all of them."""

import random

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from common.errors import AppError
from tournaments.base.access import Right
from tournaments.base.queries.progress import is_played_out
from tournaments.base.queries.sessions import find_session, list_sessions
from tournaments.base.web.acting import act, posted, show_error, tell
from tournaments.base.web.finding import find_tournament, signed_in
from tournaments.core.formats.registry import find_format
from tournaments.enums import TournamentState
from tournaments.evening.forms.sessions import CoefficientForm, SessionForm
from tournaments.rankings.queries.event_standings import load_event_standings
from tournaments.rankings.services.sessions import drop_session, open_session, set_coefficient


@require_http_methods(["GET", "POST"])
def sessions(request: HttpRequest, slug: str) -> HttpResponse:
    """All sessions with their figures, and the form of the next one."""
    right = Right.PREPARE if request.method == "POST" else Right.READ_DESK
    tournament = find_tournament(request, slug, right)
    form = SessionForm(posted(request), plan=find_format(tournament.format).plan)
    if request.method == "POST" and form.is_valid():
        try:
            opened = open_session(
                tournament=tournament,
                plan=form.plan,
                rng=random.SystemRandom(),
                opened_by=signed_in(request),
            )
        except AppError as error:
            show_error(form, error)
        else:
            tell(request, _("La séance %(number)d est ouverte.") % {"number": opened.number})
            return redirect("organiser-desk", tournament.slug)
    rows = list_sessions(tournament)
    context = {
        "tournament": tournament,
        "tab": "sessions",
        "form": form,
        "sessions": rows,
        "is_played": tournament.state == TournamentState.PLAYING and is_played_out(tournament),
        "may_drop": tournament.state == TournamentState.DRAFT and len(rows) > 1,
        "event": load_event_standings(tournament) if len(rows) > 1 else None,
        "plan": find_format(tournament.format).plan,
    }
    return render(request, "tournaments/evening/organiser/sessions.html", context)


@require_POST
def coefficient(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Weigh a session otherwise."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    session = find_session(tournament, number)
    if session is None:
        raise Http404
    form = CoefficientForm(request.POST)
    if form.is_valid():
        act(
            request,
            set_coefficient,
            _("Le coefficient est enregistré."),
            session=session,
            coefficient=form.cleaned_data["coefficient"],
            set_by=signed_in(request),
        )
    return redirect("organiser-sessions", tournament.slug)


@require_POST
def drop(request: HttpRequest, slug: str) -> HttpResponse:
    """Give up a session that is being prepared."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    act(
        request,
        drop_session,
        _("La séance est abandonnée."),
        tournament=tournament,
        dropped_by=signed_in(request),
    )
    return redirect("organiser-sessions", tournament.slug)
