"""The organiser's pages of the hall: wall of tables, clock, calls and messages."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.errors import AppError
from common.live.notifying import answer_live_poll
from tournaments.base.access import Right
from tournaments.base.queries.referee_tables import load_referees
from tournaments.base.queries.rounds import RoundNow, load_round
from tournaments.base.queries.sessions import current_session
from tournaments.base.web.acting import add_success_message, posted_data, run_service, show_error
from tournaments.base.web.finding import find_tournament, signed_in_user
from tournaments.base.web.hall_choice import read_hall_choice
from tournaments.enums import PLAYED_STATES
from tournaments.hall.forms.hall import TO_ALL, TO_TABLE, ClockForm, ExtensionForm, MessageForm, ScreenForm
from tournaments.hall.queries.hall import load_desk_waits, seats_at
from tournaments.hall.queries.wall import Tile, Wall, load_wall
from tournaments.hall.services.hall_calls import close_call, take_call
from tournaments.hall.services.hall_messages import send_hall_message, take_back_message
from tournaments.hall.services.round_clock import (
    call_next_round,
    extend_round,
    pause_round,
    proposed_minutes,
    resume_round,
    start_round,
    turn_clock,
)
from tournaments.models import HallCall, HallMessage, Session, Table, Tournament
from tournaments.work.topics import desk_topic

TURNS: dict[str, tuple[Callable[..., Any], str, str | Promise]] = {
    "partir": (start_round, "started_by", gettext_lazy("La position commence.")),
    "arreter": (pause_round, "paused_by", gettext_lazy("L’horloge est arrêtée.")),
    "reprendre": (resume_round, "resumed_by", gettext_lazy("L’horloge repart.")),
    "suivante": (call_next_round, "called_by", gettext_lazy("Changement de position.")),
}
"""Service, name of its argument for the user, and message for the user, by last part of the address."""


@require_http_methods(["GET", "POST"])
@never_cache
def organiser_hall_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the wall and everything to run the hall. A POST sends a message."""
    tournament = find_tournament(request, slug, Right.RUN if request.method == "POST" else Right.READ_DESK)
    session = current_session(tournament)
    table_number = request.GET.get("aller", "")
    if table_number.isdecimal() and len(table_number) < 5:
        return redirect("organiser-hall-table", slug, int(table_number))
    form = MessageForm(posted_data(request), session=session, to=_preselected_receiver(request))
    if request.method == "POST" and form.is_valid():
        try:
            send_hall_message(
                session=session,
                text=form.cleaned_data["text"],
                minutes=form.cleaned_data["minutes"],
                sent_by=signed_in_user(request),
                **form.receivers(),  # type: ignore[arg-type]  # a section or a table, each under its name
            )
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, _("Le message est affiché."))
            return redirect("organiser-hall", slug)
    return hall_page(request, session, message_form=form)


