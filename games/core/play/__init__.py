"""What every game is: a variant that starts states, and a state that answers the questions of a table.

A state answers `to_act`, `legal_actions()`, `apply(action)`, `is_over`, `outcome()`, `scores()`, `view(seat)`
and `history`. It never changes: `apply` returns another state or raises `IllegalAction`, whose code names the
rule that was broken. A deal, finished or not, is its layout, its dealer, its rule-set and the list of its
actions; `replay` rebuilds it, which is the storage, the audit and the undo. Chance lies in the layout alone.

`legal_actions()` is never empty before the end and always small. It lists every legal action, except for
handfuls: of those it lists one for each level, while `apply` accepts any handful that the rules allow. A
choice of several cards is a series of actions of one card each.

A view holds what one seat knows and nothing else: actions done face down are `Hidden` to the others. Whoever
needs randomness (a dealing, a random game) passes a generator in.
"""

from games.core.play.games import GameVariant, State, check_seat, public_view
from games.core.play.replays import play_randomly, replay, replay_states
from games.core.play.results import GameOutcome, NotPlayed, Points
from games.core.play.views import PlayedTrick, SeatAction, TrickMoment, View
from games.core.play.written import agrees, check_parts, check_scores

__all__ = [
    "GameOutcome",
    "GameVariant",
    "NotPlayed",
    "PlayedTrick",
    "Points",
    "SeatAction",
    "State",
    "TrickMoment",
    "View",
    "agrees",
    "check_parts",
    "check_scores",
    "check_seat",
    "play_randomly",
    "public_view",
    "replay",
    "replay_states",
]
