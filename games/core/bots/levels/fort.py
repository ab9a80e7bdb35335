"""The level *fort* of Tarot: likely worlds, play-outs by the learnt policy, and search of the last tricks.

It loads numba when it plays.
"""

from functools import partial
from random import Random

from games.core.actions import DiscardCard, PlayCard
from games.core.analysis.open_search import scale_of
from games.core.analysis.positions import Contract
from games.core.bots.ends.end_worlds import EndWorlds
from games.core.bots.ends.policy import play_by_policy
from games.core.bots.habits.alike import cards_to_try
from games.core.bots.habits.choices import ChoiceMethod, RobotChoice
from games.core.bots.knowledge.tarot_sight import TarotSight
from games.core.bots.levels.club import (
    best_discard,
    best_played_out,
    choose_by_scores,
    handful_points,
    play_as_club,
    side_of,
)
from games.core.bots.numbers.lanes import LaneEnds, Lanes, Numbers
from games.core.bots.worlds.lane_worlds import WorldArrays, lanes_of
from games.core.bots.worlds.likely_worlds import LikelyWorlds
from games.core.cards import PETIT, Card
from games.core.compiled import use_compiled
from games.core.tricks import SUIT_OF, TRUMP_LED

PLAY_OUTS_FOR_ONE = {1: 10, 2: 10, 3: 10, 4: 20}
"""Hand sizes at which ends are searched, and the play-outs that the search of one world costs."""
MOST_TRUMPS = 15
"""Largest number of trumps outside the finished tricks for which the search has room, with any suit cards."""
WORLD_COST = 20
"""Play-outs for which one world is drawn. The swaps of a world take as long as several play-outs, so with few
cards to try each card is played out several times in a world.
"""
SWAPS = 40
"""Swaps tried in each world."""


def play_as_fort(sight: TarotSight, rng: Random, budget: int) -> RobotChoice:
    """Return the choice of a strong player, with its reasons. The view must have legal actions.

    Args:
        budget: number of play-outs, shared by the choices; the search of one world counts as several.
    """
    use_compiled()

    def play(lanes: Lanes, first: tuple[Numbers, Numbers] | None = None, streams: int = 0) -> LaneEnds:
        return play_by_policy(sight, lanes, first, chance=rng.getrandbits(31), streams=streams)

    first = sight.view.legal[0]
    if isinstance(first, DiscardCard):
        return best_discard(sight, rng, budget, play)
    if not isinstance(first, PlayCard):
        return play_as_club(sight, rng, budget)
    cards = cards_to_try(sight)
    if len(cards) == 1:
        return RobotChoice(PlayCard(cards[0]), ChoiceMethod.FORCED)
    # swaps would forget what the codes of partners say
    swaps = 0 if sight.partner_codes else SWAPS
    hand_size = len(sight.view.hand)
    if hand_size not in PLAY_OUTS_FOR_ONE or trumps_left(sight) > MOST_TRUMPS:
        worlds = LikelyWorlds(sight, rng, max(budget // WORLD_COST, 1), swaps)
        repeats = max(budget // (worlds.count * len(cards)), 1)
        return best_played_out(worlds, cards, partial(play, streams=worlds.count * repeats), repeats)
    return best_searched(
        LikelyWorlds(sight, rng, max(budget // PLAY_OUTS_FOR_ONE[hand_size], 1), swaps), cards
    )


def best_searched(worlds: WorldArrays, cards: list[Card]) -> RobotChoice:
    """Return the card chosen by the ends, searched in each world with all hands seen."""
    sight, lanes = worlds.sight, lanes_of(worlds)
    assert sight.bid is not None
    scale = scale_of(Contract(sight.row, sight.rules, sight.bid, handful_points(sight), sight.announced))
    had_petit = bool(sight.tricks) and PETIT in sight.tricks[-1][1]
    # twice the scores: the middle of two bounds may be a half
    scores = EndWorlds(scale).values(lanes, cards, tricks=len(sight.tricks), had_petit=had_petit) / 2
    scores_of_side = scores * side_of(lanes, sight.view.seat)[:, None]
    return choose_by_scores(sight, lanes, cards, scores_of_side.T[:, None], ChoiceMethod.SEARCHED)


def trumps_left(sight: TarotSight) -> int:
    """Return the number of trumps outside the finished tricks."""
    finished_cards = set(sight.clues.left).difference(sight.trick)
    return sum(SUIT_OF[card] == TRUMP_LED and card not in finished_cards for card in sight.variant.deck)
