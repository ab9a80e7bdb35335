"""Camps, the Excuse, the Petit at the end and slams, on tricks written by hand."""

from dataclasses import replace

import pytest

from games.core.cards import EXCUSE, parse_card
from games.core.decks import ONE_PACK
from games.core.outcome import Bid, Handful, PetitAtEnd, Slam
from games.core.variants.tarot.camps import Trick, attack_of, settle_last_trick
from games.core.variants.tarot.first_card import Announced
from games.core.variants.tarot.playing import start_play
from games.core.variants.tarot.results import played_outcome
from games.core.variants.tarot.setting import Imposed


def tricks_of(*written_tricks):
    """Tricks as (leader, cards, winner)."""
    return tuple(
        Trick(leader, tuple(map(parse_card, cards.split())), winner)
        for leader, cards, winner in written_tricks
    )


@pytest.fixture
def outcome_of(deal):
    def build(
        *written_tricks,
        game="tarot-4",
        bid=Bid.GARDE_CONTRE,
        announced="",
        miseres=(),
        handfuls=(),
        **changes,
    ):
        """Build the outcome of tricks taken by seat 0 against the others.

        The dog is apart unless the bid takes it.
        """
        state = deal(game, imposed=Imposed(0, bid))
        preparation = replace(state.phase, announced=announced, **changes)
        playing = start_play(preparation)
        playing.tricks = settle_last_trick(preparation, tricks_of(*written_tricks))
        playing.announced = Announced(handfuls, miseres)
        return played_outcome(playing)

    return build


def counted(outcome):
    return outcome.bouts, outcome.half_points


def test_tricks_of_the_attack_are_counted(outcome_of):
    outcome = outcome_of((1, "S1 SR SD S2", 2), (0, "HR H1 21T H3", 2), (0, "CR CD CC CV", 0))

    assert counted(outcome) == (0, 9 + 7 + 5 + 3)
    assert (outcome.slam, outcome.petit, outcome.partners) == (Slam.NONE, PetitAtEnd.NONE, ())


@pytest.mark.parametrize(
    ("leader", "winner", "bouts", "half_points"),
    [
        (1, 1, 1, 4 + 8),  # the attack's Excuse in a trick of the defence comes back for one card
        (1, 0, 1, 4 + 9 + 3),  # in its own trick it stays
    ],
)
def test_excuse_of_the_attack_stays_with_it(outcome_of, leader, winner, bouts, half_points):
    outcome = outcome_of((leader, "S1 S2 S3 EX", winner), (0, "C1 C2 C3 C4", 0), (0, "D1 D2 D3 D4", 1))

    assert counted(outcome) == (bouts, half_points)


def test_excuse_of_the_defence_goes_back_to_it_for_a_card(outcome_of):
    outcome = outcome_of((0, "SR EX S1 S2", 0), (0, "C1 C2 C3 C4", 1))

    assert counted(outcome) == (0, 9 + 1 + 2)


@pytest.mark.parametrize(("winner", "bouts"), [(0, 1), (1, 0)])
def test_excuse_in_the_last_trick_goes_to_its_winner(outcome_of, winner, bouts):
    first = (0, "C1 C2 C3 C4", 1)
    last = (1, "S1 EX S2 S3", winner) if winner == 0 else (0, "EX S1 S2 S3", winner)

    outcome = outcome_of((0, "D1 D2 D3 D4", 0), first, last)

    assert counted(outcome) == (bouts, 4 + (12 if winner == 0 else 0))


def test_excuse_kept_for_the_last_trick_of_a_slam_wins_it(outcome_of):
    outcome = outcome_of((0, "SR S1 S2 S3", 0), (0, "21T 1T 2T 3T", 0), (0, "EX H1 H2 HR", 3))

    assert outcome.slam is Slam.MADE
    assert counted(outcome) == (3, (9 + 3) + (18 + 2) + (9 + 1 + 1 + 9))
    assert outcome.petit is PetitAtEnd.ATTACK


def test_excuse_does_not_win_the_last_trick_when_a_trick_was_lost(outcome_of):
    outcome = outcome_of((0, "SR S1 S2 S3", 0), (0, "D1 D2 D3 D4", 2), (0, "EX H1 H2 HR", 3))

    assert outcome.slam is Slam.NONE
    assert counted(outcome) == (0, 9 + 3)


def test_the_defence_may_also_win_with_the_excuse_kept_for_its_slam(outcome_of):
    outcome = outcome_of((1, "SR S1 S2 S3", 1), (1, "21T 2T 3T 1T", 1), (1, "EX H1 H2 HR", 0))

    assert outcome.slam is Slam.DEFENCE
    assert outcome.petit is PetitAtEnd.DEFENCE
    assert counted(outcome) == (0, 0)


