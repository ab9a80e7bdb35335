"""Pages of a table of one person: the view, actions, undo, hints, the end of the deal."""

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.refusals import TooManyTries, count_wrong_link
from common.errors import AppError
from common.requests.limits import seconds_to_wait
from play.alone.models import BoardPlayedAgain
from play.alone.queries.fields import compare_with_field, compare_with_robots
from play.alone.queries.first_dealer import find_practice_draw
from play.alone.services.beginning import begin_after_passes, has_passed_out
from play.alone.web.home import table_title
from play.rooms.models import RoomPlay
from play.rooms.queries.rankings import compare_deal
from play.rooms.queries.rooms import are_cards_open, has_next_deal, room_play_of
from play.rooms.services.rounds import refuse_play
from play.rooms.words.rooms import entry_name
from play.scene.web.limits import PLAY_ACT
from play.scene.web.scene import show_scene
from play.scene.web.table_parts import layout_for, wants_part
from play.scene.words.reasons import hint_words
from play.scene.words.scores import end_words, score_lines
from play.scene.words.steps import dealer_words, place_names
from play.scene.words.terms import is_asking_term
from play.tables.enums import TableOrigin
from play.tables.models import PlayedTable
from play.tables.services.hints import Hint, hint
from play.tables.services.played_tables import (
    UNDOING,
    Sitting,
    let_robots_play,
    load_sitting,
    play_turn,
    undo_last_action,
)
from tournaments.base.prepared import PreparedModels
from tournaments.base.queries.progress import complete_boards
from tournaments.base.web.visits import visit_session
from tournaments.core.showing import Part
from tournaments.deals.door import shown_board
from tournaments.rankings.queries.replays import can_replay
from tournaments.results.words.facts import points_words

LONGEST_NUMBER = 4
"""Maximum digits of a number of steps, more than any table has."""
LONGEST_KEY = 18
"""Maximum digits of a row's key that every database accepts."""
MOST_TEXTS = 30
"""Maximum actions of one form, more cards than any discard has."""


@dataclass(frozen=True, slots=True)
class SeatScore:
    """One seat's score of a finished deal."""

    name: str
    points: str
    is_me: bool


@dataclass(frozen=True, slots=True)
class EntryScore:
    """One entry's points at a deal of a round."""

    name: str
    points: str
    is_own: bool
    is_robot: bool


@dataclass(frozen=True, slots=True)
class DealInRound:
    """A finished deal of a round beside the other entries."""

    mark: Fraction | None
    scores: tuple[EntryScore, ...]
    """Points of all who finished the deal, best first."""
    robots_playing: int


@require_safe
def table_page(request: HttpRequest, secret: str) -> HttpResponse:
    """Show a table. Steps after the first `?depuis=` are replayed one by one."""
    sitting = load_sitting(find_own_table(request, secret))
    shown_steps = whole_number(request.GET.get("depuis", ""), missing=len(sitting.view.steps))
    return _show(request, sitting, seen=shown_steps)


@require_POST
def act_at_own_table(request: HttpRequest, secret: str) -> HttpResponse:
    """Play an action of the person, or the cards ticked for a discard."""
    texts = [*request.POST.getlist("action"), *request.POST.getlist("carte")][:MOST_TEXTS]
    number = whole_number(request.POST.get("numero", ""), missing=-1)
    was_kept = "gardee" in request.POST
    return _change(
        request,
        secret,
        lambda table: play_turn(table=table, number=number, texts=texts, was_kept=was_kept),
    )


@require_POST
def continue_robots(request: HttpRequest, secret: str) -> HttpResponse:
    """Let the robots continue when they need more than one request."""
    return _change(request, secret, lambda table: let_robots_play(load_sitting(table)))


@require_POST
def take_back_action(request: HttpRequest, secret: str) -> HttpResponse:
    number = whole_number(request.POST.get("numero", ""), missing=-1)
    return _change(request, secret, lambda table: undo_last_action(table=table, number=number))


@require_POST
def give_hint(request: HttpRequest, secret: str) -> HttpResponse:
    """Show the table with a robot's choice, without storing anything."""
    table = find_own_table(request, secret)
    _limit(request, table)
    sitting = load_sitting(table)
    return _show(request, sitting, seen=len(sitting.view.steps), hinted=hint(sitting))


def find_own_table(request: HttpRequest, secret: str) -> PlayedTable:
    """Return the table of an address, with its room's round. A wrong address is counted for the limits."""
    table = _TABLE.first(secret)
    if table is None:
        count_wrong_link(request)
        raise Http404
    return table


def _table_query(secret: str) -> QuerySet[PlayedTable, PlayedTable]:
    return PlayedTable.objects.exclude(origin=TableOrigin.FREE).filter(secret=secret)


_TABLE = PreparedModels(_table_query, str, related=("room_play__entry__round__room",))


def _limit(request: HttpRequest, table: PlayedTable) -> None:
    if wait := seconds_to_wait(request, PLAY_ACT, thing=str(table.pk)):
        raise TooManyTries(wait)


