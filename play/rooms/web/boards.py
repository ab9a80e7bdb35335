"""Pages of the five boards: of the site, of a club's rooms and of a room, by season."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from play.alone.web.beginners import account_of
from play.rooms.enums import RoomBoard
from play.rooms.queries.boards import LEAST_GAMES, BoardScope, room_board, seasons_of, table_board
from play.rooms.web.lobby import find_room
from tournaments.models import Club


@dataclass(frozen=True, slots=True)
class RoomBoardWords:
    """Texts and number format of a board."""

    explained: Promise
    unit: Promise
    """Unit of the games counted on the board."""
    places: int
    """Number of decimals."""


WORDS: dict[RoomBoard, RoomBoardWords] = {
    RoomBoard.RATING: RoomBoardWords(
        gettext_lazy(
            "La cote estime la force de chacun : 1500 au départ. Après chaque manche, elle monte ou descend"
            " selon vos notes et la cote de ceux qui ont joué les mêmes donnes (méthode Glicko-2). La force"
            " réelle est dans l’intervalle ± 95 fois sur 100. Il y a une seule cote pour toutes les salles ;"
            " une saison ou une salle montre la cote d’aujourd’hui de ceux qui y ont joué."
        ),
        gettext_lazy("Donnes"),
        0,
    ),
    RoomBoard.MARKS: RoomBoardWords(
        gettext_lazy(
            "La moyenne des notes de toutes vos donnes, en pour cent. La note d’une donne est la part des"
            " autres joueurs que vous battez, une égalité comptant pour moitié."
        ),
        gettext_lazy("Donnes"),
        2,
    ),
    RoomBoard.BEATEN: RoomBoardWords(
        gettext_lazy(
            "À chaque manche, la part des autres joueurs classés que vous devancez, une égalité comptant pour"
            " moitié ; puis la moyenne des manches, en pour cent."
        ),
        gettext_lazy("Manches"),
        2,
    ),
    RoomBoard.PLACES: RoomBoardWords(
        gettext_lazy(
            "Un point pour chaque joueur que vous devancez au classement d’une manche, un demi pour une"
            " égalité ; les points de toutes les manches s’ajoutent."
        ),
        gettext_lazy("Manches"),
        1,
    ),
    RoomBoard.SCORES: RoomBoardWords(
        gettext_lazy("Les points marqués à la table, en moyenne par donne."),
        gettext_lazy("Donnes"),
        2,
    ),
    RoomBoard.TABLES: RoomBoardWords(
        gettext_lazy(
            "À une table libre avec cote, dont toutes les places sont tenues par des comptes quand la partie"
            " commence. Après la dernière donne, chacun est comparé à chacun des autres par son total"
            " (méthode Glicko-2, 1500 au départ) ; qui part avant la fin garde le résultat du robot qui le"
            " remplace. Les cartes n’y sont pas les mêmes pour tous : cette cote est à part de celle des"
            " salles."
        ),
        gettext_lazy("Adversaires"),
        0,
    ),
}


PERCENT_BOARDS = frozenset({RoomBoard.MARKS, RoomBoard.BEATEN})
"""Boards with percentages as values."""


@require_safe
def site_boards(request: HttpRequest) -> HttpResponse:
    return _show(request, BoardScope())


@require_safe
def club_boards(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the boards over all rooms of a club; 404 for a club without a room."""
    club = get_object_or_404(Club.objects.filter(rooms__isnull=False).distinct(), slug=slug)
    return _show(request, BoardScope(club=club))


@require_safe
def room_boards(request: HttpRequest, slug: str) -> HttpResponse:
    room = find_room(request, slug)
    return _show(request, BoardScope(room=room))


def _show(request: HttpRequest, scope: BoardScope) -> HttpResponse:
    """Render the board named by `?tableau=`, of the season named by its first year in `?saison=`."""
    requested_board = request.GET.get("tableau", RoomBoard.RATING.value)
    # only the site has ratings of free tables
    boards = [candidate for candidate in RoomBoard if candidate != RoomBoard.TABLES or scope == BoardScope()]
    board = RoomBoard(requested_board) if requested_board in boards else RoomBoard.RATING
    seasons = [] if board == RoomBoard.TABLES else seasons_of(scope)
    year = request.GET.get("saison", "") if seasons else ""
    if year and year not in map(str, seasons):
        raise Http404
    season = int(year) if year else None
    words, account = WORDS[board], account_of(request)
    is_of_tables = board == RoomBoard.TABLES
    rows = table_board() if is_of_tables else room_board(board, BoardScope(scope.room, scope.club, season))
    whose = scope.room or scope.club
    title = (
        _("Classements : %(whose)s") % {"whose": whose} if whose else _("Classements de toutes les salles")
    )
    context = {
        "room": scope.room,
        "title": title,
        "address": request.path,
        "boards": [(choice.value, choice.label) for choice in boards],
        "shown": board,
        "season": season,
        "seasons": [(first_year, _season_words(first_year)) for first_year in seasons],
        "caption": board.label,
        "explained": words.explained,
        "unit": words.unit,
        "places": words.places,
        "is_percent": board in PERCENT_BOARDS,
        "least": LEAST_GAMES[board],
        "rows": [(row, row.key == account) for row in rows],
        "needs_pseudonym": account is not None and not account.pseudonym,
        "is_guest": account is None,
    }
    return render(request, "play/rooms/boards.html", context)


def _season_words(year: int) -> str:
    return f"{year}-{year + 1}"
