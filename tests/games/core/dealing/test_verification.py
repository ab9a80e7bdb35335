"""Checks of a revealed set: every alteration is named."""

from dataclasses import replace

import pytest

from games.core.dealing import DealConstraints, commitment, seal_set
from games.core.dealing.deal import Wanted, find_attempt
from games.core.dealing.dealt_set import Scope, Takers
from games.core.dealing.sealing import seal_listed
from games.core.dealing.verification import SetFault, verify_set
from games.core.layouts import Layout
from games.core.outcome import Bid

SEED, OTHER_SEED = bytes(range(32)), bytes(32)


def set_faults(document, published=None):
    return verify_set(document, published).faults


def board_faults(document):
    return {board.number: board.faults for board in verify_set(document).boards if board.faults}


def test_untouched_set_is_sound(small_set):
    verification = verify_set(small_set, small_set.commitment)

    assert verification.is_sound
    assert verification.commitment == small_set.commitment
    assert [board.again for board in verification.boards] == [board.layout for board in small_set.boards]


def test_altered_deal_is_named(small_set):
    first, second, third = small_set.boards
    swapped = replace(small_set, boards=(first, replace(second, layout=third.layout), third))

    assert set_faults(swapped) == ()
    assert board_faults(swapped) == {2: (SetFault.DEAL,)}
    assert not verify_set(swapped).is_sound


def test_altered_dealer_and_taker_are_named(small_set):
    first, second, third = small_set.boards
    turned = replace(small_set, boards=(first, second, replace(third, dealer=0, taker=0)))

    assert board_faults(turned) == {3: (SetFault.DEALER, SetFault.TAKER)}


@pytest.mark.parametrize("number", [1, 3])
def test_taker_taken_away_is_named(small_set, number):
    boards = tuple(
        replace(board, taker=None) if board.number == number else board for board in small_set.boards
    )

    assert board_faults(replace(small_set, boards=boards)) == {number: (SetFault.TAKER,)}


def test_free_auction_under_constraints_on_takers_is_named(small_set):
    boards = tuple(replace(board, taker=None) for board in small_set.boards)

    assert set(board_faults(replace(small_set, boards=boards)).values()) == {(SetFault.TAKER,)}


def test_attempts_are_shared_by_all_the_deals(small_set):
    attempts = [find_attempt(SEED, number, Wanted(small_set.constraints)) + 1 for number in (1, 2, 3)]

    assert verify_set(small_set, attempts=sum(attempts)).is_sound
    verification = verify_set(small_set, attempts=sum(attempts) - 1)
    assert [board.again is None for board in verification.boards] == [False, False, True]
    assert [board.faults for board in verification.boards] == [(), (), (SetFault.DEAL,)]


def test_removed_deal_is_named_as_a_wrong_count(small_set):
    assert set_faults(replace(small_set, boards=small_set.boards[:2])) == (SetFault.BOARDS,)


def test_altered_count_is_named_once(small_set):
    assert set_faults(replace(small_set, board_count=4)) == (SetFault.BOARDS,)


def test_deals_in_another_order_are_named(small_set):
    assert set_faults(replace(small_set, boards=small_set.boards[::-1])) == (SetFault.NUMBERS,)


def test_altered_constraints_are_told_from_an_altered_seed(small_set):
    altered = replace(small_set, constraints=DealConstraints(taker_bids=(Bid.GARDE,)))

    assert set_faults(altered) == (SetFault.CONSTRAINTS,)


def test_altered_seed_is_named(small_set):
    assert verify_set(replace(small_set, seed=OTHER_SEED), attempts=200).faults == (SetFault.SEED,)
    assert set_faults(replace(small_set, seed=bytes(31))) == (SetFault.SEED,)


def test_altered_commitment_is_named(small_set):
    assert set_faults(replace(small_set, commitment="0" * 64)) == (SetFault.COMMITMENT,)


