"""Reasons for a card at the games beside Tarot: each rule where it holds and where it just does not."""

from random import Random

import pytest

from games.core.actions import PlayCard, PlayWorth, parse_action
from games.core.bots.habits.side_reasons import SideReason, find_side_reason
from games.core.cards import parse_card
from games.core.layouts import cut_layout
from games.core.play import play_randomly, replay, replay_states
from games.core.rules import RuleSet, parse_rules
from games.core.tricks import SUIT_OF
from games.core.variants.registry import GAMES

HEARTS_AND_TRUMPS = "H1 H2 H3 H4 H5 H6 H7 H8 H9 H10 HV HC HD HR 1T 20T 21T"


def started(game, hands, rules=""):
    """A deal in which the first seats hold the cards written, and the last one deals.

    The deck's order fills the rest, so that the first hand gets the spades that nobody has.
    """
    variant = GAMES[game]
    rule_set = parse_rules(variant.options, rules) if rules else RuleSet()
    parsed_hands = [[parse_card(text) for text in hand.split()] for hand in hands]
    named_cards = {card for hand in parsed_hands for card in hand}
    other_cards = iter([card for card in variant.deck if card not in named_cards])
    sizes = variant.hand_sizes(rule_set)
    cards = []
    for seat, size in enumerate(sizes):
        hand = parsed_hands[seat] if seat < len(parsed_hands) else []
        cards += hand + [next(other_cards) for _ in range(size - len(hand))]
    layout = cut_layout([*cards, *other_cards], sizes, variant.pile_sizes(rule_set))
    return variant.start(layout, dealer=len(sizes) - 1, rules=rule_set)


def reason_of(state, text):
    action = parse_action(text)
    assert action in state.legal_actions()
    return find_side_reason(state.view(state.to_act), action)


def after(state, text):
    return replay(state, map(parse_action, text.split()))


@pytest.mark.parametrize(
    ("hands", "played", "card", "reason"),
    [
        (["S2 S9", "S1 SR"], "", "S2", SideReason.LEAD_LOW),
        (["S2 S9", "S1 SR"], "", "S9", None),  # the 2 is lower, others higher
        (["S2 SR"], "", "SR", SideReason.SHED_HIGH),
        (["SR SD", "S2", "S3", "S4"], "SR S2 S3 S4", "SD", None),  # the suit was played
        (["S1"], "", "S1", None),  # nobody else has a spade
        (["EX"], "", "EX", None),  # an Excuse that is led
        (["S9", "EX S2"], "S9", "EX", SideReason.EXCUSE_DUCKS),
        (["S9", "S2 SD"], "S9", "S2", SideReason.STAY_UNDER),
        (["S9", "S2 SD"], "S9", "SD", None),  # takes it before others play
        (["S9", HEARTS_AND_TRUMPS], "S9", "21T", SideReason.HOPE_OVER),  # trumps alone may be played
        (["S9", "EX " + HEARTS_AND_TRUMPS], "S9", "21T", None),  # the Excuse would stay under
        (["EX", "S9 S4 SV", "S2"], "EX", "S9", None),  # after an Excuse it leads, in the middle of its suit
        (["S9", "S2", "S3", "S10 SD"], "S9 S2 S3", "S10", SideReason.TAKE_FREE),
        (["S9", "EX", "S3", "S10 SD"], "S9 EX S3", "S10", SideReason.TAKE_FREE),  # its player keeps it
        (["SC", "S2", "S3", "SD SR"], "SC S2 S3", "SR", SideReason.TAKE_HIGH),
        (["SC", "S2", "S3", "SD SR"], "SC S2 S3", "SD", None),  # the king is higher
        (["SC", "S2", "S3", "SD S4"], "SC S2 S3", "SD", None),  # the 4 would stay under
    ],
)
def test_points_are_bad_at_nullo(hands, played, card, reason):
    assert reason_of(after(started("nullo-4", hands), played), card) == reason


