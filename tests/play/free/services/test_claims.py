"""Claims of all remaining tricks."""

from datetime import timedelta
from functools import lru_cache
from random import Random

import pytest

from common.errors import AppError
from games.core.analysis.claims import can_claim, is_claim_true, play_claim
from games.core.play import State
from games.core.variants.registry import find_variant
from play.free.models import TableClaim, TableSeat
from play.free.services.claims import answer_claim, claim_rest
from play.tables.enums import ActionMaker
from tests.factories.free_tables import Club
from tests.play.free.services.begun_tables import logged, to_act

pytestmark = pytest.mark.django_db


@lru_cache
def leading(*, is_true: bool) -> State:
    """Return two cards each at Nullo, with seat 0 to lead. Its claim is true, or false but possible."""
    variant = find_variant("nullo-3")
    for number in range(1_000):
        rng = Random(number)
        state = variant.start(variant.random_layout(rng), dealer=0)
        while not state.is_over:
            is_moment = state.to_act == 0 and can_claim(state) and len(state.view(0).hand) == 2
            if is_moment and play_claim(state) and is_claim_true(state) == is_true:
                return state
            state = state.apply(rng.choice(state.legal_actions()))
    raise AssertionError("no deal comes to it")


def staged(*, people: int, is_true: bool) -> Club:
    """Return a table of three at which seat 0 leads. With three people it has no robot."""
    club = Club("nullo-3", people=1)
    club.stage(leading(is_true=is_true))
    for number in range(1, people):
        club.sit(f"Autre {number}", f"device {number}")
    TableSeat.objects.update(plays_from=1)
    return club


def claim(club: Club, me: TableSeat) -> int:
    sitting = club.look(me).sitting
    assert sitting is not None
    claim_rest(me=me, number=sitting.number, now=club.now)
    return sitting.number


def test_true_claim_ends_the_deal_at_once_with_every_trick() -> None:
    club = staged(people=2, is_true=True)
    me = club.seats[0]

    claim(club, me)

    loaded_table = club.look(me)
    assert loaded_table.sitting is not None
    assert {trick.winner for trick in loaded_table.sitting.state.tricks()[-2:]} == {0}
    assert loaded_table.sitting.state.is_over
    assert loaded_table.deal is not None
    assert loaded_table.deal.table.ended_at is not None
    assert [row.made_by for row in logged(club)][-6:] == [ActionMaker.CLAIM] * 6


@pytest.mark.parametrize(("earlier_count", "code"), [(1, "claim_refused"), (2, "too_many_claims")])
def test_player_claims_twice_a_deal_at_most(earlier_count: int, code: str) -> None:
    club = staged(people=2, is_true=False)
    me = club.seats[0]
    for number in range(earlier_count):
        TableClaim.objects.create(
            deal=club.look(me).deal, number=number, seat=me.seat, is_refused=True, made_at=club.now
        )

    with pytest.raises(AppError, match=code):
        claim(club, me)


def test_robots_refuse_a_claim_that_is_not_true_and_the_play_goes_on() -> None:
    club = staged(people=2, is_true=False)
    me, number = club.seats[0], len(logged(club))

    with pytest.raises(AppError, match="claim_refused"):
        claim(club, me)
    with pytest.raises(AppError, match="too_many_claims"):
        claim(club, me)

    assert club.look().claim is None
    assert len(logged(club)) == number
    assert club.look().acting() == me


def test_people_are_asked_about_a_claim_and_their_assent_ends_the_deal() -> None:
    club = staged(people=3, is_true=False)
    me, first, second = club.seats

    number = claim(club, me)
    assert club.look().claim is not None
    for who in (first, me, first):
        answer_claim(me=who, number=number, agrees=True, now=club.now)
        assert club.look().is_playing
    answer_claim(me=second, number=number, agrees=True, now=club.now)

    assert not club.look().is_playing


@pytest.mark.parametrize(("seat", "older_by", "agrees"), [(1, 1, True), (1, 1, False), (0, 0, False)])
def test_answer_from_an_older_page_or_by_the_claimant_is_none(seat: int, older_by: int, agrees: bool) -> None:
    club = staged(people=3, is_true=False)
    number = claim(club, club.seats[0])

    answer_claim(me=club.seats[seat], number=number - older_by, agrees=agrees, now=club.now)

    present_claim = club.look().claim
    assert present_claim is not None
    assert present_claim.assents == []


def test_one_refusal_ends_a_claim_and_no_clock_runs_meanwhile() -> None:
    club = staged(people=3, is_true=False)
    number = claim(club, club.seats[0])
    assert club.look().deadline() is None

    club.wait(15)
    answer_claim(me=club.seats[1], number=number, agrees=False, now=club.now)

    assert club.look().claim is None
    assert club.look().deadline() == club.now + timedelta(seconds=90)


def test_claim_that_nobody_answers_is_refused() -> None:
    club = staged(people=3, is_true=False)
    claim(club, club.seats[0])

    club.wait_beside(20, *club.seats)
    assert club.look().claim is not None
    club.wait_beside(10, *club.seats)

    assert club.look().claim is None
    assert club.look().acting() == club.seats[0]


def test_claim_is_made_when_leading_to_a_trick() -> None:
    club = staged(people=3, is_true=False)
    club.act(club.seats[0])

    with pytest.raises(AppError, match="no_claim"):
        claim(club, to_act(club))
