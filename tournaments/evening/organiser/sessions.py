"""Pages of the sessions of a tournament: coefficients, the next session, the ranking over all."""

import random
from collections.abc import Iterable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from common.errors import AppError
from tournaments.base.access import Right
from tournaments.base.queries.progress import is_played_out
from tournaments.base.queries.sessions import DatedSession, find_session, list_sessions, planned_sessions
from tournaments.base.web.acting import add_success_message, posted_data, run_service, show_error
from tournaments.base.web.finding import find_tournament, signed_in_user
from tournaments.core.formats.event_options import MOST_SESSIONS
from tournaments.core.formats.finals import FINALISTS
from tournaments.core.formats.registry import format_of
from tournaments.enums import SessionStart, TournamentState
from tournaments.evening.forms.sessions import (
    CoefficientForm,
    LaterSessionsForm,
    PlannedSessionForm,
    SessionForm,
    StoredSessionForm,
    session_prefix,
)
from tournaments.models import Tournament
from tournaments.movements.queries.counts import count_tables
from tournaments.rankings.queries.event_standings import load_event_standings
from tournaments.rankings.services.sessions import (
    drop_session,
    open_session,
    plan_sessions,
    set_coefficient,
)

SHOWN_COUNT = "initial-session_count"
"""Hidden field with the number of sessions that the page showed at first."""


@require_http_methods(["GET", "POST"])
def sessions(request: HttpRequest, slug: str) -> HttpResponse:
    """List all sessions with their figures, and the form of the next one. A POST opens it."""
    right = Right.PREPARE if request.method == "POST" else Right.READ_DESK
    tournament = find_tournament(request, slug, right)
    rows, plans = list_sessions(tournament), planned_sessions(tournament)
    form = SessionForm(
        posted_data(request),
        played=format_of(tournament.format, tournament.game),
        initial=_planned_values(plans, number=len(rows) + 1),
    )
    if request.method == "POST" and form.is_valid():
        try:
            session = open_session(
                tournament=tournament,
                plan=form.plan,
                # places drawn by lot must not be predictable
                rng=random.SystemRandom(),
                opened_by=signed_in_user(request),
            )
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, _("La séance %(number)d est ouverte.") % {"number": session.number})
            return redirect("organiser-desk", tournament.slug)
    context = {
        "tournament": tournament,
        "tab": "sessions",
        "form": form,
        "sessions": [(row, count_tables(row.session, row.session.sections.all())) for row in rows],
        # the plan begins with session 2: skip the sessions that exist
        "planned": plans[max(len(rows) - 1, 0) :],
        "is_played": tournament.state == TournamentState.PLAYING and is_played_out(tournament),
        "may_drop": tournament.state == TournamentState.DRAFT and len(rows) > 1,
        "event": load_event_standings(tournament) if len(rows) > 1 else None,
    }
    return render(request, "tournaments/evening/organiser/sessions.html", context)


def _planned_values(plans: Iterable[DatedSession], *, number: int) -> dict[str, Any]:
    """Return initial values for the form of a session: what was planned for its number."""
    plan = next((row.plan for row in plans if row.number == number), None)
    if plan is None:
        return {}
    is_tabled = plan.is_final and plan.qualified in FINALISTS
    return {
        "coefficient": plan.weight,
        "qualified": plan.qualified,
        "rounds": plan.rounds,
        "boards": plan.boards,
        "movement": plan.movement,
        "sheet": plan.sheet,
        "is_final": plan.is_final,
        "carried": plan.carried,
        "seats": SessionStart.FINAL if is_tabled else SessionStart.RANKING,
    }


@require_http_methods(["GET", "POST"])
def plan(request: HttpRequest, slug: str) -> HttpResponse:
    """Plan the sessions after the first. A GET may request more or fewer of them, and carries the input."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    count = _planned_count(request, tournament)
    form = LaterSessionsForm(
        posted_data(request),
        played=format_of(tournament.format, tournament.game),
        starts=(tournament.starts_on, tournament.starts_at),
        units=None,
        shown=[_initial_values(request, tournament, number) for number in range(2, count + 1)],
        row_form=StoredSessionForm,
    )
    for row in form.rows if request.method == "GET" else ():
        # hidden fields keep the values that the first page showed
        row.data = request.GET
    if request.method == "POST" and form.is_valid():
        notice = _("C’est enregistré.")
        user = signed_in_user(request)
        if run_service(
            request, plan_sessions, notice, tournament=tournament, planned=form.planned, planned_by=user
        ):
            return redirect("organiser-sessions", tournament.slug)
    context = {
        "tournament": tournament,
        "tab": "sessions",
        "form": form,
        "count": count,
        "shown_count": _sent_count(request, SHOWN_COUNT) or _stored_count(tournament),
        "more": count + 1 if count < MOST_SESSIONS else None,
        "fewer": count - 1 if count > 1 else None,
    }
    return render(request, "tournaments/evening/organiser/sessions_plan.html", context)


def _planned_count(request: HttpRequest, tournament: Tournament) -> int:
    """Return the number of sessions on the form, the first included: as requested, else as planned.

    A number that the page left as it was is the one planned meanwhile.
    """
    count = _sent_count(request, "session_count")
    return _stored_count(tournament) if count in {None, _sent_count(request, SHOWN_COUNT)} else count


def _sent_count(request: HttpRequest, name: str) -> int | None:
    count_text = (request.POST if request.method == "POST" else request.GET).get(name, "")
    return int(count_text) if count_text in map(str, range(1, MOST_SESSIONS + 1)) else None


def _stored_count(tournament: Tournament) -> int:
    return len(planned_sessions(tournament)) + 1


def _initial_values(request: HttpRequest, tournament: Tournament, number: int) -> dict[str, Any]:
    """Return initial values of a session: the user's input, the plan, or the day of the event."""
    plans = [row for row in planned_sessions(tournament) if row.number == number]
    prefix = f"{session_prefix(number)}-"
    parameters = request.GET
    if request.method == "POST" and not plans:
        # given up meanwhile: there is no stored value to keep
        parameters, prefix = request.POST, f"initial-{prefix}"
    input_values = {name: parameters.get(prefix + name, "") for name in PlannedSessionForm.field_order}
    # a link to more or fewer sessions carries the input of the others
    if input_values["day"]:
        return input_values
    values = _planned_values(plans, number=number)
    return (
        values | {"day": plans[0].day, "hour": plans[0].plan.hour} if plans else {"day": tournament.starts_on}
    )


@require_POST
def coefficient(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Set the coefficient of a session."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    session = find_session(tournament, number)
    if session is None:
        raise Http404
    form = CoefficientForm(request.POST)
    if form.is_valid():
        run_service(
            request,
            set_coefficient,
            _("Le coefficient est enregistré."),
            session=session,
            coefficient=form.cleaned_data["coefficient"],
            set_by=signed_in_user(request),
        )
    return redirect("organiser-sessions", tournament.slug)


@require_POST
def drop_session_view(request: HttpRequest, slug: str) -> HttpResponse:
    """Delete a session that is in preparation."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    run_service(
        request,
        drop_session,
        _("La séance est supprimée."),
        tournament=tournament,
        dropped_by=signed_in_user(request),
    )
    return redirect("organiser-sessions", tournament.slug)
