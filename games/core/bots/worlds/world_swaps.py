"""Swaps of hidden cards in worlds of Tarot, until the frequency of worlds matches their probability.

The probability of a world depends on the bidding and on every card that another seat played. The learnt
policy gives the frequency of that card with that hand. All data are plain numbers.
"""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from games.core.bots.ends.play_outs import UNIT, weigh_choices
from games.core.bots.ends.policy_choices import Choices, write_choices
from games.core.bots.numbers.card_bits import FIRST_FIGURE, FIRST_MAJOR, count_bits
from games.core.bots.numbers.chances import next_chance
from games.core.bots.numbers.lanes import COLOURS, EXCUSE_COLOUR, NOBODY, PETIT_BIT
from games.core.bots.numbers.moments import (
    MOST_SEATS,
    Deal,
    PlayMoment,
    clear_hands,
    copy_seen,
    lead_next,
    put_card,
    write_first_moment,
)
from games.core.bots.worlds.bid_weights import BidClue
from games.core.bots.worlds.world_kernel import SUIT_ROW, TRUMP_ROW
from games.core.compiled import Memory, compiled, compiled_entry
from games.core.tricks import TRUMP_LED

POWERS = 1536
"""Number of stored powers of e, from exponent 0 down, `POWER_UNIT` of a weight apart; see
`likely_worlds.power_table`.
"""
POWER_UNIT = 32
POWER_ONE = 1 << 20
LOGS = 1 << 14
"""Number of stored logarithms of numbers in 0..1; see `likely_worlds.log_table`."""
LOG_SHIFT = 6
CHANCES = 512
"""Number of stored logarithms of the chance of a bid, by points of the scale from -256 up."""
UNLIKE = 20
"""Divisor for the share of cards that are assumed to be played at random among the choices."""
NOT_LOWEST = 3 * UNIT * UNIT
"""Logarithm by which a card is less likely if it is not the lowest of those with equal worth."""
IMPOSSIBLE = 20 * UNIT * UNIT
NO_CLUE, AT_LEAST, AT_MOST = 0, int(BidClue.AT_LEAST), int(BidClue.AT_MOST)
"""Conclusions from the bidding about the worth of a hand. Any other number means below the taker's hand."""


class SeatOdds:
    """Record of the logarithms of the chances of a world."""

    bids: int
    seats: Annotated[Memory, MOST_SEATS]
    """Chance of the cards that each seat played."""
    new_seats: Annotated[Memory, MOST_SEATS]
    """Chance of the cards that each seat played, after a swap that is tried."""
    chance: int
    """Random number drawn last."""


class SwapRoom(NamedTuple):
    """Memory for the numbers of one world."""

    moment: PlayMoment
    choices: Choices
    world: PlayMoment
    """Hands of the world before the first card."""
    moments: Sequence[PlayMoment]
    """Public facts before each card played; one more moment is used."""
    odds: SeatOdds


class HiddenCards(NamedTuple):
    """The cards of a world, and their possible places."""

    cards: Memory
    """Colour and bit of each card."""
    allowed: Memory
    """Flags by card and place: 1 if the card may lie there."""
    owners: Memory
    """Seat of each place, `NOBODY` for none."""
    loose: Memory
    """Cards with several possible places."""


class PlaySeen(NamedTuple):
    """The knowledge of a seat about the auction and the play."""

    me: int
    """Seat that has the knowledge."""
    played: Memory
    """Colour and bit of every card played."""
    bids: Memory
    """Clue and number of points for each seat, `NO_CLUE` for the seat `me`."""
    dog: Memory
    """Dog that the taker took, as sets, then 1 if the Excuse was in it."""
    attacks: Memory
    """1 for each seat that attacks by the contract alone: the taker, with the rest of a fixed team."""
    called: Memory
    """Colour and bit of each called card that was not in the dog."""


class ChanceTables(NamedTuple):
    """The policy, and tables of logarithms, powers and worths of hands."""

    weights: Memory
    powers: Memory
    logs: Memory
    chances: Memory
    suit_values: Memory
    trump_values: Memory


