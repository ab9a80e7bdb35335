"""The page of a free table: waiting room or deal, seats, totals, phrases."""

from collections.abc import Sequence
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

from accounts.refusals import count_wrong_link
from games.core.analysis.claims import can_claim
from games.core.cards import sort_hand
from games.core.variants.registry import find_variant
from play.alone.queries.fields import FieldComparison
from play.alone.services.beginning import Player
from play.alone.web.beginners import player_of
from play.alone.web.table import SeatScore, open_again, whole_number
from play.conduct.services.moderation import blocked_keys, seat_key
from play.conduct.services.words import WORDS_KEPT, WordsPlace, room_of_table
from play.conduct.web.words import WordsForm, show_words
from play.free.enums import Phrase
from play.free.models import EveningTable, FreeTable, RatedSeat, TableSeat
from play.free.queries.evening_tables import EveningMarks, load_evening_marks
from play.free.queries.first_dealer import find_dealer_draw
from play.free.queries.free_tables import (
    AWAY,
    Gathering,
    find_seat,
    free_table_terms,
    free_table_version,
    load_deal_points,
    load_free_table,
    load_gathering,
)
from play.free.web.free_tables import TableNameForm, own_name
from play.free.words.rules import describe_room_rules
from play.free.words.titles import free_table_title
from play.rooms.models import RoomTable
from play.rooms.queries.rooms import are_cards_open, find_room_entry
from play.rooms.queries.tables import own_table, room_table_of
from play.scene.web.scene import show_scene
from play.scene.web.table_parts import layout_for
from play.scene.words.scores import end_words, score_lines, winner_words
from play.scene.words.steps import dealer_words, empty_seat_name, place_names
from tournaments.base.web.addresses import phone_url, qr_image
from tournaments.rankings.queries.replays import can_replay
from tournaments.results.words.facts import points_words

HEARTBEAT = 10
"""Seconds between two requests by which a page reports its player's presence."""


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """A seat in the waiting room and in the totals."""

    seat: int
    place: str
    label: str
    """Name of the seat before anyone plays there: "Nord", "Place n° 2"."""
    name: str
    """Name of the player; "" for an empty seat."""
    is_me: bool
    is_away: bool
    total: str = ""
    deals: tuple[str, ...] = ()
    mean: Fraction | None = None
    """Mean of the marks of the seat beside the field of an evening: 0 to 100; None at other tables."""


@dataclass(frozen=True, slots=True)
class Said:
    """A phrase and its author's name."""

    number: int
    name: str
    words: str


@dataclass(frozen=True)
class TableReader:
    """The reader of a free table."""

    table: FreeTable
    player: Player

    @cached_property
    def me(self) -> TableSeat | None:
        """The reader's seat. One query, the first time."""
        return find_seat(self.table, self.player.device, self.player.owner)


def find_free_table(request: HttpRequest, secret: str) -> FreeTable:
    """Return the table of an address for its reader. A wrong address is counted for the limits."""
    return reader_of(request, secret).table


def reader_of(request: HttpRequest, secret: str) -> TableReader:
    """Return the table of an address and its reader. A wrong address is counted for the limits.

    Raises:
        Http404: also for the table of a set of deals at which the reader has no seat.
    """
    table = load_free_table(secret, timezone.now(), "club_table", "evening_table__session__tournament")
    if table is None:
        count_wrong_link(request)
        raise Http404
    reader = TableReader(table, player_of(request))
    if table.deal_set_id is not None and reader.me is None:
        raise Http404  # other tables play these deals, too
    return reader


