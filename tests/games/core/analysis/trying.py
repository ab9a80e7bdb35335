"""Ends of deals, and the best score of an end by trying every card through the engine."""

from random import Random

from games.core.actions import Announce, PlayCard, Ready
from games.core.cards import EXCUSE, PETIT
from games.core.scoring import score_outcome
from games.core.variants.registry import GAMES
from games.core.variants.tarot.playing import Playing
from games.core.variants.tarot.setting import Imposed


def end_of_play(name, number, cards_left, bid, announced="", mighty=None):
    """A moment near the end of a deal played at random.

    Args:
        cards_left: cards to be played by all together.
        announced: a slam that the taker announces.
        mighty: seats from the taker to the one who is dealt the Excuse, the Petit and the highest trumps.
    """
    game, rng = GAMES[name], Random(number)
    rules = game.make_rules("fft", {"petit_sec": "play", "petit_slam": True})
    imposed = Imposed(number % game.player_count, bid)
    layout = game.random_layout(rng, rules)
    if mighty is not None:
        strong = sorted(game.deck, key=lambda card: (card in (PETIT, EXCUSE), card), reverse=True)
        weak = strong[game.row.hand_size :]
        rng.shuffle(weak)
        place = (imposed.taker + mighty) % game.player_count * game.row.hand_size
        layout = game.cut([*weak[:place], *strong[: game.row.hand_size], *weak[place:]], rules)
    state = game.start(layout, dealer=0, rules=rules, imposed=imposed)
    while not isinstance(state.phase, Playing):
        actions = state.legal_actions()
        wish = Announce(announced) if announced else Ready()
        state = state.apply(wish if wish in actions else rng.choice(actions))
    while sum(hand.bit_count() for hand in state.phase.hands) > cards_left:
        cards = [action for action in state.legal_actions() if isinstance(action, PlayCard)]
        state = state.apply(rng.choice(cards))
    return state


def best_end(state, attack):
    """The score when every seat plays its best card, all hands seen."""
    if state.is_over:
        return score_outcome(state.outcome(), state.variant.row)
    best = max if attack[state.to_act] else min
    return best(best_end(state.apply(card), attack) for card in state.legal_actions())