def test_slam_without_the_excuse_counts_87_points(deal):
    """The defence keeps its Excuse, counted 4 points and a bout."""
    state = deal("tarot-4", imposed=Imposed(0))
    playing = start_play(state.phase)
    cards = [card for card in ONE_PACK if card != EXCUSE]
    tricks = [Trick(0, (cards[0], EXCUSE, *cards[1:3]), 0)]
    tricks += [Trick(0, tuple(cards[place : place + 4]), 0) for place in range(3, len(cards), 4)]
    playing.tricks = tuple(tricks)

    outcome = played_outcome(playing)

    assert (outcome.slam, outcome.bouts, outcome.half_points) == (Slam.MADE, 2, 2 * 87)


@pytest.mark.parametrize(
    ("last", "petit", "petits"),
    [
        ((0, "1T 2T 3T 4T", 3), PetitAtEnd.DEFENCE, 1),
        ((0, "21T 1T 3T 4T", 0), PetitAtEnd.ATTACK, 1),
        ((0, "21T 5T 3T 4T", 0), PetitAtEnd.NONE, 1),
    ],
)
def test_petit_at_the_end_goes_to_the_winner_of_the_last_trick(outcome_of, last, petit, petits):
    outcome = outcome_of((0, "S1 S2 S3 S4", 0), (0, "H1 H2 H3 H4", 1), last)

    assert (outcome.petit, outcome.petits) == (petit, petits)


def test_petit_before_the_end_gives_nothing(outcome_of):
    outcome = outcome_of((0, "S1 S2 S3 S4", 1), (0, "21T 1T 3T 4T", 0), (0, "D1 D2 D3 D4", 0))

    assert outcome.petit is PetitAtEnd.NONE


@pytest.mark.parametrize(
    ("announced", "lost", "slam"),
    [
        ("slam", 0, Slam.ANNOUNCED_MADE),
        ("slam", 1, Slam.ANNOUNCED_FAILED),
        ("slam", 4, Slam.ANNOUNCED_FAILED),
        ("petit_slam", 0, Slam.PETIT_MADE),
        ("petit_slam", 1, Slam.PETIT_MADE),
        ("petit_slam", 2, Slam.PETIT_FAILED),
        ("", 0, Slam.MADE),
        ("", 1, Slam.NONE),
        ("", 3, Slam.NONE),
        ("", 4, Slam.DEFENCE),
    ],
)
def test_slam_by_the_tricks_lost(outcome_of, announced, lost, slam):
    rows = ["S1 S2 S3 S4", "H1 H2 H3 H4", "D1 D2 D3 D4", "C1 C2 C3 C4"]

    outcome = outcome_of(
        *((0, row, int(place < lost)) for place, row in enumerate(rows)), announced=announced
    )

    assert outcome.slam is slam


@pytest.mark.parametrize(("bid", "points"), [(Bid.GARDE_SANS, 9 + 5), (Bid.GARDE_CONTRE, 0)])
def test_dog_unseen_counts_for_the_camp_of_the_bid(deal, bid, points):
    state = deal("tarot-4", piles=["SR S1 S2 S3 S4 S5"], imposed=Imposed(0, bid))
    playing = start_play(state.phase)
    playing.tricks = tricks_of((0, "H1 H2 H3 H4", 1), (0, "21T 2T 3T 4T", 1))

    assert counted(played_outcome(playing)) == (0, points)


def test_discard_counts_for_the_attack(outcome_of):
    aside = sum(1 << parse_card(card) for card in ["SD", "SC", "SV", "S1", "S2", "S3"])

    outcome = outcome_of((0, "H1 H2 H3 H4", 1), (0, "21T 2T 3T 4T", 1), bid=Bid.GARDE, discard=aside)

    assert counted(outcome) == (0, 7 + 5 + 3 + 3)


def test_announcements_are_in_the_outcome(outcome_of):
    outcome = outcome_of(
        (0, "H1 H2 H3 H4", 1),
        (0, "D1 D2 D3 D4", 0),
        handfuls=((2, Handful.DOUBLE), (0, Handful.SIMPLE)),
        miseres=((3, "misere_trumps"), (1, "misere_figures"), (1, "misere_trumps")),
    )

    assert outcome.handfuls == (Handful.DOUBLE, Handful.SIMPLE)
    assert outcome.miseres == (1, 1, 3)


@pytest.mark.parametrize(
    ("game", "called", "hands", "attack"),
    [
        ("tarot-5", "SR", ["HR", "", "SR"], {0, 2}),
        ("tarot-5", "HR", ["HR", "", "SR"], {0}),
        ("tarot-7", "SR HR", ["DR", "SR", "HR"], {0, 1, 2}),
        ("tarot-7", "SR HR", ["DR", "SR HR"], {0, 1}),
        ("tarot-9", "SR HR", ["SRb", "SR", "HR", "HRb"], {0, 1, 2, 3}),
        ("tarot-10", "SR", ["", "SR", "SRb"], {0, 5, 1, 6, 2, 7}),
        ("tarot-10", "SR", ["", "SR SRb"], {0, 5, 1, 6}),
        ("tarot-10", "SR", ["SR", "", "", "", "", "SRb"], {0, 5}),
        ("tarot-16", "SR HR", ["", "SR", "SRb", "HR", "HRb"], {0, 8, 1, 9, 2, 10, 3, 11, 4, 12}),
    ],
)
def test_attack_is_the_taker_and_who_was_dealt_the_called_cards(deal, game, called, hands, attack):
    state = deal(game, hands, imposed=Imposed(0))
    preparation = replace(state.phase, called=tuple(map(parse_card, called.split())))

    assert attack_of(preparation, ()) == attack


