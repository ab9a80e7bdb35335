"""Reasons for a card, from hands written out: each rule where it holds and where it just does not."""

from random import Random

import pytest

from games.core.actions import Announce, PlayCard
from games.core.bots.habits import card_reasons
from games.core.bots.habits.card_reasons import CardReason, find_card_reason
from games.core.bots.habits.rules_of_thumb import LAST_CARDS
from games.core.bots.knowledge.sights import read_view
from games.core.cards import EXCUSE, parse_card
from games.core.outcome import Bid
from games.core.variants.registry import GAMES
from games.core.variants.tarot.setting import Imposed
from tests.games.core.bots.test_rules_of_thumb import NO_SPADE, RUFF, SPADES, after, started

FIRST_TAKES, LAST_TAKES = Imposed(0, Bid.GARDE_SANS), Imposed(3, Bid.GARDE_SANS)
TRUMPS = "2T 3T 4T 5T 6T H1 H2 H3 H4 H5 H6 H7 H8 H9 D1 D2 D3 D4"
BIG = "21T 20T 19T 18T 17T 16T H1 H2 H3 H4 H5 H6 H7 H8 H9 D1 D2 D3"
DEAR = "EX SD SC SV H1 H2 H3 H4 H5 H6 H7 H8 H9 D1 D2 D3 D4 D5"
SMALL = "EX SD S2 SV H1 H2 H3 H4 H5 H6 H7 H8 H9 D1 D2 D3 D4 D5"
POOR = "S2 S10 H1 H2 H3 H4 H5 H6 H7 H8 H9 D1 D2 D3 D4 D5 D6 D7"
LONG = "S2 S3 S4 S5 S6 S7 H2 H3 D2 D3 C2 C3 2T 3T 4T 5T 6T 7T"
HEARTS = "H1 H2 H3 H4 H5 H6 H7 H8 H9 H10 HV HC HD HR 2T 3T 4T 5T"
PLAIN = "SR SD S5 S9 C1 C2 C3 C4 C5 C6 C7 C8 C9 C10 D1 D2 D3 D4"
EVEN = "S2 S3 H2 H3 D2 D3 C2 C3 2T 3T 4T 5T 6T 7T 8T 9T 10T 11T"
ALL_TRUMPS = "1T 2T 3T 4T 5T 6T 7T 8T 9T 10T 11T 12T 13T 14T 15T 16T 17T 18T"


def reason_of(state, card):
    return find_card_reason(read_view(state.view(state.to_act)), parse_card(card))


