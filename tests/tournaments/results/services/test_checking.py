"""Sheets checked by a second person, rounds locked: rights, times, and the refusals of a lock."""

import uuid

import pytest

from common.errors import AppError, Conflict
from tests.factories.sheets import bid_line, find_play, make_seated_sheets
from tests.factories.tables import make_device, open_table, plays_of, sit_down, write_down
from tests.factories.tournaments import (
    enter_result,
    list_plays,
    make_club,
    make_seated_tournament,
    make_user,
    written,
)
from tournaments.base.queries.sessions import current_session
from tournaments.enums import CheckVerdict
from tournaments.models import AuditEvent, PhoneRules, RoundLock, SheetCheck
from tournaments.results.queries.checking import SheetName, SheetState, find_sheet, list_sheets, round_states
from tournaments.results.services.checking import check_sheet, lock_round, unlock_round
from tournaments.results.services.confirmations import confirm_as_organiser, confirm_at_table
from tournaments.results.services.corrections import revert_result, withdraw_result
from tournaments.results.services.flags import raise_flag, resolve_flag
from tournaments.results.services.results import Author, record_result

pytestmark = pytest.mark.django_db
FIRST = SheetName(board=1)


@pytest.fixture
def evening():
    return make_seated_tournament(make_club(), is_dealt=False)


@pytest.fixture
def session(evening):
    return current_session(evening)


@pytest.fixture
def claire(evening):
    return make_user("Claire", club=evening.club)


@pytest.fixture
def denis(evening):
    return make_user("Denis", club=evening.club)


def plays_of_board(evening, board=1):
    return [play for play in list_plays(evening) if play.board == board]


def plays_of_round(evening, number=1):
    return [play for play in list_plays(evening) if play.round.number == number]


def fill(plays, user=None):
    for play in plays:
        enter_result(play, 56, user=user)


def check(session, user, sheet=FIRST, verdict=CheckVerdict.CONFORM, note="", seen=None, **answers):
    sheet_found = find_sheet(session, sheet)
    return check_sheet(
        session=session,
        sheet=sheet,
        verdict=verdict,
        note=note,
        seen=sheet_found.version_count if seen is None and sheet_found else seen or 0,
        checked_by=user,
        **answers,
    )


def state_of(session, number=1):
    return next(state for state in round_states(session) if state.number == number)


def test_a_sheet_is_checked_by_somebody_else(evening, session, claire, denis):
    fill(plays_of_board(evening), claire)
    sheet_before = find_sheet(session, FIRST)

    sheet_check = check(session, denis)

    sheet_after = find_sheet(session, FIRST)
    assert (sheet_before.state, sheet_after.state) == (SheetState.TO_CHECK, SheetState.CONFORM)
    assert (sheet_before.authors, sheet_before.entered, sheet_before.expected) == (("Claire",), 5, 5)
    assert (sheet_after.check, sheet_check.checked_by, sheet_check.own_entry) == (sheet_check, denis, False)
    event = AuditEvent.objects.get(action="sheet.checked")
    assert (event.actor, event.subject, event.after["verdict"]) == (denis, "1", "conform")


def test_a_sheet_to_review_says_why(evening, session, claire, denis):
    fill(plays_of_board(evening)[:2], claire)

    with pytest.raises(AppError) as refused:
        check(session, denis, verdict=CheckVerdict.TO_REVIEW, note=" ")
    sheet_check = check(session, denis, verdict=CheckVerdict.TO_REVIEW, note=" table 2 : signe ? ")

    assert (refused.value.code, list(refused.value.fields)) == ("note_missing", ["note"])
    assert sheet_check.note == "table 2 : signe ?"
    assert find_sheet(session, FIRST).state is SheetState.TO_REVIEW


@pytest.mark.parametrize("correct", ["record", "withdraw"])
def test_a_change_after_the_check_undoes_it_visibly(evening, session, claire, denis, correct):
    fill(plays_of_board(evening), claire)
    check(session, denis)
    play = plays_of_board(evening)[0]

    if correct == "record":
        enter_result(play, 84, seen_version=1, reason="relu")
    else:
        withdraw_result(play=play, seen_version=1, author=Author(user=claire), reason="autre ligne")

    assert find_sheet(session, FIRST).state is SheetState.CHANGED


@pytest.mark.postgres
def test_a_sheet_that_changed_during_its_check_is_compared_again(evening, session, claire, denis):
    fill(plays_of_board(evening), claire)
    version = find_sheet(session, FIRST).version_count
    enter_result(plays_of_board(evening)[0], 84, seen_version=1, reason="relu")

    with pytest.raises(Conflict) as refused:
        check(session, denis, seen=version)

    assert refused.value.code == "sheet_changed"
    assert not SheetCheck.objects.exists()


