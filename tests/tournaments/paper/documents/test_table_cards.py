"""Table cards: a stand for each table, which shows the people before it and beside it their seats."""

import numpy as np
import pytest
from django.template.loader import render_to_string
from django.urls import reverse

from games.core.seats import EAST, NORTH, SOUTH, WEST
from tests.factories.sheets import make_sheet_tournament, seat
from tests.factories.tournaments import make_club, make_stored_evening, make_tournament, make_user
from tournaments.core.movements.constructions import build_straight
from tournaments.core.movements.movement import Movement
from tournaments.enums import DocumentKind
from tournaments.paper.documents.hall.seat_lists import build_seat_lists
from tournaments.paper.documents.hall.table_cards import (
    TABLE_CARDS,
    TableCard,
    TableCardFace,
    build_table_cards,
)
from tournaments.paper.documents.making.options import DocumentOptions
from tournaments.results.services.club_tables import club_table_secret, make_table_codes

pytestmark = pytest.mark.django_db


def test_each_table_has_its_stand_before_anybody_is_entered() -> None:
    cards = build_table_cards(make_tournament(make_club(), table_count=7))

    assert cards == tuple(TableCard(table, section=None, has_compass=True) for table in range(1, 8))


def test_two_who_face_each_other_see_the_same_neighbours_on_opposite_sides() -> None:
    card = build_table_cards(make_tournament(make_club()))[0]

    assert card.faces == (
        TableCardFace(reader=NORTH, left=EAST, right=WEST),
        TableCardFace(reader=SOUTH, left=WEST, right=EAST),
    )


def test_code_is_on_the_card_where_the_club_has_codes_and_the_site_an_address() -> None:
    evening = make_tournament(make_club())
    options = DocumentOptions(site="http://etui.lan:8000")
    without = build_table_cards(evening, options)[2]
    make_table_codes(club=evening.club, made_by=make_user())

    card, unknown = build_table_cards(evening, options)[2], build_table_cards(evening)[2]

    address = reverse("table-of-club", args=[club_table_secret(evening.club, 3)])
    assert (without.address, card.address, unknown.address) == ("", f"http://etui.lan:8000{address}", "")
    page = render_to_string(
        TABLE_CARDS.template, {"sheets": [{"content": content} for content in (card, without)]}
    )
    assert [page.count(words) for words in ("Notez vos résultats ici", "<svg", 'class="face')] == [2, 2, 4]


def test_stand_names_the_hall_of_its_table() -> None:
    evening = make_tournament(make_club(), table_count=7)
    evening.halls = [["Véranda & cour", 6, 7]]

    cards = build_table_cards(evening)

    assert [card.hall for card in cards] == [*[""] * 5, *["Véranda & cour"] * 2]
    page = render_to_string(TABLE_CARDS.template, {"sheets": [{"content": card} for card in cards]})
    assert page.count('<p class="hall">Véranda &amp; cour</p>') == 4
    assert page.count('class="hall"') == 4


def test_stands_of_two_sections_say_their_colour() -> None:
    movement = build_straight(5, 1)

    cards = build_table_cards(make_stored_evening(make_club(), movement, movement))

    assert [(card.section, card.table) for card in cards[4:7]] == [(1, 5), (2, 6), (2, 7)]


def test_table_that_nobody_ever_has_gets_no_stand_and_no_row() -> None:
    movement = Movement(
        code="empty-second",
        players=np.array([[[0, 1, 2, 3], [-1] * 4], [[0, 1, 2, 3], [-1] * 4]]),
        board_sets=np.array([[0, -1], [1, -1]]),
    )
    evening = seat(make_stored_evening(make_club(), movement))

    (lists,) = build_seat_lists(evening)

    assert [card.table for card in build_table_cards(evening)] == [1]
    assert [row.table for row in lists.hall] == [1]
    assert [[table.table for table in row.tables] for row in lists.rounds] == [[1], [1]]


def test_table_of_three_has_no_orientations() -> None:
    tournament = make_sheet_tournament(
        make_club(), format_code="friendly", game="nullo-3", table_count=3, player_count=9, deals=3
    )

    assert {card.has_compass for card in build_table_cards(tournament)} == {False}


def test_costs_one_query(django_assert_num_queries):
    evening = make_tournament(make_club())

    with django_assert_num_queries(1):
        build_table_cards(evening)


@pytest.mark.paper
def test_both_faces_of_every_stand_are_within_their_half(pages):
    first, *later_pages = pages(DocumentKind.TABLE_CARDS, make_tournament(make_club(), table_count=3))

    halves = first.cells(columns=1, rows=2)
    assert len(later_pages) == 2
    for half in halves.values():
        assert [word for word in half if word.isdecimal() and len(word) == 1] == ["1"]
        assert {"Nord", "Sud"} & set(half)
        assert {"Est", "Ouest"} <= set(half)