@pytest.mark.parametrize(
    ("hands", "imposed", "played", "card", "reason"),
    [
        (("S2", "S3", "S4", RUFF), LAST_TAKES, "ready S2 S3 S4", "1T", CardReason.SAVE_PETIT_LAST),
        (("21T S2", "1T 2T", "3T", "4T"), LAST_TAKES, "ready 21T", "1T", CardReason.SAVE_PETIT_WITH_FRIEND),
        (("20T S2", "1T 2T", "3T", "21T"), LAST_TAKES, "ready 20T", "1T", None),  # the 21 may come
        (("21T S2", "1T 2T", "3T", "4T"), FIRST_TAKES, "ready 21T", "1T", None),  # an opponent's trick
        # the 21 may be in the hand of a partner alone
        ((HEARTS, "20T", "1T 6T"), FIRST_TAKES, "ready H2 20T", "1T", CardReason.SAVE_PETIT_WITH_FRIEND),
        ((HEARTS, "20T", "1T 6T"), FIRST_TAKES, "ready H2 20T", "6T", None),
        ((HEARTS, "20T", PLAIN), FIRST_TAKES, "ready H2 20T", "SD", CardReason.LOAD),
        (("20T S2", "1T 2T", "3T", "21T"), LAST_TAKES, "ready 20T", "2T", CardReason.KEEP_PETIT),
        (("21T S2", "1T 2T", "3T", "4T"), LAST_TAKES, "ready 21T", "2T", None),  # it was safe
        (("1T S2", "2T", "3T", "21T 4T"), LAST_TAKES, "ready 1T 2T 3T", "21T", CardReason.CATCH_PETIT),
        (("5T S2", "6T", "7T", "21T 4T"), LAST_TAKES, "ready 5T 6T 7T", "21T", None),  # no Petit there
        ((BIG, "1T"), FIRST_TAKES, "ready", "21T", CardReason.HUNT_PETIT),
        ((BIG.replace("16T", "1T"), "2T"), FIRST_TAKES, "ready", "21T", CardReason.DRAW_TRUMPS),
        ((BIG, "1T"), LAST_TAKES, "ready", "21T", None),  # the defence does not hunt
        (("21T S2 H1 H2 H3 H4 H5 H6", "1T"), FIRST_TAKES, "ready", "21T", None),  # too few trumps
        (("SR", DEAR), FIRST_TAKES, "ready SR", "EX", CardReason.EXCUSE_SAVES),
        (("SR", SMALL), FIRST_TAKES, "ready SR", "EX", None),  # the 2 costs nothing
        (("SR", DEAR), LAST_TAKES, "ready SR", "EX", None),  # a partner has the trick
        (("SR", DEAR), LAST_TAKES, "ready SR", "SD", CardReason.LOAD),
        (("SR", SMALL), LAST_TAKES, "ready SR", "S2", None),  # the queen could go there
        (("SR", POOR), LAST_TAKES, "ready SR", "S2", CardReason.NOTHING_TO_GIVE),
        (("S3", POOR), LAST_TAKES, "ready S3", "S2", CardReason.PLAY_LOW),  # no master, no figure
        (("S2", POOR.replace("S2", "S4")), FIRST_TAKES, "ready S2", "S4", CardReason.PLAY_LOW),
        (("SC", "SD S2", "S3", "SR"), LAST_TAKES, "ready SC", "S2", CardReason.WAIT_TO_LOAD),
        (("SR", SMALL), FIRST_TAKES, "ready SR", "S2", CardReason.SPARE_POINTS),
        (("SR", SMALL), FIRST_TAKES, "ready SR", "SV", None),  # the 2 is cheaper
        (("S2", "S3", "S4", SPADES), LAST_TAKES, "ready S2 S3 S4", "SR", CardReason.TAKE_LAST),
        (("S2", "SR S3"), FIRST_TAKES, "ready S2", "SR", CardReason.TAKE_WITH_MASTER),
        (("S2", "SD S3", "SR"), FIRST_TAKES, "ready S2", "SD", CardReason.PLAY_HIGH),  # the king may come
        (("S2", "SD S3", "SR"), FIRST_TAKES, "ready S2", "S3", CardReason.PLAY_LOW),
        (("S4", "SD S3", "SR"), FIRST_TAKES, "ready S4", "S3", CardReason.LET_GO),  # the queen would take
        (("S2", NO_SPADE), FIRST_TAKES, "ready S2", "9T", CardReason.RUFF),
        (("S2", NO_SPADE), FIRST_TAKES, "ready S2", "10T", CardReason.RUFF_HIGH),
        (("S2", NO_SPADE.replace("10T", "21T")), FIRST_TAKES, "ready S2", "21T", CardReason.RUFF),
        (("S2", "S3", "S4", NO_SPADE), LAST_TAKES, "ready S2 S3 S4", "10T", CardReason.RUFF),  # none to come
        (("S2", RUFF), FIRST_TAKES, "ready S2", "1T", CardReason.RUFF_PETIT),
        (("2T S2", "1T EX " + HEARTS[:30]), FIRST_TAKES, "ready 2T", "1T", CardReason.KEEP_EXCUSE),
        (("21T S2", TRUMPS), FIRST_TAKES, "ready 21T", "2T", CardReason.LOW_TRUMP),
        (("21T S2", TRUMPS), FIRST_TAKES, "ready 21T", "3T", None),  # the 2 takes nothing either
        (("5T S2", "9T 8T 7T"), FIRST_TAKES, "ready 5T", "7T", CardReason.JUST_OVER),
        (("5T S2", "9T 8T 7T"), FIRST_TAKES, "ready 5T", "9T", CardReason.BIG_TRUMP),
        (("5T S2", "6T", "7T", "9T 8T"), LAST_TAKES, "ready 5T 6T 7T", "9T", None),  # the 8 takes it as well
        (("S2", "EX 9T 8T " + NO_SPADE[3:]), FIRST_TAKES, "ready S2", "EX", CardReason.EXCUSE_SPARES_TRUMP),
        ((SPADES,), LAST_TAKES, "ready", "SR", CardReason.CASH_MASTER),
        ((LONG,), LAST_TAKES, "ready", "S2", CardReason.LEAD_LONG),
        ((LONG,), LAST_TAKES, "ready", "H2", CardReason.LEAD_SHORT),
        ((EVEN,), LAST_TAKES, "ready", "S2", CardReason.LEAD_SHORT),  # two cards are no long suit
        ((ALL_TRUMPS,), FIRST_TAKES, "ready", "18T", CardReason.PETIT_TO_THE_END),
        ((ALL_TRUMPS.replace("2T", "H2", 1),), FIRST_TAKES, "ready", "18T", CardReason.DRAW_TRUMPS),
        ((LONG.replace("H3", "HD"),), LAST_TAKES, "ready", "HD", None),  # a figure is no short lead
    ],
)
def test_reason_holds_where_its_rule_does(hands, imposed, played, card, reason):
    state = after(started(*hands, imposed=imposed), played)

    assert PlayCard(parse_card(card)) in state.legal_actions()
    assert reason_of(state, card) is reason


