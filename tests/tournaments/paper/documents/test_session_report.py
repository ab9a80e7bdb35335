"""The report of a session: ladders that add up to the results, nothing that circulates, no name at fault."""

from dataclasses import replace
from fractions import Fraction

import pytest

from games.core.variants.registry import find_variant
from tests.factories.sheets import bid_line, enter_line, make_seated_sheets
from tests.factories.tournaments import (
    SCORES,
    enter_results,
    give_penalty,
    list_plays,
    make_club,
    make_team_tournament,
)
from tournaments.core.formats.ranking_plan import Measure
from tournaments.enums import DocumentKind
from tournaments.models import Entry, OpenedBoard, Tournament
from tournaments.paper.documents.making.document import preview_html
from tournaments.paper.documents.making.options import DocumentOptions
from tournaments.paper.documents.results import session_report
from tournaments.paper.documents.results.session_report import (
    CIRCULATING,
    SESSION_REPORT,
    Rung,
    build_session_report,
)
from tournaments.paper.documents.results.sum_tables import sum_tables
from tournaments.rankings.queries.board_reports import load_board
from tournaments.rankings.queries.session_sums import RoundSums, SessionSums
from tournaments.rankings.queries.standings import latest_standings, snapshot_rows
from tournaments.rankings.services.standings import refresh_standings

pytestmark = pytest.mark.django_db

PLAIN = DocumentOptions()


