"""Creating a tournament."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from common.errors import AppError
from games.core.variants.registry import GAMES, find_variant
from tournaments.base.web.acting import posted, show_error, tell
from tournaments.base.web.finding import find_club, signed_in
from tournaments.core.formats.registry import FORMATS, USUAL_FORMAT
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.evening.forms.tournaments import TournamentForm, default_shape
from tournaments.evening.organiser.shape_choice import shape_context
from tournaments.events.services.events import create_tournament


@require_http_methods(["GET", "POST"])
def create(request: HttpRequest, slug: str) -> HttpResponse:
    """Name, date and shape of an evening; its desk opens next."""
    club = find_club(request, slug)
    chosen = _chosen_format(request)
    game = _chosen_game(request, chosen)
    sized = chosen.for_seats(find_variant(game).player_count)
    initial = {
        "starts_on": timezone.localdate(),
        "format": chosen.code,
        "game": game,
        "shape": default_shape(sized),
    }
    form = TournamentForm(posted(request), tournament_format=chosen, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            tournament = create_tournament(club=club, created_by=signed_in(request), **form.arguments(club))
        except AppError as error:
            show_error(form, error)
        else:
            tell(request, _told(chosen))
            return redirect("organiser-desk", tournament.slug)
    context = {
        "club": club,
        "formats": FORMATS.values(),
        "game": game,
        "games": GAMES if chosen.plan.is_for_any_game else (),
        **shape_context(request, club, form, tournament_format=sized, units=None),
    }
    return render(request, "tournaments/evening/organiser/tournament_create.html", context)


def _chosen_format(request: HttpRequest) -> TournamentFormat:
    """The format of the form or of the address, the federation's individual duplicate without one."""
    asked = request.POST.get("format") or request.GET.get("formule", "")
    return FORMATS.get(asked, USUAL_FORMAT)


def _chosen_game(request: HttpRequest, chosen: TournamentFormat) -> str:
    """The game of the form or of the address where any may be played, else the format's own."""
    asked = request.POST.get("game") or request.GET.get("jeu", "")
    return asked if chosen.plan.is_for_any_game and asked in GAMES else chosen.variant.name


def _told(made: TournamentFormat) -> str:
    if made.has_teams:
        return _("Le tournoi est créé. Inscrivez les équipes.")
    return _("Le tournoi est créé. Inscrivez les joueurs.")