def test_set_forged_as_a_whole_is_found_by_the_published_commitment(small_set):
    forged = seal_set(OTHER_SEED, 3, small_set.constraints)

    assert verify_set(forged).is_sound
    assert set_faults(forged, small_set.commitment) == (SetFault.PUBLISHED,)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"game": "tarot-5"}, SetFault.GAME),
        ({"game": "bridge"}, SetFault.GAME),
        ({"rules": "fft-2012"}, SetFault.GAME),
        ({"takers": Takers.NONE}, SetFault.GAME),
        ({"algorithm": "etui-3"}, SetFault.ALGORITHM),
        ({"seed": None}, SetFault.SEED_SEALED),
    ],
)
def test_what_cannot_be_made_again_is_said(small_set, change, fault):
    verification = verify_set(replace(small_set, **change))

    assert (verification.faults, verification.boards, verification.is_sound) == ((fault,), (), False)


def test_constraints_that_no_deal_meets_end_the_search_at_once(small_set):
    hopeless = replace(small_set, constraints=DealConstraints(taker_bids=(Bid.GARDE_CONTRE,)))

    verification = verify_set(hopeless, attempts=10)

    assert [board.again for board in verification.boards] == [None, None, None]
    assert verification.faults == (SetFault.CONSTRAINTS,)


def as_first_version(document):
    """The set as the algorithm etui-1 sealed it."""
    first = replace(document, algorithm="etui-1", rules="fft-2012")
    return replace(first, commitment=commitment(first))


def test_sets_of_the_first_algorithm_are_still_verified(small_set):
    first = as_first_version(small_set)

    assert verify_set(first, first.commitment).is_sound
    assert set_faults(replace(first, commitment="0" * 64)) == (SetFault.COMMITMENT,)
    assert set_faults(replace(first, game="tarot-5")) == (SetFault.GAME,)


def test_altered_rules_are_named(small_set):
    assert set_faults(replace(small_set, rules="traditional")) == (SetFault.COMMITMENT,)


def test_whole_deals_do_not_pass_for_takers_hands(small_set):
    assert not verify_set(replace(small_set, scope=Scope.TAKERS)).is_sound


def test_takers_hands_do_not_pass_for_whole_deals():
    sealed = seal_set(SEED, 2, scope=Scope.TAKERS)

    assert not verify_set(replace(sealed, scope=Scope.ALL), attempts=500).is_sound


def test_takers_named_where_nobody_takes_are_found():
    free = seal_set(SEED, 3, DealConstraints(taker_bids=()), takers=Takers.NONE)
    altered = replace(free, boards=(replace(free.boards[0], taker=0), *free.boards[1:]))

    assert verify_set(free).is_sound
    assert board_faults(altered) == {1: (SetFault.TAKER,)}


def test_hands_recorded_at_the_table_leave_the_takers_hands_proved():
    sealed = seal_set(SEED, 3, scope=Scope.TAKERS)
    first, second, third = sealed.boards
    hands, third_hands = list(second.layout.hands), list(third.layout.hands)
    hands[0] = frozenset({0})
    third_hands[third.taker] = third_hands[third.taker] ^ {0, 77}
    completed = replace(second, layout=Layout(tuple(hands), second.layout.piles))
    altered = replace(third, layout=Layout(tuple(third_hands), third.layout.piles))

    assert verify_set(replace(sealed, boards=(first, completed, third))).is_sound
    assert board_faults(replace(sealed, boards=(first, completed, altered))) == {3: (SetFault.DEAL,)}


def test_listed_deals_are_compared_with_their_commitment(small_set):
    listed = seal_listed(SEED, small_set.boards, game="tarot-4", rules="fft", scope=Scope.ALL)
    first, second, third = listed.boards
    exchanged = (first, replace(second, layout=third.layout), replace(third, layout=second.layout))

    assert verify_set(listed, listed.commitment).is_sound
    assert set_faults(replace(listed, boards=exchanged)) == (SetFault.COMMITMENT,)
    assert set_faults(replace(listed, boards=(first, second))) == (SetFault.BOARDS, SetFault.COMMITMENT)
