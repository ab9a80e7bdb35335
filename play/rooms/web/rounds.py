"""Pages of a round: the reader's deals, the ranking as it grows, then the open deals."""

from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.refusals import TooManyTries, as_too_many_requests, limit_form
from accounts.sign_up import may_sign_up
from common.errors import AppError
from common.live.notifying import answer_live_poll
from common.requests.limits import seconds_to_wait
from common.web_server.policy import hides_nothing, lane
from games.core.layouts import Layout
from play.alone.models import LONGEST_NAME
from play.alone.web.beginners import account_of, player_of
from play.conduct.services.words import WORDS_KEPT, WordsPlace, write_line
from play.conduct.web.words import PLAY_WRITE, WordsForm, show_words
from play.rooms.models import RoomEntry, RoomPlay, RoomRound
from play.rooms.queries.rankings import RoundLine, RoundRanking, round_ranking
from play.rooms.queries.rooms import (
    LAST_PLACE,
    MOST_ON_PODIUM,
    find_room_entry,
    may_direct,
    may_enter_room,
    may_join,
)
from play.rooms.queries.tables import begun_hands, last_position, own_table, played_hands
from play.rooms.queries.topics import topic_of_round
from play.rooms.services.rounds import deal_round, leave_round, play_next
from play.rooms.services.settling import claim_entries
from play.rooms.web.lobby import SHOWN_PEOPLE, entry_form, podium_line
from play.rooms.words.rooms import entry_name, name_round
from play.scene.web.limits import PLAY_BEGIN
from play.scene.words.steps import place_names
from play.tables.models import PlayedTable
from play.tables.services.played_tables import let_robots_play, load_sitting
from play.tables.web.felt import Felt, PileShown, PlaceShown, open_felt, open_places
from tournaments.base.web.acting import show_error
from tournaments.deals.door import revealed_deals, revealed_set_file
from tournaments.results.words.facts import points_words


@dataclass(frozen=True, slots=True)
class OwnDeal:
    """One deal of the round for its reader."""

    number: int
    play: RoomPlay | None
    points: str
    """Points in words; "" until the deal is finished."""
    mark: Fraction | None
    """Mark in percent; None while a player can still play the deal."""
    is_under_way: bool
    is_robots: bool
    """True if a robot had the hand before the player came."""


@dataclass(frozen=True, slots=True)
class LineShown:
    """One line of the ranking."""

    line: RoundLine
    name: str
    is_own: bool

    @property
    def pseudonym(self) -> str:
        """Pseudonym with a page to link; "" if the name is not the present pseudonym of an open account."""
        owner = self.line.entry.owner
        is_named = owner is not None and owner.is_active and self.name == owner.pseudonym[:LONGEST_NAME]
        return owner.pseudonym if owner is not None and is_named else ""


@dataclass(frozen=True, slots=True)
class DealLine:
    """One player's result of an open deal."""

    name: str
    points: str
    mark: Fraction | None
    play: RoomPlay
    is_own: bool
    table: PlayedTable | None
    """Table of the play; None once it is deleted."""


