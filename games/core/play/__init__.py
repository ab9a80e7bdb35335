"""The interface of every game: a variant that starts states, and a state that tracks one deal.

A state has `to_act`, `legal_actions()`, `apply(action)`, `is_over`, `outcome()`, `scores()`, `view(seat)` and
`history`. It is immutable: `apply` returns another state, or raises `IllegalAction` with the code of the
broken rule. A deal, finished or not, is fully described by its layout, dealer, rule-set and list of actions.
`replay` rebuilds it from them; storage, audit and undo rely on that. Chance is in the layout alone.

`legal_actions()` is never empty before the end and always small. It lists every legal action, except for
handfuls: it lists one handful for each level, while `apply` accepts every handful that the rules allow. A
choice of several cards is a series of actions with one card each.

A view contains exactly what one seat knows: actions done face down are `Hidden` for the other seats.
Functions that need randomness (a dealing, a random game) take a generator as an argument.
"""

from games.core.play.games import GameVariant, State, check_seat, public_view
from games.core.play.replays import play_randomly, replay, replay_states
from games.core.play.results import GameOutcome, NotPlayed, Points
from games.core.play.views import PlayedTrick, SeatAction, TrickMoment, View
from games.core.play.written import check_parts, check_scores, matches_exact_score

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
    "check_parts",
    "check_scores",
    "check_seat",
    "matches_exact_score",
    "play_randomly",
    "public_view",
    "replay",
    "replay_states",
]
