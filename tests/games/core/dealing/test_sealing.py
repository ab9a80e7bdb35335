"""A sealed set: numbered boards, dealers, takers, commitment."""

from dataclasses import replace

import pytest

from games.core.dealing import DealConstraints, board_dealer, board_taker, deal_board, seal_set
from games.core.dealing.commitment import commitment
from games.core.dealing.deal import Wanted, find_attempt
from games.core.dealing.dealt_set import Scope, Takers, takers_of
from games.core.dealing.sealing import FREE_AUCTION, UNCONSTRAINED
from games.core.dealing.set_document import format_set_document, parse_set_document
from games.core.dealing.themes import Theme
from games.core.dealing.verification import verify_set
from games.core.errors import DealingFailed, InvalidRules
from games.core.seats import SOUTH
from games.core.variants.registry import GAMES
from tests.factories.layouts import layout_with_one_dog

SEED = bytes(range(32))
MISSING_21 = DealConstraints(themes=(Theme.MISSING_21,))


def test_set_is_numbered_with_dealers_takers_and_commitment():
    sealed = seal_set(SEED, 5)

    numbers = range(1, 6)
    assert [board.number for board in sealed.boards] == list(numbers)
    assert [board.dealer for board in sealed.boards] == [board_dealer(number) for number in numbers]
    assert [board.taker for board in sealed.boards] == [board_taker(number) for number in numbers]
    assert [board.layout for board in sealed.boards] == [
        layout_with_one_dog(deal_board(SEED, n)) for n in numbers
    ]
    assert sealed.commitment == commitment(sealed)


def test_free_auction_has_no_taker_and_any_hand():
    sealed = seal_set(SEED, 5, takers=Takers.NONE)

    assert {board.taker for board in sealed.boards} == {None}
    free = [deal_board(SEED, number, FREE_AUCTION) for number in range(1, 6)]
    assert [board.layout for board in sealed.boards] == list(map(layout_with_one_dog, free))
    assert verify_set(sealed, sealed.commitment).is_sound


def test_constraints_on_nobody_are_refused():
    with pytest.raises(DealingFailed, match="none is imposed") as refused:
        seal_set(SEED, 5, DealConstraints(), takers=Takers.NONE)

    assert refused.value.code == "taker_needed"


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_dealt_and_verified(name):
    sealed = seal_set(SEED, 3, game=name)

    has_takers = name == "tarot-4"
    assert verify_set(sealed, sealed.commitment).is_sound
    assert sealed.takers == (Takers.FFT if has_takers else Takers.NONE)
    assert [board.taker is not None for board in sealed.boards] == [has_takers] * 3


@pytest.mark.parametrize(
    ("name", "rules", "dealers", "constraints"),
    [
        ("tarot-4", "fft", [0, 3, 2, 1, 0], DealConstraints()),
        ("tarot-3", "fft", [0, 1, 2, 0, 1], FREE_AUCTION),
        ("tarot-3", "fft petit_sec=play", [0, 1, 2, 0, 1], UNCONSTRAINED),
        ("tarot-12", "fft", [0, 1, 2, 3, 4], FREE_AUCTION),
        ("nullo-3", "fft", [0, 1, 2, 0, 1], UNCONSTRAINED),
    ],
)
def test_dealers_and_constraints_are_those_of_the_game(name, rules, dealers, constraints):
    sealed = seal_set(SEED, 5, game=name, rules=rules)

    assert [board.dealer for board in sealed.boards] == dealers
    assert sealed.constraints == constraints


def test_taker_hands_only_are_those_that_the_constraints_ask_for():
    sealed = seal_set(SEED, 32, scope=Scope.TAKERS)

    for board in sealed.boards:
        sizes = [18 if seat == board_taker(board.number) else 0 for seat in range(4)]
        assert [len(hand) for hand in board.layout.hands] == sizes
        assert board.layout.piles == ((),)
        assert DealConstraints().broken_by(board.layout, board.taker) is None
    assert verify_set(sealed, sealed.commitment).is_sound


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"scope": Scope.TAKERS, "takers": Takers.NONE}, "taker_needed"),
        ({"scope": Scope.TAKERS, "game": "tarot-5"}, "taker_needed"),
        ({"takers": Takers.FFT, "game": "tarot-5"}, "takers_of_tarot_4"),
        (
            {"scope": Scope.TAKERS, "constraints": DealConstraints(themes=(Theme.MISSING_21,))},
            "theme_needs_hands",
        ),
    ],
)
def test_what_does_not_go_together_is_refused(asked, code):
    with pytest.raises(DealingFailed) as refused:
        seal_set(SEED, 1, **asked)

    assert refused.value.code == code


@pytest.mark.parametrize(("game", "rules"), [("tarot-17", "fft"), ("tarot-4", "fft-2012")])
def test_unknown_game_or_rules_are_refused(game, rules):
    with pytest.raises(InvalidRules):
        seal_set(SEED, 1, game=game, rules=rules)


def test_attempts_are_shared_by_all_the_deals():
    attempts = sum(find_attempt(SEED, number, Wanted(DealConstraints())) + 1 for number in range(1, 6))

    assert seal_set(SEED, 5, attempts=attempts) == seal_set(SEED, 5)
    with pytest.raises(DealingFailed) as refused:
        seal_set(SEED, 5, attempts=attempts - 1)
    assert (refused.value.code, refused.value.field) == ("constraints_not_met", "taker_bids")


def test_south_takes_every_board_with_a_hand_that_bids():
    sealed = seal_set(SEED, 6, takers=Takers.SOUTH)

    assert [board.taker for board in sealed.boards] == [SOUTH] * 6
    assert all(DealConstraints().broken_by(board.layout, SOUTH) is None for board in sealed.boards)
    assert sealed.commitment != seal_set(SEED, 6).commitment
    parsed_set = parse_set_document(format_set_document(sealed))
    assert parsed_set == sealed
    assert verify_set(parsed_set).is_sound
    assert takers_of(sealed.boards) is Takers.SOUTH


def test_takers_hands_alone_are_those_of_south():
    sealed = seal_set(SEED, 3, takers=Takers.SOUTH, scope=Scope.TAKERS)

    assert [[len(hand) for hand in board.layout.hands] for board in sealed.boards] == [[0, 0, 18, 0]] * 3
    assert verify_set(sealed).is_sound


def test_takers_are_recognised_by_the_boards():
    fft, free = seal_set(SEED, 3), seal_set(SEED, 3, takers=Takers.NONE)
    mixed = [replace(fft.boards[0], taker=2), fft.boards[1], free.boards[2]]

    takers = [takers_of(boards) for boards in (fft.boards, free.boards, mixed)]

    assert takers == [Takers.FFT, Takers.NONE, Takers.NONE]
