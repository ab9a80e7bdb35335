"""Sheets typed twice: blind, by two people, and what becomes of differences."""

import pytest

from common.errors import AppError, Conflict
from tests.factories.sheets import bid_line, enter_line, make_sheet_tournament
from tests.factories.sheets import seat as seat_sheets
from tests.factories.tournaments import (
    enter_result,
    list_plays,
    make_club,
    make_seated_tournament,
    make_user,
    written,
)
from tournaments.core.slips.traveller import LineInput
from tournaments.models import AuditEvent, SecondEntry
from tournaments.results.queries.second_entries import SecondState, list_second_sheets, second_lines
from tournaments.results.services.checking import lock_round
from tournaments.results.services.results import Author
from tournaments.results.services.second_entries import Choice, enter_second, set_entry_rules, settle_second

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return make_seated_tournament(make_club())


@pytest.fixture
def claire(evening):
    return make_user("Claire", club=evening.club)


@pytest.fixture
def denis(evening):
    return make_user("Denis", club=evening.club)


@pytest.fixture
def play(evening, claire):
    set_entry_rules(tournament=evening, needs_second_entry=True, set_by=claire)
    return list_plays(evening)[0]


def state_of(play):
    return second_lines([play])[0].state


def settle(play, user, choice, *, seen_version=1, **arguments):
    return settle_second(
        play=play, choice=choice, seen_version=seen_version, author=Author(user=user), **arguments
    )


@pytest.mark.parametrize(
    ("second", "state"), [(written(66), SecondState.AGREED), (written(-66), SecondState.DIFFERENT)]
)
def test_second_entry_is_compared_and_changes_nothing(play, claire, denis, second, state):
    enter_result(play, 66, user=claire)

    enter_second(play=play, line=second, entered_by=denis)

    assert state_of(play) is state
    assert play.slips.get().score == 66


def test_second_entry_may_come_before_the_first(play, claire, denis):
    enter_second(play=play, line=LineInput(bouts=2, points="49"), entered_by=denis)
    assert state_of(play) is SecondState.ALONE

    enter_result(play, 66, user=claire)

    assert state_of(play) is SecondState.AGREED


@pytest.mark.postgres
def test_one_may_mend_ones_own_second_entry(play, denis):
    enter_second(play=play, line=written(66), entered_by=denis)
    enter_second(play=play, line=written(68), entered_by=denis)

    assert SecondEntry.objects.get().score == 68


def test_one_person_alone_does_not_type_both(play, claire):
    enter_result(play, 66, user=claire)

    with pytest.raises(AppError) as refused:
        enter_second(play=play, line=written(66), entered_by=claire)

    assert refused.value.code == "same_operator"


def test_a_third_person_does_not_write_over_the_second(play, claire, denis):
    enter_second(play=play, line=written(66), entered_by=denis)

    with pytest.raises(AppError) as refused:
        enter_second(play=play, line=written(68), entered_by=claire)

    assert refused.value.code == "second_taken"


def test_what_nobody_wants_typed_twice_is_refused(evening, denis):
    with pytest.raises(AppError) as refused:
        enter_second(play=list_plays(evening)[0], line=written(66), entered_by=denis)

    assert refused.value.code == "second_entry_off"


def test_impossible_line_is_refused_the_second_time_too(play, denis):
    with pytest.raises(AppError) as refused:
        enter_second(play=play, line=written(57), entered_by=denis)

    assert refused.value.code == "slip_impossible"


def test_trace_of_a_second_entry_tells_no_result(play, denis):
    enter_second(play=play, line=written(66), entered_by=denis)

    event = AuditEvent.objects.get(action="second.entered")
    assert (event.actor, event.before, event.after) == (denis, None, {})


def test_first_entry_that_is_right_stays_and_the_difference_is_gone(play, claire, denis):
    slip = enter_result(play, 66, user=claire)
    enter_second(play=play, line=written(-66), entered_by=denis)

    assert settle(play, denis, Choice.FIRST) == slip

    assert state_of(play) is SecondState.SETTLED
    assert play.slips.count() == 1


