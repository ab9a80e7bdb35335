"""Sets of deals: sealed, written as a document, revealed."""

from dataclasses import replace

import pytest

from common.errors import AppError
from games.core.dealing import DealConstraints, commitment, seal_set
from games.core.dealing.dealt_set import Scope
from games.core.dealing.set_document import parse_set_document
from games.core.dealing.verification import verify_set
from games.core.errors import InvalidDeal
from games.core.outcome import Bid
from games.enums import DealSetOrigin, DealSetScope, DealSetState
from games.models import DealSet
from games.services.deal_sets import create_deal_set, reveal_deal_set
from tests.factories.opened import cards_of, open_deal_layout, set_document

pytestmark = pytest.mark.django_db
SEED = bytes(range(32))
PRISES = DealConstraints(taker_bids=(Bid.PRISE,))


def make_set() -> DealSet:
    return create_deal_set(seed=SEED, board_count=3, game="tarot-4", rule_set="fft", constraints=PRISES)


def test_sealed_document_keeps_the_seed_back() -> None:
    deal_set = make_set()

    document = parse_set_document(set_document(deal_set))

    assert document.seed is None
    assert SEED.hex() not in set_document(deal_set)
    assert [board.layout for board in document.boards] == [
        open_deal_layout(deal) for deal in deal_set.deals.all()
    ]


def test_revealed_document_can_be_verified() -> None:
    deal_set = reveal_deal_set(deal_set=make_set(), is_over=True)

    document = parse_set_document(set_document(deal_set))

    assert (document.seed, document.constraints) == (SEED, PRISES)
    assert verify_set(document, deal_set.commitment).is_sound


def test_seed_stays_sealed_while_the_boards_are_in_play() -> None:
    deal_set = make_set()

    with pytest.raises(AppError) as refusal:
        reveal_deal_set(deal_set=deal_set, is_over=False, reason="  ")

    deal_set.refresh_from_db()
    assert refusal.value.code == "deals_in_play"
    assert list(refusal.value.fields) == ["reason"]
    assert deal_set.state == DealSetState.SEALED


def test_reason_reveals_the_seed_early() -> None:
    deal_set = make_set()

    reveal_deal_set(deal_set=deal_set, is_over=False, reason="Séance annulée")

    deal_set.refresh_from_db()
    assert deal_set.state == DealSetState.REVEALED


def test_set_is_revealed_once() -> None:
    deal_set = reveal_deal_set(deal_set=make_set(), is_over=True)

    with pytest.raises(AppError) as refusal:
        reveal_deal_set(deal_set=deal_set, is_over=True)

    assert refusal.value.code == "deals_not_sealed"


def test_takers_hands_alone_are_kept_and_verified() -> None:
    deal_set = create_deal_set(seed=SEED, board_count=3, game="tarot-4", rule_set="fft", scope=Scope.TAKERS)
    deal = deal_set.deals.get(number=2)

    document = parse_set_document(set_document(reveal_deal_set(deal_set=deal_set, is_over=True)))

    assert (deal_set.origin, deal_set.scope) == (DealSetOrigin.DEALT, DealSetScope.TAKERS)
    assert [len(hand) for hand in open_deal_layout(deal).hands] == [0, 18, 0, 0]
    assert not deal.is_whole
    with pytest.raises(InvalidDeal):
        _ = cards_of(deal)
    assert verify_set(document, deal_set.commitment).is_sound


@pytest.mark.parametrize("game", ["tarot-5", "tarot-16", "papayou-6"])
def test_any_game_is_kept_and_verified(game: str) -> None:
    deal_set = create_deal_set(seed=SEED, board_count=2, game=game, rule_set="fft")

    document = parse_set_document(set_document(reveal_deal_set(deal_set=deal_set, is_over=True)))

    assert verify_set(document, deal_set.commitment).is_sound
    assert all(deal.is_whole for deal in deal_set.deals.all())


@pytest.mark.postgres
def test_set_sealed_by_the_first_algorithm_is_still_verified() -> None:
    """The row is one of before November 2026, which committed neither to the game nor to the rules."""
    deal_set = make_set()
    first = replace(seal_set(SEED, 3, PRISES), algorithm="etui-1", rules="fft-2012")
    DealSet.objects.update(algorithm="etui-1", rule_set="fft-2012", commitment=commitment(first))
    deal_set.refresh_from_db()

    document = parse_set_document(set_document(reveal_deal_set(deal_set=deal_set, is_over=True)))

    assert verify_set(document, commitment(first)).is_sound
