"""Sheets shared out among typists and checkers: whose sheet is which, and questions about sheets."""

import pytest

from common.errors import AppError
from tests.factories.sheets import (
    bid_line,
    enter_line,
    find_play,
    make_seated_sheets,
)
from tests.factories.tournaments import enter_result, list_plays, make_club, make_seated_tournament, make_user
from tournaments.enums import CheckVerdict, SheetTask
from tournaments.models import AuditEvent, SheetQuestion, SheetShare
from tournaments.results.queries.checking import SheetName, find_sheet
from tournaments.results.queries.sharing import (
    SheetList,
    SheetShares,
    count_by_person,
    list_shared_sheets,
    open_questions,
)
from tournaments.results.services.checking import check_sheet
from tournaments.results.services.results import Author
from tournaments.results.services.sharing import (
    answer_question,
    ask_about_sheet,
    give_back_sheets,
    take_next_sheet,
    take_range,
    take_sheet,
)

pytestmark = pytest.mark.django_db
ENTER, CHECK = SheetTask.ENTER, SheetTask.CHECK


@pytest.fixture
def evening():
    return make_seated_sheets(make_club(), round_count=2, deals=1)


@pytest.fixture
def session(evening):
    return evening.sessions.get()


@pytest.fixture
def alice():
    return make_user("Alice")


@pytest.fixture
def bruno():
    return make_user("Bruno")


def sheet(round_number, table_number):
    return SheetName(round_number=round_number, table_number=table_number)


def holder_of(session, name, task=ENTER):
    share = SheetShares(session).find(name, task)
    return share.holder if share else None


def fill(evening, round_number, table_number, user=None):
    enter_line(find_play(evening, round_number, table_number), bid_line(0, 50), author=author_of(user))


def author_of(user):
    return Author(user=user, device="test")


def refusal(service, **arguments):
    with pytest.raises(AppError) as caught:
        service(**arguments)
    return caught.value.code


@pytest.mark.postgres
def test_two_typists_take_different_sheets_in_turn(session, alice, bruno) -> None:
    sheets_taken = [take_next_sheet(session=session, task=ENTER, taken_by=user) for user in (alice, bruno)]

    assert sheets_taken == [sheet(1, 1), sheet(1, 2)]
    assert [holder_of(session, name) for name in sheets_taken] == [alice, bruno]


def test_next_sheet_is_the_one_already_taken_until_it_is_complete(evening, session, alice) -> None:
    first = take_next_sheet(session=session, task=ENTER, taken_by=alice)

    again = take_next_sheet(session=session, task=ENTER, taken_by=alice)
    fill(evening, 1, 1, alice)
    next_sheet = take_next_sheet(session=session, task=ENTER, taken_by=alice)

    assert (first, again, next_sheet) == (sheet(1, 1), sheet(1, 1), sheet(1, 2))
    assert SheetShare.objects.count() == 2


def test_complete_sheets_are_none_to_type(evening, session, alice) -> None:
    for round_number in (1, 2):
        for table in range(1, 6):
            fill(evening, round_number, table)

    assert take_next_sheet(session=session, task=ENTER, taken_by=alice) is None


def test_checker_takes_complete_sheets_that_another_person_typed(evening, session, alice, bruno) -> None:
    fill(evening, 1, 1, alice)
    fill(evening, 1, 2, bruno)

    assert take_next_sheet(session=session, task=CHECK, taken_by=alice) == sheet(1, 2)
    assert take_next_sheet(session=session, task=CHECK, taken_by=bruno) == sheet(1, 1)


def test_share_of_a_checker_is_none_of_a_typist(session, alice) -> None:
    take_sheet(session=session, sheet=sheet(1, 1), task=CHECK, taken_by=alice)

    assert holder_of(session, sheet(1, 1), CHECK) == alice
    assert holder_of(session, sheet(1, 1), ENTER) is None


def test_range_holds_its_tables_in_all_rounds(session, alice) -> None:
    take_range(session=session, task=ENTER, first=2, last=3, taken_by=alice)

    tables_held = [
        (round_number, table)
        for round_number in (1, 2)
        for table in range(1, 6)
        if holder_of(session, sheet(round_number, table)) == alice
    ]
    assert tables_held == [(1, 2), (1, 3), (2, 2), (2, 3)]


