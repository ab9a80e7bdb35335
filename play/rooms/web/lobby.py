"""Pages of the rooms: the lobby, a room, entering the next round or one at once."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.refusals import TooManyTries
from common.errors import AppError
from common.live.notifying import answer_live_poll
from common.requests.devices import keep_device, known_device, make_device
from common.requests.limits import seconds_to_wait
from games.core.rules import FFT
from play.alone.models import LONGEST_NAME
from play.alone.services.beginning import Player
from play.alone.web.beginners import account_of, player_of
from play.alone.web.names import PublicNameForm
from play.alone.web.table import row_key
from play.conduct.services.moderation import refuse_barred
from play.conduct.services.words import moderators_of_words
from play.free.queries.free_tables import listed_tables
from play.free.web.free_tables import TableLine, table_line
from play.free.words.rules import describe_room_rules
from play.rooms.enums import RoomSeating
from play.rooms.models import Room, RoomEntry, RoomRound
from play.rooms.queries.presence import count_people_playing
from play.rooms.queries.rooms import (
    RoomNow,
    describe_rooms,
    list_room_entries,
    lobby,
    may_direct,
    may_enter_room,
    playable_rooms,
)
from play.rooms.queries.topics import LOBBY, topic_of_room
from play.rooms.services.rounds import begin_at_once, enter_round, round_to_enter
from play.rooms.words.rooms import (
    FIRST_ROBOT,
    contract_words,
    entry_name,
    level_words,
    name_round,
    robot_name,
)
from play.scene.web.limits import PLAY_BEGIN
from tournaments.base.access import clubs_managed_by
from tournaments.base.web.acting import show_error

SHOWN_ROUNDS = 12
"""Number of past rounds on the page of a room."""
SHOWN_PEOPLE = 8
"""Number of people in a room who are named."""
SHOWN_TABLES = 20
"""Number of free tables on the page of a room."""


@dataclass(frozen=True, slots=True)
class PodiumLine:
    """A place on the podium of a round."""

    place: int
    name: str
    percent: Fraction | None
    is_robot: bool


@dataclass(frozen=True, slots=True)
class RoomShown:
    """A room with its texts, for a page."""

    now: RoomNow
    room: Room
    level: str
    contract: str
    may_play: bool
    people: tuple[str, ...]
    """Names of the first people in the room."""
    more_people: int
    """Number of further people."""
    robots: tuple[str, ...]
    """Names of the robots that wait for the first person, or play."""
    podium: tuple[PodiumLine, ...]
    last_round: str
    """Title of the round of the podium."""


class EntryForm(PublicNameForm):
    """Form for the name under which a player enters; without a name they are a number."""

    name = forms.CharField(
        label=gettext_lazy("Votre nom dans la salle"),
        help_text=gettext_lazy("Un surnom suffit. Sans nom, vous apparaîtrez sous un numéro."),
        max_length=LONGEST_NAME,
        required=False,
    )


class AccountEntryForm(forms.Form):
    """Form in which an account chooses between its pseudonym and a number."""

    name = forms.TypedChoiceField(
        label=gettext_lazy("Vous entrez"),
        choices=[("pseudonym", gettext_lazy("sous mon pseudonyme")), ("", gettext_lazy("comme un numéro"))],
        required=False,
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_name(self) -> str:
        return self.user.pseudonym[:LONGEST_NAME] if self.cleaned_data["name"] else ""


@require_safe
@never_cache
def lobby_page(request: HttpRequest) -> HttpResponse:
    """Show every open room with its activity and next start. The same address serves its live stream."""
    return answer_live_poll(request, LOBBY, answer=lambda: _show_lobby(request))


def _show_lobby(request: HttpRequest) -> HttpResponse:
    current_time, player = timezone.now(), player_of(request)
    rooms = lobby(current_time)
    playable = playable_rooms([room_now.room for room_now in rooms], player.owner)
    own_entries = list_room_entries(player.device, player.owner).filter(
        round__ends_at__gt=current_time, left_at=None, round__room__is_open=True
    )
    context = {
        "now": current_time,
        "playing": count_people_playing(current_time),
        # rooms with people first, those that are closed to the reader last
        "rooms": sorted(
            (_describe(room_now, room_now.room.pk in playable) for room_now in rooms),
            key=lambda shown: (not shown.may_play, -len(shown.now.present)),
        ),
        "mine": own_entries.select_related("round__room"),
        "clubs": clubs_managed_by(request.user),
        "may_open_site": request.user.is_superuser,
    }
    return render(request, "play/rooms/lobby.html", context)


@require_safe
@never_cache
def room_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a room: the round to enter, past rounds, rules. The same address serves its live stream."""
    room = find_room(request, slug)
    return answer_live_poll(
        request, topic_of_room(room), answer=lambda: _show(request, room, entry_form(request))
    )


