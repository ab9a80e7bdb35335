"""The first page of /jouer/: the deal of the day, practice, the reader's tables."""

from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import Count, Exists, OuterRef, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from accounts.refusals import as_too_many_requests, limit_form
from common.errors import AppError
from common.requests.devices import keep_device, known_device, make_device
from games.core.dealing.dealt_game import FEDERATION_GAME
from games.core.dealing.rare_themes import RareTheme
from games.core.dealing.themes import Theme
from games.core.errors import InvalidRules
from games.core.facts.over_deals import GameTerms
from games.core.rules import FFT, TRADITIONAL, parse_rules
from games.core.variants.registry import GAMES, find_variant
from games.enums import DealTheme, RareDealTheme
from play.alone.models import BoardPlayedAgain
from play.alone.queries.daily import find_daily
from play.alone.services.beginning import Player, begin_practice, begin_theme
from play.alone.web.beginners import (
    GameSelect,
    LevelForm,
    account_of,
    begin_for,
    level_choices,
    player_of,
)
from play.free.models.tables import LONGEST_NAME
from play.free.queries.free_tables import list_games_under_way
from play.free.services.entering import open_game_alone
from play.free.services.sitting_down import claim_seats
from play.free.words.titles import free_table_title
from play.rooms.models import RoomPlay
from play.rooms.queries.rooms import room_play_of
from play.rooms.services.settling import claim_entries, has_begun_as_guest
from play.rooms.words.rooms import name_round
from play.scene.web.limits import PLAY_BEGIN
from play.scene.words.scores import score_words
from play.tables.enums import TableOrigin
from play.tables.models import PlayedTable
from play.tables.services.played_tables import (
    claim_tables,
    count_unclaimed,
    find_last_game,
    list_played_tables,
)
from tournaments.base.web.acting import show_error
from tournaments.events.words.game_names import FAMILY_NAMES, game_name

THEMES = [*DealTheme.choices, *RareDealTheme.choices]
"""Themes offered for a practice deal, with their labels."""
WHOLE_GAME = "game"
"""Choice of a whole game of Contrat, with its ladder and its third Excuse, instead of one deal."""
PRACTICE_RULES = [
    (FFT, gettext_lazy("usuelles")),
    (TRADITIONAL, gettext_lazy("traditionnelles")),
    ("fft slam_bid=yes", gettext_lazy("tarot : chelem demandé aux enchères")),
    ("fft codes=partners", gettext_lazy("tarot par équipes : annonces codées aux équipiers")),
    (WHOLE_GAME, gettext_lazy("Contrat : la partie entière")),
]
"""Texts of the rule-sets offered for practice. At Papayou the traditional one lets the dealer choose."""
SHOWN_OWN = 12
"""Number of tables under way, and of finished ones, in the list."""


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table of the reader in the list."""

    table: PlayedTable
    title: str
    score: str
    """Score in words, of a round the number of its deals; "" while the deal is under way."""
    address: str


def game_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return every game with its name, grouped by family."""
    families = groupby(GAMES, key=lambda game: next(name for name in FAMILY_NAMES if game.startswith(name)))
    return [
        (str(FAMILY_NAMES[family]), [(game, game_name(game)) for game in games]) for family, games in families
    ]


class AnyGameForm(LevelForm):
    """Form for a practice deal of any game."""

    kind = forms.CharField(widget=forms.HiddenInput, initial="game")
    game = forms.ChoiceField(
        label=gettext_lazy("Jeu"), choices=game_choices, initial=FEDERATION_GAME, widget=GameSelect
    )
    rules = forms.ChoiceField(
        label=gettext_lazy("Règles"), choices=PRACTICE_RULES, initial=FFT, required=False
    )
    field_order = ["kind", "game", "rules", "level"]

    def clean(self) -> dict[str, Any]:
        """Reject rules that the game does not have."""
        values = super().clean()
        game, rules = values.get("game"), values.get("rules") or FFT
        if game and "rules" in values and not _has_rules(game, rules):
            self.add_error("rules", _("Ce jeu n’a pas ces règles."))
        return values

    @property
    def is_whole_game(self) -> bool:
        """True if a whole game of Contrat was chosen."""
        return str(self.cleaned_data["rules"]) == WHOLE_GAME


def _has_rules(game: str, rules: str) -> bool:
    if rules == WHOLE_GAME:
        return GameTerms(game).deal_count is not None
    try:
        parse_rules(find_variant(game).options, rules)
    except InvalidRules:
        return False
    return True


class ThemeForm(LevelForm):
    """Form for a practice deal with a theme."""

    kind = forms.CharField(widget=forms.HiddenInput, initial="theme")
    theme = forms.ChoiceField(label=gettext_lazy("Thème"), choices=THEMES)
    field_order = ["kind", "theme", "level"]