def test_range_of_one_round_holds_that_round_only(session, alice) -> None:
    take_range(session=session, task=ENTER, first=2, last=3, round_number=2, taken_by=alice)

    assert holder_of(session, sheet(1, 2)) is None
    assert holder_of(session, sheet(2, 2)) == alice


def test_range_of_another_person_is_refused_and_names_them(session, alice, bruno) -> None:
    take_range(session=session, task=ENTER, first=1, last=3, taken_by=alice)

    with pytest.raises(AppError) as caught:
        take_range(session=session, task=ENTER, first=3, last=5, taken_by=bruno)

    assert caught.value.code == "share_taken"
    assert "Alice" in str(caught.value.message)
    take_range(session=session, task=CHECK, first=3, last=5, taken_by=bruno)
    take_range(session=session, task=ENTER, first=4, last=5, taken_by=bruno)


def test_ranges_of_two_rounds_do_not_overlap(session, alice, bruno) -> None:
    take_range(session=session, task=ENTER, first=1, last=3, round_number=1, taken_by=alice)
    take_range(session=session, task=ENTER, first=1, last=3, round_number=2, taken_by=bruno)

    assert [holder_of(session, sheet(number, 2)) for number in (1, 2)] == [alice, bruno]


def test_one_sheet_is_taken_out_of_a_range(session, alice, bruno) -> None:
    take_range(session=session, task=ENTER, first=1, last=5, taken_by=alice)

    take_sheet(session=session, sheet=sheet(1, 2), task=ENTER, taken_by=bruno)

    assert holder_of(session, sheet(1, 2)) == bruno
    assert holder_of(session, sheet(2, 2)) == alice


def test_sheet_taken_over_has_one_holder(session, alice, bruno) -> None:
    for user in (alice, bruno):
        take_sheet(session=session, sheet=sheet(1, 2), task=ENTER, taken_by=user)

    assert [share.holder for share in SheetShare.objects.all()] == [bruno]


def test_sheets_of_a_person_who_goes_home_are_free_again(session, alice, bruno) -> None:
    take_range(session=session, task=ENTER, first=1, last=5, taken_by=alice)
    take_sheet(session=session, sheet=sheet(1, 1), task=CHECK, taken_by=alice)

    count = give_back_sheets(session=session, holder=alice)

    assert count == 2
    assert take_next_sheet(session=session, task=ENTER, taken_by=bruno) == sheet(1, 1)


def test_share_blocks_no_result(evening, session, alice, bruno) -> None:
    take_sheet(session=session, sheet=sheet(1, 1), task=ENTER, taken_by=alice)

    fill(evening, 1, 1, bruno)

    assert find_sheet(session, sheet(1, 1)).entered == 1


def test_sheet_that_is_not_played_is_refused(session, alice) -> None:
    for name in (sheet(1, 6), sheet(3, 1), SheetName(board=1)):
        assert refusal(take_sheet, session=session, sheet=name, task=ENTER, taken_by=alice) == "sheet_unknown"
        assert refusal(ask_about_sheet, session=session, sheet=name, text="?", asked_by=alice) == (
            "sheet_unknown"
        )


def test_travellers_are_shared_by_their_numbers(alice, bruno) -> None:
    evening = make_seated_tournament(make_club(), is_dealt=False)
    session = evening.sessions.get()
    take_range(session=session, task=ENTER, first=1, last=3, taken_by=alice)

    assert take_next_sheet(session=session, task=ENTER, taken_by=bruno) == SheetName(board=4)
    assert take_next_sheet(session=session, task=ENTER, taken_by=alice) == SheetName(board=1)


def test_lists_are_those_of_one_person(evening, session, alice, bruno) -> None:
    take_sheet(session=session, sheet=sheet(2, 5), task=ENTER, taken_by=alice)
    fill(evening, 1, 1, alice)
    fill(evening, 1, 2, bruno)
    check_sheet(
        session=session, sheet=sheet(1, 2), verdict=CheckVerdict.CONFORM, note="", seen=1, checked_by=alice
    )
    ask_about_sheet(session=session, sheet=sheet(1, 3), text="Un 7 ou un 1 ?", asked_by=bruno)

    def listed(sheet_list, user):
        sheets = list_shared_sheets(session)
        return [
            (shared.name.round_number, shared.name.table_number)
            for shared in sheets
            if shared.is_in(sheet_list, user)
        ]

    assert listed(SheetList.MINE, alice) == [(1, 1), (2, 5)]
    assert listed(SheetList.MINE, bruno) == [(1, 2)]
    assert listed(SheetList.CHECKED, alice) == [(1, 2)]
    assert listed(SheetList.CHECKED, bruno) == []
    assert listed(SheetList.QUESTIONS, alice) == [(1, 3)]
    assert listed(SheetList.FREE, alice) == [(1, 3), (1, 4), (1, 5), (2, 1), (2, 2), (2, 3), (2, 4)]
    assert len(listed(SheetList.ALL, alice)) == 10


