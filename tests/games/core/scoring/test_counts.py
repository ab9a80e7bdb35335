"""Counts of a camp without a trick, computed by hand for the game with two dogs."""

from games.core.outcome import Bid
from games.core.scoring.counts import defence_slam_counts
from games.core.variants.registry import GAMES


def test_two_dogs_without_a_bout_hold_six_small_cards_at_least_and_six_kings_at_most():
    ten = GAMES["tarot-10"].row

    counts = defence_slam_counts(Bid.GARDE_SANS, 0, ten, kings_in_discard=False)

    assert [(counts_of_bouts[0], counts_of_bouts[-1]) for counts_of_bouts in counts] == [(3, 27), (6, 54)]


def test_bouts_of_two_dogs_lie_in_either_or_are_excuses_kept():
    """One bout: in a dog of three cards 9 + 2 to 9 + 18, kept 8 beside it; six cards 9 + 5 to 9 + 45."""
    ten = GAMES["tarot-10"].row

    counts = defence_slam_counts(Bid.GARDE_SANS, 1, ten, kings_in_discard=False)

    assert {(counts_of_bouts[0], counts_of_bouts[-1]) for counts_of_bouts in counts} == {
        (11, 27),
        (11, 35),
        (14, 54),
        (14, 62),
    }
