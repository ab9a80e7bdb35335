"""Pages at /compter/soiree/: begin an evening at home with its game, names, rules and first dealer."""

import random
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.refusals import TooManyTries
from common.requests.devices import keep_device, known_device, make_device
from common.requests.limits import HOUR, By, Limit, limit_kind, seconds_to_wait
from counting.services.evenings import begin_evening
from counting.web.calculator import families, usual_games
from counting.web.rule_fields import read_rule_fields, rule_fields
from counting.words.seats import plain_names
from games.core.facts.over_deals import draw_dealer, draw_seats, teams_of
from games.core.variants.registry import GAMES, find_variant
from tournaments.events.words.game_names import game_name

EVENING_BEGIN = limit_kind(
    "evening-begin", Limit(By.SITE, 600, HOUR), Limit(By.ADDRESS, 60, HOUR), Limit(By.DEVICE, 20, HOUR)
)

LONGEST_NAME = 20
DRAWN = "tirage"
"""Value of the field of the first dealer when each player draws a card.

In the field of the teams it means that the places are drawn.
"""
AS_WRITTEN = "ecrites"
"""Value of the field of the teams when the players sit as written."""


@dataclass(frozen=True, slots=True)
class NameField:
    """Field for the name of one player."""

    field: str
    label: str
    value: str
    problem: str


@require_safe
def choose_game(request: HttpRequest) -> HttpResponse:
    """Render the list of games."""
    return render(request, "counting/evenings.html", {"families": families(), "usual": usual_games()})


@require_http_methods(["GET", "HEAD", "POST"])
def begin_page(request: HttpRequest, game: str) -> HttpResponse:
    """Render the form of the players in playing order and the rules, or begin the evening."""
    if game not in GAMES:
        raise Http404
    count = find_variant(game).player_count
    names = _names(request.POST, count)
    fields = _name_fields(names, is_sent=request.method == "POST")
    if request.method == "POST" and not any(field.problem for field in fields):
        return _begin(request, game, names)
    teams = teams_of(game)
    context = {
        "game": game,
        "team_seats": [", ".join(plain_names(count)[seat] for seat in seats) for seats in teams],
        "teams_drawn": request.POST.get("equipes", AS_WRITTEN) == DRAWN,
        "as_written": AS_WRITTEN,
        "title": game_name(game),
        "names": fields,
        "rule_fields": rule_fields(game, read_rule_fields(request.POST, game), with_cards=False),
        "dealers": [(str(seat), name) for seat, name in enumerate(plain_names(count))],
        "dealer": request.POST.get("donneur", DRAWN),
        "drawn": DRAWN,
        "has_pot": any(option.name == "mouche" for option in find_variant(game).options),
    }
    return render(request, "counting/begin.html", context, status=422 if request.method == "POST" else 200)


def _begin(request: HttpRequest, game: str, names: list[str]) -> HttpResponse:
    if wait := seconds_to_wait(request, EVENING_BEGIN):
        raise TooManyTries(wait)
    players = [name or plain for name, plain in zip(names, plain_names(len(names)), strict=True)]
    # The players must not be able to foresee the draw.
    rng = random.SystemRandom()
    if teams_of(game) and request.POST.get("equipes") == DRAWN:
        players = [players[place] for place in draw_seats(rng, len(players))]
    seats = {str(seat): seat for seat in range(len(names))}
    chosen_seat = seats.get(request.POST.get("donneur", ""))
    draw = draw_dealer(rng, len(names)) if chosen_seat is None else None
    first_dealer = draw.dealer if draw else chosen_seat
    evening = begin_evening(
        game=game,
        rules=read_rule_fields(request.POST, game),
        names=players,
        first_dealer=first_dealer or 0,
        draw=draw,
    )
    response = redirect("counting-evening", evening.writing)
    # The limit per device needs a cookie that stays.
    keep_device(request, response, made=known_device(request) or make_device())
    return response


def _names(data: QueryDict, count: int) -> list[str]:
    return [" ".join(data.get(f"nom_{seat}", "").split()) for seat in range(count)]


def _name_fields(names: list[str], *, is_sent: bool) -> list[NameField]:
    return [
        NameField(f"nom_{seat}", plain, name, _name_problem(name, names[:seat]) if is_sent else "")
        for seat, (name, plain) in enumerate(zip(names, plain_names(len(names)), strict=True))
    ]


def _name_problem(name: str, earlier_names: list[str]) -> str:
    if len(name) > LONGEST_NAME:
        return _("%(most)d lettres au plus.") % {"most": LONGEST_NAME}
    if not name.isprintable():
        return _("Ce nom a des signes invisibles : écrivez-le de nouveau.")
    if name and name.casefold() in map(str.casefold, earlier_names):
        return _("Deux joueurs ont ce nom : ajoutez une initiale.")
    return ""
