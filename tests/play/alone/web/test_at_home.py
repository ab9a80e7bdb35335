"""Scores made at home with real cards, beside those of an evening."""

from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from games.core.dealing import board_taker
from play.alone.queries.at_home import can_compare_at_home, list_comparable_boards, means_by_seat
from tests.factories.open_evenings import OPEN, open_evening
from tests.factories.tournaments import make_club, make_seated_tournament
from tournaments.core.ranking.comparison import share_below
from tournaments.core.showing import Moment, Part, Showing
from tournaments.deals.services.deals import close_boards
from tournaments.enums import SlipKind
from tournaments.events.services.showing import set_showing
from tournaments.models import ResultSlip, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Tournament:
    """Public and played to its end; three of its étuis are open."""
    return open_evening(make_seated_tournament(make_club()))


def address(evening: Tournament) -> str:
    return reverse("rooms-evening-at-home", args=[evening.slug])


def field_at(board: int) -> list[int]:
    slips = ResultSlip.objects.filter(play__board=board, score__isnull=False)
    return list(slips.values_list("score", flat=True))


def test_score_is_marked_against_the_tables_of_its_etui(client: Client, evening: Tournament) -> None:
    page = client.get(address(evening), {"e1": "62", "e3": "-54"})

    lines = {board.report.board: board for board, _field in page.context["lines"]}
    assert [*lines] == [*OPEN]
    assert lines[2].attack_mark is None
    assert lines[2].defence_mark is None
    for board, score in ((1, 62), (3, -54)):
        scores = field_at(board)
        assert len(scores) == 5
        assert lines[board].attack_mark == share_below(score, scores, is_attack=True)
        assert lines[board].defence_mark == share_below(score, scores, is_attack=False)
    assert page.content.decode().count("Attaque <strong>") == 2


def test_mean_of_a_seat_counts_it_in_attack_where_it_took(client: Client, evening: Tournament) -> None:
    page = client.get(address(evening), {"e1": "62", "e2": "1000"})

    boards = [board for board, _field in page.context["lines"]]
    for seat, (_place, mean) in enumerate(page.context["means"]):
        marks = [
            board.attack_mark if board_taker(board.report.board) == seat else board.defence_mark
            for board in boards[:2]
        ]
        assert mean == sum(mark for mark in marks if mark is not None) / Fraction(2)
    assert means_by_seat(boards, "tarot-5") == []
    assert client.get(address(evening)).context["means"] == []


def test_wrong_score_is_told_at_its_field_and_the_others_count(client: Client, evening: Tournament) -> None:
    page = client.get(address(evening), {"e1": "soixante", "e2": "40000", "e3": "62"})

    assert {*page.context["lines"][0][1].form.errors} == {"e1", "e2"}
    assert [board.attack_mark is None for board, _field in page.context["lines"]] == [True, True, False]
    assert 'value="soixante"' in page.content.decode()


@pytest.mark.parametrize("part", [Part.HANDS, Part.BOARDS])
def test_hidden_hands_or_results_lead_back_to_the_evening(
    client: Client, evening: Tournament, part: Part
) -> None:
    again = reverse("rooms-evening-again", args=[evening.slug])
    assert address(evening) in client.get(again).content.decode()

    set_showing(tournament=evening, showing=Showing(**{part: Moment.HIDDEN}), set_by=None)

    assert client.get(address(evening))["Location"] == f"{again}?seance=1"
    assert address(evening) not in client.get(again).content.decode()


def test_closed_etui_and_one_without_results_are_left_out(client: Client, evening: Tournament) -> None:
    session = evening.sessions.get()
    close_boards(session=session, boards=[1], closed_by=None)
    ResultSlip.objects.filter(play__board=2).update(score=None, kind=SlipKind.NOT_PLAYED)

    assert [board.report.board for board, _field in client.get(address(evening)).context["lines"]] == [3]


def test_formats_that_compare_otherwise_are_left_out(evening: Tournament) -> None:
    session = evening.sessions.get()
    assert list_comparable_boards(session, OPEN)
    for other_format in ("quartets", "free_deals"):
        evening.format = session.tournament.format = other_format
        assert not can_compare_at_home(evening)
        assert list_comparable_boards(session, OPEN) == []
