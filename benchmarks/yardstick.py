"""The yardstick of the robots: an independent plain player of Tarot, against which levels are measured.

Of `games.core.bots` it uses only the knowledge of a seat and the drawing of worlds. It draws 80 worlds, plays
each legal card out in all of them and takes the best mean score. It plays contracts in which the dog is
taken, and has no bids, weights of worlds, search or learnt policy.
"""

from dataclasses import dataclass
from functools import lru_cache
from random import Random

import numpy as np

from games.core.actions import Action, CallCard, DiscardCard, PlayCard, ShowHandful
from games.core.bots.knowledge.sights import read_view
from games.core.bots.knowledge.tarot_sight import TarotSight
from games.core.bots.numbers.lanes import Numbers
from games.core.bots.worlds.lane_worlds import draw_worlds
from games.core.cards import KING, Card, half_points, rank_of, suit_of, trump_number
from games.core.compiled import Memory, as_memory, compiled, compiled_entry
from games.core.outcome import Bid
from games.core.play import View
from games.core.scoring import PETIT_POINTS, contract_score
from games.core.tarot_rules import TarotRules
from games.core.tricks import cards_in
from games.core.variant import Variant

COLOURS, TRUMPS, NOT_LED = 5, 4, -1
CODE_BITS = 5  # for the number of a card in its code; its colour stands above them
NUMBERS = (1 << CODE_BITS) - 1
EXCUSE, PETIT, TWENTY_ONE = (TRUMPS << CODE_BITS | number for number in (0, 1, 21))
LAST_TRICKS, EXCUSE_SWAP = 3, 8
"""Tricks left at which the Excuse is played; half points that it keeps, less those of the card given."""


@compiled
def half_points_of_code(code: int) -> int:
    """Return the half points of a card."""
    if code >= EXCUSE:
        return 9 if code in (EXCUSE, PETIT, TWENTY_ONE) else 1
    return max(2 * ((code & NUMBERS) - 10), 0) + 1


@compiled
def top_number(cards: int) -> int:
    """Return the highest number in a set of one colour; -1 for none."""
    number = -1
    while cards:
        number += 1
        cards >>= 1
    return number


