"""Who plays: from the register, or a visitor at the door."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from common.errors import AppError
from tournaments.access import Right
from tournaments.core.formats.event_options import read_event_options
from tournaments.core.formats.registry import find_format
from tournaments.enums import TournamentState
from tournaments.models import Tournament
from tournaments.queries.attackers import has_badges
from tournaments.queries.people import list_people_to_enter
from tournaments.queries.teams import entries_with_people
from tournaments.services.entries import enter_visitor
from tournaments.services.events import enter_people, seat_count, withdraw_entry
from tournaments.web.acting import act, posted, show_error, tell
from tournaments.web.finding import find_entry, find_tournament, signed_in
from tournaments.web.forms.entries import EntriesForm
from tournaments.web.forms.people import ShortPersonForm
from tournaments.web.forms.teams import FirstBadgeForm

PEOPLE_SHOWN = 500
"""Of the register at once; a search finds the others."""


@require_http_methods(["GET", "POST"])
def entries(request: HttpRequest, slug: str) -> HttpResponse:
    """The list of the entered; ticking people of the register enters them."""
    tournament = find_tournament(request, slug, _right(request))
    if find_format(tournament.format).has_teams:
        return _teams_page(request, tournament)
    form = EntriesForm(posted(request), tournament=tournament)
    if request.method == "POST" and form.is_valid():
        try:
            entered = enter_people(
                tournament=tournament, people=form.cleaned_data["people"], entered_by=signed_in(request)
            )
        except AppError as error:
            show_error(form, error)
        else:
            tell(request, _told(len(entered)))
            return redirect("organiser-entries", tournament.slug)
    return _page(request, tournament, form=form)


@require_POST
def visitor(request: HttpRequest, slug: str) -> HttpResponse:
    """Add somebody to the register and to the tournament at once."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    form = ShortPersonForm(request.POST, prefix="visitor")
    if form.is_valid():
        try:
            entry = enter_visitor(
                tournament=tournament, values=form.cleaned_data, entered_by=signed_in(request)
            )
        except AppError as error:
            show_error(form, error)
        else:
            tell(request, _("%(person)s est inscrit.") % {"person": entry.person})
            return redirect("organiser-entries", tournament.slug)
    return _page(request, tournament, visitor_form=form)


@require_POST
def withdraw(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take somebody off the list."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    entry = find_entry(tournament, pk)
    done = _("%(person)s n’est plus inscrit.") % {"person": entry}
    act(request, withdraw_entry, done, entry=entry, withdrawn_by=signed_in(request))
    return redirect("organiser-entries", tournament.slug)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    form: EntriesForm | None = None,
    visitor_form: ShortPersonForm | None = None,
) -> HttpResponse:
    search = request.GET.get("q", "")[:100]
    form = form or EntriesForm(tournament=tournament)
    found = list_people_to_enter(tournament, search)
    context = {
        "tournament": tournament,
        "tab": "entries",
        "entries": tournament.entries.select_related("person"),
        "seat_count": seat_count(tournament),
        "is_draft": tournament.state == TournamentState.DRAFT,
        "form": form,
        "ticked": set(form["people"].value() or []),
        "visitor_form": visitor_form or ShortPersonForm(prefix="visitor"),
        "search": search,
        "people": found[:PEOPLE_SHOWN],
        "hidden_count": max(0, len(found) - PEOPLE_SHOWN),
    }
    return render(request, "tournaments/organiser/entries.html", context)


def _teams_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    played = find_format(tournament.format)
    options = read_event_options(tournament.options, played.plan)
    context = {
        "tournament": tournament,
        "tab": "entries",
        "entries": entries_with_people(tournament),
        "seat_count": seat_count(tournament),
        "is_draft": tournament.state == TournamentState.DRAFT,
        "badge_form": FirstBadgeForm({"badge": options.first_badge}) if has_badges(played) else None,
    }
    return render(request, "tournaments/organiser/teams.html", context)


def _right(request: HttpRequest) -> Right:
    return Right.PREPARE if request.method == "POST" else Right.READ_DESK


def _told(count: int) -> str:
    return ngettext("%(count)d joueur inscrit.", "%(count)d joueurs inscrits.", count) % {"count": count}
