"""Saying which player one is, and in which language he is written to.

His lines are marked wherever the account is signed in, or on this device.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.base.access import Right
from tournaments.base.queries.teams import people_of
from tournaments.base.web.acting import tell
from tournaments.base.web.device import forget_as_own, own_entries, remember_as_own
from tournaments.base.web.finding import find_entry, find_tournament
from tournaments.people.forms.people import OwnLanguageForm
from tournaments.people.services.people import change_person
from tournaments.seasons.web.finding import find_own_person


@require_POST
def choose(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    """Mark the lines of an entry from now on, or no longer."""
    tournament = find_tournament(request, slug, Right.VIEW)
    entry = find_entry(tournament, entry_id)
    response = redirect("public-player", slug, entry_id)
    if entry.pk in own_entries(request, tournament):
        forget_as_own(request, response, entry)
    else:
        remember_as_own(request, response, people_of(entry)[0])
    return response


@require_POST
def own_language(request: HttpRequest, secret: str) -> HttpResponse:
    """Keep it in the register; a language that the site does not have changes nothing."""
    person = find_own_person(request, secret)
    form = OwnLanguageForm(request.POST)
    if form.is_valid():
        # by nobody: the club's trace is not to name the account of whoever has the link
        change_person(person=person, values=form.cleaned_data, changed_by=None)
        tell(request, _("C’est noté."))
    return redirect("public-own-results", secret)
