"""Names in columns: each stands whole in its room, in order, and is counted as it is set."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.paper.documents.hall.card_grid import STEP
from tournaments.paper.documents.hall.guide_names import FACE, column_stops, count_lines, set_names
from tournaments.paper.documents.typesetting.type_widths import Type

ROOM = 58
HALVES = (0, 0.5)
NAMES = st.lists(st.text(alphabet="AVTo1.Wi é-", min_size=1, max_size=70).map(str.strip), max_size=7)


@given(NAMES, st.sampled_from([(0,), HALVES, (0, 0.4), (0, 1 / 3, 2 / 3)]), st.sampled_from([7, 10.5]))
def test_names_are_whole_and_in_order_within_their_columns(names, shares, points):
    stops = column_stops(shares, ROOM)

    lines = set_names(names, points, stops)

    assert len(lines) == count_lines(names, points, stops)
    printed_text = "".join(name for line in lines for _stop, name in line)
    assert "".join(printed_text.split()) == "".join("".join(names).split())
    for line in lines:
        ends = [stop for stop, _name in line[1:]] + [ROOM]
        assert all(start < end for start, end in pairwise([stop for stop, _name in line]))
        for (start, name), end in zip(line, ends, strict=True):
            assert start in stops
            assert Type(FACE, points).fits(name, (end - start) * STEP)


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["O1 MARTIN Zoé", "S1 DUBOIS Luc", "E1 MOREAU Anne"], [2, 1]),
        (["O1 MARTIN Zoé", "S1 LEFEBVRE DE LABOULAYE Jean-Pierre", "E1 MOREAU Anne"], [1, 1, 1]),
        (["O1 王伟", "S1 DUBOIS Luc"], [1, 1]),
    ],
)
def test_short_names_stand_beside_each_other(names, expected):
    assert [len(line) for line in set_names(names, 8, column_stops(HALVES, ROOM))] == expected


def test_running_names_take_the_fewest_lines():
    names = [f"{seat}1 HOHENSTAUFEN LÖWENWOLDE KÖNIGSMARCK Maximilienne Ada" for seat in "OSE"]

    lines = set_names(names, 7, column_stops((), ROOM))

    assert len(lines) == count_lines(names, 7, column_stops((), ROOM)) < len(set_names(names, 7, (0, ROOM)))
