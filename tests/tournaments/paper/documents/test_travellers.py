"""Travellers: the lines of each board, from the straight movement and the table of étuis."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import AppError
from games.core.seats import EAST, NORTH, SOUTH, WEST
from tests.factories.tournaments import (
    enter_result,
    list_plays,
    make_club,
    make_stored_evening,
    make_team_tournament,
)
from tournaments.core.movements.movement import Movement
from tournaments.core.slips.sheet_code import format_sheet_code
from tournaments.enums import DocumentKind
from tournaments.models import Person, PrintedSheet, Tournament
from tournaments.paper.documents.making.document import preview_html
from tournaments.paper.documents.making.options import DocumentOptions
from tournaments.paper.documents.registry import DOCUMENTS
from tournaments.paper.documents.scores.travellers import KNOWN, TWO_LEAVES, build_travellers
from tournaments.paper.documents.typesetting.imposition import split_evenly
from tournaments.paper.services.sheet_codes import find_coded_sheet, issue_codes
from tournaments.seating.services.seating import apply_movement


def test_two_boards_a_sheet_so_that_cut_piles_are_in_order(evening):
    sheets = build_travellers(evening)

    assert [[card.traveller.board for card in sheet.cards] for sheet in sheets] == [
        [board, board + 10] for board in range(1, 11)
    ]


def test_traveller_names_dealer_taker_and_leader(evening):
    card = build_travellers(evening)[1].cards[0]

    assert (card.traveller.board, card.traveller.dealer, card.traveller.taker) == (2, EAST, WEST)
    assert card.leader == NORTH


def test_lines_follow_the_board_round_by_round(evening):
    lines = build_travellers(evening)[0].cards[0].traveller.lines

    assert [(line.round, line.table) for line in lines] == [(1, 1), (2, 5), (3, 4), (4, 3), (5, 2)]
    assert [(entry.start_table, entry.start_seat) for _seats, entry in lines[1].sides] == [
        (5, NORTH), (4, SOUTH), (3, EAST), (2, WEST),
    ]  # fmt: skip


def test_costs_a_constant_number_of_queries(evening, django_assert_num_queries):
    with django_assert_num_queries(6):
        build_travellers(evening)


def test_paper_has_two_boards_on_a_landscape_page_with_everything_filled_in(evening, printed):
    reader = printed(DocumentKind.TRAVELLERS, evening, options=DocumentOptions(last_board=4))
    first = reader.pages[0]
    text = first.extract_text()

    assert len(reader.pages) == 2
    assert first.mediabox.width > first.mediabox.height
    assert "Étui 3" in text.replace("\n", " ")
    assert "NOM01 Ana" in text
    assert text.count("Preneur gagne") == text.count("Preneur chute") == 2
    assert "20 novembre 2026" in text


@pytest.mark.django_db
def test_attacker_of_quartets_writes_and_matches_have_a_column_for_the_bid():
    club = make_club()
    quartets = make_team_tournament(club, "quartets", is_seated=True)
    match = make_team_tournament(club, "teams", is_seated=True)

    cards = [build_travellers(tournament)[0].cards[0] for tournament in (quartets, match)]

    assert [(card.traveller.taker, card.writer, card.has_bid) for card in cards] == [
        (SOUTH, SOUTH, False), (SOUTH, SOUTH, True),
    ]  # fmt: skip
    sides = cards[0].traveller.lines[0].sides
    assert [seats for seats, _entry in sides] == [(NORTH, EAST, WEST), (SOUTH,)]
    assert sides[0][1] != sides[1][1]


@given(st.integers(1, 40), st.integers(1, 6))
def test_lines_are_split_evenly_and_none_is_lost(line_count, part_count):
    lines = tuple(range(line_count))

    parts = split_evenly(lines, part_count)

    assert [line for part in parts for line in part] == list(lines)
    assert {len(part) for part in parts} <= {line_count // len(parts), -(-line_count // len(parts))}
    assert len(parts) == min(part_count, line_count)


def test_two_leaves_share_the_lines_and_have_a_code_each(evening):
    options = DocumentOptions(part=TWO_LEAVES, first_board=2, last_board=2, site="http://192.0.2.7:8000")
    issue_codes(document_type=DOCUMENTS[DocumentKind.TRAVELLERS], tournament=evening, options=options)

    (sheet,) = build_travellers(evening, options)

    assert [[line.round for line in card.traveller.lines] for card in sheet.cards] == [[1, 2, 3], [4, 5]]
    assert [card.leaf_letter for card in sheet.cards] == ["A", "B"]
    coded_sheets = [find_coded_sheet(card.mark.text).sheet for card in sheet.cards]
    assert [(row.board, row.leaf) for row in coded_sheets] == [(2, 1), (2, 2)]
    assert sheet.cards[0].mark.address == f"http://192.0.2.7:8000/f/{coded_sheets[0].code}/"


def test_small_cards_take_fewer_lines_and_more_of_them_a_page(evening):
    sheets = build_travellers(evening, DocumentOptions(per_sheet=4))

    assert {(sheet.layout.size, len(sheet.cards)) for sheet in sheets} == {("A6", 4)}
    assert len(sheets) == 5


def test_travellers_of_a_match_are_four_to_a_page_unless_somebody_chose(db):
    match = make_team_tournament(make_club(), "teams", is_seated=True)

    usual, two_a_page = build_travellers(match), build_travellers(match, DocumentOptions(per_sheet=2))

    assert max(len(card.traveller.lines) for sheet in two_a_page for card in sheet.cards) == 2
    assert [card.traveller.board for card in usual[0].cards] == [1, 5, 9, 13]
    assert (usual[0].layout.style_class, two_a_page[0].layout.style_class) == ("a4-short", "a4-2")
    assert 2 * len(usual) == len(two_a_page)


def test_two_on_a5_are_refused_at_the_field(evening):
    with pytest.raises(AppError) as caught:
        build_travellers(evening, DocumentOptions(paper="A5", per_sheet=2))

    assert (caught.value.code, list(caught.value.fields)) == ("bad_options", ["per_sheet"])


@pytest.mark.paper
def test_four_to_a_page_and_no_word_leaves_its_card(evening, pages):
    Person.objects.update(last_name="Vandenbroucke-Saint-Germain-en-Laye", first_name="Marie-Christine")
    Tournament.objects.update(name="Grand tournoi individuel duplicate du printemps de la Ligue des essais")
    options = DocumentOptions(per_sheet=4, last_board=4, cut_marks=True, wide_margin=True)
    travellers = DOCUMENTS[DocumentKind.TRAVELLERS]
    issue_codes(document_type=travellers, tournament=evening, options=options)
    evening.refresh_from_db()

    (page,) = pages(DocumentKind.TRAVELLERS, evening, options=options)

    cells = page.cells(columns=2, rows=2)
    codes = {row.board: format_sheet_code(row.code) for row in PrintedSheet.objects.all()}
    assert {cell: [word for word in words if word in codes.values()] for cell, words in cells.items()} == {
        (0, 0): [codes[1]], (0, 1): [codes[2]], (1, 0): [codes[3]], (1, 1): [codes[4]],
    }  # fmt: skip
    assert page.small_words == []


@pytest.mark.django_db
def test_lines_say_where_people_sit_not_where_they_began():
    movement = Movement(
        code="turning",
        players=np.array([[[0, 1, 2, 3]], [[3, 0, 1, 2]], [[4, 0, 1, 2]]]),
        board_sets=np.array([[0], [1], [2]]),
    )
    tournament = apply_movement(tournament=make_stored_evening(make_club(), movement), seated_by=None)

    names = [
        line
        for sheet in build_travellers(tournament)
        for card in sheet.cards
        if card
        for _place, text, _known in card.setting.rows
        for line in text.split("\n")
    ]

    assert {"N1 ▶ NOM01 Ana", "O (N1) NOM01 Ana"} <= set(names)
    assert {"N (E1) ▶ NOM04 Ana", "N (R1) NOM05 Ana"} & set(names)


def test_names_of_long_travellers_stay_whole(evening, pages, monkeypatch):
    Person.objects.update(last_name="Doucefontaine", first_name="Côme")
    (first, *_others) = build_travellers(evening)
    card = first.cards[0]
    lines = card.traveller.lines * 4
    longest = replace(
        card,
        traveller=replace(card.traveller, lines=lines),
        names=card.names * 4,
        known=card.known * 4,
    )
    sheet = replace(first, cards=(longest, None))
    document = replace(DOCUMENTS[DocumentKind.TRAVELLERS], build=lambda tournament, options: (sheet,))
    monkeypatch.setitem(DOCUMENTS, DocumentKind.TRAVELLERS, document)

    (page,) = pages(DocumentKind.TRAVELLERS, evening)

    words = [word[4] for word in page.words]
    assert words.count("DOUCEFONTAINE") == words.count("Côme") == 80


def test_known_results_stand_in_their_boxes(evening):
    first, second, *_others = [play for play in list_plays(evening) if play.board == 1]
    enter_result(first, -56)
    enter_result(second, 60)

    card = build_travellers(evening, DocumentOptions(part=KNOWN, last_board=1))[0].cards[0]

    boxes = [known_result for _place, _names, known_result in card.setting.rows]
    assert [text.split() for text in boxes] == [["56"], ["60"], [], [], []]
    assert boxes[0].index("5") > boxes[1].index("6"), "losses are on the right of gains"


@pytest.mark.django_db
def test_cards_of_teams_name_who_plays_and_their_badges():
    triplets = make_team_tournament(make_club(), "triplets", is_seated=True)
    quartets = make_team_tournament(make_club(), "quartets", is_seated=True)

    for kind in (DocumentKind.GUIDE_CARDS, DocumentKind.PERSONAL_CARDS):
        html = preview_html(DOCUMENTS[kind], triplets, language="fr")
        assert html.count("<b>Bleu</b> NOM01 Ana") == 6
        html = preview_html(DOCUMENTS[kind], quartets, language="fr")
        assert html.count("NOM04 Ana") == 10
        assert ("Équipe 1 – défense" in html, "Équipe 1 – attaque" in html) == (True, True)
