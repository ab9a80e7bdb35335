"""Teaching sheets: the taker's hand alone on the questions, every hand on the solutions."""

import pytest

from games.core.cards import CARD_COUNT
from games.core.dealing.dealt_game import dealt_game
from games.core.dealing.hand_value import evaluate_hand, find_bid_by_value
from games.core.dealing.layout_text import format_layout
from games.core.dealing.themes import Theme
from games.core.outcome import Bid
from games.models import Deal
from tests.factories.opened import cards_of
from tournaments.enums import DocumentKind
from tournaments.paper.documents.deals.hand_diagrams import card_label
from tournaments.paper.documents.deals.teaching_sheets import build_teaching_sheets
from tournaments.paper.documents.making.document import preview_html
from tournaments.paper.documents.making.options import DocumentOptions
from tournaments.paper.documents.registry import DOCUMENTS

BIDS = {
    None: "passe",
    Bid.PRISE: "prise",
    Bid.GARDE: "garde",
    Bid.GARDE_SANS: "garde sans",
    Bid.GARDE_CONTRE: "garde contre",
}


def test_questions_come_first_two_a_page_then_solutions_four_a_page(evening):
    sheets = build_teaching_sheets(evening)

    questions = [sheet for sheet in sheets if not sheet.is_solution]
    solutions = [sheet for sheet in sheets if sheet.is_solution]
    assert sheets == (*questions, *solutions)
    assert [len(sheet.boards) for sheet in questions] == [2] * 10
    assert [len(sheet.boards) for sheet in solutions] == [4] * 5
    assert [row.board.number for sheet in solutions for row in sheet.boards] == list(range(1, 21))


def test_large_type_has_one_question_a_page_then_two_solutions(evening):
    sheets = build_teaching_sheets(evening, DocumentOptions(large_type=True))

    assert [(sheet.is_solution, len(sheet.boards)) for sheet in sheets] == [(False, 1)] * 20 + [
        (True, 2)
    ] * 10
    assert [row.board.number for sheet in sheets for row in sheet.boards] == [*range(1, 21)] * 2


def test_question_is_the_takers_with_its_themes_and_points(evening):
    rows = [row for sheet in build_teaching_sheets(evening) for row in sheet.boards][:20]

    for row, deal in zip(rows, Deal.objects.order_by("number"), strict=True):
        themes = [theme for theme in Theme if theme.is_in(cards_of(deal), deal.taker)]
        assert row.hand.seat == deal.taker
        assert len(row.themes) == len(themes)
        assert row.points == evaluate_hand(cards_of(deal).hands[deal.taker]).with_dog
    assert any("21 qui manque" in theme for row in rows for theme in row.themes)


def test_solution_says_the_bid_of_the_scale_for_the_hand_in_question(evening):
    imposed_bids = {row.bid for sheet in build_teaching_sheets(evening) for row in sheet.boards}
    Deal.objects.update(taker=None)

    rows = [row for sheet in build_teaching_sheets(evening) for row in sheet.boards]

    assert imposed_bids == {"garde"}
    for row, deal in zip(rows, Deal.objects.order_by("number"), strict=False):
        assert row.bid == BIDS[find_bid_by_value(cards_of(deal).hands[row.hand.seat])]
    assert "passe" in {row.bid for row in rows}


def test_question_shows_one_hand_and_the_solution_every_card(few_deals, pages):
    first, second, solution = pages(DocumentKind.TEACHING_SHEETS, few_deals)

    deal = Deal.objects.get(deal_set__session__tournament=few_deals, number=1)
    labels = sorted(card_label(card) for card in cards_of(deal).hands[deal.taker])
    top = [word[4] for word in first.words if word[3] - word[1] > 14 and word[3] < first.height / 2]
    assert sorted(word for word in top if word in labels) == labels
    assert set(first.cells(columns=1, rows=2)) == {(0, 0), (1, 0)}
    assert set(second.cells(columns=1, rows=2)) == {(0, 0)}
    every = {card_label(card) for card in range(CARD_COUNT)}
    assert sum(word[4] in every for word in solution.words) >= 3 * CARD_COUNT


def test_deal_of_every_theme_keeps_clear_of_its_number(few_deals, pages, monkeypatch):
    monkeypatch.setattr(Theme, "is_in", lambda *_arguments: True)

    first = pages(DocumentKind.TEACHING_SHEETS, few_deals)[0]

    assert set(first.cells(columns=1, rows=2)) == {(0, 0), (1, 0)}
    number = next(word for word in first.words if word[4] == "Étui")
    title = [word for word in first.words if word[1] < number[3] and word[3] > number[1]]
    assert [word[4] for word in title if word[2] > number[0]] == ["Étui", "1"]


def test_costs_one_query(evening, django_assert_num_queries):
    with django_assert_num_queries(1):
        build_teaching_sheets(evening)


@pytest.mark.parametrize(("game", "says_tricks"), [("nullo-4", False), ("contrat-4", True)])
def test_only_who_bids_is_asked_for_a_bid_and_a_discard(few_deals, game, says_tricks):
    shape = dealt_game(game)
    Deal.objects.update(hands=format_layout(shape.cut(list(shape.deck))), taker=None)
    few_deals.game = game

    html = preview_html(DOCUMENTS[DocumentKind.TEACHING_SHEETS], few_deals, language="fr")

    assert "Mon plan de jeu" in html
    assert ("Les plis que j’annonce" in html) is says_tricks
    assert not [word for word in ("écart", "enchère", "barème") if word in html]
