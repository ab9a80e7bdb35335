"""Swaps of hidden cards in worlds of Tarot, until worlds come as often as they are likely.

A world is likely by the bidding, and by every card that another seat played: the learnt policy says how often
such a player plays it from that hand. All on plain numbers.
"""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from games.core.bots.bid_weights import BidClue
from games.core.bots.card_bits import FIRST_FIGURE, FIRST_MAJOR, count_bits
from games.core.bots.lanes import COLOURS, EXCUSE_COLOUR, NOBODY, PETIT_BIT
from games.core.bots.moments import (
    MOST_SEATS,
    Deal,
    PlayMoment,
    begin,
    clear_hands,
    copy_seen,
    lead_next,
    put,
)
from games.core.bots.play_outs import UNIT, next_chance, weigh_choices
from games.core.bots.policy_choices import Choices, list_choices
from games.core.bots.world_kernel import SUIT_ROW, TRUMP_ROW
from games.core.compiled import Memory, compiled, compiled_entry
from games.core.tricks import TRUMP_LED

POWERS = 1536
"""Powers of e from 0 down, `POWER_UNIT` of a weight apart; see `policy.power_table`."""
POWER_UNIT = 32
POWER_ONE = 1 << 20
LOGS = 1 << 14
"""Logarithms of parts of 1; see `policy.log_table`."""
LOG_SHIFT = 6
CHANCES = 512
"""Logarithms of the chance of a bid, by points of the scale from -256 up."""
UNLIKE = 20
"""One card in so many is supposed to be played at random among the choices."""
NOT_LOWEST = 3 * UNIT * UNIT
"""The logarithm by which a card is less likely that is not the lowest of those worth the same."""
IMPOSSIBLE = 20 * UNIT * UNIT
NO_CLUE, AT_LEAST, AT_MOST = 0, int(BidClue.AT_LEAST), int(BidClue.AT_MOST)
"""What the bidding says of the worth of a hand; any other number: that it is below the taker's."""


class SeatOdds:
    """The logarithms of the chances of a world: a record."""

    bids: int
    seats: Annotated[Memory, MOST_SEATS]
    """The chance of the cards that each seat played."""
    new_seats: Annotated[Memory, MOST_SEATS]
    """The same when two cards are swapped."""
    chance: int
    """The random number drawn last."""


class SwapRoom(NamedTuple):
    """Room for the numbers of one world."""

    moment: PlayMoment
    choices: Choices
    world: PlayMoment
    """The hands of the world before the first card."""
    moments: Sequence[PlayMoment]
    """What all could see before each card played; one more is used."""
    odds: SeatOdds


class HiddenCards(NamedTuple):
    """The cards of a world, and where they may lie."""

    cards: Memory
    """Colour and bit of each card."""
    allowed: Memory
    """For each card and each place 1 where it may lie there."""
    owners: Memory
    """The seat of each place, `NOBODY` for none."""
    loose: Memory
    """The cards that may lie in several places."""


