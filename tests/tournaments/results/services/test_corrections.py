"""Results withdrawn from the wrong line, and earlier versions in force again."""

import uuid

import pytest
from django.db import IntegrityError, transaction

from common.errors import AppError, Conflict
from tests.factories.tournaments import (
    enter_result,
    enter_results,
    list_plays,
    make_club,
    make_seated_tournament,
    make_user,
    written,
)
from tournaments.base.queries.progress import board_progress, is_played_out
from tournaments.core.slips.traveller import LineInput, LineKind
from tournaments.enums import SlipKind, TournamentState
from tournaments.models import AuditEvent, ResultSlip, Session, StandingsRequest, Tournament
from tournaments.rankings.queries.session_plays import load_session
from tournaments.results.queries.boards import play_line
from tournaments.results.queries.table_rounds import table_rounds
from tournaments.results.services.corrections import revert_result, withdraw_result
from tournaments.results.services.results import Author, record_result

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return make_seated_tournament(make_club(), is_dealt=False)


@pytest.fixture
def play(evening):
    return list_plays(evening)[0]


@pytest.fixture
def claire(evening):
    return make_user("Claire", club=evening.club)


def withdraw(play, user=None, seen_version=1, reason="mauvaise ligne", **answers):
    author = Author(user=user, device="test")
    return withdraw_result(play=play, seen_version=seen_version, author=author, reason=reason, **answers)


def record(play, line, seen_version, **answers):
    author = Author(user=None, device="test")
    return record_result(play=play, line=line, seen_version=seen_version, author=author, **answers)


def revert(play, version, seen_version, **answers):
    author = Author(user=None, device="test")
    return revert_result(
        play=play, version=version, seen_version=seen_version, author=author, reason="relu", **answers
    )


@pytest.mark.postgres
def test_a_withdrawal_is_a_version_that_does_not_count(play, claire):
    enter_result(play, 56)

    withdrawal = withdraw(play, claire)

    assert (withdrawal.version, withdrawal.kind, withdrawal.is_current) == (2, SlipKind.WITHDRAWN, False)
    assert (withdrawal.score, withdrawal.facts, withdrawal.reason) == (None, None, "mauvaise ligne")
    assert not play.slips.current().exists()
    assert [slip.score for slip in play.slips.all()] == [56, None]


def test_a_withdrawn_line_is_missing_everywhere(evening, play):
    enter_results((other_play, 56) for other_play in list_plays(evening))
    session = Session.objects.get(tournament=evening)
    assert is_played_out(evening)

    withdraw(play)

    board = next(row for row in board_progress(session) if row.board == play.board)
    assert [missing_play.play_id for missing_play in board.missing] == [play.pk]
    assert play_line(play).slip is None
    assert not is_played_out(evening)
    loaded = load_session(session)
    assert play.pk not in loaded.row_of
    assert loaded.results_expected - loaded.results_counted == 1
    entered = {
        round_row.number: (due_count, count) for round_row, due_count, count in table_rounds(play.table)
    }
    due_count, count = entered[play.round.number]
    assert due_count - count == 1


@pytest.mark.parametrize("seen_version", [0, 2])
def test_a_withdrawn_line_is_entered_again_without_a_reason(play, seen_version):
    enter_result(play, 56)
    withdraw(play)

    again = record(play, written(-52), seen_version)

    assert (again.version, again.is_current, again.score, again.reason) == (3, True, -52, "")
    assert again.after_withdrawal


@pytest.mark.postgres
def test_a_correction_of_what_was_withdrawn_meanwhile_is_a_conflict(play):
    enter_result(play, 56)
    withdraw(play)

    with pytest.raises(Conflict) as refused:
        record(play, written(84), 1, reason="relu")

    assert refused.value.extra["version"] == 2
    assert refused.value.extra["what"] == "retirée"


def test_a_result_resent_after_its_withdrawal_stays_withdrawn(play):
    token = uuid.uuid4()
    first = record(play, written(56), 0, token=token)
    withdraw(play)

    again = record(play, written(56), 0, token=token)

    assert again == first
    assert not play.slips.current().exists()


