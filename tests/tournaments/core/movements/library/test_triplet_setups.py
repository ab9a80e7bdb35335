import pytest

from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.library.registry import LIBRARY
from tournaments.core.movements.library.triplet_setups import triplet_setups

ENTRIES = {entry.source: entry for entry in LIBRARY}


def short(setup):
    return [
        (section.source.removeprefix("fft-"), section.table_count, section.team_count) for section in setup
    ]


@pytest.mark.parametrize(
    ("team_count", "sections"),
    [
        (6, [("triplet-howell", 3, 6)]),
        (7, [("triplet-howell", 4, 7)]),
        (13, [("triplet-howell", 7, 13)]),
        (15, [("emmanuel", 12, 15)]),
        (32, [("emmanuel", 12, 16)] * 2),
        (30, [("triplet-howell", 5, 10)] * 3),
        (34, [("triplet-line", 11, 22), ("triplet-howell", 6, 12)]),
        (40, [("triplet-line", 13, 26), ("triplet-howell", 7, 14)]),
        (17, [("triplet-line", 9, 17)]),
        (29, [("triplet-line", 8, 16), ("triplet-line", 7, 13)]),
        (42, [("triplet-line", 7, 14)] * 3),
        (53, [("triplet-line", 9, 18), ("triplet-line", 9, 18), ("triplet-line", 9, 17)]),
    ],
)
def test_first_setup_is_the_recommended_one(team_count, sections):
    assert short(triplet_setups(team_count)[0]) == sections


@pytest.mark.parametrize(
    ("table_count", "split"),
    [
        (5, "5"), (13, "13"), (14, "7+7"), (15, "8+7"), (16, "8+8"), (17, "9+8"), (18, "9+9"), (19, "10+9"),
        (20, "10+10"), (21, "7+7+7"), (22, "11+11"), (23, "12+11"), (24, "12+12"), (25, "13+12"),
        (26, "13+13"), (27, "9+9+9"),
    ],
)  # fmt: skip
def test_lines_are_split_as_printed(table_count, split):
    lines = triplet_setups(2 * table_count)[-1]

    assert "+".join(str(section.table_count) for section in lines) == split
    assert {section.source for section in lines} == {"fft-triplet-line"}


@pytest.mark.parametrize(
    ("team_count", "tables"),
    [
        (8, [4]),
        (9, [5]),
        (10, [5]),
        (11, [6]),
        (12, [6]),
        (14, [7]),
        (20, [5, 5]),
        (24, [6, 6]),
        (36, [6, 6, 6]),
    ],
)
def test_howells_are_recommended_as_printed(team_count, tables):
    setup = triplet_setups(team_count)[0]

    assert [section.table_count for section in setup] == tables
    assert {section.source for section in setup} == {"fft-triplet-howell"}


def test_lines_are_the_second_choice_where_a_howell_is_recommended():
    assert [short(setup) for setup in triplet_setups(12)] == [
        [("triplet-howell", 6, 12)],
        [("triplet-line", 6, 12)],
    ]


@pytest.mark.parametrize("team_count", range(6, 55))
def test_every_setup_seats_all_teams_in_movements_that_exist(team_count):
    for setup in triplet_setups(team_count):
        assert sum(section.team_count for section in setup) == team_count
        for section in setup:
            entry = ENTRIES[section.source]
            assert section.table_count in entry.table_counts
            assert section.team_count in entry.unit_counts(section.table_count)


@pytest.mark.parametrize(("team_count", "round_count"), [(34, 11), (40, 13)])
def test_both_parts_of_a_hybrid_play_the_same_boards_in_as_many_rounds(team_count, round_count):
    sections = triplet_setups(team_count)[0]

    line, howell = (
        ENTRIES[section.source].build(section.table_count, round_count, section.team_count)
        for section in sections
    )

    assert line.set_count == howell.set_count == round_count
    assert 2 in ENTRIES[sections[0].source].boards_per_set(sections[0].table_count)
    assert 2 in ENTRIES[sections[1].source].boards_per_set(sections[1].table_count)


@pytest.mark.parametrize("team_count", [5, 55])
def test_too_few_or_too_many_triplets_are_refused(team_count):
    with pytest.raises(NoSuchMovement) as caught:
        triplet_setups(team_count)

    assert caught.value.code == "triplet_teams"
    assert (caught.value.values["least"], caught.value.values["most"]) == (6, 54)
