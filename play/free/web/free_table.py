"""One free table: the waiting room, the deal as its reader may see it, what he does there."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from functools import cached_property
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from common.errors import AppError
from common.live.telling import answer_live
from common.requests.devices import keep_device, known_device, make_device
from common.requests.limits import TooManyTries, count_wrong_link, limit_form, refusing, seconds_to_wait
from games.core.analysis.claims import can_claim
from games.core.cards import sort_hand
from games.core.variants.registry import find_variant
from play.alone.services.beginning import Player
from play.alone.web.beginners import account_of, player_of
from play.alone.web.table import MOST_TEXTS, SeatScore, whole_number
from play.conduct.services.moderation import (
    blocked_keys,
    refuse_barred,
    refuse_blocked,
    seat_key,
)
from play.conduct.services.words import (
    WORDS_KEPT,
    WordsPlace,
    refuse_stranger,
    room_of_table,
    write_line,
)
from play.conduct.web.words import WordsForm, show_words
from play.free.enums import Phrase
from play.free.models import FreeTable, RatedSeat, TableSeat
from play.free.services.free_tables import (
    AWAY,
    Gathering,
    answer_claim,
    begin_deal,
    claim_rest,
    find_seat,
    find_table,
    go_on,
    leave,
    look,
    moment_of,
    play,
    points_of,
    say,
    sit_down,
    terms_of,
    topic_of,
)
from play.free.services.table_ratings import settle_matches
from play.free.web.free_tables import TableNameForm, own_name
from play.free.words.rules import tell_rules
from play.rooms.models import RoomTable
from play.rooms.queries.rooms import are_cards_open, find_entry
from play.rooms.queries.tables import is_table_done, own_table, room_table_of
from play.rooms.services.rounds import leave_round
from play.rooms.services.seating import open_tables, refuse_late_play
from play.scene.web.scene import show_scene
from play.scene.web.table_parts import layout_for, wants_part
from play.scene.words.scores import end_words, score_lines
from play.scene.words.steps import place_names
from tournaments.base.web.acting import show_error
from tournaments.base.web.addresses import phone_url, qr_image
from tournaments.events.words.game_names import game_name
from tournaments.rankings.queries.replays import can_replay
from tournaments.results.words.facts import points_words

HEARTBEAT = 10
"""Seconds after which a page says that somebody is there."""


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """A seat as the waiting room and the totals show it."""

    seat: int
    place: str
    name: str
    """Of the person, "" for nobody."""
    is_me: bool
    is_away: bool
    total: str = ""
    deals: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Said:
    """A phrase with who said it."""

    number: int
    name: str
    words: str


@require_safe
@never_cache
def free_table_page(request: HttpRequest, secret: str) -> HttpResponse:
    """The table as it is; what happened after `?depuis=` steps of the present deal is told one by one."""
    reader = _reader_of(request, secret)
    return _show(request, reader, seen=request.GET.get("depuis", ""))


@require_safe
@never_cache
def moment(request: HttpRequest, secret: str) -> HttpResponse:
    """Whether anything changed since `?vu=`: 204 where nothing did. Pages listen to it, too.

    The script of a table is answered with what changed, as `free_table_page` answers it.
    """
    reader = _reader_of(request, secret)

    def compare() -> HttpResponse:
        present = moment_of(reader.table)
        if request.GET.get("vu") == present:
            return HttpResponse(status=204)
        if wants_part(request):
            return _show(request, reader, seen=request.GET.get("depuis", ""))
        return HttpResponse(present, content_type="text/plain")

    return answer_live(request, topic_of(reader.table), answer=compare)


@require_POST
def sit(request: HttpRequest, secret: str) -> HttpResponse:
    """Sit down under a name."""
    reader = _reader_of(request, secret)
    table, form = reader.table, TableNameForm(request.POST, owner=account_of(request))
    wait = limit_form(request, form, "play-begin") if form.is_valid() else 0
    if form.is_valid() and not wait:
        device = known_device(request) or make_device()
        now, player = timezone.now(), Player(device.key, account_of(request))
        wished = whole_number(request.POST.get("place", ""), missing=-1)
        try:
            refuse_barred(room=None, player=player, now=now)
            if (room := room_of_table(table)) is not None:
                refuse_stranger(room, player)
                refuse_barred(room=room, player=player, now=now)
            refuse_blocked(table=table, player=player)
            sit_down(
                table=table,
                name=form.cleaned_data["name"],
                device=player.device,
                owner=player.owner,
                now=now,
                seat=wished if wished >= 0 else None,
            )
        except AppError as error:
            show_error(form, error)
        else:
            response: HttpResponse = redirect(_address(table))
            keep_device(request, response, made=device)
            return response
    page = _show(request, reader, form)
    return refusing(page, wait) if wait else page


@require_POST
def stand_up(request: HttpRequest, secret: str) -> HttpResponse:
    """Leave the table."""
    reader = _reader_of(request, secret)
    table, me = reader.table, reader.me
    if (at := room_table_of(table)) is not None and me is not None:
        entry = find_entry(at.round, me.device, me.owner)
        if entry is not None:
            leave_round(entry=entry, now=timezone.now())
        return redirect("rooms-round", at.round_id)
    if me is not None:
        leave(me=me, now=timezone.now())
        settle_matches(now=timezone.now(), table=table)
    return redirect("rooms-free" if me is not None else _address(table))


@require_POST
def begin(request: HttpRequest, secret: str) -> HttpResponse:
    """Begin the first deal, the next one or a return match, or open a table again that was ended."""
    seen = whole_number(request.POST.get("donne", ""), missing=-1)
    return _change(request, secret, lambda me, now: begin_deal(me=me, seen=seen, now=now))


@require_POST
def act_here(request: HttpRequest, secret: str) -> HttpResponse:
    """What the person does: one action, or the cards that he ticked for his discard."""
    texts = [*request.POST.getlist("action"), *request.POST.getlist("carte")][:MOST_TEXTS]
    number = whole_number(request.POST.get("numero", ""), missing=-1)
    return _change(request, secret, lambda me, now: play(me=me, number=number, texts=texts, now=now))


@require_POST
def be_here(request: HttpRequest, secret: str) -> HttpResponse:
    """The person is there: robots and clocks go on; with `retour` he takes his seat back."""
    is_asked = "retour" in request.POST
    return _change(request, secret, lambda me, now: go_on(me=me, now=now, is_asked=is_asked))


@require_POST
def claim(request: HttpRequest, secret: str) -> HttpResponse:
    """Claim all remaining tricks."""
    number = whole_number(request.POST.get("numero", ""), missing=-1)
    return _change(request, secret, lambda me, now: claim_rest(me=me, number=number, now=now))


@require_POST
def answer(request: HttpRequest, secret: str) -> HttpResponse:
    """Agree with a claim, or refuse it."""
    number = whole_number(request.POST.get("numero", ""), missing=-1)
    agrees = request.POST.get("reponse") == "oui"
    return _change(
        request, secret, lambda me, now: answer_claim(me=me, number=number, agrees=agrees, now=now)
    )


@require_POST
def speak(request: HttpRequest, secret: str) -> HttpResponse:
    """Say one of the fixed phrases."""
    reader = _reader_of(request, secret)
    phrase = request.POST.get("phrase", "")
    if reader.me is not None and phrase in Phrase.values:
        if wait := seconds_to_wait(request, "play-say", thing=str(reader.me.pk)):
            raise TooManyTries(wait)
        say(me=reader.me, phrase=Phrase(phrase), now=timezone.now())
    return _after(request, secret)


@require_POST
def write(request: HttpRequest, secret: str) -> HttpResponse:
    """Write a line to the others at a table of a club's room."""
    reader = _reader_of(request, secret)
    form, room = WordsForm(request.POST), room_of_table(reader.table)
    if reader.me is None or room is None:
        return _after(request, secret)
    wait = limit_form(request, form, "play-write", thing=f"table {reader.table.pk}") if form.is_valid() else 0
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
            return _after(request, secret)
    page = _show(request, reader, words_form=form, seen=request.POST.get("depuis", ""))
    return refusing(page, wait) if wait else page


