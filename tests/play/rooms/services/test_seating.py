"""Rounds at shared tables: seats, positions, clocks, late arrivals, departures, the ranking."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from fractions import Fraction

import pytest

from common.errors import AppError
from play.alone.services.beginning import Player
from play.free.models import FreeDeal, TableSeat
from play.free.queries.free_tables import load_gathering
from play.free.services.acting import act_at_seat
from play.free.services.dealing import begin_deal
from play.free.services.set_tables import end_table, seat_player
from play.free.services.sitting_down import leave_free_table
from play.rooms.enums import RoomSeating, UnplayedRule
from play.rooms.models import RoomEntry, RoomPlay, RoomRecord, RoomRound, RoomTable
from play.rooms.queries.movements import plan_positions
from play.rooms.queries.rankings import round_ranking
from play.rooms.queries.tables import own_table
from play.rooms.services import keeping_time
from play.rooms.services.keeping_time import NUDGE_SECONDS, keep_time, play_robots
from play.rooms.services.rounds import deal_round, enter_round, leave_round, round_to_enter
from play.rooms.services.seating import CLOCK, go_on_with_tables, open_ready_tables, refuse_late_play
from play.rooms.services.settling import settle_round
from play.tables.models import PlayedTable
from tests.factories.rooms import make_entry, make_room
from tests.factories.tournaments import make_user

pytestmark = pytest.mark.django_db
HOUR = datetime.fromisoformat("2040-11-23T20:00:00+00:00")
"""Hour after the present: clocks count from the last sign of life in a log."""
SLOW = timedelta(seconds=sum(CLOCK) + 1)
MINUTE = timedelta(minutes=1)


def make_shared(people: int, **values: object) -> tuple[RoomRound, list[RoomEntry]]:
    """A round of tables that has just begun, with so many people in it."""
    room = make_room(seating=RoomSeating.TABLES, **{"deals": 2, **values})
    of = round_to_enter(room=room, now=HOUR)
    entries = [make_entry(of, f"browser-{number}", now=HOUR - MINUTE) for number in range(people)]
    deal_round(of=of, now=HOUR)
    for entry in entries:
        entry.refresh_from_db()
    return refreshed(of), entries


def refreshed(of: RoomRound) -> RoomRound:
    return RoomRound.objects.select_related("room", "deal_set").get(pk=of.pk)


def end_deals(at: RoomTable, *scores: Sequence[int]) -> None:
    """The first deals of a table, ended with these scores of its seats as if they had been played."""
    deals = FreeDeal.objects.filter(free_table=at.free_table).select_related("table")
    first = deals[0].table
    for number, seat_scores in enumerate(scores, 1):
        deal = deals.filter(number=number).first()
        if deal is None:
            first.pk, first.secret = None, f"deal-{at.pk}-{number}"
            first.save()
            deal = FreeDeal.objects.create(free_table=at.free_table, number=number, match=1, table=first)
        ended = {"score": " ".join(map(str, seat_scores)), "ended_at": HOUR + MINUTE}
        PlayedTable.objects.filter(pk=deal.table_id).update(**ended)


def deals_of(entry: RoomEntry) -> list[int]:
    return [hand.deal for hand in entry.plays.order_by("deal")]


def test_table_of_a_round_outlives_its_players_and_stays_closed_once_it_is_ended() -> None:
    _of, (entry,) = make_shared(1)
    at = own_table(entry)
    assert at is not None
    table, (me,) = at[0].free_table, at[0].free_table.seats.all()

    leave_free_table(me=me, now=HOUR + MINUTE)
    table.refresh_from_db()
    assert table.ended_at is None
    me.pk = None
    seat_player(table=table, seat=me)
    end_table(table=table, now=HOUR + MINUTE)

    with pytest.raises(AppError, match="all_played"):
        begin_deal(me=me, seen=1, now=HOUR + MINUTE)


@pytest.mark.parametrize(("game", "seats"), [("tarot-3", 3), ("tarot-4", 4), ("tarot-5", 5)])
@pytest.mark.parametrize("tables", [2, 3, 5])
@pytest.mark.parametrize("deals", [1, 6])
def test_movement_seats_everybody_once_at_each_position(
    game: str, seats: int, tables: int, deals: int
) -> None:
    players = plan_positions(game=game, tables=tables, deals=deals, seat_count=seats)

    assert deals % len(players) == 0
    for position in players:
        assert sorted(line for table in position for line in table) == list(range(tables * seats))
    assert players[0] == [list(range(seats * table, seats * table + seats)) for table in range(tables)]


def test_entrants_are_seated_once_and_robots_have_the_last_seats() -> None:
    of, _people = make_shared(6)
    deal_round(of=of, now=HOUR)
    keep_time(now=HOUR + timedelta(seconds=1))

    assert {entry.line: entry.is_robot for entry in of.entries.all()} == {
        line: line >= 6 for line in range(8)
    }
    assert [(at.position, at.number, at.free_table.seats.count()) for at in of.tables.all()] == [
        (0, 0, 4),
        (0, 1, 2),
    ]


def test_all_tables_play_the_same_cards_with_the_same_contract_and_robots() -> None:
    of, _people = make_shared(5)

    tables = [deal.table for deal in FreeDeal.objects.select_related("table")]

    assert len(tables) == 2
    assert len({(table.dealer, table.taker, table.bid, table.robot_seed) for table in tables}) == 1
    assert (tables[0].bid, tables[0].robot_seed) == ("garde", of.robot_seed)
    assert tables[0].cards is not None
    assert PlayedTable.objects.values("cards").distinct().count() == 1


def test_round_that_nobody_entered_seats_who_comes_first_after_the_start() -> None:
    of, _people = make_shared(0)
    movement_before = of.movement

    entry = make_entry(of, "late", now=HOUR + MINUTE)

    entry.refresh_from_db()
    assert movement_before is None
    assert entry.line == 0
    assert of.tables.count() == 2
    assert own_table(entry) is not None


def test_next_position_begins_when_its_people_have_finished_and_nobody_has_a_deal_twice() -> None:
    of, people = make_shared(8, deals=6)
    assert of.movement is not None
    assert (of.position_count, of.deals_of_position) == (3, 2)
    first, second = of.tables.all()

    end_deals(first, [0] * 4, [0] * 4)
    open_ready_tables(of=of, now=HOUR + MINUTE)
    early = of.tables.filter(position=1).count()
    end_deals(second, [0] * 4, [0] * 4)
    for _ in range(2):
        open_ready_tables(of=of, now=HOUR + MINUTE)

    assert early == 0  # of two tables each has people from both
    assert [at.position for at in of.tables.all()] == [0, 0, 1, 1]
    assert [deals_of(entry) for entry in people] == [[1, 2, 3, 4]] * 8


def test_end_of_a_position_closes_its_tables_and_opens_the_next() -> None:
    of, people = make_shared(8, deals=6)
    over = of.position_ends_at(0)
    at = of.tables.first()
    assert at is not None

    with pytest.raises(AppError) as refused:
        refuse_late_play(at, over)
    go_on_with_tables(of=of, now=over)

    assert refused.value.code == "position_over"
    assert [room_table.free_table.ended_at for room_table in of.tables.filter(position=0)] == [over, over]
    assert of.tables.filter(position=1).count() == 2
    own_place = own_table(people[0])
    assert own_place is not None
    assert own_place[0].position == 1


def test_robot_takes_the_seat_of_who_is_slow_and_he_has_it_back_by_playing() -> None:
    of, _people = make_shared(8)
    at = of.tables.first()
    assert at is not None
    acting = load_gathering(at.free_table).acting()
    assert acting is not None

    go_on_with_tables(of=of, now=HOUR + SLOW)
    robots_seat = TableSeat.objects.get(pk=acting.pk)
    next_one = load_gathering(at.free_table).acting()
    act_at_seat(me=robots_seat, number=0, texts=[], now=HOUR + SLOW)

    assert robots_seat.robot_since == HOUR + SLOW
    assert next_one is not None
    assert next_one.pk != acting.pk
    assert TableSeat.objects.get(pk=acting.pk).robot_since is None


def test_who_comes_late_takes_a_robots_seat_from_the_next_deal_on() -> None:
    of, _people = make_shared(7, deals=3)

    late = make_entry(of, "late", now=HOUR + MINUTE)
    again = make_entry(of, "late", now=HOUR + MINUTE)
    with pytest.raises(AppError) as full:
        enter_round(of=of, player=Player("too-late", None), name="", now=HOUR + MINUTE)

    late.refresh_from_db()
    own_place = own_table(late)
    assert late == again
    assert own_place is not None
    assert own_place[1].plays_from == 2
    assert deals_of(RoomEntry.objects.get(round=of, is_robot=True, line=late.line)) == [1]
    assert deals_of(late) == [2, 3]
    assert full.value.code == "round_full"


def test_who_leaves_keeps_what_he_finished_and_a_robot_has_the_rest() -> None:
    of, people = make_shared(8, deals=3)
    entry = people[0]
    own_place = own_table(entry)
    assert own_place is not None
    end_deals(own_place[0], [30, -10, -10, -10])

    leave_round(entry=entry, now=HOUR + MINUTE)
    deals_left = deals_of(entry)
    late = make_entry(of, "late", now=HOUR + 2 * MINUTE)

    late.refresh_from_db()
    assert deals_left == [1]
    assert own_table(entry) is None
    assert late.line == entry.line
    assert deals_of(late) == [2, 3]


@pytest.mark.parametrize("seconds", [-1, 1])
def test_player_who_leaves_on_a_page_of_before_the_seating_is_followed_by_a_robot(seconds: int) -> None:
    of, people = make_shared(8, deals=6)
    leaver = RoomEntry.objects.get(pk=people[0].pk)
    leaver.line = None
    for at in of.tables.all():
        end_deals(at, *[[30, -10, -10, -10]] * of.deals_of_position)

    for _tap in range(2):
        leave_round(entry=leaver, now=HOUR + timedelta(seconds=seconds))
    open_ready_tables(of=of, now=HOUR + MINUTE)

    follower = of.entries.get(is_robot=True)
    assert follower.line == people[0].line
    assert of.tables.filter(position=1).count() == 2
    assert deals_of(leaver) + deals_of(follower) == list(range(1, 1 + 2 * of.deals_of_position))


@pytest.mark.parametrize("rule", UnplayedRule.values)
def test_ranking_equals_a_naive_recomputation(rule: str) -> None:
    of, people = make_shared(7, deals=3, unplayed=rule)
    tables = list(of.tables.all())
    scores = [[[90, -30, -30, -30], [10, 20, -40, 10]], [[90, -40, -20, -30]]]
    for at, table_scores in zip(tables, scores, strict=True):
        end_deals(at, *table_scores)

    settle_round(of=of, now=of.closes_at)

    marks: dict[int, list[Fraction]] = {entry.pk: [] for entry in of.entries.all()}
    for hand in RoomPlay.objects.filter(deal=1).select_related("at"):
        assert hand.at is not None
        assert hand.seat is not None
        table_scores, rival = (
            scores[number][0][hand.seat] for number in (hand.at.number, 1 - hand.at.number)
        )
        marks[hand.entry_id].append(
            Fraction(100 if table_scores > rival else 0 if table_scores < rival else 50)
        )
    ranked = [marks[entry.pk][0] for entry in people]
    for entry in of.entries.all():
        (mark,) = marks[entry.pk]
        place = None if entry.is_robot else 1 + sum(rival > mark for rival in ranked)
        rivals = 0 if entry.is_robot else len(people) - 1
        assert (Fraction(entry.percent), entry.place, entry.rivals) == (mark, place, rivals)


def test_hands_not_played_count_zero_where_the_room_says_so() -> None:
    of, people = make_shared(12, deals=6, unplayed=UnplayedRule.ZERO)
    tables = list(of.tables.all())
    for at in tables[:2]:
        end_deals(at, [0] * 4)

    settle_round(of=of, now=of.closes_at)

    percents = {entry.line: Fraction(entry.percent) if entry.percent else None for entry in of.entries.all()}
    assert percents == {line: 50 if line < 8 else None for line in range(12)}
    assert len(people) == 12


def test_marks_are_held_back_until_every_table_has_played_the_deal() -> None:
    of, _people = make_shared(8, deals=1)
    first, second = of.tables.all()

    end_deals(first, [30, -10, -10, -10])
    after_one_table = round_ranking(of, HOUR + MINUTE)
    end_deals(second, [60, -20, -20, -20])
    after_both_tables = round_ranking(of, HOUR + MINUTE)

    assert after_one_table.compared == ()
    assert all(line.result.percent is None for line in after_one_table.lines)
    assert after_both_tables.compared == (1,)
    assert all(line.result.percent is not None for line in after_both_tables.lines)


def test_worker_plays_the_tables_to_their_end_while_people_are_away() -> None:
    of, people = make_shared(1, deals=1)

    current_time = HOUR
    while play_robots(of=refreshed(of), now=current_time) and current_time < of.ends_at:
        current_time += SLOW

    assert FreeDeal.objects.filter(table__ended_at__isnull=False).count() == 2
    assert deals_of(people[0]) == [1]
    assert [line.finished for line in round_ranking(refreshed(of), of.closes_at).lines] == [1] * 8


def test_first_place_without_rivals_is_no_round_of_the_records() -> None:
    of = round_to_enter(room=make_room(seating=RoomSeating.TABLES, deals=1), now=HOUR)
    entry = make_entry(of, owner=make_user("Ana"), now=HOUR - MINUTE)
    of = deal_round(of=of, now=HOUR)
    for at in of.tables.all():
        end_deals(at, [30, -10, -10, -10])

    settle_round(of=of, now=of.closes_at)

    entry.refresh_from_db()
    record = RoomRecord.objects.get()
    assert (entry.place, record.compared, record.rounds) == (1, 1, 0)


def test_message_about_tables_that_waited_long_is_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    jobs: list[dict[str, object]] = []
    monkeypatch.setattr(keeping_time, "after_commit", lambda _name, **given: jobs.append(given))
    of, _people = make_shared(1)

    keep_time(now=HOUR + MINUTE)

    assert jobs == [{"round_id": of.pk, "expires": NUDGE_SECONDS}]


def test_slice_of_the_worker_ends_and_the_next_goes_on_with_the_other_tables(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(keeping_time, "SLICE_SECONDS", 0.0)
    of, _people = make_shared(12)
    tables = [room_table.free_table for room_table in of.tables.order_by("pk")]

    robot_counts = []
    for _message in tables:
        play_robots(of=refreshed(of), now=HOUR + SLOW)
        robot_counts.append([table.seats.filter(robot_since__isnull=False).count() for table in tables])

    assert robot_counts == [[1, 0, 0], [1, 1, 0], [1, 1, 1]]
