"""Choices of a beginner: bids, calls, discards and cards, from hands written out."""

import pytest

from games.core.actions import DiscardCard, MakeBid, Pass, PlayCard, ShowHandful, format_action, parse_action
from games.core.bots.choosing import RobotLevel, choose_action
from games.core.cards import parse_card
from games.core.layouts import cut_layout
from games.core.outcome import Bid
from games.core.play import replay
from games.core.variants.registry import GAMES
from games.core.variants.tarot.setting import Imposed

STRONG = "21T 20T 18T 16T 12T 9T 5T 1T EX SR SD HR HD S3 D2 D4 C7 C8"
WEAK = "2T 3T S2 S3 S4 S5 H2 H3 H4 H5 D2 D3 D4 D5 C2 C3 C4 C5"


def started(*hands, game="tarot-4", **start):
    """A deal in which the first seats hold the cards written; the deck's order fills the rest."""
    variant = GAMES[game]
    rules = variant.make_rules("fft", {"petit_sec": "play"})
    sizes = variant.hand_sizes(rules)
    parsed_hands = [[parse_card(text) for text in hand.split()] for hand in hands]
    named_cards = {card for hand in parsed_hands for card in hand}
    other_cards = iter([card for card in variant.deck if card not in named_cards])
    cards = []
    for seat, size in enumerate(sizes):
        hand = parsed_hands[seat] if seat < len(parsed_hands) else []
        cards += hand + [next(other_cards) for _ in range(size - len(hand))]
    layout = cut_layout([*cards, *other_cards], sizes, variant.pile_sizes(rules))
    return variant.start(layout, dealer=len(sizes) - 1, rules=rules, **start)


def beginner(state):
    return choose_action(state.view(state.to_act), RobotLevel.DEBUTANT, seed=1)


def after(state, text):
    return replay(state, map(parse_action, text.split()))


def test_strong_hand_bids_and_weak_hand_passes():
    assert isinstance(beginner(started(STRONG)), MakeBid)
    assert beginner(started(WEAK)) == Pass()


def test_hand_worth_less_than_what_was_bid_passes():
    assert beginner(after(started("", STRONG), "bid:garde_sans")) == Pass()


def test_short_suit_without_king_is_discarded_dear_cards_first():
    state = started("S2 HD H3 CR", imposed=Imposed(0))
    discard = []
    while isinstance(action := beginner(state), DiscardCard):
        discard.append(action.card)
        state = state.apply(action)

    assert len(discard) == 6
    assert parse_card("CR") not in discard


def test_king_of_a_short_suit_that_one_holds_is_called():
    trumps = "1T 2T 3T 4T 5T"
    state = started(f"S2 S3 S4 S5 H2 H3 H4 D2 D3 CR {trumps}", game="tarot-5", imposed=Imposed(0))

    assert format_action(beginner(state)) == "call:DR"


def test_handful_is_shown():
    trumps = " ".join(f"{number}T" for number in range(2, 13))
    state = after(started(trumps, imposed=Imposed(1, Bid.GARDE_SANS)), "ready")

    assert isinstance(beginner(state), ShowHandful)


SPADES = "SR S5 S9 H1 H2 H3 H4 H5 H6 H7 H8 H9 H10 D1 D2 D3 D4 D5"
NO_SPADE = "9T 10T 11T C1 C2 C3 C4 C5 C6 C7 C8 C9 C10 D6 D7 D8 D9 D10"
RUFF = "1T 2T 3T H1 H2 H3 H4 H5 H6 H7 H8 H9 H10 D1 D2 D3 D4 D5"
PETITS = "1T 2T 3T C1 C2 C3 C4 C5 C6 C7 C8 C9 C10 D6 D7 D8 D9 D10"
TAKER = "21T 20T 7T H1 H2 H3 H4 H5 H6 H7 H8 H9 H10 D1 D2 D3 D4 D5"
SANS = Imposed(3, Bid.GARDE_SANS)


@pytest.mark.parametrize(
    ("hands", "played", "answer"),
    [
        (("S2", "S3", "S4", SPADES), "ready S2 S3 S4", "SR"),  # the king takes the trick home
        (("S2", NO_SPADE, "S4", SPADES), "ready S2 9T S4", "S5"),  # an opponent trumped: the least
        (("S2", "S3", "S4", RUFF), "ready S2 S3 S4", "1T"),  # nobody plays behind: the Petit is safe
    ],
)
def test_last_to_play_takes_what_he_can_and_loses_little(hands, played, answer):
    assert beginner(after(started(*hands, imposed=SANS), played)) == PlayCard(parse_card(answer))


@pytest.mark.parametrize(
    ("hands", "played", "answer"),
    [
        (("21T S2", "1T 2T", "3T", "4T"), "ready 21T", "1T"),  # a partner has the master trump
        (("20T S2", "1T 2T", "3T", "21T"), "ready 20T", "2T"),  # the taker may have the 21
        (("5T S2", "6T", PETITS, TAKER), "ready 5T 6T 2T", "7T"),  # the least that takes the trick
        (("1T S2", "20T 7T", "3T", "21T"), "ready 1T", "20T"),  # a partner's Petit, the taker to come
        (("5T S2", "20T 7T", "3T", "21T"), "ready 5T", "7T"),  # no Petit on the table
        (("1T S2", "2T", "3T", TAKER), "ready 1T 2T 3T", "7T"),  # nobody plays behind
    ],
)
def test_petit_is_played_where_it_is_safe_and_covered_where_it_is_not(hands, played, answer):
    assert beginner(after(started(*hands, imposed=SANS), played)) == PlayCard(parse_card(answer))
