"""Sorting sheets: each card above its pocket, alone or four at once."""

import re

import pytest
from django.template.loader import render_to_string

from games.core.dealing import lay_out
from games.core.dealing.dealt_game import dealt_game
from games.core.dealing.dealt_set import DealtBoard
from games.core.dealing.layout_text import format_layout
from games.core.variants.registry import GAMES
from games.models import Deal
from tests.factories.opened import open_deal_layout
from tests.factories.tournaments import EVENING, SEED
from tournaments.core.sorting import lots_of, sort_pack
from tournaments.enums import DocumentKind
from tournaments.paper.documents.deals.sorting_board import sorting_boards
from tournaments.paper.documents.deals.sorting_sheets import (
    build_copy_sheets,
    build_sorting_sheets,
    set_board,
)
from tournaments.paper.documents.making.options import DocumentOptions
from tournaments.paper.documents.typesetting.type_widths import Face, Type

LETTERS = {0: "N", 1: "O", 2: "S", 3: "E", "dog": "C"}


def expected_words(deal: Deal) -> list[str]:
    """The pockets of the 78 cards, in the order of a sorted pack."""
    return [
        LETTERS[placed.pocket] for row in sort_pack(open_deal_layout(deal), ("dog",)) for placed in row.cards
    ]


def test_two_boards_a_page_in_order(evening):
    sheets = build_sorting_sheets(evening)

    assert [[board.number for board in sheet.boards] for sheet in sheets] == [
        [number, number + 1] for number in range(1, 21, 2)
    ]


def test_rows_are_those_of_the_pack_with_the_count_of_each_pocket(evening):
    board = build_sorting_sheets(evening)[0].boards[0]

    assert [row.symbol for row in board.rows] == ["", "", "♠", "♥", "♦", "♣"]
    assert [row.is_red for row in board.rows] == [False, False, False, True, True, False]
    assert [len(row.cells) for row in board.rows] == [10, 12, 14, 14, 14, 14]
    assert [cell.label for cell in board.rows[1].cells] == [
        "11",
        "10",
        "9",
        "8",
        "7",
        "6",
        "5",
        "4",
        "3",
        "2",
        "1",
        "E",
    ]
    assert board.rows[5].tally == ((0, 18), (2, 18), (3, 18), (1, 18), ("dog", 6))


def test_each_card_is_printed_above_its_pocket(few_deals, pages):
    first, second = pages(DocumentKind.SORTING_SHEETS, few_deals)

    deal = Deal.objects.get(deal_set__session__tournament=few_deals, number=1)
    cards = [word for word in first.words if word[1] < first.height / 2 and word[0] < first.width * 0.775]
    large = [word for word in cards if word[3] - word[1] > 18 and word[4] in set("NSEOC")]
    letters = sorted((round(word[1]), word[0], word[4]) for word in large)
    assert [letter for _top, _left, letter in letters] == expected_words(deal)
    assert set(first.cells(columns=1, rows=2)) == {(0, 0), (1, 0)}
    assert set(second.cells(columns=1, rows=2)) == {(0, 0)}


def test_four_people_have_the_same_board_each_on_a_quarter(few_deals, pages):
    sheets = build_copy_sheets(few_deals)
    Deal.objects.filter(deal_set__session__tournament=few_deals, number__gt=1).delete()

    (first,) = pages(DocumentKind.COPY_SHEETS, few_deals)

    assert [{board.number for board in sheet.boards} for sheet in sheets] == [{1}, {2}, {3}]
    assert first.width > first.height
    quarters = first.cells(columns=2, rows=2)
    assert [quarters[place].count("Exemplaire") for place in ((0, 0), (0, 1), (1, 0), (1, 1))] == [1] * 4
    assert len({tuple(sorted(set(words) - set("1234"))) for words in quarters.values()}) == 1


def test_lots_hold_every_card_of_each_hand_once(few_deals):
    board = build_sorting_sheets(few_deals)[0].boards[0]

    deal = Deal.objects.get(deal_set__session__tournament=few_deals, number=1)
    lots = lots_of(sort_pack(open_deal_layout(deal), ("dog",)))
    by_pocket = {
        pocket: {card for _suit, suit in lots for run in suit.get(pocket, ()) for card in run}
        for pocket in LETTERS
    }
    assert by_pocket == {
        **dict(enumerate(open_deal_layout(deal).hands)),
        "dog": set(open_deal_layout(deal).piles[0]),
    }
    assert [lot.pocket for lot in board.suits[0].lots] == [0, 2, 3, 1, "dog"]
    assert all(lot.runs[-1].endswith(lot.top) for suit in board.suits for lot in suit.lots if lot.runs)


