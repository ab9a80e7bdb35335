"""Who plays: found at the reception, ticked in the register, taken off the list and put back."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.errors import AppError
from tournaments.base.access import Right
from tournaments.base.queries.teams import entries_with_people
from tournaments.base.web.acting import act, posted, show_error, tell
from tournaments.base.web.finding import find_entry, find_tournament, signed_in
from tournaments.core.formats.event_options import read_event_options
from tournaments.core.formats.registry import find_format
from tournaments.entries.forms.entries import EntriesForm
from tournaments.entries.forms.teams import FirstBadgeForm
from tournaments.entries.queries.reception import MEMBER, is_key, load_assembly, search_at_reception
from tournaments.entries.services.entries import enter_visitor
from tournaments.entries.services.withdrawals import restore_entry, withdraw_entry, withdrawn_event
from tournaments.enums import TournamentState
from tournaments.events.services.events import enter_people, seat_count
from tournaments.models import AuditEvent, Tournament
from tournaments.people.forms.people import VISITOR, VisitorForm
from tournaments.people.queries.people import list_people_to_enter
from tournaments.people.services.people import add_person
from tournaments.seating.queries.attackers import has_badges

PEOPLE_SHOWN = 500
"""Of the register at once, to tick; a search finds the others."""
WITHDRAWN = "retire"
"""Parameter of the page that names what was just taken off the list."""
SEARCH_LENGTH = 100


@require_http_methods(["GET", "POST"])
def entries(request: HttpRequest, slug: str) -> HttpResponse:
    """The list of the entered, and the reception: a search whose results enter with one tap."""
    right = Right.WELCOME if request.method == "POST" else Right.READ_DESK
    tournament = find_tournament(request, slug, right)
    form = EntriesForm(posted(request), tournament=tournament)
    if request.method == "POST" and form.is_valid() and _enter(request, tournament, form):
        return redirect("organiser-entries", tournament.slug)
    return _page(request, tournament, form=form)


@require_safe
def reception(request: HttpRequest, slug: str) -> HttpResponse:
    """What a search at the reception finds: the part of the page that follows the typing."""
    tournament = find_tournament(request, slug, Right.WELCOME)
    context = {"tournament": tournament, "is_open": True, **_door(tournament, request.GET)}
    return render(request, "tournaments/entries/organiser/_reception.html", context)


@require_http_methods(["GET", "POST"])
def tick(request: HttpRequest, slug: str) -> HttpResponse:
    """Entering many people at once: boxes to tick in the register."""
    tournament = find_tournament(request, slug, Right.WELCOME)
    is_searching = "search" in request.POST
    form = EntriesForm(None if is_searching else posted(request), tournament=tournament)
    if form.is_valid() and _enter(request, tournament, form):
        return redirect("organiser-entries", tournament.slug)
    asked = request.POST if request.method == "POST" else request.GET
    search, ticked = asked.get("q", "")[:SEARCH_LENGTH], set(asked.getlist("people"))
    found = list_people_to_enter(tournament, search)
    keys = [key for key in ticked if is_key(key)]
    kept = list(list_people_to_enter(tournament).filter(pk__in=keys)) if search else []
    others = [person for person in found[:PEOPLE_SHOWN] if person not in kept]
    context = {
        "tournament": tournament,
        "tab": "entries",
        "form": form,
        "ticked": ticked,
        "search": search,
        "people": [*kept, *others],
        "hidden_count": max(0, found.count() - PEOPLE_SHOWN),
    }
    return render(request, "tournaments/entries/organiser/entries_tick.html", context)


@require_POST
def visitor(request: HttpRequest, slug: str) -> HttpResponse:
    """Add somebody to the register, and to the tournament or to the team that is being put together."""
    tournament = find_tournament(request, slug, Right.WELCOME)
    form = VisitorForm(request.POST, prefix=VISITOR)
    if form.is_valid():
        try:
            return _enter_visitor(request, tournament, form)
        except AppError as error:
            show_error(form, error)
    return _page(request, tournament, visitor_form=form)


@require_POST
def withdraw(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take somebody off the list; the next page offers to take it back."""
    tournament = find_tournament(request, slug, Right.WELCOME)
    entry = find_entry(tournament, pk)
    try:
        event = withdraw_entry(entry=entry, withdrawn_by=signed_in(request))
    except AppError as error:
        messages.error(request, str(error.message))
        return redirect("organiser-entries", tournament.slug)
    return _back(tournament, urlencode({WITHDRAWN: event.pk}))