def _change(request: HttpRequest, secret: str, change: Callable[[PlayedTable], Sitting]) -> HttpResponse:
    """Call `change` for a table, then show it."""
    table = find_own_table(request, secret)
    _limit(request, table)
    sitting = None
    try:
        if (play := room_play_of(table)) is not None:
            # the deal of a round ends with the round
            refuse_play(play.entry, timezone.now())
        sitting = change(table)
    except AppError as error:
        messages.error(request, str(error.message))
    if sitting is not None and has_passed_out(sitting):
        messages.info(request, _("Tout le monde a passé : voici la donne suivante."))
        # the script follows the redirect, too, and shows the address of the new table
        return redirect("rooms-table", begin_after_passes(table).table.secret)
    shown_steps = whole_number(request.POST.get("depuis", ""))
    if wants_part(request):
        return _show(request, sitting or load_sitting(table), seen=shown_steps)
    return redirect(f"{reverse('rooms-table', args=[secret])}?depuis={shown_steps}")


def _show(request: HttpRequest, sitting: Sitting, *, seen: int, hinted: Hint | None = None) -> HttpResponse:
    table = sitting.table
    context: dict[str, Any] = {
        "layout": layout_for(request),
        "table": table,
        "title": table_title(table),
        "sitting": sitting,
        "scene": show_scene(sitting, seen=seen, hints=hinted.actions if hinted else ()),
        "step_count": len(sitting.view.steps),
        "hint": hint_words(hinted, lowest_wins=sitting.state.variant.lowest_wins) if hinted else None,
        "act_address": reverse("rooms-table-act", args=[table.secret]),
        "go_on_address": reverse("rooms-table-go-on", args=[table.secret]),
        "may_undo": sitting.can_undo,
        # no robot has a reason for the terms of a deal, which are said before any card is seen
        "may_hint": sitting.is_turn and table.origin in UNDOING and not is_asking_term(sitting.state),
        "room_play": room_play_of(table),
        "drawn_dealer": _drawn_words(sitting),
    }
    if sitting.state.is_over:
        context |= _end(request, sitting)
    return render(request, "play/alone/table.html", context)


def _drawn_words(sitting: Sitting) -> str:
    """Return the cards drawn for the dealer, during the first trick; "" later and without a draw."""
    if sitting.state.is_over or sitting.state.tricks():
        return ""
    draw = find_practice_draw(sitting.table)
    if draw is None:
        return ""
    return dealer_words(draw, sitting.seat, place_names(sitting.state.variant.player_count))


def _end(request: HttpRequest, sitting: Sitting) -> dict[str, Any]:
    state, me, names = sitting.state, sitting.seat, place_names(sitting.state.variant.player_count)
    play = room_play_of(sitting.table)
    return {
        "is_over": True,
        "ended": end_words(state, me, names),
        "lines": score_lines(state, me, names),
        "scores": [
            SeatScore(names[seat], points_words(points), seat == me)
            for seat, points in enumerate(state.scores())
        ],
        **_comparison_context(request, sitting),
        "deal_in_round": _compare_in_round(play) if play is not None else None,
        "has_next": play is not None and has_next_deal(play, timezone.now()),
        "can_replay": can_replay(sitting.state) and are_cards_open(sitting.table, timezone.now()),
    }


def _compare_in_round(play: RoomPlay) -> DealInRound | None:
    """Return the comparison of a deal with the others of its round; None while a player can still play it."""
    comparison = compare_deal(play.entry, play.deal, timezone.now())
    if comparison is None:
        return None
    return DealInRound(
        comparison.mark,
        tuple(
            EntryScore(entry_name(entry), points_words(points), entry == play.entry, entry.is_robot)
            for entry, points in comparison.scores
        ),
        comparison.robots_playing,
    )


def _comparison_context(request: HttpRequest, sitting: Sitting) -> dict[str, object]:
    """Return the comparison with field and robots of an étui that is open to all, else None for both."""
    board_again = open_again(request, sitting)
    state, seat = sitting.state, sitting.seat
    if board_again is None or seat is None:
        return {"field": None, "robots": None}
    return {
        "field": compare_with_field(state, seat, board_again.session, board_again.board),
        "robots": compare_with_robots(state, seat, board_again.session, board_again.board),
    }


def open_again(request: HttpRequest, sitting: Sitting) -> BoardPlayedAgain | None:
    """Return the étui that was played again, if its cards and results are open to all at present."""
    board_again: BoardPlayedAgain | None = getattr(sitting.table, "board_again", None)
    if board_again is None:
        return None
    # the rights of this reader at the page of the étui's session
    session_request = copy(request)
    session_request.GET = QueryDict(f"seance={board_again.session.number}")
    try:
        visit = visit_session(session_request, board_again.session.tournament.slug)
    except (Http404, PermissionDenied):
        return None
    is_open = {Part.BOARDS, Part.HANDS} <= visit.parts() and board_again.board in complete_boards(
        board_again.session
    )
    if not is_open or shown_board(board_again.session, board_again.board, is_complete=True) is None:
        return None
    return board_again


def whole_number(text: str, *, missing: int = 0) -> int:
    """Return the number of steps in an address or a form; `missing` for any other text."""
    # `isdecimal` alone accepts digits of other scripts
    is_number = text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER
    return int(text) if is_number else missing


def row_key(text: str) -> int:
    """Return the key of a row in a form or an address; 0, which no row has, for any other text."""
    is_key = text.isascii() and text.isdecimal() and len(text) <= LONGEST_KEY
    return int(text) if is_key else 0
