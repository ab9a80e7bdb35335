"""The comparison in docs/movements.md is what the code gives, and the federation is never better."""

import pytest

from tools.movement_table import BEGIN, DOCUMENT, END, TABLES, federation_row, our_row, replaced


def test_document_shows_what_the_code_gives():
    text = DOCUMENT.read_text(encoding="utf-8")

    assert replaced(text) == text, "run python -m tools.movement_table"
    assert len(text.split(BEGIN)[1].split(END)[0].splitlines()) > len(TABLES)


@pytest.mark.parametrize("table_count", TABLES)
def test_ours_is_at_least_as_good_as_the_federations(table_count):
    ours, theirs = our_row(table_count).figures, federation_row(table_count)

    assert theirs is None or ours.round_count >= theirs.figures.round_count
    assert table_count < 5 or ours.meetings.highest == 1


def test_no_size_from_5_to_40_has_fewer_clean_rounds_than_asked_for():
    """At least as many as tables, or eight; six tables have the proven five."""
    rounds = {table_count: our_row(table_count).figures.round_count for table_count in range(5, 41)}

    assert rounds.pop(6) == 5
    assert all(count >= min(table_count, 8) for table_count, count in rounds.items())