@require_safe
@never_cache
def poll_hall(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the parts of the wall that change, or 204 if the client's version is current."""
    tournament = find_tournament(request, slug, Right.READ_DESK)

    def render_wall() -> HttpResponse:
        wall = _shown_wall(request, current_session(tournament))
        if request.GET.get("shown") == wall.mark:
            return HttpResponse(status=204)
        context = {
            "tournament": tournament,
            "wall": wall,
            "calling": _calls_for(request, wall, tournament),
            "is_played": tournament.state in PLAYED_STATES,
        }
        return render(request, "tournaments/hall/organiser/_hall_live.html", context)

    return answer_live_poll(request, desk_topic(tournament.pk), answer=render_wall)


@require_safe
@never_cache
def calls(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the calls and disputes that wait, for the desk page; 204 if they are unchanged."""
    tournament = find_tournament(request, slug, Right.READ_DESK)

    def render_calls() -> HttpResponse:
        waits = load_desk_waits(tournament, signed_in_user(request))
        if request.GET.get("shown") == waits.mark:
            return HttpResponse(status=204)
        context = {"tournament": tournament, "waits": waits}
        return render(request, "tournaments/hall/organiser/_hall_calls.html", context)

    return answer_live_poll(request, desk_topic(tournament.pk), answer=render_calls)


@require_safe
@never_cache
def hall_table_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show one table: its players, its deals, missing results and its call."""
    tournament = find_tournament(request, slug, Right.READ_DESK)
    session = current_session(tournament)
    hall_table = get_object_or_404(Table, section__session=session, number=number)
    wall = load_wall(session, timezone.now())
    tile = next(tile for tile in wall.tiles if tile.table == hall_table)
    context = {
        "tournament": tournament,
        "tab": "hall",
        "wall": wall,
        "tile": tile,
        "is_played": tournament.state in PLAYED_STATES,
        "seats": seats_at(hall_table, wall.round.number),
    }
    return render(request, "tournaments/hall/organiser/hall_table.html", context)


def hall_page(
    request: HttpRequest,
    session: Session,
    *,
    message_form: MessageForm | None = None,
    clock_form: ClockForm | None = None,
) -> HttpResponse:
    """Render the whole page. A refused form keeps the user's input, with status 422."""
    tournament, wall = session.tournament, _shown_wall(request, session)
    hall_choice = read_hall_choice(request, tournament)
    forms = [form for form in (message_form, clock_form) if form is not None]
    context: dict[str, Any] = {
        "tournament": tournament,
        "tab": "hall",
        "wall": wall,
        "calling": _calls_for(request, wall, tournament),
        "hall_choice": hall_choice,
        "is_played": tournament.state in PLAYED_STATES,
        "message_form": message_form or MessageForm(None, session=session),
        "clock_form": clock_form or fresh_clock_form(session, wall.round),
        "screen_form": ScreenForm(halls=hall_choice.halls),
    }
    status = 422 if any(form.errors for form in forms) else 200
    return render(request, "tournaments/hall/organiser/hall.html", context, status=status)


@dataclass(frozen=True, slots=True)
class ShownCall:
    """A call for the referee as one user sees it."""

    call: HallCall
    tile: Tile
    is_own: bool
    """True if the table is one of the user's own."""
    referees: tuple[str, ...]
    """Names of the referees of the table."""


def _calls_for(request: HttpRequest, wall: Wall, tournament: Tournament) -> list[ShownCall]:
    """Return the open calls, those of the user's own tables first. One query, none without a call."""
    if not wall.calling:
        return []
    user, referees = signed_in_user(request), load_referees(tournament)
    calls = [
        ShownCall(
            call=call,
            tile=tile,
            is_own=referees.is_own(tile.table.number, user),
            referees=referees.names_of(tile.table.number),
        )
        for call, tile in wall.calling
    ]
    # a stable sort keeps the oldest call first among equals
    return sorted(calls, key=lambda shown: not shown.is_own)


def _shown_wall(request: HttpRequest, session: Session) -> Wall:
    """Return the wall of the hall that `?salle=` selects by its number, of all tables without it."""
    wall = load_wall(session, timezone.now())
    hall = read_hall_choice(request, session.tournament).chosen
    return wall if hall is None else wall.of_tables(hall.tables)


def fresh_clock_form(session: Session, this_round: RoundNow) -> ClockForm:
    """Return the clock's form with the present round and its length; the proposed length without a clock."""
    clock = this_round.clock
    minutes = int(clock.length.total_seconds()) // 60 if clock else proposed_minutes(session)
    return ClockForm(
        None, round_count=this_round.round_count, round_number=this_round.number or 1, minutes=minutes
    )


def current_hall(request: HttpRequest, slug: str) -> tuple[Tournament, Session]:
    """Return the tournament and its current session for a user who runs the hall."""
    tournament = find_tournament(request, slug, Right.RUN)
    return tournament, current_session(tournament)


def _preselected_receiver(request: HttpRequest) -> str:
    """Return the receiver that a link to the form preselects: the table of `?table=`, else all."""
    number = request.GET.get("table", "")
    # an address is free text: the form refuses a number without a table
    return f"{TO_TABLE}-{number}" if number.isdecimal() and len(number) < 5 else TO_ALL


@require_POST
def set_clock_view(request: HttpRequest, slug: str) -> HttpResponse:
    """Set the clock for a round, not started."""
    _tournament, session = current_hall(request, slug)
    last = load_round(session, timezone.now()).round_count
    form = ClockForm(request.POST, round_count=last)
    if form.is_valid():
        try:
            turn_clock(session=session, turned_by=signed_in_user(request), **form.cleaned_data)
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, _("L’horloge est réglée."))
            return redirect("organiser-hall", slug)
    return hall_page(request, session, clock_form=form)


@require_POST
def turn(request: HttpRequest, slug: str, action: str) -> HttpResponse:
    """Start, pause or resume the clock, or call the next round."""
    _tournament, session = current_hall(request, slug)
    if action not in TURNS:
        raise Http404
    service, user_argument, notice = TURNS[action]
    run_service(request, service, str(notice), session=session, **{user_argument: signed_in_user(request)})
    return redirect("organiser-hall", slug)


@require_POST
def extend_round_view(request: HttpRequest, slug: str) -> HttpResponse:
    """Add minutes to the round; negative minutes shorten it."""
    _tournament, session = current_hall(request, slug)
    form = ExtensionForm(request.POST)
    if form.is_valid():
        minutes = form.cleaned_data["minutes"]
        notice = _("La durée de la position a changé.")
        run_service(
            request,
            extend_round,
            notice,
            session=session,
            minutes=minutes,
            extended_by=signed_in_user(request),
        )
    else:
        messages.error(request, str(form.errors["minutes"][0]))
    return redirect("organiser-hall", slug)


@require_POST
def take(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Note that the user goes to a table that calls."""
    tournament, _session = current_hall(request, slug)
    call = _find_call(tournament, pk)
    notice = _("La table %(number)d sait que vous arrivez.") % {"number": call.table.number}
    run_service(request, take_call, notice, call=call, taken_by=signed_in_user(request))
    return redirect("organiser-hall", slug)


@require_POST
def close_call_view(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Close a call that is dealt with."""
    tournament, _session = current_hall(request, slug)
    call = _find_call(tournament, pk)
    notice = _("L’appel de la table %(number)d est clos.") % {"number": call.table.number}
    run_service(request, close_call, notice, call=call, closed_by=signed_in_user(request))
    return redirect("organiser-hall", slug)


@require_POST
def take_back_message_view(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Remove a message from the phones and the screen."""
    tournament, _session = current_hall(request, slug)
    message = get_object_or_404(HallMessage, pk=pk, session__tournament=tournament)
    notice = _("Le message ne s’affiche plus.")
    run_service(request, take_back_message, notice, message=message, taken_back_by=signed_in_user(request))
    return redirect("organiser-hall", slug)


def _find_call(tournament: Tournament, pk: int) -> HallCall:
    calls = HallCall.objects.select_related("table")
    return get_object_or_404(calls, pk=pk, table__section__session__tournament=tournament)