def table_address(table: FreeTable, seen: str = "") -> str:
    """Return the address of a table's page.

    Args:
        seen: number of steps already shown, as sent by the page's form.
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
    """Render the page of a table, or only the table if its script requests that.

    Args:
        form: rejected form for a name.
        seen: steps of the present deal already shown; without it no steps are replayed.
        words_form: rejected form for a message.
    """
    table, player, current_time = reader.table, reader.player, timezone.now()
    gathering = load_gathering(table, reader.me)
    names, muted_seats = _names(gathering), _muted_seats(gathering, player)
    change = gathering.next_change()
    room = room_of_table(table) if table.deal_set_id is None else None
    evening: EveningTable | None = getattr(table, "evening_table", None)
    marks = _load_marks(request, gathering, evening)
    context: dict[str, Any] = {
        "layout": layout_for(request),
        "free": table,
        "seated": gathering,
        "title": free_table_title(table),
        "rules": describe_room_rules(table.game, table.rule_set, table.rules_name),
        "form": form or TableNameForm(initial={"name": own_name(request)}),
        "moment": free_table_version(table),
        "address": phone_url(request, table_address(table)),
        "evening": evening,
        "field": _find_field(gathering, marks),
        "lines": _place_lines(gathering, current_time, marks),
        "counting": _counting_words(gathering),
        "rated": _rated_lines(gathering, names),
        "pot": gathering.deal.pot if gathering.deal and free_table_terms(table).plays_for_pot else None,
        "has_room": len(gathering.seats) < len(names) and table.ended_at is None,
        "phrases": Phrase.choices,
        "said": [
            Said(phrase.pk, names[phrase.seat], phrase.get_phrase_display())
            for phrase in table.phrases.all()
            if phrase.seat not in muted_seats
        ],
        "seconds_left": max(0, round((change - current_time).total_seconds())) if change else None,
        "heartbeat": HEARTBEAT,
        "club_room": room,
    }
    if room is not None and gathering.me is not None:
        context |= {
            "words": show_words(WordsPlace(room, table=table), player, current_time, words_form),
            "words_days": WORDS_KEPT.days,
            "write_address": reverse("rooms-free-write", args=[table.secret]),
        }
    if (round_table := room_table_of(table)) is not None:
        # closed with a deal unfinished, whose cards other tables may still play
        if table.ended_at is not None and gathering.is_playing:
            return redirect("rooms-round", round_table.round_id)
        context |= _round_context(round_table, gathering)
    elif gathering.sitting is None or table.ended_at is not None:
        return render(request, "play/free/free_waiting.html", context | {"qr": qr_image(context["address"])})
    return render(request, "play/free/free_table.html", context | _deal_context(gathering, names, seen))


def _load_marks(request: HttpRequest, gathering: Gathering, evening: EveningTable | None) -> EveningMarks:
    """Return what the reader may see of the marks beside the field of an evening, once a deal is over."""
    sitting = gathering.sitting
    if evening is None or sitting is None or gathering.is_playing or open_again(request, sitting) is None:
        return EveningMarks({})
    return load_evening_marks(evening)


def _find_field(gathering: Gathering, marks: EveningMarks) -> FieldComparison | None:
    """Return the comparison of the reader at the present étui; None for others and at other tables."""
    sitting = gathering.sitting
    if sitting is None or sitting.seat is None or not marks.fields:
        return None
    return marks.fields.get((sitting.table.board_again.board, sitting.seat))


def _round_context(at: RoomTable, gathering: Gathering) -> dict[str, Any]:
    """Return the context of a round's table: the link to the player's next table, once the deal is over."""
    if gathering.is_playing:
        return {"room_table": at}
    assert gathering.me is not None  # only players find a table of a set
    entry = find_room_entry(at.round, gathering.me.device, gathering.me.owner)
    latest_table = own_table(entry) if entry is not None else None
    return {
        "room_table": at,
        "next_table": latest_table[0].free_table
        if latest_table is not None and latest_table[0] != at
        else None,
    }


def _deal_context(gathering: Gathering, names: tuple[str, ...], seen: str) -> dict[str, Any]:
    """Return the context of a deal, beyond that of the whole table."""
    sitting, table = gathering.sitting, gathering.table
    assert sitting is not None
    assert gathering.deal is not None
    step_count = len(sitting.view.steps)
    acting_seat, me, shown_count = gathering.acting(), sitting.seat, whole_number(seen, missing=step_count)
    context: dict[str, Any] = {
        "table": gathering.deal.table,
        "sitting": sitting,
        "scene": show_scene(
            sitting,
            seen=shown_count,
            names=names,
            marks=_marks(gathering),
            absent=_absent_seats(gathering),
        ),
        "step_count": step_count,
        "act_address": reverse("rooms-free-act", args=[table.secret]),
        "go_on_address": reverse("rooms-free-go-on", args=[table.secret]),
        # a robot holds the player's seat
        "is_held": me is not None and me in sitting.chairs.robots,
        "is_acting": acting_seat is not None and acting_seat == gathering.me,
        "may_claim": sitting.is_turn and gathering.claim is None and can_claim(sitting.state),
        "deal_of_match": gathering.deals_of_match,
        "board": sitting.table.board_again.board if hasattr(table, "evening_table") else None,
        "drawn_dealer": _dealer_words(gathering, names),
    }
    if gathering.claim is not None:
        # a claim shows the claimant's hand to the other players
        hand = sort_hand(sitting.state.view(gathering.claim.seat).hand)
        context |= {
            "claimed_hand": hand,
            "claimed_by": names[gathering.claim.seat],
            "may_answer": me is not None
            and me not in (gathering.claim.seat, *gathering.claim.assents, *sitting.chairs.robots),
        }
    if sitting.state.is_over:
        context |= {
            "is_over": True,
            "ended": end_words(sitting.state, me, names),
            "score_lines": score_lines(sitting.state, me, names),
            "scores": [
                SeatScore(names[seat], points_words(points), seat == me)
                for seat, points in enumerate(sitting.state.scores())
            ],
            "match_words": _match_words(gathering, names),
            "payment_words": _payment_words(gathering, names),
            "can_replay": can_replay(sitting.state) and are_cards_open(sitting.table, timezone.now()),
        }
    return context


def _match_words(gathering: Gathering, names: Sequence[str]) -> str:
    """Return the winners of a finished match; "" before its end, and for one deal, which says it itself."""
    if not gathering.is_match_over or gathering.table.deal_count == 1:
        return ""
    points_by_deal = load_deal_points(gathering.table, gathering.table.match)
    totals = [sum(points, Fraction()) for points in zip(*points_by_deal, strict=True)]
    lowest_wins = find_variant(gathering.table.game).lowest_wins
    seat = gathering.me.seat if gathering.me is not None else None
    return winner_words(totals, seat, names, lowest_wins=lowest_wins)


def _payment_words(gathering: Gathering, names: Sequence[str]) -> str:
    """Return the points of the present deal beside its score, for the pot or a third Excuse; "" for none."""
    assert gathering.deal is not None
    me = gathering.me.seat if gathering.me is not None else None
    payments = [
        f"{_('vous') if seat == me else names[seat]} {points_words(int(points))}"
        for seat, points in enumerate(gathering.deal.payments.split())
        if points != "0"
    ]
    if not payments:
        return ""
    values = {"points": ", ".join(payments)}
    # only Contrat has a third Excuse, and no pot
    if gathering.table.game.startswith("contrat"):
        return _("Troisième Excuse : %(points)s.") % values
    return _("Mouche : %(points)s.") % values


def _dealer_words(gathering: Gathering, names: Sequence[str]) -> str:
    """Return the cards drawn for the dealer of the present deal; "" without a draw."""
    assert gathering.deal is not None
    draw = find_dealer_draw(gathering.table, gathering.deal)
    seat = gathering.me.seat if gathering.me is not None else None
    return "" if draw is None else dealer_words(draw, seat, names)


def _muted_seats(gathering: Gathering, player: Player) -> set[int]:
    """Return the seats of players that the reader has blocked. One query, none with a single player."""
    if len(gathering.seats) < 2:
        return set()
    player_keys = blocked_keys(player)
    return {seat.seat for seat in gathering.seats if seat_key(seat) in player_keys}


def _counting_words(gathering: Gathering) -> str:
    """Return a text about whether the match is rated; "" at a table without ratings."""
    table = gathering.table
    if not table.is_rated:
        return ""
    if gathering.deal is None:
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


def _rated_lines(gathering: Gathering, names: tuple[str, ...]) -> list[tuple[str, int, int]]:
    """Return (name, rating before, rating after) for each player of a settled rated match."""
    if not gathering.table.is_rated:
        return []
    seats = RatedSeat.objects.filter(rated__table=gathering.table, rated__match=gathering.table.match)
    return [
        (names[rated_seat.seat], round(rated_seat.before), round(rated_seat.after))
        for rated_seat in seats
        if rated_seat.before is not None and rated_seat.after is not None
    ]


def _names(gathering: Gathering) -> tuple[str, ...]:
    """Return the names by seat: of the player, otherwise of the place."""
    places = place_names(find_variant(gathering.table.game).player_count)
    people = {player.seat: player.name for player in gathering.players() or gathering.seats}
    return tuple(people.get(seat, place) for seat, place in enumerate(places))


def _absent_seats(gathering: Gathering) -> set[int]:
    """Return the seats of players who are away and have no robot in their place."""
    last_sign = timezone.now() - AWAY
    players = gathering.players()
    return {player.seat for player in players if player.robot_since is None and player.seen_at < last_sign}


def _marks(gathering: Gathering) -> dict[int, str]:
    """Return marks[seat] below the names: robot, robot in a player's place, absent."""
    assert gathering.sitting is not None
    absent_seats = _absent_seats(gathering)
    marks = {seat: _("robot") for seat in gathering.sitting.chairs.robots}
    for player in gathering.players():
        if player.robot_since is not None:
            marks[player.seat] = _("un robot joue")
        elif player.seat in absent_seats:
            marks[player.seat] = _("absent")
    return marks


def _place_lines(gathering: Gathering, now: datetime, marks: EveningMarks) -> list[PlaceLine]:
    """Return every seat with its points in the present match, and its mean beside the field of an evening."""
    points_by_deal = load_deal_points(gathering.table, gathering.table.match)
    count = find_variant(gathering.table.game).player_count
    lines = []
    for seat, place in enumerate(place_names(count)):
        person = gathering.at(seat)
        points = [deal[seat] for deal in points_by_deal]
        lines.append(
            PlaceLine(
                seat=seat,
                place=place,
                label=empty_seat_name(seat, count),
                name=person.name if person else "",
                is_me=person is not None and person == gathering.me,
                is_away=person is not None and person.seen_at < now - AWAY,
                total=points_words(sum(points, Fraction())) if points else "",
                deals=tuple(map(points_words, points)),
                mean=marks.mean(seat),
            )
        )
    return lines
