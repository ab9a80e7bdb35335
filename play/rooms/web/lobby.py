"""The rooms: the lobby, the page of a room, entering the round that comes next or one at once."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
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
from common.errors import AppError
from common.live.telling import answer_live
from common.requests.devices import keep_device, known_device, make_device
from common.requests.limits import TooManyTries, seconds_to_wait
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
from play.free.words.rules import tell_rules
from play.rooms.models import Room, RoomRound
from play.rooms.queries.rooms import (
    RoomNow,
    describe_rooms,
    entries_of,
    lobby,
    may_direct,
    may_play,
    playable_rooms,
)
from play.rooms.queries.topics import LOBBY, topic_of_room
from play.rooms.services.rounds import begin_at_once, enter_round, round_to_enter
from play.rooms.words.rooms import contract_words, level_words
from play.scene.web.limits import PLAY_BEGIN
from tournaments.base.access import clubs_managed_by
from tournaments.base.web.acting import show_error

SHOWN_ROUNDS = 12
"""Rounds gone by that the page of a room lists."""
SHOWN_TABLES = 20
"""Free tables that it lists."""


@dataclass(frozen=True, slots=True)
class RoomShown:
    """A room with its words."""

    now: RoomNow
    room: Room
    level: str
    contract: str
    may_play: bool


class EntryForm(PublicNameForm):
    """Name under which a player shows in a round; without one they are a number."""

    name = forms.CharField(
        label=gettext_lazy("Votre nom dans la salle"),
        help_text=gettext_lazy("Un surnom suffit. Sans nom, vous êtes un numéro."),
        max_length=LONGEST_NAME,
        required=False,
    )


class AccountEntryForm(forms.Form):
    """Whether an account shows its pseudonym."""

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
    """Every open room: who is there, what starts next. Pages listen to it, too."""
    return answer_live(request, LOBBY, answer=lambda: _show_lobby(request))


def _show_lobby(request: HttpRequest) -> HttpResponse:
    now, player = timezone.now(), player_of(request)
    rooms = lobby(now)
    playable = playable_rooms([each.room for each in rooms], player.owner)
    mine = entries_of(player.device, player.owner).filter(
        round__ends_at__gt=now, left_at=None, round__room__is_open=True
    )
    context = {
        "now": now,
        "rooms": [_describe(each, each.room.pk in playable) for each in rooms],
        "mine": mine.select_related("round__room"),
        "clubs": clubs_managed_by(request.user),
        "may_open_site": request.user.is_superuser,
    }
    return render(request, "play/rooms/lobby.html", context)


@require_safe
@never_cache
def room_page(request: HttpRequest, slug: str) -> HttpResponse:
    """A room: the round that one enters now, those gone by, its rules. Pages listen to it, too."""
    room = find_room(request, slug)
    return answer_live(request, topic_of_room(room), answer=lambda: _show(request, room, entry_form(request)))


@require_POST
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter the round that one can enter now, or one given by its key."""
    room = find_room(request, slug)
    return _enter(request, room, lambda: _asked_round(request, room))


@require_POST
def at_once(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter a round that begins now."""
    room = find_room(request, slug)
    return _enter(request, room, lambda: begin_at_once(room=room, now=timezone.now()))


def find_room(request: HttpRequest, slug: str) -> Room:
    """The room of an address, for those who may play or direct it; 404 for others."""
    room = get_object_or_404(Room.objects.select_related("club"), slug=slug)
    if not may_play(room, account_of(request)) and not may_direct(request.user, room):
        raise Http404
    return room


def entry_form(request: HttpRequest) -> EntryForm | AccountEntryForm:
    """The form that asks for a name, with what was chosen the last time."""
    player = player_of(request)
    last = entries_of(player.device, player.owner).order_by("-pk").values_list("name", flat=True).first()
    if player.owner is not None and player.owner.pseudonym:
        initial = "pseudonym" if last is None or last else ""
        return AccountEntryForm(_sent(request), user=player.owner, initial={"name": initial})
    return EntryForm(_sent(request), owner=player.owner, initial={"name": last or ""})


def _sent(request: HttpRequest) -> Any:
    return request.POST if request.method == "POST" and "name" in request.POST else None


def _enter(request: HttpRequest, room: Room, find: Callable[[], RoomRound]) -> HttpResponse:
    """Enter what `find` finds, under the name that the form gives, or as the last time without one."""
    form = entry_form(request)
    if form.is_bound and not form.is_valid():
        return _show(request, room, form)
    if wait := seconds_to_wait(request, PLAY_BEGIN):
        raise TooManyTries(wait)
    name = form.cleaned_data["name"] if form.is_bound else _usual_name(form)
    device = known_device(request) or make_device()
    owner = account_of(request)
    if not may_play(room, owner):
        raise Http404
    try:
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
    """Return the name of the last time; "" where it may not be taken any more, as an account has it now."""
    chosen = str(form.initial["name"])
    if isinstance(form, AccountEntryForm):
        return form.user.pseudonym[:LONGEST_NAME] if chosen else ""
    again = EntryForm({"name": chosen}, owner=form.owner)
    return str(again.cleaned_data["name"]) if again.is_valid() else ""


def _asked_round(request: HttpRequest, room: Room) -> RoomRound:
    asked = room.rounds.select_related("room").filter(pk=row_key(request.POST.get("round", ""))).first()
    return asked or round_to_enter(room=room, now=timezone.now())


def _show(request: HttpRequest, room: Room, form: EntryForm | AccountEntryForm) -> HttpResponse:
    now = timezone.now()
    described = describe_rooms([room], now)[0]
    gone = room.rounds.filter(settled_at__isnull=False)[:SHOWN_ROUNDS]
    player = player_of(request)
    context = {
        "now": now,
        "shown": _describe(described, may_play(room, player.owner)),
        "room": room,
        "rules": tell_rules(room.game, room.rule_set, _house_name(room)),
        "form": form,
        "gone": gone,
        "mine": entries_of(player.device, player.owner)
        .filter(round__room=room, round__ends_at__gt=now)
        .first(),
        "may_direct": may_direct(request.user, room),
        "tables": _club_tables(room, now),
        "moderators": moderators_of_words(room),
    }
    return render(request, "play/rooms/room.html", context)


def _club_tables(room: Room, now: datetime) -> list[TableLine]:
    """The free tables of a club's room where somebody is. Three queries, none in a room of the site."""
    if room.club_id is None:
        return []
    listed = listed_tables(now).filter(club_table__room=room).prefetch_related("seats", "deals")
    return [table_line(table) for table in listed[:SHOWN_TABLES]]


def _house_name(room: Room) -> str:
    """What its club calls the rules of a room. One query, none with the usual rules."""
    if room.club is None or room.rule_set == FFT:
        return ""
    named = room.club.house_rules.filter(game=room.game, rules=room.rule_set).first()
    return named.name if named else ""


def _describe(of: RoomNow, is_playable: bool) -> RoomShown:
    return RoomShown(of, of.room, level_words(of.room), contract_words(of.room), is_playable)
