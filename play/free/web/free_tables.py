"""Pages with the list of open tables and the form for a new one."""

from dataclasses import dataclass
from functools import partial

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.refusals import as_too_many_requests, limit_form
from common.errors import AppError
from common.requests.devices import Browser, keep_device, known_device, make_device
from common.requests.limits import HOUR, By, Limit, limit_kind
from games.core.dealing.dealt_game import FEDERATION_GAME
from games.core.variants.registry import find_variant
from play.alone.services.beginning import Player
from play.alone.web.beginners import GameSelect, LevelForm, account_of, player_of
from play.alone.web.home import game_choices
from play.alone.web.names import PublicNameForm
from play.conduct.services.moderation import kept_apart, refuse_barred, refuse_blocked, seat_key
from play.conduct.services.words import open_table_in
from play.free.models import FreeTable, TableSeat
from play.free.models.tables import LONGEST_NAME
from play.free.queries.free_tables import NO_CLOCK, listed_tables, own_free_tables
from play.free.services.entering import enter_any_table
from play.free.services.sitting_down import open_table
from play.free.web.rules_choice import asks_for_rules, house_rules_of, rules_choice, typed_values
from play.free.words.rules import describe_room_rules
from play.free.words.titles import free_table_title
from play.rooms.models import Room
from play.rooms.queries.rooms import may_enter_room
from play.tables.services.played_tables import find_last_game
from tournaments.base.web.acting import show_error

PLAY_OPEN = limit_kind(
    "play-open",
    Limit(By.SITE, 600, HOUR),
    Limit(By.ADDRESS, 120, HOUR),
    Limit(By.DEVICE, 12, HOUR, known_only=True),
)
"""Limits of new free tables, which appear in the list of all players."""

SHOWN = 60
"""Number of tables in the list."""
CLOCKS = {
    "fast": (15, 60, gettext_lazy("Rapide : 15 s par coup et 1 min de réserve par donne")),
    "usual": (30, 120, gettext_lazy("Normale : 30 s par coup et 2 min de réserve par donne")),
    "calm": (60, 300, gettext_lazy("Tranquille : 1 min par coup et 5 min de réserve par donne")),
}
"""Seconds per action, seconds of reserve per deal, and label."""
COUNTS = tuple((count, str(count)) for count in (1, 2, 4, 8, 12, 16))
ROBOTS_COME = (
    ("", gettext_lazy("quand je le dis")),
    ("60", gettext_lazy("après 1 minute")),
    ("180", gettext_lazy("après 3 minutes")),
    ("600", gettext_lazy("après 10 minutes")),
)


class TableNameForm(PublicNameForm):
    """Form for the name under which a player sits down."""

    name = forms.CharField(
        label=gettext_lazy("Votre nom à la table"),
        help_text=gettext_lazy("Un surnom suffit. Tous ceux qui regardent la table le voient."),
        max_length=LONGEST_NAME,
    )


class PlayersClockForm(forms.Form):
    """Form for the clock of a table."""

    clock = forms.ChoiceField(
        label=gettext_lazy("Horloge de chaque joueur"),
        help_text=gettext_lazy(
            "Quand le temps d’un joueur est passé, un robot tient sa place jusqu’à son retour."
        ),
        choices=[(name, words) for name, (_action, _reserve, words) in CLOCKS.items()],
        initial="usual",
    )

    @property
    def chosen_clock(self) -> tuple[int, int]:
        """Seconds per action and seconds of reserve per deal, once the form is valid."""
        action_seconds, reserve_seconds, _words = CLOCKS[self.cleaned_data["clock"]]
        return action_seconds, reserve_seconds


class OpenTableForm(TableNameForm, PlayersClockForm, LevelForm):
    """Form for a new table."""

    game = forms.ChoiceField(
        label=gettext_lazy("Jeu"), choices=game_choices, initial=FEDERATION_GAME, widget=GameSelect
    )
    deal_count = forms.TypedChoiceField(
        label=gettext_lazy("Donnes d’une partie"),
        help_text=gettext_lazy(
            "Au Contrat, une partie a autant de donnes qu’il faut pour monter d’une carte à toutes,"
            " puis redescendre."
        ),
        choices=COUNTS,
        coerce=int,
        initial=4,
    )
    robots_after = forms.TypedChoiceField(
        label=gettext_lazy("Des robots prennent les places vides"),
        choices=ROBOTS_COME,
        coerce=int,
        empty_value=None,
        required=False,
    )
    is_rated = forms.BooleanField(
        label=gettext_lazy("Avec cote"),
        help_text=gettext_lazy(
            "La partie compte pour la cote des tables libres si un compte tient chaque place quand elle"
            " commence, chacun sur son appareil. Avec un robot ou un joueur sans compte, elle ne compte pas."
            " Si vous partez avant la fin, vous gardez le résultat du robot qui vous remplace."
        ),
        required=False,
    )
    is_listed = forms.BooleanField(
        label=gettext_lazy("Montrer la table dans la liste : sinon seul le lien y mène"),
        required=False,
        initial=True,
    )
    field_order = [
        "name", "game", "deal_count", "clock", "level", "robots_after", "is_rated",
        "is_listed",
    ]  # fmt: skip


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table in the list."""

    table: FreeTable
    title: str
    rules: str
    """Name of the rules; "" for the usual ones."""
    people: tuple[str, ...]
    seat_count: int
    is_playing: bool

    @property
    def empty(self) -> int:
        """Number of empty seats."""
        return self.seat_count - len(self.people)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def tables_page(request: HttpRequest) -> HttpResponse:
    """List the open tables that admit everyone, and the reader's own. A POST seats the player at one."""
    form = TableNameForm(request.POST or None, owner=account_of(request), initial={"name": own_name(request)})
    wait = limit_form(request, form, PLAY_OPEN) if form.is_valid() else 0
    if form.is_valid() and not wait:
        device, now = known_device(request) or make_device(), timezone.now()
        player = Player(device.key, account_of(request))
        try:
            refuse_barred(room=None, player=player, now=now)
            seat = enter_any_table(
                name=form.cleaned_data["name"],
                device=player.device,
                owner=player.owner,
                refuse=lambda table: refuse_blocked(table=table, player=player),
                now=now,
            )
        except AppError as error:
            show_error(form, error)
        else:
            return lead_to_table(request, seat, device)
    page = _show_tables(request, form)
    return as_too_many_requests(page, wait) if wait else page


