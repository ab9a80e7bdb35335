"""Orientation boards: a page for each wall, in the letters of its language."""

import pytest

from games.core.seats import EAST, NORTH, SOUTH, WEST
from tests.factories.sheets import make_sheet_tournament
from tests.factories.tournaments import make_club, make_tournament
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.paper.documents.hall.orientation_boards import OrientationBoard, build_orientation_boards

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament(make_club())


def test_each_wall_has_its_board(tournament, django_assert_num_queries):
    with django_assert_num_queries(1):
        boards = build_orientation_boards(tournament)

    assert boards == tuple(OrientationBoard(seat) for seat in (NORTH, SOUTH, EAST, WEST))


def test_fifth_seat_has_its_board():
    five = make_sheet_tournament(
        make_club(), format_code="friendly", game="tarot-5", table_count=3, player_count=15, round_count=3
    )

    boards = build_orientation_boards(five)

    assert [board.seat for board in boards] == [NORTH, SOUTH, EAST, WEST, 4]
    assert [board.is_wall for board in boards] == [True] * 4 + [False]


@pytest.mark.paper
@pytest.mark.parametrize(
    ("language", "west"), [("fr", ["O", "Ouest", "vert"]), ("en", ["W", "West", "green"])]
)
def test_four_pages_across_each_with_its_letter_word_and_colour(tournament, pages, language, west):
    walls = pages(DocumentKind.ORIENTATION_BOARDS, tournament, language)

    assert [page.width > page.height for page in walls] == [True] * 4
    last = [text for *_place, text in walls[-1].words]
    assert set(west) <= set(last)