def test_called_card_in_the_dog_gives_no_partner(deal):
    state = deal("tarot-5", piles=["SR"], imposed=Imposed(3))
    preparation = replace(state.phase, called=(parse_card("SR"),))

    assert attack_of(preparation, ()) == {3}


@pytest.mark.parametrize(
    ("tricks", "attack"),
    [
        ([], {0, 5, 10}),
        ([(2, "S1 S2 SRb S3", 4), (0, "D1 SR D2 D3", 0)], {0, 5, 10, 4, 9}),
        ([(4, "S1 S2 S3 S4", 4), (0, "D1 SR SRb D3", 0)], {0, 5, 10, 1, 6, 11}),
        ([(4, "S1 S2 S3 S4", 4), (0, "SR SRb D1 D3", 0)], {0, 5, 10}),
    ],
)
def test_at_thirteen_the_team_that_first_plays_the_called_king_joins(deal, tricks, attack):
    state = deal("tarot-13", ["SR", "SRb"], imposed=Imposed(0))
    preparation = replace(state.phase, called=(parse_card("SR"),))
    padded = [(leader, f"{cards} H1 H2 H3 H4 H5 H6 H7 H8 H9", winner) for leader, cards, winner in tricks]

    assert attack_of(preparation, tricks_of(*padded)) == attack


def test_at_ten_the_second_discard_counts_for_the_camp_of_its_holder(deal):
    state = deal("tarot-10", ["", "SR"], imposed=Imposed(0))
    cards = sum(1 << parse_card(card) for card in ("SD", "S1", "S2"))
    hearts = "H1 H2 H3 H4 H5 H6 H7 H8 H9 H10"
    for second, points in ((6, 9), (3, 0)):
        preparation = replace(state.phase, called=(parse_card("SR"),), second=second, second_discard=cards)
        playing = start_play(preparation)
        playing.tricks = tricks_of((0, hearts, 3), (0, hearts, 3))

        assert counted(played_outcome(playing)) == (0, points)


@pytest.mark.parametrize("bid", [Bid.GARDE, Bid.GARDE_SANS])
def test_at_five_a_partner_on_the_left_brings_no_second_dog(deal, bid):
    state = deal("tarot-5", ["", "", "", "", "SR"], ["S1 S2 SD"], imposed=Imposed(0, bid))
    preparation = replace(state.phase, called=(parse_card("SR"),))
    assert preparation.second == 4
    playing = start_play(preparation)
    playing.tricks = tricks_of((0, "H1 H2 H3 H4 H5", 1), (0, "D1 D2 D3 D4 D5", 1))

    outcome = played_outcome(playing)

    assert outcome.partners == (4,)
    assert counted(outcome) == (0, 9 if bid is Bid.GARDE_SANS else 0)


@pytest.mark.parametrize(("dog", "second", "points"), [(0, 6, 3 + 11), (1, 6, 3 + 11), (0, 3, 3), (1, 3, 11)])
def test_at_ten_the_dogs_unseen_go_to_the_camps_of_their_holders(deal, dog, second, points):
    hands = ["", "SR", "", "", "", "", ""]
    state = deal("tarot-10", hands, ["S1 S2 S3", "HR H1 H2"], imposed=Imposed(0, Bid.GARDE_SANS))
    preparation = replace(state.phase, called=(parse_card("SR"),), dog=dog, second=second)
    playing = start_play(preparation)
    hearts = "D1 D2 D3 D4 D5 D6 D7 D8 D9 D10"
    playing.tricks = tricks_of((0, hearts, 3), (0, hearts, 3))

    assert counted(played_outcome(playing)) == (0, points)


def test_petit_two_tricks_before_the_excuse_of_a_slam_gives_nothing(outcome_of):
    outcome = outcome_of((0, "21T 1T 2T 3T", 0), (0, "SR S1 S2 S3", 0), (0, "EX H1 H2 HR", 3))

    assert (outcome.slam, outcome.petit) == (Slam.MADE, PetitAtEnd.NONE)


def test_petit_in_the_last_trick_that_the_excuse_wins_counts(outcome_of):
    outcome = outcome_of((0, "21T 4T 2T 3T", 0), (0, "SR S1 S2 S3", 0), (0, "EX H1 H2 1T", 3))

    assert (outcome.slam, outcome.petit) == (Slam.MADE, PetitAtEnd.ATTACK)


def test_trick_names_its_hands_and_its_winning_card():
    trick = Trick(2, tuple(map(parse_card, ("S1", "EX", "SR", "S2"))), 0)

    assert [trick.hand_of(place) for place in range(4)] == [2, 3, 0, 1]
    assert trick.winning_card == parse_card("SR")
    assert trick._replace(leader=1, winner=0).winning_card == parse_card("S2")
    assert trick.excuses() == [1]
    assert EXCUSE in trick.cards
