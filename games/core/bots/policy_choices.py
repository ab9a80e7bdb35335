"""The cards that a seat may choose from, and what the learnt policy looks at: rows of its weights.

Some rows are for the moment, some for each card. A seat knows its hand, the cards that are out, the trick,
who showed that they have none of a colour, and who led which suit. All on plain numbers.
"""

from typing import Annotated

from games.core.bots.card_bits import (
    FIRST_FIGURE,
    FIRST_TRUMP,
    KING_BIT,
    LOW_CARDS,
    QUEEN_BIT,
    count_bits,
    highest,
    worth_class,
)
from games.core.bots.lanes import BOUT_BITS, COLOURS, EXCUSE_COLOUR, PETIT_BIT, TWENTY_ONE_BIT
from games.core.bots.moments import PlayMoment
from games.core.compiled import Memory, compiled
from games.core.tricks import NOTHING_LED, TRUMP_LED

MOST_CHOICES = 26
MOST_ROWS = 17
MOMENT_ROWS = 12
HIDDEN = 24
"""Numbers of the hidden layer; one more in each row goes to the weight straight."""
WIDTH = HIDDEN + 1
LEADING, FOLLOWING, THROWING = 0, 1, 2
SUIT_ROWS, TRUMP_ROWS, EXCUSE_ROWS = MOST_ROWS, 13, 4

# The first row of each feature: of the moment, of a suit card, of a trump, of the Excuse.
_MOMENT_LEFT = 0
_MOMENT_PLACE = _MOMENT_LEFT + 2 * 19
_MOMENT_LED = _MOMENT_PLACE + 2 * 5 * 3
_MOMENT_POINTS = _MOMENT_LED + 2 * 3 * 2
_MOMENT_AFTER = _MOMENT_POINTS + 2 * 4
_MOMENT_TRUMPS = _MOMENT_AFTER + 2 * 3 * 2
_MOMENT_TRUMPS_OUT = _MOMENT_TRUMPS + 2 * 12
_MOMENT_BOUTS = _MOMENT_TRUMPS_OUT + 2 * 16
_MOMENT_NEAREST = _MOMENT_BOUTS + 2 * 27
_MOMENT_VOIDS = _MOMENT_NEAREST + 2 * 5
_MOMENT_SEATS = _MOMENT_VOIDS + 2 * 16
_MOMENT_MASTER = _MOMENT_SEATS + 3
_SUIT_RANK = _MOMENT_MASTER + 2 * 2
_SUIT_WINS = _SUIT_RANK + 6 * 7
_SUIT_LENGTH = _SUIT_WINS + 6 * 2 * 2
_SUIT_OUT = _SUIT_LENGTH + 6 * 7
_SUIT_ABOVE = _SUIT_OUT + 6 * 8
_SUIT_HIGHEST = _SUIT_ABOVE + 6 * 5
_SUIT_VOIDS = _SUIT_HIGHEST + 6 * 9
_SUIT_LEADS = _SUIT_VOIDS + 6 * 3 * 2
_SUIT_OWN_LEADS = _SUIT_LEADS + 6 * 3 * 3
_SUIT_THEIR_LEADS = _SUIT_OWN_LEADS + 6 * 4
_SUIT_LONGEST = _SUIT_THEIR_LEADS + 6 * 4
_SUIT_FRIEND = _SUIT_LONGEST + 6 * 4
_SUIT_SAFE = _SUIT_FRIEND + 6 * 7 * 3
_SUIT_TRUMPS = _SUIT_SAFE + 6 * 7 * 2
_SUIT_FIGURES = _SUIT_TRUMPS + 6 * 7 * 3
_SUIT_FIGURES_OUT = _SUIT_FIGURES + 6 * 16
_SUIT_AFTER = _SUIT_FIGURES_OUT + 6 * 16
_TRUMP_RANK = _SUIT_AFTER + 6 * 3 * 2
_TRUMP_WINS = _TRUMP_RANK + 6 * 4 * 2
_TRUMP_ABOVE = _TRUMP_WINS + 6 * 2 * 2
_TRUMP_COUNT = _TRUMP_ABOVE + 6 * 6
_TRUMP_PETIT = _TRUMP_COUNT + 6 * 10
_TRUMP_FRIEND = _TRUMP_PETIT + 6 * 4 * 3
_TRUMP_AFTER = _TRUMP_FRIEND + 6 * 4 * 3
_TRUMP_POINTS = _TRUMP_AFTER + 6 * 4 * 3
_TRUMP_NUMBER = _TRUMP_POINTS + 6 * 4 * 4
_TRUMP_BELOW = _TRUMP_NUMBER + 6 * 21
_TRUMP_LEADS = _TRUMP_BELOW + 6 * 6
_TRUMP_OUT = _TRUMP_LEADS + 6 * 3 * 3
_TRUMP_WITH_PETIT = _TRUMP_OUT + 6 * 5
_EXCUSE_LEFT = _TRUMP_WITH_PETIT + 6 * 2
_EXCUSE_POINTS = _EXCUSE_LEFT + 4 * 19
_EXCUSE_FOR = _EXCUSE_POINTS + 4 * 4 * 3
_EXCUSE_AFTER = _EXCUSE_FOR + 4 * 6 * 2
ROW_COUNT = _EXCUSE_AFTER + 4 * 3
WEIGHTS = ROW_COUNT * WIDTH + 3 * HIDDEN
"""Number of weights: the rows, then what each hidden number counts for suits, trumps, the Excuse."""


