"""The deal of the day: one for all, one play each, a ranking."""

from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from play.alone.models import DailyPlay
from play.alone.services.beginning import Player, begin_daily
from play.tables.models import PlayedTable
from play.tables.services.played_tables import load_sitting
from tests.factories.tournaments import make_club, make_user

pytestmark = pytest.mark.django_db
PAGE = reverse("rooms-daily")
DAY = date(2026, 11, 23)


def end(table: PlayedTable, score: str) -> None:
    PlayedTable.objects.filter(pk=table.pk).update(ended_at=timezone.now(), score=score)


def test_deal_is_the_same_for_all_and_another_one_each_day() -> None:
    first, other = (load_sitting(begin_daily(day=DAY, name="A", player=Player(key))) for key in ("a", "b"))
    tomorrow = load_sitting(begin_daily(day=date(2026, 11, 24), name="A", player=Player("a")))

    assert first.state.layout == other.state.layout
    assert first.table.robot_seed == other.table.robot_seed
    assert first.table.seat == first.table.taker
    assert tomorrow.state.layout != first.state.layout


def test_first_play_of_a_day_is_the_only_one() -> None:
    user = make_user(club=make_club())
    first = begin_daily(day=DAY, name="A", player=Player("a"))

    again = begin_daily(day=DAY, name="B", player=Player("a"))
    signed_in = begin_daily(day=DAY, name="C", player=Player("a", user))

    assert again == signed_in == first
    assert [play.name for play in DailyPlay.objects.all()] == ["A"]


def test_person_plays_under_the_name_that_he_typed(client: Client) -> None:
    refused = client.post(PAGE, {"name": "  "})
    begun = client.post(PAGE, {"name": "Léa"})
    again = client.post(PAGE, {"name": "Zoé"})

    table = DailyPlay.objects.get().table
    assert refused.status_code == 200
    assert begun["Location"] == again["Location"] == reverse("rooms-table", args=[table.secret])
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

    assert [(line.rank, line.name) for line, _score in page.context["yesterday"]] == [
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
