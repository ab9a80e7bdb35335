"""The deal of the day: one for all, one play each, a ranking."""

from datetime import date, timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.core.bots.choosing import RobotLevel
from play.alone.models import DailyPlay
from play.alone.queries.daily import daily_ranking, robot_scores, week_table
from play.alone.services import daily_robots
from play.alone.services.beginning import Player, begin_daily, begin_daily_of_robot
from play.alone.services.daily_robots import ask_daily_robots
from play.front.queries.front import load_daily_field
from play.tables.models import PlayedTable
from play.tables.services.played_tables import load_sitting
from play.tables.services.robot_players import play_out_as_robot
from tests.factories.tournaments import make_club, make_user

pytestmark = pytest.mark.django_db
PAGE = reverse("rooms-daily")
DAY = date(2026, 11, 23)


def end(table: PlayedTable, score: str) -> None:
    PlayedTable.objects.filter(pk=table.pk).update(ended_at=timezone.now(), score=score)


def test_deal_is_the_same_for_all_and_another_one_each_day() -> None:
    first, second = (load_sitting(begin_daily(day=DAY, name="A", player=Player(key))) for key in ("a", "b"))
    tomorrow = load_sitting(begin_daily(day=date(2026, 11, 24), name="A", player=Player("a")))

    assert first.state.layout == second.state.layout
    assert first.table.robot_seed == second.table.robot_seed
    assert first.table.seat == first.table.taker
    assert tomorrow.state.layout != first.state.layout


def test_players_of_one_name_are_told_apart_and_an_account_keeps_its_own() -> None:
    account = make_user(club=make_club())
    people = [("Lulu", Player("a")), ("lulu", Player("b")), ("Lulu", Player("c", account))]
    people += [("", Player("d")), ("", Player("e"))]
    for place, (name, player) in enumerate(people):
        end(begin_daily(day=DAY, name=name, player=player), str(100 - place))

    names = ["Lulu (2)", "lulu (3)", "Lulu", "", ""]
    assert [line.name for line in daily_ranking(DAY)] == names
    assert sorted(line.name for line in week_table(DAY)) == sorted(names)


def test_first_play_of_a_day_is_the_only_one() -> None:
    user = make_user(club=make_club())
    first = begin_daily(day=DAY, name="A", player=Player("a"))

    again = begin_daily(day=DAY, name="B", player=Player("a"))
    signed_in = begin_daily(day=DAY, name="C", player=Player("a", user))

    assert again == signed_in == first
    assert [play.name for play in DailyPlay.objects.all()] == ["A"]


def test_person_plays_under_the_name_that_he_typed(client: Client) -> None:
    refused = client.post(PAGE, {"name": "  "})
    response = client.post(PAGE, {"name": "Léa"})
    again = client.post(PAGE, {"name": "Zoé"})

    table = DailyPlay.objects.get().table
    assert refused.status_code == 200
    assert response["Location"] == again["Location"] == reverse("rooms-table", args=[table.secret])
    assert DailyPlay.objects.get().name == "Léa"


def test_ranking_shares_a_rank_and_leaves_out_who_has_not_finished(client: Client) -> None:
    today = timezone.localdate()
    for name, score in (("Ana", "62"), ("Bob", "-20"), ("Cléo", "62"), ("Dan", "")):
        table = begin_daily(day=today, name=name, player=Player(name))
        if score:
            end(table, score)

    page = client.get(PAGE)

    assert [(line.rank, line.name, score) for line, score, _own in page.context["lines"]] == [
        (1, "Ana", "+62"),
        (1, "Cléo", "+62"),
        (3, "Bob", "−20"),
    ]


def test_name_is_written_as_text(client: Client) -> None:
    end(begin_daily(day=timezone.localdate(), name="<b>gras</b>", player=Player("a")), "10")

    assert "&lt;b&gt;gras" in client.get(PAGE).content.decode()


def test_podium_of_the_day_before_stands_below_the_ranking(client: Client) -> None:
    today = timezone.localdate()
    for days, name, score in (
        (1, "Ana", "62"),
        (1, "Bob", "-20"),
        (1, "", "40"),
        (1, "Dan", "-30"),
        (2, "Eva", "90"),
        (0, "Fay", "70"),
    ):
        end(begin_daily(day=today - timedelta(days=days), name=name, player=Player(f"{name} {days}")), score)

    page = client.get(PAGE)

    assert [(line.rank, line.name) for line, _score, _is_own in page.context["yesterday"]] == [
        (1, "Ana"),
        (2, ""),
        (3, "Bob"),
    ]
    assert "Le podium d’hier" in page.text


def test_podium_that_many_share_is_cut(client: Client) -> None:
    yesterday = timezone.localdate() - timedelta(days=1)
    for number in range(9):
        end(begin_daily(day=yesterday, name=f"N{number}", player=Player(f"device {number}")), "62")

    assert len(client.get(PAGE).context["yesterday"]) == 6


