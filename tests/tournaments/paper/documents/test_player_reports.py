"""Player reports: the figures of the session's pages, one sheet a player, nothing of what circulates."""

from dataclasses import replace
from io import BytesIO

import pytest
from pypdf import PdfReader

from tests.factories.tournaments import (
    SCORES,
    enter_result,
    enter_results,
    give_penalty,
    list_plays,
    make_club,
    make_seated_tournament,
)
from tournaments.core.formats.registry import FORMATS
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.paper.documents.making.document import document_pdf
from tournaments.paper.documents.making.options import DocumentOptions
from tournaments.paper.documents.registry import DOCUMENTS
from tournaments.paper.documents.results.player_reports import PLAYER_REPORTS, build_player_reports
from tournaments.rankings.queries.players import load_player
from tournaments.rankings.services.standings import refresh_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(evening: Tournament) -> Tournament:
    """Every result but that of the last play."""
    enter_results(
        (play, SCORES[(number + number // 5) % len(SCORES)])
        for number, play in enumerate(list_plays(evening)[:-1])
    )
    refresh_standings(session=evening.sessions.get())
    return evening


@pytest.fixture
def two_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    """Print the reports of the first two players alone."""
    two = replace(PLAYER_REPORTS, build=lambda tournament, options: build_player_reports(tournament)[:2])
    monkeypatch.setitem(DOCUMENTS, DocumentKind.PLAYER_REPORTS, two)


def test_everybody_has_a_sheet_with_the_figures_of_their_page(played):
    session = played.sessions.get()

    sheets = build_player_reports(played)

    assert [str(sheet.report.entry) for sheet in sheets] == sorted(map(str, played.entries.all()))
    for sheet in sheets[:3]:
        page = load_player(session, sheet.report.entry, sees_all=False)
        assert sheet.report.ranked == page.ranked
        assert [(deal.board, deal.is_taker, deal.score, deal.mark) for deal in sheet.report.deals] == [
            (deal.board, deal.is_taker, deal.score, deal.mark) for deal in page.deals
        ]


def test_what_circulates_keeps_its_results(played):
    open_board = list_plays(played)[-1].board

    deals = [deal for sheet in build_player_reports(played) for deal in sheet.report.deals]

    assert {deal.board for deal in deals if not deal.is_revealed} == {open_board}
    assert {(deal.score, deal.mark) for deal in deals if deal.board == open_board} == {(None, None)}


@pytest.mark.usefixtures("two_reports")
def test_what_was_ruled_is_on_the_sheet_of_the_guilty_alone(played, told):
    entry = played.entries.all()[1]
    ruling = give_penalty(played.sessions.get(), entry)

    sheets = build_player_reports(played)

    assert {sheet.report.entry: sheet.rulings for sheet in sheets if sheet.rulings} == {entry: (ruling,)}
    assert told(DocumentKind.PLAYER_REPORTS, played).count("pénalité de 0,5") == 1


def test_costs_the_same_queries_whatever_the_number_of_results(
    evening, played, django_assert_max_num_queries
):
    with django_assert_max_num_queries(22):
        build_player_reports(played)


def test_only_where_deals_have_marks_of_their_own():
    offered = {
        code for code, tournament_format in FORMATS.items() if PLAYER_REPORTS.is_for(tournament_format)
    }

    assert offered
    assert offered != set(FORMATS)


def test_each_deal_has_the_best_and_the_average_of_the_field(played):
    scores: dict[int, list[int]] = {}
    for number, play in enumerate(list_plays(played)[:-1]):
        scores.setdefault(play.board, []).append(SCORES[(number + number // 5) % len(SCORES)])
    circulating = list_plays(played)[-1].board

    sheet = build_player_reports(played)[0]

    assert sheet.field == {
        board: (max(board_scores), round(sum(board_scores) / len(board_scores)))
        for board, board_scores in scores.items()
        if board != circulating
    }
    assert [field is None for deal, field in sheet.lines] == [
        deal.board == circulating for deal, _field in sheet.lines
    ]


@pytest.mark.usefixtures("two_reports")
def test_one_report_stands_on_a_page_where_it_is_asked_for(played, pages):
    options = DocumentOptions(per_sheet=1)

    two, single_reports = (
        pages(DocumentKind.PLAYER_REPORTS, played),
        pages(DocumentKind.PLAYER_REPORTS, played, options=options),
    )

    assert (len(two), len(single_reports)) == (1, 2)
    assert [two[0].width > two[0].height, single_reports[0].width > single_reports[0].height] == [True, False]


def test_fifty_two_deals_stand_on_both_halves_of_a_page():
    evening = make_seated_tournament(make_club(), table_count=13, is_dealt=False)
    enter_result(list_plays(evening)[0], 56)
    refresh_standings(session=evening.sessions.get())

    with_two_players = replace(
        PLAYER_REPORTS, build=lambda tournament, options: build_player_reports(tournament)[:2]
    )
    content = document_pdf(
        with_two_players, evening, language="fr", started=lambda _: None, progress=lambda _: None
    )

    assert len(PdfReader(BytesIO(content)).pages) == 2
