"""How a club names people in public, and whether search engines read its archives."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.base.web.acting import posted, tell
from tournaments.base.web.finding import find_club, signed_in
from tournaments.people.forms.privacy import ClubPrivacyForm
from tournaments.people.services.clubs import FIELDS, set_club_privacy


@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Both choices, with how many people each concerns."""
    club = find_club(request, slug)
    initial = {name: getattr(club, name) for name in FIELDS}
    form = ClubPrivacyForm(posted(request), initial=initial)
    if request.method == "POST" and form.is_valid():
        set_club_privacy(club=club, set_by=signed_in(request), **form.cleaned_data)
        tell(request, _("C’est enregistré ; les pages publiques suivent aussitôt."))
        return redirect("organiser-club-privacy", slug)
    context = {
        "club": club,
        "tab": "people",
        "form": form,
        "unnamed": club.people.filter(shows_full_name=False).count(),
        "people_count": club.people.count(),
    }
    return render(request, "tournaments/people/organiser/club_privacy.html", context)