def test_own_place_of_a_deal_that_ended_after_midnight_stands_below_the_podium(client: Client) -> None:
    user, yesterday = make_user(club=make_club()), timezone.localdate() - timedelta(days=1)
    for number in range(4):
        end(
            begin_daily(day=yesterday, name=f"N{number}", player=Player(f"device {number}")), f"{62 + number}"
        )
    table = begin_daily(day=yesterday, name="Ana", player=Player("a", user))
    end(table, "-20")
    client.force_login(user)

    own_page, other_page = client.get(PAGE), Client().get(PAGE)

    shown = [(line.rank, line.name, is_own) for line, _score, is_own in own_page.context["yesterday"]]
    assert shown == [(1, "N3", False), (2, "N2", False), (3, "N1", False), (5, "Ana", True)]
    assert len(other_page.context["yesterday"]) == 3
    assert '<li class="mine">' in own_page.text
    assert "medal-5" not in own_page.text
    end(table, "90")
    names = [line.name for line, _score, _is_own in client.get(PAGE).context["yesterday"]]
    assert names == ["Ana", "N3", "N2"]


def test_robots_of_each_level_stand_beside_the_ranking_and_never_in_it(client: Client) -> None:
    today = timezone.localdate()
    end(begin_daily(day=today, name="Ana", player=Player("a")), "62")
    for level, score in ((RobotLevel.CLUB, "40"), (RobotLevel.DEBUTANT, "-20")):
        end(begin_daily_of_robot(day=today, level=level), score)

    page = client.get(PAGE)

    assert [line.name for line, _score, _own in page.context["lines"]] == ["Ana"]
    assert page.context["count"] == 1
    assert [(str(level), score) for level, score in page.context["robots"]] == [
        ("Club", "+40"),
        ("Débutant", "−20"),
    ]
    assert load_daily_field(today, "", None).finished == 1
    assert "Des robots jouent encore cette donne" in page.text
    end(begin_daily_of_robot(day=today, level=RobotLevel.FORT), "50")
    assert "Des robots jouent encore cette donne" not in client.get(PAGE).text


@pytest.mark.usefixtures("quick_robots")
def test_robot_plays_the_deal_of_all_players_to_its_end_once() -> None:
    person = begin_daily(day=DAY, name="Ana", player=Player("a"))
    robot = begin_daily_of_robot(day=DAY, level=RobotLevel.DEBUTANT)

    play_out_as_robot(robot, RobotLevel.DEBUTANT, robot.robot_seed)

    assert load_sitting(robot).state.layout == load_sitting(person).state.layout
    assert (robot.seat, robot.robot_seed, robot.level) == (person.seat, person.robot_seed, person.level)
    assert list(robot_scores(DAY)) == [RobotLevel.DEBUTANT]
    assert begin_daily_of_robot(day=DAY, level=RobotLevel.DEBUTANT) == robot


def test_worker_is_asked_for_robots_once_a_person_has_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    jobs: list[str] = []
    monkeypatch.setattr(daily_robots, "after_commit", lambda name, **_given: jobs.append(name))
    cache.clear()
    table = begin_daily(day=timezone.localdate(), name="Ana", player=Player("a"))
    ask_daily_robots()
    jobs_before = list(jobs)

    end(table, "62")
    ask_daily_robots()
    ask_daily_robots()

    assert jobs_before == []
    assert jobs == ["rooms.play_daily_robots"]


def test_week_adds_up_the_shares_of_the_field_beaten() -> None:
    monday = date(2026, 11, 23)
    plays = (
        (0, "Ana", "62"),
        (0, "Bob", "10"),
        (1, "Ana", "-20"),
        (1, "Bob", "-20"),
        # alone with a robot
        (2, "Bob", "5"),
        (-1, "Eva", "90"),
    )
    for days, name, score in plays:
        day = monday + timedelta(days=days)
        end(begin_daily(day=day, name=name, player=Player(name)), score)
    end(begin_daily_of_robot(day=monday + timedelta(days=2), level=RobotLevel.CLUB), "0")

    lines = week_table(monday + timedelta(days=6))

    assert [(line.rank, line.name, line.days, line.points) for line in lines] == [
        (1, "Ana", 2, 150),
        (1, "Bob", 3, 150),
    ]


def test_result_is_shared_without_a_card_or_a_score(client: Client) -> None:
    today = timezone.localdate()
    client.post(PAGE, {"name": "Léa"})
    table = DailyPlay.objects.get().table
    response = client.get(reverse("rooms-daily-card"))
    for name, score in (("Ana", "20"), ("Bob", "90"), ("Cléo", "20")):
        end(begin_daily(day=today, name=name, player=Player(name)), score)
    end(table, "62")

    page = client.get(PAGE)
    picture = client.get(reverse("rooms-daily-card"))

    text = page.context["share_text"]
    assert response["Location"] == PAGE
    assert "place 2 sur 4, mieux que 67\u00a0% des joueurs" in text
    assert PAGE in text
    assert "62" not in text
    assert picture["Content-Type"] == "image/png"
    assert picture.content.startswith(b"\x89PNG")


def test_nobody_shares_a_result_of_another_browser(client: Client) -> None:
    end(begin_daily(day=timezone.localdate(), name="Ana", player=Player("a")), "62")

    page = client.get(PAGE)

    assert page.context["result"] is None
    assert client.get(reverse("rooms-daily-card"))["Location"] == PAGE