# --- inside -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TableReader:
    """Who looks at a free table, which he has found."""

    table: FreeTable
    player: Player

    @cached_property
    def me(self) -> TableSeat | None:
        """Where he sits. One query, the first time."""
        return find_seat(self.table, self.player.device, self.player.owner)


def find_free_table(request: HttpRequest, secret: str) -> FreeTable:
    """The table of an address, as far as its reader may find it; counts an address that is none."""
    return _reader_of(request, secret).table


def _reader_of(request: HttpRequest, secret: str) -> TableReader:
    found = find_table(secret, timezone.now(), "club_table")
    if found is None:
        count_wrong_link(request)
        raise Http404
    reader = TableReader(found, player_of(request))
    if found.deal_set_id is not None and reader.me is None:
        raise Http404  # others play these deals, too
    return reader


def _after(request: HttpRequest, secret: str) -> HttpResponse:
    """What follows a form: the page, or the table alone where its script asks for that."""
    reader, seen = _reader_of(request, secret), request.POST.get("depuis", "")
    if wants_part(request):
        return _show(request, reader, seen=seen)
    return redirect(_address(reader.table, seen))


def _address(table: FreeTable, seen: str = "") -> str:
    steps = whole_number(seen)
    return reverse("rooms-free-table", args=[table.secret]) + (f"?depuis={steps}" if steps else "")