@require_safe
@never_cache
def round_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a round. The same address serves its live stream."""
    of = _find_round(request, pk)
    return answer_live_poll(request, topic_of_round(of), answer=lambda: _show_round(request, of))


def _show_round(request: HttpRequest, of: RoomRound, words_form: WordsForm | None = None) -> HttpResponse:
    current_time, pk = timezone.now(), of.pk
    # the worker has not dealt yet, so the first reader does
    if of.deal_set_id is None and of.is_played(current_time):
        deal_round(of=of, now=current_time)
        of = _find_round(request, pk)
    player = player_of(request)
    own_entry = find_room_entry(of, player.device, player.owner)
    ranking = round_ranking(of, current_time)
    own_line = next(
        (line for line in ranking.lines if own_entry is not None and line.entry == own_entry), None
    )
    opened_position = last_position(of)
    deals = _own_deals(of, own_entry, own_line, ranking, opened_position) if own_entry is not None else []
    table_and_seat = own_table(own_entry) if own_entry is not None and of.is_shared else None
    remaining_deals = [deal for deal in deals if deal.is_under_way] + [
        deal for deal in deals if deal.play is None
    ]
    may_enter = own_entry is None and may_join(of, current_time) and of.room.is_open
    context = {
        "round": of,
        "room": of.room,
        "title": name_round(of),
        "now": current_time,
        "is_waiting": current_time < of.starts_at,
        "is_played": of.is_played(current_time),
        "is_settled": of.settled_at is not None,
        "may_enter": may_enter,
        "form": entry_form(request) if may_enter else None,
        "own": own_entry,
        "may_sign_up": may_sign_up(),
        "has_begun": own_entry is not None and own_entry.owner_id is None and own_entry.plays.exists(),
        "mine": own_line,
        "deals": deals,
        "next": remaining_deals[0] if remaining_deals and not of.is_shared else None,
        "own_table": table_and_seat[0]
        if table_and_seat is not None and own_entry is not None and own_entry.left_at is None
        else None,
        "table_opens_at": None if table_and_seat else _first_table_opens_at(of, own_entry, opened_position),
        "lines": [
            LineShown(line, entry_name(line.entry), line is own_line)
            for line in ranking.lines
            if not line.entry.is_excluded or line is own_line
        ],
        **_people(ranking),
        "podium": [
            podium_line(line.entry)
            for line in ranking.lines
            if of.settled_at is not None and 0 < (line.result.place or 0) <= LAST_PLACE
        ][:MOST_ON_PODIUM],
        "placed": sum(line.result.place is not None for line in ranking.lines),
        "compared": len(ranking.compared),
        "commitment": of.deal_set.commitment if of.deal_set else "",
        "numbers": range(1, of.deals + 1),
        "may_direct": may_direct(request.user, of.room),
    }
    if of.settled_at is not None and own_entry is not None:
        context |= {
            "words": show_words(WordsPlace(of.room, round=of), player, current_time, words_form),
            "words_days": WORDS_KEPT.days,
            "write_address": reverse("rooms-round-write", args=[of.pk]),
        }
    return render(request, "play/rooms/round.html", context)


def _people(ranking: RoundRanking) -> dict[str, object]:
    """Return the names of the people in a round and of its robots."""
    entries = [line.entry for line in ranking.lines if line.entry.left_at is None]
    people = [entry_name(entry) for entry in entries if not entry.is_robot]
    return {
        "people": people[:SHOWN_PEOPLE],
        "more": max(len(people) - SHOWN_PEOPLE, 0),
        "robots": [entry_name(entry) for entry in entries if entry.is_robot],
    }


@lane("beginnings")
@hides_nothing
@require_POST
def play_round_view(request: HttpRequest, pk: int) -> HttpResponse:
    """Open the table of the deal under way, or of the next one."""
    entry = _own_entry(request, pk)
    if entry.round.is_shared:
        return redirect("rooms-round", pk)
    if wait := seconds_to_wait(request, PLAY_BEGIN):
        raise TooManyTries(wait)
    try:
        table = play_next(entry=entry, now=timezone.now()).table
    except AppError as error:
        messages.error(request, str(error.message))
        return redirect("rooms-round", pk)
    assert table is not None  # either new or loaded with its table
    let_robots_play(load_sitting(table))
    return redirect("rooms-table", table.secret)


@require_POST
def claim_round_place(request: HttpRequest, pk: int) -> HttpResponse:
    """Assign the browser's entry to the signed-in account."""
    _own_entry(request, pk)
    player = player_of(request)
    if player.owner is None:
        return redirect("accounts-sign-in")
    if claim_entries(device=player.device, owner=player.owner):
        messages.success(request, _("Votre place est dans votre compte : la manche comptera pour lui."))
    return redirect("rooms-round", pk)


@require_POST
def leave_round_view(request: HttpRequest, pk: int) -> HttpResponse:
    """Leave the round for good; the message names what is kept."""
    entry = _own_entry(request, pk)
    leave_round(entry=entry, now=timezone.now())
    messages.success(request, _("Vous avez quitté la manche. Ce que vous avez joué est gardé."))
    return redirect("rooms-room", entry.round.room.slug)


@require_POST
def write_in_round_view(request: HttpRequest, pk: int) -> HttpResponse:
    """Write a message to the other players of a round."""
    entry, form = _own_entry(request, pk), WordsForm(request.POST)
    of = entry.round
    wait = limit_form(request, form, PLAY_WRITE, thing=f"round {pk}") if form.is_valid() else 0
    if form.is_valid() and not wait:
        try:
            write_line(
                place=WordsPlace(of.room, round=of),
                player=player_of(request),
                name=entry_name(entry),
                text=form.cleaned_data["text"],
                now=timezone.now(),
            )
        except AppError as error:
            show_error(form, error)
        else:
            return redirect(reverse("rooms-round", args=[pk]) + "#words-title")
    page = _show_round(request, of, form)
    return as_too_many_requests(page, wait) if wait else page


