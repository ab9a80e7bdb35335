"""Who begins a table, and how often he may: what the pages that begin one share."""

from collections.abc import Callable

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from common.requests.devices import keep_device, known_device, make_device
from games.core.bots.choosing import RobotLevel
from games.services.compiled_search import ask_to_compile, can_compile
from play.alone.services.beginning import Player
from play.rooms.words.rooms import LEVEL_NAMES
from play.tables.models import PlayedTable
from play.tables.services.played_tables import usable_level


def account_of(request: HttpRequest) -> User | None:
    """The account that is signed in."""
    return request.user if isinstance(request.user, User) else None


def player_of(request: HttpRequest) -> Player:
    """Who reads the page; a browser without a cookie is nobody yet."""
    device = known_device(request)
    return Player(device.key if device else "", account_of(request))


def begin_for(request: HttpRequest, begin: Callable[[Player], PlayedTable]) -> HttpResponse:
    """Begin a table for who asks, whose browser is known from then on, and lead there.

    Raises:
        AppError: what `begin` refuses.
    """
    device = known_device(request) or make_device()
    table = begin(Player(device.key, account_of(request)))
    response = redirect("rooms-table", table.secret)
    keep_device(request, response, made=device)
    return response


def level_choices() -> list[tuple[str, Promise]]:
    """The levels that this installation can play."""
    return [
        (level.value, LEVEL_NAMES[level.value])
        for level in RobotLevel
        if level is not RobotLevel.FORT or can_compile()
    ]


class LevelForm(forms.Form):
    """How well the robots play."""

    level = forms.ChoiceField(
        label=gettext_lazy("Robots"), choices=level_choices, initial=RobotLevel.CLUB.value
    )

    def clean_level(self) -> str:
        """The level *fort* is prepared by the worker when somebody first asks for it."""
        level: str = self.cleaned_data["level"]
        if usable_level(RobotLevel(level)) != level:
            ask_to_compile()
            raise forms.ValidationError(
                _("Le niveau fort se prépare : réessayez dans une minute, ou choisissez un autre niveau.")
            )
        return level

    @property
    def chosen_level(self) -> RobotLevel:
        return RobotLevel(self.cleaned_data["level"])
