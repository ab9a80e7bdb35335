"""Find positions of the play with one best choice: `python tools/find_positions.py GAME DEALS SEED`.

It prints entries for `tests/games/positions/tarot.toml` from deals that *club* plays. Read each one before
you add it: give it a name and the theme that a club player would see, and drop what is doubtful.

Two kinds of moments are tried:

- a lead while the Petit is in another hand: trumps must be best, proved by play-outs in sampled worlds;
- a suit that a defender follows with few cards left: another card than the lowest must be best, proved by an
  exact search with open cards.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from games.core.actions import PlayCard, format_action
from games.core.analysis.open_search import OpenSearch
from games.core.analysis.positions import open_position
from games.core.bots.choosing import RobotLevel, choose_action
from games.core.bots.ends.policy import play_by_policy
from games.core.bots.ends.thumb_lanes import play_lanes
from games.core.bots.habits.alike import cards_alike, cards_to_try
from games.core.bots.knowledge.sights import read_view
from games.core.bots.knowledge.tarot_sight import TarotSight
from games.core.bots.levels.club import score_ends, side_of
from games.core.bots.levels.fort import SWAPS
from games.core.bots.matches import garde_deals
from games.core.bots.numbers.lanes import Numbers, bit_of, card_colour_number, same_lanes
from games.core.bots.worlds.bid_weights import Reals
from games.core.bots.worlds.lane_worlds import WorldArrays, lanes_of
from games.core.bots.worlds.likely_worlds import LikelyWorlds
from games.core.cards import EXCUSE, PETIT, Card, format_card, sort_hand
from games.core.compiled import use_compiled
from games.core.dealing.layout_text import format_layout
from games.core.play import State
from games.core.tricks import SUIT_OF, TRUMP_LED, read_trick
from games.core.variants.registry import find_variant
from games.core.variants.tarot.game import Tarot
from games.core.variants.tarot.setting import Imposed

PLAYED_OUT, AGAIN, AGAIN_TIMES = 400, 600, 3
"""Worlds of the play-outs that find a lead, and other worlds that must confirm it."""
LEAD_GAP, LEAD_ERRORS = 0.5, 2.0
"""Points and standard errors by which a lead must be better than each other one."""
FIRST_WORLDS, SEARCHED = 6, 40
"""Worlds of a first search and of the whole one."""
NODES, TABLE_BITS = 60_000, 13
"""Budget of a search for one card, as small as that of the tests of the night."""
AGREEING, CARD_COST, SMALL_SHARE = 0.9, 5.0, 0.3
"""Share of worlds in which no other card is better; mean points that each other one costs. One that is never
better may cost less if it is worse in the last share of worlds.
"""
LEAD_CARDS, FOLLOW_CARDS = 5, range(3, 10)
"""Least hand size for a lead, and the hand sizes for a suit to follow."""


def play_out_cards(
    sight: TarotSight, cards: Sequence[Card], rng: Random, count: int, *, thumb: bool
) -> Reals:
    """Return the scores of cards for the side of the seat, by rules of thumb or by the learnt policy.

    Returns:
        Shape (cards, worlds).
    """
    worlds = WorldArrays(sight, rng, count) if thumb else LikelyWorlds(sight, rng, count, SWAPS)
    lanes = lanes_of(worlds)
    first = tuple(
        np.repeat([number(card) for card in cards], count) for number in (card_colour_number, bit_of)
    )
    rows = same_lanes(lanes, len(cards))
    if thumb:
        ends = play_lanes(rows, (first[0], first[1]))
    else:
        chance = rng.getrandbits(31)
        ends = play_by_policy(sight, rows, (first[0], first[1]), chance=chance, streams=count)
    scores: Numbers = score_ends(sight, ends).reshape(len(cards), count) * side_of(lanes, sight.view.seat)
    return scores.astype(np.float64)


def search_cards(sight: TarotSight, cards: Sequence[Card], rng: Random, count: int) -> Reals | None:
    """Return the exact scores of cards with open cards, as `play_out_cards`; None if one is out of reach."""
    rows = []
    for _ in range(count):
        world = open_position(sight.world(rng))
        search = OpenSearch(world, NODES * len(cards), TABLE_BITS)
        bounds = [search.score(world, card, within=NODES) for card in cards]
        if not all(bound.is_exact for bound in bounds):
            return None
        side = 1 if world.attack[world.to_act] else -1
        rows.append([side * float(bound.low) for bound in bounds])
    return np.array(rows).T


def best_groups(scores: Reals) -> Iterator[frozenset[int]]:
    """Yield the rows with the best means: the first one, the first two, and so on, never all."""
    order = np.argsort(-scores.mean(axis=1)).tolist()
    for size in range(1, len(order)):
        yield frozenset(order[:size])


def differences(scores: Reals, group: frozenset[int]) -> Iterator[Reals]:
    """Yield the gain of each row of a group over each other row, world by world."""
    for row in group:
        yield from (scores[row] - scores[other] for other in range(len(scores)) if other not in group)


def is_lead_better(gain: Reals) -> bool:
    """Return whether a lead is better than another one by enough points and errors."""
    error = float(gain.std()) / len(gain) ** 0.5
    return bool(gain.mean() >= LEAD_GAP and gain.mean() >= LEAD_ERRORS * error)


def is_card_better(gain: Reals) -> bool:
    """Return whether a searched card is better than another one."""
    is_never_worse = bool((gain >= 0).all() and (gain > 0).mean() >= SMALL_SHARE)
    return bool((gain >= 0).mean() >= AGREEING) and (is_never_worse or bool(gain.mean() >= CARD_COST))


def prove_lead(sight: TarotSight, cards: Sequence[Card], seed: str) -> frozenset[int] | None:
    """Return the numbers of the best leads if all of them are trumps; None without a proof."""
    by_thumb = play_out_cards(sight, cards, Random(seed), PLAYED_OUT, thumb=True)  # noqa: S311
    trumps = {
        number
        for number, card in enumerate(cards)
        if SUIT_OF[card] == TRUMP_LED and card not in (PETIT, EXCUSE)
    }
    groups = [
        group
        for group in best_groups(by_thumb)
        if group <= trumps and all(map(is_lead_better, differences(by_thumb, group)))
    ]
    # play-outs by the policy take thirty times as long
    if not groups:
        return None
    by_policy = play_out_cards(sight, cards, Random(seed), PLAYED_OUT, thumb=False)  # noqa: S311
    groups = [group for group in groups if all(map(is_lead_better, differences(by_policy, group)))]
    for time in range(AGAIN_TIMES if groups else 0):
        rng = Random(f"{seed} again {time}")  # noqa: S311
        again = play_out_cards(sight, cards, rng, AGAIN, thumb=False).mean(axis=1)[:, None]
        groups = [group for group in groups if all(gain[0] > 0 for gain in differences(again, group))]
    return groups[-1] if groups else None


def prove_follow(sight: TarotSight, cards: Sequence[Card], seed: str) -> frozenset[int] | None:
    """Return the numbers of the best cards if the lowest card is none of them; None without a proof."""
    rng = Random(seed)  # noqa: S311
    first_scores = search_cards(sight, cards, rng, FIRST_WORLDS)
    if first_scores is None or first_scores.mean(axis=1).argmax() == 0:
        return None
    scores = search_cards(sight, cards, rng, SEARCHED)
    if scores is None:
        return None
    groups = (group for group in best_groups(scores) if 0 not in group)
    return next((group for group in groups if all(map(is_card_better, differences(scores, group)))), None)


def find_answers(state: State, taker: int, seed: str) -> tuple[str, list[Card]] | None:
    """Return the proof and the best cards of the seat to act; None at other moments or without a proof."""
    assert state.to_act is not None
    view = state.view(state.to_act)
    sight = read_view(view)
    assert isinstance(sight, TarotSight)
    if not isinstance(view.legal[0], PlayCard):
        return None
    cards, led = cards_to_try(sight), read_trick(sight.trick)[0]
    proof, group = "search", None
    if len(cards) < 2:
        return None
    if not sight.trick and len(view.hand) >= LEAD_CARDS and PETIT not in {*view.hand, *sight.clues.left}:
        proof, group = "play-outs", prove_lead(sight, cards, seed)
    elif view.seat != taker and len(view.hand) in FOLLOW_CARDS and {SUIT_OF[card] for card in cards} == {led}:
        group = prove_follow(sight, cards, seed) if led in range(TRUMP_LED) else None
    if group is None:
        return None
    return proof, [card for number in sorted(group) for card in cards_alike(sight, cards[number])]


def format_entry(state: State, taker: int, proof: str, answers: Sequence[Card]) -> str:
    """Return the entry of a position, without its name and theme."""
    assert state.to_act is not None
    view = state.view(state.to_act)
    sight = read_view(view)
    assert isinstance(sight, TarotSight)
    texts = {
        "game": view.game,
        "seat": view.seat,
        "hand": " ".join(map(format_card, sort_hand(view.hand))),
        "trick": " ".join(map(format_card, sight.trick)),
        "answers": list(map(format_card, answers)),
        "dealer": state.dealer,
        "taker": taker,
        "deal": format_layout(state.layout),
        "played": " ".join(map(format_action, state.history)),
    }
    lines = ["[[position]]", *(f"{key} = {value!r}".replace("'", '"') for key, value in texts.items())]
    return "\n".join([*lines, *(['proof = "play-outs"'] if proof != "search" else [])])


def main() -> None:
    name, deals, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    use_compiled()
    game = find_variant(name)
    assert isinstance(game, Tarot)
    for number, (layout, taker) in enumerate(garde_deals(game, deals, seed)):
        state: State = game.start(layout, dealer=number % game.player_count, imposed=Imposed(taker))
        while state.to_act is not None:
            found = find_answers(state, taker, f"{seed} {number} {len(state.steps)}")
            if found is not None:
                print(format_entry(state, taker, *found), end="\n\n")
            state = state.apply(choose_action(state.view(state.to_act), RobotLevel.CLUB, seed=number))


if __name__ == "__main__":
    main()
