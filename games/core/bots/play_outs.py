"""Play-outs of Tarot by a learnt policy or by rules of thumb, and ends searched, one deal after the other.

All on plain numbers.

In each world every seat plays the card with the highest weight, by what a seat can know: its hand, the cards
that are out, the trick, who showed that he has none of a colour, who led which suit; or the card of the rules
of thumb, as `lanes` has them. One pack, three to five seats. Cards are the colours and bits of `lanes`.

The policy is a small network. What speaks for a card is a few rows of its weights, some for the moment and
some for the card; their sum is the hidden layer, of which what is above 0 counts, each number by a weight.
"""

from games.core.bots.rules_of_thumb import LAST_CARDS, MANY_TRUMPS, SAVED
from games.core.compiled import Memory, compiled, compiled_entry

COLOURS = 5
TRUMP = 4
EXCUSE_COLOUR = 5
NO_COLOUR = -1
KEPT = 8
"""Half points that an Excuse takes along when its camp keeps it and gives a card for it."""
PETIT_BIT = 1 << 14
TWENTY_ONE_BIT = 1 << 34
BOUT_BITS = PETIT_BIT | TWENTY_ONE_BIT
_KING, _QUEEN = 1 << 13, 1 << 12
_ALL_OF_SUIT = (1 << 14) - 1
_ALL_TRUMPS = (1 << 35) - (1 << 14)
_LOWS = (1 << 10) - 1
_FIRST_FIGURE = 10
_FIRST_TRUMP = 14
_FIRST_MAJOR = 29

SEATS = 0
HOLDER = 1
"""The seat that holds the Excuse, or -1."""
TAKER = 2
SEES_ASIDE = 3
"""The seat that knows the cards which no hand holds: the taker who discarded them; or -1."""
HANDS = 4
"""Five colours of each of five seats."""
ATTACKS = HANDS + 25
SHOWN = ATTACKS + 5
"""The colours of which each seat showed that it has none, bit n for colour n."""
LEADS = SHOWN + 5
"""How often each seat led each suit."""
TRUMP_LEADS = LEADS + 20
LAST_LEADS = TRUMP_LEADS + 5
"""The colour that each seat led last."""
LEFT = LAST_LEADS + 5
"""The cards of each colour that were not played."""
ASIDE = LEFT + 5
"""Those of them that no hand holds."""
EXCUSE_LEFT = ASIDE + 5
STATE = EXCUSE_LEFT + 1

# The trick on the table.
PLACE = STATE
TURN = STATE + 1
LED = STATE + 2
BEST = STATE + 3
WINNER = STATE + 4
POINTS = STATE + 5
BOUTS = STATE + 6
EXCUSE_OF = STATE + 7
HAS_PETIT = STATE + 8
PETIT_BEFORE = STATE + 9
"""Whether the Petit was in the trick before."""
LENGTH = STATE + 10

MOST_FEATURES = 17
STRIDE = 5 + MOST_FEATURES
"""Numbers of one choice: its colour, its bit, the cards worth the same, its weight, its rows and how many."""
ALIKE, WEIGHT, ROWS, FIRST_ROW = 2, 3, 4, 5
MOST_CHOICES = 26
MOMENT = MOST_CHOICES * STRIDE
"""Where the rows of the moment are."""
MOMENT_ROWS = 12
HIDDEN = 24
"""Numbers of the hidden layer; one more in each row goes to the weight straight."""
WIDTH = HIDDEN + 1
SUMS = MOMENT + MOMENT_ROWS
CHOICES_LENGTH = SUMS + 2 * WIDTH
UNIT = 64
"""A weight of 1 as it is written."""

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
WEIGHTS = (ROW_COUNT * WIDTH) + 3 * HIDDEN
"""How many weights there are: the rows, then what each hidden number counts for suits, trumps, the Excuse."""

NOISES = 1024
"""Random numbers to choose from, a power of two."""
_NEXT, _STEP, _RANDOM = 1103515245, 12345, (1 << 31) - 1

# Tables of logarithms and powers; see `policy.tables`.
POWERS = 1536
"""Powers of e from 0 down, `POWER_UNIT` of a weight apart."""
POWER_UNIT = 32
POWER_ONE = 1 << 20
LOGS = 1 << 14
LOG_SHIFT = 6
CHANCES = 512
"""Logarithms of the chance of a bid, by points of the scale from -256 up."""
UNLIKE = 20
"""One card in so many is supposed to be played at random among the choices."""
NOT_LOWEST = 3 * UNIT * UNIT
"""The logarithm by which a card is less likely that is not the lowest of those worth the same."""
IMPOSSIBLE = 20 * UNIT * UNIT
NO_CLUE, AT_LEAST, AT_MOST, BELOW_TAKER = 0, 1, 2, 3
"""What the bidding says of the worth of a hand."""

# A search of the last cards.
ATTACKS_HERE, VALUE, NEXT, COUNT, FIRST = 0, 1, 2, 3, 4
LAYER = FIRST + 2 * MOST_CHOICES
"""Numbers of one card to play: whether its seat attacks, the best score so far, which card comes next, how
many there are, and their colours and bits."""
NO_SCORE = 1 << 40
LOST, NEITHER, MADE = 0, 1, 2
"""Whether the attack won no trick, some, or all of them."""


@compiled
def count_bits(bits: int) -> int:
    """How many cards a set has."""
    bits -= bits >> 1 & 0x555555555
    bits = (bits & 0x333333333) + (bits >> 2 & 0x333333333)
    bits = bits + (bits >> 4) & 0xF0F0F0F0F
    bits += bits >> 8
    return bits + (bits >> 16) + (bits >> 32) & 0x3F


@compiled
def highest(bits: int) -> int:
    """The highest card of a set of one colour; 0 for none."""
    for shift in range(6):
        bits |= bits >> (1 << shift)
    return bits & ~(bits >> 1)


@compiled
def worth_class(bit: int) -> int:
    """0 for a plain card of a suit, 1 to 4 for jack to king."""
    figure = bit >> _FIRST_FIGURE
    return figure - (figure >> 2) - 2 * (figure >> 3)


@compiled
def points_of(bit: int) -> int:
    """The half points of a card; a trump has none of the bits of figures."""
    return 9 if bit == 0 or bit & BOUT_BITS else 1 + 2 * worth_class(bit & _ALL_OF_SUIT)


@compiled
def size_of(count: int, first: int, second: int, third: int) -> int:
    """0 to 3: how a count lies to three limits."""
    return 0 if count <= first else 1 if count <= second else 2 if count <= third else 3


@compiled
def others_hold(s: Memory, turn: int, colour: int) -> int:
    """The cards of a colour in the hands of the others."""
    held = 0
    for seat in range(s[SEATS]):
        if seat != turn:
            held |= s[HANDS + seat * COLOURS + colour]
    return held


