"""Personal cards: each player's way through the evening."""

import re
from dataclasses import replace

import pytest

from games.core.dealing.boards import board_taker
from games.core.seats import EAST, NORTH
from tests.factories.tournaments import make_club, make_team_tournament
from tournaments.core.exchange.searching import parse_player_code
from tournaments.enums import DocumentKind
from tournaments.paper.documents.hall.personal_cards import PERSONAL_CARDS, PersonalCard, build_personal_cards
from tournaments.paper.documents.making.document import preview_html
from tournaments.paper.documents.registry import DOCUMENTS

FOOT = 2
"""Millimetres that may be left below the rows: line distances are whole parts of a millimetre."""


def test_every_player_has_one_card_four_to_a_sheet(evening):
    sheets = build_personal_cards(evening)

    cards = [card for sheet in sheets for card in sheet.cards]
    assert len(sheets) == 5
    assert sorted(card.entry.person.last_name for card in cards) == [f"Nom{n:02d}" for n in range(1, 21)]


def test_card_tells_tables_seats_and_boards(evening):
    cards = {
        card.entry.person.last_name: card for sheet in build_personal_cards(evening) for card in sheet.cards
    }

    east = cards["Nom04"]
    assert (east.entry.start_table, east.entry.start_seat) == (1, EAST)
    assert [(line.round, line.table, line.seats) for line in east.lines] == [
        (1, 1, (EAST,)), (2, 3, (EAST,)), (3, 5, (EAST,)), (4, 2, (EAST,)), (5, 4, (EAST,)),
    ]  # fmt: skip
    assert [board.number for board in east.lines[1].boards] == [13, 14, 15, 16]
    assert [line.table for line in cards["Nom01"].lines] == [1] * 5


def test_boards_where_the_player_takes_are_marked(evening):
    north = next(
        card
        for sheet in build_personal_cards(evening)
        for card in sheet.cards
        if card.entry.start_seat == NORTH
    )

    attacks = [board.number for line in north.lines for board in line.boards if board.is_attack]
    assert attacks == [number for number in range(1, 21) if board_taker(number) == NORTH]
    assert len(attacks) == 5


def test_boxes_of_attacks_are_grey_except_on_the_card_of_a_teams_attack(evening):
    card = build_personal_cards(evening)[0].cards[0]
    quartets = make_team_tournament(make_club(), "quartets", is_seated=True)
    attack = next(
        card for sheet in build_personal_cards(quartets) for card in sheet.cards if card and card.side == (2,)
    )

    # one of the grey areas holds the numbers of tables
    assert [_ground_count(card), _ground_count(attack)] == [1 + 5, 1]
    # a team attacks in each deal of its card: the place of each round says so, once
    assert [row.text.count("preneur") for row in attack.grid.rows] == [0] * len(attack.lines)
    assert [row.text.count("Attaque") for row in attack.grid.rows] == [1] * len(attack.lines)


def _ground_count(card: PersonalCard) -> int:
    (areas,) = re.findall(r'<path d="([^"]*)" fill="#eee"', card.grid.drawing)
    return areas.count("M")


def test_rows_grow_to_the_foot_of_the_card(evening):
    card = build_personal_cards(evening)[0].cards[0]

    (height,) = re.findall(r'height="([\d.]+)mm"', card.grid.drawing)
    assert float(height) == pytest.approx(card.head.room(), abs=FOOT)


def test_card_carries_the_code_that_the_door_reads(evening):
    cards = [card for sheet in build_personal_cards(evening) for card in sheet.cards]

    assert all(parse_player_code(card.code) == card.entry.person_id for card in cards)
    assert len({card.code_drawing for card in cards}) == 20


def test_code_says_where_it_is_read(evening):
    html = preview_html(DOCUMENTS[DocumentKind.PERSONAL_CARDS], evening, language="fr")

    assert html.count("À l’accueil") == 20


def test_costs_a_constant_number_of_queries(evening, django_assert_num_queries):
    with django_assert_num_queries(5):
        build_personal_cards(evening)


def test_paper_has_a_page_for_four_players(evening, printed, monkeypatch):
    two = replace(PERSONAL_CARDS, build=lambda tournament, options: build_personal_cards(tournament)[:2])
    monkeypatch.setitem(DOCUMENTS, DocumentKind.PERSONAL_CARDS, two)

    reader = printed(DocumentKind.PERSONAL_CARDS, evening)
    texts = [page.extract_text() for page in reader.pages]

    sheets = build_personal_cards(evening)[:2]
    assert len(texts) == 2
    for text, sheet in zip(texts, sheets, strict=True):
        assert all(str(card.entry.person) in text for card in sheet.cards)
        assert [text.count(word) for word in ("Ana", "preneur")] == [4, 4 * 5]