@require_POST
def enter_round_view(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter the round given by its key, otherwise the one open for entry."""
    room = find_room(request, slug)
    return _enter(request, room, lambda: _requested_round(request, room))


@require_POST
def at_once(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter a round that begins now."""
    room = find_room(request, slug)
    return _enter(request, room, lambda: begin_at_once(room=room, now=timezone.now()))


def find_room(request: HttpRequest, slug: str) -> Room:
    """Return the room of an address, for its players and directors; raise 404 for other readers."""
    room = get_object_or_404(Room.objects.select_related("club"), slug=slug)
    if not may_enter_room(room, account_of(request)) and not may_direct(request.user, room):
        raise Http404
    return room


def entry_form(request: HttpRequest) -> EntryForm | AccountEntryForm:
    """Return the form for a name, filled with the last choice."""
    player = player_of(request)
    last_name = (
        list_room_entries(player.device, player.owner).order_by("-pk").values_list("name", flat=True).first()
    )
    if player.owner is not None and player.owner.pseudonym:
        initial = "pseudonym" if last_name is None or last_name else ""
        return AccountEntryForm(_form_data(request), user=player.owner, initial={"name": initial})
    return EntryForm(_form_data(request), owner=player.owner, initial={"name": last_name or ""})


def _form_data(request: HttpRequest) -> Any:
    """Return the form data of a POST request with a name, otherwise None."""
    return request.POST if request.method == "POST" and "name" in request.POST else None


def _enter(request: HttpRequest, room: Room, find: Callable[[], RoomRound]) -> HttpResponse:
    """Enter the round that `find` returns, under the form's name or, without a form, the last one."""
    form = entry_form(request)
    if form.is_bound and not form.is_valid():
        return _show(request, room, form)
    if wait := seconds_to_wait(request, PLAY_BEGIN):
        raise TooManyTries(wait)
    name = form.cleaned_data["name"] if form.is_bound else _usual_name(form)
    # the first action of a browser gives it its cookie
    device = known_device(request) or make_device()
    owner = account_of(request)
    if not may_enter_room(room, owner):
        raise Http404
    try:
        # before `find`, which may create a round
        refuse_barred(room=room, player=Player(device.key, owner), now=timezone.now())
        of = find()
        entry = enter_round(of=of, player=Player(device.key, owner), name=name, now=timezone.now())
    except AppError as error:
        if form.is_bound and error.code != "barred":
            show_error(form, error)
            return _show(request, room, form)
        messages.error(request, str(error.message))
        return redirect("rooms-room", room.slug)
    response = redirect("rooms-round", entry.round_id)
    keep_device(request, response, made=device)
    return response


def _usual_name(form: EntryForm | AccountEntryForm) -> str:
    """Return the name of the last entry; "" if an account has taken it since."""
    last_name = str(form.initial["name"])
    if isinstance(form, AccountEntryForm):
        return form.user.pseudonym[:LONGEST_NAME] if last_name else ""
    check = EntryForm({"name": last_name}, owner=form.owner)
    return str(check.cleaned_data["name"]) if check.is_valid() else ""


def _requested_round(request: HttpRequest, room: Room) -> RoomRound:
    round_row = room.rounds.select_related("room").filter(pk=row_key(request.POST.get("round", ""))).first()
    return round_row or round_to_enter(room=room, now=timezone.now())


def _show(request: HttpRequest, room: Room, form: EntryForm | AccountEntryForm) -> HttpResponse:
    current_time = timezone.now()
    room_now = describe_rooms([room], current_time)[0]
    past_rounds = room.rounds.filter(settled_at__isnull=False)[:SHOWN_ROUNDS]
    player = player_of(request)
    context = {
        "now": current_time,
        "shown": _describe(room_now, may_enter_room(room, player.owner)),
        "room": room,
        "rules": describe_room_rules(room.game, room.rule_set, _house_name(room)),
        "form": form,
        "gone": past_rounds,
        "mine": list_room_entries(player.device, player.owner)
        .filter(round__room=room, round__ends_at__gt=current_time)
        .first(),
        "may_direct": may_direct(request.user, room),
        "tables": _club_tables(room, current_time),
        "moderators": moderators_of_words(room),
    }
    return render(request, "play/rooms/room.html", context)


def _club_tables(room: Room, now: datetime) -> list[TableLine]:
    """Return the free tables of a club's room with people present. Three queries, none in a site's room."""
    if room.club_id is None:
        return []
    tables = listed_tables(now).filter(club_table__room=room).prefetch_related("seats", "deals")
    return [table_line(table) for table in tables[:SHOWN_TABLES]]


def _house_name(room: Room) -> str:
    """Return the club's name for the rules of a room. One query, none with the usual rules."""
    if room.club is None or room.rule_set == FFT:
        return ""
    house_rules = room.club.house_rules.filter(game=room.game, rules=room.rule_set).first()
    return house_rules.name if house_rules else ""


def _describe(of: RoomNow, is_playable: bool) -> RoomShown:
    room, podium = of.room, of.podium
    robot_count = room.robot_players if room.seating == RoomSeating.ALONE else 0
    return RoomShown(
        now=of,
        room=room,
        level=level_words(room),
        contract=contract_words(room),
        may_play=is_playable,
        people=tuple(entry_name(entry) for entry in of.present[:SHOWN_PEOPLE]),
        more_people=max(len(of.present) - SHOWN_PEOPLE, 0),
        robots=tuple(robot_name(FIRST_ROBOT + place) for place in range(robot_count)),
        podium=tuple(podium_line(entry) for entry in podium),
        last_round=name_round(podium[0].round) if podium else "",
    )


def podium_line(entry: RoomEntry) -> PodiumLine:
    """Return a ranked entry of a counted round for the page."""
    percent = Fraction(entry.percent) if entry.percent else None
    return PodiumLine(entry.place or 0, entry_name(entry), percent, entry.is_robot)
