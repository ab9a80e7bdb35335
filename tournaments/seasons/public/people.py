"""A person's history: a permanent public page for people who agree, else a page by private link."""

from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.languages import answer_in
from accounts.models import User
from accounts.sign_up import may_sign_up
from common.live.notifying import answer_live_poll
from tournaments.base.access import Right, Visitor
from tournaments.base.web.acting import run_service
from tournaments.base.web.device import followed_people, own_person_ids, remember_as_own
from tournaments.base.web.finding import find_tournament, signed_in_user
from tournaments.base.web.visits import Visit, visit_session
from tournaments.core.showing import Viewer
from tournaments.entries.queries.announcing import own_arrival
from tournaments.entries.web.arriving import announce_entry, refuse_hurry
from tournaments.enums import TournamentState
from tournaments.models import Entry, Person
from tournaments.people.services.person_accounts import tie_by_link
from tournaments.rankings.queries.play_figures import load_figures
from tournaments.rankings.web.evenings import evening_context, evening_mark
from tournaments.seasons.queries.person_history import load_history, running_evenings
from tournaments.seasons.web.finding import find_named_person, find_own_entry, find_own_person
from tournaments.work.topics import ranking_topics


@require_safe
@never_cache
def person_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the history of a person. 404 for a person who does not agree to be named."""
    person = find_named_person(pk)
    context = _history_context(person) | {"is_followed": pk in followed_people(request)}
    return render(request, "tournaments/seasons/public/person.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def own_results(request: HttpRequest, secret: str) -> HttpResponse:
    """Show the history and the running events of the person whose private link is used.

    After a POST request, pages highlight this person's lines for the reader (`remember_as_own`).
    """
    person = find_own_person(request, secret)
    if request.method == "POST":
        response = redirect("public-own-results", secret)
        remember_as_own(request, response, person)
        return response
    return answer_in(request, person.reads_in, lambda: _own_page(request, person, secret))


@require_POST
@never_cache
def own_tie(request: HttpRequest, secret: str) -> HttpResponse:
    """Tie the account of the signed-in user to the person of the private link."""
    person = find_own_person(request, secret)
    if not may_tie(request.user):
        raise PermissionDenied
    message = _("Votre compte est lié à %(person)s, %(club)s.") % {"person": person, "club": person.club}
    run_service(request, tie_by_link, message, person=person, user=signed_in_user(request))
    return redirect("public-own-results", secret)


@require_safe
@never_cache
def own_evening(request: HttpRequest, secret: str, slug: str) -> HttpResponse:
    """Show an evening of the person of the private link, with all that a player may see of it."""
    person = find_own_person(request, secret)
    visit = visit_session(request, slug)
    entry = find_own_entry(visit.tournament, person)
    return answer_in(request, person.reads_in, lambda: _own_evening(request, visit, entry, secret))


@require_safe
@never_cache
def own_evening_live(request: HttpRequest, secret: str, slug: str) -> HttpResponse:
    """Return the live part of the page of an evening, or 204 if the page has the current version."""
    person = find_own_person(request, secret)
    visit = visit_session(request, slug)
    entry = find_own_entry(visit.tournament, person)

    def build_response() -> HttpResponse:
        if "shown" in request.GET and request.GET["shown"] == evening_mark(visit):
            return HttpResponse(status=204)
        context = evening_context(visit, load_figures(visit.session), entry, Viewer.PLAYER)
        return render(request, "tournaments/rankings/public/_course.html", context)

    return answer_live_poll(request, *ranking_topics(visit.tournament.pk), answer=build_response)


@require_POST
@never_cache
def announce_own_arrival(request: HttpRequest, secret: str, slug: str) -> HttpResponse:
    """Announce the arrival of the person of the private link, or of their team, at an event."""
    person = find_own_person(request, secret)
    tournament = find_tournament(request, slug, Right.VIEW)
    entry = find_own_entry(tournament, person)
    if refusal := refuse_hurry(request):
        return refusal
    announce_entry(request, entry)
    return redirect("public-own-evening", secret, slug)


def _own_page(request: HttpRequest, person: Person, secret: str) -> HttpResponse:
    context = _history_context(person) | {
        "secret": secret,
        "running": running_evenings(person),
        "is_own": person.pk in own_person_ids(request),
        "may_tie": may_tie(request.user) and person.user_id is None,
        "may_sign_up": not request.user.is_authenticated and person.user_id is None and may_sign_up(),
        "is_tied": request.user.is_authenticated and person.user_id == request.user.pk,
        "languages": settings.LANGUAGES,
    }
    return render(request, "tournaments/seasons/public/person.html", context)


def _own_evening(request: HttpRequest, visit: Visit, entry: Entry, secret: str) -> HttpResponse:
    figures = load_figures(visit.session)
    context = evening_context(visit, figures, entry, Viewer.PLAYER) | {
        "secret": secret,
        "live": reverse("public-own-evening-live", args=[secret, visit.tournament.slug]),
    }
    if visit.tournament.state != TournamentState.FINISHED:
        context["arrival"] = own_arrival(entry, visit.tournament, timezone.now())
    return render(request, "tournaments/rankings/public/player.html", context)


def may_tie(user: Visitor) -> bool:
    """Return whether the user has an account that outlasts an invitation."""
    # the account of a guest ends with the invitation
    return isinstance(user, User) and not user.is_guest


def _history_context(person: Person) -> dict[str, Any]:
    return {
        "person": person,
        "club": person.club,
        "tab": "person",
        "history": load_history(person),
        "seasons": person.club.seasons.all(),
    }