def test_a_sheet_with_missing_lines_is_not_conform(evening, session, claire, denis):
    fill(plays_of_board(evening)[1:], claire)

    with pytest.raises(AppError) as refused:
        check(session, denis)

    assert refused.value.code == "sheet_incomplete"


def test_nobody_checks_what_he_entered_himself_unless_he_is_alone(evening, session, claire):
    fill(plays_of_board(evening), claire)

    with pytest.raises(AppError) as refused:
        check(session, claire)
    sheet_check = check(session, claire, is_alone=True)

    assert refused.value.code == "own_entry"
    assert sheet_check.own_entry
    assert AuditEvent.objects.get(action="sheet.checked").after["own_entry"] is True


def test_one_line_of_somebody_else_lets_him_check(evening, session, claire, denis):
    first, *other_plays = plays_of_board(evening)
    fill(other_plays, claire)
    fill([first], denis)

    assert check(session, claire).own_entry is False


@pytest.mark.parametrize("sheet", [SheetName(board=99), SheetName(round_number=1, table_number=1)])
def test_a_sheet_that_nobody_plays_is_unknown(evening, session, denis, sheet):
    with pytest.raises(AppError) as refused:
        check(session, denis, sheet=sheet, seen=0)

    assert refused.value.code == "sheet_unknown"


@pytest.mark.postgres
def test_score_sheets_are_checked_by_round_and_table():
    evening = make_seated_sheets(make_club())
    session = current_session(evening)
    claire, denis = make_user("Claire", club=evening.club), make_user("Denis", club=evening.club)
    for board in (1, 2):
        line = bid_line(0, 50)
        record_result(
            play=find_play(evening, 2, 3, board),
            line=line,
            seen_version=0,
            author=Author(user=claire),
            confirmed=True,
        )
    name = SheetName(round_number=2, table_number=3)

    check(session, denis, sheet=name)

    states = {sheet.name: sheet.state for sheet in list_sheets(session)}
    assert len(states) == 10
    assert states.pop(name) is SheetState.CONFORM
    assert set(states.values()) == {SheetState.INCOMPLETE}


def test_sheets_cost_the_same_however_many(evening, session, claire, django_assert_num_queries):
    fill(plays_of_board(evening), claire)

    with django_assert_num_queries(3):
        list_sheets(session)
    fill(plays_of_board(evening, 2), claire)
    with django_assert_num_queries(3):
        list_sheets(session)


def test_a_round_is_locked_once_all_is_in(evening, session, claire):
    *most, last = plays_of_round(evening)
    fill(most, claire)

    with pytest.raises(AppError) as refused:
        lock_round(session=session, number=1, locked_by=claire)
    fill([last], claire)
    lock = lock_round(session=session, number=1, locked_by=claire)

    assert (refused.value.code, refused.value.extra) == ("results_missing", {"count": 1})
    assert (lock.round_number, lock.locked_by, state_of(session).lock) == (1, claire, lock)
    event = AuditEvent.objects.get(action="round.locked")
    assert (event.actor, event.subject, event.after["results"]) == (claire, "1", 20)


def test_a_round_waits_for_its_sheets_once_somebody_checks_them(evening, session, claire, denis):
    fill(list_plays(evening), claire)
    check(session, denis)

    with pytest.raises(AppError) as refused:
        lock_round(session=session, number=1, locked_by=claire)
    for number in {play.board for play in plays_of_round(evening)} - {1}:
        check(session, denis, sheet=SheetName(board=number))

    assert refused.value.code == "sheets_unchecked"
    assert lock_round(session=session, number=1, locked_by=claire)


def test_a_round_waits_for_its_confirmations_where_they_are_asked_for(evening, session, claire):
    access = open_table(evening)
    phone = make_device()
    sit_down(access, 0, device=phone)
    play, *_ = plays_of(access)
    write_down(access, play, phone)
    fill([other_play for other_play in plays_of_round(evening) if other_play.pk != play.pk])
    PhoneRules.objects.create(tournament=evening, needs_confirmation=True)

    with pytest.raises(AppError) as refused:
        lock_round(session=session, number=1, locked_by=claire)
    confirm_as_organiser(play=play, seen_version=1, confirmed_by=claire)

    assert refused.value.code == "results_unconfirmed"
    assert lock_round(session=session, number=1, locked_by=claire)