@compiled
def unseen(s: Memory, turn: int, colour: int) -> int:
    """The cards of a colour that a seat has not seen: in the hands of others, or discarded by another one."""
    seen = s[HANDS + turn * COLOURS + colour]
    if turn == s[SEES_ASIDE]:
        seen |= s[ASIDE + colour]
    return s[LEFT + colour] & ~seen


@compiled
def place_of(bit: int, own: int, out: int) -> int:
    """0 for a card in one's own hand, 1 for one not seen, 2 for one that is gone."""
    return 0 if own & bit else 1 if out & bit else 2


@compiled
def list_suit_cards(
    s: Memory, m: Memory, count: int, kind: int, suit: int, left: int, after: int, void: int, trumped: int
) -> int:
    """Write the cards of a suit to lead (kind 0), follow with (1) or throw (2); how many choices then."""
    seats, turn, best, led = s[SEATS], s[TURN], s[BEST], s[LED]
    side, hand = s[ATTACKS + turn], HANDS + turn * COLOURS
    held, trumps = s[hand + suit], s[hand + TRUMP]
    k = kind * 2 + side
    friend = 0 if led == NO_COLOUR else 1 if s[ATTACKS + s[WINNER]] == side else 2
    longest, shortest = 0, 99
    for other in range(TRUMP):
        length = count_bits(s[hand + other])
        longest = max(longest, length)
        if 0 < length < shortest:
            shortest = length
    own_trumps = count_bits(trumps)
    some_trumps = 0 if own_trumps == 0 else 1 if own_trumps <= 3 else 2
    out, trumps_out = unseen(s, turn, suit), unseen(s, turn, TRUMP)
    length = count_bits(held)
    enemies, friends, ours, theirs, friend_led, enemy_led, taker_void = 0, 0, 0, 0, 0, 0, 0
    for seat in range(seats):
        if seat == turn:
            continue
        lacks = s[SHOWN + seat] >> suit & 1
        ruffs = 1 if lacks and not s[SHOWN + seat] >> TRUMP & 1 else 0
        if s[ATTACKS + seat] == side:
            friends |= ruffs
            ours += s[LEADS + seat * 4 + suit]
            friend_led |= 1 if s[LAST_LEADS + seat] == suit else 0
        else:
            enemies = min(enemies + ruffs, 2)
            theirs += s[LEADS + seat * 4 + suit]
            enemy_led |= 1 if s[LAST_LEADS + seat] == suit else 0
        if seat == s[TAKER]:
            taker_void = lacks
    own_led, ours, theirs = min(s[LEADS + turn * 4 + suit], 1), min(ours, 2), min(theirs, 2)
    king, queen = place_of(_KING, held, out), place_of(_QUEEN, held, out)
    rest, is_lowest = held, True
    while rest:
        bit = rest & -rest
        worth, alike = worth_class(bit), 0
        while rest and worth_class(rest & -rest) == worth and not out & (rest & -rest) - 1 & -bit:
            alike |= rest & -rest
            rest &= rest - 1
        rank = 2 + worth if worth else 0 if is_lowest else 1 if rest & _LOWS else 2
        is_lowest = False
        is_master = 1 if bit > out else 0
        wins = 1 if kind == 1 and not trumped and bit > best else 0
        is_safe = is_master
        if kind != 0:
            if after == 0:
                is_safe = 1
            elif void:
                is_safe = 0
            elif trumped:
                is_safe = 1 if trumps_out < best else 0
            else:
                on_table = max(best, bit) if kind == 1 else best
                is_safe = 1 if led != TRUMP and unseen(s, turn, led) < on_table else 0
        at = count * STRIDE
        m[at], m[at + 1], m[at + ALIKE], m[at + ROWS] = suit, bit, alike, 17
        f = at + FIRST_ROW
        m[f] = _SUIT_RANK + k * 7 + rank
        m[f + 1] = _SUIT_WINS + (k * 2 + is_master) * 2 + wins
        m[f + 2] = _SUIT_LENGTH + k * 7 + min(length, 7) - 1
        m[f + 3] = _SUIT_OUT + k * 8 + min(count_bits(out), 7)
        m[f + 4] = _SUIT_ABOVE + k * 5 + min(count_bits(out & -bit), 4)
        m[f + 5] = _SUIT_HIGHEST + k * 9 + king * 3 + queen
        m[f + 6] = _SUIT_VOIDS + (k * 3 + enemies) * 2 + friends
        m[f + 7] = _SUIT_LEADS + (k * 3 + ours) * 3 + theirs
        m[f + 8] = _SUIT_OWN_LEADS + k * 4 + own_led * 2 + friend_led
        m[f + 9] = _SUIT_THEIR_LEADS + k * 4 + enemy_led * 2 + taker_void
        m[f + 10] = _SUIT_LONGEST + k * 4 + (2 if length == longest else 0) + (1 if length == shortest else 0)
        m[f + 11] = _SUIT_FRIEND + (k * 7 + rank) * 3 + friend
        m[f + 12] = _SUIT_SAFE + (k * 7 + rank) * 2 + is_safe
        m[f + 13] = _SUIT_TRUMPS + (k * 7 + rank) * 3 + some_trumps
        m[f + 14] = _SUIT_FIGURES + k * 16 + (held >> _FIRST_FIGURE)
        m[f + 15] = _SUIT_FIGURES_OUT + k * 16 + (out >> _FIRST_FIGURE)
        m[f + 16] = _SUIT_AFTER + (k * 3 + after) * 2 + void
        count += 1
    return count


