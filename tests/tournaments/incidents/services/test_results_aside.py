"""Lines that are not played, or void: late, slow, spoiled, cut short; taken back."""

import pytest

from common.errors import AppError
from tests.factories.incidents import deal_with, entry_called, play_rounds
from tests.factories.sheets import make_seated_sheets
from tests.factories.tournaments import enter_result, list_plays, make_club, make_seated_tournament, make_user
from tournaments.base.queries.progress import is_played_out
from tournaments.enums import IncidentKind, SlipKind, TournamentState
from tournaments.events.services.states import finish_tournament
from tournaments.incidents.services.actions import rehearse, undo_incident
from tournaments.incidents.services.boards_taken import BoardsTaken
from tournaments.incidents.services.shortening import Shortening
from tournaments.incidents.services.spoiling import Spoiling
from tournaments.models import AuditEvent, Play, ResultSlip, Ruling, Tournament
from tournaments.results.services.corrections import withdraw_result
from tournaments.results.services.results import Author

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return make_seated_tournament(make_club(), is_dealt=False)


def plays_of(tournament: Tournament, number: int, table: int) -> list[Play]:
    return [
        play for play in list_plays(tournament) if (play.round.number, play.table.number) == (number, table)
    ]


def current_kinds(tournament: Tournament) -> dict[int, str]:
    rows = ResultSlip.objects.current().filter(play__round__section__session__tournament=tournament)
    return dict(rows.values_list("play", "kind"))


def test_a_shortened_evening_can_end(tournament: Tournament) -> None:
    play_rounds(tournament, 3)

    deal_with(tournament, Shortening(last_round=3))

    later = [play for play in list_plays(tournament) if play.round.number > 3]
    assert {current_kinds(tournament)[play.pk] for play in later} == {SlipKind.NOT_PLAYED}
    assert is_played_out(tournament)
    assert finish_tournament(tournament=tournament, finished_by=None).state == "finished"


def test_action_of_an_earlier_session_is_not_undone(tournament: Tournament) -> None:
    play_rounds(tournament, 3)
    incident = deal_with(tournament, Shortening(last_round=3))
    tournament.sessions.create(number=2)

    with pytest.raises(AppError, match="session_over"):
        undo_incident(incident=incident, undone_by=make_user())


def test_a_shortened_evening_tells_how_much_everybody_plays(tournament: Tournament) -> None:
    play_rounds(tournament, 3)
    enter_result(plays_of(tournament, 4, 1)[0], 56)

    report = rehearse(
        tournament=tournament, case=Shortening(last_round=3), asked_by=make_user("Directrice")
    ).told

    assert "39 lignes" in report.boards[0]
    assert "de 12 à 13" in report.boards[1]
    assert "20." in report.boards[1]
    assert "1 résultat" in report.ranking[1]


def test_the_evening_goes_on_after_all(tournament: Tournament) -> None:
    play_rounds(tournament, 3)
    kinds_before = current_kinds(tournament)
    incident = deal_with(tournament, Shortening(last_round=3))
    resumed = plays_of(tournament, 4, 1)[0]
    enter_result(resumed, 56, seen_version=1, reason="jouée tout de même")

    undo_incident(incident=incident, undone_by=make_user("Directrice"))

    assert current_kinds(tournament) == kinds_before | {resumed.pk: SlipKind.PLAYED}
    assert enter_result(plays_of(tournament, 5, 1)[0], 56).kind == SlipKind.PLAYED


@pytest.mark.postgres
def test_every_line_cut_is_in_the_trace(tournament: Tournament) -> None:
    director = make_user("Directrice")

    deal_with(tournament, Shortening(last_round=3), director)

    entered = AuditEvent.objects.filter(action="result.entered", actor=director)
    assert entered.count() == 40
    assert entered.first().after["kind"] == SlipKind.NOT_PLAYED
    tournament.refresh_from_db()
    assert tournament.state == TournamentState.PLAYING


def test_a_line_entered_and_withdrawn_is_cut_too(tournament: Tournament) -> None:
    play = plays_of(tournament, 4, 1)[0]
    enter_result(play, 56)
    withdraw_result(play=play, seen_version=1, author=Author(user=None), reason="mauvaise ligne")

    deal_with(tournament, Shortening(last_round=3))

    assert (play.slips.current().get().version, play.slips.current().get().kind) == (3, SlipKind.NOT_PLAYED)


def test_nothing_is_left_to_cut_after_the_last_result(tournament: Tournament) -> None:
    play_rounds(tournament, 5)

    with pytest.raises(AppError) as refused:
        deal_with(tournament, Shortening(last_round=3))

    assert refused.value.code == "nothing_left"


@pytest.mark.postgres
def test_a_spoiled_board_is_void_where_it_was_so(tournament: Tournament) -> None:
    play_rounds(tournament, 3)

    incident = deal_with(tournament, Spoiling(board=1, first_round=2, last_round=5))

    kinds = {
        play.round.number: current_kinds(tournament)[play.pk]
        for play in list_plays(tournament)
        if play.board == 1
    }
    assert kinds == {1: SlipKind.PLAYED} | dict.fromkeys((2, 3, 4, 5), SlipKind.NEUTRALISED)
    undo_incident(incident=incident, undone_by=make_user("Directrice"))
    lines = {play.round.number: play for play in list_plays(tournament) if play.board == 1}
    assert lines[2].slips.current().get().kind == SlipKind.PLAYED
    assert lines[2].slips.current().get().score == lines[2].slips.get(version=1).score
    assert not lines[4].slips.current().exists()


