"""The home of an account: what goes on, what comes, what was played, and the settings."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from play.alone.queries.daily import find_daily, load_daily_week
from play.alone.web.beginners import player_of
from play.alone.web.home import list_own_tables
from play.free.models import FreeTable
from play.free.words.titles import free_table_title
from play.front.queries.own_home import (
    list_live_tables,
    list_own_rounds,
    list_played_again,
    list_room_percents,
    list_table_partners,
    list_table_ratings,
    load_own_evenings,
)
from play.rooms.queries.boards import player_boards
from play.rooms.web.players import board_values
from play.scene.words.scores import score_words
from tournaments.base.web.finding import signed_in_user
from tournaments.base.web.organising import note_organiser
from tournaments.people.services.person_links import person_secret
from tournaments.seasons.queries.follows import list_followed_clubs, list_followed_people

SHOWN_TABLES = 6
"""Number of tables under way, and of finished ones."""


@dataclass(frozen=True, slots=True)
class LiveTable:
    """An open free table where the account sits."""

    table: FreeTable
    title: str
    """Event or game that is played there."""
    others: Sequence[str]
    """Names of the other players."""


@require_safe
@never_cache
def own_home_page(request: HttpRequest) -> HttpResponse:
    """Show the home of the signed-in account. Thirty queries at most, whatever it has played."""
    if not request.user.is_authenticated:
        raise PermissionDenied
    user, player, now = signed_in_user(request), player_of(request), timezone.now()
    note_organiser(request)
    evenings = load_own_evenings(user)
    room_percents, table_ratings = list_room_percents(user), list_table_ratings(user)
    played_again = list(list_played_again(user))
    curves = (evenings.percents, evenings.ratings, room_percents, table_ratings)
    context = {
        "evenings": evenings,
        "own_links": [(person, person_secret(person)) for person in evenings.people],
        "rounds": list_own_rounds(user, now),
        "live_tables": [_describe_table(table, user) for table in list_live_tables(user)],
        "under_way": list_own_tables(player, is_over=False, most=SHOWN_TABLES),
        "finished": list_own_tables(player, is_over=True, most=SHOWN_TABLES),
        "daily": find_daily(timezone.localdate(), player.device, player.owner),
        "week": load_daily_week("", user, timezone.localdate()),
        "again": [(play, score_words(play.table.score)) for play in played_again],
        "evenings_again": list(dict.fromkeys(play.session for play in played_again)),
        "boards": board_values(player_boards(user)),
        "room_percents": room_percents,
        "table_ratings": table_ratings,
        "has_curve": any(len(values) > 1 for values in curves),
        "partners": list_table_partners(user),
        "followed_people": list_followed_people(evenings.kept.people),
        "followed_clubs": list_followed_clubs(evenings.kept.clubs),
    }
    return render(request, "play/front/own_home.html", context)


def _describe_table(table: FreeTable, user: User) -> LiveTable:
    others = [seat.name for seat in table.seats.all() if seat.owner_id != user.pk]
    return LiveTable(table, free_table_title(table), others)
