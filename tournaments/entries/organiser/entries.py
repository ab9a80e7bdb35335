"""Pages of the entries: search at the reception, choice from the register, withdrawal and its undo."""

from collections.abc import Mapping
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
from tournaments.base.access import Right, may_manage_club
from tournaments.base.queries.teams import entries_with_people
from tournaments.base.row_numbers import is_row_number
from tournaments.base.web.acting import add_success_message, posted_data, run_service, show_error
from tournaments.base.web.finding import find_tournament, find_tournament_entry, signed_in_user
from tournaments.core.formats.event_options import read_event_options
from tournaments.core.formats.registry import find_format
from tournaments.entries.forms.entries import EntriesForm
from tournaments.entries.forms.teams import FirstBadgeForm
from tournaments.entries.queries.reception import (
    MEMBER,
    find_licensee,
    load_assembly,
    search_at_reception,
)
from tournaments.entries.services.entries import enter_visitor
from tournaments.entries.services.withdrawals import (
    find_left_payments,
    restore_entry,
    withdraw_entry,
    withdrawn_event,
)
from tournaments.entries.words.namesake_words import namesake_warning
from tournaments.enums import TournamentState
from tournaments.events.services.events import enter_people, seat_count
from tournaments.models import AuditEvent, Tournament
from tournaments.people.forms.people import VISITOR, VisitorForm
from tournaments.people.queries.licences import licensee_values
from tournaments.people.queries.people import list_people_to_enter
from tournaments.people.services.people import add_person
from tournaments.seating.queries.attackers import has_badges

PEOPLE_SHOWN = 500
"""Largest number of check boxes for people of the register. A search finds the others."""
WITHDRAWN = "retire"
"""URL parameter with the id of the latest withdrawal, for the undo button."""
SEARCH_LENGTH = 100


@require_http_methods(["GET", "POST"])
def entries(request: HttpRequest, slug: str) -> HttpResponse:
    """List the entries, with a search whose results can be entered with one tap."""
    # to read the list a weaker right is enough
    right = Right.WELCOME if request.method == "POST" else Right.READ_DESK
    tournament = find_tournament(request, slug, right)
    form = EntriesForm(posted_data(request), tournament=tournament)
    if request.method == "POST" and form.is_valid() and _enter(request, tournament, form):
        return redirect("organiser-entries", tournament.slug)
    return _page(request, tournament, form=form)


