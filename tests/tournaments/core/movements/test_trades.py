import random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import examples
from tournaments.core.movements.trades import trade_places

TABLES = np.repeat(np.arange(4), 4)
TOGETHER = (TABLES[:, None] == TABLES[None, :]) * (1 - np.eye(16, dtype=np.int64))
ANYBODY = 1 - np.eye(16, dtype=np.int64)


def cost_of(places, foes):
    return int((foes * TOGETHER[np.ix_(places, places)]).sum()) // 2


def foes_of(pairs):
    foes = np.zeros((16, 16), dtype=np.int64)
    for first, second in pairs:
        foes[first, second] = foes[second, first] = int(first != second)
    return foes


@examples(25)
@given(st.integers(0, 999), st.sampled_from([10, 40, 70]), st.permutations(range(16)), st.booleans())
def test_the_result_is_a_permutation_and_never_worse(seed, pair_count, start, drawn):
    every_pair = [(first, second) for first in range(16) for second in range(first)]
    pairs = random.Random(seed).sample(every_pair, pair_count)
    foes, places = foes_of(pairs), np.array(start)

    rng = random.Random(1) if drawn else None
    traded = trade_places(TOGETHER, places, foes, may_trade=ANYBODY, rng=rng)

    assert sorted(traded.tolist()) == list(range(16))
    assert cost_of(traded, foes) <= cost_of(places, foes)
    assert places.tolist() == list(start), "arguments are left as they are"
    again = trade_places(TOGETHER, traded, foes, may_trade=ANYBODY, rng=random.Random(2))
    assert cost_of(again, foes) <= cost_of(traded, foes)


def test_four_families_of_four_are_spread_over_four_tables():
    foes = foes_of(
        [(first, second) for first in range(16) for second in range(first) if first // 4 == second // 4]
    )

    traded = trade_places(TOGETHER, np.arange(16), foes, may_trade=ANYBODY)

    assert cost_of(traded, foes) == 0


def test_of_equal_trades_the_lowest_tie_is_made():
    """Units 0 and 1 are foes. The one that moves goes to the nearest place at another table."""
    ties = np.abs(np.subtract.outer(np.arange(16), np.arange(16)))

    traded = trade_places(TOGETHER, np.arange(16), foes_of([(0, 1)]), may_trade=ANYBODY, ties=ties)

    assert traded.tolist() == [0, 4, 2, 3, 1, *range(5, 16)]


def test_without_anybody_to_trade_with_nothing_changes():
    traded = trade_places(TOGETHER, np.arange(16), foes_of([(0, 1)]), may_trade=0 * ANYBODY)

    assert traded.tolist() == list(range(16))
