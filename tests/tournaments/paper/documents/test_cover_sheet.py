"""The cover sheet: the étuis, the commitment in digits that can be read out, no card."""

from tournaments.enums import DocumentKind
from tournaments.paper.documents.deals.cover_sheet import build_cover_sheets, digit_groups


def test_commitment_is_cut_into_eight_groups():
    assert digit_groups("0123456789abcdef" * 4) == ("01234567", "89abcdef") * 4


def test_sheet_counts_and_names_the_etuis(evening):
    (cover,) = build_cover_sheets(evening)

    deal_set = evening.sessions.get().deal_set
    assert "".join(cover.commitment) == deal_set.commitment
    assert (cover.session_number, cover.board_count, cover.algorithm) == (1, 20, deal_set.algorithm)
    assert [[[board.number for board in column] for column in block] for block in cover.blocks] == [
        [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10], [11, 12, 13, 14, 15], [16, 17, 18, 19, 20]]
    ]


def test_paper_is_one_page_with_the_commitment(evening, printed):
    reader = printed(DocumentKind.COVER_SHEET, evening)
    text = reader.pages[0].extract_text()

    assert len(reader.pages) == 1
    assert "20 étuis, numérotés de 1 à 20" in text
    assert all(group in text for group in build_cover_sheets(evening)[0].commitment)


def test_costs_two_queries(evening, django_assert_num_queries):
    with django_assert_num_queries(2):
        build_cover_sheets(evening)