class Choices:
    """The cards that a seat chooses from: a record. Cards worth the same are one choice, by the lowest."""

    count: int
    colours: Annotated[Memory, MOST_CHOICES]
    bits: Annotated[Memory, MOST_CHOICES]
    alike: Annotated[Memory, MOST_CHOICES]
    """The cards worth the same."""
    weights: Annotated[Memory, MOST_CHOICES]
    moment_rows: Annotated[Memory, MOMENT_ROWS]
    row_counts: Annotated[Memory, MOST_CHOICES]
    rows: Annotated[Memory, MOST_CHOICES * MOST_ROWS]
    moment_sums: Annotated[Memory, WIDTH]
    sums: Annotated[Memory, WIDTH]
    chance: int
    """The random number drawn last."""
    friend: int
    """0 for a lead, 1 where the own side has the best card, 2 where the other side has it."""
    value: int
    """The worth of the trick on the table, in four classes."""
    trumped: int
    after: int
    """Players of the other side that come after, 2 for more."""
    void: int
    """Whether one of them ruffs."""
    nearest: int
    """Steps to the next player of the other side."""
    enemies: int
    """Players of the other side who showed that they have no trumps."""
    friends: int


@compiled
def size_of(count: int, first: int, second: int, third: int) -> int:
    """Return 0 to 3: how a count lies to three limits."""
    return 0 if count <= first else 1 if count <= second else 2 if count <= third else 3


@compiled
def unseen(s: PlayMoment, turn: int, colour: int) -> int:
    """Return the cards of a colour in the hands of others, or discarded by another seat."""
    seen = s.hands[turn * COLOURS + colour]
    if turn == s.sees_aside:
        seen |= s.aside[colour]
    return s.left[colour] & ~seen


@compiled
def place_of(bit: int, own: int, out: int) -> int:
    """Return 0 for a card in one's own hand, 1 for one not seen, 2 for one that is gone."""
    return 0 if own & bit else 1 if out & bit else 2


@compiled
def add_choice(m: Choices, colour: int, bit: int, alike: int, row_count: int) -> int:
    """Write a choice. Return where its rows begin."""
    number = m.count
    m.colours[number], m.bits[number], m.alike[number] = colour, bit, alike
    m.row_counts[number] = row_count
    m.count += 1
    return number * MOST_ROWS


