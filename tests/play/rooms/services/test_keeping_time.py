"""Robots of a ranking: they play like people, and go on after a worker was killed."""

from datetime import timedelta
from typing import Any

import pytest

from games.core.bots.choosing import RobotLevel
from play.rooms.models import RoomEntry, RoomPlay
from play.rooms.services import keeping_time
from play.rooms.services.keeping_time import keep_time, level_of_robot, play_robots
from play.rooms.services.rounds import begin_play
from play.tables.models import PlayedTable, TableAction
from play.tables.services import robot_players
from tests.factories.rooms import make_entry, make_room, make_round

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping_time, "level_of_robot", lambda _game, _number: RobotLevel.DEBUTANT)


def test_robots_come_with_the_first_person_and_play_every_deal() -> None:
    of = make_round(make_room(deals=1, robot_players=2))
    person, second = make_entry(of), make_entry(of)

    rounds_left = play_robots(of=of, now=of.starts_at)

    robots = RoomEntry.objects.filter(is_robot=True)
    assert (person.number, [robot.number for robot in robots], second.number) == (1, [2, 3], 4)
    assert rounds_left == 0
    tables = PlayedTable.objects.filter(room_play__entry__is_robot=True)
    assert [bool(table.score) and table.owner is None for table in tables] == [True, True]


def test_robots_have_two_levels_in_turn_where_the_game_has_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping_time, "level_of_robot", level_of_robot)
    levels: list[RobotLevel] = []
    monkeypatch.setattr(keeping_time, "play_out_as_robot", lambda _table, level, _seed: levels.append(level))
    for game in ("tarot-4", "papayou-3"):
        of = make_round(make_room(deals=1, robot_players=3, game=game))
        make_entry(of)
        play_robots(of=of, now=of.starts_at)

    assert levels[:3] == [RobotLevel.CLUB, RobotLevel.DEBUTANT, RobotLevel.CLUB]
    assert levels[3:] == [RobotLevel.CLUB] * 3


def test_robot_goes_on_where_a_killed_worker_left_it() -> None:
    of = make_round(make_room(deals=1, robot_players=1))
    make_entry(of)
    robot = RoomEntry.objects.get(is_robot=True)
    play = begin_play(entry=robot, deal=1, now=of.starts_at)

    play_robots(of=of, now=of.starts_at)
    rows = TableAction.objects.count()
    play_robots(of=of, now=of.starts_at)

    play.refresh_from_db()
    assert RoomPlay.objects.filter(entry=robot).count() == 1
    assert play.table is not None
    assert play.table.ended_at is not None
    assert TableAction.objects.count() == rows


@pytest.mark.usefixtures("quick_robots")
@pytest.mark.parametrize(("game", "used"), [("tarot-3", ["compiled"]), ("papayou-3", [])])
def test_robots_play_with_what_is_compiled(
    monkeypatch: pytest.MonkeyPatch, game: str, used: list[str]
) -> None:
    calls: list[str] = []
    monkeypatch.setattr(robot_players, "use_what_is_compiled", lambda: calls.append("compiled"))
    monkeypatch.setattr(robot_players, "choose_action", lambda view, *_level, **_seed: view.legal[0])
    of = make_round(make_room(deals=1, robot_players=1, game=game))
    make_entry(of)

    play_robots(of=of, now=of.starts_at)

    assert calls == used


def test_robots_play_no_longer_than_a_slice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping_time, "SLICE_SECONDS", 0.0)
    of = make_round(make_room(deals=2, robot_players=2))
    make_entry(of)

    assert play_robots(of=of, now=of.starts_at) == 4
    assert not RoomPlay.objects.exists()


def test_robots_stop_at_the_end() -> None:
    of = make_round(make_room(deals=1, robot_players=1))
    make_entry(of)

    assert play_robots(of=of, now=of.ends_at) == 1


def test_worker_is_asked_for_robots_that_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    jobs: list[Any] = []
    monkeypatch.setattr(keeping_time, "after_commit", lambda name, **given: jobs.append((name, given)))
    of = make_round(make_room(deals=1, robot_players=1))
    alone = make_round(make_room(deals=1))
    make_entry(of)
    make_entry(alone)

    for seconds in (1, 2):
        keep_time(now=of.starts_at + timedelta(seconds=seconds))

    assert jobs == [("rooms.play_robots", {"round_id": of.pk})]