def lead_to_table(request: HttpRequest, seat: TableSeat, device: Browser) -> HttpResponse:
    """Redirect a player to the table of a new seat, on a device that is remembered from now on."""
    response: HttpResponse = redirect(reverse("rooms-free-table", args=[seat.table.secret]))
    keep_device(request, response, made=device)
    return response


def _show_tables(request: HttpRequest, form: TableNameForm) -> HttpResponse:
    player = player_of(request)
    own_tables = own_free_tables(player.device, player.owner).filter(
        ended_at=None, deal_set=None, action_seconds__lt=NO_CLOCK
    )
    listed_rows = (
        listed_tables(timezone.now()).filter(club_table=None).exclude(pk__in=own_tables.values("pk"))
    )
    apart = kept_apart(player)
    context = {
        "form": form,
        "own": [table_line(table) for table in own_tables.prefetch_related("seats", "deals")],
        # a table that would refuse the reader is not offered
        "tables": [
            table_line(table)
            for table in listed_rows.prefetch_related("seats", "deals")[:SHOWN]
            if apart.isdisjoint(map(seat_key, table.seats.all()))
        ],
    }
    return render(request, "play/free/free_tables.html", context)


def _last_game(request: HttpRequest) -> str:
    """Return the game that the reader chose last, the federation's before that. One query."""
    device = known_device(request)
    return find_last_game(device.key if device else "", account_of(request)) or FEDERATION_GAME


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def open_free_table_page(request: HttpRequest) -> HttpResponse:
    """Show and process the form for a new table; with `?salle=` in a club's room."""
    room = _find_club_room(request)
    house_rules = house_rules_of(account_of(request))
    usual_game = room.game if room else _last_game(request)
    rules = rules_choice(request, house_rules=house_rules, game=usual_game)
    if asks_for_rules(request):
        form = OpenTableForm(initial=typed_values(request, OpenTableForm))
        return render(request, "play/free/free_open.html", {"form": form, "rules": rules, "room": room})
    form = OpenTableForm(
        request.POST or None,
        owner=account_of(request),
        initial={"name": own_name(request), "game": rules.game},
    )
    is_sound = form.is_valid() and rules.is_valid()
    wait = limit_form(request, form, PLAY_OPEN) if is_sound else 0
    if is_sound and not wait:
        device = known_device(request) or make_device()
        values = form.cleaned_data
        action_seconds, reserve_seconds = form.chosen_clock
        player = Player(device.key, account_of(request))
        try:
            # a bar from free tables counts at tables of a room, too
            refuse_barred(room=None, player=player, now=timezone.now())
            if room is not None:
                refuse_barred(room=room, player=player, now=timezone.now())
            open_function = open_table if room is None else partial(open_table_in, room)
            seat = open_function(
                game=values["game"],
                rules=rules.text,
                rules_name=rules.house_name,
                is_rated=values["is_rated"],
                level=form.chosen_level,
                is_listed=values["is_listed"],
                deal_count=values["deal_count"],
                action_seconds=action_seconds,
                reserve_seconds=reserve_seconds,
                robots_after=values["robots_after"],
                name=values["name"],
                device=device.key,
                owner=account_of(request),
                now=timezone.now(),
            )
        except AppError as error:
            show_error(form, error)
        else:
            return lead_to_table(request, seat, device)
    page = render(request, "play/free/free_open.html", {"form": form, "rules": rules, "room": room})
    return as_too_many_requests(page, wait) if wait else page


def own_name(request: HttpRequest) -> str:
    """Return the pseudonym of the signed-in account, as initial value of a name field."""
    account = account_of(request)
    return account.pseudonym[:LONGEST_NAME] if account else ""


def _find_club_room(request: HttpRequest) -> Room | None:
    """Return the club's room for a new table; raise 404 for a user who may not play there."""
    slug = request.POST.get("salle") or request.GET.get("salle")
    if not slug:
        return None
    room = get_object_or_404(Room.objects.exclude(club=None).select_related("club"), slug=slug, is_open=True)
    if not may_enter_room(room, account_of(request)):
        raise Http404
    return room


def table_line(table: FreeTable) -> TableLine:
    """Return the line of a table in a list; its seats, deals and evening are loaded with it."""
    names = tuple(seat.name for seat in table.seats.all())
    count = find_variant(table.game).player_count
    rules = describe_room_rules(table.game, table.rule_set, table.rules_name)
    return TableLine(
        table=table,
        title=free_table_title(table),
        rules=rules.name if rules.changes else "",
        people=names,
        seat_count=count,
        is_playing=bool(table.deals.all()),
    )
