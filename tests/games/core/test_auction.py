"""The auction: order, height, the second round and the raises."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.actions import MakeBid, Pass, PlayCard, Ready
from games.core.auction import PAROLE, SLAM_BID, Auction
from games.core.cards import PETIT
from games.core.errors import IllegalAction
from games.core.outcome import Bid
from games.core.tarot_rules import TarotRules
from games.core.variant import TAROT_4

FFT_LADDER = TarotRules().ladder(TAROT_4)
LONG_LADDER = TarotRules(pousse=True).ladder(TAROT_4)
QUEUE = (1, 2, 3, 0)


def speak(auction, *words):
    for word in words:
        auction = auction.apply(Pass() if word == "pass" else MakeBid(word))
    return auction


def refusal(auction, action):
    with pytest.raises(IllegalAction) as refused:
        auction.apply(action)
    return refused.value.code, str(refused.value)


def test_ladders():
    assert [bid.value for bid in FFT_LADDER] == ["prise", "garde", "garde_sans", "garde_contre"]
    assert tuple(Bid) == LONG_LADDER


def test_highest_bidder_takes():
    auction = speak(Auction(FFT_LADDER, QUEUE), "pass", "prise", "garde", "pass")

    assert (auction.to_act, auction.taker, auction.bid) == (None, 3, Bid.GARDE)
    assert auction.runner_up == 2


def test_each_speaks_once_in_order():
    auction = Auction(FFT_LADDER, QUEUE)
    seats = []
    while auction.to_act is not None:
        seats.append(auction.to_act)
        auction = auction.apply(Pass())

    assert seats == [1, 2, 3, 0]
    assert (auction.taker, auction.bid, auction.runner_up) == (None, None, None)
    assert auction.legal_actions()[0] == Pass()


def test_only_higher_bids_are_legal():
    auction = speak(Auction(FFT_LADDER, QUEUE), "garde")

    assert auction.legal_actions() == (Pass(), MakeBid("garde_sans"), MakeBid("garde_contre"))
    assert speak(auction, "garde_contre").legal_actions() == (Pass(),)


@pytest.mark.parametrize(
    ("before", "action", "code", "message"),
    [
        (["garde"], MakeBid("garde"), "bid_too_low", "bid garde is not above garde"),
        (["garde"], MakeBid("prise"), "bid_too_low", "bid prise is not above garde"),
        (
            [],
            MakeBid("pousse"),
            "bid_not_on_ladder",
            "'pousse' not in prise, garde, garde_sans, garde_contre",
        ),
        ([], MakeBid("misere"), "bid_not_on_ladder", "bid 'misere' not in"),
        ([], MakeBid(PAROLE), "parole_not_allowed", "seat 1 cannot wait for a second round"),
        ([], MakeBid(SLAM_BID), "slam_bid_not_allowed", "no slam may be asked in the auction"),
        ([], Ready(), "action_not_now", "ready during the auction"),
        ([], PlayCard(PETIT), "action_not_now", "1T during the auction"),
    ],
)
def test_refusals(before, action, code, message):
    code_found, text = refusal(speak(Auction(FFT_LADDER, QUEUE), *before), action)

    assert code_found == code
    assert message in text


def test_who_said_parole_speaks_again_after_the_others():
    auction = speak(Auction(FFT_LADDER, QUEUE, has_parole=True), PAROLE, "pass", PAROLE, "pass")

    assert auction.queue == (1, 3)
    assert MakeBid(PAROLE) not in auction.legal_actions()
    assert refusal(auction, MakeBid(PAROLE))[0] == "parole_not_allowed"
    assert speak(auction, "prise", "garde").taker == 3
    assert speak(auction, "pass", "pass").taker is None


def test_parole_is_offered_in_the_first_round():
    auction = Auction(FFT_LADDER, QUEUE, has_parole=True)

    assert auction.legal_actions()[:2] == (Pass(), MakeBid(PAROLE))
    assert MakeBid(PAROLE) in speak(auction, "garde").legal_actions()


def test_who_is_gone_over_may_raise_on_the_ladder_with_a_pousse():
    auction = Auction(LONG_LADDER, QUEUE, has_raises=True, has_parole=True)

    auction = speak(auction, "prise", "pousse", "pass", "pass")
    assert auction.queue == (1,)
    assert MakeBid(PAROLE) not in auction.legal_actions()
    raised = speak(auction, "garde")
    assert (raised.queue, raised.taker) == ((2,), 1)
    assert speak(raised, "pass").taker == 1
    assert speak(raised, "garde_contre", "pass").taker == 2
    assert speak(raised, "garde_contre", "pass").runner_up == 1


def test_who_waited_may_then_say_the_lowest_contract_only() -> None:
    auction = Auction(FFT_LADDER, QUEUE, has_parole=True, is_parole_low=True)
    waited = speak(auction, PAROLE, "pass", "pass", "pass")

    assert waited.legal_actions() == (Pass(), MakeBid("prise"))
    assert refusal(waited, MakeBid("garde")) == ("bid_not_on_ladder", "bid 'garde' not in prise")
    assert waited.apply(MakeBid("prise")).taker == waited.to_act


def test_who_waited_passes_where_the_lowest_contract_is_taken() -> None:
    auction = Auction(FFT_LADDER, QUEUE, has_parole=True, is_parole_low=True)
    overbid = speak(auction, PAROLE, "prise", "pass", "pass")

    assert overbid.legal_actions() == (Pass(),)
    assert refusal(overbid, MakeBid("prise"))[0] == "bid_too_low"


def test_who_did_not_wait_says_any_contract() -> None:
    auction = Auction(FFT_LADDER, QUEUE, has_parole=True, is_parole_low=True)
    second = speak(auction, PAROLE)

    assert MakeBid("garde_contre") in second.legal_actions()
    assert MakeBid("garde_contre") in auction.legal_actions()


def test_a_slam_asked_is_a_garde_contre_and_the_last_bid() -> None:
    auction = Auction(FFT_LADDER, QUEUE, has_slam_bid=True)
    assert auction.legal_actions()[-2:] == (MakeBid("garde_contre"), MakeBid(SLAM_BID))

    slam = speak(auction, "garde", SLAM_BID)

    assert (slam.taker, slam.bid, slam.is_slam_asked, slam.runner_up) == (2, Bid.GARDE_CONTRE, True, 1)
    assert slam.legal_actions() == (Pass(),)
    assert refusal(slam, MakeBid("garde_contre"))[0] == "bid_too_low"


def test_a_slam_is_not_asked_over_a_garde_contre_nor_after_a_low_parole() -> None:
    contre = speak(Auction(FFT_LADDER, QUEUE, has_slam_bid=True), "garde_contre")
    low = Auction(FFT_LADDER, QUEUE, has_parole=True, is_parole_low=True, has_slam_bid=True)
    waited = speak(low, PAROLE, "pass", "pass", "pass")

    assert not contre.is_slam_asked
    assert refusal(contre, MakeBid(SLAM_BID))[0] == "bid_too_low"
    assert waited.legal_actions() == (Pass(), MakeBid("prise"))
    assert refusal(waited, MakeBid(SLAM_BID))[0] == "bid_not_on_ladder"


def test_without_the_option_no_slam_is_offered_in_the_auction() -> None:
    assert MakeBid(SLAM_BID) not in Auction(FFT_LADDER, QUEUE).legal_actions()


@given(st.data())
def test_every_auction_with_a_low_parole_ends_and_a_wait_never_wins_more_than_a_prise(
    data: st.DataObject,
) -> None:
    auction = Auction(FFT_LADDER, QUEUE, has_parole=True, is_parole_low=True)
    turns = 0
    while auction.to_act is not None:
        action = data.draw(st.sampled_from(auction.legal_actions()))
        is_late = auction.to_act in auction.waited
        assert not (is_late and isinstance(action, MakeBid)) or action == MakeBid("prise")
        auction = auction.apply(action)
        turns += 1

    assert turns <= 2 * len(QUEUE)
