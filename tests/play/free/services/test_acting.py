"""Playing at a free table: actions, clocks, seats that robots hold, phrases."""

from datetime import timedelta
from random import Random

import pytest

from common.errors import AppError
from games.core.actions import format_action
from games.core.variants.registry import find_variant
from games.opening import open_text
from play.free.enums import Phrase
from play.free.models import FreeTable, TableSeat
from play.free.services.acting import MOST_PHRASES, act_at_seat, send_phrase
from play.free.services.dealing import begin_deal
from play.tables.enums import ActionMaker
from play.tables.models import TableAction
from play.tables.services.played_tables import let_robots_play
from tests.cases import by_day
from tests.factories.free_tables import Club
from tests.play.free.services.begun_tables import begun, logged, number_of, others_of, to_act

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "game",
    by_day(
        ["tarot-2-tirette", "tarot-5", "nullo-3", "papayou-4", "grelin-3", "contrat-4"],
        lambda game: game == "tarot-5",
    ),
)
def test_people_and_robots_play_whole_deals_of_any_game(game: str) -> None:
    club = begun(game)

    club.play_by_turns(Random(1))

    deal = club.look().deal
    assert deal is not None
    scores = deal.table.score.split(" ")
    assert len(scores) == find_variant(game).player_count
    rows = logged(club)
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    sitting = club.look().sitting
    assert sitting is not None
    assert [row.seat for row in rows] == list(sitting.state.actors)
    by_robots = {
        open_text(row.text) for row in rows if row.seat in (0, 1) and row.made_by != ActionMaker.PERSON
    }
    # at Grelin nobody is asked who has nothing to lay
    assert by_robots <= ({"pass"} if game == "grelin-3" else set())


def test_nobody_acts_for_another_seat() -> None:
    club = begun()
    acting = to_act(club)
    other_seat = others_of(club, acting)[0]
    sitting = club.look(acting).sitting
    assert sitting is not None
    text = format_action(sitting.view.legal[0])

    act_at_seat(me=other_seat, number=sitting.number, texts=[text], now=club.now)

    sitting_after = club.look(acting).sitting
    assert sitting_after is not None
    assert sitting_after.number == sitting.number


def test_action_sent_twice_is_done_once() -> None:
    club = begun()
    acting = to_act(club)
    sitting = club.look(acting).sitting
    assert sitting is not None
    action = {"number": sitting.number, "texts": [format_action(sitting.view.legal[0])]}

    first = act_at_seat(me=acting, now=club.now, **action)  # type: ignore[arg-type]
    second = act_at_seat(me=acting, now=club.now, **action)  # type: ignore[arg-type]

    assert first.sitting is not None
    assert second.sitting is not None
    assert first.sitting.number == second.sitting.number == len(logged(club))


def test_action_of_an_earlier_deal_is_not_done_in_the_present_one() -> None:
    club = begun()
    acting = to_act(club)
    sitting = club.look(acting).sitting
    assert sitting is not None
    action = {"number": sitting.number, "texts": [format_action(sitting.view.legal[0])], "now": club.now}

    loaded_table = act_at_seat(me=acting, deal_number=number_of(club) - 1, **action)  # type: ignore[arg-type]

    assert loaded_table.sitting is not None
    assert loaded_table.sitting.number == sitting.number


def test_kept_action_is_done_once_and_refused_when_the_deal_moved_on() -> None:
    club = begun()
    acting, deal = to_act(club), number_of(club)
    sitting = club.look(acting).sitting
    assert sitting is not None
    legal = [format_action(action) for action in sitting.view.legal]
    arguments = {
        "me": acting,
        "now": club.now,
        "number": sitting.number,
        "deal_number": deal,
        "was_kept": True,
    }

    act_at_seat(texts=legal[:1], **arguments)  # type: ignore[arg-type]
    count = len(logged(club))
    act_at_seat(texts=legal[:1], **arguments)  # type: ignore[arg-type]
    with pytest.raises(AppError, match="moved_on"):
        act_at_seat(texts=legal[1:2], **arguments)  # type: ignore[arg-type]
    assert len(logged(club)) == count

    club.play_out()
    begin_deal(me=club.seats[0], seen=deal, now=club.now)
    again = act_at_seat(texts=legal[:1], **arguments)  # type: ignore[arg-type]
    assert again.deal is not None
    assert again.deal.number == deal + 1
    with pytest.raises(AppError, match="moved_on"):
        act_at_seat(texts=legal[1:2], **arguments)  # type: ignore[arg-type]


def test_robots_left_by_a_killed_server_are_asked_by_whoever_comes_next() -> None:
    club = begun()
    acting = to_act(club)
    done = club.act(acting)
    assert done.sitting is not None
    TableAction.objects.filter(made_by=ActionMaker.ROBOT, table=done.sitting.table).filter(
        number__gt=min(row.number for row in logged(club) if row.made_by == ActionMaker.PERSON)
    ).delete()
    waiting = club.look().sitting
    assert waiting is not None

    again, twice = let_robots_play(waiting), let_robots_play(waiting)

    assert again.state.steps == twice.state.steps == done.sitting.state.steps


