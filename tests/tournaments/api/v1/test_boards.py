"""Étuis for programs."""

import pytest
from django.test import Client
from django.urls import reverse

from games.core.dealing.boards import board_dealer, board_taker
from games.core.seats import seat_letter
from tests.factories.tournaments import enter_results, list_plays, make_user
from tournaments.enums import EventRole


def address(tournament, number=1):
    return reverse("api-v1-board", args=[tournament.slug, number])


def enter_board(tournament, count=5):
    enter_results(zip(list_plays(tournament)[:count], (120, 80, 60, 60, -52), strict=False))


def test_a_complete_etui_has_lines_and_frequencies(evening):
    enter_board(evening)

    content = Client().get(address(evening)).json()

    assert (content["dealer"], content["taker"]) == (
        seat_letter(board_dealer(1)),
        seat_letter(board_taker(1)),
    )
    assert (content["results_counted"], content["results_expected"]) == (5, 5)
    marks = [(line["score"], line["attack_mark"], line["defence_mark"]) for line in content["lines"]]
    assert marks == [
        (120, "100.00", "0.00"),
        (80, "75.00", "25.00"),
        (60, "37.50", "62.50"),
        (60, "37.50", "62.50"),
        (-52, "0.00", "100.00"),
    ]
    assert set(content["lines"][0]["seats"]) == {"N", "W", "S", "E"}
    assert [(row["score"], row["count"]) for row in content["frequencies"]] == [
        (120, 1),
        (80, 1),
        (60, 2),
        (-52, 1),
    ]


def test_a_circulating_etui_is_empty_but_for_the_desk(evening):
    enter_board(evening, count=4)
    desk = Client()
    desk.force_login(make_user(tournament=evening, role=EventRole.REFEREE))

    visitor, referee = Client().get(address(evening)).json(), desk.get(address(evening)).json()

    assert (visitor["results_counted"], visitor["lines"], visitor["frequencies"]) == (4, [], [])
    assert [line["score"] for line in referee["lines"]] == [120, 80, 60, 60, None]


@pytest.mark.parametrize("number", [0, 21, 10**30])
def test_an_unknown_etui_is_not_found(evening, number):
    answer = Client().get(f"/api/v1/tournaments/{evening.slug}/boards/{number}/")

    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
