"""What a club shows of its seasons: the five standing boards, and the ladder of each season."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from tournaments.core.ranking.boards import Board, build_board
from tournaments.models import Club
from tournaments.queries.records import player_records
from tournaments.queries.seasons import load_ladder, shows_events
from tournaments.web.device import followed_clubs


@dataclass(frozen=True, slots=True)
class BoardWords:
    """How a board is called and read."""

    name: Promise
    explained: Promise
    unit: Promise
    """What its games are."""
    places: int
    """Decimals shown."""


BOARDS: dict[Board, BoardWords] = {
    Board.RATING: BoardWords(
        gettext_lazy("Cote"),
        gettext_lazy(
            "La cote de chacun, d’après tous ceux qui ont tenu les mêmes cartes : 1500 au départ."
            " Le jeu vrai est dans l’intervalle ± dix-neuf fois sur vingt ; il se resserre à chaque séance."
        ),
        gettext_lazy("Donnes"),
        0,
    ),
    Board.DUPLICATE: BoardWords(
        gettext_lazy("Duplicate"),
        gettext_lazy("Le pourcentage moyen sur toutes les donnes jouées en duplicate individuel."),
        gettext_lazy("Donnes"),
        2,
    ),
    Board.FREE_DEALS: BoardWords(
        gettext_lazy("Donnes libres"),
        gettext_lazy("Les points par donne libre, en moyenne."),
        gettext_lazy("Donnes"),
        2,
    ),
    Board.SEASON: BoardWords(
        gettext_lazy("Saison"),
        gettext_lazy("Les points de classement de la saison en cours."),
        gettext_lazy("Tournois"),
        2,
    ),
    Board.CAREER: BoardWords(
        gettext_lazy("Carrière"),
        gettext_lazy("Les points de classement de toutes les saisons."),
        gettext_lazy("Tournois"),
        2,
    ),
}


@require_safe
def ladders(request: HttpRequest, slug: str) -> HttpResponse:
    """One of the five boards of a club: `?tableau=`."""
    club = find_shown_club(slug)
    asked = request.GET.get("tableau", Board.RATING)
    shown = Board(asked) if asked in list(Board) else Board.RATING
    records, season_name = player_records(club, timezone.localdate())
    words = BOARDS[shown]
    is_seasonal = shown is Board.SEASON and season_name
    context = {
        "club": club,
        "tab": "boards",
        "is_followed": club.pk in followed_clubs(request),
        "seasons": club.seasons.all(),
        "boards": [(board.value, row.name) for board, row in BOARDS.items()],
        "shown": shown.value,
        "rows": build_board(shown, records),
        "unit": words.unit,
        "places": words.places,
        "caption": words.name,
        "explained": _("Saison : %(name)s.") % {"name": season_name} if is_seasonal else words.explained,
    }
    return render(request, "tournaments/public/ladders.html", context)


@require_safe
def season(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The ladder of a season."""
    club = find_shown_club(slug)
    this_season = get_object_or_404(club.seasons, pk=pk)
    context = {
        "club": club,
        "tab": "season",
        "seasons": club.seasons.all(),
        "season": this_season,
        "ladder": load_ladder(this_season),
    }
    return render(request, "tournaments/public/season.html", context)


def find_shown_club(slug: str) -> Club:
    """The club of this slug; 404 for one without a public event, as if it did not exist."""
    club = get_object_or_404(Club, slug=slug)
    if not shows_events(club):
        raise Http404
    return club
