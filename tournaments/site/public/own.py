"""Pages of the reader's own choices: player, followed people and clubs, language.

They are stored with the account, else on the device.
"""

from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.base.access import Right
from tournaments.base.queries.teams import load_entered, people_of
from tournaments.base.web.acting import run_service
from tournaments.base.web.device import (
    forget_as_own,
    load_reader_choices,
    own_entries,
    remember_as_own,
    toggle_followed,
)
from tournaments.base.web.finding import find_tournament, find_tournament_entry
from tournaments.core.alphabet import base_letters
from tournaments.models import Entry
from tournaments.people.forms.people import OwnLanguageForm
from tournaments.people.services.people import change_person
from tournaments.seasons.queries.follows import list_followed_clubs, list_followed_people
from tournaments.seasons.web.finding import find_named_person, find_own_person, find_shown_club

MOST_NAMES = 60
"""Largest number of names shown at once. In a larger field readers type a part of their name."""
NAME_LENGTH = 60


@require_POST
def choose_own_entry(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    """Mark the lines of an entry as the reader's own, or stop that."""
    tournament = find_tournament(request, slug, Right.VIEW)
    entry = find_tournament_entry(tournament, entry_id)
    response = redirect("public-player", slug, entry_id)
    if entry.pk in own_entries(request, tournament):
        forget_as_own(request, response, entry)
    else:
        remember_as_own(request, response, people_of(entry)[0])
    return response


@require_safe
@never_cache
def own_evening_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Redirect to the reader's own evening in a tournament, or list the entries to choose from."""
    tournament = find_tournament(request, slug, Right.VIEW)
    own_entry_ids = own_entries(request, tournament)
    if own_entry_ids:
        address = reverse("public-player", args=[slug, min(own_entry_ids)])
        return redirect(f"{address}?{request.GET.urlencode()}" if request.GET else address)
    name = request.GET.get("nom", "").strip()[:NAME_LENGTH]
    entries = sorted(load_entered(tournament).values(), key=lambda entry: entry.by_name)
    # `load_entered` loads the members of teams only, and `people_of` reads those of each entry
    prefetch_related_objects(entries, "members__person")
    matches = [entry for entry in entries if _is_called(entry, name)]
    context = {
        "tournament": tournament,
        "tab": "own",
        "name": name,
        "found": matches[:MOST_NAMES],
        "is_cut": len(matches) > MOST_NAMES,
    }
    return render(request, "tournaments/site/public/find_evening.html", context)


def _is_called(entry: Entry, name: str) -> bool:
    """Return whether the public name of a player, a team or one of its members contains a text."""
    names = [entry.public_name, *(person.public_name for person in people_of(entry))]
    return any(base_letters(name) in base_letters(public_name) for public_name in names)


@require_POST
def own_language(request: HttpRequest, secret: str) -> HttpResponse:
    """Store the language of the reader's mails in the register. An unknown language changes nothing."""
    person = find_own_person(request, secret)
    form = OwnLanguageForm(request.POST)
    if form.is_valid():
        # without an actor: the club's trace must not name the account of the person with the link
        values = form.cleaned_data
        run_service(request, change_person, _("C’est noté."), person=person, values=values, changed_by=None)
    return redirect("public-own-results", secret)


@require_safe
@never_cache
def follows(request: HttpRequest) -> HttpResponse:
    """Show the latest results of followed people and the next events of followed clubs."""
    preferences = load_reader_choices(request)
    context = {
        "people": list_followed_people(preferences.people),
        "clubs": list_followed_clubs(preferences.clubs),
    }
    return render(request, "tournaments/site/public/follows.html", context)


@require_POST
def follow_person(request: HttpRequest, pk: int) -> HttpResponse:
    """Follow a person who agrees to be named, or stop that."""
    person = find_named_person(pk)
    response = redirect("public-person", person.pk)
    toggle_followed(request, response, person)
    return response


@require_POST
def follow_club(request: HttpRequest, slug: str) -> HttpResponse:
    """Follow a club, or stop that."""
    club = find_shown_club(slug)
    response = redirect("public-ladders", club.slug)
    toggle_followed(request, response, club)
    return response
