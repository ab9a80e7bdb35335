"""Dealing the étuis of a session."""

import pytest

from common.errors import AppError
from games.core.dealing.boards import board_dealer, board_taker
from games.models import Deal, DealSet
from tests.factories.tournaments import (
    SEED,
    enter_result,
    list_plays,
    make_club,
    make_seated_tournament,
    make_tournament,
    make_user,
)
from tournaments.models import AuditEvent
from tournaments.services.deals import deal_boards, open_hands

pytestmark = pytest.mark.django_db


def test_every_board_is_dealt_with_its_dealer_and_taker() -> None:
    session = make_tournament(make_club(), table_count=5).sessions.get()

    deal_set = deal_boards(session=session, dealt_by=None, seed=SEED)

    deals = list(deal_set.deals.all())
    assert [deal.number for deal in deals] == list(range(1, 21))
    for deal in deals:
        assert (deal.dealer, deal.taker) == (board_dealer(deal.number), board_taker(deal.number))
        assert [len(hand) for hand in deal.cards.hands] == [18] * 4
        assert len(deal.cards.dog) == 6


def test_same_seed_gives_the_same_deals_and_commitment() -> None:
    first, second = (
        deal_boards(session=make_tournament(make_club()).sessions.get(), dealt_by=None, seed=SEED)
        for _ in range(2)
    )

    assert first.commitment == second.commitment
    assert [deal.hands for deal in first.deals.all()] == [deal.hands for deal in second.deals.all()]


def test_seed_is_drawn_when_none_is_given() -> None:
    session = make_tournament(make_club()).sessions.get()

    deal_set = deal_boards(session=session, dealt_by=None)

    assert len(bytes(deal_set.seed)) == 32
    assert bytes(deal_set.seed) != SEED


def test_second_dealing_replaces_the_first_and_both_are_traced() -> None:
    session = make_tournament(make_club()).sessions.get()
    first = deal_boards(session=session, dealt_by=None)

    second = deal_boards(session=session, dealt_by=None)

    event = AuditEvent.objects.latest("pk")
    assert list(DealSet.objects.all()) == [second]
    assert Deal.objects.count() == 20
    assert (event.before, event.after) == (
        {"commitment": first.commitment},
        {"commitment": second.commitment},
    )


def test_deals_that_have_been_played_are_not_replaced() -> None:
    tournament = make_seated_tournament(make_club())
    enter_result(list_plays(tournament)[0], 56)

    with pytest.raises(AppError) as refusal:
        deal_boards(session=tournament.sessions.get(), dealt_by=None)

    assert refusal.value.code == "results_exist"


def test_trace_keeps_who_looked_at_the_hands() -> None:
    session = make_seated_tournament(make_club()).sessions.get()
    user = make_user("Arbitre")

    hands = open_hands(session=session, seen_by=user)

    event = AuditEvent.objects.latest("pk")
    assert len(hands) == 20
    assert (event.action, event.actor) == ("deals.seen", user)


def test_hands_before_the_dealing_are_none_and_leave_no_trace() -> None:
    session = make_tournament(make_club()).sessions.get()
    events = AuditEvent.objects.count()

    assert open_hands(session=session, seen_by=None) == []

    assert AuditEvent.objects.count() == events
