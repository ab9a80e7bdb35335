"""Points in attack and in defence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import EXAMPLES, examples
from tournaments.core.ranking.side_points import SidedDeal, SidePoints, add_up_sides

pytestmark = pytest.mark.pure


def test_taker_attacks_and_the_others_defend() -> None:
    sides = add_up_sides([SidedDeal((7, 8, 9, 6), (-26, 78, -26, -26), frozenset({1}))])

    assert sides[8] == SidePoints(attack_deals=1, attack_points=78)
    assert sides[7] == SidePoints(defence_deals=1, defence_points=-26)


def test_called_partner_attacks() -> None:
    sides = add_up_sides([SidedDeal((1, 2, 3, 4, 5), (60, -30, 30, -30, -30), frozenset({0, 2}))])

    assert sides[3] == SidePoints(attack_deals=1, attack_points=30)


@pytest.mark.parametrize(("unit", "score"), [(None, 10), (4, None)])
def test_seat_without_player_or_score_is_on_no_side(unit: int | None, score: int | None) -> None:
    sides = add_up_sides([SidedDeal((1, 2, 3, unit), (20, -10, -10, score), frozenset({0}))])

    assert set(sides) == {1, 2, 3}


@given(st.lists(st.tuples(st.permutations([0, 1, 2, 3]), st.integers(-90, 90)), max_size=10))
@examples(EXAMPLES)
def test_sides_add_up_to_the_total(rows: list[tuple[list[int], int]]) -> None:
    deals = [SidedDeal(units, (3 * score, -score, -score, -score), frozenset({0})) for units, score in rows]

    sides = add_up_sides(deals)

    for unit, side in sides.items():
        total = sum(deal.scores[list(deal.units).index(unit)] or 0 for deal in deals)
        assert side.attack_points + side.defence_points == total
        assert side.attack_deals + side.defence_deals == len(deals)
