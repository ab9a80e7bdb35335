"""The cards from which a seat may choose, and the inputs of the learnt policy: rows of its weights.

Some rows are for the moment, some for each card. A seat knows its hand, the unplayed cards, the trick, the
colours that each player has shown to lack, and the leads of each player. All data are plain numbers.
"""

from typing import Annotated

from games.core.bots.numbers.card_bits import (
    FIRST_FIGURE,
    FIRST_TRUMP,
    KING_BIT,
    LOW_CARDS,
    QUEEN_BIT,
    count_bits,
    highest,
    worth_class,
)
from games.core.bots.numbers.lanes import BOUT_BITS, COLOURS, EXCUSE_COLOUR, PETIT_BIT, TWENTY_ONE_BIT
from games.core.bots.numbers.moments import FEWEST_SEATS, MOST_SEATS, PlayMoment
from games.core.compiled import Memory, compiled
from games.core.tricks import NOTHING_LED, TRUMP_LED

MOST_CHOICES = 26
MOST_ROWS = 17
MOMENT_ROWS = 12
HIDDEN = 24
"""Size of the hidden layer. One more number in each row is added directly to the weight."""
WIDTH = HIDDEN + 1
LEADING, FOLLOWING, THROWING = 0, 1, 2
SUIT_ROWS, TRUMP_ROWS, EXCUSE_ROWS = MOST_ROWS, 13, 4

# The first row of each feature: of the moment, of a suit card, of a trump, of the Excuse.
_MOMENT_LEFT = 0
_MOMENT_PLACE = _MOMENT_LEFT + 2 * 19
_MOMENT_LED = _MOMENT_PLACE + 2 * MOST_SEATS * 3
_MOMENT_POINTS = _MOMENT_LED + 2 * 3 * 2
_MOMENT_AFTER = _MOMENT_POINTS + 2 * 4
_MOMENT_TRUMPS = _MOMENT_AFTER + 2 * 3 * 2
_MOMENT_TRUMPS_OUT = _MOMENT_TRUMPS + 2 * 12
_MOMENT_BOUTS = _MOMENT_TRUMPS_OUT + 2 * 16
_MOMENT_NEAREST = _MOMENT_BOUTS + 2 * 27
_MOMENT_VOIDS = _MOMENT_NEAREST + 2 * MOST_SEATS
_MOMENT_SEATS = _MOMENT_VOIDS + 2 * 16
_MOMENT_MASTER = _MOMENT_SEATS + MOST_SEATS - FEWEST_SEATS + 1
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
"""Number of weights: the rows, then the factor of each hidden number for suits, trumps and the Excuse."""


class Choices:
    """Record of the cards from which a seat chooses. Cards of equal worth are one choice, under the
    lowest.
    """

    count: int
    colours: Annotated[Memory, MOST_CHOICES]
    bits: Annotated[Memory, MOST_CHOICES]
    alike: Annotated[Memory, MOST_CHOICES]
    """Cards of equal worth."""
    weights: Annotated[Memory, MOST_CHOICES]
    moment_rows: Annotated[Memory, MOMENT_ROWS]
    row_counts: Annotated[Memory, MOST_CHOICES]
    rows: Annotated[Memory, MOST_CHOICES * MOST_ROWS]
    moment_sums: Annotated[Memory, WIDTH]
    sums: Annotated[Memory, WIDTH]
    chance: int
    """Random number drawn last."""
    friend: int
    """0 for a lead, 1 if the own side has the best card, 2 if the other side has it."""
    value: int
    """Worth of the trick on the table, in four classes."""
    trumped: int
    after: int
    """Number of opponents who play later in this trick; 2 stands for more."""
    void: int
    """1 if an opponent who plays later in this trick will ruff."""
    nearest: int
    """Number of seats to the next opponent."""
    enemies: int
    """Number of opponents who showed that they have no trumps."""
    friends: int


@compiled
def size_of(count: int, first: int, second: int, third: int) -> int:
    """Return the class of a count among three limits, 0 to 3."""
    return 0 if count <= first else 1 if count <= second else 2 if count <= third else 3