@require_http_methods(["GET", "HEAD", "POST"])
def play_home_page(request: HttpRequest) -> HttpResponse:
    kind = request.POST.get("kind", "")
    player = player_of(request)
    requested_game = request.GET.get("jeu", "")
    requested_level = request.GET.get("robots", "")
    usual_game = find_last_game(player.device, player.owner) or FEDERATION_GAME
    practice = AnyGameForm(
        request.POST if kind == "game" else None,
        auto_id="game_%s",
        initial={
            "game": requested_game if requested_game in GAMES else usual_game,
            **({"level": requested_level} if requested_level in dict(level_choices()) else {}),
        },
    )
    theme = ThemeForm(request.POST if kind == "theme" else None, auto_id="theme_%s")
    form = theme if kind == "theme" else practice
    wait = limit_form(request, form, PLAY_BEGIN) if form.is_valid() else 0
    if form.is_valid() and not wait:
        try:
            if form is practice and practice.is_whole_game:
                return _open_game(request, practice)
            return begin_for(request, lambda player: _begin(form, player))
        except AppError as error:
            show_error(form, error)
    context = {
        "practice": practice,
        "theme": theme,
        "daily": find_daily(timezone.localdate(), player.device, player.owner),
        "under_way": list_own_tables(player, is_over=False, most=SHOWN_OWN),
        "games": [
            (table, free_table_title(table))
            for table in list_games_under_way(player.device, player.owner)[:SHOWN_OWN]
        ],
        "finished": list_own_tables(player, is_over=True, most=SHOWN_OWN),
        "unclaimed": count_unclaimed(player.device) if player.owner else 0,
    }
    response = render(request, "play/alone/home.html", context)
    return as_too_many_requests(response, wait) if wait else response


@require_POST
def claim_browser_tables(request: HttpRequest) -> HttpResponse:
    """Assign the seats, tables and round entries of this browser to the signed-in account."""
    player = player_of(request)
    if player.owner is None:
        return redirect("accounts-sign-in")
    claim_seats(device=player.device, owner=player.owner)
    count = claim_tables(device=player.device, owner=player.owner)
    claim_entries(device=player.device, owner=player.owner)
    message = ngettext(
        "%(count)d donne est maintenant dans votre compte.",
        "%(count)d donnes sont maintenant dans votre compte.",
        count,
    )
    messages.success(request, message % {"count": count})
    if has_begun_as_guest(player.device):
        messages.info(
            request,
            _(
                "Les manches de salles commencées sans compte n’y comptent pas :"
                " ni moyenne, ni points, ni cote."
            ),
        )
    return redirect("rooms-home")


def list_own_tables(player: Player, *, is_over: bool, most: int) -> list[OwnTable]:
    """Return a player's latest tables, under way or over, with their titles. One query.

    Of the finished deals of a round only the last one stands there, with their number.
    """
    tables = list_played_tables(player.device, player.owner).filter(ended_at__isnull=not is_over)
    # unfinished deals of a round that is over cannot be played on
    tables = tables.exclude(ended_at=None, room_play__entry__round__ends_at__lte=timezone.now())
    if is_over:
        finished_plays = RoomPlay.objects.filter(
            entry=OuterRef("room_play__entry"), table__ended_at__isnull=False
        )
        later_plays = finished_plays.filter(table__ended_at__gt=OuterRef("ended_at"))
        count = finished_plays.order_by().values("entry").annotate(count=Count("pk")).values("count")
        tables = tables.exclude(Exists(later_plays)).annotate(round_deals=Subquery(count))
    rows = tables.select_related("board_again", "room_play__entry__round__room")
    return [_own(table) for table in rows[:most]]


def table_title(table: PlayedTable) -> str:
    """Return the title of a table in a list."""
    if table.theme:
        name = str(dict(THEMES)[table.theme])
        return name[:1].upper() + name[1:]
    if table.origin == TableOrigin.DAILY:
        return _("Donne du jour")
    if (play := room_play_of(table)) is not None:
        values = {"room": play.entry.round.room.name, "number": play.deal}
        return _("Donne %(number)d, %(room)s") % values
    if table.origin == TableOrigin.AGAIN:
        # an event that is deleted takes the number of its étui along
        board_again: BoardPlayedAgain | None = getattr(table, "board_again", None)
        return _("Étui %(number)d") % {"number": board_again.board} if board_again else _("Étui rejoué")
    return game_name(table.game)


def _own(table: PlayedTable) -> OwnTable:
    if count := getattr(table, "round_deals", None):
        of = table.room_play.entry.round
        deals = ngettext("%(count)d donne", "%(count)d donnes", count) % {"count": count}
        return OwnTable(
            table, f"{name_round(of)}, {of.room.name}", deals, reverse("rooms-round", args=[of.pk])
        )
    score = score_words(table.score) if table.ended_at else ""
    return OwnTable(table, table_title(table), score, reverse("rooms-table", args=[table.secret]))


def _open_game(request: HttpRequest, form: AnyGameForm) -> HttpResponse:
    """Open a table for a whole game of one person and robots, and redirect to it."""
    device, owner = known_device(request) or make_device(), account_of(request)
    seat = open_game_alone(
        game=form.played_game,
        level=form.chosen_level,
        name=owner.pseudonym[:LONGEST_NAME] if owner else "",
        device=device.key,
        owner=owner,
        now=timezone.now(),
    )
    response = redirect("rooms-free-table", seat.table.secret)
    keep_device(request, response, made=device)
    return response


def _begin(form: LevelForm, player: Player) -> PlayedTable:
    level = form.chosen_level
    if isinstance(form, ThemeForm):
        name = form.cleaned_data["theme"]
        theme = RareTheme(name) if name in RareDealTheme else Theme(name)
        return begin_theme(theme=theme, level=level, player=player).table
    game, rules = form.cleaned_data["game"], form.cleaned_data["rules"] or FFT
    return begin_practice(game=game, rules=rules, level=level, player=player).table