def test_a_spoiled_board_at_one_table(tournament: Tournament) -> None:
    play = plays_of(tournament, 2, 3)[0]

    report = rehearse(
        tournament=tournament,
        case=Spoiling(board=play.board, first_round=1, last_round=5, table=3),
        asked_by=make_user("Directrice"),
    ).told

    assert len(report.boards) == 2
    assert "table 3" in report.boards[0]


@pytest.mark.parametrize(
    ("case", "code"),
    [
        (Spoiling(board=99, first_round=1, last_round=5), "no_such_board"),
        (Spoiling(board=1, first_round=4, last_round=6), "no_such_round"),
        (Shortening(last_round=5), "no_such_round"),
    ],
)
def test_what_is_not_there_is_refused(tournament: Tournament, case: Spoiling, code: str) -> None:
    with pytest.raises(AppError) as refused:
        deal_with(tournament, case)

    assert refused.value.code == code
    assert refused.value.fields


def test_deals_dealt_at_the_table_have_no_board_to_spoil() -> None:
    free = make_seated_sheets(make_club())

    with pytest.raises(AppError) as refused:
        deal_with(free, Spoiling(board=1, first_round=1, last_round=1))

    assert refused.value.code == "no_boards"


@pytest.mark.postgres
def test_a_slow_table_loses_its_last_board_and_the_guilty_has_forty(tournament: Tournament) -> None:
    play = plays_of(tournament, 2, 3)[-1]
    guilty = play.table.seatings.filter(round=play.round, seat=0).select_related("entry__person")[0].entry

    incident = deal_with(
        tournament,
        BoardsTaken(kind=IncidentKind.SLOW, plays=(play,), is_later=False, guilty=(guilty,)),
    )

    assert play.slips.current().get().kind == SlipKind.NOT_PLAYED
    ruling = Ruling.objects.in_force().get()
    assert (ruling.fault, ruling.play, list(ruling.guilty.all())) == ("slow_play_deal_lost", play, [guilty])
    assert [effect["kind"] for effect in ruling.effects] == ["neutralise", "mark"]
    undo_incident(incident=incident, undone_by=make_user("Directrice"))
    assert not play.slips.current().exists()
    assert not Ruling.objects.in_force().exists()


def test_a_board_put_off_is_still_expected(tournament: Tournament) -> None:
    plays = plays_of(tournament, 1, 3)[:2]
    late = entry_called(tournament, "Nom09")

    incident = deal_with(
        tournament, BoardsTaken(kind=IncidentKind.LATE, plays=tuple(plays), is_later=True, late=late)
    )

    assert incident.steps == []
    assert not ResultSlip.objects.exists()


def test_slowness_alone_is_a_warning_first(tournament: Tournament) -> None:
    play = plays_of(tournament, 2, 3)[-1]
    guilty = play.table.seatings.filter(round=play.round, seat=0)[0].entry
    case = BoardsTaken(kind=IncidentKind.SLOW, plays=(play,), is_later=True, guilty=(guilty,))

    deal_with(tournament, case)
    report = rehearse(tournament=tournament, case=case, asked_by=make_user("Directrice")).told

    assert Ruling.objects.get().effects[0]["kind"] == "warning"
    assert "0,5" in report.ranking[-1]


def test_a_board_with_a_result_is_not_taken_away(tournament: Tournament) -> None:
    play = plays_of(tournament, 2, 3)[-1]
    enter_result(play, 56)

    with pytest.raises(AppError) as refused:
        deal_with(tournament, BoardsTaken(kind=IncidentKind.SLOW, plays=(play,), is_later=False))

    assert refused.value.code == "results_exist"


def test_a_board_that_another_desk_has_taken_away_is_refused(tournament: Tournament) -> None:
    plays = plays_of(tournament, 2, 3)[-2:]
    Play.objects.filter(pk=plays[0].pk).delete()

    with pytest.raises(AppError) as refused:
        deal_with(tournament, BoardsTaken(kind=IncidentKind.LATE, plays=tuple(plays), is_later=True))

    assert refused.value.code == "results_exist"


@pytest.mark.postgres
def test_free_deals_lose_lines_of_their_sheet() -> None:
    free = make_seated_sheets(make_club())
    play = plays_of(free, 1, 2)[-1]
    guilty = play.table.seatings.filter(round=play.round, seat=0)[0].entry

    deal_with(free, BoardsTaken(kind=IncidentKind.SLOW, plays=(play,), is_later=False, guilty=(guilty,)))

    assert play.slips.current().get().kind == SlipKind.NOT_PLAYED
    assert Ruling.objects.get().effects == [{"kind": "penalty", "amount": 100, "who": "guilty"}]
