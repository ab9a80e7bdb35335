"""Creating a tournament."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from common.errors import AppError
from tournaments.services.events import create_tournament
from tournaments.web.acting import posted, show_error, tell
from tournaments.web.finding import find_club, signed_in
from tournaments.web.forms.tournaments import TournamentForm
from tournaments.web.organiser.shape_choice import shape_context


@require_http_methods(["GET", "POST"])
def create(request: HttpRequest, slug: str) -> HttpResponse:
    """Name, date and shape of an evening; its desk opens next."""
    club = find_club(request, slug)
    form = TournamentForm(posted(request), initial={"starts_on": timezone.localdate()})
    if request.method == "POST" and form.is_valid():
        try:
            tournament = create_tournament(club=club, created_by=signed_in(request), **form.arguments(club))
        except AppError as error:
            show_error(form, error)
        else:
            tell(request, _("Le tournoi est créé. Inscrivez les joueurs."))
            return redirect("organiser-desk", tournament.slug)
    context = {"club": club, **shape_context(request, club, form, players=None)}
    return render(request, "tournaments/organiser/tournament_create.html", context)
