"""Strength by board and seat, difficulty of the attacks, fairness between the lines."""

from fractions import Fraction

import pytest

from games.core.dealing import DealConstraints, evaluate_hand, seal_set
from games.core.dealing.balance import BoardBalance, Difficulty, LineBalance, SetBalance, set_balance
from games.core.dealing.dealt_set import Scope, Takers

SEED = bytes(range(32))


def test_every_seat_of_every_board_has_its_points():
    boards = seal_set(SEED, 24).boards

    balance = set_balance(boards)

    assert [board.strengths for board in balance.boards] == [
        tuple(evaluate_hand(hand).with_dog for hand in board.layout.hands) for board in boards
    ]
    assert [board.attack for board in balance.boards] == [
        evaluate_hand(board.layout.hands[board.taker]).with_dog for board in boards
    ]
    assert [line.attacks for line in balance.lines] == [6, 6, 6, 6]
    assert balance.attacks_spread == 0


def test_imposed_gardes_are_fair_or_easy():
    balance = set_balance(seal_set(SEED, 24).boards)

    assert balance.count(Difficulty.FAIR) + balance.count(Difficulty.EASY) == 24


def test_lines_are_means_over_their_boards():
    boards = tuple(seal_set(SEED, 2, DealConstraints(taker_bids=())).boards)
    north, west = boards[0].taker, boards[1].taker

    balance = set_balance(boards)

    first, second = balance.boards
    assert (north, west) == (0, 1)
    assert balance.lines == (
        LineBalance(0, 1, Fraction(first.strengths[0]), Fraction(second.strengths[0])),
        LineBalance(1, 1, Fraction(second.strengths[1]), Fraction(first.strengths[1])),
        LineBalance(2, 0, None, Fraction(first.strengths[2] + second.strengths[2], 2)),
        LineBalance(3, 0, None, Fraction(first.strengths[3] + second.strengths[3], 2)),
    )
    assert balance.attacks_spread == 1
    assert balance.attack_spread == abs(first.strengths[0] - second.strengths[1])


def test_spread_is_between_the_best_and_the_worst_line():
    lines = tuple(LineBalance(seat, 6, Fraction(60 + seat, 2), Fraction(seat)) for seat in range(4))

    balance = SetBalance((), lines)

    assert (balance.attack_spread, balance.defence_spread) == (Fraction(3, 2), 3)


def test_hands_that_are_not_dealt_have_no_points():
    balance = set_balance(seal_set(SEED, 4, scope=Scope.TAKERS).boards)

    board = balance.boards[1]
    assert board.strengths == (None, board.attack, None, None)
    assert [line.defence_points for line in balance.lines] == [None] * 4
    assert balance.defence_spread is None


def test_free_auction_has_no_attack():
    balance = set_balance(seal_set(SEED, 1, takers=Takers.NONE).boards)

    [board] = balance.boards
    assert (board.attack, board.difficulty) == (None, None)
    assert balance.attack_spread is None


@pytest.mark.parametrize(
    ("points", "level"),
    [
        (0, "very_hard"),
        (39, "very_hard"),
        (40, "hard"),
        (55, "hard"),
        (56, "fair"),
        (62, "fair"),
        (63, "easy"),
        (70, "easy"),
        (71, "very_easy"),
        (100, "very_easy"),
    ],
)
def test_levels_follow_the_scale(points, level, monkeypatch):
    monkeypatch.setattr("games.core.dealing.balance._strength", lambda _hand: points)

    [board] = set_balance(seal_set(SEED, 1, DealConstraints(taker_bids=())).boards).boards

    assert board == BoardBalance(1, 0, (points,) * 4, Difficulty(level))
