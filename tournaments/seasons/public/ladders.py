"""Public pages of a club's seasons: the five leaderboards, over all events and season by season."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from tournaments.base.web.device import followed_clubs
from tournaments.core.ranking.leaderboards import Leaderboard, PlayerRecord, build_leaderboard
from tournaments.models import Person
from tournaments.seasons.queries.records import player_records, season_records
from tournaments.seasons.queries.seasons import lacks_tariff, load_ladder
from tournaments.seasons.web.finding import find_shown_club
from tournaments.seasons.words.season_words import season_rule


@dataclass(frozen=True, slots=True)
class BoardWords:
    """Name, explanation and columns of a leaderboard."""

    name: Promise
    explained: Promise
    unit: Promise
    """Name of its games: deals or tournaments."""
    places: int
    """Number of decimals."""


BOARDS: dict[Leaderboard, BoardWords] = {
    Leaderboard.RATING: BoardWords(
        gettext_lazy("Cote"),
        gettext_lazy(
            "La cote de chacun, d’après tous ceux qui ont tenu les mêmes cartes : 1500 au départ."
            " Le niveau réel est dans l’intervalle ± 95 fois sur 100 ; l’intervalle se resserre à chaque"
            " séance."
        ),
        gettext_lazy("Donnes"),
        0,
    ),
    Leaderboard.DUPLICATE: BoardWords(
        gettext_lazy("Duplicate"),
        gettext_lazy("Le pourcentage moyen sur toutes les donnes jouées en duplicate individuel."),
        gettext_lazy("Donnes"),
        2,
    ),
    Leaderboard.FREE_DEALS: BoardWords(
        gettext_lazy("Donnes libres"),
        gettext_lazy("Les points par donne libre, en moyenne."),
        gettext_lazy("Donnes"),
        2,
    ),
    Leaderboard.SEASON: BoardWords(
        gettext_lazy("Saison"),
        gettext_lazy("Les points de classement de la saison en cours."),
        gettext_lazy("Tournois"),
        2,
    ),
    Leaderboard.CAREER: BoardWords(
        gettext_lazy("Carrière"),
        gettext_lazy("Les points de classement de toutes les saisons."),
        gettext_lazy("Tournois"),
        2,
    ),
}


@require_safe
def ladders(request: HttpRequest, slug: str) -> HttpResponse:
    """Show one of the five leaderboards of a club: `?tableau=`."""
    club = find_shown_club(slug)
    board = _requested_board(request, Leaderboard.RATING)
    records, counted_season = player_records(club, timezone.localdate())
    context = _board_context(board, records) | {
        "club": club,
        "tab": "boards",
        "is_followed": club.pk in followed_clubs(request),
        "seasons": club.seasons.all(),
    }
    if board is Leaderboard.SEASON and counted_season:
        context["explained"] = _("Saison : %(name)s. %(rule)s.") % {
            "name": counted_season.name,
            "rule": season_rule(counted_season),
        }
    return render(request, "tournaments/seasons/public/ladders.html", context)


@require_safe
def season_page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show the ladder of a season, or another leaderboard as it stood at its end: `?tableau=`."""
    club = find_shown_club(slug)
    this_season = get_object_or_404(club.seasons, pk=pk)
    board = _requested_board(request, Leaderboard.SEASON)
    context = {"club": club, "tab": "season", "seasons": club.seasons.all(), "season": this_season}
    if board is Leaderboard.SEASON:
        context |= _choice_context(board) | {
            "ladder": load_ladder(this_season),
            "lacks_tariff": lacks_tariff(this_season),
        }
    else:
        context |= _board_context(board, season_records(this_season))
    return render(request, "tournaments/seasons/public/season.html", context)


def _requested_board(request: HttpRequest, usual: Leaderboard) -> Leaderboard:
    board_name = request.GET.get("tableau", usual)
    return Leaderboard(board_name) if board_name in list(Leaderboard) else usual


def _choice_context(chosen_board: Leaderboard) -> dict[str, Any]:
    """Return the context for the choice of a leaderboard."""
    return {"boards": [(board.value, row.name) for board, row in BOARDS.items()], "shown": chosen_board.value}


def _board_context(board: Leaderboard, records: Sequence[PlayerRecord[Person]]) -> dict[str, Any]:
    """Return the context for the table of a leaderboard, and for the choice of another."""
    words = BOARDS[board]
    return _choice_context(board) | {
        "rows": build_leaderboard(board, records),
        "unit": words.unit,
        "places": words.places,
        "caption": words.name,
        "explained": words.explained,
    }