class PlaySeen(NamedTuple):
    """What a seat knows of the auction and the play."""

    me: int
    """The seat that looks."""
    played: Memory
    """Colour and bit of every card played."""
    bids: Memory
    """A clue and a number of points for each seat, `NO_CLUE` for the seat that looks."""
    dog: Memory
    """What the taker took, as sets, then whether the Excuse was in it."""
    called: Memory
    """Colour and bit of a called card that was not in the dog; else -1 and 0."""


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
    """Return how often a choice is played, beside the one that weighs most."""
    return tables.powers[min((most - m.weights[choice]) // POWER_UNIT, POWERS - 1)]


@compiled
def card_chance(m: Choices, colour: int, bit: int, tables: ChanceTables) -> int:
    """Return the logarithm of the chance that a card is played, by the choices written."""
    chosen, is_lowest = -1, False
    for choice in range(m.count):
        if m.colours[choice] == colour:
            if m.bits[choice] == bit:
                chosen, is_lowest = choice, True
            elif m.alike[choice] & bit:
                chosen = choice
    if chosen < 0:
        return -IMPOSSIBLE
    weigh_choices(m, tables.weights)
    most = m.weights[0]
    for choice in range(m.count):
        most = max(most, m.weights[choice])
    powers = 0
    for choice in range(m.count):
        powers += read_worth(tables, m, most, choice)
    share = read_worth(tables, m, most, chosen) * POWER_ONE // powers
    share = ((UNLIKE - 1) * share + POWER_ONE // m.count) // UNLIKE
    logarithm = tables.logs[min(share >> LOG_SHIFT, LOGS - 1)]
    return logarithm if is_lowest else logarithm - NOT_LOWEST


@compiled
def seat_chance(room: SwapRoom, seat: int, played: Memory, tables: ChanceTables) -> int:
    """Return the logarithm of the chance that a seat plays as it did, from its hand in the world."""
    s, m, world, total, hand = room.moment, room.choices, room.world, 0, seat * COLOURS
    for number in range(len(played) // 2):
        seen = room.moments[number]
        if seen.turn != seat:
            continue
        copy_seen(s, seen)
        for colour in range(COLOURS):
            s.hands[hand + colour] = world.hands[hand + colour] & s.left[colour]
            s.aside[colour] = world.aside[colour]
        for other in range(s.seats):
            s.attacks[other] = world.attacks[other]
        s.holder = seat if world.holder == seat and s.excuse_left else NOBODY
        list_choices(s, m)
        if m.count > 1:
            total += card_chance(m, played[2 * number], played[2 * number + 1], tables)
    return total


@compiled
def hand_worth(world: PlayMoment, seat: int, dog: Memory, tables: ChanceTables) -> int:
    """Return the worth of a hand as it was dealt, as `hand_values` of `bid_weights` has it."""
    at, worth = seat * COLOURS, 0
    has_excuse, trumps = 1 if world.holder == seat else 0, world.hands[at + TRUMP_LED]
    if seat == world.sees_aside:
        trumps = (trumps | world.aside[TRUMP_LED]) & ~dog[TRUMP_LED]
        has_excuse &= 1 - dog[EXCUSE_COLOUR]
    for suit in range(TRUMP_LED):
        held = world.hands[at + suit]
        if seat == world.sees_aside:
            held = (held | world.aside[suit]) & ~dog[suit]
        worth += tables.suit_values[(held >> FIRST_FIGURE) * SUIT_ROW + count_bits(held)]
    named = trumps >> FIRST_MAJOR | (64 if trumps & PETIT_BIT else 0) | 128 * has_excuse
    return worth + tables.trump_values[named * TRUMP_ROW + count_bits(trumps) + has_excuse]


@compiled
def bids_chance(world: PlayMoment, seen: PlaySeen, tables: ChanceTables) -> int:
    """Return the logarithm of the chance of the bidding, as `bid_weights` has it."""
    taker, total, of_taker = world.taker, 0, 0
    if seen.bids[2 * taker] != NO_CLUE:
        of_taker = hand_worth(world, taker, seen.dog, tables)
    for seat in range(world.seats):
        clue, points = seen.bids[2 * seat], seen.bids[2 * seat + 1]
        if clue == NO_CLUE:
            continue
        worth = of_taker if seat == taker else hand_worth(world, seat, seen.dog, tables)
        speaks = of_taker - worth
        if clue == AT_LEAST:
            speaks = worth - points
        elif clue == AT_MOST:
            speaks = points - worth
        total += tables.chances[min(max(speaks + CHANCES // 2, 0), CHANCES - 1)]
    return total


@compiled
def lay(world: PlayMoment, hidden: HiddenCards, card: int, seat: int, called: Memory) -> None:
    """Put a card of a world into a hand, or aside; the seat with the called card attacks."""
    colour, bit = hidden.cards[2 * card], hidden.cards[2 * card + 1]
    if colour == EXCUSE_COLOUR:
        world.holder = seat
    elif seat < 0:
        world.aside[colour] |= bit
    else:
        world.hands[seat * COLOURS + colour] |= bit
        if colour == called[0] and bit == called[1]:
            world.attacks[seat] = 1


@compiled
def lift(world: PlayMoment, hidden: HiddenCards, card: int, seat: int, called: Memory) -> None:
    """Take a card of a world out of a hand, or from aside."""
    colour, bit = hidden.cards[2 * card], hidden.cards[2 * card + 1]
    if colour == EXCUSE_COLOUR:
        world.holder = NOBODY
    elif seat < 0:
        world.aside[colour] &= ~bit
    else:
        world.hands[seat * COLOURS + colour] &= ~bit
        if colour == called[0] and bit == called[1] and seat != world.taker:
            world.attacks[seat] = 0


@compiled
def exchange(
    world: PlayMoment, hidden: HiddenCards, one: int, other: int, owner: int, new_owner: int, called: Memory
) -> None:
    """Let two cards change their places.

    Args:
        owner, new_owner: the seats that have the one and the other.
    """
    lift(world, hidden, one, owner, called)
    lift(world, hidden, other, new_owner, called)
    lay(world, hidden, one, new_owner, called)
    lay(world, hidden, other, owner, called)


@compiled
def is_card(hidden: HiddenCards, card: int, called: Memory) -> bool:
    """Return whether a card is the called one."""
    return hidden.cards[2 * card] == called[0] and hidden.cards[2 * card + 1] == called[1]


@compiled
def try_swap(
    room: SwapRoom,
    hidden: HiddenCards,
    seen: PlaySeen,
    tables: ChanceTables,
    one: int,
    other: int,
    owner: int,
    new_owner: int,
) -> bool:
    """Swap two cards where the world becomes likelier, else as often as it becomes less likely."""
    world, odds = room.world, room.odds
    exchange(world, hidden, one, other, owner, new_owner, seen.called)
    # Who attacks changes with the called card, and with it the choices of all.
    is_called = is_card(hidden, one, seen.called) or is_card(hidden, other, seen.called)
    bids = bids_chance(world, seen, tables)
    gained = bids - odds.bids
    for seat in range(world.seats):
        odds.new_seats[seat] = odds.seats[seat]
        if seat != seen.me and (is_called or seat in (owner, new_owner)):
            odds.new_seats[seat] = seat_chance(room, seat, seen.played, tables)
        gained += odds.new_seats[seat] - odds.seats[seat]
    odds.chance = next_chance(odds.chance)
    if gained < 0 and tables.logs[odds.chance >> 17] >= gained:
        exchange(world, hidden, one, other, new_owner, owner, seen.called)
        return False
    odds.bids = bids
    for seat in range(world.seats):
        odds.seats[seat] = odds.new_seats[seat]
    return True


@compiled
def draw_card(odds: SeatOdds, loose: Memory) -> int:
    """Return a card drawn by chance."""
    odds.chance = next_chance(odds.chance)
    return loose[(odds.chance >> 12) % len(loose)]


@compiled
def load_world(
    room: SwapRoom,
    worlds: Memory,
    first: int,
    hidden: HiddenCards,
    seen: PlaySeen,
    tables: ChanceTables,
) -> None:
    """Write the hands of a world, and its chances."""
    world, odds = room.world, room.odds
    clear_hands(world)
    world.attacks[world.taker] = 1
    for card in range(len(hidden.cards) // 2):
        lay(world, hidden, card, hidden.owners[worlds[first + card]], seen.called)
    odds.bids = bids_chance(world, seen, tables)
    for seat in range(world.seats):
        odds.seats[seat] = 0 if seat == seen.me else seat_chance(room, seat, seen.played, tables)


@compiled
def write_moments(moments: Sequence[PlayMoment], s: PlayMoment, deal: Deal, played: Memory) -> None:
    """Write what all could see before each card played."""
    begin(s, deal)
    for number in range(len(played) // 2):
        copy_seen(moments[number], s)
        put(s, played[2 * number], played[2 * number + 1], False)
        if s.place == s.seats:
            lead_next(s)


@compiled_entry
def swap_cards(
    room: SwapRoom,
    deal: Deal,
    worlds: Memory,
    hidden: HiddenCards,
    seen: PlaySeen,
    tables: ChanceTables,
    steps: int,
    chance: int,
) -> int:
    """Swap hidden cards in each world (Metropolis). Return the number of swaps.

    Args:
        worlds: for each world the place of each card before the first card; gets the new ones.
        steps: pairs drawn in each world.
        chance: where the random numbers begin.
    """
    write_moments(room.moments, room.moment, deal, seen.played)
    begin(room.world, deal)
    room.odds.chance = chance
    size, places, swapped = len(hidden.cards) // 2, len(hidden.owners), 0
    for first in range(0, len(worlds), size):
        load_world(room, worlds, first, hidden, seen, tables)
        for _ in range(steps):
            one, other = draw_card(room.odds, hidden.loose), draw_card(room.odds, hidden.loose)
            here, there = worlds[first + one], worlds[first + other]
            if here == there or not hidden.allowed[one * places + there]:
                continue
            if not hidden.allowed[other * places + here]:
                continue
            owner, new_owner = hidden.owners[here], hidden.owners[there]
            if try_swap(room, hidden, seen, tables, one, other, owner, new_owner):
                worlds[first + one], worlds[first + other] = there, here
                swapped += 1
    return swapped