def test_who_comes_in_the_middle_of_a_deal_sees_no_hand_and_plays_from_the_next() -> None:
    club = begun()

    late = club.sit("Chloé", "device 2")
    sitting = club.look(late).sitting
    assert sitting is not None

    assert (sitting.seat, sitting.view.hand) == (None, frozenset())
    assert late.seat in sitting.chairs.robots
    with pytest.raises(AppError, match="not_playing"):
        act_at_seat(me=late, number=sitting.number, texts=["pass"], now=club.now)
    club.play_out()
    begin_deal(me=late, seen=number_of(club), now=club.now)
    following = club.look(late).sitting
    assert following is not None
    assert following.seat == late.seat


def test_robot_takes_the_seat_of_a_slow_one_when_his_reserve_is_spent() -> None:
    club = begun()
    slow = to_act(club)
    other_seat = others_of(club, slow)[0]

    club.wait_beside(80, other_seat)
    assert club.go_on(other_seat).acting() == slow
    club.wait(10)
    loaded_table = club.go_on(other_seat)

    assert loaded_table.at(slow.seat).robot_since == club.now  # type: ignore[union-attr]
    assert loaded_table.sitting is not None
    rows = [row for row in logged(club) if row.seat == slow.seat]
    assert rows[-1].made_by == ActionMaker.ROBOT
    assert slow.seat in loaded_table.sitting.chairs.robots


def test_reserve_is_only_touched_beyond_the_time_of_an_action() -> None:
    club = begun()
    acting = to_act(club)

    club.wait_beside(20, *club.seats)
    club.act(acting)
    assert TableSeat.objects.get(pk=acting.pk).reserve_used == 0
    again = to_act(club)
    club.wait_beside(50, *club.seats)
    club.act(again)

    assert TableSeat.objects.get(pk=again.pk).reserve_used == 20


def test_slow_one_who_is_there_gets_his_seat_back_by_asking() -> None:
    club = begun()
    slow = to_act(club)
    other_seat = others_of(club, slow)[0]
    club.wait_beside(100, slow, other_seat)

    loaded_table = club.go_on(slow)
    assert loaded_table.sitting is not None
    assert slow.seat in loaded_table.sitting.chairs.robots
    back = club.go_on(slow, is_asked=True)

    assert back.sitting is not None
    assert slow.seat not in back.sitting.chairs.robots
    if back.acting() == slow:
        assert back.deadline() == club.now + timedelta(seconds=30)


def test_who_lost_the_network_gets_his_seat_back_by_being_there_again() -> None:
    club = begun()
    lost = to_act(club)
    other_seat = others_of(club, lost)[0]
    club.wait_beside(120, other_seat)
    loaded_table = club.look()
    assert loaded_table.sitting is not None
    assert lost.seat in loaded_table.sitting.chairs.robots

    back = club.go_on(lost)

    assert back.sitting is not None
    assert lost.seat not in back.sitting.chairs.robots
    assert back.me is not None
    assert back.me.robot_since is None


def test_acting_takes_the_seat_back_and_a_stale_action_is_not_done() -> None:
    club = begun()
    slow = to_act(club)
    sitting_before = club.look(slow).sitting
    assert sitting_before is not None
    club.wait_beside(100, slow, *others_of(club, slow))

    loaded_table = act_at_seat(
        me=slow,
        number=sitting_before.number,
        texts=[format_action(sitting_before.view.legal[-1])],
        now=club.now,
    )

    assert loaded_table.sitting is not None
    assert slow.seat not in loaded_table.sitting.chairs.robots
    assert {row.made_by for row in logged(club) if row.seat == slow.seat} == {ActionMaker.ROBOT}


def test_nothing_moves_while_everybody_is_gone_and_clocks_begin_anew() -> None:
    club = begun()
    acting = to_act(club)
    number = len(logged(club))

    club.wait(3600)
    back = club.go_on(others_of(club, acting)[0])

    assert len(logged(club)) == number
    assert back.acting() == acting
    assert back.deadline() == club.now + timedelta(seconds=90)


def test_phrases_are_said_and_only_the_last_ones_kept() -> None:
    club = Club(people=2)

    for _ in range(MOST_PHRASES):
        send_phrase(me=club.seats[0], phrase=Phrase.LUCK, now=club.now)
    send_phrase(me=club.seats[1], phrase=Phrase.THANKS, now=club.now)

    phrases = list(FreeTable.objects.get().phrases.values_list("seat", "phrase"))
    assert len(phrases) == MOST_PHRASES
    assert phrases[-1] == (1, Phrase.THANKS)