@compiled
def read_worth(tables: ChanceTables, m: Choices, most: int, choice: int) -> int:
    """Return the frequency of a choice, relative to the one with the highest weight."""
    return tables.powers[min((most - m.weights[choice]) // POWER_UNIT, POWERS - 1)]


@compiled
def card_chance(m: Choices, colour: int, bit: int, tables: ChanceTables, may_signal: bool) -> int:
    """Return the logarithm of the chance that a card is played, from the choices written.

    Args:
        may_signal: True if a higher one of cards worth the same may tell the Petit.
    """
    card_choice, is_lowest = -1, False
    for choice in range(m.count):
        if m.colours[choice] == colour:
            if m.bits[choice] == bit:
                card_choice, is_lowest = choice, True
            elif m.alike[choice] & bit:
                card_choice = choice
    if card_choice < 0:
        return -IMPOSSIBLE
    weigh_choices(m, tables.weights)
    highest_weight = m.weights[0]
    for choice in range(m.count):
        highest_weight = max(highest_weight, m.weights[choice])
    powers = 0
    for choice in range(m.count):
        powers += read_worth(tables, m, highest_weight, choice)
    share = read_worth(tables, m, highest_weight, card_choice) * POWER_ONE // powers
    # a small part of every card is random play, so that no single card excludes a world
    share = ((UNLIKE - 1) * share + POWER_ONE // m.count) // UNLIKE
    logarithm = tables.logs[min(share >> LOG_SHIFT, LOGS - 1)]
    return logarithm if is_lowest or may_signal else logarithm - NOT_LOWEST


@compiled
def seat_chance(room: SwapRoom, seat: int, plays: Memory, tables: ChanceTables) -> int:
    """Return the logarithm of the chance that a seat plays as it did, from its hand in the world."""
    s, m, world, total, hand = room.moment, room.choices, room.world, 0, seat * COLOURS
    for number in range(len(plays) // 2):
        moment = room.moments[number]
        if moment.turn != seat:
            continue
        copy_seen(s, moment)
        for colour in range(COLOURS):
            s.hands[hand + colour] = world.hands[hand + colour] & s.left[colour]
            s.aside[colour] = world.aside[colour]
        for other_seat in range(s.seats):
            s.attacks[other_seat] = world.attacks[other_seat]
        s.holder = seat if world.holder == seat and s.excuse_left else NOBODY
        write_choices(s, m)
        if m.count > 1:
            is_defence = s.led == TRUMP_LED and not s.attacks[seat]
            may_signal = is_defence and s.hands[hand + TRUMP_LED] & PETIT_BIT != 0
            total += card_chance(m, plays[2 * number], plays[2 * number + 1], tables, may_signal)
    return total


@compiled
def hand_worth(world: PlayMoment, seat: int, dog: Memory, tables: ChanceTables) -> int:
    """Return the worth of a hand as it was dealt, by the scale of `bid_weights.hand_values`."""
    start, worth = seat * COLOURS, 0
    has_excuse, trumps = 1 if world.holder == seat else 0, world.hands[start + TRUMP_LED]
    if seat == world.sees_aside:
        trumps = (trumps | world.aside[TRUMP_LED]) & ~dog[TRUMP_LED]
        has_excuse &= 1 - dog[EXCUSE_COLOUR]
    for suit in range(TRUMP_LED):
        suit_cards = world.hands[start + suit]
        if seat == world.sees_aside:
            suit_cards = (suit_cards | world.aside[suit]) & ~dog[suit]
        worth += tables.suit_values[(suit_cards >> FIRST_FIGURE) * SUIT_ROW + count_bits(suit_cards)]
    scored_bits = trumps >> FIRST_MAJOR | (64 if trumps & PETIT_BIT else 0) | 128 * has_excuse
    return worth + tables.trump_values[scored_bits * TRUMP_ROW + count_bits(trumps) + has_excuse]


@compiled
def bids_chance(world: PlayMoment, knowledge: PlaySeen, tables: ChanceTables) -> int:
    """Return the logarithm of the chance of the bidding, by the rules of `bid_weights`."""
    taker, total, taker_worth = world.taker, 0, 0
    if knowledge.bids[2 * taker] != NO_CLUE:
        taker_worth = hand_worth(world, taker, knowledge.dog, tables)
    for seat in range(world.seats):
        clue, points = knowledge.bids[2 * seat], knowledge.bids[2 * seat + 1]
        if clue == NO_CLUE:
            continue
        worth = taker_worth if seat == taker else hand_worth(world, seat, knowledge.dog, tables)
        support = taker_worth - worth
        if clue == AT_LEAST:
            support = worth - points
        elif clue == AT_MOST:
            support = points - worth
        total += tables.chances[min(max(support + CHANCES // 2, 0), CHANCES - 1)]
    return total


@compiled
def lay(world: PlayMoment, hidden_cards: HiddenCards, card: int, seat: int) -> None:
    """Put a card of a world into a hand, or aside."""
    colour, bit = hidden_cards.cards[2 * card], hidden_cards.cards[2 * card + 1]
    if colour == EXCUSE_COLOUR:
        world.holder = seat
    elif seat < 0:
        world.aside[colour] |= bit
    else:
        world.hands[seat * COLOURS + colour] |= bit


@compiled
def lift(world: PlayMoment, hidden_cards: HiddenCards, card: int, seat: int) -> None:
    """Remove a card of a world from a hand, or from aside."""
    colour, bit = hidden_cards.cards[2 * card], hidden_cards.cards[2 * card + 1]
    if colour == EXCUSE_COLOUR:
        world.holder = NOBODY
    elif seat < 0:
        world.aside[colour] &= ~bit
    else:
        world.hands[seat * COLOURS + colour] &= ~bit


@compiled
def exchange(
    world: PlayMoment,
    hidden_cards: HiddenCards,
    first_card: int,
    second_card: int,
    owner: int,
    new_owner: int,
) -> None:
    """Swap the places of two cards.

    Args:
        owner, new_owner: the seats of the first and of the second card.
    """
    lift(world, hidden_cards, first_card, owner)
    lift(world, hidden_cards, second_card, new_owner)
    lay(world, hidden_cards, first_card, new_owner)
    lay(world, hidden_cards, second_card, owner)


@compiled
def is_called_card(hidden_cards: HiddenCards, card: int, called: Memory) -> bool:
    """Return whether a card is a called one."""
    for place in range(0, len(called), 2):
        if (
            hidden_cards.cards[2 * card] == called[place]
            and hidden_cards.cards[2 * card + 1] == called[place + 1]
        ):
            return True
    return False


@compiled
def write_attacks(world: PlayMoment, knowledge: PlaySeen) -> None:
    """Write the sides of all seats: those of the contract attack, and the holders of called cards."""
    for seat in range(world.seats):
        side = knowledge.attacks[seat]
        for place in range(0, len(knowledge.called), 2):
            if world.hands[seat * COLOURS + knowledge.called[place]] & knowledge.called[place + 1]:
                side = 1
        world.attacks[seat] = side


@compiled
def try_swap(
    room: SwapRoom,
    hidden_cards: HiddenCards,
    knowledge: PlaySeen,
    tables: ChanceTables,
    first_card: int,
    second_card: int,
    owner: int,
    new_owner: int,
) -> bool:
    """Swap two cards if the world becomes likelier, else with a chance equal to the ratio of the
    probabilities.

    Return whether they were swapped.
    """
    world, odds = room.world, room.odds
    exchange(world, hidden_cards, first_card, second_card, owner, new_owner)
    # a called card decides who attacks, which changes the choices of all seats
    is_called = is_called_card(hidden_cards, first_card, knowledge.called) or is_called_card(
        hidden_cards, second_card, knowledge.called
    )
    if is_called:
        write_attacks(world, knowledge)
    bids = bids_chance(world, knowledge, tables)
    gain = bids - odds.bids
    for seat in range(world.seats):
        odds.new_seats[seat] = odds.seats[seat]
        if seat != knowledge.me and (is_called or seat in (owner, new_owner)):
            odds.new_seats[seat] = seat_chance(room, seat, knowledge.played, tables)
        gain += odds.new_seats[seat] - odds.seats[seat]
    odds.chance = next_chance(odds.chance)
    # Metropolis: accept a less likely world with the ratio of the probabilities
    if gain < 0 and tables.logs[odds.chance >> 17] >= gain:
        exchange(world, hidden_cards, first_card, second_card, new_owner, owner)
        if is_called:
            write_attacks(world, knowledge)
        return False
    odds.bids = bids
    for seat in range(world.seats):
        odds.seats[seat] = odds.new_seats[seat]
    return True


@compiled
def draw_card(odds: SeatOdds, loose: Memory) -> int:
    """Return a card drawn at random."""
    odds.chance = next_chance(odds.chance)
    # the low bits of this generator are the least random
    return loose[(odds.chance >> 12) % len(loose)]


@compiled
def load_swap_world(
    room: SwapRoom,
    worlds: Memory,
    first: int,
    hidden_cards: HiddenCards,
    knowledge: PlaySeen,
    tables: ChanceTables,
) -> None:
    """Write the hands of a world, and its chances."""
    world, odds = room.world, room.odds
    clear_hands(world)
    for card in range(len(hidden_cards.cards) // 2):
        lay(world, hidden_cards, card, hidden_cards.owners[worlds[first + card]])
    write_attacks(world, knowledge)
    odds.bids = bids_chance(world, knowledge, tables)
    for seat in range(world.seats):
        odds.seats[seat] = 0 if seat == knowledge.me else seat_chance(room, seat, knowledge.played, tables)


@compiled
def write_moments(moments: Sequence[PlayMoment], s: PlayMoment, deal: Deal, plays: Memory) -> None:
    """Write the public facts before each card played."""
    write_first_moment(s, deal)
    for number in range(len(plays) // 2):
        copy_seen(moments[number], s)
        put_card(s, plays[2 * number], plays[2 * number + 1], False)
        if s.place == s.seats:
            lead_next(s)


@compiled_entry
def swap_cards(
    room: SwapRoom,
    deal: Deal,
    worlds: Memory,
    hidden_cards: HiddenCards,
    knowledge: PlaySeen,
    tables: ChanceTables,
    steps: int,
    chance: int,
) -> int:
    """Swap hidden cards in each world (Metropolis). Return the number of swaps.

    Args:
        worlds: for each world the place of each card before the first card; receives the new places.
        steps: number of pairs drawn in each world.
        chance: the start of the random numbers.
    """
    write_moments(room.moments, room.moment, deal, knowledge.played)
    write_first_moment(room.world, deal)
    room.odds.chance = chance
    size, places, swap_count = len(hidden_cards.cards) // 2, len(hidden_cards.owners), 0
    for first in range(0, len(worlds), size):
        load_swap_world(room, worlds, first, hidden_cards, knowledge, tables)
        for _ in range(steps):
            first_card, second_card = (
                draw_card(room.odds, hidden_cards.loose),
                draw_card(room.odds, hidden_cards.loose),
            )
            first_place, second_place = worlds[first + first_card], worlds[first + second_card]
            if first_place == second_place or not hidden_cards.allowed[first_card * places + second_place]:
                continue
            if not hidden_cards.allowed[second_card * places + first_place]:
                continue
            owner, new_owner = hidden_cards.owners[first_place], hidden_cards.owners[second_place]
            if try_swap(room, hidden_cards, knowledge, tables, first_card, second_card, owner, new_owner):
                worlds[first + first_card], worlds[first + second_card] = second_place, first_place
                swap_count += 1
    return swap_count
