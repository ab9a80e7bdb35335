"""Places in JSON documents: each value is found where it stands."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.notation.json_places import offset_of_path, scan_json

SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
)
DOCUMENTS = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=12,
)


def value_at(document, path):
    for step in path:
        document = document[step]
    return document


def count_values(document):
    inner = (
        document.values() if isinstance(document, dict) else document if isinstance(document, list) else ()
    )
    return 1 + sum(map(count_values, inner))


@given(document=DOCUMENTS, indent=st.sampled_from([None, 0, 3]), ascii_only=st.booleans())
def test_every_value_is_found_where_it_begins(document, indent, ascii_only):
    text = json.dumps(document, indent=indent, ensure_ascii=ascii_only)

    parts = [part for part in scan_json(text) if not part.is_key]

    assert len(parts) == count_values(document)
    for part in parts:
        value, _ = json.JSONDecoder().raw_decode(text, part.offset)
        assert value == value_at(document, part.path)


@pytest.mark.parametrize(
    ("path", "begins"),
    [
        ("hands[0][0]", '"S1"'),
        ("hands[1][5]", "[]]"),
        ("x", "1,"),
        ("x.z", "1,"),
        ("notes.event", "{}}"),
        ("a[1].b", '{"hands"'),
        ("", '{"hands"'),
    ],
)
def test_part_that_is_not_there_stands_where_its_holder_begins(path, begins):
    text = '{"hands": [["S1"], []], "x": 1, "notes": {}}'

    assert text[offset_of_path(text, path) :].startswith(begins)