def _change(
    request: HttpRequest, secret: str, change: Callable[[TableSeat, datetime], object]
) -> HttpResponse:
    """Do something at one's own seat, then show what came of it; who has no seat changes nothing."""
    reader = _reader_of(request, secret)
    table, me = reader.table, reader.me
    if me is not None:
        if wait := seconds_to_wait(request, "play-act", thing=f"seat {me.pk}"):
            raise TooManyTries(wait)
        at, now = room_table_of(table), timezone.now()
        try:
            if at is not None:
                refuse_late_play(at, now)
            change(me, now)
            if at is not None and is_table_done(at):
                open_tables(of=at.round, now=now)
            if table.is_rated:
                settle_matches(now=timezone.now(), table=table)
        except AppError as error:
            messages.error(request, str(error.message))
    return _after(request, secret)


def _show(
    request: HttpRequest,
    reader: TableReader,
    form: TableNameForm | None = None,
    *,
    seen: str = "",
    words_form: WordsForm | None = None,
) -> HttpResponse:
    """The page, or the table alone.

    Args:
        form: of a name that was refused.
        seen: steps of the present deal that the page had shown; without it nothing is told one by one.
        words_form: of a line that was refused.
    """
    table, player, now = reader.table, reader.player, timezone.now()
    seated = look(table, reader.me)
    names, muted = _names(seated), _muted_seats(seated, player)
    change = seated.next_change()
    room = room_of_table(table) if table.deal_set_id is None else None
    context: dict[str, Any] = {
        "layout": layout_for(request),
        "free": table,
        "seated": seated,
        "title": game_name(table.game),
        "rules": tell_rules(table.game, table.rule_set, table.rules_name),
        "form": form or TableNameForm(initial={"name": own_name(request)}),
        "moment": moment_of(table),
        "address": phone_url(request, _address(table)),
        "lines": _lines(seated, now),
        "counting": _counting_words(seated),
        "rated": _rated_lines(seated, names),
        "pot": seated.deal.pot if seated.deal and terms_of(table).plays_for_pot else None,
        "has_room": len(seated.seats) < len(names) and table.ended_at is None,
        "phrases": Phrase.choices,
        "said": [
            Said(said.pk, names[said.seat], said.get_phrase_display())
            for said in table.phrases.all()
            if said.seat not in muted
        ],
        "seconds_left": max(0, round((change - now).total_seconds())) if change else None,
        "heartbeat": HEARTBEAT,
        "club_room": room,
    }
    if room is not None and seated.me is not None:
        context |= {
            "words": show_words(WordsPlace(room, table=table), player, now, words_form),
            "words_days": WORDS_KEPT.days,
            "write_address": reverse("rooms-free-write", args=[table.secret]),
        }
    if (at := room_table_of(table)) is not None:
        if table.ended_at is not None and seated.is_playing:
            return redirect("rooms-round", at.round_id)
        context |= _beside(at, seated)
    elif seated.sitting is None or table.ended_at is not None:
        return render(request, "play/free/free_waiting.html", context | {"qr": qr_image(context["address"])})
    return render(request, "play/free/free_table.html", context | _deal(seated, names, seen))


def _beside(at: RoomTable, seated: Gathering) -> dict[str, Any]:
    """What the page of a table of a round shows of the round: where its reader goes next, after a deal."""
    if seated.is_playing:
        return {"room_table": at}
    assert seated.me is not None  # nobody else finds it
    entry = find_entry(at.round, seated.me.device, seated.me.owner)
    latest = own_table(entry) if entry is not None else None
    return {
        "room_table": at,
        "next_table": latest[0].free_table if latest is not None and latest[0] != at else None,
    }