@require_safe
def reception(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the results of a search at the reception, as the part of the page that changes while typing."""
    tournament = find_tournament(request, slug, Right.WELCOME)
    context = {"tournament": tournament, "is_open": True, **_reception_context(tournament, request.GET)}
    return render(request, "tournaments/entries/organiser/_reception.html", context)


@require_http_methods(["GET", "POST"])
def tick(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter many people at once, with check boxes for the register."""
    tournament = find_tournament(request, slug, Right.WELCOME)
    is_searching = "search" in request.POST
    form = EntriesForm(None if is_searching else posted_data(request), tournament=tournament)
    if form.is_valid() and _enter(request, tournament, form):
        return redirect("organiser-entries", tournament.slug)
    parameters = request.POST if request.method == "POST" else request.GET
    search, ticked_keys = parameters.get("q", "")[:SEARCH_LENGTH], set(parameters.getlist("people"))
    matches = list_people_to_enter(tournament, search)
    keys = [key for key in ticked_keys if is_row_number(key)]
    # people ticked before a search stay ticked, also outside its results
    ticked_people = list(list_people_to_enter(tournament).filter(pk__in=keys)) if search else []
    other_people = [person for person in matches[:PEOPLE_SHOWN] if person not in ticked_people]
    context = {
        "tournament": tournament,
        "tab": "entries",
        "form": form,
        "ticked": ticked_keys,
        "search": search,
        "people": [*ticked_people, *other_people],
        "has_register": tournament.club.people.exists(),
        "hidden_count": max(0, matches.count() - PEOPLE_SHOWN),
    }
    return render(request, "tournaments/entries/organiser/entries_tick.html", context)


@require_POST
def visitor(request: HttpRequest, slug: str) -> HttpResponse:
    """Add a person to the register, and to the tournament or to the team that is being put together."""
    tournament = find_tournament(request, slug, Right.WELCOME)
    form = VisitorForm(request.POST, prefix=VISITOR)
    if form.is_valid():
        try:
            return _enter_visitor(request, tournament, form.cleaned_data)
        except AppError as error:
            show_error(form, error)
    return _page(request, tournament, visitor_form=form)


@require_POST
def enter_licensee(request: HttpRequest, slug: str) -> HttpResponse:
    """Add a person of the club's list of licensees, as `visitor` does."""
    tournament = find_tournament(request, slug, Right.WELCOME)
    try:
        licensee = find_licensee(tournament, request.POST.get("licensee", ""))
        return _enter_visitor(request, tournament, licensee_values(licensee))
    except AppError as error:
        messages.error(request, str(error.message))
        return _redirect_to_entries(tournament)


@require_POST
def withdraw_entry_view(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Withdraw an entry. The next page offers the undo."""
    tournament = find_tournament(request, slug, Right.WELCOME)
    entry = find_tournament_entry(tournament, pk)
    try:
        event = withdraw_entry(entry=entry, withdrawn_by=signed_in_user(request))
    except AppError as error:
        messages.error(request, str(error.message))
        return redirect("organiser-entries", tournament.slug)
    return _redirect_to_entries(tournament, urlencode({WITHDRAWN: event.pk}))


@require_POST
def restore_entry_view(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Undo a withdrawal."""
    tournament = find_tournament(request, slug, Right.WELCOME)
    event = get_object_or_404(AuditEvent, pk=pk, tournament=tournament)
    message = _("%(entry)s est de nouveau inscrit.") % {"entry": event.subject}
    arguments = {"tournament": tournament, "event": event, "restored_by": signed_in_user(request)}
    run_service(request, restore_entry, message, **arguments)
    return redirect("organiser-entries", tournament.slug)


def _enter(request: HttpRequest, tournament: Tournament, form: EntriesForm) -> bool:
    """Enter the people of a valid form. Return whether it succeeded."""
    people = form.cleaned_data["people"]
    try:
        new_entries = enter_people(tournament=tournament, people=people, entered_by=signed_in_user(request))
    except AppError as error:
        show_error(form, error)
        return False
    add_success_message(request, _entered_message([str(entry) for entry in new_entries]))
    return True


def _enter_visitor(
    request: HttpRequest, tournament: Tournament, values: Mapping[str, object]
) -> HttpResponse:
    """Add a person to the register, then enter them or choose them for a team.

    Args:
        values: fields of `Person` by name.

    Returns:
        A redirect to the page of entries.

    Raises:
        AppError: as the services.
    """
    user = signed_in_user(request)
    assembly = load_assembly(tournament, request.POST.getlist(MEMBER))
    if assembly is None:
        entry = enter_visitor(tournament=tournament, values=values, entered_by=user)
        add_success_message(request, _entered_message([str(entry)]))
        if warning := namesake_warning(entry.person):
            messages.warning(request, warning)
        return _redirect_to_entries(tournament)
    person = add_person(club=tournament.club, values=values, added_by=user)
    return _redirect_to_entries(tournament, assembly.query_with(person))


def _redirect_to_entries(tournament: Tournament, query: str = "") -> HttpResponse:
    address = reverse("organiser-entries", args=[tournament.slug])
    return redirect(f"{address}?{query}" if query else address)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    form: EntriesForm | None = None,
    visitor_form: VisitorForm | None = None,
) -> HttpResponse:
    has_teams = find_format(tournament.format).has_teams
    # players alone have no rows of members
    tournament_entries = (
        entries_with_people(tournament) if has_teams else tournament.entries.select_related("person")
    )
    capacity = seat_count(tournament)
    is_draft = tournament.state == TournamentState.DRAFT
    parameters = request.POST if request.method == "POST" else request.GET
    withdrawn = withdrawn_event(tournament, request.GET.get(WITHDRAWN, ""))
    context = {
        "tournament": tournament,
        "tab": "entries",
        "entries": tournament_entries,
        "seat_count": capacity,
        "is_draft": is_draft,
        "is_open": is_draft and len(tournament_entries) < capacity,
        "form": form or EntriesForm(tournament=tournament),
        "withdrawn": withdrawn,
        "left_payment": find_left_payments(tournament).get(withdrawn.pk) if withdrawn else None,
        **_reception_context(tournament, parameters, visitor_form),
    }
    if not has_teams:
        # practice has fictitious people, who are in no register
        context["keeps_register"] = not tournament.is_practice and may_manage_club(
            request.user, tournament.club
        )
        return render(request, "tournaments/entries/organiser/entries.html", context)
    return render(
        request, "tournaments/entries/organiser/teams.html", context | {"badge_form": _badge_form(tournament)}
    )


def _reception_context(
    tournament: Tournament, parameters: QueryDict, visitor_form: VisitorForm | None = None
) -> dict[str, Any]:
    """Return the context of the reception: search, results, unfinished team and the form for a visitor."""
    assembly = load_assembly(tournament, parameters.getlist(MEMBER))
    search = search_at_reception(tournament, parameters.get("q", "")[:SEARCH_LENGTH], assembly)
    return {
        "search": search,
        "assembly": assembly,
        "visitor_form": visitor_form or VisitorForm.from_search(search.written if search.is_empty else ""),
    }


def _badge_form(tournament: Tournament) -> FirstBadgeForm | None:
    event_format = find_format(tournament.format)
    if not has_badges(event_format):
        return None
    return FirstBadgeForm({"badge": read_event_options(tournament.options, event_format.plan).first_badge})


def _entered_message(names: list[str]) -> str:
    if len(names) == 1:
        return _("%(person)s est inscrit.") % {"person": names[0]}
    count = len(names)
    return ngettext("%(count)d joueur inscrit.", "%(count)d joueurs inscrits.", count) % {"count": count}