@compiled
def unseen(s: PlayMoment, turn: int, colour: int) -> int:
    """Return the cards of a colour in the hands of others, or discarded by another seat."""
    known_cards = s.hands[turn * COLOURS + colour]
    if turn == s.sees_aside:
        known_cards |= s.aside[colour]
    return s.left[colour] & ~known_cards


@compiled
def card_place(bit: int, own_cards: int, unseen_cards: int) -> int:
    """Return 0 for a card in one's own hand, 1 for an unseen card, 2 for a played or discarded one."""
    return 0 if own_cards & bit else 1 if unseen_cards & bit else 2


@compiled
def add_choice(m: Choices, colour: int, bit: int, alike_cards: int, row_count: int) -> int:
    """Append a choice. Return the index of its first row."""
    number = m.count
    m.colours[number], m.bits[number], m.alike[number] = colour, bit, alike_cards
    m.row_counts[number] = row_count
    m.count += 1
    return number * MOST_ROWS


@compiled
def copy_rows(m: Choices, start: int, first: int, count: int) -> None:
    """Copy the rows that several choices share."""
    for place in range(count):
        m.rows[start + place] = m.rows[first + place]


@compiled
def write_ruffs(s: PlayMoment, m: Choices, start: int, k: int, suit: int) -> int:
    """Write the row of the seats that ruff a suit. Return whether the taker has none of it.

    Args:
        start: index of the first row of the choice.
        k: twice the kind of choice, plus the side.
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
    m.rows[start + 6] = _SUIT_VOIDS + (k * 3 + enemies) * 2 + friends
    return taker_void


@compiled
def write_leads(s: PlayMoment, m: Choices, start: int, k: int, suit: int, taker_void: int) -> None:
    """Write the rows of the leads of a suit."""
    turn = s.turn
    our_leads, their_leads, friend_led, enemy_led = 0, 0, 0, 0
    for seat in range(s.seats):
        if seat == turn:
            continue
        lead_count, was_last = s.leads[seat * TRUMP_LED + suit], 1 if s.last_leads[seat] == suit else 0
        if s.attacks[seat] == s.attacks[turn]:
            our_leads += lead_count
            friend_led |= was_last
        else:
            their_leads += lead_count
            enemy_led |= was_last
    own_led = min(s.leads[turn * TRUMP_LED + suit], 1)
    m.rows[start + 7] = _SUIT_LEADS + (k * 3 + min(our_leads, 2)) * 3 + min(their_leads, 2)
    m.rows[start + 8] = _SUIT_OWN_LEADS + k * 4 + own_led * 2 + friend_led
    m.rows[start + 9] = _SUIT_THEIR_LEADS + k * 4 + enemy_led * 2 + taker_void


@compiled
def write_suit(s: PlayMoment, m: Choices, start: int, k: int, suit: int, unseen_cards: int) -> None:
    """Write the rows that all cards of a suit in one hand share."""
    hand = s.turn * COLOURS
    suit_cards = s.hands[hand + suit]
    longest, shortest, length = 0, 99, count_bits(suit_cards)
    for other_suit in range(TRUMP_LED):
        other_length = count_bits(s.hands[hand + other_suit])
        longest = max(longest, other_length)
        if 0 < other_length < shortest:
            shortest = other_length
    king, queen = (
        card_place(KING_BIT, suit_cards, unseen_cards),
        card_place(QUEEN_BIT, suit_cards, unseen_cards),
    )
    is_longest, is_shortest = 2 if length == longest else 0, 1 if length == shortest else 0
    m.rows[start + 2] = _SUIT_LENGTH + k * 7 + min(length, 7) - 1
    m.rows[start + 3] = _SUIT_OUT + k * 8 + min(count_bits(unseen_cards), 7)
    m.rows[start + 5] = _SUIT_HIGHEST + k * 9 + king * 3 + queen
    m.rows[start + 10] = _SUIT_LONGEST + k * 4 + is_longest + is_shortest
    m.rows[start + 14] = _SUIT_FIGURES + k * 16 + (suit_cards >> FIRST_FIGURE)
    m.rows[start + 15] = _SUIT_FIGURES_OUT + k * 16 + (unseen_cards >> FIRST_FIGURE)
    m.rows[start + 16] = _SUIT_AFTER + (k * 3 + m.after) * 2 + m.void


@compiled
def is_safe(s: PlayMoment, m: Choices, kind: int, bit: int, is_master: int, trumps_out: int) -> int:
    """Return 1 if the side that has the trick after a suit card, either side, probably keeps it."""
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
    """Append the cards of a suit to lead, to follow with or to discard."""
    turn, first = s.turn, m.count * MOST_ROWS
    suit_cards, k = s.hands[turn * COLOURS + suit], kind * 2 + s.attacks[turn]
    unseen_cards, trumps_out = unseen(s, turn, suit), unseen(s, turn, TRUMP_LED)
    trumps = count_bits(s.hands[turn * COLOURS + TRUMP_LED])
    some_trumps = 0 if trumps == 0 else 1 if trumps <= 3 else 2
    write_suit(s, m, first, k, suit, unseen_cards)
    write_leads(s, m, first, k, suit, write_ruffs(s, m, first, k, suit))
    remaining, is_lowest = suit_cards, True
    while remaining:
        bit = remaining & -remaining
        worth, alike_cards = worth_class(bit), 0
        while (
            remaining
            and worth_class(remaining & -remaining) == worth
            and not unseen_cards & (remaining & -remaining) - 1 & -bit
        ):
            alike_cards |= remaining & -remaining
            remaining &= remaining - 1
        # classes: lowest card, other low card, highest low card, then jack to king
        rank = 2 + worth if worth else 0 if is_lowest else 1 if remaining & LOW_CARDS else 2
        is_lowest = False
        is_master = 1 if bit > unseen_cards else 0
        is_best = 1 if kind == FOLLOWING and not m.trumped and bit > s.best else 0
        by_rank = k * 7 + rank
        start = add_choice(m, suit, bit, alike_cards, SUIT_ROWS)
        if start > first:
            copy_rows(m, start, first, SUIT_ROWS)
        m.rows[start] = _SUIT_RANK + by_rank
        m.rows[start + 1] = _SUIT_WINS + (k * 2 + is_master) * 2 + is_best
        m.rows[start + 4] = _SUIT_ABOVE + k * 5 + min(count_bits(unseen_cards & -bit), 4)
        m.rows[start + 11] = _SUIT_FRIEND + by_rank * 3 + m.friend
        m.rows[start + 12] = _SUIT_SAFE + by_rank * 2 + is_safe(s, m, kind, bit, is_master, trumps_out)
        m.rows[start + 13] = _SUIT_TRUMPS + by_rank * 3 + some_trumps


@compiled
def write_trumps(s: PlayMoment, m: Choices, start: int, k: int, unseen_trumps: int) -> None:
    """Write the rows that all trumps of a hand share."""
    our_leads, their_leads = 0, 0
    for seat in range(s.seats):
        if s.attacks[seat] == s.attacks[s.turn]:
            our_leads = min(our_leads + s.trump_leads[seat], 2)
        else:
            their_leads = min(their_leads + s.trump_leads[seat], 2)
    trumps = count_bits(s.hands[s.turn * COLOURS + TRUMP_LED])
    m.rows[start + 3] = _TRUMP_COUNT + k * 10 + min(trumps, 9)
    m.rows[start + 10] = _TRUMP_LEADS + (k * 3 + our_leads) * 3 + their_leads
    m.rows[start + 11] = _TRUMP_OUT + k * 5 + min(count_bits(unseen_trumps) // 3, 4)
    m.rows[start + 12] = _TRUMP_WITH_PETIT + k * 2 + s.has_petit


@compiled
def write_trump(
    m: Choices, start: int, k: int, bit: int, rank: int, is_over: int, unseen_trumps: int, petit: int
) -> None:
    """Write the rows of a single trump.

    Args:
        start: index of its first row.
        k: twice the kind of choice, plus the side.
        unseen_trumps: the trumps that the seat has not seen.
        petit: place of the Petit, by `card_place`.
    """
    is_master, by_rank = 1 if bit > unseen_trumps else 0, k * 4 + rank
    m.rows[start] = _TRUMP_RANK + by_rank * 2 + is_over
    m.rows[start + 1] = _TRUMP_WINS + (k * 2 + is_master) * 2 + is_over
    m.rows[start + 2] = _TRUMP_ABOVE + k * 6 + min(count_bits(unseen_trumps & -bit), 5)
    m.rows[start + 4] = _TRUMP_PETIT + by_rank * 3 + petit
    m.rows[start + 5] = _TRUMP_FRIEND + by_rank * 3 + m.friend
    m.rows[start + 6] = _TRUMP_AFTER + by_rank * 3 + m.after
    m.rows[start + 7] = _TRUMP_POINTS + by_rank * 4 + m.value
    m.rows[start + 8] = _TRUMP_NUMBER + k * 21 + count_bits((bit >> FIRST_TRUMP) - 1)


@compiled
def list_trumps(s: PlayMoment, m: Choices) -> None:
    """Append the legal trumps of a seat that leads or that cannot follow a led suit."""
    turn, trumps, kind = s.turn, s.hands[s.turn * COLOURS + TRUMP_LED], LEADING
    unseen_trumps, legal_trumps, is_over = unseen(s, turn, TRUMP_LED), trumps, 1
    if s.led != NOTHING_LED:
        kind = FOLLOWING if s.led == TRUMP_LED else THROWING
        higher_trumps = trumps & -(s.best << 1)
        if higher_trumps:
            legal_trumps = higher_trumps
        else:
            is_over = 0
    k, petit, first = (
        kind * 2 + s.attacks[turn],
        card_place(PETIT_BIT, trumps, unseen_trumps),
        m.count * MOST_ROWS,
    )
    write_trumps(s, m, first, k, unseen_trumps)
    remaining, is_lowest = legal_trumps, True
    while remaining:
        bit = remaining & -remaining
        alike_cards = bit
        remaining &= remaining - 1
        while (
            remaining
            and not bit & BOUT_BITS
            and not remaining & -remaining & BOUT_BITS
            and not unseen_trumps & (remaining & -remaining) - 1 & -bit
        ):
            alike_cards |= remaining & -remaining
            remaining &= remaining - 1
        rank = 3 if remaining else 2
        if bit == PETIT_BIT:
            rank = 0
        elif is_lowest:
            rank, is_lowest = 1, False
        start = add_choice(m, TRUMP_LED, bit, alike_cards, TRUMP_ROWS)
        if start > first:
            copy_rows(m, start, first, TRUMP_ROWS)
        m.rows[start + 9] = _TRUMP_BELOW + k * 6 + min(count_bits(legal_trumps & (bit - 1)), 5)
        write_trump(m, start, k, bit, rank, is_over, unseen_trumps, petit)


@compiled
def write_excuse(s: PlayMoment, m: Choices, spared_class: int) -> None:
    """Append the Excuse as a choice.

    Args:
        spared_class: 0, or 1 plus the class of the lowest card of the led suit.
    """
    k = (THROWING if s.led != NOTHING_LED else LEADING) + s.attacks[s.turn]
    has_trumps = 1 if s.hands[s.turn * COLOURS + TRUMP_LED] else 0
    start = add_choice(m, EXCUSE_COLOUR, 0, 0, EXCUSE_ROWS)
    m.rows[start] = _EXCUSE_LEFT + k * 19 + min(s.trick_count - s.tricks, 18)
    m.rows[start + 1] = _EXCUSE_POINTS + (k * 4 + m.value) * 3 + m.friend
    m.rows[start + 2] = _EXCUSE_FOR + (k * 6 + spared_class) * 2 + has_trumps
    m.rows[start + 3] = _EXCUSE_AFTER + k * 3 + m.after


@compiled
def look_around(s: PlayMoment, m: Choices) -> None:
    """Write the side that has the trick, and the opponents who play later."""
    seats, led, side = s.seats, s.led, s.attacks[s.turn]
    m.trumped, m.value, m.friend = 1 if s.best >= PETIT_BIT else 0, size_of(s.points, 2, 6, 12), 0
    if led != NOTHING_LED:
        m.friend = 1 if s.attacks[s.winner] == side else 2
    later_opponents, has_ruff, nearest, enemies, friends = 0, 0, 0, 0, 0
    for step in range(1, seats):
        seat = (s.turn + step) % seats
        no_trump = s.shown[seat] >> TRUMP_LED & 1
        if s.attacks[seat] == side:
            friends += no_trump
            continue
        enemies += no_trump
        nearest = step if nearest == 0 else nearest
        if step < seats - s.place:
            later_opponents = min(later_opponents + 1, 2)
            if led not in (NOTHING_LED, TRUMP_LED) and s.shown[seat] >> led & 1 and not no_trump:
                has_ruff = 1
    m.after, m.void, m.nearest, m.enemies, m.friends = later_opponents, has_ruff, nearest, enemies, friends


@compiled
def write_moment_rows(s: PlayMoment, m: Choices) -> None:
    """Write the rows of the moment."""
    turn, side = s.turn, s.attacks[s.turn]
    trumps, unseen_trumps = s.hands[turn * COLOURS + TRUMP_LED], unseen(s, turn, TRUMP_LED)
    led = 0 if s.led == NOTHING_LED else 2 if s.led == TRUMP_LED else 1
    excuse = 0 if s.holder == turn else 1 if s.excuse_left else 2
    petit, twenty_one = (
        card_place(PETIT_BIT, trumps, unseen_trumps),
        card_place(TWENTY_ONE_BIT, trumps, unseen_trumps),
    )
    is_master = 1 if highest(trumps) > unseen_trumps else 0
    rows = m.moment_rows
    rows[0] = _MOMENT_LEFT + side * 19 + min(s.trick_count - s.tricks, 18)
    rows[1] = _MOMENT_PLACE + (side * MOST_SEATS + s.place) * 3 + m.friend
    rows[2] = _MOMENT_LED + (side * 3 + led) * 2 + m.trumped
    rows[3] = _MOMENT_POINTS + side * 4 + m.value
    rows[4] = _MOMENT_AFTER + (side * 3 + m.after) * 2 + m.void
    rows[5] = _MOMENT_TRUMPS + side * 12 + min(count_bits(trumps), 11)
    rows[6] = _MOMENT_TRUMPS_OUT + side * 16 + min(count_bits(unseen_trumps), 15)
    rows[7] = _MOMENT_BOUTS + side * 27 + petit * 9 + twenty_one * 3 + excuse
    rows[8] = _MOMENT_NEAREST + side * MOST_SEATS + m.nearest
    rows[9] = _MOMENT_VOIDS + side * 16 + min(m.enemies, 3) * 4 + min(m.friends, 3)
    rows[10] = _MOMENT_SEATS + s.seats - FEWEST_SEATS
    rows[11] = _MOMENT_MASTER + side * 2 + is_master


@compiled
def list_suits(s: PlayMoment, m: Choices) -> None:
    """Append the suit cards of a seat that leads, or that can neither follow nor ruff."""
    hand, is_led = s.turn * COLOURS, s.led != NOTHING_LED
    barred = s.barred if s.tricks == 0 and not is_led else NOTHING_LED
    is_free = s.hands[hand + TRUMP_LED] != 0 or s.holder == s.turn
    for suit in range(TRUMP_LED):
        # a hand of nothing but the called suit may lead it
        is_free |= suit != barred and s.hands[hand + suit] != 0
    for suit in range(TRUMP_LED):
        if s.hands[hand + suit] and (suit != barred or not is_free):
            list_suit_cards(s, m, THROWING if is_led else LEADING, suit)


@compiled
def write_choices(s: PlayMoment, m: Choices) -> None:
    """Write the legal cards of the seat to play, and their rows."""
    hand, led = s.turn * COLOURS, s.led
    m.count = 0
    look_around(s, m)
    write_moment_rows(s, m)
    suit_cards, spared_class, trumps = 0, 0, s.hands[hand + TRUMP_LED]
    if led not in (NOTHING_LED, TRUMP_LED):
        suit_cards = s.hands[hand + led]
    if suit_cards:
        list_suit_cards(s, m, FOLLOWING, led)
        spared_class = 1 + worth_class(suit_cards & -suit_cards)
    elif led == NOTHING_LED or trumps == 0:
        list_suits(s, m)
    if trumps and suit_cards == 0:
        list_trumps(s, m)
    if s.holder == s.turn:
        write_excuse(s, m, spared_class)
