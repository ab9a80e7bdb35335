"""A free table as its reader sees it: the waiting room or the deal, the seats, the totals, the phrases."""

from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from functools import cached_property
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from common.requests.limits import count_wrong_link
from games.core.analysis.claims import can_claim
from games.core.cards import sort_hand
from games.core.variants.registry import find_variant
from play.alone.services.beginning import Player
from play.alone.web.beginners import player_of
from play.alone.web.table import SeatScore, whole_number
from play.conduct.services.moderation import blocked_keys, seat_key
from play.conduct.services.words import WORDS_KEPT, WordsPlace, room_of_table
from play.conduct.web.words import WordsForm, show_words
from play.free.enums import Phrase
from play.free.models import FreeTable, RatedSeat, TableSeat
from play.free.queries.free_tables import (
    AWAY,
    Gathering,
    find_seat,
    find_table,
    look,
    moment_of,
    points_of,
    terms_of,
)
from play.free.web.free_tables import TableNameForm, own_name
from play.free.words.rules import tell_rules
from play.rooms.models import RoomTable
from play.rooms.queries.rooms import are_cards_open, find_entry
from play.rooms.queries.tables import own_table, room_table_of
from play.scene.web.scene import show_scene
from play.scene.web.table_parts import layout_for
from play.scene.words.scores import end_words, score_lines
from play.scene.words.steps import place_names
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
    return reader_of(request, secret).table


def reader_of(request: HttpRequest, secret: str) -> TableReader:
    """Return the table of an address and its reader; a wrong address is counted.

    Raises:
        Http404: also for the table of a set of deals at which the reader has no seat.
    """
    found = find_table(secret, timezone.now(), "club_table")
    if found is None:
        count_wrong_link(request)
        raise Http404
    reader = TableReader(found, player_of(request))
    if found.deal_set_id is not None and reader.me is None:
        raise Http404  # others play these deals, too
    return reader


def table_address(table: FreeTable, seen: str = "") -> str:
    """Return the address of the page of a table.

    Args:
        seen: steps that the page has shown, as its form sent them.
    """
    steps = whole_number(seen)
    return reverse("rooms-free-table", args=[table.secret]) + (f"?depuis={steps}" if steps else "")


def show_table(
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
        "address": phone_url(request, table_address(table)),
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
