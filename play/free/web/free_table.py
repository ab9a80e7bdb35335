"""Pages of one free table, and the actions of its players."""

from collections.abc import Callable
from datetime import datetime

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.refusals import TooManyTries, as_too_many_requests, limit_form
from common.errors import AppError
from common.live.notifying import answer_live_poll
from common.requests.devices import keep_device, known_device, make_device
from common.requests.limits import MINUTE, By, Limit, limit_kind, seconds_to_wait
from play.alone.services.beginning import Player
from play.alone.web.beginners import account_of
from play.alone.web.table import MOST_TEXTS, whole_number
from play.conduct.services.moderation import refuse_barred, refuse_blocked
from play.conduct.services.words import WordsPlace, refuse_stranger, room_of_table, write_line
from play.conduct.web.words import PLAY_WRITE, WordsForm
from play.free.enums import Phrase
from play.free.models import TableSeat
from play.free.queries.free_tables import free_table_version, topic_of
from play.free.services.acting import act_at_seat, continue_table, send_phrase
from play.free.services.claims import answer_claim, claim_rest
from play.free.services.dealing import begin_deal
from play.free.services.sitting_down import leave_free_table, sit_down
from play.free.services.table_ratings import settle_matches
from play.free.web.free_tables import TableNameForm
from play.free.web.shown_table import reader_of, show_table, table_address
from play.rooms.queries.rooms import find_room_entry
from play.rooms.queries.tables import is_table_done, room_table_of
from play.rooms.services.rounds import leave_round
from play.rooms.services.seating import open_ready_tables, refuse_late_play
from play.scene.web.limits import PLAY_ACT, PLAY_BEGIN
from play.scene.web.table_parts import wants_part
from tournaments.base.web.acting import show_error

PLAY_SAY = limit_kind("play-say", Limit(By.ADDRESS, 300, MINUTE), Limit(By.THING, 8, MINUTE))
"""Limits of phrases, which are shown to all players of a table."""


@require_safe
@never_cache
def free_table_page(request: HttpRequest, secret: str) -> HttpResponse:
    """Show a table. Steps after the first `?depuis=` of the present deal are replayed one by one."""
    reader = reader_of(request, secret)
    return show_table(request, reader, seen=request.GET.get("depuis", ""))


@require_safe
@never_cache
def moment(request: HttpRequest, secret: str) -> HttpResponse:
    """Return the version of a table's page, also as a live stream; 204 if it is still that of `?vu=`.

    The script of a table receives the new table instead, as from `free_table_page`.
    """
    reader = reader_of(request, secret)

    def compare() -> HttpResponse:
        version = free_table_version(reader.table)
        if request.GET.get("vu") == version:
            return HttpResponse(status=204)
        if wants_part(request):
            return show_table(request, reader, seen=request.GET.get("depuis", ""))
        return HttpResponse(version, content_type="text/plain")

    return answer_live_poll(request, topic_of(reader.table), answer=compare)


@require_POST
def sit_down_view(request: HttpRequest, secret: str) -> HttpResponse:
    """Take a seat under a name."""
    reader = reader_of(request, secret)
    table, form = reader.table, TableNameForm(request.POST, owner=account_of(request))
    wait = limit_form(request, form, PLAY_BEGIN) if form.is_valid() else 0
    if form.is_valid() and not wait:
        device = known_device(request) or make_device()
        current_time, player = timezone.now(), Player(device.key, account_of(request))
        seat = whole_number(request.POST.get("place", ""), missing=-1)
        try:
            refuse_barred(room=None, player=player, now=current_time)
            if (room := room_of_table(table)) is not None:
                refuse_stranger(room, player)
                refuse_barred(room=room, player=player, now=current_time)
            refuse_blocked(table=table, player=player)
            sit_down(
                table=table,
                name=form.cleaned_data["name"],
                device=player.device,
                owner=player.owner,
                now=current_time,
                seat=seat if seat >= 0 else None,
            )
        except AppError as error:
            show_error(form, error)
        else:
            response: HttpResponse = redirect(table_address(table))
            keep_device(request, response, made=device)
            return response
    page = show_table(request, reader, form)
    return as_too_many_requests(page, wait) if wait else page


@require_POST
def stand_up(request: HttpRequest, secret: str) -> HttpResponse:
    """Leave the table."""
    reader = reader_of(request, secret)
    table, me = reader.table, reader.me
    # leaving the table of a round leaves the round
    if (at := room_table_of(table)) is not None and me is not None:
        entry = find_room_entry(at.round, me.device, me.owner)
        if entry is not None:
            leave_round(entry=entry, now=timezone.now())
        return redirect("rooms-round", at.round_id)
    if me is not None:
        leave_free_table(me=me, now=timezone.now())
        settle_matches(now=timezone.now(), table=table)
        messages.success(request, _("Vous avez quitté la table."))
    return redirect("rooms-free" if me is not None else table_address(table))