@compiled
def copy_rows(m: Choices, at: int, first: int, count: int) -> None:
    """Copy the rows of a choice that others share."""
    for place in range(count):
        m.rows[at + place] = m.rows[first + place]


@compiled
def write_ruffs(s: PlayMoment, m: Choices, at: int, k: int, suit: int) -> int:
    """Write the row of who ruffs a suit. Return whether the taker has none of it.

    Args:
        at: where the rows of the choice begin.
        k: the kind of choice, twice over, and the side.
    """
    enemies, friends, taker_void = 0, 0, 0
    for seat in range(s.seats):
        if seat == s.turn:
            continue
        lacks = s.shown[seat] >> suit & 1
        ruffs = 1 if lacks and not s.shown[seat] >> TRUMP_LED & 1 else 0
        if s.attacks[seat] == s.attacks[s.turn]:
            friends |= ruffs
        else:
            enemies = min(enemies + ruffs, 2)
        if seat == s.taker:
            taker_void = lacks
    m.rows[at + 6] = _SUIT_VOIDS + (k * 3 + enemies) * 2 + friends
    return taker_void


@compiled
def write_leads(s: PlayMoment, m: Choices, at: int, k: int, suit: int, taker_void: int) -> None:
    """Write the rows of who led a suit."""
    turn = s.turn
    ours, theirs, friend_led, enemy_led = 0, 0, 0, 0
    for seat in range(s.seats):
        if seat == turn:
            continue
        led, was_last = s.leads[seat * TRUMP_LED + suit], 1 if s.last_leads[seat] == suit else 0
        if s.attacks[seat] == s.attacks[turn]:
            ours += led
            friend_led |= was_last
        else:
            theirs += led
            enemy_led |= was_last
    own_led = min(s.leads[turn * TRUMP_LED + suit], 1)
    m.rows[at + 7] = _SUIT_LEADS + (k * 3 + min(ours, 2)) * 3 + min(theirs, 2)
    m.rows[at + 8] = _SUIT_OWN_LEADS + k * 4 + own_led * 2 + friend_led
    m.rows[at + 9] = _SUIT_THEIR_LEADS + k * 4 + enemy_led * 2 + taker_void


@compiled
def write_suit(s: PlayMoment, m: Choices, at: int, k: int, suit: int, out: int) -> None:
    """Write the rows that all cards of a suit in one hand share."""
    hand = s.turn * COLOURS
    held = s.hands[hand + suit]
    longest, shortest, length = 0, 99, count_bits(held)
    for other in range(TRUMP_LED):
        other_length = count_bits(s.hands[hand + other])
        longest = max(longest, other_length)
        if 0 < other_length < shortest:
            shortest = other_length
    king, queen = place_of(KING_BIT, held, out), place_of(QUEEN_BIT, held, out)
    is_longest, is_shortest = 2 if length == longest else 0, 1 if length == shortest else 0
    m.rows[at + 2] = _SUIT_LENGTH + k * 7 + min(length, 7) - 1
    m.rows[at + 3] = _SUIT_OUT + k * 8 + min(count_bits(out), 7)
    m.rows[at + 5] = _SUIT_HIGHEST + k * 9 + king * 3 + queen
    m.rows[at + 10] = _SUIT_LONGEST + k * 4 + is_longest + is_shortest
    m.rows[at + 14] = _SUIT_FIGURES + k * 16 + (held >> FIRST_FIGURE)
    m.rows[at + 15] = _SUIT_FIGURES_OUT + k * 16 + (out >> FIRST_FIGURE)
    m.rows[at + 16] = _SUIT_AFTER + (k * 3 + m.after) * 2 + m.void


