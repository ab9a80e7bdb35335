"""Players and levels, for all pages that begin a table."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from common.requests.devices import keep_device, known_device, make_device
from games.core.bots.choosing import RobotLevel, offered_levels
from games.core.dealing.dealt_game import FEDERATION_GAME
from games.core.variants.registry import find_variant
from games.services.compiled_search import ask_to_compile, can_compile
from play.alone.services.beginning import Player
from play.rooms.words.rooms import LEVEL_NAMES
from play.tables.models import PlayedTable
from play.tables.services.table_robots import usable_level


def account_of(request: HttpRequest) -> User | None:
    """Return the signed-in account."""
    return request.user if isinstance(request.user, User) else None


def player_of(request: HttpRequest) -> Player:
    """Return the player of a request; without an account and a cookie both parts are empty."""
    device = known_device(request)
    return Player(device.key if device else "", account_of(request))


def begin_for(request: HttpRequest, begin: Callable[[Player], PlayedTable]) -> HttpResponse:
    """Begin a table for the player of a request, keep their browser's cookie and redirect to the table.

    Raises:
        AppError: raised by `begin`.
    """
    device = known_device(request) or make_device()
    table = begin(Player(device.key, account_of(request)))
    response = redirect("rooms-table", table.secret)
    keep_device(request, response, made=device)
    return response


def level_choices() -> list[tuple[str, Promise]]:
    """Return the levels that this installation can play, with their names."""
    return [
        (level.value, LEVEL_NAMES[level.value])
        for level in RobotLevel
        if level is not RobotLevel.FORT or can_compile()
    ]


def level_at(game: str, level: str) -> str:
    """Return a chosen level, or the only level of a game that has no choice of levels."""
    return level if level in offered_levels(game) else RobotLevel.CLUB.value


class GameSelect(forms.Select):
    """Choice of a game. Its options name the games with one level of robots or one rule-set."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        if len(offered_levels(str(value))) == 1:
            # static/css/play/levels.css hides the level of such a game
            option["attrs"]["data-one-level"] = ""
        if value and not find_variant(str(value)).options:
            option["attrs"]["data-one-rule-set"] = ""
        return option


class LevelForm(forms.Form):
    """Form for the level of the robots."""

    level = forms.ChoiceField(
        label=gettext_lazy("Robots"), choices=level_choices, initial=RobotLevel.CLUB.value
    )

    @property
    def played_game(self) -> str:
        """Name of the game that the valid form is about."""
        return str(self.cleaned_data.get("game", FEDERATION_GAME))

    def clean(self) -> dict[str, Any]:
        """Replace a level that the game has not. Reject the level *fort* until the worker has prepared it."""
        values = super().clean() or self.cleaned_data
        values["level"] = level_at(self.played_game, values.get("level", RobotLevel.CLUB.value))
        if usable_level(RobotLevel(values["level"])) != values["level"]:
            ask_to_compile()
            self.add_error(
                "level",
                _("Le niveau fort se prépare : réessayez dans une minute, ou choisissez un autre niveau."),
            )
        return values

    @property
    def chosen_level(self) -> RobotLevel:
        return RobotLevel(self.cleaned_data["level"])


class GivenGameForm(LevelForm):
    """Form for the level of the robots of a given game. A game with one level leaves nothing to choose."""

    def __init__(self, *args: Any, game: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._game = game
        if len(offered_levels(game)) == 1:
            del self.fields["level"]

    @property
    def played_game(self) -> str:
        """Name of the given game."""
        return self._game
