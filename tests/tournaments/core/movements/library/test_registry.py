import pytest

from tests.cases import by_day
from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.check import check_movement
from tournaments.core.movements.library.registry import LIBRARY

FORMATS = {"duplicate_individual", "free_deals", "triplets", "quartets", "teams", "triangular"}
PROMISED_IDEALS = {
    "fft-straight": set(),
    "fft-line": set(),
    "fft-howell": {"I1", "I2"},
    "fft-howell-colours": {"I2"},
    "fft-free": set(),
    "fft-free-howell": {"I1", "I2"},
    "free-threes-moving": set(),
    "free-threes-repeated": set(),
    "free-fives": set(),
    "free-fives-repeated": set(),
    "free-few-tables": {"I1", "I2"},
    "free-few-fives": {"I1", "I2"},
    "free-one-table": {"I1"},
    "fft-triplet-line": {"I3", "I4"},
    "fft-triplet-howell": {"I2", "I3"},
    "fft-emmanuel": {"I1", "I2", "I3"},
    "fft-quartets": {"I4"},
    "fft-teams": {"I1"},
    "fft-triangular": {"I1"},
}
"""The ideals that each kind may miss; I3 and I4 only where a team rests or rounds are left out."""


def sizes(entry, most):
    """Every size to `most` tables and some larger ones, with the numbers of units served there."""
    table_counts = [count for count in entry.table_counts if count <= most or count in (35, 49, 60)]
    return [(count, units) for count in table_counts for units in entry.unit_counts(count)]


@pytest.mark.parametrize("most", by_day((12, 30), (12).__eq__))
@pytest.mark.parametrize("entry", LIBRARY, ids=lambda entry: entry.source)
def test_every_size_is_sound_and_misses_only_the_ideals_that_its_kind_gives_up(entry, most):
    for table_count, unit_count in sizes(entry, most):
        for round_count in list(entry.round_counts(table_count, unit_count))[-1:]:
            movement = entry.build(table_count, round_count, unit_count)
            report = check_movement(movement)

            assert report.errors == (), (table_count, unit_count)
            assert {finding.rule for finding in report.notes} <= PROMISED_IDEALS[entry.source]
            assert (movement.table_count, movement.round_count) == (table_count, round_count)
            assert movement.player_count == unit_count


@pytest.mark.parametrize("entry", LIBRARY, ids=lambda entry: entry.source)
def test_every_number_of_rounds_offered_is_built(entry):
    for table_count in list(entry.table_counts)[:6]:
        for unit_count in entry.unit_counts(table_count):
            for round_count in entry.round_counts(table_count, unit_count):
                movement = entry.build(table_count, round_count, unit_count)

                assert movement.round_count == round_count
                assert check_movement(movement).is_sound


@pytest.mark.parametrize("entry", LIBRARY, ids=lambda entry: entry.source)
def test_shapes_outside_the_numbers_are_refused_with_the_nearest(entry):
    fewest = entry.table_counts[0]
    units = entry.unit_counts(fewest)
    most_rounds = max(max(entry.round_counts(fewest, units_of_table), default=1) for units_of_table in units)

    with pytest.raises(NoSuchMovement) as tables:
        entry.build(fewest - 1, 1, units[0])
    with pytest.raises(NoSuchMovement) as rounds:
        entry.build(fewest, 999, units[0])
    with pytest.raises(NoSuchMovement) as no_rounds:
        entry.build(fewest, 0, units[0])
    with pytest.raises(NoSuchMovement) as people:
        entry.build(fewest, most_rounds, max(units) + 1)

    assert (tables.value.code, tables.value.field) in (
        ("library_tables", "table_count"),
        ("library_units", "player_count"),
    )
    assert {rounds.value.code, no_rounds.value.code} == {"library_rounds"}
    assert rounds.value.values["known"] != ()
    assert (people.value.code, people.value.values["known"]) == ("library_units", (max(units),))


def test_codes_are_unique_and_formats_are_known():
    assert sorted(entry.source for entry in LIBRARY) == sorted(PROMISED_IDEALS)
    assert {entry.format for entry in LIBRARY} == FORMATS


@pytest.mark.parametrize(
    ("source", "recommended"),
    [
        ("fft-straight", {5: 4, 7: 4, 11: 2, 13: 2, 19: 2}),
        ("fft-line", {6: 4, 8: 4, 9: 3}),
        ("fft-howell", {3: 3, 4: 4}),
        ("fft-howell-colours", {8: 4, 12: 4}),
        ("fft-free", {5: 4, 200: 4}),
        ("fft-triplet-line", {5: 4, 9: 3, 10: 2, 13: 2}),
        ("fft-triplet-howell", {3: 4, 4: 4, 5: 3, 6: 2, 7: 2, 8: 2}),
        ("fft-emmanuel", {12: 1}),
        ("fft-teams", {2: 4}),
        ("fft-triangular", {3: 6}),
    ],
)
def test_recommended_boards_come_first(source, recommended):
    entry = next(library_entry for library_entry in LIBRARY if library_entry.source == source)

    assert {tables: entry.boards_per_set(tables)[0] for tables in recommended} == recommended


@pytest.mark.parametrize("entry", LIBRARY, ids=lambda entry: entry.source)
def test_every_size_proposes_boards_without_repeating_itself(entry):
    for table_count in list(entry.table_counts)[:20]:
        boards = entry.boards_per_set(table_count)

        assert len(set(boards)) == len(boards) > 0
        assert min(boards) >= 1


@pytest.mark.parametrize("entry", LIBRARY, ids=lambda entry: entry.source)
def test_entry_tells_at_how_many_tables_a_set_is(entry):
    table_count = entry.table_counts[-1]
    unit_count = entry.unit_counts(table_count)[0]
    round_counts = entry.round_counts(table_count, unit_count)

    for round_count in list(round_counts)[-1:]:
        movement = entry.build(table_count, round_count, unit_count)
        assert entry.sharing(table_count) == movement.tables_per_set
