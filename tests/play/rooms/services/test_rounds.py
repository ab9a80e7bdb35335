"""Rounds of a room: one deal set for all, one play for each, entering and leaving in time."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from common.errors import AppError
from games.core.bots.choosing import RobotLevel, explain_action
from games.core.bots.habits.choices import RobotChoice
from games.core.play import View
from games.core.seats import SOUTH
from games.enums import DealSetState
from games.models import DealSet
from play.alone.services.beginning import Player
from play.rooms.enums import RoomContract, RoundKind
from play.rooms.models import RoomEntry, RoomNote, RoomPlay, RoomRound, SiteBeat
from play.rooms.queries.rankings import is_deal_closed
from play.rooms.services.keeping_time import keep_time
from play.rooms.services.rounds import (
    begin_at_once,
    begin_play,
    deal_round,
    enter_round,
    leave_round,
    play_next,
    round_to_enter,
)
from play.rooms.services.settling import settle_round
from play.rooms.words.rooms import entry_name
from play.tables.models import PlayedTable
from play.tables.services import dealt_tables, table_robots
from play.tables.services.played_tables import Sitting, let_robots_play, load_sitting, play_turn
from tests.factories.rooms import finish, make_entry, make_room, make_round
from tests.factories.tournaments import make_user

pytestmark = pytest.mark.django_db
HOUR = datetime(2026, 11, 23, 20, 0, tzinfo=UTC)


def minutes(count: float) -> timedelta:
    return timedelta(minutes=count)


@pytest.mark.parametrize(
    ("every", "at", "starts"),
    [(30, 0, 0), (30, 14.9, 0), (30, 15, 30), (30, 29, 30), (20, 25, 20), (60, 31, 60), (10, 5, 10)],
)
def test_one_enters_the_round_under_way_until_half_way_then_the_next(
    every: int, at: float, starts: int
) -> None:
    entered_round = round_to_enter(room=make_room(minutes=every), now=HOUR + minutes(at))

    assert (entered_round.starts_at, entered_round.ends_at) == (
        HOUR + minutes(starts),
        HOUR + minutes(starts + every),
    )


def names_of(of: RoomRound) -> list[str]:
    return [entry_name(entry) for entry in of.entries.filter(is_robot=False)]


def test_guest_whose_name_is_taken_has_the_number_beside_it() -> None:
    of = make_round(make_room(robot_players=0))

    for name in ("Lulu", "LULU", "Marie", "", "", "a" * 24, "A" * 24):
        make_entry(of, name=name)

    assert names_of(of) == [
        "Lulu",
        "LULU (2)",
        "Marie",
        "Joueur 4",
        "Joueur 5",
        "a" * 24,
        f"{'A' * 20} (7)",
    ]


def test_name_of_an_account_stays_its_own() -> None:
    of = make_round(make_room(robot_players=0))

    make_entry(of, name="Lulu")
    make_entry(of, name="Lulu", owner=make_user())

    assert names_of(of) == ["Lulu (1)", "Lulu"]


def test_deal_that_somebody_begins_has_the_search_compiled_for_its_robots(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compiled: list[tuple[str, str]] = []
    monkeypatch.setattr(dealt_tables, "compile_for", lambda level, game: compiled.append((level, game)))
    of = make_round(make_room(level="club"))

    begin_play(entry=make_entry(of), deal=1, now=of.starts_at)

    assert compiled == [("club", "tarot-4")]


def test_deals_are_dealt_once_and_sealed_when_the_moment_has_come() -> None:
    room = make_room()
    coming = round_to_enter(room=room, now=HOUR + minutes(20))

    round_before = deal_round(of=coming, now=HOUR + minutes(29))
    dealt, again = (deal_round(of=coming, now=HOUR + minutes(30)) for _ in range(2))

    assert round_before.deal_set is None
    assert dealt.deal_set == again.deal_set == DealSet.objects.get()
    assert dealt.deal_set.state == DealSetState.SEALED
    assert len(dealt.deal_set.commitment) == 64
    assert dealt.deal_set.deals.count() == room.deals


def test_keeper_of_time_begins_and_ends_rounds_whenever_it_comes() -> None:
    room = make_room()
    keep_time(now=HOUR + minutes(1))
    SiteBeat.objects.update(at=HOUR + minutes(2))  # the site was up meanwhile, here and below
    keep_time(now=HOUR + minutes(2))
    entry = make_entry(RoomRound.objects.get(), now=HOUR + minutes(3))

    SiteBeat.objects.update(at=HOUR + minutes(31))
    keep_time(now=HOUR + minutes(31))

    assert [round_row.starts_at for round_row in room.rounds.all()] == [HOUR + minutes(30), HOUR]
    entry.round.refresh_from_db()
    assert entry.round.settled_at == HOUR + minutes(31)
    assert entry.round.deal_set is not None
    assert entry.round.deal_set.state == DealSetState.REVEALED


def test_round_that_nobody_entered_goes_with_its_deals() -> None:
    make_room(is_open=True)
    keep_time(now=HOUR)

    SiteBeat.objects.update(at=HOUR + minutes(29))
    keep_time(now=HOUR + minutes(29))
    round_count = RoomRound.objects.count()
    SiteBeat.objects.update(at=HOUR + minutes(31))
    over = RoomRound.objects.get(starts_at=HOUR)
    keep_time(now=HOUR + minutes(31))
    settle_round(of=over, now=HOUR + minutes(31))  # by a second worker

    assert round_count == 2  # the next one can be entered
    assert [round_row.starts_at for round_row in RoomRound.objects.all()] == [HOUR + minutes(30)]
    assert DealSet.objects.count() == 1


def test_everybody_has_the_same_cards_seat_contract_and_robots() -> None:
    of = make_round()
    first, second = (begin_play(entry=make_entry(of), deal=2, now=of.starts_at).table for _ in range(2))

    assert first is not None
    assert second is not None
    assert load_sitting(first).state.layout == load_sitting(second).state.layout
    for name in ("seat", "dealer", "taker", "bid", "level", "robot_seed"):
        assert getattr(first, name) == getattr(second, name)
    assert (first.seat, first.bid) == (SOUTH, "garde")


def test_robots_think_once_for_all_who_come_to_the_same_moment_of_a_deal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    thinking_seats: list[int] = []

    def think(view: View, level: RobotLevel, **options: Any) -> RobotChoice:
        thinking_seats.append(view.seat)
        return explain_action(view, level, **options)

    def pass_at(table: PlayedTable) -> Sitting:
        sitting = let_robots_play(load_sitting(table))
        return play_turn(table=table, number=sitting.number, texts=["pass"])

    monkeypatch.setattr(table_robots, "explain_action", think)
    of = make_round(make_room(contract=RoomContract.AUCTION))
    plays = [begin_play(entry=make_entry(of), deal=1, now=of.starts_at) for _ in range(3)]
    first, same_moment, other_robots = (PlayedTable.objects.get(room_play=play) for play in plays)
    other_robots.robot_seed += 1

    steps = pass_at(first).state.steps
    thought = len(thinking_seats)
    again = pass_at(same_moment).state.steps

    assert thought > 0
    assert (again, len(thinking_seats)) == (steps, thought)
    pass_at(other_robots)
    assert len(thinking_seats) > thought


def test_who_begins_a_deal_waits_for_nobody_where_the_round_is_dealt() -> None:
    of = make_round()
    entry = make_entry(of)

    with CaptureQueriesContext(connection) as queries:
        begin_play(entry=entry, deal=1, now=of.starts_at)

    assert not any('FROM "rooms_roomround"' in query["sql"] for query in queries)


def test_table_bids_where_the_room_says_so() -> None:
    of = make_round(make_room(contract=RoomContract.AUCTION))

    table = begin_play(entry=make_entry(of), deal=1, now=of.starts_at).table

    assert table is not None
    assert (table.taker, table.bid) == (None, "")


@pytest.mark.parametrize("game", ["tarot-3", "tarot-5", "papayou-4", "nullo-4", "contrat-4"])
def test_room_plays_other_games(game: str) -> None:
    of = make_round(make_room(game=game))

    table = begin_play(entry=make_entry(of), deal=1, now=of.starts_at).table

    assert table is not None
    assert not load_sitting(table).state.is_over


def test_one_play_of_a_deal_for_one_person() -> None:
    of = make_round()
    user = make_user()
    guest = make_entry(of, "browser")

    signed_in = enter_round(of=of, player=Player("browser", user), name="", now=of.starts_at)
    first, again = (begin_play(entry=guest, deal=1, now=of.starts_at) for _ in range(2))

    assert signed_in == guest
    assert first == again == RoomPlay.objects.get()


def test_two_accounts_on_one_device_are_noted_for_the_director() -> None:
    of = make_round()
    first = make_entry(of, "shared", owner=make_user("A"))
    second = make_entry(of, "shared", owner=make_user("B"))
    make_entry(of, "elsewhere", owner=make_user("C"))

    assert [(note.kind, note.first, note.second) for note in RoomNote.objects.all()] == [
        ("device", first, second)
    ]


def test_nobody_enters_after_half_of_the_time() -> None:
    of = make_round(minutes_ago=15)

    with pytest.raises(AppError) as refused:
        enter_round(of=of, player=Player("late"), name="", now=of.entry_ends_at)

    assert refused.value.code == "entry_closed"
    assert not RoomEntry.objects.exists()


def test_browser_without_a_cookie_is_told_so() -> None:
    of = make_round()

    with pytest.raises(AppError) as refused:
        enter_round(of=of, player=Player(), name="", now=of.starts_at)

    assert refused.value.code == "no_device"


def test_next_deal_is_the_one_under_way_then_the_next() -> None:
    of = make_round()
    entry = make_entry(of)

    first, again = (play_next(entry=entry, now=of.starts_at) for _ in range(2))
    finish(entry, 50)
    second = play_next(entry=entry, now=of.starts_at)
    finish(entry, 50, 10, -20)

    assert (first.deal, again, second.deal) == (1, first, 2)
    with pytest.raises(AppError) as refused:
        play_next(entry=entry, now=of.starts_at)
    assert refused.value.code == "all_played"


@pytest.mark.parametrize(("after", "code"), [(-1, "not_begun"), (30, "round_over"), (10, "round_left")])
def test_nothing_is_played_before_after_or_once_one_has_left(after: int, code: str) -> None:
    of = make_round()
    entry = make_entry(of)
    if code == "round_left":
        entry = leave_round(entry=entry, now=of.starts_at + minutes(1))

    with pytest.raises(AppError) as refused:
        play_next(entry=entry, now=of.starts_at + minutes(after))

    assert refused.value.code == code


def test_place_given_back_before_the_start_is_free_again() -> None:
    coming = round_to_enter(room=make_room(), now=HOUR + minutes(20))
    first = make_entry(coming, "a", now=HOUR + minutes(20))
    make_entry(coming, "b", now=HOUR + minutes(20))

    for _tap in range(2):
        leave_round(entry=first, now=HOUR + minutes(25))
    back = make_entry(coming, "a", now=HOUR + minutes(26))

    assert [entry.number for entry in coming.entries.all()] == [2, 3]
    assert back.number == 3


def test_round_at_once_is_shared_for_three_minutes() -> None:
    room = make_room()
    first = begin_at_once(room=room, now=HOUR + minutes(7.5))

    shared = begin_at_once(room=room, now=HOUR + minutes(9.5))
    later_round = begin_at_once(room=room, now=HOUR + minutes(11))

    assert first == shared
    assert first.kind == RoundKind.AT_ONCE
    assert first.deal_set is not None
    assert (first.starts_at, first.ends_at) == (HOUR + minutes(7), HOUR + minutes(37))
    assert later_round.starts_at == HOUR + minutes(11)


def test_closed_room_begins_nothing() -> None:
    room = make_room(is_open=False)

    keep_time(now=HOUR)

    assert not RoomRound.objects.exists()
    with pytest.raises(AppError) as refused:
        begin_at_once(room=room, now=HOUR)
    assert refused.value.code == "room_closed"


def test_instant_round_closes_with_its_first_finished_deal_and_the_next_player_gets_another() -> None:
    room = make_room()
    first = begin_at_once(room=room, now=HOUR)
    entry = make_entry(first, now=HOUR)
    finish(entry, 60, ended_at=HOUR + minutes(0.5))

    with pytest.raises(AppError) as refused:
        make_entry(first, now=HOUR + minutes(0.6))
    later_round = begin_at_once(room=room, now=HOUR + minutes(0.7))

    assert refused.value.code == "entry_closed"
    assert later_round != first
    assert make_entry(later_round, now=HOUR + minutes(0.7)).round == later_round


def test_deal_of_an_instant_round_is_closed_once_all_its_people_have_finished_it() -> None:
    of = begin_at_once(room=make_room(), now=HOUR)
    quick, slow = make_entry(of, now=HOUR), make_entry(of, now=HOUR)
    finish(quick, 60, ended_at=HOUR + minutes(1))
    while_one_plays = is_deal_closed(of, 1, HOUR + minutes(1))

    finish(slow, -30, ended_at=HOUR + minutes(2))

    assert not while_one_plays
    assert is_deal_closed(of, 1, HOUR + minutes(2))
    assert not is_deal_closed(of, 2, HOUR + minutes(2))


def test_deal_of_a_round_of_the_rhythm_stays_closed_to_readers_while_one_may_enter() -> None:
    of = make_round(make_room())
    finish(make_entry(of), 60)

    assert not is_deal_closed(of, 1, of.starts_at + minutes(14))
    assert is_deal_closed(of, 1, of.starts_at + minutes(16))


def test_round_ends_early_once_all_is_played_and_no_player_may_enter() -> None:
    room = make_room()
    of = begin_at_once(room=room, now=HOUR)
    finish(make_entry(of, now=HOUR), 60, -20, ended_at=HOUR + minutes(1))
    keep_time(now=HOUR + minutes(1))
    of.refresh_from_db()
    planned_end = of.ends_at
    third = begin_play(entry=of.entries.get(), deal=3, now=HOUR + minutes(1)).table
    assert third is not None
    PlayedTable.objects.filter(pk=third.pk).update(ended_at=HOUR + minutes(2), score="10")

    keep_time(now=HOUR + minutes(2))
    of.refresh_from_db()
    early_end = of.ends_at
    keep_time(now=HOUR + minutes(3))
    of.refresh_from_db()

    assert (planned_end, early_end) == (HOUR + room.rhythm, HOUR + minutes(2))
    assert of.settled_at is not None


def test_round_of_the_rhythm_goes_on_while_a_player_may_enter() -> None:
    of = make_round(make_room(deals=1))
    finish(make_entry(of), 60)

    keep_time(now=of.starts_at + minutes(5))
    of.refresh_from_db()

    assert of.ends_at == of.starts_at + of.room.rhythm