HIDDEN = "S10 SV H3 H4 H5 H6 H7 H8 H9 H10 D3 D4 D5 D6 D7"
"""A hand of five players without the called king of clubs, with a figure in spades."""


@pytest.mark.parametrize(
    ("second", "played", "card", "reason"),
    [
        # the third player took the spade: the taker's partner may be any of three
        (HIDDEN, "SR", "SV", CardReason.LOAD_BEFORE_CALLED),
        (HIDDEN, "SR", "S10", CardReason.HOLD_BACK),
        (HIDDEN.replace("SV", "S9"), "SR", "S10", CardReason.NOTHING_BEFORE_CALLED),
        # the holder of the called king knows all sides
        (HIDDEN.replace("D7", "CR"), "SR", "SV", None),
        ("1T 2T " + HIDDEN[:-6], "21T", "1T", CardReason.SAVE_PETIT_FROM_TAKER),
    ],
)
def test_unknown_partner_of_the_taker_is_no_friend(second, played, card, reason):
    hands = (f"{played} S2", second, "", "", "S3 C2")
    state = started(*hands, game="tarot-5")
    state = after(state, "pass pass pass pass bid:garde call:CR")
    while not any(isinstance(action, PlayCard) for action in state.legal_actions()):
        preparing = [action for action in state.legal_actions() if not isinstance(action, Announce)]
        state = state.apply(preparing[-1])
    state = state.apply(PlayCard(parse_card(played)))

    assert reason_of(state, card) is reason


@pytest.mark.parametrize("cards_left", [LAST_CARDS, LAST_CARDS + 1])
def test_excuse_is_played_in_time(cards_left):
    state, rng = None, Random(cards_left)
    while state is None or state.is_over:
        state = GAMES["tarot-4"].start(GAMES["tarot-4"].random_layout(rng), imposed=FIRST_TAKES)
        while not state.is_over and not leads_excuse(state, cards_left):
            state = state.apply(rng.choice(state.legal_actions()))

    assert reason_of(state, "EX") is (CardReason.EXCUSE_IN_TIME if cards_left == LAST_CARDS else None)


@pytest.mark.parametrize(("last_cards", "reason"), [(17, CardReason.KEEP_EXCUSE), (18, None)])
def test_excuse_is_kept_while_there_is_time(monkeypatch, last_cards, reason):
    monkeypatch.setattr(card_reasons, "LAST_CARDS", last_cards)
    state = after(started("2T S2", "1T EX " + HEARTS[:30], imposed=FIRST_TAKES), "ready 2T")

    assert reason_of(state, "1T") is reason


def leads_excuse(state, cards_left):
    """Return whether the Excuse may be led from a hand of so many cards."""
    if PlayCard(EXCUSE) not in state.legal_actions():
        return False
    sight = read_view(state.view(state.to_act))
    return len(sight.view.hand) == cards_left and not sight.trick


def test_defence_leads_trumps_once_the_petit_is_gone():
    first_trick = ("1T 9T", "S2 8T", "21T", "3T")
    state = after(started(*first_trick, imposed=Imposed(2, Bid.GARDE_SANS)), "ready 1T 8T 21T 3T")
    # the taker has the lead: the next player of the defence to lead is found by playing on
    rng = Random(1)
    while state.to_act == 2 or len(read_view(state.view(state.to_act)).trick):
        state = state.apply(rng.choice(state.legal_actions()))
        assert not state.is_over
    trumps = [action.card for action in state.legal_actions() if 56 < action.card < 77]

    assert trumps
    assert find_card_reason(read_view(state.view(state.to_act)), trumps[0]) is CardReason.TRUMP_THE_TAKER
