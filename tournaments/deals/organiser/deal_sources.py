"""Deals made elsewhere: a file imported, or the deals of another session taken again."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from common.errors import AppError
from tournaments.base.access import Right
from tournaments.base.queries.sessions import current_session
from tournaments.base.web.acting import posted, show_error, tell
from tournaments.base.web.finding import find_tournament, signed_in
from tournaments.deals.forms.deal_sources import DealFileForm, ReuseForm, SourceForm
from tournaments.deals.queries.seen_deals import reusable_sessions
from tournaments.deals.services.deal_import import import_deal_set, reuse_deal_set
from tournaments.deals.services.deals import board_count
from tournaments.models import Session, Tournament


@require_http_methods(["GET", "POST"])
def import_(request: HttpRequest, slug: str) -> HttpResponse:
    """Deals from a file; its faults are listed by line."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    session = current_session(tournament)
    form = DealFileForm(posted(request), request.FILES or None, is_first=session.deal_set is None)
    context: dict[str, Any] = {}
    if request.method == "POST" and form.is_valid():
        source = form.read()
        told = {"session": session, "source": source, "imported_by": signed_in(request)}
        if _take(request, form, import_deal_set, told, context):
            return redirect("organiser-deals", tournament.slug)
    return _page(request, "tournaments/deals/organiser/deals_import.html", tournament, session, form, context)


@require_http_methods(["GET", "POST"])
def reuse(request: HttpRequest, slug: str) -> HttpResponse:
    """The deals of another session of the club; who knows them is said first."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    session = current_session(tournament)
    earlier = reusable_sessions(session, board_count(session))
    form = ReuseForm(posted(request), is_first=session.deal_set is None, earlier=earlier)
    context: dict[str, Any] = {"has_earlier": earlier.exists()}
    if request.method == "POST" and form.is_valid():
        told = {
            "session": session,
            "earlier": form.cleaned_data["earlier"],
            "reused_by": signed_in(request),
        }
        if _take(request, form, reuse_deal_set, told, context):
            return redirect("organiser-deals", tournament.slug)
    return _page(request, "tournaments/deals/organiser/deals_reuse.html", tournament, session, form, context)


def _take(
    request: HttpRequest,
    form: SourceForm,
    service: Callable[..., object],
    told: dict[str, Any],
    context: dict[str, Any],
) -> bool:
    """Give the session these deals; why not goes to the form, and lists of it to the context."""
    try:
        service(**told, confirmed=form.cleaned_data["confirmed"])
    except AppError as error:
        show_error(form, error)
        context["faults"] = error.extra.get("faults", [])
        context["people"] = error.extra.get("people", [])
        context["public_boards"] = error.extra.get("public_boards", [])
        return False
    tell(request, _("Les donnes sont prêtes et scellées."))
    return True


def _page(
    request: HttpRequest,
    template: str,
    tournament: Tournament,
    session: Session,
    form: SourceForm,
    context: dict[str, Any],
) -> HttpResponse:
    shown = {
        "tournament": tournament,
        "tab": "deals",
        "form": form,
        "wanted": board_count(session),
        "is_asked": bool(context.get("people") or context.get("public_boards")),
    }
    return render(request, template, shown | context)