@compiled
def list_trumps(s: Memory, m: Memory, count: int, after: int) -> int:
    """Write the trumps that may be played, by who cannot follow a led suit; how many choices then."""
    turn, led, best = s[TURN], s[LED], s[BEST]
    side, trumps = s[ATTACKS + turn], s[HANDS + turn * COLOURS + TRUMP]
    out = unseen(s, turn, TRUMP)
    kind, friend, allowed, is_over = 0, 0, trumps, 1
    if led != NO_COLOUR:
        kind, friend = 1 if led == TRUMP else 2, 1 if s[ATTACKS + s[WINNER]] == side else 2
        over = trumps & -(best << 1)
        if over:
            allowed = over
        else:
            is_over = 0
    k, value = kind * 2 + side, size_of(s[POINTS], 2, 6, 12)
    petit, own = place_of(PETIT_BIT, trumps, out), min(count_bits(trumps), 9)
    ours, theirs = 0, 0
    for seat in range(s[SEATS]):
        if s[ATTACKS + seat] == side:
            ours = min(ours + s[TRUMP_LEADS + seat], 2)
        else:
            theirs = min(theirs + s[TRUMP_LEADS + seat], 2)
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
        at = count * STRIDE
        m[at], m[at + 1], m[at + ALIKE], m[at + ROWS] = TRUMP, bit, alike, 13
        f = at + FIRST_ROW
        m[f] = _TRUMP_RANK + (k * 4 + rank) * 2 + is_over
        m[f + 1] = _TRUMP_WINS + (k * 2 + (1 if bit > out else 0)) * 2 + is_over
        m[f + 2] = _TRUMP_ABOVE + k * 6 + min(count_bits(out & -bit), 5)
        m[f + 3] = _TRUMP_COUNT + k * 10 + own
        m[f + 4] = _TRUMP_PETIT + (k * 4 + rank) * 3 + petit
        m[f + 5] = _TRUMP_FRIEND + (k * 4 + rank) * 3 + friend
        m[f + 6] = _TRUMP_AFTER + (k * 4 + rank) * 3 + after
        m[f + 7] = _TRUMP_POINTS + (k * 4 + rank) * 4 + value
        m[f + 8] = _TRUMP_NUMBER + k * 21 + count_bits((bit >> _FIRST_TRUMP) - 1)
        m[f + 9] = _TRUMP_BELOW + k * 6 + min(count_bits(allowed & (bit - 1)), 5)
        m[f + 10] = _TRUMP_LEADS + (k * 3 + ours) * 3 + theirs
        m[f + 11] = _TRUMP_OUT + k * 5 + min(count_bits(out) // 3, 4)
        m[f + 12] = _TRUMP_WITH_PETIT + k * 2 + s[HAS_PETIT]
        count += 1
    return count


@compiled
def list_choices(s: Memory, m: Memory, left: int, barred: int) -> int:
    """Write the cards that the seat to play may choose from, and their rows; how many they are.

    Cards worth the same are one choice, by the lowest of them.
    """
    seats, turn, led, best, place = s[SEATS], s[TURN], s[LED], s[BEST], s[PLACE]
    side, hand = s[ATTACKS + turn], HANDS + turn * COLOURS
    trumps, out, has_excuse = s[hand + TRUMP], unseen(s, turn, TRUMP), s[HOLDER] == turn
    trumped, is_led = 1 if best >= PETIT_BIT else 0, led != NO_COLOUR
    friend, value = 0, size_of(s[POINTS], 2, 6, 12)
    if is_led:
        friend = 1 if s[ATTACKS + s[WINNER]] == side else 2
    after, void, nearest, enemies, friends = 0, 0, 0, 0, 0
    for step in range(1, seats):
        seat = (turn + step) % seats
        no_trump = s[SHOWN + seat] >> TRUMP & 1
        if s[ATTACKS + seat] == side:
            friends += no_trump
            continue
        enemies += no_trump
        nearest = step if nearest == 0 else nearest
        if step < seats - place:
            after = min(after + 1, 2)
            if is_led and led != TRUMP and s[SHOWN + seat] >> led & 1 and not no_trump:
                void = 1
    excuse = 0 if has_excuse else 1 if s[EXCUSE_LEFT] else 2
    petit, twenty_one = place_of(PETIT_BIT, trumps, out), place_of(TWENTY_ONE_BIT, trumps, out)
    f = MOMENT
    m[f] = _MOMENT_LEFT + side * 19 + min(left, 18)
    m[f + 1] = _MOMENT_PLACE + (side * 5 + place) * 3 + friend
    m[f + 2] = _MOMENT_LED + (side * 3 + (0 if not is_led else 2 if led == TRUMP else 1)) * 2 + trumped
    m[f + 3] = _MOMENT_POINTS + side * 4 + value
    m[f + 4] = _MOMENT_AFTER + (side * 3 + after) * 2 + void
    m[f + 5] = _MOMENT_TRUMPS + side * 12 + min(count_bits(trumps), 11)
    m[f + 6] = _MOMENT_TRUMPS_OUT + side * 16 + min(count_bits(out), 15)
    m[f + 7] = _MOMENT_BOUTS + side * 27 + petit * 9 + twenty_one * 3 + excuse
    m[f + 8] = _MOMENT_NEAREST + side * 5 + nearest
    m[f + 9] = _MOMENT_VOIDS + side * 16 + min(enemies, 3) * 4 + min(friends, 3)
    m[f + 10] = _MOMENT_SEATS + seats - 3
    m[f + 11] = _MOMENT_MASTER + side * 2 + (1 if highest(trumps) > out else 0)
    own, count, spared = 0, 0, 0
    if is_led and led != TRUMP:
        own = s[hand + led]
    if not is_led or (own == 0 and trumps == 0):
        is_free = trumps != 0 or has_excuse
        for suit in range(TRUMP):
            is_free |= suit != barred and s[hand + suit] != 0
        for suit in range(TRUMP):
            if s[hand + suit] and (is_led or suit != barred or not is_free):
                count = list_suit_cards(s, m, count, 2 if is_led else 0, suit, left, after, void, trumped)
    elif own:
        count = list_suit_cards(s, m, count, 1, led, left, after, void, trumped)
        spared = 1 + worth_class(own & -own)
    if trumps and own == 0:
        count = list_trumps(s, m, count, after)
    if has_excuse:
        k, at = (2 if is_led else 0) + side, count * STRIDE
        m[at], m[at + 1], m[at + ALIKE], m[at + ROWS] = EXCUSE_COLOUR, 0, 0, 4
        f = at + FIRST_ROW
        m[f] = _EXCUSE_LEFT + k * 19 + min(left, 18)
        m[f + 1] = _EXCUSE_POINTS + (k * 4 + value) * 3 + friend
        m[f + 2] = _EXCUSE_FOR + (k * 6 + spared) * 2 + (1 if trumps else 0)
        m[f + 3] = _EXCUSE_AFTER + k * 3 + after
        count += 1
    return count


@compiled
def weigh_choices(m: Memory, weights: Memory, count: int) -> None:
    """Write the weight of each choice."""
    moment, sums = SUMS, SUMS + WIDTH
    for place in range(WIDTH):
        m[moment + place] = 0
    for row in range(MOMENT_ROWS):
        at = m[MOMENT + row] * WIDTH
        for place in range(WIDTH):
            m[moment + place] += weights[at + place]
    for choice in range(count):
        first = choice * STRIDE
        for place in range(WIDTH):
            m[sums + place] = m[moment + place]
        for row in range(first + FIRST_ROW, first + FIRST_ROW + m[first + ROWS]):
            at = m[row] * WIDTH
            for place in range(WIDTH):
                m[sums + place] += weights[at + place]
        kind = 0 if m[first] < TRUMP else 1 if m[first] == TRUMP else 2
        at, weight = ROW_COUNT * WIDTH + kind * HIDDEN, m[sums + HIDDEN] * UNIT
        for place in range(HIDDEN):
            if m[sums + place] > 0:
                weight += m[sums + place] * weights[at + place]
        m[first + WEIGHT] = weight


@compiled
def wins(colour: int, bit: int, led: int, best: int) -> bool:
    """Whether a card beats the best one of a trick that was led."""
    return (bit > best) & ((colour == led) | (colour == TRUMP))


@compiled
def put(s: Memory, colour: int, bit: int, is_held: bool) -> None:
    """The seat to play puts a card on the table, and all see what that says."""
    turn = s[TURN]
    if colour == EXCUSE_COLOUR:
        s[EXCUSE_LEFT] = 0
    elif s[LED] == NO_COLOUR:
        s[LAST_LEADS + turn] = colour
        if colour == TRUMP:
            s[TRUMP_LEADS + turn] += 1
        else:
            s[LEADS + turn * 4 + colour] += 1
    elif colour != s[LED]:
        s[SHOWN + turn] |= 1 << s[LED]
        if colour != TRUMP:
            s[SHOWN + turn] |= 1 << TRUMP
    put_alone(s, colour, bit, is_held)


@compiled
def put_alone(s: Memory, colour: int, bit: int, is_held: bool) -> None:
    """The seat to play puts a card on the table, where nobody remembers who showed and led what."""
    turn = s[TURN]
    if colour == EXCUSE_COLOUR:
        s[EXCUSE_OF] = turn
        if is_held:
            s[HOLDER] = -1
        s[BOUTS] += 1
    else:
        if is_held:
            s[HANDS + turn * COLOURS + colour] &= ~bit
        s[LEFT + colour] &= ~bit
        if s[LED] == NO_COLOUR:
            s[LED] = colour
        if bit & BOUT_BITS:
            s[BOUTS] += 1
            if bit == PETIT_BIT:
                s[HAS_PETIT] = 1
        if wins(colour, bit, s[LED], s[BEST]):
            s[BEST], s[WINNER] = bit, turn
    s[POINTS] += points_of(bit)
    s[TURN] = turn + 1 if turn + 1 < s[SEATS] else 0
    s[PLACE] += 1


@compiled
def clear(s: Memory) -> None:
    """An empty trick, led by whose turn it is."""
    s[PLACE], s[LED], s[BEST], s[WINNER] = 0, NO_COLOUR, 0, s[TURN]
    s[POINTS], s[BOUTS], s[EXCUSE_OF], s[HAS_PETIT] = 0, 0, -1, 0


@compiled
def settle_excuse(
    s: Memory, excuse_of: int, winner: int, won: int, number: int, trick_count: int
) -> tuple[int, int]:
    """Who wins a trick, and which side keeps an Excuse in it: 1 for the attack, -1 for the defence, or 0.

    Args:
        excuse_of: the seat that played the Excuse, or -1.
        winner: of the best card.
        won: tricks of the attack before this one.
    """
    if excuse_of < 0:
        return winner, 0
    owner = s[ATTACKS + excuse_of]
    if number < trick_count - 1:
        return winner, owner - s[ATTACKS + winner]
    return (excuse_of if won == (number if owner else 0) else winner), 0


@compiled
def finish(
    s: Memory,
    half_points: Memory,
    bouts: Memory,
    attack_tricks: Memory,
    petits: Memory,
    lane: int,
    number: int,
    trick_count: int,
) -> None:
    """Count a whole trick, the number of which is from 0, and let its winner lead."""
    winner, kept = settle_excuse(s, s[EXCUSE_OF], s[WINNER], attack_tricks[lane], number, trick_count)
    if winner == s[EXCUSE_OF]:
        s[HAS_PETIT] |= s[PETIT_BEFORE]
    half_points[lane] += KEPT * kept
    bouts[lane] += kept
    if s[ATTACKS + winner]:
        half_points[lane] += s[POINTS]
        bouts[lane] += s[BOUTS]
        attack_tricks[lane] += 1
    if number == trick_count - 1 and s[HAS_PETIT]:
        petits[lane] = 1 if s[ATTACKS + winner] else -1
    s[PETIT_BEFORE] = s[HAS_PETIT]
    s[TURN] = winner
    clear(s)


@compiled
def begin(p: Memory, seats: int, taker: int, sees_aside: int, leader: int) -> None:
    """Write the moment before the first card."""
    for place in range(LENGTH):
        p[place] = 0
    p[SEATS], p[TAKER], p[SEES_ASIDE], p[TURN] = seats, taker, sees_aside, leader
    p[HOLDER], p[EXCUSE_LEFT] = -1, 1
    for colour in range(COLOURS):
        p[LEFT + colour] = _ALL_TRUMPS if colour == TRUMP else _ALL_OF_SUIT
    for seat in range(seats):
        p[LAST_LEADS + seat] = NO_COLOUR
    clear(p)


@compiled_entry
def read_play(p: Memory, played: Memory, seats: int, taker: int, sees_aside: int, leader: int) -> None:
    """Write what all can see after some cards.

    Args:
        p: room for `LENGTH` numbers.
        played: colour and bit of every card, in the order played.
        sees_aside: as `SEES_ASIDE`.
        leader: who led the first of them.
    """
    begin(p, seats, taker, sees_aside, leader)
    for place in range(0, len(played), 2):
        put(p, played[place], played[place + 1], False)
        if p[PLACE] == seats:
            p[PETIT_BEFORE], p[TURN] = p[HAS_PETIT], p[WINNER]
            clear(p)


@compiled
def load_lane(s: Memory, p: Memory, hands: Memory, holders: Memory, attack: Memory, lane: int) -> None:
    """Write one lane as it stands; arguments as those of `play_outs`."""
    for place in range(LENGTH):
        s[place] = p[place]
    seats = s[SEATS]
    for place in range(seats * COLOURS):
        s[HANDS + place] = hands[lane * seats * COLOURS + place]
    for seat in range(seats):
        s[ATTACKS + seat] = attack[lane * seats + seat]
    for colour in range(COLOURS):
        s[ASIDE + colour] = s[LEFT + colour] & ~others_hold(s, -1, colour)
    s[HOLDER] = holders[lane]


@compiled_entry
def first_choices(
    s: Memory,
    m: Memory,
    p: Memory,
    hands: Memory,
    holders: Memory,
    attack: Memory,
    weights: Memory,
    left: int,
    barred: int,
) -> int:
    """Write and weigh the cards to choose from in the first lane; how many they are."""
    load_lane(s, p, hands, holders, attack, 0)
    count = list_choices(s, m, left, barred)
    weigh_choices(m, weights, count)
    return count


@compiled_entry
def play_outs(
    s: Memory,
    m: Memory,
    p: Memory,
    hands: Memory,
    holders: Memory,
    attack: Memory,
    half_points: Memory,
    bouts: Memory,
    attack_tricks: Memory,
    petits: Memory,
    first: Memory,
    weights: Memory,
    noise: Memory,
    left: int,
    trick_count: int,
    barred: int,
    chance: int,
) -> None:
    """Play each lane to its end; what the attack has is counted in `half_points`, `bouts`, `attack_tricks`.

    Args:
        s, m: room for `LENGTH` and for `CHOICES_LENGTH` numbers.
        p: what all can see, as `read_play` writes it.
        hands, holders, attack: as `Lanes` has them, in rows.
        petits: gets who won the Petit at the end, as `LaneEnds.petit`.
        first: colour and bit of the first card of each lane; empty to choose it as the others.
        noise: `NOISES` numbers of which one is added to each weight.
        left: cards of the seat to play.
        chance: where the random numbers begin.
    """
    for lane in range(len(holders)):
        load_lane(s, p, hands, holders, attack, lane)
        seats, is_first = s[SEATS], len(first) > 0
        for number in range(trick_count - left, trick_count):
            while s[PLACE] < seats:
                if is_first:
                    colour, bit, is_first = first[2 * lane], first[2 * lane + 1], False
                else:
                    count = list_choices(s, m, trick_count - number, barred if number == 0 else NO_COLOUR)
                    chosen, most = 0, -(1 << 60)
                    if count > 1:
                        weigh_choices(m, weights, count)
                        for choice in range(count):
                            chance = (chance * _NEXT + _STEP) & _RANDOM
                            weight = m[choice * STRIDE + WEIGHT] + noise[(chance >> 16) & (NOISES - 1)]
                            if weight > most:
                                chosen, most = choice, weight
                    colour, bit = m[chosen * STRIDE], m[chosen * STRIDE + 1]
                put(s, colour, bit, True)
            finish(s, half_points, bouts, attack_tricks, petits, lane, number, trick_count)


@compiled
def logarithm(share: int, logs: Memory) -> int:
    """The logarithm of a share of `POWER_ONE`."""
    return logs[min(share >> LOG_SHIFT, LOGS - 1)]


@compiled
def seat_chance(
    s: Memory,
    m: Memory,
    moments: Memory,
    played: Memory,
    h: Memory,
    q: int,
    trick_count: int,
    barred: int,
    weights: Memory,
    powers: Memory,
    logs: Memory,
) -> int:
    """The logarithm of the chance that a seat plays as it did, from the hand that a world gives it.

    Args:
        moments: what all could see before each card, one after the other.
        played: colour and bit of each card.
        h: the world; see `world_of`.
    """
    total = 0
    for number in range(len(played) // 2):
        at = number * LENGTH
        if moments[at + TURN] != q:
            continue
        for place in range(LENGTH):
            s[place] = moments[at + place]
        seats = s[SEATS]
        for colour in range(COLOURS):
            s[HANDS + q * COLOURS + colour] = h[HANDS + q * COLOURS + colour] & s[LEFT + colour]
            s[ASIDE + colour] = h[ASIDE + colour]
        for seat in range(seats):
            s[ATTACKS + seat] = h[ATTACKS + seat]
        s[HOLDER] = q if h[HOLDER] == q and s[EXCUSE_LEFT] else -1
        trick = number // seats
        count = list_choices(s, m, trick_count - trick, barred if trick == 0 else NO_COLOUR)
        if count < 2:
            continue
        chosen, is_lowest = -1, 0
        for choice in range(count):
            first = choice * STRIDE
            if m[first] == played[2 * number]:
                if m[first + 1] == played[2 * number + 1]:
                    chosen, is_lowest = choice, 1
                elif m[first + ALIKE] & played[2 * number + 1]:
                    chosen = choice
        if chosen < 0:
            total -= IMPOSSIBLE
            continue
        weigh_choices(m, weights, count)
        most = m[WEIGHT]
        for choice in range(count):
            most = max(most, m[choice * STRIDE + WEIGHT])
        powers_of_all = 0
        for choice in range(count):
            powers_of_all += powers[min((most - m[choice * STRIDE + WEIGHT]) // POWER_UNIT, POWERS - 1)]
        own = powers[min((most - m[chosen * STRIDE + WEIGHT]) // POWER_UNIT, POWERS - 1)]
        share = own * POWER_ONE // powers_of_all
        total += logarithm(((UNLIKE - 1) * share + POWER_ONE // count) // UNLIKE, logs)
        if not is_lowest:
            total -= NOT_LOWEST
    return total


@compiled
def hand_worth(h: Memory, q: int, dog: Memory, suit_values: Memory, trump_values: Memory) -> int:
    """The worth of a hand as it was dealt, as `hand_values` of `bid_weights` has it."""
    at, worth = HANDS + q * COLOURS, 0
    has_excuse = 1 if h[HOLDER] == q else 0
    trumps = h[at + TRUMP]
    if q == h[SEES_ASIDE]:
        trumps = (trumps | h[ASIDE + TRUMP]) & ~dog[TRUMP]
        has_excuse &= 1 - dog[EXCUSE_COLOUR]
    for suit in range(TRUMP):
        held = h[at + suit]
        if q == h[SEES_ASIDE]:
            held = (held | h[ASIDE + suit]) & ~dog[suit]
        worth += suit_values[(held >> _FIRST_FIGURE) * 15 + count_bits(held)]
    named = trumps >> _FIRST_MAJOR | (64 if trumps & PETIT_BIT else 0) | 128 * has_excuse
    return worth + trump_values[named * 23 + count_bits(trumps) + has_excuse]


@compiled
def bids_chance(
    h: Memory, bids: Memory, dog: Memory, chances: Memory, suit_values: Memory, trump_values: Memory
) -> int:
    """The logarithm of the chance of the bidding, as `bid_weights` has it.

    Args:
        bids: a clue and a number of points for each seat, `NO_CLUE` for the seat that looks.
    """
    taker, total, of_taker = h[TAKER], 0, 0
    if bids[2 * taker] != NO_CLUE:
        of_taker = hand_worth(h, taker, dog, suit_values, trump_values)
    for seat in range(h[SEATS]):
        clue, points = bids[2 * seat], bids[2 * seat + 1]
        if clue == NO_CLUE:
            continue
        worth = of_taker if seat == taker else hand_worth(h, seat, dog, suit_values, trump_values)
        speaks = (
            worth - points if clue == AT_LEAST else points - worth if clue == AT_MOST else of_taker - worth
        )
        total += chances[min(max(speaks + CHANCES // 2, 0), CHANCES - 1)]
    return total


@compiled
def lay(h: Memory, colour: int, bit: int, seat: int, called: Memory) -> None:
    """Put a card of a world into a hand, or aside; who holds the called card attacks."""
    if colour == EXCUSE_COLOUR:
        h[HOLDER] = seat
    elif seat < 0:
        h[ASIDE + colour] |= bit
    else:
        h[HANDS + seat * COLOURS + colour] |= bit
        if colour == called[0] and bit == called[1]:
            h[ATTACKS + seat] = 1


@compiled
def lift(h: Memory, colour: int, bit: int, seat: int, called: Memory) -> None:
    """Take a card of a world out of a hand, or from aside."""
    if colour == EXCUSE_COLOUR:
        h[HOLDER] = -1
    elif seat < 0:
        h[ASIDE + colour] &= ~bit
    else:
        h[HANDS + seat * COLOURS + colour] &= ~bit
        if colour == called[0] and bit == called[1] and seat != h[TAKER]:
            h[ATTACKS + seat] = 0


@compiled_entry
def swap_cards(
    s: Memory,
    m: Memory,
    h: Memory,
    p: Memory,
    moments: Memory,
    worlds: Memory,
    cards: Memory,
    allowed: Memory,
    owners: Memory,
    loose: Memory,
    played: Memory,
    bids: Memory,
    dog: Memory,
    called: Memory,
    weights: Memory,
    powers: Memory,
    logs: Memory,
    chances: Memory,
    suit_values: Memory,
    trump_values: Memory,
    me: int,
    seats: int,
    taker: int,
    sees_aside: int,
    leader: int,
    trick_count: int,
    barred: int,
    steps: int,
    chance: int,
) -> int:
    """Swap hidden cards in each world, so that worlds come as often as they are likely; how many swaps.

    A pair is swapped for sure where that makes the world likelier, else as often as it becomes less likely
    (Metropolis): by the bidding, and by every card that another seat played.

    Args:
        s, m, h, p: room for `LENGTH`, `CHOICES_LENGTH`, `LENGTH` and `LENGTH` numbers.
        moments: room for `LENGTH` numbers for each card played.
        worlds: for each world the place of each card before the first card; gets the new ones.
        cards: colour and bit of each card.
        allowed: for each card and each place 1 where it may lie there.
        owners: the seat of each place, -1 for none.
        loose: the cards that may lie in several places.
        played: colour and bit of every card played.
        bids, dog, chances: see `bids_chance`; the dog is what the taker took, as sets, then the Excuse.
        called: colour and bit of a called card that was not in the dog; else -1 and 0.
        me: the seat that looks.
        steps: pairs drawn in each world.
        chance: where the random numbers begin.
    """
    begin(p, seats, taker, sees_aside, leader)
    for number in range(len(played) // 2):
        for place in range(LENGTH):
            moments[number * LENGTH + place] = p[place]
        put(p, played[2 * number], played[2 * number + 1], False)
        if p[PLACE] == seats:
            p[TURN] = p[WINNER]
            clear(p)
    size, places, swapped = len(cards) // 2, len(owners), 0
    for first in range(0, len(worlds), size):
        begin(h, seats, taker, sees_aside, leader)
        h[ATTACKS + taker] = 1
        for card in range(size):
            lay(h, cards[2 * card], cards[2 * card + 1], owners[worlds[first + card]], called)
        found = bids_chance(h, bids, dog, chances, suit_values, trump_values)
        for seat in range(seats):
            p[seat] = 0
            if seat != me:
                p[seat] = seat_chance(
                    s, m, moments, played, h, seat, trick_count, barred, weights, powers, logs
                )
        for _ in range(steps):
            chance = (chance * _NEXT + _STEP) & _RANDOM
            one = loose[(chance >> 12) % len(loose)]
            chance = (chance * _NEXT + _STEP) & _RANDOM
            other = loose[(chance >> 12) % len(loose)]
            here, there = worlds[first + one], worlds[first + other]
            if here == there or not allowed[one * places + there] or not allowed[other * places + here]:
                continue
            owner, new_owner = owners[here], owners[there]
            lift(h, cards[2 * one], cards[2 * one + 1], owner, called)
            lift(h, cards[2 * other], cards[2 * other + 1], new_owner, called)
            lay(h, cards[2 * one], cards[2 * one + 1], new_owner, called)
            lay(h, cards[2 * other], cards[2 * other + 1], owner, called)
            is_called = 0
            for card in (one, other):
                if cards[2 * card] == called[0] and cards[2 * card + 1] == called[1]:
                    is_called = 1
            now = bids_chance(h, bids, dog, chances, suit_values, trump_values)
            gained = now - found
            for seat in range(seats):
                p[seats + seat] = p[seat]
                if seat != me and (is_called or seat in (owner, new_owner)):
                    p[seats + seat] = seat_chance(
                        s, m, moments, played, h, seat, trick_count, barred, weights, powers, logs
                    )
                gained += p[seats + seat] - p[seat]
            chance = (chance * _NEXT + _STEP) & _RANDOM
            if gained >= 0 or logs[chance >> 17] < gained:
                swapped += 1
                found = now
                worlds[first + one], worlds[first + other] = there, here
                for seat in range(seats):
                    p[seat] = p[seats + seat]
                continue
            lift(h, cards[2 * one], cards[2 * one + 1], new_owner, called)
            lift(h, cards[2 * other], cards[2 * other + 1], owner, called)
            lay(h, cards[2 * one], cards[2 * one + 1], owner, called)
            lay(h, cards[2 * other], cards[2 * other + 1], new_owner, called)
    return swapped


@compiled
def lead_by_thumb(s: Memory, turn: int, left: int, barred: int) -> int:
    """The card to lead, as `choose_by_thumb` writes it."""
    if s[HOLDER] == turn and left == 2:
        return EXCUSE_COLOUR
    hand = HANDS + turn * COLOURS
    trumps = s[hand + TRUMP]
    big = trumps & ~PETIT_BIT
    if big and s[ATTACKS + turn] and count_bits(big) * MANY_TRUMPS >= left:
        return highest(big) << 3 | TRUMP
    is_free = trumps != 0
    for suit in range(TRUMP):
        is_free |= suit != barred and s[hand + suit] != 0
    chosen, longest = NO_COLOUR, 0
    for suit in range(TRUMP):
        length = count_bits(s[hand + suit])
        is_longer = (length > longest) & ((suit != barred) | (not is_free))
        chosen = suit if is_longer else chosen
        longest = length if is_longer else longest
    if chosen == NO_COLOUR:
        low = big & -big if big else trumps
        return low << 3 | TRUMP if low else EXCUSE_COLOUR
    own = s[hand + chosen]
    top = highest(own)
    bit = top if s[LEFT + chosen] & ~own < top else own & -own
    return bit << 3 | chosen


@compiled
def throw_by_thumb(s: Memory, hand: int, gives: bool) -> int:
    """The dearest card of all suits where a friend gets it, else the cheapest; 0 without any."""
    chosen, found = 0, 0
    for suit in range(TRUMP):
        own = s[hand + suit]
        if own:
            bit = highest(own) if gives else own & -own
            if found == 0 or (bit > found if gives else bit < found):
                chosen, found = suit, bit
    return found << 3 | chosen


@compiled
def trump_by_thumb(trumps: int, best: int, friend: bool, is_last: bool) -> int:
    """The lowest trump that goes over, else the lowest; the Petit only where it comes home."""
    over = trumps & -(best << 1)
    allowed = over if over else trumps
    if is_last and allowed & PETIT_BIT and (over or friend):
        return PETIT_BIT
    without = allowed & ~PETIT_BIT
    return without & -without if without else allowed


@compiled
def follow_by_thumb(s: Memory, turn: int, led: int, best: int, winner: int, is_last: bool, left: int) -> int:
    """The card to play to a trick that was led, as `choose_by_thumb` writes it."""
    hand = HANDS + turn * COLOURS
    friend = s[ATTACKS + turn] == s[ATTACKS + winner]
    own, trumps = s[hand + led], s[hand + TRUMP]
    out = s[LEFT + led] & ~own
    gives = friend & (is_last | (out < best))
    colour = led
    if led != TRUMP and own:
        top = highest(own)
        bit = top if gives | ((top > best) & (is_last | (out < top))) else own & -own
    elif trumps:
        colour, bit = TRUMP, trump_by_thumb(trumps, best, friend, is_last)
    else:
        thrown = throw_by_thumb(s, hand, gives)
        colour, bit = thrown & 7, thrown >> 3
    if bit == 0:
        return EXCUSE_COLOUR
    if s[HOLDER] == turn:
        is_lost = not friend and not wins(colour, bit, led, best)
        if left <= LAST_CARDS or (is_lost and points_of(bit) >= SAVED):
            return EXCUSE_COLOUR
    return bit << 3 | colour


@compiled
def choose_by_thumb(
    s: Memory, turn: int, led: int, best: int, winner: int, is_last: bool, left: int, barred: int
) -> int:
    """The card that the seat to play plays by rules of thumb: its bit, eight times over, and its colour."""
    if led == NO_COLOUR:
        return lead_by_thumb(s, turn, left, barred)
    return follow_by_thumb(s, turn, led, best, winner, is_last, left)


@compiled
def take_card(s: Memory, turn: int, colour: int, bit: int) -> None:
    """Take a card out of a hand."""
    if colour == EXCUSE_COLOUR:
        s[HOLDER] = -1
    else:
        s[HANDS + turn * COLOURS + colour] &= ~bit
        s[LEFT + colour] &= ~bit


@compiled
def load_thumbs(s: Memory, p: Memory, hands: Memory, holders: Memory, attack: Memory, lane: int) -> None:
    """Write what rules of thumb look at in one lane; of the cards left, those that the hands hold."""
    seats = p[SEATS]
    s[SEATS] = seats
    for place in range(STATE, LENGTH):
        s[place] = p[place]
    for colour in range(COLOURS):
        s[LEFT + colour] = 0
    for seat in range(seats):
        s[ATTACKS + seat] = attack[lane * seats + seat]
        for colour in range(COLOURS):
            held = hands[(lane * seats + seat) * COLOURS + colour]
            s[HANDS + seat * COLOURS + colour] = held
            s[LEFT + colour] |= held
    s[HOLDER] = holders[lane]


@compiled_entry
def play_thumbs(
    s: Memory,
    p: Memory,
    hands: Memory,
    holders: Memory,
    attack: Memory,
    half_points: Memory,
    bouts: Memory,
    attack_tricks: Memory,
    petits: Memory,
    first: Memory,
    left: int,
    trick_count: int,
    barred: int,
) -> None:
    """Play each lane to its end by rules of thumb.

    Args:
        first: colour and bit of the first card of each lane; empty to choose it as the others.

    The other arguments are those of `play_outs`.
    """
    seats = p[SEATS]
    for lane in range(len(holders)):
        load_thumbs(s, p, hands, holders, attack, lane)
        place, turn, led, best, winner = p[PLACE], p[TURN], p[LED], p[BEST], p[WINNER]
        points, bouts_here, excuse_of = p[POINTS], p[BOUTS], p[EXCUSE_OF]
        has_petit, had_petit = p[HAS_PETIT], p[PETIT_BEFORE]
        total, all_bouts, won, petit = half_points[lane], bouts[lane], attack_tricks[lane], 0
        is_first = len(first) > 0
        for number in range(trick_count - left, trick_count):
            while place < seats:
                if is_first:
                    colour, bit, is_first = first[2 * lane], first[2 * lane + 1], False
                else:
                    no_lead = barred if number == 0 else NO_COLOUR
                    is_last = place == seats - 1
                    card = choose_by_thumb(s, turn, led, best, winner, is_last, trick_count - number, no_lead)
                    colour, bit = card & 7, card >> 3
                take_card(s, turn, colour, bit)
                if colour == EXCUSE_COLOUR:
                    excuse_of = turn
                    bouts_here += 1
                else:
                    led = colour if led == NO_COLOUR else led
                    bouts_here += 1 if bit & BOUT_BITS else 0
                    has_petit |= 1 if bit == PETIT_BIT else 0
                    is_best = wins(colour, bit, led, best)
                    best, winner = bit if is_best else best, turn if is_best else winner
                points += points_of(bit)
                turn = turn + 1 if turn + 1 < seats else 0
                place += 1
            winner, kept = settle_excuse(s, excuse_of, winner, won, number, trick_count)
            if winner == excuse_of:
                has_petit |= had_petit
            total += KEPT * kept
            all_bouts += kept
            if s[ATTACKS + winner]:
                total += points
                all_bouts += bouts_here
                won += 1
            petit = has_petit * (1 if s[ATTACKS + winner] else -1)
            had_petit, turn = has_petit, winner
            place, led, best, points, bouts_here, excuse_of, has_petit = 0, NO_COLOUR, 0, 0, 0, -1, 0
        half_points[lane], bouts[lane], attack_tricks[lane], petits[lane] = total, all_bouts, won, petit


@compiled_entry
def count_surprises(
    s: Memory,
    p: Memory,
    hands: Memory,
    holders: Memory,
    attack: Memory,
    played: Memory,
    surprises: Memory,
    seat: int,
    trick_count: int,
    barred: int,
) -> None:
    """Count for each lane the cards played that the rules of thumb would not have played from that hand.

    Args:
        hands: before the first card.
        played: colour and bit of every card, in the order played.
        surprises: gets the counts.
        seat: whose cards do not count.
    """
    seats = p[SEATS]
    for lane in range(len(holders)):
        load_thumbs(s, p, hands, holders, attack, lane)
        place, turn, led, best, winner, left = 0, p[TURN], NO_COLOUR, 0, p[WINNER], trick_count
        found = 0
        for at in range(0, len(played), 2):
            colour, bit = played[at], played[at + 1]
            if turn != seat:
                no_lead, is_last = barred if left == trick_count else NO_COLOUR, place == seats - 1
                card = choose_by_thumb(s, turn, led, best, winner, is_last, left, no_lead)
                found += 1 if card != (bit << 3 | colour) else 0
            take_card(s, turn, colour, bit)
            if colour != EXCUSE_COLOUR:
                led = colour if led == NO_COLOUR else led
                is_best = wins(colour, bit, led, best)
                best, winner = bit if is_best else best, turn if is_best else winner
            turn = turn + 1 if turn + 1 < seats else 0
            place += 1
            if place == seats:
                place, turn, led, best, left = 0, winner, NO_COLOUR, 0, left - 1
        surprises[lane] = found


@compiled
def list_legal(s: Memory, layers: Memory, at: int) -> None:
    """Write the layer of the seat to play: its side and the cards that it may play."""
    turn, led = s[TURN], s[LED]
    hand = HANDS + turn * COLOURS
    trumps = s[hand + TRUMP]
    layers[at + ATTACKS_HERE] = s[ATTACKS + turn]
    layers[at + VALUE] = -NO_SCORE if s[ATTACKS + turn] else NO_SCORE
    follows = led != NO_COLOUR and led != TRUMP and s[hand + led] != 0
    count = 0
    for colour in range(COLOURS):
        held = s[hand + colour]
        if follows:
            held = held if colour == led else 0
        elif led != NO_COLOUR and trumps:
            over = trumps & -(s[BEST] << 1)
            held = 0 if colour != TRUMP else over if over else trumps
        while held:
            layers[at + FIRST + 2 * count] = colour
            layers[at + FIRST + 2 * count + 1] = held & -held
            held &= held - 1
            count += 1
    if s[HOLDER] == turn:
        layers[at + FIRST + 2 * count] = EXCUSE_COLOUR
        layers[at + FIRST + 2 * count + 1] = 0
        count += 1
    layers[at + COUNT], layers[at + NEXT] = count, 0


@compiled
def copy_moment(to: Memory, at: int, of: Memory, begin: int) -> None:
    """Copy what rules of thumb look at, which is all that changes."""
    for place in range(HANDS, SHOWN):
        to[at + place] = of[begin + place]
    for place in range(LEFT, LENGTH):
        to[at + place] = of[begin + place]
    to[at + HOLDER] = of[begin + HOLDER]


@compiled_entry
def search_cards(
    s: Memory,
    moments: Memory,
    layers: Memory,
    points: Memory,
    won_bouts: Memory,
    won_tricks: Memory,
    petits: Memory,
    tricks: Memory,
    p: Memory,
    hands: Memory,
    holders: Memory,
    attack: Memory,
    half_points: Memory,
    bouts: Memory,
    attack_tricks: Memory,
    cards: Memory,
    worths: Memory,
    scores: Memory,
    left: int,
    trick_count: int,
    point_count: int,
) -> None:
    """The exact score of each card of the seat to play in each lane.

    Args:
        s: room for `LENGTH` numbers.
        moments, layers: room for a moment and a layer of each depth, one depth more than cards to play.
        points, won_bouts, won_tricks, petits, tricks: room for a number of each depth.
        p, hands, holders, attack, half_points, bouts, attack_tricks, left: as those of `play_outs`.
        cards: colour and bit of each card that is tried.
        worths: the score by bouts, half points, Petit from -1 to 1, and `LOST`, `NEITHER` or `MADE`.
        scores: gets the scores, lane after lane.
        point_count: how many half points `worths` has for each number of bouts.
    """
    depths, tried = len(tricks) - 1, len(cards) // 2
    for lane in range(len(holders)):
        load_thumbs(s, p, hands, holders, attack, lane)
        copy_moment(moments, 0, s, 0)
        points[0], won_bouts[0], won_tricks[0], petits[0] = (
            half_points[lane],
            bouts[lane],
            attack_tricks[lane],
            0,
        )
        tricks[0] = trick_count - left
        for card in range(tried):
            copy_moment(s, 0, moments, 0)
            colour, bit = cards[2 * card], cards[2 * card + 1]
            depth, value, descends = 0, 0, True
            while True:
                if descends:
                    put_alone(s, colour, bit, True)
                    here, depth = depth, depth + 1
                    points[depth], won_bouts[depth] = points[here], won_bouts[here]
                    won_tricks[depth], petits[depth], tricks[depth] = (
                        won_tricks[here],
                        petits[here],
                        tricks[here],
                    )
                    if s[PLACE] == s[SEATS]:
                        finish(s, points, won_bouts, won_tricks, petits, depth, tricks[here], trick_count)
                        tricks[depth] += 1
                    if depth < depths:
                        list_legal(s, layers, depth * LAYER)
                        copy_moment(moments, depth * LENGTH, s, 0)
                at = depth * LAYER
                if depth < depths and layers[at + NEXT] < layers[at + COUNT]:
                    choice = at + FIRST + 2 * layers[at + NEXT]
                    colour, bit = layers[choice], layers[choice + 1]
                    if layers[at + NEXT]:
                        copy_moment(s, 0, moments, depth * LENGTH)
                    layers[at + NEXT] += 1
                    descends = True
                    continue
                if depth < depths:
                    value = layers[at + VALUE]
                else:
                    slam = (
                        MADE if won_tricks[depth] == trick_count else NEITHER if won_tricks[depth] else LOST
                    )
                    place = won_bouts[depth] * point_count + points[depth]
                    value = worths[(place * 3 + petits[depth] + 1) * 3 + slam]
                depth, descends = depth - 1, False
                if depth == 0:
                    break
                at = depth * LAYER
                if layers[at + ATTACKS_HERE]:
                    value = max(layers[at + VALUE], value)
                else:
                    value = min(layers[at + VALUE], value)
                layers[at + VALUE] = value
                before = at - LAYER
                if depth > 1 and layers[at + ATTACKS_HERE] != layers[before + ATTACKS_HERE]:
                    bound = layers[before + VALUE]
                    if value >= bound if layers[at + ATTACKS_HERE] else value <= bound:
                        layers[at + NEXT] = layers[at + COUNT]  # the seat before has a better card
            scores[lane * tried + card] = value