@pytest.mark.parametrize(
    ("hands", "played", "card", "reason"),
    [
        (["S5 D1", "S2 9T"], "S5", "S2", SideReason.STAY_UNDER),
        (["5T D1", "21T D2", "6T C1"], "5T 21T", "6T", SideReason.STAY_UNDER),
        (["S5 D1", "HD H2"], "S5", "HD", SideReason.SHED_POINTS),  # a queen costs 50
        (["S5 D1", "HD H2"], "S5", "H2", None),  # the queen costs more
        (["S5 D1", "HR H2"], "S5", "HR", SideReason.SHED_STRONG),  # costs nothing
        (["S5 D1", "HR C2"], "S5", "HR", None),  # alone of its suit
        (["S5 D1", "9T C3", "8T C1"], "S5 9T", "8T", SideReason.SHED_POINTS),  # under another trump
        (["S5 D1", "9T H2"], "S5", "9T", None),  # takes the trick
        (["S5 D1", "C1 C2", "SR S2"], "S5 C1", "SR", SideReason.TAKE_FREE),
        (["S5 D1", "HD C2", "SR S2"], "S5 HD", "SR", None),  # the 2 would stay under
        (["20T D1", "3T C1", "21T H2"], "20T 3T", "21T", SideReason.TAKE_HIGH),
        (["EX D1", "S2 S9", "S3 S4"], "EX", "S2", SideReason.LEAD_LOW),  # an Excuse leads no suit
    ],
)
def test_queens_and_trumps_are_bad_at_papayou(hands, played, card, reason):
    state = started("papayou-3", hands, "fft cards_each=2 exchange=none draw=0 must_trump=no")

    assert reason_of(after(state, played), card) == reason


@pytest.mark.parametrize(
    ("hands", "played", "card", "reason"),
    [
        (["20T 2T 3T"], "bet:1 bet:1 bet:0", "20T", SideReason.WIN_BET),
        (["20T 2T 3T"], "bet:1 bet:1 bet:0", "2T", SideReason.KEEP_HIGH),
        (["5T 2T 3T", "20T 21T 4T"], "bet:1 bet:1 bet:0 5T", "20T", SideReason.WIN_BET),  # keeps the 21
        (["20T 2T 3T", "10T 9T 8T"], "bet:1 bet:1 bet:0 20T", "10T", None),  # no trick, nothing kept
        (["20T 2T 3T", "10T 9T 8T"], "bet:1 bet:1 bet:0 20T", "9T", SideReason.KEEP_HIGH),
        (["20T 2T 3T", "10T 9T 8T"], "bet:1 bet:0 bet:0 20T", "10T", SideReason.DUCK_BET),
        (["2T 3T 4T", "10T 11T 12T"], "bet:1 bet:0 bet:0 2T", "10T", None),  # takes a trick too many
        (["20T 2T 3T"], "bet:0 bet:1 bet:0", "2T", SideReason.LEAD_LOW),
        (["20T 2T 3T"], "bet:0 bet:1 bet:0", "3T", None),  # the 2 is lower
        (["20T 2T 3T", "10T", "15T"], "bet:1 bet:1 bet:0 20T 10T 15T", "2T", SideReason.LEAD_LOW),  # one made
        (["20T 2T 3T", "EX 5T 4T"], "bet:1 bet:1 bet:0 20T", "worth:EX=22", SideReason.WIN_BET),
        (["20T 2T 3T", "EX 5T 4T"], "bet:1 bet:1 bet:0 20T", "worth:EX=0", SideReason.KEEP_HIGH),
        (["20T 2T 3T", "EX 5T 4T"], "bet:1 bet:1 bet:0 20T", "5T", SideReason.KEEP_HIGH),  # the Excuse as 22
    ],
)
def test_exactly_the_tricks_of_the_bet_are_wanted_at_contrat(hands, played, card, reason):
    assert reason_of(after(started("contrat-3", hands, "fft cards_each=3"), played), card) == reason