@compiled
def others_top(hands: Memory, turn: int, colour: int) -> int:
    """Return the highest number of a colour in the other hands."""
    cards = 0
    for seat in range(len(hands) // COLOURS):
        cards |= hands[COLOURS * seat + colour] if seat != turn else 0
    return top_number(cards)


@compiled
def lead_plainly(hands: Memory, turn: int, attacks: int, chance: int) -> int:
    """Return the card to lead: often the attack's top trump, else a suit by chance, its master or lowest."""
    trumps = hands[COLOURS * turn + TRUMPS] & ~3
    if attacks and trumps and chance & 1:
        return EXCUSE | top_number(trumps)
    for step in range(TRUMPS):
        suit = (chance // 2 + step) % TRUMPS
        cards = hands[COLOURS * turn + suit]
        top = top_number(cards)
        if cards:
            is_low = top < others_top(hands, turn, suit)
            return suit << CODE_BITS | (top_number(cards & -cards) if is_low else top)
    trumps = trumps if trumps else hands[COLOURS * turn + TRUMPS]
    return EXCUSE | top_number(trumps & -trumps)


@compiled
def follow_plainly(hands: Memory, turn: int, led: int, best: int, is_friend: bool, is_last: bool) -> int:
    """Return the card to follow with, the Excuse only without another card or to save a figure.

    Args:
        best: the winning card.
        is_friend: True if the side of the seat has it.
    """
    gives = is_friend and (is_last or best & NUMBERS > others_top(hands, turn, best >> CODE_BITS))
    cards, trumps = hands[COLOURS * turn + led], hands[COLOURS * turn + TRUMPS] & ~1
    code, chosen_number = EXCUSE, -1
    if led != TRUMPS and cards:
        top = top_number(cards)
        wins = led << CODE_BITS | top > best and (is_last or top > others_top(hands, turn, led))
        code = led << CODE_BITS | (top if wins or gives else top_number(cards & -cards))
    elif trumps:
        over = max(best - EXCUSE, 0) + 1
        higher_trumps = trumps >> over << over
        legal_trumps = higher_trumps if higher_trumps else trumps
        # the Petit only where it is safe
        if not (gives or (is_last and higher_trumps)) and legal_trumps & ~2:
            legal_trumps &= ~2
        code = EXCUSE | top_number(legal_trumps & -legal_trumps)
    else:
        for suit in range(TRUMPS):
            cards = hands[COLOURS * turn + suit]
            number = top_number(cards if gives else cards & -cards)
            if number >= 0 and (chosen_number < 0 or (number > chosen_number) == gives):
                code, chosen_number = suit << CODE_BITS | number, number
    saves = hands[COLOURS * turn + TRUMPS] & 1 and not gives and half_points_of_code(code) > 5
    return EXCUSE if saves else code


@compiled
def play_plainly(hands: Memory, attack: int, turn: int, codes: Memory, ends: Memory, tricks: int) -> None:
    """Play a whole deal: the given cards, then one for each seat in turn by plain sense, all hands seen.

    Args:
        hands: cards of each seat and colour after the given cards, as bits; used up.
        attack: seats of the attack, as bits.
        turn: seat of the first lead.
        codes: the cards played so far and the card to try, in order.
        ends: contains a random number. It receives half points and bouts of the attack's tricks, and 1 or -1
            for the side that wins the Petit at the end.
    """
    seats, card_number, total, all_bouts, petit, chance = len(hands) // COLOURS, 0, 0, 0, 0, ends[0]
    for trick in range(tricks):
        led, best, winner, points, bouts, excuse_of, petit = NOT_LED, 0, turn, 0, 0, -1, 0
        for place in range(seats):
            chance = (chance * 1103515245 + 12345) & ((1 << 31) - 1)
            if card_number < len(codes):
                code = codes[card_number]
            elif hands[COLOURS * turn + TRUMPS] & 1 and tricks - trick <= LAST_TRICKS:
                code = EXCUSE
            elif led == NOT_LED:
                code = lead_plainly(hands, turn, attack >> turn & 1, chance >> 16)
            else:
                is_friend = (attack >> turn & 1) == (attack >> winner & 1)
                code = follow_plainly(hands, turn, led, best, is_friend, place == seats - 1)
            card_number += 1
            colour = code >> CODE_BITS
            hands[COLOURS * turn + colour] &= ~(1 << (code & NUMBERS))
            points += half_points_of_code(code)
            bouts += 1 if code in (EXCUSE, PETIT, TWENTY_ONE) else 0
            petit |= 1 if code == PETIT else 0
            if code == EXCUSE:
                excuse_of = turn
            elif led == NOT_LED or (code > best and colour in (best >> CODE_BITS, TRUMPS)):
                led = colour if led == NOT_LED else led
                best, winner = code, turn
            turn = (turn + 1) % seats
        turn, has_won = winner, attack >> winner & 1
        keeps = (attack >> excuse_of & 1) - has_won if excuse_of >= 0 and trick + 1 < tricks else 0
        total += points * has_won + EXCUSE_SWAP * keeps
        all_bouts += bouts * has_won + keeps
        petit *= 2 * has_won - 1
    ends[0], ends[1], ends[2] = total, all_bouts, petit


@compiled_entry
def play_worlds_plainly(
    hands: Memory, attacks: Memory, leader: int, codes: Memory, ends: Memory, tricks: int
) -> None:
    """Play one card out in every world. Arguments are those of `play_plainly`, world after world."""
    size = len(hands) // len(attacks)
    for world in range(len(attacks)):
        world_ends, world_hands = ends[3 * world : 3 * world + 3], hands[size * world : size * (world + 1)]
        play_plainly(world_hands, attacks[world], leader, codes, world_ends, tricks)
        # the slice of a list is a copy
        ends[3 * world : 3 * world + 3] = world_ends


@lru_cache(maxsize=64)
def contract_table(bid: Bid, row: Variant, rules: TarotRules) -> Numbers:
    """Return the scores of the attack by bouts and half points, without Petit, handfuls and slam."""
    counts = np.ndindex(4, row.total_half_points + 1)
    scores = [contract_score(half, bouts, bid, row, rules, 0) for bouts, half in counts]
    return np.array(scores).reshape(4, -1)


def code_of(card: Card) -> int:
    """Return the code of a card: its colour, then its rank or number; the Excuse is the trump 0."""
    suit = suit_of(card)
    return (TRUMPS if suit is None else suit) << CODE_BITS | (rank_of(card) or trump_number(card) or 0)


@dataclass(frozen=True, slots=True)
class Yardstick:
    """The plain player, with the number of worlds that it draws for a card."""

    worlds: int = 80

    def act(self, view: View, seed: int) -> Action:
        """Return the action of the seat to act."""
        cards = [action.card for action in view.legal if isinstance(action, PlayCard)]
        if len(cards) < 2 or any(isinstance(action, ShowHandful) for action in view.legal):
            return max(view.legal, key=lambda action: _plain_rank(view, action))
        sight = read_view(view)
        assert isinstance(sight, TarotSight)
        rng = Random(f"{seed} {view.seat} {len(view.steps)}")
        return PlayCard(_best_card(sight, cards, rng, self.worlds))


def _plain_rank(view: View, action: Action) -> int:
    """Return the rank of an action: short suits without a king are discarded, a long one's king is called."""
    if not isinstance(action, DiscardCard | CallCard):
        return isinstance(action, ShowHandful)
    suit = [card for card in view.hand if suit_of(card) == suit_of(action.card)]
    if isinstance(action, CallCard):
        return len(suit) - len(view.hand) * (action.card in view.hand)
    return half_points(action.card) - 3 * len(suit) - 9 * any(rank_of(card) == KING for card in suit)


def _best_card(sight: TarotSight, cards: list[Card], rng: Random, count: int) -> Card:
    """Return the card with the best mean score in random worlds."""
    assert sight.bid is not None
    table = contract_table(sight.bid, sight.row, sight.rules)
    hands, attacks, discards = _draw_hands(sight, rng, count)
    chances = np.array([number for _ in attacks for number in (rng.getrandbits(31), 0, 0)])
    sides = np.where(attacks >> sight.view.seat & 1, 1, -1)
    codes = [code_of(card) for card in sight.clues.left]
    leader, means = sight.tricks[0][0] if sight.tricks else sight.leader, {}
    for card in cards:
        code, cards_left = code_of(card), hands.copy()
        cards_left[:, sight.view.seat, code >> CODE_BITS] &= ~(1 << (code & NUMBERS))
        codes_played, counts = as_memory(np.array([*codes, code])), as_memory(chances.copy())
        left_cards = as_memory(cards_left.reshape(-1))
        play_worlds_plainly(left_cards, as_memory(attacks), leader, codes_played, counts, sight.row.hand_size)
        ends = np.array(counts).reshape(-1, 3)
        petits = ends[:, 2] * PETIT_POINTS * sight.rules.multiplier(sight.bid)
        means[card] = float((sides * (table[ends[:, 1], ends[:, 0] + discards] + petits)).mean())
    return max(means, key=means.__getitem__)


def _draw_hands(sight: TarotSight, rng: Random, count: int) -> tuple[Numbers, Numbers, Numbers]:
    """Return random worlds: hands, seats of the attack as bits, and half points of the discard."""
    cards, places = draw_worlds(sight.places, sight.unknown, rng, count)
    hands = np.zeros((places.shape[1], sight.row.player_count, COLOURS), np.int64)
    team = sum(1 << seat for seat in sight.row.team_members(sight.taker or 0))
    attacks, discards = np.full(len(hands), team), np.zeros(len(hands), np.int64)
    lies = [(card, key, attacks > 0) for key, fixed in sight.fixed.items() for card in cards_in(fixed)]
    for place, lot in enumerate(sight.lots):
        lies += [(card, lot.key, places[number] == place) for number, card in enumerate(cards)]
    for card, (kind, *seats), is_there in lies:
        if kind == "discard":
            discards += half_points(card) * is_there
        elif kind == "hand":
            seat, code = int(str(seats[0])), code_of(card)
            attacks |= np.where(is_there & (card in sight.called), 1 << seat, 0)
            is_held = is_there & (card not in sight.clues.left)
            hands[:, seat, code >> CODE_BITS] |= np.where(is_held, 1 << (code & NUMBERS), 0)
    return hands, attacks, discards