def test_neighbours_are_written_as_first_to_last(few_deals):
    shape = dealt_game("tarot-4")
    Deal.objects.filter(number=1).update(hands=format_layout(shape.cut(list(shape.deck))))
    few_deals.refresh_from_db()

    suits = build_sorting_sheets(few_deals)[0].boards[0].suits

    runs = [lot.runs for suit in suits for lot in suit.lots if lot.runs]
    assert len(runs) < 10
    assert any("–" in run for lot in runs for run in lot)


def test_etui_is_filled_in_less_than_a_minute_and_a_half(evening):
    """The keystroke model of Card, Moran and Newell (1980): look, take out of the fan, lay down."""
    look, take, lay = 1.35, 0.28, 1.1
    seconds = []
    for sheet in build_sorting_sheets(evening):
        for board in sheet.boards:
            lots = [lot for suit in board.suits for lot in suit.lots if lot.runs]
            fans = len(board.suits) * lay
            seconds.append(fans + sum(look + take * len(lot.runs) + lay for lot in lots))

    assert len(seconds) == 20
    assert max(seconds) < 90
    assert 78 * (look + lay) > 2 * max(seconds)


def test_costs_one_query(evening, django_assert_num_queries):
    with django_assert_num_queries(1):
        build_sorting_sheets(evening)
    with django_assert_num_queries(1):
        build_copy_sheets(evening)


@pytest.mark.parametrize(("game", "has_tally"), [("tarot-5", True), ("tarot-7", False)])
def test_counts_after_a_row_are_announced_where_they_have_room(game, has_tally):
    (board,) = sorting_boards(DealtBoard(1, 0, None, lay_out(SEED, 1, 0, dealt_game(game))), game)
    place = set_board(board)
    heading = {"tournament": "Soirée", "starts_on": EVENING}

    html = render_to_string(
        "tournaments/paper/pdf/_sorting_board.html",
        {"board": board, "lots": place.lots, "grid": place.grid, "heading": heading},
    )

    assert ("les cartes posées et la dernière posée" in html) is has_tally
    assert (place.grid.heads.split() == ["1", "2", "3", "4", "5", "C"]) is has_tally


def test_a_row_ends_with_the_count_and_the_last_card_of_each_pocket(evening):
    place = build_sorting_sheets(evening)[0].places[0]

    for row, line in zip(place.board.rows, place.grid.rows, strict=True):
        counts = [str(count) for _pocket, count in row.tally]
        assert line.labels.split() == [row.symbol or "At.", *(cell.label for cell in row.cells), *counts]
        marks = "".join(piece.text for piece in line.marks).split()
        last_cards = {cell.pocket: cell.label for cell in row.cells}
        assert marks[len(row.cells) :] == [last_cards.get(pocket, "–") for pocket, _count in row.tally]
        piles = [mark for piece in line.marks if piece.is_pile for mark in piece.text.split()]
        assert piles == ["C"] * sum(cell.pocket == "dog" for cell in row.cells)


@pytest.mark.parametrize("game", GAMES)
def test_each_text_stands_in_its_cell_in_every_game(game):
    for board in sorting_boards(DealtBoard(1, 0, None, lay_out(SEED, 1, 0, dealt_game(game))), game):
        place = set_board(board)
        longest = max((piece.text for row in place.grid.rows for piece in row.marks), key=len)

        assert len(place.grid.rows) == len(board.rows)
        assert Type(Face.CONDENSED_BOLD, place.grid.points).fits(longest, 195)
        for suit, row in zip(board.suits, place.lots.rows if place.lots else (), strict=True):
            assert row.line_count <= (3 if not suit.symbol else 2)
            assert Type(Face.CONDENSED, place.lots.points).fits(max(row.text.split("\n"), key=len), 195)


def test_sheet_says_how_long_a_sorted_and_a_played_pack_take(few_deals, told):
    text = told(DocumentKind.SORTING_SHEETS, few_deals)
    board = build_sorting_sheets(few_deals)[0].boards[0]

    assert 60 < board.lot_seconds < 90 < 120 < board.card_seconds < 150
    plain_text = text.replace("\xa0", " ")
    assert f"(environ {round(board.lot_seconds // 60)} min" in plain_text
    assert "Paquet joué ou mélangé (environ 2 min" in plain_text


def test_greys_take_the_place_of_tints(few_deals):
    (coloured, *_others), (grey, *_rest) = (
        build_sorting_sheets(few_deals, DocumentOptions(grey=is_grey)) for is_grey in (False, True)
    )

    assert "#fdf0a6" in coloured.places[0].grid.drawing
    colours = set(re.findall("#[0-9a-f]{6}", grey.places[0].grid.drawing + grey.places[0].lots.drawing))
    assert colours
    assert all(colour[1:3] == colour[3:5] == colour[5:] for colour in colours)