def _deal(seated: Gathering, names: tuple[str, ...], seen: str) -> dict[str, Any]:
    """What the page of a deal shows beside what every page of the table does."""
    sitting, table = seated.sitting, seated.table
    assert sitting is not None
    assert seated.deal is not None
    step_count = len(sitting.view.steps)
    acting, me, told = seated.acting(), sitting.seat, whole_number(seen, missing=step_count)
    context: dict[str, Any] = {
        "table": seated.deal.table,
        "sitting": sitting,
        "scene": show_scene(sitting, seen=told, names=names, marks=_marks(seated)),
        "step_count": step_count,
        "act_address": reverse("rooms-free-act", args=[table.secret]),
        "go_on_address": reverse("rooms-free-go-on", args=[table.secret]),
        "is_held": me is not None and me in sitting.chairs.robots,
        "is_acting": acting is not None and acting == seated.me,
        "may_claim": sitting.is_turn and seated.claim is None and can_claim(sitting.state),
        "deal_of_match": seated.deals_of_match,
    }
    if seated.claim is not None:
        hand = sort_hand(sitting.state.view(seated.claim.seat).hand)
        context |= {
            "claimed_hand": hand,
            "claimed_by": names[seated.claim.seat],
            "may_answer": me is not None
            and me not in (seated.claim.seat, *seated.claim.assents, *sitting.chairs.robots),
        }
    if sitting.state.is_over:
        context |= {
            "is_over": True,
            "ended": end_words(sitting.state, me, names),
            "score_lines": score_lines(sitting.state),
            "scores": [
                SeatScore(names[seat], points_words(points), seat == me)
                for seat, points in enumerate(sitting.state.scores())
            ],
            "can_replay": can_replay(sitting.state) and are_cards_open(sitting.table),
        }
    return context


def _muted_seats(seated: Gathering, player: Player) -> set[int]:
    """Where somebody sits whom the reader has blocked. One query, none where he sits alone."""
    if len(seated.seats) < 2:
        return set()
    blocked = blocked_keys(player)
    return {each.seat for each in seated.seats if seat_key(each) in blocked}


def _counting_words(seated: Gathering) -> str:
    """Whether the match counts for the rating; "" at a table without it."""
    table = seated.table
    if not table.is_rated:
        return ""
    if seated.deal is None:
        return _(
            "Table avec cote : la partie compte si un compte tient chaque place quand elle commence, chacun"
            " sur son appareil. Avec un robot ou un joueur sans compte, elle ne compte pas."
        )
    if table.rated_matches.filter(match=table.match).exists():
        return _(
            "Cette partie compte pour la cote. Si vous partez, vous gardez le résultat du robot qui vous"
            " remplace."
        )
    return _("Cette partie ne compte pas pour la cote : un compte ne tenait pas chaque place au début.")


def _rated_lines(seated: Gathering, names: tuple[str, ...]) -> list[tuple[str, int, int]]:
    """Name, rating before and after of each who played the match, once it has counted."""
    if not seated.table.is_rated:
        return []
    seats = RatedSeat.objects.filter(rated__table=seated.table, rated__match=seated.table.match)
    return [
        (names[each.seat], round(each.before), round(each.after))
        for each in seats
        if each.before is not None and each.after is not None
    ]


def _names(seated: Gathering) -> tuple[str, ...]:
    """Who sits at each seat: a person under his name, else the place."""
    places = place_names(find_variant(seated.table.game).player_count)
    people = {each.seat: each.name for each in seated.players() or seated.seats}
    return tuple(people.get(seat, place) for seat, place in enumerate(places))


def _marks(seated: Gathering) -> dict[int, str]:
    """What stands below a name: who is a robot, who is away."""
    assert seated.sitting is not None
    now = timezone.now()
    marks = {seat: _("robot") for seat in seated.sitting.chairs.robots}
    for each in seated.players():
        if each.robot_since is not None:
            marks[each.seat] = _("un robot joue")
        elif each.seen_at < now - AWAY:
            marks[each.seat] = _("absent")
    return marks


def _lines(seated: Gathering, now: datetime) -> list[PlaceLine]:
    """Every seat with its points in the present match."""
    found = points_of(seated.table, seated.table.match)
    lines = []
    for seat, place in enumerate(place_names(find_variant(seated.table.game).player_count)):
        person = seated.at(seat)
        points = [deal[seat] for deal in found]
        lines.append(
            PlaceLine(
                seat=seat,
                place=place,
                name=person.name if person else "",
                is_me=person is not None and person == seated.me,
                is_away=person is not None and person.seen_at < now - AWAY,
                total=points_words(sum(points, Fraction())) if points else "",
                deals=tuple(map(points_words, points)),
            )
        )
    return lines
