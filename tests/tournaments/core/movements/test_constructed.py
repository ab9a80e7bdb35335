from collections import Counter

import pytest

from tests.cases import by_day
from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.check import check_movement
from tournaments.core.movements.constructed import CONSTRUCTED, boards_for_all
from tournaments.core.movements.request import copies_needed

SMALL = 21
"""Tables up to which players over are tried; the walks of larger halls are easier to find."""


def shapes(entry):
    return [
        (table_count, units)
        for table_count in entry.table_counts
        if table_count < SMALL or not entry.source.endswith("rovers")
        for units in entry.unit_counts(table_count)
    ]


def test_sources_are_known_once():
    sources = [entry.source for entry in CONSTRUCTED]

    assert Counter(sources).most_common(1)[0][1] == 1
    assert len(max(sources, key=len)) + len("-60-20-240-4") <= 40


@pytest.mark.parametrize("most", by_day((12, 60), (12).__eq__))
@pytest.mark.parametrize("entry", CONSTRUCTED, ids=lambda entry: entry.source)
def test_every_shape_is_sound_and_as_promised(entry, most):
    """The shapes have twelve tables at most by day, and the largest size."""
    largest = shapes(entry)[-1][0]
    for table_count, units in [shape for shape in shapes(entry) if shape[0] in (*range(most + 1), largest)]:
        rounds = entry.round_counts(table_count, units)[-1]
        movement = entry.build(table_count, rounds, units)
        assert check_movement(movement).is_sound, (table_count, units)
        assert (movement.table_count, movement.round_count) == (table_count, rounds)
        assert movement.player_count == units
        assert movement.tables_per_set == entry.sharing(table_count)


@pytest.mark.parametrize("entry", CONSTRUCTED, ids=lambda entry: entry.source)
def test_what_an_entry_does_not_have_is_refused(entry):
    table_count = entry.table_counts[0]
    units = entry.unit_counts(table_count)[0]
    rounds = entry.round_counts(table_count, units)[-1]

    for wrong, code in (
        ((entry.table_counts[-1] + 1, 1, units), "library_tables"),
        ((table_count, rounds + 1, units), "library_rounds"),
        ((table_count, 0, units), "library_rounds"),
        ((table_count, rounds, units + 4), "library_units"),
    ):
        with pytest.raises(NoSuchMovement) as caught:
            entry.build(*wrong)
        assert caught.value.code == code


@pytest.mark.parametrize(
    ("table_count", "boards"),
    [(2, (4, 3, 2)), (3, (3, 4)), (4, (4, 3, 2)), (7, (4, 3, 2, 7)), (9, (4, 3, 2))],
)
def test_boards_of_tables_that_all_share_them(table_count, boards):
    assert boards_for_all(table_count) == boards


@pytest.mark.parametrize(
    ("sharing", "boards", "copies"), [(1, 4, 1), (4, 4, 1), (7, 4, 2), (13, 4, 4), (2, 1, 2)]
)
def test_copies_let_every_table_have_a_board(sharing, boards, copies):
    assert copies_needed(sharing, boards) == copies