@pytest.mark.parametrize(
    ("hands", "played", "card", "reason"),
    [
        (["S7 S8", "S6"], "", "S7", SideReason.OPEN_OWN),
        (["S7", "S6 S8"], "", "S7", SideReason.NEAR_OWN),  # the 5 and the 9 are in the hand
        (["H7", "H1 H2 H3 H4 H5 H6 H8 H9 H10 HV HC HD HR"], "", "H7", None),  # others have all the rest
        (["EX S7", "S6 S8"], "", "EX", SideReason.OPEN_NOTHING),
    ],
)
def test_rows_open_for_oneself_at_grelin(hands, played, card, reason):
    assert reason_of(after(started("grelin-3", hands), played), card) == reason


UNDER = {
    SideReason.STAY_UNDER,
    SideReason.SHED_POINTS,
    SideReason.SHED_STRONG,
    SideReason.EXCUSE_DUCKS,
    SideReason.DUCK_BET,
}
OVER = {SideReason.TAKE_FREE, SideReason.TAKE_HIGH}


@pytest.mark.parametrize("game", ["nullo-3", "nullo-4", "papayou-3", "papayou-8", "contrat-3"])
def test_who_is_said_to_stay_under_takes_no_trick_and_who_is_last_takes_it(game):
    rng, found = Random(game), set()
    for _ in range(DEALS):
        variant = GAMES[game]
        end = play_randomly(variant.start(variant.random_layout(rng)), rng)
        for seat, trick, reason in plays_with_reasons(end):
            found.add(reason)
            if reason in UNDER | OVER:
                assert (end.tricks()[trick].winner == seat) == (reason in OVER)
    assert found & UNDER


DEALS = 3
"""Random deals of each game: some hundred cards."""


def plays_with_reasons(end):
    """Yield for each card of a deal its seat, the number of finished tricks and the reason."""
    start = end.variant.start(end.layout, dealer=end.dealer, rules=end.rules)
    for state, action in zip([start, *replay_states(start, end.history)], end.history, strict=False):
        if isinstance(action, PlayCard | PlayWorth):
            yield state.to_act, len(state.tricks()), find_side_reason(state.view(state.to_act), action)


@pytest.mark.parametrize("game", ["grelin-3", "grelin-8"])
def test_what_is_said_of_rows_is_so_at_grelin(game):
    rng, found = Random(game), set()
    variant = GAMES[game]
    states = [variant.start(variant.random_layout(rng)) for _ in range(DEALS)]
    while states:
        state = states.pop()
        if state.is_over:
            continue
        action, seat = rng.choice(state.legal_actions()), state.to_act
        reason = find_side_reason(state.view(seat), action) if isinstance(action, PlayCard) else None
        after_it = state.apply(action)
        freed = [
            {card for card in hand if after_it.is_playable(card) and not state.is_playable(card)}
            for hand in after_it.hands
        ]
        others = set().union(*freed[:seat], *freed[seat + 1 :])
        assert (reason is SideReason.PLAY_AGAIN) == (after_it.turn == seat and isinstance(action, PlayCard))
        if isinstance(action, PlayCard) and reason is not SideReason.PLAY_AGAIN:
            colour = [
                card for card in state.hands[seat] - {action.card} if SUIT_OF[card] == SUIT_OF[action.card]
            ]
            near = SideReason.NEAR_OWN if colour else None
            expected = SideReason.OPEN_OWN if freed[seat] else SideReason.OPEN_NOTHING
            assert reason == expected if freed[seat] or not others else reason in (None, near)
        found.add(reason)
        states.append(after_it)
    rows = {SideReason.PLAY_AGAIN, SideReason.OPEN_OWN, SideReason.NEAR_OWN, SideReason.OPEN_NOTHING}
    assert found == {*rows, None}


def test_other_games_have_no_such_reason():
    variant = GAMES["cold-poker-3"]
    state = variant.start(variant.random_layout(Random(1)))

    assert find_side_reason(state.view(state.to_act), state.legal_actions()[0]) is None
