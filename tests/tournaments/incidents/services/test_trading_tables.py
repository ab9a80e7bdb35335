"""Two tables sat at each other's place, or one played other étuis: what was played counts."""

import pytest

from common.errors import AppError
from tests.factories.incidents import deal_with, play_rounds, seats_and_plays
from tests.factories.tournaments import make_club, make_seated_tournament, make_user
from tournaments.incidents.services.actions import rehearse, undo_incident
from tournaments.incidents.services.trading_tables import OtherBoards, TablesSwapped
from tournaments.models import Play, Seating, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return make_seated_tournament(make_club(), is_dealt=False)


def seated(this_round: int, table: int) -> list[int]:
    rows = Seating.objects.filter(round__number=this_round, table__number=table)
    return list(rows.order_by("seat").values_list("entry", flat=True))


def boards(this_round: int, table: int) -> list[int]:
    rows = Play.objects.filter(round__number=this_round, table__number=table)
    return list(rows.order_by("board").values_list("board", flat=True))


def test_everybody_of_two_tables_changes_place_and_back(tournament: Tournament) -> None:
    play_rounds(tournament, 2)
    state, one, other = seats_and_plays(tournament), seated(2, 1), seated(2, 3)

    incident = deal_with(tournament, TablesSwapped(table=1, other=3, this_round=2))

    assert (seated(2, 1), seated(2, 3)) == (other, one)
    undo_incident(incident=incident, undone_by=make_user("Directrice"))
    assert seats_and_plays(tournament) == state


def test_who_meets_an_etui_twice_is_told(tournament: Tournament) -> None:
    case = TablesSwapped(table=1, other=3, this_round=2)

    told = rehearse(tournament=tournament, case=case, asked_by=make_user("Directrice")).told

    assert len(told.boards) == 8
    assert all("joue plus d’une fois" in sentence for sentence in told.boards)


@pytest.mark.postgres
def test_results_are_due_on_the_etuis_played(tournament: Tournament) -> None:
    state, here, there = seats_and_plays(tournament), boards(1, 1), boards(1, 2)

    incident = deal_with(tournament, OtherBoards(table=1, this_round=1, boards=tuple(there)))

    assert here != there
    assert boards(1, 1) == boards(1, 2) == there
    undo_incident(incident=incident, undone_by=make_user("Directrice"))
    assert seats_and_plays(tournament) == state


@pytest.mark.parametrize(
    ("given", "code"),
    [((99,), "no_such_board"), ((1, 2, 3, 4, 5), "too_many_boards"), ((1, 2, 3, 4), "same_boards")],
)
def test_boards_that_cannot_be_are_refused(tournament: Tournament, given: tuple[int, ...], code: str) -> None:
    table = Play.objects.get(round__number=1, board=1).table.number

    with pytest.raises(AppError) as refused:
        deal_with(tournament, OtherBoards(table=table, this_round=1, boards=given))

    assert refused.value.code == code
    assert "boards" in refused.value.fields


def test_a_table_that_does_not_play_is_refused(tournament: Tournament) -> None:
    with pytest.raises(AppError) as refused:
        deal_with(tournament, TablesSwapped(table=1, other=9, this_round=1))

    assert refused.value.code == "empty_table"
