"""Pockets written down after the deal: completed, or refused with everything that is wrong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.cards import PETIT, TWENTY_ONE
from games.core.dealing import lay_out
from games.core.dealing.dealt_game import dealt_game
from games.core.dealing.pockets import InvalidPockets, PocketProblem, complete_pockets
from tests.cases import examples

SEED = bytes(range(32))
GAME = dealt_game("tarot-4")
FIVE = (18, 18, 18, 18, 6)


def dealt_pockets(number=1):
    layout = lay_out(SEED, number, 0, GAME)
    return [*map(list, layout.hands), *map(list, layout.piles)]


def problems_of(pockets):
    with pytest.raises(InvalidPockets) as refused:
        complete_pockets(pockets, GAME)
    assert (refused.value.code, refused.value.field) == ("pockets_impossible", "pockets")
    return refused.value.problems


def test_whole_pockets_are_the_deal():
    assert complete_pockets(dealt_pockets(), GAME) == lay_out(SEED, 1, 0, GAME)


@examples(15)
@given(number=st.integers(1, 1000), place=st.integers(0, 4), kept=st.integers(0, 17))
def test_the_short_pocket_is_completed(number, place, kept):
    pockets = dealt_pockets(number)
    pockets[place] = pockets[place][:kept]

    assert complete_pockets(pockets, GAME) == lay_out(SEED, number, 0, GAME)


def test_last_pocket_may_be_left_out():
    assert complete_pockets(dealt_pockets()[:4], GAME) == lay_out(SEED, 1, 0, GAME)


def test_card_named_twice_is_told_in_each_pocket():
    pockets = dealt_pockets()
    first, second = pockets[0][0], pockets[2][0]
    pockets[1][0] = first
    pockets[4] += [second, second]

    assert problems_of(pockets) == (
        PocketProblem(0, "card_twice", (first,)),
        PocketProblem(1, "card_twice", (first,)),
        PocketProblem(2, "card_twice", (second,)),
        PocketProblem(4, "card_twice", (second,)),
    )


def test_card_of_no_deck_is_told():
    pockets = dealt_pockets()
    pockets[3][0] = 78

    assert problems_of(pockets) == (PocketProblem(3, "card_unknown", (78,)),)


def test_pockets_of_wrong_sizes_are_told_together():
    pockets = dealt_pockets()
    pockets[1].append(pockets[0].pop())

    assert problems_of(pockets) == (
        PocketProblem(0, "pocket_size", count=17, wanted=18),
        PocketProblem(1, "pocket_size", count=19, wanted=18),
    )


def test_two_short_pockets_are_not_completed():
    pockets = dealt_pockets()
    pockets[0].pop()
    pockets[4].clear()

    problems = problems_of(pockets)

    assert [(problem.pocket, problem.count) for problem in problems] == [(0, 17), (4, 0)]


def test_nothing_written_is_five_empty_pockets():
    assert [(problem.count, problem.wanted) for problem in problems_of([])] == [(0, size) for size in FIVE]


def test_refusal_is_told_in_english():
    with pytest.raises(InvalidPockets, match=r"^pocket 0: card twice 21T; pocket 4: card twice 21T$"):
        complete_pockets([[TWENTY_ONE, PETIT], [], [], [], [TWENTY_ONE]], GAME)
