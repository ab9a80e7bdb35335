"""Packs: their order, and the reasons for absent documents."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from common.errors import AppError
from tests.factories.tournaments import (
    enter_result,
    enter_results,
    list_plays,
    make_club,
    make_stored_evening,
    make_team_tournament,
    make_tournament,
)
from tournaments.base.access import Right
from tournaments.base.queries.rounds import RoundNow
from tournaments.core.hall.clock import make_waiting_clock, start_clock
from tournaments.core.movements.movement import Movement
from tournaments.enums import DocumentKind
from tournaments.models import Play, Tournament
from tournaments.paper.documents.making.document import build_sheets, document_parts, preview_html
from tournaments.paper.documents.making.options import PLAIN, DocumentOptions
from tournaments.paper.documents.making.packs import LeftOut, PackContents
from tournaments.paper.documents.missing_now import MissingNow, RoundTimes, plan_rounds
from tournaments.paper.documents.registry import DOCUMENTS
from tournaments.paper.queries.papers import EVENING_KINDS, FURNITURE_KINDS
from tournaments.seating.services.seating import apply_movement

PACK = DOCUMENTS[DocumentKind.EVENING_PACK]


@pytest.fixture
def two_colours(db) -> Tournament:
    """Two sections of one table for one round, seats fixed, no deals."""
    one_table = Movement(code="one", players=np.array([[[0, 1, 2, 3]]]), board_sets=np.array([[0]]))
    tournament = make_stored_evening(make_club(), one_table, replace(one_table, code="other"))
    apply_movement(tournament=tournament, seated_by=None)
    return tournament


def contents(tournament, **options) -> PackContents:
    """The first page of the pack."""
    (sheet,) = build_sheets(PACK, tournament, DocumentOptions(**options))
    contents = sheet.content
    assert isinstance(contents, PackContents)
    return contents


def kinds_in(pack: PackContents) -> list[DocumentKind]:
    return [packed.document_type.kind for packed in pack.documents]


def test_pack_holds_what_its_format_needs_in_the_order_of_use(evening):
    assert kinds_in(contents(evening)) == [
        DocumentKind.SEAT_LISTS,
        DocumentKind.PERSONAL_CARDS,
        DocumentKind.TRAVELLERS,
        DocumentKind.COVER_SHEET,
    ]


def test_pack_of_teams_has_the_cards_that_name_opponents(db):
    teams = make_team_tournament(make_club(), "triplets", is_seated=True)

    kinds = kinds_in(contents(teams))

    assert DocumentKind.GUIDE_CARDS in kinds
    assert DocumentKind.PERSONAL_CARDS not in kinds


def test_furniture_has_no_date_and_is_kept(evening):
    kinds = tuple(kind.value for kind in sorted(FURNITURE_KINDS))
    packed = contents(evening, kinds=kinds).documents

    assert {document.document_type.kind for document in packed} == FURNITURE_KINDS
    for document in packed:
        assert "2026" not in preview_html(
            document.document_type, evening, language="fr", options=document.options
        )


def test_guide_cards_of_the_furniture_name_places_and_those_of_teams_people(evening):
    kinds = (DocumentKind.GUIDE_CARDS.value,)
    (by_place,) = contents(evening, kinds=kinds).documents
    by_name = contents(evening, kinds=(*kinds, DocumentKind.SEAT_LISTS.value)).documents[-1]
    names = [str(entry) for entry in evening.entries.select_related("person")]

    undated, dated = (
        preview_html(document.document_type, evening, language="fr", options=document.options)
        for document in (by_place, by_name)
    )

    assert by_place.options.part == "places"
    assert not [name for name in names if name in undated]
    assert all(name in dated for name in names)
    assert "5 tables, 5 positions" in undated
    assert all(f">{place}<" in undated for place in ("N1", "E5", "O3"))


def test_what_cannot_be_made_yet_is_named_with_what_to_do_first(db):
    kinds = (DocumentKind.TABLE_CARDS.value, DocumentKind.TRAVELLERS.value)
    pack = contents(make_tournament(make_club()), kinds=kinds)

    assert kinds_in(pack) == [DocumentKind.TABLE_CARDS]
    assert (
        LeftOut(
            "Feuilles ambulantes",
            "Fixez d’abord les places\xa0: ce document dit qui joue où à chaque position.",
        )
        in pack.left_out
    )


def test_chosen_kinds_alone_come_and_secret_ones_only_when_chosen(evening):
    kinds = (DocumentKind.TRAVELLERS.value, DocumentKind.HAND_DIAGRAMS.value)

    assert kinds_in(contents(evening, kinds=kinds)) == list(kinds)
    assert PACK.right_with(DocumentOptions(kinds=kinds)) == Right.SEE_DEALS
    assert PACK.right_with(PLAIN) == PACK.right_with(DocumentOptions(kinds=kinds[:1])) == Right.PRINT
    assert not any(
        content.right == Right.SEE_DEALS for content in PACK.holds if content.kind in EVENING_KINDS
    )


def test_greys_and_large_type_of_a_pack_are_those_of_its_documents(evening):
    packed = {
        document.document_type.kind: document
        for document in contents(evening, grey=True, large_type=True).documents
    }

    assert all(document.options.grey for document in packed.values())
    assert packed[DocumentKind.PERSONAL_CARDS].options.per_sheet == 2
    assert packed[DocumentKind.TRAVELLERS].options.per_sheet == 1
    for document in packed.values():
        document.document_type.check_options(document.options)


def test_travellers_of_few_lines_stand_four_on_a_sheet_of_the_pack(evening):
    usual = {document.document_type.kind: document for document in contents(evening).documents}[
        DocumentKind.TRAVELLERS
    ]
    large = {
        document.document_type.kind: document for document in contents(evening, large_type=True).documents
    }

    assert {sheet.content.layout.per_sheet for sheet in usual.sheets} == {4}
    assert {sheet.content.layout.per_sheet for sheet in large[DocumentKind.TRAVELLERS].sheets} == {1}
    (alone, *_rest) = build_sheets(DOCUMENTS[DocumentKind.TRAVELLERS], evening)
    assert alone.content.layout.per_sheet == 2


def test_pack_of_nothing_is_refused(db):
    with pytest.raises(AppError) as refusal:
        contents(make_tournament(make_club()), kinds=(DocumentKind.TRAVELLERS.value,))

    assert refusal.value.code == "nothing_to_print"


@pytest.mark.parametrize("kind", ["napkin", "ranking", "evening_pack"])
def test_kind_that_a_pack_does_not_hold_is_refused_at_the_field(kind):
    with pytest.raises(AppError) as refusal:
        PACK.check_options(DocumentOptions(kinds=(kind,)))

    assert list(refusal.value.fields) == ["kinds"]


def test_two_colours_come_one_after_the_other_after_what_the_hall_shares(two_colours):
    chapters = [packed.chapter for packed in contents(two_colours).documents]

    assert chapters[:2] == ["Placement des joueurs", "Fiches personnelles – Rouge"]
    red = [chapter for chapter in chapters if chapter.endswith("– Rouge")]
    green = [chapter for chapter in chapters if chapter.endswith("– Vert")]
    assert chapters[-len(red + green) :] == red + green
    assert [title.split(" – ")[0] for title in red] == [title.split(" – ")[0] for title in green]
    assert "Feuilles ambulantes – Rouge" in red


def test_parts_are_those_of_each_document_under_its_bookmark(evening):
    sheets = build_sheets(PACK, evening)

    parts = list(document_parts(PACK, evening, PLAIN, sheets))

    packed = sheets[0].content.documents
    assert list(dict.fromkeys(part.chapter for part in parts)) == [
        "",
        *(document.chapter for document in packed),
    ]
    travellers = next(document for document in packed if document.chapter == "Feuilles ambulantes")
    assert travellers.sheets == build_sheets(DOCUMENTS[DocumentKind.TRAVELLERS], evening, travellers.options)


def missing(tournament) -> MissingNow:
    """The first page of what is missing."""
    (sheet,) = build_sheets(DOCUMENTS[DocumentKind.MISSING_NOW], tournament)
    page = sheet.content
    assert isinstance(page, MissingNow)
    return page


def test_what_is_missing_is_owed_up_to_this_round_and_comes_with_what_is_known(evening):
    for play in list_plays(evening):
        if play.round.number == 1 and play.table.number != 3:
            enter_result(play, 56)

    page = missing(evening)

    assert (page.round_number, page.round_count, page.plan) == (1, 5, ())
    ((owed),) = page.owed
    assert (owed.round, owed.table, len(owed.boards)) == (1, 3, 4)
    assert page.to_come == 80
    assert [packed.chapter for packed in page.documents] == ["Placement des joueurs", "Feuilles ambulantes"]
    seats, travellers = page.documents
    assert [round_row.number for round_row in seats.sheets[0].content.rounds] == [1, 2, 3, 4, 5]
    known_lines = [
        line for sheet in travellers.sheets for card in sheet.content.cards if card for line in card.known
    ]
    assert sum(line.score == 56 for line in known_lines) == 16


@pytest.mark.django_db
def test_evening_without_a_missing_result_needs_no_paper(two_colours):
    enter_results((play, 56) for play in Play.objects.all())

    page = missing(two_colours)

    assert (page.owed, page.to_come, page.documents, page.left_out) == ((), 0, (), ())


def test_rounds_to_come_follow_the_clock_that_runs():
    began = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
    clock = start_clock(make_waiting_clock(2, timedelta(minutes=20)), began)

    plan = plan_rounds(RoundNow(2, 4, clock, began + timedelta(minutes=5)))

    ends = [began + timedelta(minutes=minutes) for minutes in (20, 40, 60)]
    assert plan == (
        RoundTimes(2, began, ends[0]),
        RoundTimes(3, ends[0], ends[1]),
        RoundTimes(4, ends[1], ends[2]),
    )


def test_clock_that_does_not_run_plans_no_hour():
    current_time = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)

    assert plan_rounds(RoundNow(1, 1, make_waiting_clock(1, timedelta(minutes=20)), current_time)) == (
        RoundTimes(1, None, None),
    )
    assert plan_rounds(RoundNow(1, 1, None, current_time)) == ()


@pytest.mark.paper
def test_pack_is_one_file_with_a_bookmark_for_each_document(evening, printed):
    kinds = (DocumentKind.TABLE_CARDS.value, DocumentKind.ORIENTATION_BOARDS.value)

    reader = printed(DocumentKind.EVENING_PACK, evening, options=DocumentOptions(kinds=kinds))

    titles = [entry["/Title"] for entry in reader.outline if not isinstance(entry, list)]
    assert titles == ["Tout pour ce soir", "Cartons de table", "Panneaux d’orientation"]
    first = reader.pages[0].extract_text()
    assert "Cartons de table" in first
    assert "Panneaux d’orientation" in first
    assert len(reader.pages) == 1 + 5 + 4
