"""Pairs of games that are equal for one seat: the cards that it has not seen are dealt otherwise."""

from dataclasses import replace

from games.core.actions import Hidden
from games.core.errors import IllegalAction
from games.core.layouts import Layout
from tests.games.core.variants.onlooker import cards_of


def compare_with_twin(states, rng):
    """Swap two cards that a seat sees late or never, play the same again: until then it sees no difference.

    Returns:
        How many moments were compared; the twin may have no such deal, or another rule may part it.
    """
    seat = rng.randrange(states[0].variant.player_count)
    cards_known = known_cards(states[len(states) // 2].view(seat))
    unknown = [card for card in states[0].variant.deck if card not in cards_known]
    if len(unknown) < 2:
        return 0
    place = rng.randrange(len(unknown) - 1)
    swap = {unknown[place]: unknown[place + 1], unknown[place + 1]: unknown[place]}
    twin = twin_start(states[0], swap)
    for compared, state in enumerate(states):
        view = state.view(seat)
        if view.to_act != twin.to_act or swap.keys() & named_now(view):
            return compared
        twin_view = twin.view(seat)
        if is_parted(view, twin_view):
            return compared
        assert view == twin_view
        if not state.is_over:
            action = swapped(states[compared + 1].steps[-1].action, swap)
            try:
                twin = twin.apply(action)
            except IllegalAction:
                return compared + 1
    return len(states)


def named_now(view):
    """The cards that a view names in its hand, on the table, in the last step."""
    last = cards_of(view.steps[-1].action) if view.steps else set()
    return last.union(view.hand, *(pile for _, pile in view.exposed))


def is_parted(view, twin_view):
    """Return whether one card was discarded face down in one deal alone.

    The rules make public which card it is not.
    """
    return bool(view.steps) and isinstance(view.steps[-1].action, Hidden) != isinstance(
        twin_view.steps[-1].action, Hidden
    )


def twin_start(start, swap):
    layout = Layout(
        tuple(frozenset(swap.get(card, card) for card in hand) for hand in start.layout.hands),
        tuple(tuple(swap.get(card, card) for card in pile) for pile in start.layout.piles),
    )
    return start.variant.start(layout, dealer=start.dealer, rules=start.rules)


def swapped(action, swap):
    if hasattr(action, "cards"):
        return replace(action, cards=frozenset(swap.get(card, card) for card in action.cards))
    return replace(action, card=swap.get(action.card, action.card)) if hasattr(action, "card") else action


def known_cards(view):
    """Every card that a view names."""
    piles = (pile for _, pile in view.exposed)
    return set(view.hand).union(*piles, *(cards_of(step.action) for step in view.steps))
