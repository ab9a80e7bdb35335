"""The level *fort* of Tarot: likely worlds, cards played out by the learnt policy, the last tricks searched.

Playing loads numba.
"""

from random import Random

from games.core.actions import DiscardCard, PlayCard
from games.core.analysis.open_search import scale_of
from games.core.analysis.positions import Contract
from games.core.bots.choices import ChoiceMethod, RobotChoice
from games.core.bots.club import (
    best_discard,
    best_of,
    best_played_out,
    cards_to_try,
    handful_points,
    play_as_club,
    side_of,
)
from games.core.bots.end_worlds import EndWorlds
from games.core.bots.lane_worlds import WorldArrays, lanes_of
from games.core.bots.lanes import LaneEnds, Lanes, Numbers
from games.core.bots.likely_worlds import LikelyWorlds
from games.core.bots.policy import play_by_policy
from games.core.bots.tarot_sight import TarotSight
from games.core.cards import PETIT, Card
from games.core.compiled import use_compiled
from games.core.tricks import SUIT_OF, TRUMP_LED

PLAY_OUTS_FOR_ONE = {1: 10, 2: 10, 3: 10, 4: 20}
"""Cards that the seat holds where ends are searched, and the play-outs that one world is worth then."""
MOST_TRUMPS = 15
"""Trumps in no finished trick for which the search has room, whatever suit cards are left beside them."""
FEWEST_CARDS = 20
"""So many cards at least share the play-outs, so that there is time to swap cards in every world."""
SWAPS = 40
"""Swaps tried in each world."""


def play_as_fort(sight: TarotSight, rng: Random, budget: int) -> RobotChoice:
    """What a strong player does, and why; the view must have legal actions.

    Args:
        budget: how many play-outs, shared by the choices; a world that is searched counts as several.
    """
    use_compiled()

    def play(lanes: Lanes, first: tuple[Numbers, Numbers] | None = None) -> LaneEnds:
        return play_by_policy(sight, lanes, first, chance=rng.getrandbits(31))

    first = sight.view.legal[0]
    if isinstance(first, DiscardCard):
        return best_discard(sight, rng, budget, play)
    if not isinstance(first, PlayCard):
        return play_as_club(sight, rng, budget)
    tried = cards_to_try(sight)
    if len(tried) == 1:
        return RobotChoice(PlayCard(tried[0]), ChoiceMethod.FORCED)
    held = len(sight.view.hand)
    if held not in PLAY_OUTS_FOR_ONE or trumps_left(sight) > MOST_TRUMPS:
        count = max(budget // max(len(tried), FEWEST_CARDS), 1)
        return best_played_out(LikelyWorlds(sight, rng, count, SWAPS), tried, play)
    return best_searched(LikelyWorlds(sight, rng, max(budget // PLAY_OUTS_FOR_ONE[held], 1), SWAPS), tried)


def best_searched(worlds: WorldArrays, tried: list[Card]) -> RobotChoice:
    """The card with the best mean of the ends searched with open cards in each world."""
    sight, lanes = worlds.sight, lanes_of(worlds)
    assert sight.bid is not None
    scale = scale_of(Contract(sight.row, sight.rules, sight.bid, handful_points(sight), sight.announced))
    had_petit = bool(sight.tricks) and PETIT in sight.tricks[-1][1]
    scores = EndWorlds(scale).values(lanes, tried, tricks=len(sight.tricks), had_petit=had_petit) / 2
    means = (scores * side_of(lanes, sight.view.seat)[:, None]).mean(axis=0)
    return best_of(
        dict(zip(map(PlayCard, tried), means.tolist(), strict=True)), worlds.count, ChoiceMethod.SEARCHED
    )


def trumps_left(sight: TarotSight) -> int:
    """The trumps that are in no finished trick."""
    gone = set(sight.clues.left).difference(sight.trick)
    return sum(SUIT_OF[card] == TRUMP_LED and card not in gone for card in sight.variant.deck)
