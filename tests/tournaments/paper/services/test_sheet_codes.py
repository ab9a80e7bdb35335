"""Codes of printed sheets: given out once, answered with what changed since."""

import itertools

import pytest

from common.errors import AppError
from games.core.seats import NORTH, SOUTH
from tests.factories.sheets import make_seated_sheets
from tests.factories.tournaments import make_club, make_seated_tournament
from tournaments.core.slips.sheet_code import make_sheet_code
from tournaments.enums import DocumentKind
from tournaments.models import Play, PrintedSheet, Seating
from tournaments.paper.documents.making.options import PLAIN, DocumentOptions
from tournaments.paper.documents.registry import DOCUMENTS
from tournaments.paper.services.sheet_codes import find_coded_sheet, find_coded_sheet_of, issue_codes
from tournaments.results.queries.checking import SheetName

pytestmark = pytest.mark.django_db

FEW = DocumentOptions(last_board=2)


@pytest.fixture
def evening():
    return make_seated_tournament(make_club(), is_dealt=False)


def issue(tournament, options=FEW, **given):
    kind = DocumentKind.TRAVELLERS
    return issue_codes(document_type=DOCUMENTS[kind], tournament=tournament, options=options, **given)


def sheet_of(tournament, board):
    return PrintedSheet.objects.get(session__tournament=tournament, board=board)


def test_sheets_printed_again_keep_their_codes(evening):
    assert issue(evening) == 2
    codes = list(PrintedSheet.objects.values_list("code", flat=True))

    assert issue(evening) == 0
    assert list(PrintedSheet.objects.values_list("code", flat=True)) == codes


@pytest.mark.postgres
def test_number_of_another_sheet_is_drawn_again(evening):
    numbers = itertools.chain([7, 7], itertools.count(8))

    issue(evening, draw=lambda below: next(numbers))

    assert set(PrintedSheet.objects.values_list("code", flat=True)) == {
        make_sheet_code(7),
        make_sheet_code(8),
    }


@pytest.mark.postgres
def test_sheet_is_up_to_date_until_somebody_moves(evening):
    issue(evening)
    code = sheet_of(evening, 1).code
    assert find_coded_sheet(code.lower()).changes == ()

    seats = Seating.objects.filter(round__number=1, table__number=1)
    north, south = (seats.get(seat=place) for place in (NORTH, SOUTH))
    north.entry, south.entry = south.entry, north.entry
    north.save()
    south.save()

    assert find_coded_sheet(code).changes == (
        "Position 1, table 1, Nord\xa0: NOM03 Ana au lieu de NOM01 Ana.",
        "Position 1, table 1, Sud\xa0: NOM01 Ana au lieu de NOM03 Ana.",
    )
    assert issue(evening) == 2, "both boards are played there: they have new codes"


def test_lines_that_are_no_longer_played_are_named(evening):
    issue(evening)
    Play.objects.filter(round__number=5, board=1).delete()

    coded_sheet = find_coded_sheet(sheet_of(evening, 1).code)

    assert coded_sheet.changes == ("Position 5, table 2\xa0: ne se joue plus.",)


@pytest.mark.postgres
def test_many_changes_are_counted(evening):
    issue(evening)
    Play.objects.filter(board=1).delete()
    sheet = sheet_of(evening, 1)
    sheet.lines = [[this_round, 9, [1, 2, 3, 4]] for this_round in range(1, 11)]
    sheet.save()

    changes = find_coded_sheet(sheet.code).changes

    assert len(changes) == 9
    assert changes[-1] == "Et 2 autres changements."


@pytest.mark.postgres
def test_leaf_says_nothing_of_the_rounds_of_the_other(evening):
    issue(evening, DocumentOptions(last_board=1, part="two_leaves"))
    Play.objects.filter(round__number=5, board=1).delete()

    first, second = PrintedSheet.objects.order_by("leaf")

    assert find_coded_sheet(first.code).changes == ()
    assert len(find_coded_sheet(second.code).changes) == 1


@pytest.mark.postgres
def test_sheet_of_other_deals_is_noticed():
    evening = make_seated_tournament(make_club())
    issue(evening)
    evening.sessions.get().deal_set.__class__.objects.update(commitment="f" * 64)

    assert find_coded_sheet(sheet_of(evening, 1).code).changes == (
        "Les donnes ont été distribuées de nouveau.",
    )


def test_sheet_of_another_board_is_named_with_the_page(evening):
    issue(evening)

    with pytest.raises(AppError) as caught:
        find_coded_sheet_of(
            written=sheet_of(evening, 2).code, session=evening.sessions.get(), name=SheetName(board=1)
        )

    assert caught.value.code == "sheet_other"
    assert caught.value.fields == {
        "sheet_code": "Cette feuille est celle de l’étui 2\xa0; vous saisissez l’étui 1."
    }
    assert caught.value.extra == {"sheet": sheet_of(evening, 2).code}


def test_sheet_of_another_tournament_says_no_more(evening):
    issue(evening)
    foreign_event = make_seated_sheets(evening.club)

    with pytest.raises(AppError) as caught:
        find_coded_sheet_of(
            written=sheet_of(evening, 2).code,
            session=foreign_event.sessions.get(),
            name=SheetName(round_number=1, table_number=2),
        )

    assert caught.value.message == "Cette feuille est d’un autre tournoi."


@pytest.mark.postgres
def test_score_sheet_of_another_table_is_named_with_the_page(evening):
    tournament = make_seated_sheets(evening.club)
    kind = DOCUMENTS[DocumentKind.SCORE_SHEETS]
    issue_codes(document_type=kind, tournament=tournament, options=PLAIN)
    sheet = PrintedSheet.objects.get(round_number=2, table_number=3)

    with pytest.raises(AppError) as caught:
        find_coded_sheet_of(
            written=sheet.code,
            session=tournament.sessions.get(),
            name=SheetName(round_number=1, table_number=2),
        )

    assert caught.value.message == (
        "Cette feuille est celle de la table 3 à la position 2\xa0;"
        " vous saisissez la table 2 à la position 1."
    )


@pytest.mark.parametrize(
    ("written", "code"),
    [("", "sheet_code_empty"), ("222-223", "sheet_code_check"), (make_sheet_code(5), "sheet_unknown")],
)
def test_what_is_no_code_here_is_refused_at_the_field(written, code):
    with pytest.raises(AppError) as caught:
        find_coded_sheet(written)

    assert (caught.value.code, list(caught.value.fields)) == (code, ["sheet_code"])


def test_costs_a_constant_number_of_queries(evening, django_assert_num_queries):
    issue(evening, PLAIN)
    code = sheet_of(evening, 1).code

    with django_assert_num_queries(3):
        find_coded_sheet(code)