@pytest.fixture
def played(few_deals: Tournament) -> Tournament:
    """Boards 1 and 2 at every table, board 3 at all tables but one."""
    plays = [play for play in list_plays(few_deals) if play.board <= 3]
    enter_results((play, SCORES[(number + number // 5) % 4]) for number, play in enumerate(plays[:-1]))
    refresh_standings(session=few_deals.sessions.get())
    return few_deals


def test_every_score_of_a_board_stands_on_its_ladder_with_its_marks_and_takers(played):
    (report,) = build_session_report(played, PLAIN)
    page = load_board(played.sessions.get(), 1)
    assert page is not None

    board = report.boards[0]

    assert board.report.board == 1
    assert [
        (rung.score, rung.attack_mark, rung.defence_mark, taker)
        for rung in board.rungs
        for taker in rung.takers
    ] == [(row.line.score, row.attack_mark, row.defence_mark, row.line.taker) for row in page.lines]
    assert len(board.rungs) < len(page.lines)
    best = board.rungs[0]
    assert isinstance(best, Rung)
    assert isinstance(best.attack_mark, Fraction)
    assert best.attack_mark + best.defence_mark == 100
    assert board.unscored == ()


def test_ranking_is_that_of_the_session(played):
    (report,) = build_session_report(played, PLAIN)

    assert [line.row for line in report.ranking.overall] == snapshot_rows(
        latest_standings(played.sessions.get())
    )


def test_what_circulates_is_left_out_unless_it_is_asked_for(played):
    (report,) = build_session_report(played, PLAIN)
    (everything,) = build_session_report(played, DocumentOptions(part=CIRCULATING, last_board=4))

    assert [board.report.board for board in report.boards] == [1, 2]
    assert report.circulating[:2] == (3, 4)
    assert [board.report.board for board in everything.boards] == [1, 2, 3, 4]
    assert everything.circulating == ()
    assert [len(board.unscored) for board in everything.boards] == [0, 0, 1, 5]


def test_hands_are_printed_only_where_anybody_may_see_them(played):
    OpenedBoard.objects.bulk_create(
        OpenedBoard(session=played.sessions.get(), board=board) for board in (2, 3)
    )

    (report,) = build_session_report(played, DocumentOptions(part=CIRCULATING, last_board=3))

    assert [board.cards is not None for board in report.boards] == [False, True, False]


def test_what_was_ruled_is_told_without_the_name_of_who_is_at_fault(played, told):
    entry = played.entries.all()[1]
    give_penalty(played.sessions.get(), entry)

    text = told(DocumentKind.SESSION_REPORT, played)

    ruled = text[text.index("Décisions d’arbitrage") : text.index("Étuis qui circulent encore")]
    assert "pénalité de 0,5" in ruled
    assert str(entry) in text
    assert str(entry) not in ruled


def test_deals_of_a_tables_own_are_added_up_round_by_round_and_come_to_nothing():
    tournament = make_seated_sheets(make_club(), deals=1)
    session = tournament.sessions.get()
    enter_line(list_plays(tournament)[0], bid_line(0, 50))
    refresh_standings(session=session)

    (report,) = build_session_report(tournament, PLAIN)

    assert report.boards == ()
    assert report.sums is not None
    assert report.sums.rounds == (1,)
    assert sorted(row.by_round for row in report.sums.rows) == [(-50,), (-50,), (-50,), (150,)]
    assert report.sums.controls == (0,)
    assert not report.has_rounded_shares


@pytest.mark.parametrize(
    ("game", "scores", "is_told"),
    [
        ("tarot-16", [640] * 10 + [-1067] * 6, True),
        ("tarot-16", [480] * 8 + [-480] * 8, False),
        ("tarot-4", [151, -50, -50, -50], False),
        ("papayou-4", [100, 100, 50, 0], False),
    ],
)
def test_a_sum_off_zero_is_put_down_to_shares_where_the_game_has_some(game, scores, is_told):
    sums = SessionSums((1,), tuple(RoundSums(Entry(), (Fraction(score),)) for score in scores))

    assert sums.has_rounded_shares(find_variant(game)) is is_told


def test_rounds_of_free_deals_have_their_total_so_far():
    rounds = RoundSums(Entry(), (Fraction(12), None, Fraction(-30)))

    assert rounds.with_totals == ((12, 12), (None, 12), (-30, -18))


def test_duels_of_teams_stand_in_place_of_ladders():
    tournament = make_team_tournament(make_club(), "quartets", is_seated=True)
    board_plays = [play for play in list_plays(tournament) if play.board == 1]
    enter_results((play, SCORES[number % len(SCORES)]) for number, play in enumerate(board_plays))
    refresh_standings(session=tournament.sessions.get())

    (report,) = build_session_report(tournament, PLAIN)

    (board,) = report.boards
    assert board.rungs == ()
    assert board.report.duels


def test_results_of_more_than_a_page_go_on_on_another(played, monkeypatch):
    (full_report,) = build_session_report(played, PLAIN)
    paper = replace(session_report.USUAL.results, height=12)
    monkeypatch.setattr(session_report, "USUAL", replace(session_report.USUAL, results=paper))

    (report,) = build_session_report(played, PLAIN)

    pieces = [piece for row in report.board_rows for piece in row]
    heading, *results = full_report.boards[0].text.splitlines()
    parts = [piece.text.splitlines() for piece in pieces if piece.report.board == 1]
    assert [piece.is_continued for piece in pieces].count(False) == 2
    assert [part[0] for part in parts] == [heading] * len(parts)
    assert [line for part in parts for line in part[1:]] == results
    assert all(len(part) * paper.line <= paper.height for part in parts)
    assert preview_html(SESSION_REPORT, played, language="fr").count("(suite)") == len(pieces) - 2


def test_preview_of_the_first_sheets_has_the_first_boards_and_says_so(played, monkeypatch):
    monkeypatch.setattr(session_report, "BOARDS_OF_PREVIEW", 1)
    continued = "Le début : la suite est dans le document."

    beginning, full_preview = (
        preview_html(SESSION_REPORT, played, language="fr", first=first) for first in (3, None)
    )

    assert (beginning.count('class="board"'), continued in beginning) == (1, True)
    assert (full_preview.count('class="board"'), continued in full_preview) == (2, False)


def test_costs_the_same_queries_whatever_the_number_of_boards(played, django_assert_max_num_queries):
    with django_assert_max_num_queries(32):
        (report,) = build_session_report(played, PLAIN)
        assert len(list(report.boards)) == 2


def test_rounds_that_are_too_many_for_a_line_stand_in_two_tables():
    rounds = tuple(range(1, 31))
    values = tuple(Fraction(-1234 if number % 2 else 1100) for number in rounds)
    sums = SessionSums(rounds, (RoundSums(Entry(name="Singlette"), values),))

    usual = session_report.USUAL
    tables = sum_tables(sums, Measure.POINTS, letters=usual.results.letters, room=usual.sums_room)

    assert len(tables) == 2
    assert [number for table in tables for number in table.heading.split()] == list(map(str, rounds))
    first_lines = [table.lines[0][1].splitlines() for table in tables]
    assert [text for values_line, _ in first_lines for text in values_line.split()] == ["−1234", "1100"] * 15
    assert first_lines[0][1].split()[:3] == ["−134", "−1368", "−268"]
