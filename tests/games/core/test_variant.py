"""The rows of the tarot table, against the figures of the rules."""

import pytest

from games.core.outcome import Handful
from games.core.variant import VARIANTS


@pytest.mark.parametrize(
    ("name", "players", "hand", "dog", "handfuls", "partners"),
    [
        ("tarot-3", 3, 24, 6, [13, 15, 18], 0),
        ("tarot-4", 4, 18, 6, [10, 13, 15], 0),
        ("tarot-5", 5, 15, 3, [8, 10, 13], 1),
    ],
)
def test_row_is_the_federation_s(name, players, hand, dog, handfuls, partners):
    row = VARIANTS[name]

    assert (row.name, row.player_count, row.hand_size, row.dog_size) == (name, players, hand, dog)
    assert [row.handful_size(level) for level in Handful] == handfuls
    assert row.most_called_holders == partners


@pytest.mark.parametrize("row", VARIANTS.values(), ids=list(VARIANTS))
def test_row_uses_the_whole_pack(row):
    assert row.player_count * row.hand_size + row.dog_size == 78
