"""Sheets to finish on paper: the open lines alone, with the known results."""

import pytest

from games.core.outcome import Bid
from games.core.seats import NORTH, SOUTH
from tests.factories.sheets import (
    bid_line,
    enter_line,
    find_play,
    make_seated_sheets,
)
from tests.factories.tournaments import enter_result, enter_results, list_plays, make_club
from tournaments.enums import SlipKind
from tournaments.paper.documents.making.options import PLAIN, DocumentOptions
from tournaments.paper.documents.scores.score_sheets import build_score_sheets
from tournaments.paper.documents.scores.travellers import TRAVELLERS, build_travellers
from tournaments.paper.services.sheet_codes import issue_codes
from tournaments.results.queries.known_results import UNKNOWN, KnownLine, MissingAtTable, missing_by_table

KNOWN = DocumentOptions(part="known")


def travellers_by_board(tournament, options) -> dict:
    sheets = build_travellers(tournament, options)
    return {card.traveller.board: card for sheet in sheets for card in sheet.cards if card}


def test_travellers_to_finish_have_the_results_that_are_known(evening):
    first, *other_plays = [play for play in list_plays(evening) if play.board == 1]
    enter_result(first, -56)
    for play in list_plays(evening):
        if play.board == 2:
            enter_result(play, 56)

    cards = travellers_by_board(evening, KNOWN)

    assert sorted(cards) == [1, *range(3, 21)]
    place = (first.round.number, first.table.number)
    rows = {(line.round, line.table): result for line, _names, result in cards[1].rows}
    assert rows.pop(place) == KnownLine(score=-56, kind=SlipKind.PLAYED)
    assert list(rows.values()) == [UNKNOWN] * len(other_plays)


def test_blank_travellers_say_nothing_of_results(evening):
    enter_result(list_plays(evening)[0], 56)

    cards = travellers_by_board(evening, PLAIN)

    assert len(cards) == 20
    assert {result for card in cards.values() for _line, _names, result in card.rows} == {UNKNOWN}


def test_sheet_with_results_keeps_the_code_of_the_blank_one(evening):
    enter_result(list_plays(evening)[0], 56)
    for options in (PLAIN, KNOWN):
        issue_codes(document_type=TRAVELLERS, tournament=evening, options=options)

    blank, known_cards = (travellers_by_board(evening, options) for options in (PLAIN, KNOWN))

    assert known_cards[1].mark is not None
    assert {board: card.mark for board, card in known_cards.items()} == {
        board: blank[board].mark for board in known_cards
    }


@pytest.mark.django_db
def test_score_sheets_to_finish_have_the_lines_that_are_known():
    tournament = make_seated_sheets(make_club())
    enter_line(find_play(tournament, 1, 1, board=1), bid_line(SOUTH, -56, bid=Bid.GARDE))
    for board in (1, 2):
        enter_line(find_play(tournament, 1, 2, board=board), bid_line(NORTH, 56))

    sheets = build_score_sheets(tournament, KNOWN)

    cards = {
        (card.sheet.round.number, card.sheet.table.number): card
        for sheet in sheets
        for card in sheet.cards
        if card
    }
    assert sorted(cards) == [(1, 1), (1, 3), (1, 4), (1, 5), *((2, table) for table in range(1, 6))]
    (_deal, _dealer, _cards, line_result, cells, _pot), (*_, unknown, blank, _pot) = cards[1, 1].rows
    assert (line_result.taker, line_result.bid) == (SOUTH, Bid.GARDE)
    assert (line_result.is_raw, cells) == (False, ("56", "", "", "168", "56", "", "56", ""))
    assert (unknown, blank) == (UNKNOWN, ("",) * 8)


def test_tables_that_owe_results_are_listed_by_round(evening):
    plays = [play for play in list_plays(evening) if (play.round.number, play.table.number) == (1, 2)]
    enter_results((play, 56) for play in plays[1:])

    missing_results = missing_by_table(evening.sessions.get())

    assert missing_results[1] == MissingAtTable(round=1, table=2, section=1, boards=(plays[0].board,))
    assert len(missing_results) == 25
