"""Choosing, by the private link, the language of what one is sent."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.base.web.acting import tell
from tournaments.people.forms.people import OwnLanguageForm
from tournaments.people.services.people import change_person
from tournaments.seasons.web.finding import find_own_person


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