@compiled
def is_safe(s: PlayMoment, m: Choices, kind: int, bit: int, is_master: int, trumps_out: int) -> int:
    """Return 1 where the trick that a suit card is played to is likely to stay where it is, or to come."""
    if kind == LEADING:
        return is_master
    if m.after == 0:
        return 1
    if m.void:
        return 0
    if m.trumped:
        return 1 if trumps_out < s.best else 0
    on_table = max(s.best, bit) if kind == FOLLOWING else s.best
    return 1 if s.led != TRUMP_LED and unseen(s, s.turn, s.led) < on_table else 0


@compiled
def list_suit_cards(s: PlayMoment, m: Choices, kind: int, suit: int) -> None:
    """Write the cards of a suit to lead, to follow with or to throw."""
    turn, first = s.turn, m.count * MOST_ROWS
    held, k = s.hands[turn * COLOURS + suit], kind * 2 + s.attacks[turn]
    out, trumps_out = unseen(s, turn, suit), unseen(s, turn, TRUMP_LED)
    trumps = count_bits(s.hands[turn * COLOURS + TRUMP_LED])
    some_trumps = 0 if trumps == 0 else 1 if trumps <= 3 else 2
    write_suit(s, m, first, k, suit, out)
    write_leads(s, m, first, k, suit, write_ruffs(s, m, first, k, suit))
    rest, is_lowest = held, True
    while rest:
        bit = rest & -rest
        worth, alike = worth_class(bit), 0
        while rest and worth_class(rest & -rest) == worth and not out & (rest & -rest) - 1 & -bit:
            alike |= rest & -rest
            rest &= rest - 1
        rank = 2 + worth if worth else 0 if is_lowest else 1 if rest & LOW_CARDS else 2
        is_lowest = False
        is_master = 1 if bit > out else 0
        is_best = 1 if kind == FOLLOWING and not m.trumped and bit > s.best else 0
        by_rank = k * 7 + rank
        at = add_choice(m, suit, bit, alike, SUIT_ROWS)
        if at > first:
            copy_rows(m, at, first, SUIT_ROWS)
        m.rows[at] = _SUIT_RANK + by_rank
        m.rows[at + 1] = _SUIT_WINS + (k * 2 + is_master) * 2 + is_best
        m.rows[at + 4] = _SUIT_ABOVE + k * 5 + min(count_bits(out & -bit), 4)
        m.rows[at + 11] = _SUIT_FRIEND + by_rank * 3 + m.friend
        m.rows[at + 12] = _SUIT_SAFE + by_rank * 2 + is_safe(s, m, kind, bit, is_master, trumps_out)
        m.rows[at + 13] = _SUIT_TRUMPS + by_rank * 3 + some_trumps