@pytest.mark.parametrize(
    ("choice", "line", "score"),
    [(Choice.SECOND, None, -66), (Choice.OTHER, LineInput(bouts=1, points="57"), 62)],
)
def test_another_result_is_a_correction_with_its_reason(play, claire, denis, choice, line, score):
    enter_result(play, 66, user=claire)
    enter_second(play=play, line=written(-66), entered_by=denis)

    slip = settle(play, denis, choice, line=line, reason="feuille relue")

    assert (slip.version, slip.score, slip.reason, slip.entered_by) == (2, score, "feuille relue", denis)
    assert state_of(play) is SecondState.SETTLED


@pytest.mark.postgres
def test_first_entry_changed_meanwhile_is_a_conflict(play, claire, denis):
    enter_result(play, 66, user=claire)
    enter_second(play=play, line=written(-66), entered_by=denis)
    enter_result(play, 68, user=claire, seen_version=1, reason="relu")

    with pytest.raises(Conflict):
        settle(play, denis, Choice.SECOND, reason="relu")


@pytest.mark.postgres
def test_a_difference_is_settled_once(play, claire, denis):
    enter_result(play, 66, user=claire)
    enter_second(play=play, line=written(-66), entered_by=denis)
    settle(play, denis, Choice.FIRST)

    for again in (
        lambda: settle(play, denis, Choice.SECOND, reason="x"),
        lambda: enter_second(play=play, line=written(58), entered_by=denis),
    ):
        with pytest.raises(AppError) as refused:
            again()
        assert refused.value.code == "second_settled"


def test_line_without_two_entries_has_nothing_to_settle(play, claire):
    enter_result(play, 66, user=claire)

    with pytest.raises(AppError) as refused:
        settle(play, claire, Choice.FIRST)

    assert refused.value.code == "nothing_to_settle"


def test_locked_round_takes_no_second_entry(evening, play, claire, denis):
    for board_play in list_plays(evening):
        if board_play.round.number == play.round.number:
            enter_result(board_play, 66, user=claire)
    lock_round(session=evening.sessions.get(), number=play.round.number, locked_by=claire)

    with pytest.raises(AppError) as refused:
        enter_second(play=play, line=written(66), entered_by=denis)

    assert refused.value.code == "round_locked"


def test_score_sheets_are_compared_seat_by_seat(claire, denis):
    evening = seat_sheets(make_sheet_tournament(make_club(), deals=2))
    set_entry_rules(tournament=evening, needs_second_entry=True, set_by=claire)
    first, second = [play for play in list_plays(evening) if (play.round.number, play.table.number) == (1, 1)]
    enter_line(first, bid_line(0, 62))
    enter_line(second, bid_line(0, 62))
    enter_second(play=first, line=bid_line(0, 62), entered_by=denis)
    enter_second(play=second, line=bid_line(1, 62), entered_by=denis)

    sheet = list_second_sheets(evening.sessions.get())[0]

    assert (sheet.name.round_number, sheet.name.table_number, sheet.typed) == (1, 1, 2)
    assert [line.play for line in sheet.different] == [second]


@pytest.mark.postgres
def test_list_costs_the_same_whatever_is_typed(evening, play, claire, denis, django_assert_num_queries):
    session = evening.sessions.select_related("tournament").get()
    for board_play in list_plays(evening)[:7]:
        enter_result(board_play, 66, user=claire)
        enter_second(play=board_play, line=written(66), entered_by=denis)

    with django_assert_num_queries(3):
        sheets = list_second_sheets(session)

    assert [sheet.name.board for sheet in sheets] == sorted(
        {board_play.board for board_play in list_plays(evening)}
    )
    assert sum(sheet.typed for sheet in sheets) == 7