@pytest.mark.postgres
def test_a_round_is_locked_once_and_only_one_that_exists(evening, session, claire, denis):
    fill(plays_of_round(evening))
    lock_round(session=session, number=1, locked_by=claire)

    with pytest.raises(AppError) as again:
        lock_round(session=session, number=1, locked_by=denis)
    with pytest.raises(AppError) as unknown:
        lock_round(session=session, number=9, locked_by=denis)

    assert (again.value.code, again.value.extra["who"]) == ("round_locked", "Claire")
    assert unknown.value.code == "round_unknown"
    assert RoundLock.objects.count() == 1


def test_nothing_changes_in_a_locked_round(evening, session, claire):
    fill(plays_of_round(evening))
    play = plays_of_round(evening)[0]
    enter_result(play, 84, seen_version=1, reason="relu")
    lock_round(session=session, number=1, locked_by=claire)
    author = Author(user=claire)
    attempts = [
        lambda: record_result(
            play=play, line=written(-52), seen_version=2, author=author, reason="relu", confirmed=True
        ),
        lambda: withdraw_result(play=play, seen_version=2, author=author, reason="autre ligne"),
        lambda: revert_result(play=play, version=1, seen_version=2, author=author, reason="relu"),
    ]

    for attempt in attempts:
        with pytest.raises(AppError) as refused:
            attempt()
        assert refused.value.code == "round_locked"
        assert (refused.value.extra["who"], refused.value.extra["round"]) == ("Claire", 1)

    assert play.slips.current().get().score == 84


def test_a_locked_round_refuses_phones_but_hears_disputes(evening, session, claire):
    access = open_table(evening)
    phone, second_phone = make_device(), make_device("Safari, iPhone")
    sit_down(access, 0, device=phone)
    sit_down(access, 2, device=second_phone)
    play, *_ = plays_of(access)
    write_down(access, play, phone)
    fill([round_play for round_play in plays_of_round(evening) if round_play.pk != play.pk])
    lock_round(session=session, number=1, locked_by=claire)

    with pytest.raises(AppError) as writing:
        write_down(access, play, phone, "50", seen_version=1, reason="relu")
    with pytest.raises(AppError) as confirming:
        confirm_at_table(access=access, play=play, device=second_phone, seat=2, seen_version=1)
    flag = raise_flag(access=access, play=play, device=second_phone, seen_version=1, text="C’était −52")
    with pytest.raises(AppError) as answering:
        resolve_flag(flag=flag, note="vu", resolved_by=claire)

    codes = {refused.value.code for refused in (writing, confirming, answering)}
    assert codes == {"round_locked"}
    assert state_of(session).disputed == 1


def test_a_result_resent_to_a_locked_round_is_answered(evening, session, claire):
    first, *other_plays = plays_of_round(evening)
    token = uuid.uuid4()
    arguments = {
        "play": first,
        "line": written(56),
        "seen_version": 0,
        "author": Author(user=None),
        "token": token,
    }
    slip = record_result(**arguments)
    fill(other_plays)
    lock_round(session=session, number=1, locked_by=claire)

    assert record_result(**arguments) == slip


@pytest.mark.postgres
def test_an_unlocked_round_changes_again_and_says_why(evening, session, claire):
    fill(plays_of_round(evening))
    play = plays_of_round(evening)[0]
    lock_round(session=session, number=1, locked_by=claire)

    with pytest.raises(AppError) as refused:
        unlock_round(session=session, number=1, reason=" ", unlocked_by=claire)
    unlock_round(session=session, number=1, reason="réclamation de la table 2", unlocked_by=claire)

    assert (refused.value.code, list(refused.value.fields)) == ("reason_missing", ["reason"])
    assert enter_result(play, 84, seen_version=1, reason="relu").version == 2
    assert AuditEvent.objects.get(action="round.unlocked").after["reason"] == "réclamation de la table 2"
    with pytest.raises(AppError) as again:
        unlock_round(session=session, number=1, reason="encore", unlocked_by=claire)
    assert again.value.code == "round_not_locked"
    assert lock_round(session=session, number=1, locked_by=claire)


def test_other_rounds_stay_open(evening, session, claire):
    fill(plays_of_round(evening))
    lock_round(session=session, number=1, locked_by=claire)

    assert enter_result(plays_of_round(evening, 2)[0], 56).version == 1


def test_rounds_cost_the_same_however_many_results(evening, session, claire, django_assert_num_queries):
    fill(plays_of_round(evening))
    lock_round(session=session, number=1, locked_by=claire)

    with django_assert_num_queries(6):
        round_states(session)
    fill(plays_of_round(evening, 2))
    with django_assert_num_queries(6):
        round_states(session)