@compiled
def write_trumps(s: PlayMoment, m: Choices, at: int, k: int, out: int) -> None:
    """Write the rows that all trumps of a hand share."""
    ours, theirs = 0, 0
    for seat in range(s.seats):
        if s.attacks[seat] == s.attacks[s.turn]:
            ours = min(ours + s.trump_leads[seat], 2)
        else:
            theirs = min(theirs + s.trump_leads[seat], 2)
    trumps = count_bits(s.hands[s.turn * COLOURS + TRUMP_LED])
    m.rows[at + 3] = _TRUMP_COUNT + k * 10 + min(trumps, 9)
    m.rows[at + 10] = _TRUMP_LEADS + (k * 3 + ours) * 3 + theirs
    m.rows[at + 11] = _TRUMP_OUT + k * 5 + min(count_bits(out) // 3, 4)
    m.rows[at + 12] = _TRUMP_WITH_PETIT + k * 2 + s.has_petit


@compiled
def write_trump(m: Choices, at: int, k: int, bit: int, rank: int, is_over: int, out: int, petit: int) -> None:
    """Write the rows of a trump that are its own.

    Args:
        at: where they begin.
        k: the kind of choice, twice over, and the side.
        out: the trumps that the seat has not seen.
        petit: where the Petit is.
    """
    is_master, by_rank = 1 if bit > out else 0, k * 4 + rank
    m.rows[at] = _TRUMP_RANK + by_rank * 2 + is_over
    m.rows[at + 1] = _TRUMP_WINS + (k * 2 + is_master) * 2 + is_over
    m.rows[at + 2] = _TRUMP_ABOVE + k * 6 + min(count_bits(out & -bit), 5)
    m.rows[at + 4] = _TRUMP_PETIT + by_rank * 3 + petit
    m.rows[at + 5] = _TRUMP_FRIEND + by_rank * 3 + m.friend
    m.rows[at + 6] = _TRUMP_AFTER + by_rank * 3 + m.after
    m.rows[at + 7] = _TRUMP_POINTS + by_rank * 4 + m.value
    m.rows[at + 8] = _TRUMP_NUMBER + k * 21 + count_bits((bit >> FIRST_TRUMP) - 1)


@compiled
def list_trumps(s: PlayMoment, m: Choices) -> None:
    """Write the trumps that may be played by a seat that cannot follow a led suit."""
    turn, trumps, kind = s.turn, s.hands[s.turn * COLOURS + TRUMP_LED], LEADING
    out, allowed, is_over = unseen(s, turn, TRUMP_LED), trumps, 1
    if s.led != NOTHING_LED:
        kind = FOLLOWING if s.led == TRUMP_LED else THROWING
        over = trumps & -(s.best << 1)
        if over:
            allowed = over
        else:
            is_over = 0
    k, petit, first = kind * 2 + s.attacks[turn], place_of(PETIT_BIT, trumps, out), m.count * MOST_ROWS
    write_trumps(s, m, first, k, out)
    rest, is_lowest = allowed, True
    while rest:
        bit = rest & -rest
        alike = bit
        rest &= rest - 1
        while (
            rest
            and not bit & BOUT_BITS
            and not rest & -rest & BOUT_BITS
            and not out & (rest & -rest) - 1 & -bit
        ):
            alike |= rest & -rest
            rest &= rest - 1
        rank = 3 if rest else 2
        if bit == PETIT_BIT:
            rank = 0
        elif is_lowest:
            rank, is_lowest = 1, False
        at = add_choice(m, TRUMP_LED, bit, alike, TRUMP_ROWS)
        if at > first:
            copy_rows(m, at, first, TRUMP_ROWS)
        m.rows[at + 9] = _TRUMP_BELOW + k * 6 + min(count_bits(allowed & (bit - 1)), 5)
        write_trump(m, at, k, bit, rank, is_over, out, petit)


@compiled
def write_excuse(s: PlayMoment, m: Choices, spared: int) -> None:
    """Write the Excuse as a choice.

    Args:
        spared: 0, or 1 and the class of the lowest card of the led suit.
    """
    k = (THROWING if s.led != NOTHING_LED else LEADING) + s.attacks[s.turn]
    has_trumps = 1 if s.hands[s.turn * COLOURS + TRUMP_LED] else 0
    at = add_choice(m, EXCUSE_COLOUR, 0, 0, EXCUSE_ROWS)
    m.rows[at] = _EXCUSE_LEFT + k * 19 + min(s.trick_count - s.tricks, 18)
    m.rows[at + 1] = _EXCUSE_POINTS + (k * 4 + m.value) * 3 + m.friend
    m.rows[at + 2] = _EXCUSE_FOR + (k * 6 + spared) * 2 + has_trumps
    m.rows[at + 3] = _EXCUSE_AFTER + k * 3 + m.after


@compiled
def look_around(s: PlayMoment, m: Choices) -> None:
    """Note who has the trick, and who comes after."""
    seats, led, side = s.seats, s.led, s.attacks[s.turn]
    m.trumped, m.value, m.friend = 1 if s.best >= PETIT_BIT else 0, size_of(s.points, 2, 6, 12), 0
    if led != NOTHING_LED:
        m.friend = 1 if s.attacks[s.winner] == side else 2
    after, void, nearest, enemies, friends = 0, 0, 0, 0, 0
    for step in range(1, seats):
        seat = (s.turn + step) % seats
        no_trump = s.shown[seat] >> TRUMP_LED & 1
        if s.attacks[seat] == side:
            friends += no_trump
            continue
        enemies += no_trump
        nearest = step if nearest == 0 else nearest
        if step < seats - s.place:
            after = min(after + 1, 2)
            if led not in (NOTHING_LED, TRUMP_LED) and s.shown[seat] >> led & 1 and not no_trump:
                void = 1
    m.after, m.void, m.nearest, m.enemies, m.friends = after, void, nearest, enemies, friends


@compiled
def write_moment(s: PlayMoment, m: Choices) -> None:
    """Write the rows of the moment."""
    turn, side = s.turn, s.attacks[s.turn]
    trumps, out = s.hands[turn * COLOURS + TRUMP_LED], unseen(s, turn, TRUMP_LED)
    led = 0 if s.led == NOTHING_LED else 2 if s.led == TRUMP_LED else 1
    excuse = 0 if s.holder == turn else 1 if s.excuse_left else 2
    petit, twenty_one = place_of(PETIT_BIT, trumps, out), place_of(TWENTY_ONE_BIT, trumps, out)
    is_master = 1 if highest(trumps) > out else 0
    rows = m.moment_rows
    rows[0] = _MOMENT_LEFT + side * 19 + min(s.trick_count - s.tricks, 18)
    rows[1] = _MOMENT_PLACE + (side * 5 + s.place) * 3 + m.friend
    rows[2] = _MOMENT_LED + (side * 3 + led) * 2 + m.trumped
    rows[3] = _MOMENT_POINTS + side * 4 + m.value
    rows[4] = _MOMENT_AFTER + (side * 3 + m.after) * 2 + m.void
    rows[5] = _MOMENT_TRUMPS + side * 12 + min(count_bits(trumps), 11)
    rows[6] = _MOMENT_TRUMPS_OUT + side * 16 + min(count_bits(out), 15)
    rows[7] = _MOMENT_BOUTS + side * 27 + petit * 9 + twenty_one * 3 + excuse
    rows[8] = _MOMENT_NEAREST + side * 5 + m.nearest
    rows[9] = _MOMENT_VOIDS + side * 16 + min(m.enemies, 3) * 4 + min(m.friends, 3)
    rows[10] = _MOMENT_SEATS + s.seats - 3
    rows[11] = _MOMENT_MASTER + side * 2 + is_master


@compiled
def list_suits(s: PlayMoment, m: Choices) -> None:
    """Write the suit cards of a seat that leads, or that can neither follow nor ruff."""
    hand, is_led = s.turn * COLOURS, s.led != NOTHING_LED
    barred = s.barred if s.tricks == 0 and not is_led else NOTHING_LED
    is_free = s.hands[hand + TRUMP_LED] != 0 or s.holder == s.turn
    for suit in range(TRUMP_LED):
        is_free |= suit != barred and s.hands[hand + suit] != 0
    for suit in range(TRUMP_LED):
        if s.hands[hand + suit] and (suit != barred or not is_free):
            list_suit_cards(s, m, THROWING if is_led else LEADING, suit)


@compiled
def list_choices(s: PlayMoment, m: Choices) -> None:
    """Write the cards that the seat to play may choose from, and their rows."""
    hand, led = s.turn * COLOURS, s.led
    m.count = 0
    look_around(s, m)
    write_moment(s, m)
    own, spared, trumps = 0, 0, s.hands[hand + TRUMP_LED]
    if led not in (NOTHING_LED, TRUMP_LED):
        own = s.hands[hand + led]
    if own:
        list_suit_cards(s, m, FOLLOWING, led)
        spared = 1 + worth_class(own & -own)
    elif led == NOTHING_LED or trumps == 0:
        list_suits(s, m)
    if trumps and own == 0:
        list_trumps(s, m)
    if s.holder == s.turn:
        write_excuse(s, m, spared)