@require_POST
def restore(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Put back on the list whom somebody took off."""
    tournament = find_tournament(request, slug, Right.WELCOME)
    event = get_object_or_404(AuditEvent, pk=pk, tournament=tournament)
    done = _("%(entry)s est de nouveau inscrit.") % {"entry": event.subject}
    arguments = {"tournament": tournament, "event": event, "restored_by": signed_in(request)}
    act(request, restore_entry, done, **arguments)
    return redirect("organiser-entries", tournament.slug)


def _enter(request: HttpRequest, tournament: Tournament, form: EntriesForm) -> bool:
    """Enter the people of a valid form; whether they are in."""
    people = form.cleaned_data["people"]
    try:
        entered = enter_people(tournament=tournament, people=people, entered_by=signed_in(request))
    except AppError as error:
        show_error(form, error)
        return False
    tell(request, _told([str(entry) for entry in entered]))
    return True


def _enter_visitor(request: HttpRequest, tournament: Tournament, form: VisitorForm) -> HttpResponse:
    """Register the visitor of a valid form and enter him, or choose him for a team; to the page again.

    Raises:
        AppError: as the services.
    """
    user = signed_in(request)
    assembly = load_assembly(tournament, request.POST.getlist(MEMBER))
    if assembly is None:
        entry = enter_visitor(tournament=tournament, values=form.cleaned_data, entered_by=user)
        tell(request, _told([str(entry)]))
        return _back(tournament)
    person = add_person(club=tournament.club, values=form.cleaned_data, added_by=user)
    return _back(tournament, assembly.query_with(person))


def _back(tournament: Tournament, query: str = "") -> HttpResponse:
    address = reverse("organiser-entries", args=[tournament.slug])
    return redirect(f"{address}?{query}" if query else address)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    form: EntriesForm | None = None,
    visitor_form: VisitorForm | None = None,
) -> HttpResponse:
    entered = entries_with_people(tournament)
    capacity = seat_count(tournament)
    is_draft = tournament.state == TournamentState.DRAFT
    asked = request.POST if request.method == "POST" else request.GET
    context = {
        "tournament": tournament,
        "tab": "entries",
        "entries": entered,
        "seat_count": capacity,
        "is_draft": is_draft,
        "is_open": is_draft and len(entered) < capacity,
        "form": form or EntriesForm(tournament=tournament),
        "withdrawn": withdrawn_event(tournament, request.GET.get(WITHDRAWN, "")),
        **_door(tournament, asked, visitor_form),
    }
    if not find_format(tournament.format).has_teams:
        return render(request, "tournaments/entries/organiser/entries.html", context)
    return render(
        request, "tournaments/entries/organiser/teams.html", context | {"badge_form": _badges(tournament)}
    )


def _door(
    tournament: Tournament, asked: QueryDict, visitor_form: VisitorForm | None = None
) -> dict[str, Any]:
    """What the reception shows: the search, what it found, the team in the making, the visitor's fields."""
    assembly = load_assembly(tournament, asked.getlist(MEMBER))
    search = search_at_reception(tournament, asked.get("q", "")[:SEARCH_LENGTH], assembly)
    return {
        "search": search,
        "assembly": assembly,
        "visitor_form": visitor_form or VisitorForm.from_search("" if search.rows else search.written),
    }


def _badges(tournament: Tournament) -> FirstBadgeForm | None:
    played = find_format(tournament.format)
    if not has_badges(played):
        return None
    return FirstBadgeForm({"badge": read_event_options(tournament.options, played.plan).first_badge})


def _told(names: list[str]) -> str:
    if len(names) == 1:
        return _("%(person)s est inscrit.") % {"person": names[0]}
    count = len(names)
    return ngettext("%(count)d joueur inscrit.", "%(count)d joueurs inscrits.", count) % {"count": count}
