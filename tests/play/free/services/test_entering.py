"""Entering without choosing: a seat at a table in play, else a new table with robots."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from common.errors import AppError
from play.free.models import FreeTable, TableSeat
from play.free.services import entering
from play.free.services.entering import enter_any_table
from play.free.services.sitting_down import sit_down

pytestmark = pytest.mark.django_db


def enter(name: str, device: str = "", refused: tuple[int, ...] = ()) -> TableSeat:
    def refuse(table: FreeTable) -> None:
        if table.pk in refused:
            raise AppError("blocked", "no")

    return enter_any_table(
        name=name, device=device or f"device of {name}", owner=None, refuse=refuse, now=timezone.now()
    )


def test_first_player_plays_at_once_with_robots_and_the_next_one_joins() -> None:
    first = enter("Ana")
    second = enter("Bob")

    assert first.table == second.table
    assert first.table.deals.count() == 1
    assert (first.plays_from, second.plays_from) == (1, 2)
    assert first.seat != second.seat


def test_player_who_enters_twice_keeps_the_seat() -> None:
    first = enter("Ana")

    assert enter("Ana") == first
    assert FreeTable.objects.count() == 1


@pytest.mark.parametrize("reason", ["full", "name", "blocked", "other rules"])
def test_another_table_opens_where_a_player_cannot_sit(reason: str) -> None:
    table = enter("Ana").table
    if reason == "full":
        for name in ("Bob", "Cléo", "Dan"):
            enter(name)
    if reason == "other rules":
        FreeTable.objects.filter(pk=table.pk).update(rule_set="fft parole=yes")

    seat = enter("Ana" if reason == "name" else "Zoé", "another", (table.pk,) if reason == "blocked" else ())

    assert seat.table != table
    assert seat.table.deals.count() == 1


def test_fullest_table_with_a_seat_is_tried_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entering, "MOST_TRIED", 1)
    full, fuller, empty = (enter("Ana", f"host {number}", tuple(range(99))).table for number in range(3))
    for name, table in (("Bob", full), ("Cléo", full), ("Dan", full), ("Eva", fuller)):
        sit_down(table=table, name=name, device=name, owner=None, now=timezone.now())

    assert enter("Fred").table == fuller
    assert empty.seats.count() == 1


def test_visitor_enters_from_the_list_under_a_name(client: Client) -> None:
    page = reverse("rooms-free")

    refused = client.post(page, {"name": ""})
    entered = client.post(page, {"name": "Léa"})

    seat = TableSeat.objects.get()
    assert refused.status_code == 200
    assert refused.context["form"].errors["name"]
    assert entered["Location"] == reverse("rooms-free-table", args=[seat.table.secret])
    assert seat.name == "Léa"