@require_safe
@never_cache
def deal_page(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Show a deal with all hands and all results, once the round is settled; 404 before."""
    of = _find_round(request, pk)
    boards = {board.number: board for board in revealed_deals(of.deal_set)} if of.deal_set else {}
    if of.settled_at is None or number not in boards:
        raise Http404
    player = player_of(request)
    own_entry = find_room_entry(of, player.device, player.owner)
    board = boards[number]
    plays = RoomPlay.objects.select_related("entry", "table").filter(entry__round=of, deal=number)
    tables = played_hands(of, number) if of.is_shared else {}
    lines = [
        DealLine(
            entry_name(room_play.entry),
            points_words(Fraction(room_play.score)),
            Fraction(room_play.mark) if room_play.mark else None,
            room_play,
            room_play.entry == own_entry,
            room_play.table or tables.get(room_play.at_id or 0),
        )
        for room_play in plays.exclude(score="")
        if not room_play.entry.is_excluded
    ]
    lines.sort(key=lambda line: (line.mark is None, -(line.mark or 0), line.play.entry.number))
    context = {
        "round": of,
        "title": name_round(of),
        "number": number,
        "numbers": range(1, of.deals + 1),
        "felt": _felt(board.layout),
        "plays": lines,
        "own": next((line for line in lines if line.is_own), None),
    }
    return render(request, "play/rooms/round_deal.html", context)


def _felt(layout: Layout) -> Felt:
    """Return the dealt hands and piles for the page."""
    names = place_names(len(layout.hands))
    places = [
        PlaceShown(at=at, name=names[seat], letter=names[seat][0].upper(), hand=tuple(layout.hands[seat]))
        for seat, at in open_places(len(names))
    ]
    piles = [
        PileShown(_("Les autres cartes") if number else _("Le chien"), tuple(pile))
        for number, pile in enumerate(layout.piles)
        if pile
    ]
    return open_felt(title=_("Mains"), seat_count=len(names), places=places, piles=piles)


@require_safe
def set_file(request: HttpRequest, pk: int) -> HttpResponse:
    """Send the deals of a settled round with their seed, with which the commitment can be verified."""
    of = _find_round(request, pk)
    text = revealed_set_file(of.deal_set) if of.deal_set and of.settled_at else ""
    if not text:
        raise Http404
    response = HttpResponse(text, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="manche-{of.pk}.json"'
    return response


def _find_round(request: HttpRequest, pk: int) -> RoomRound:
    """Return the round of an address, for players and directors of its room; raise 404 for other readers."""
    of = get_object_or_404(RoomRound.objects.select_related("room__club", "deal_set"), pk=pk)
    if not may_enter_room(of.room, account_of(request)) and not may_direct(request.user, of.room):
        raise Http404
    return of


def _own_entry(request: HttpRequest, pk: int) -> RoomEntry:
    """Return the reader's entry in the round of an address; raise 404 without one."""
    of, player = _find_round(request, pk), player_of(request)
    entry = find_room_entry(of, player.device, player.owner)
    if entry is None:
        raise Http404
    # saves a query for the round, its room and its deals
    entry.round = of
    return entry


def _first_table_opens_at(
    of: RoomRound, entry: RoomEntry | None, opened_position: int | None
) -> datetime | None:
    """Return the latest time at which a player gets a first table; None if no table opens any more."""
    if entry is None or entry.left_at is not None or opened_position is None:
        return None
    return of.position_ends_at(opened_position) if opened_position + 1 < of.position_count else None


def _own_deals(
    of: RoomRound,
    entry: RoomEntry,
    line: RoundLine | None,
    ranking: RoundRanking,
    opened_position: int | None,
) -> list[OwnDeal]:
    plays = {play.deal: play for play in entry.plays.select_related("table")}
    points = ranking.scores.get(entry.pk, {})
    marks = line.result.marks if line else {}
    begun = begun_hands(entry) if of.is_shared else plays.keys()
    opened_deals = (opened_position + 1) * of.deals_of_position if opened_position is not None else 0
    return [
        OwnDeal(
            number,
            plays.get(number) if not of.is_shared else None,
            points_words(points[number]) if number in points else "",
            marks.get(number),
            number in begun and number not in points,
            number <= opened_deals and number not in plays,
        )
        for number in range(1, of.deals + 1)
    ]
