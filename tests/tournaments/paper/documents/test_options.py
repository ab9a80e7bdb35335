"""Options of documents: read from texts, stored as JSON, honoured by the kinds that declare them."""

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from common.errors import AppError
from tests.cases import examples
from tests.factories.tournaments import make_club, make_stored_evening
from tournaments.core.movements.constructions import build_straight
from tournaments.enums import DocumentKind
from tournaments.paper.documents.making.document import build_sheets
from tournaments.paper.documents.making.options import (
    PLAIN,
    DocumentOptions,
    OptionName,
    options_json,
    read_document_options,
    read_stored_options,
)
from tournaments.paper.documents.registry import DOCUMENTS

NUMBER = st.none() | st.integers(1, 999)
OPTIONS = st.builds(
    DocumentOptions,
    section=NUMBER,
    first_board=NUMBER,
    part=st.sampled_from(["", "names"]),
    kinds=st.lists(st.sampled_from(["ranking", "travellers"]), unique=True).map(tuple),
    paper=st.sampled_from(["", "A4", "A5"]),
    cut_marks=st.booleans(),
    copies=st.integers(1, 50),
    note=st.sampled_from(["", "Wi-Fi : club"]),
    site=st.sampled_from(["", "https://etui.example"]),
)


@examples(10, suppress_health_check=[HealthCheck.too_slow])
@given(OPTIONS)
def test_options_are_read_back_as_they_were_kept(options):
    assert read_stored_options(options_json(options)) == options


def test_nothing_chosen_is_kept_as_nothing_and_names_of_another_version_are_left_aside():
    assert options_json(PLAIN) == {}
    assert read_stored_options({"stapled": True, "section": 2}) == DocumentOptions(section=2)


def test_texts_of_a_form_are_read_and_what_is_empty_is_left_alone():
    texts = {
        "section": "2",
        "first_board": "",
        "last_board": "12",
        "cut_marks": "on",
        "kinds": ["ranking"],
        "note": " Salle \t 2 ",
    }

    assert read_document_options(texts) == DocumentOptions(
        section=2, last_board=12, cut_marks=True, kinds=("ranking",), note="Salle 2"
    )


@pytest.mark.parametrize(
    ("texts", "field"),
    [
        ({"section": "0"}, "section"),
        ({"section": "deux"}, "section"),
        ({"first_round": "9" * 5000}, "first_round"),
        ({"first_board": "²"}, "first_board"),
        ({"copies": "51"}, "copies"),
        ({"paper": "A3"}, "paper"),
        ({"cut_marks": "maybe"}, "cut_marks"),
        ({"note": "x" * 121}, "note"),
        ({"note": "a\x00b"}, "note"),
        ({"first_table": "5", "last_table": "3"}, "last_table"),
        ({"stapled": "on"}, "stapled"),
    ],
)
def test_what_is_no_value_is_refused_at_its_field(texts, field):
    with pytest.raises(AppError) as refusal:
        read_document_options(texts)

    assert refusal.value.code == "bad_options"
    assert set(refusal.value.fields) == {field}


@pytest.mark.parametrize(
    ("kind", "options", "field"),
    [
        (DocumentKind.ORIENTATION_BOARDS, DocumentOptions(first_board=3), "first_board"),
        (DocumentKind.SEAT_LISTS, DocumentOptions(part="horoscope"), "part"),
        (DocumentKind.GUIDE_CARDS, DocumentOptions(per_sheet=3), "per_sheet"),
    ],
)
def test_kind_refuses_what_it_does_not_honour(kind, options, field):
    DOCUMENTS[kind].check_options(DocumentOptions(site="https://etui.example"))
    with pytest.raises(AppError) as refusal:
        DOCUMENTS[kind].check_options(options)

    assert set(refusal.value.fields) == {field}


@pytest.mark.parametrize("kind", DOCUMENTS)
def test_every_document_comes_in_greys(kind):
    DOCUMENTS[kind].check_options(read_document_options({"grey": "on"}))
    assert "grey" in DocumentOptions(grey=True).style_classes.split()


def test_kinds_say_parts_and_numbers_where_they_are_options():
    for document in DOCUMENTS.values():
        assert bool(document.parts) == (OptionName.PART in document.options)
        assert bool(document.per_sheets) == (OptionName.PER_SHEET in document.options)
        assert not document.parts or document.parts[0][0] == ""


def numbers(tournament, kind, **options) -> list[int]:
    """Étuis of a document, page by page."""
    sheets = build_sheets(DOCUMENTS[kind], tournament, DocumentOptions(**options))
    contents = [sheet.content for sheet in sheets]
    if kind == DocumentKind.HAND_DIAGRAMS:
        return [page.number for page in contents]
    if kind == DocumentKind.BOARD_LABELS:
        return [label.number for sheet in contents for label in sheet.labels]
    if kind == DocumentKind.DOG_SLIPS:
        return [slip.number for sheet in contents for slip in sheet.slips if slip]
    if kind == DocumentKind.TEACHING_SHEETS:
        return [row.board.number for page in contents for row in page.boards]
    return [board.number for page in contents for board in page.boards]


@pytest.mark.parametrize(
    "kind",
    [
        DocumentKind.HAND_DIAGRAMS,
        DocumentKind.BOARD_LABELS,
        DocumentKind.DOG_SLIPS,
        DocumentKind.SORTING_SHEETS,
        DocumentKind.DEAL_BOOKLET,
    ],
)
def test_boards_wanted_alone_are_printed(evening, kind):
    assert numbers(evening, kind, first_board=19) == [19, 20]
    assert numbers(evening, kind, first_board=3, last_board=3) == [3]
    with pytest.raises(AppError, match="nothing_to_print"):
        numbers(evening, kind, first_board=21)


def test_questions_come_without_their_solutions(evening):
    assert numbers(evening, DocumentKind.TEACHING_SHEETS, last_board=2, part="questions") == [1, 2]
    assert numbers(evening, DocumentKind.TEACHING_SHEETS, last_board=2) == [1, 2, 1, 2]


@pytest.mark.parametrize("kind", [DocumentKind.GUIDE_CARDS, DocumentKind.PERSONAL_CARDS])
def test_cards_of_the_tables_and_rounds_wanted(evening, kind):
    options = DocumentOptions(first_table=2, last_table=2, first_round=4, per_sheet=2)

    sheets = build_sheets(DOCUMENTS[kind], evening, options)

    cards = [card for sheet in sheets for card in sheet.content.cards]
    assert [len(sheet.content.cards) for sheet in sheets] == [2, 2]
    assert {card.entry.start_table for card in cards} == {2}
    assert {tuple(line.round for line in card.lines) for card in cards} == {(4, 5)}


def test_one_list_of_seats_has_the_rounds_wanted(evening):
    options = DocumentOptions(part="hall", first_round=2, last_round=3)

    (sheet,) = build_sheets(DOCUMENTS[DocumentKind.SEAT_LISTS], evening, options)

    lists = sheet.content
    assert (lists.name_pages, lists.rounds, lists.hall_rounds) == ((), (), (2, 3))
    assert {len(row.rounds) for row in lists.hall} == {2}


@pytest.mark.django_db
def test_section_wanted_keeps_its_colour_on_its_stands():
    movement = build_straight(5, 1)
    tournament = make_stored_evening(make_club(), movement, movement)
    options = DocumentOptions(section=2, last_table=7)

    sheets = build_sheets(DOCUMENTS[DocumentKind.TABLE_CARDS], tournament, options)

    assert [(sheet.content.table, sheet.content.section) for sheet in sheets] == [(6, 2), (7, 2)]
