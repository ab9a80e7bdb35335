"""Sheets are built when they are read, once."""

from functools import partial

import pytest

from tournaments.enums import DocumentKind
from tournaments.paper.documents.making.document import preview_html
from tournaments.paper.documents.making.lazy_sheets import LazySheets
from tournaments.paper.documents.registry import DOCUMENTS
from tournaments.paper.documents.scores import travellers


@pytest.mark.pure
def test_only_the_sheets_that_are_read_are_built_and_each_once():
    built_numbers: list[int] = []

    def build(number: int) -> str:
        built_numbers.append(number)
        return f"sheet {number}"

    sheets = LazySheets(partial(build, number) for number in range(5))

    assert (len(sheets), built_numbers) == (5, [])
    assert sheets[:2] == ("sheet 0", "sheet 1")
    assert (sheets[1], sheets[-1]) == ("sheet 1", "sheet 4")
    assert built_numbers == [0, 1, 4]
    assert sheets == tuple(f"sheet {number}" for number in range(5))
    assert sorted(built_numbers) == list(range(5))


def test_preview_of_travellers_sets_the_cards_that_it_shows(evening, at_home, monkeypatch):
    cards = []
    card = travellers._card
    monkeypatch.setattr(
        travellers, "_card", lambda *leaf, **options: cards.append(1) or card(*leaf, **options)
    )

    preview_html(DOCUMENTS[DocumentKind.TRAVELLERS], evening, language="fr", options=at_home, first=1)

    assert len(cards) == 2