def test_counts_are_by_person(evening, session, alice, bruno) -> None:
    fill(evening, 1, 1, alice)
    fill(evening, 1, 2, alice)
    check_sheet(
        session=session, sheet=sheet(1, 1), verdict=CheckVerdict.CONFORM, note="", seen=1, checked_by=bruno
    )
    take_range(session=session, task=ENTER, first=1, last=2, taken_by=alice)
    take_sheet(session=session, sheet=sheet(1, 2), task=CHECK, taken_by=bruno)

    counts = {
        row.person.name: (row.typed, row.checked, row.to_type, row.to_check)
        for row in count_by_person(list_shared_sheets(session))
    }

    assert counts == {"Alice": (2, 0, 2, 0), "Bruno": (0, 1, 0, 1)}


def test_list_costs_the_same_for_any_number_of_shares(
    evening, session, alice, bruno, django_assert_num_queries
) -> None:
    with django_assert_num_queries(5):
        list_shared_sheets(session)
    for table in range(1, 6):
        take_sheet(session=session, sheet=sheet(1, table), task=ENTER, taken_by=alice)
        ask_about_sheet(session=session, sheet=sheet(1, table), text="?", asked_by=bruno)
        fill(evening, 1, table, alice)

    with django_assert_num_queries(5):
        list_shared_sheets(session)


def test_question_is_open_until_it_is_answered(session, alice, bruno) -> None:
    question = ask_about_sheet(session=session, sheet=sheet(1, 1), text=" Un 7 ? ", asked_by=alice)
    assert [row.text for row in open_questions(session)] == ["Un 7 ?"]

    answer_question(question=question, answer="Un 1.", answered_by=bruno)

    assert not open_questions(session).exists()
    row = SheetQuestion.objects.get()
    assert (row.answer, row.answered_by) == ("Un 1.", bruno)
    actions = AuditEvent.objects.filter(action__startswith="sheet.").order_by("pk")
    assert [(event.action, event.subject) for event in actions] == [
        ("sheet.asked", "/1/1"),
        ("sheet.answered", "/1/1"),
    ]


def test_question_is_answered_once(session, alice, bruno) -> None:
    question = ask_about_sheet(session=session, sheet=sheet(1, 1), text="?", asked_by=alice)
    answer_question(question=question, answer="Oui", answered_by=bruno)

    code = refusal(answer_question, question=question, answer="Non", answered_by=alice)

    assert code == "question_answered"
    assert SheetQuestion.objects.get().answer == "Oui"


def test_blank_question_and_blank_answer_are_refused(session, alice) -> None:
    code = refusal(ask_about_sheet, session=session, sheet=sheet(1, 1), text="  ", asked_by=alice)
    question = ask_about_sheet(session=session, sheet=sheet(1, 1), text="?", asked_by=alice)

    assert code == "question_missing"
    assert refusal(answer_question, question=question, answer=" ", answered_by=alice) == "answer_missing"


def test_shares_and_questions_of_one_session_are_none_of_another(evening, session, alice) -> None:
    foreign_session = make_seated_sheets(evening.club, round_count=2, deals=1).sessions.get()
    take_range(session=session, task=ENTER, first=1, last=5, taken_by=alice)
    ask_about_sheet(session=session, sheet=sheet(1, 1), text="?", asked_by=alice)

    assert holder_of(foreign_session, sheet(1, 1)) is None
    assert not open_questions(foreign_session).exists()


def test_results_of_a_play_count_once_in_a_list_of_travellers(alice) -> None:
    evening = make_seated_tournament(make_club(), is_dealt=False)
    enter_result(list_plays(evening)[0], 56, user=alice)

    rows = count_by_person(list_shared_sheets(evening.sessions.get()))

    assert [(row.person, row.typed) for row in rows] == [(alice, 1)]