@require_POST
def begin_deal_view(request: HttpRequest, secret: str) -> HttpResponse:
    """Begin the first deal, the next one or a return match; reopen an ended table."""
    last_deal = whole_number(request.POST.get("donne", ""), missing=-1)
    return _change(request, secret, lambda me, now: begin_deal(me=me, seen=last_deal, now=now))


@require_POST
def act_at_free_table(request: HttpRequest, secret: str) -> HttpResponse:
    """Play an action of the player, or the cards ticked for a discard."""
    texts = [*request.POST.getlist("action"), *request.POST.getlist("carte")][:MOST_TEXTS]
    number = whole_number(request.POST.get("numero", ""), missing=-1)
    deal, was_kept = whole_number(request.POST.get("donne", ""), missing=-1), "gardee" in request.POST
    return _change(
        request,
        secret,
        lambda me, now: act_at_seat(
            me=me,
            number=number,
            texts=texts,
            now=now,
            deal_number=deal if deal >= 0 else None,
            was_kept=was_kept,
        ),
    )


@require_POST
def be_here(request: HttpRequest, secret: str) -> HttpResponse:
    """Record the player's presence and advance the table; with `retour` return their seat."""
    is_asked = "retour" in request.POST
    return _change(request, secret, lambda me, now: continue_table(me=me, now=now, is_asked=is_asked))


@require_POST
def claim_tricks_view(request: HttpRequest, secret: str) -> HttpResponse:
    """Claim all remaining tricks."""
    number = whole_number(request.POST.get("numero", ""), missing=-1)
    return _change(request, secret, lambda me, now: claim_rest(me=me, number=number, now=now))


@require_POST
def answer_claim_view(request: HttpRequest, secret: str) -> HttpResponse:
    """Agree to a claim, or refuse it."""
    number = whole_number(request.POST.get("numero", ""), missing=-1)
    agrees = request.POST.get("reponse") == "oui"
    return _change(
        request, secret, lambda me, now: answer_claim(me=me, number=number, agrees=agrees, now=now)
    )


@require_POST
def speak(request: HttpRequest, secret: str) -> HttpResponse:
    """Send one of the fixed phrases."""
    reader = reader_of(request, secret)
    phrase = request.POST.get("phrase", "")
    if reader.me is not None and phrase in Phrase.values:
        if wait := seconds_to_wait(request, PLAY_SAY, thing=str(reader.me.pk)):
            raise TooManyTries(wait)
        send_phrase(me=reader.me, phrase=Phrase(phrase), now=timezone.now())
    return _respond(request, secret)


@require_POST
def write_at_table_view(request: HttpRequest, secret: str) -> HttpResponse:
    """Write a message to the other players at a table of a club's room."""
    reader = reader_of(request, secret)
    form, room = WordsForm(request.POST), room_of_table(reader.table)
    if reader.me is None or room is None:
        return _respond(request, secret)
    wait = limit_form(request, form, PLAY_WRITE, thing=f"table {reader.table.pk}") if form.is_valid() else 0
    if form.is_valid() and not wait:
        try:
            write_line(
                place=WordsPlace(room, table=reader.table),
                player=reader.player,
                name=reader.me.name,
                text=form.cleaned_data["text"],
                now=timezone.now(),
            )
        except AppError as error:
            show_error(form, error)
        else:
            return _respond(request, secret)
    page = show_table(request, reader, words_form=form, seen=request.POST.get("depuis", ""))
    return as_too_many_requests(page, wait) if wait else page


def _respond(request: HttpRequest, secret: str) -> HttpResponse:
    """Return the response to a form: a redirect to the page, or the table alone for its script."""
    reader, shown_steps = reader_of(request, secret), request.POST.get("depuis", "")
    if wants_part(request):
        return show_table(request, reader, seen=shown_steps)
    return redirect(table_address(reader.table, shown_steps))


def _change(
    request: HttpRequest, secret: str, change: Callable[[TableSeat, datetime], object]
) -> HttpResponse:
    """Call `change` for the reader's seat, then show the table. Without a seat nothing changes."""
    reader = reader_of(request, secret)
    table, me = reader.table, reader.me
    if me is not None:
        if wait := seconds_to_wait(request, PLAY_ACT, thing=f"seat {me.pk}"):
            raise TooManyTries(wait)
        round_table, current_time = room_table_of(table), timezone.now()
        try:
            if round_table is not None:
                refuse_late_play(round_table, current_time)
            change(me, current_time)
            if round_table is not None and is_table_done(round_table):
                # now that this table is done, its players' next tables may begin
                open_ready_tables(of=round_table.round, now=current_time)
            if table.is_rated:
                settle_matches(now=timezone.now(), table=table)
        except AppError as error:
            messages.error(request, str(error.message))
    return _respond(request, secret)
