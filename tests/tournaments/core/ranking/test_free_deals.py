import json
from pathlib import Path

import numpy as np
import pytest

from tournaments.core.ranking.faults import Family, find_tariff
from tournaments.core.ranking.faults_fft_2012 import FFT_2012
from tournaments.core.ranking.free_deals import sum_free_deals
from tournaments.core.ranking.rulings import Effect, EffectKind, Ruling, Who
from tournaments.core.ranking.seat_scores import SeatGrid

PUBLISHED = json.loads(
    (Path(__file__).parents[3] / "data" / "tournaments" / "free_deals.json").read_text(encoding="utf-8")
)


def sheet(rows, player_count=4):
    """One table: scores by seat of each deal; −1 seats are written None."""
    players = [[-1 if score is None else seat for seat, score in enumerate(row)] for row in rows]
    scores = [[score or 0 for score in row] for row in rows]
    return SeatGrid(
        np.arange(len(rows)), np.array(players), np.array(scores), np.zeros(len(rows)), player_count
    )


def fault(code, *guilty, play=None):
    return Ruling(effects=find_tariff(FFT_2012, code, Family.FREE_DEALS), play=play, guilty=guilty)


def test_published_score_sheet():
    rows = [[deal[seat] for seat in ("N", "W", "S", "E")] for deal in PUBLISHED["deals"]]

    grid = sheet(rows)

    balances = dict(zip("NWSE", sum_free_deals(grid), strict=True))
    assert balances == PUBLISHED["balances"]


def test_cancelled_deals_depend_on_who_won_them():
    grid = sheet([[150, -50, -50, -50], [-150, 50, 50, 50]])

    assert sum_free_deals(grid, [fault("fault_not_mendable", 0, play=0)]) == (-150, 50, 50, 50)
    assert sum_free_deals(grid, [fault("fault_not_mendable", 0, play=1)]) == (0, 0, 0, 0)
    assert sum_free_deals(grid, [fault("fault_not_mendable", 3, play=1)]) == (150, -50, -50, -50)
    assert sum_free_deals(grid, [fault("wrong_discard", 0, play=0)]) == (-150, 50, 50, 50)


def test_penalties_in_points_are_taken_off():
    grid = sheet([[150, -50, -50, -50]])

    assert sum_free_deals(grid, [fault("misdeal_hidden", 2), fault("sheet_not_returned", 0)]) == (
        -250,
        -50,
        -550,
        -50,
    )


@pytest.mark.parametrize(
    ("guilty", "balances"), [(1, (90, -50, 0, -50)), (0, (100, -60, 0, -60)), (2, (90, -60, 0, -60))]
)
def test_other_camp_of_a_free_deal_is_that_of_the_other_sign(guilty, balances):
    grid = sheet([[100, -50, None, -50], [0, 0, 0, 0]])
    ruling = Ruling(effects=(Effect(EffectKind.PENALTY, 10, Who.OTHERS),), play=0, guilty=(guilty,))

    assert sum_free_deals(grid, [ruling]) == balances


def test_table_of_three_and_a_player_without_a_deal():
    assert sum_free_deals(sheet([[None, 100, -50, -50]])) == (None, 100, -50, -50)
