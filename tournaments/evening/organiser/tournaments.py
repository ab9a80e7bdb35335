"""The page that creates a tournament from one form."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from common.errors import AppError
from games.core.variants.registry import GAMES, find_variant
from tournaments.base.web.acting import add_success_message, posted_data, show_error
from tournaments.base.web.finding import find_club, signed_in_user
from tournaments.core.formats.registry import FORMATS, USUAL_FORMAT
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.evening.forms.tournaments import TournamentForm, default_shape
from tournaments.evening.organiser.shape_choice import shape_context
from tournaments.events.services.events import create_tournament


@require_http_methods(["GET", "POST"])
def create_tournament_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Create a tournament from name, date and shape, and redirect to its desk."""
    club = find_club(request, slug)
    tournament_format = _chosen_format(request)
    game = _chosen_game(request, tournament_format)
    sized_format = tournament_format.for_seats(find_variant(game).player_count)
    initial = {
        "starts_on": timezone.localdate(),
        "format": tournament_format.code,
        "game": game,
        "shape": default_shape(sized_format),
    }
    form = TournamentForm(posted_data(request), tournament_format=tournament_format, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            tournament = create_tournament(
                club=club, created_by=signed_in_user(request), **form.arguments(club)
            )
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, _success_text(tournament_format))
            return redirect("organiser-desk", tournament.slug)
    context = {
        "club": club,
        "formats": FORMATS.values(),
        "game": game,
        "games": GAMES if tournament_format.plan.is_for_any_game else (),
        **shape_context(request, club, form, tournament_format=sized_format, units=None),
    }
    return render(request, "tournaments/evening/organiser/tournament_create.html", context)


def _chosen_format(request: HttpRequest) -> TournamentFormat:
    """Return the format of the form or the address; the federation's individual duplicate by default."""
    code = request.POST.get("format") or request.GET.get("formule", "")
    return FORMATS.get(code, USUAL_FORMAT)


def _chosen_game(request: HttpRequest, tournament_format: TournamentFormat) -> str:
    """Return the game of the form or the address if the format plays any game, else its own game."""
    name = request.POST.get("game") or request.GET.get("jeu", "")
    return (
        name if tournament_format.plan.is_for_any_game and name in GAMES else tournament_format.variant.name
    )


def _success_text(tournament_format: TournamentFormat) -> str:
    """Return the message for a new tournament."""
    if tournament_format.has_teams:
        return _("Le tournoi est créé. Inscrivez les équipes.")
    return _("Le tournoi est créé. Inscrivez les joueurs.")
