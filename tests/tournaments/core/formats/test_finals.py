import pytest

from tournaments.core.errors import TournamentError
from tournaments.core.formats.finals import FINALISTS, seat_finalists


def test_published_seatings():
    sixteen, twenty = seat_finalists(16), seat_finalists(20)

    assert sixteen[0] == (1, 13, 5, 9)
    assert sixteen[3] == (4, 16, 8, 12)
    assert twenty[4] == (5, 20, 10, 15)


@pytest.mark.parametrize("count", FINALISTS)
def test_every_rank_has_one_seat(count):
    seated = [rank for table in seat_finalists(count) for rank in table]

    assert sorted(seated) == list(range(1, count + 1))


def test_other_numbers_are_refused():
    with pytest.raises(TournamentError, match="14 finalists not in 12, 16, 20") as caught:
        seat_finalists(14)

    assert caught.value.code == "finalist_count"