def test_a_withdrawal_sent_twice_is_stored_once(play):
    enter_result(play, 56)
    token = uuid.uuid4()

    first = withdraw(play, token=token)

    assert withdraw(play, token=token) == first
    assert play.slips.count() == 2


def test_a_token_of_a_result_withdraws_nothing(play):
    token = uuid.uuid4()
    record(play, written(56), 0, token=token)

    with pytest.raises(AppError) as refused:
        withdraw(play, token=token)

    assert refused.value.code == "token_reused"
    assert play.slips.current().exists()


@pytest.mark.postgres
def test_a_withdrawal_of_what_was_corrected_meanwhile_is_a_conflict(play):
    enter_result(play, 56)
    record(play, written(84), 1, reason="relu")

    with pytest.raises(Conflict) as refused:
        withdraw(play)

    assert refused.value.code == "slip_changed"
    assert play.slips.current().get().score == 84


def test_a_missing_result_cannot_be_withdrawn(play):
    with pytest.raises(AppError) as refused:
        withdraw(play, seen_version=0)

    assert refused.value.code == "nothing_to_withdraw"


def test_a_withdrawal_needs_a_reason(play):
    enter_result(play, 56)

    with pytest.raises(AppError) as refused:
        withdraw(play, reason=" ")

    assert (refused.value.code, list(refused.value.fields)) == ("reason_missing", ["reason"])


def test_nothing_is_withdrawn_after_the_end(evening, play):
    enter_result(play, 56)
    Tournament.objects.filter(pk=evening.pk).update(state=TournamentState.FINISHED)

    with pytest.raises(AppError) as refused:
        withdraw(play)

    assert refused.value.code == "not_playing"


@pytest.mark.postgres
def test_a_withdrawal_leaves_its_trace_and_asks_for_standings(evening, play, claire):
    enter_result(play, 56)
    StandingsRequest.objects.all().delete()

    withdraw(play, claire)

    event = AuditEvent.objects.get(action="result.withdrawn")
    assert (event.actor, event.tournament) == (claire, evening)
    assert (event.before["score"], event.after["version"]) == (56, 2)
    assert event.after["reason"] == "mauvaise ligne"
    assert StandingsRequest.objects.get().session == play.round.section.session


@pytest.mark.postgres
def test_the_database_keeps_a_withdrawal_from_counting(play):
    with pytest.raises(IntegrityError, match="slip_withdrawn_is_not_current"), transaction.atomic():
        ResultSlip.objects.create(play=play, version=1, kind=SlipKind.WITHDRAWN, reason="essai")


def test_an_earlier_version_comes_into_force_again_as_a_new_one(play):
    line = LineInput(bouts=2, points="49")
    record(play, line, 0)
    record(play, written(-52), 1, reason="relu")

    again = revert(play, 1, 2)

    first, _second, third = play.slips.all()
    assert third == again
    assert (again.version, again.is_current, again.reason) == (3, True, "relu")
    assert (again.score, again.facts) == (first.score, first.facts)


def test_a_withdrawn_result_can_be_brought_back(play):
    enter_result(play, 56)
    withdraw(play)

    again = revert(play, 1, 2)

    assert (again.version, again.score) == (3, 56)
    assert play.slips.current().get() == again


def test_a_deal_not_played_can_be_brought_back(play):
    record(play, LineInput(kind=LineKind.NOT_PLAYED), 0)
    record(play, written(56), 1, reason="jouée en fait")

    assert revert(play, 1, 2).kind == SlipKind.NOT_PLAYED


@pytest.mark.parametrize(("version", "code"), [(2, "version_withdrawn"), (9, "version_unknown")])
def test_only_a_version_with_a_result_can_be_brought_back(play, version, code):
    enter_result(play, 56)
    withdraw(play)

    with pytest.raises(AppError) as refused:
        revert(play, version, 2)

    assert refused.value.code == code


@pytest.mark.postgres
def test_going_back_from_an_older_page_is_a_conflict(play):
    enter_result(play, 56)
    record(play, written(84), 1, reason="relu")
    record(play, written(-52), 2, reason="relu encore")

    with pytest.raises(Conflict) as refused:
        revert(play, 1, 2)

    assert refused.value.extra["version"] == 3
