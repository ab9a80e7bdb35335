"""Two tables sat at each other's place, or one played other étuis: what was played counts."""

import pytest
from django.utils import timezone

from common.errors import AppError
from games.core.outcome import Bid
from tests.factories.incidents import deal_with, entry_called, play_rounds, seats_and_plays
from tests.factories.sheets import enter_line
from tests.factories.tables import make_device, open_table, sit_down, write_down
from tests.factories.tournaments import make_club, make_seated_tournament, make_team_tournament, make_user
from tournaments.core.slips.traveller import LineInput
from tournaments.enums import SlipKind
from tournaments.incidents.services.actions import rehearse, undo_incident
from tournaments.incidents.services.second_plays import Twice
from tournaments.incidents.services.swapping import Swap
from tournaments.incidents.services.trading_tables import OtherBoards, TablesSwapped
from tournaments.models import Incident, Play, ResultSlip, Seating, Tournament
from tournaments.rankings.queries.board_reports import load_board
from tournaments.rankings.queries.session_plays import load_session
from tournaments.rankings.queries.standings import rank_loaded
from tournaments.results.queries.whereabouts import load_whereabouts

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


def met_twice() -> list[tuple[int, int, int]]:
    """Lines of the second time: (round, table, board)."""
    first: set[tuple[int, int]] = set()
    second: set[tuple[int, int, int]] = set()
    for play in Play.objects.select_related("round", "table").order_by("round__number"):
        place = (play.round.number, play.table.number)
        for entry in seated(*place):
            if (entry, play.board) in first:
                second.add((*place, play.board))
            first.add((entry, play.board))
    return sorted(second)


@pytest.mark.parametrize("kind", ["tables", "boards", "people"])
def test_the_second_time_is_neutralised_where_that_is_chosen(tournament: Tournament, kind: str) -> None:
    cases = {
        "tables": TablesSwapped(table=1, other=3, this_round=2, twice=Twice.NEUTRALISE),
        "boards": OtherBoards(table=1, this_round=2, boards=tuple(boards(2, 3)), twice=Twice.NEUTRALISE),
        "people": Swap(
            entry=entry_called(tournament, "Nom02"),
            other=entry_called(tournament, "Nom07"),
            first_round=2,
            last_round=2,
            twice=Twice.NEUTRALISE,
        ),
    }
    state = seats_and_plays(tournament)
    play_rounds(tournament, 1)
    told = rehearse(tournament=tournament, case=cases[kind], asked_by=make_user("Directrice")).told

    incident = deal_with(tournament, cases[kind])

    void = ResultSlip.objects.current().filter(kind=SlipKind.NEUTRALISED)
    places = void.values_list("play__round__number", "play__table__number", "play__board")
    assert sorted(places) == met_twice() != []
    assert any("la seconde fois est neutralisée" in sentence for sentence in told.boards)
    undo_incident(incident=incident, undone_by=make_user("Directrice"))
    assert seats_and_plays(tournament) == state
    assert not void.exists()


def test_both_times_count_unless_the_second_is_neutralised(tournament: Tournament) -> None:
    deal_with(tournament, TablesSwapped(table=1, other=3, this_round=2))

    assert met_twice() != []
    assert not ResultSlip.objects.exists()


@pytest.mark.parametrize("twice", Twice)
def test_second_attack_with_a_board_counts_in_no_duel(twice: Twice) -> None:
    """A table of a match plays in round 4 what it played in round 3, the same way."""
    match = make_team_tournament(make_club(), "teams", is_seated=True)
    for number, play in enumerate(Play.objects.filter(round__number__lte=3)):
        enter_line(play, LineInput(gain=56 + 2 * number, bid=Bid.GARDE))
    before, entered = rank_session_of(match), ResultSlip.objects.count()
    case = OtherBoards(table=1, this_round=4, boards=tuple(boards(3, 1)), twice=twice)
    told = rehearse(tournament=match, case=case, asked_by=make_user("Directrice")).told

    deal_with(match, case)
    for play in Play.objects.filter(round__number=4, table__number=1):
        enter_line(play, LineInput(gain=90, bid=Bid.GARDE))

    assert "seule la première fois compte" in told.boards[-1]
    assert ResultSlip.objects.filter(kind=SlipKind.PLAYED).count() == entered + len(case.boards)
    assert rank_session_of(match) == before
    report = load_board(match.sessions.get(), case.boards[0])
    assert [duel.is_settled for duel in report.duels] == [True]


def rank_session_of(tournament: Tournament) -> object:
    return rank_loaded(load_session(tournament.sessions.get()))


def test_line_that_a_phone_wrote_keeps_its_etui(tournament: Tournament) -> None:
    incident = deal_with(tournament, OtherBoards(table=1, this_round=1, boards=tuple(boards(1, 2))))
    access, phone = open_table(tournament), make_device()
    sit_down(access, 0, device=phone)
    play = Play.objects.get(table=access.table, round__number=1, board=boards(1, 2)[0])
    slip = write_down(access, play, phone)
    ResultSlip.objects.filter(pk=slip.pk).update(kind=SlipKind.NOT_PLAYED, score=None, is_current=False)

    with pytest.raises(AppError) as refusal:
        undo_incident(incident=incident, undone_by=make_user("Directrice"))

    assert refusal.value.code == "results_exist"


def test_lines_of_a_declared_swap_are_not_questioned(tournament: Tournament) -> None:
    play_rounds(tournament, 1)
    incident = deal_with(tournament, OtherBoards(table=1, this_round=2, boards=tuple(boards(1, 1))))
    play = Play.objects.filter(round__number=2, table__number=1).order_by("board")[0]

    declared = load_whereabouts(play, None).earlier
    Incident.objects.filter(pk=incident.pk).update(undone_at=timezone.now())
    undeclared = load_whereabouts(play, None).earlier

    assert declared == ()
    assert [(row.round, row.table) for row in undeclared] == [(1, 1)]


def test_a_line_met_before_elsewhere_is_still_questioned(tournament: Tournament) -> None:
    play_rounds(tournament, 1)
    deal_with(tournament, OtherBoards(table=1, this_round=3, boards=tuple(boards(3, 2))))
    play = Play.objects.filter(round__number=2, table__number=2)[0]
    known = Play.objects.get(round__number=1, table__number=2, board=boards(1, 2)[0])
    Play.objects.filter(pk=play.pk).update(board=known.board)
    play.refresh_from_db()
    Seating.objects.filter(round__number=2, table__number=2, seat=0).update(entry=seated(1, 2)[0])

    assert [(row.round, row.table) for row in load_whereabouts(play, None).earlier][:1] == [(1, 2)]


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
