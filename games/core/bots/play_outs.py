"""Play-outs of Tarot by a learnt policy or by rules of thumb, one deal after the other, on plain numbers.

In each world every seat plays the card with the highest weight, by what a seat can know: its hand, the cards
that are out, the trick, who showed that he has none of a colour, who led which suit; or the card of the rules
of thumb, as `lanes` has them. One pack, three to five seats. Cards are the colours and bits of `lanes`.
"""

from games.core.bots.rules_of_thumb import LAST_CARDS, MANY_TRUMPS, SAVED
from games.core.compiled import Memory, compiled, compiled_entry

COLOURS = 5
TRUMP = 4
EXCUSE_COLOUR = 5
NO_COLOUR = -1
PETIT_BIT = 1 << 14
BOUT_BITS = PETIT_BIT | 1 << 34
_LOWS = (1 << 10) - 1
_FIRST_FIGURE = 10

SEATS = 0
HOLDER = 1
"""The seat that holds the Excuse, or -1."""
HANDS = 2
"""Five colours of each of five seats."""
ATTACKS = HANDS + 25
SHOWN = ATTACKS + 5
"""The colours of which each seat showed that it has none, bit n for colour n."""
LEADS = SHOWN + 5
"""How often each suit was led by the defence, then by the attack."""
STATE = LEADS + 8

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

FEATURES = 6
STRIDE = 2 + FEATURES
"""Numbers of one choice: its colour, its bit, its features."""
MOST_CHOICES = 30

_LEAD_CARD = 1
_LEAD_LENGTH = _LEAD_CARD + 2 * 5 * 2 * 4
_LEAD_VOIDS = _LEAD_LENGTH + 2 * 6 * 5
_LEAD_HISTORY = _LEAD_VOIDS + 2 * 3 * 2 * 2 * 2
_LEAD_OUT = _LEAD_HISTORY + 2 * 9 * 4
_LEAD_ORDER = _LEAD_OUT + 2 * 4 * 2 * 2
_LEAD_TRUMP = _LEAD_ORDER + 5 * 5 * 2
_LEAD_TRUMP_OUT = _LEAD_TRUMP + 2 * 3 * 6 * 4
_LEAD_PETIT = _LEAD_TRUMP_OUT + 2 * 3 * 2 * 4 * 3
_LEAD_TRUMP_ORDER = _LEAD_PETIT + 2 * 3 * 3 * 4
_LEAD_EXCUSE = _LEAD_TRUMP_ORDER + 5 * 3
_SUIT_CARD = _LEAD_EXCUSE + 2 * 7
_SUIT_MASTER = _SUIT_CARD + 2 * 5 * 2 * 2 * 3
_SUIT_POINTS = _SUIT_MASTER + 2 * 5 * 2 * 2 * 3 * 2
_SUIT_SAFE = _SUIT_POINTS + 2 * 5 * 4 * 2
_SUIT_LENGTH = _SUIT_SAFE + 2 * 2 * 2 * 5 * 2
_TRUMP_CARD = _SUIT_LENGTH + 2 * 5 * 4 * 2
_TRUMP_POINTS = _TRUMP_CARD + 2 * 4 * 2 * 3 * 2
_TRUMP_PETIT = _TRUMP_POINTS + 2 * 4 * 4 * 3
_TRUMP_MASTER = _TRUMP_PETIT + 2 * 4 * 3 * 4
_TRUMP_LENGTH = _TRUMP_MASTER + 2 * 4 * 2 * 3 * 2
_THROW_CARD = _TRUMP_LENGTH + 2 * 4 * 6
_THROW_LENGTH = _THROW_CARD + 2 * 5 * 2 * 2 * 3
_THROW_PHASE = _THROW_LENGTH + 2 * 5 * 2 * 5
_THROW_VOIDS = _THROW_PHASE + 2 * 5 * 4
_EXCUSE_LEFT = _THROW_VOIDS + 2 * 2 * 2 * 5
_EXCUSE_POINTS = _EXCUSE_LEFT + 2 * 7 * 2 * 2
_EXCUSE_FOR = _EXCUSE_POINTS + 2 * 4 * 3 * 2
WEIGHTS = _EXCUSE_FOR + 2 * 2 * 5 * 2 * 2
"""How many weights there are."""


@compiled
def count_bits(bits: int) -> int:
    """How many cards a set has."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@compiled
def highest(bits: int) -> int:
    """The highest card of a set of one colour; 0 for none."""
    for shift in range(6):
        bits |= bits >> (1 << shift)
    return bits & ~(bits >> 1)


@compiled
def worth_class(bit: int) -> int:
    """0 for a plain card of a suit, 1 to 4 for jack to king."""
    return count_bits(((bit >> _FIRST_FIGURE) << 1) - 1) if bit >> _FIRST_FIGURE else 0


@compiled
def points_of(colour: int, bit: int) -> int:
    """The half points of a card."""
    if bit == 0 or bit & BOUT_BITS:
        return 9
    if colour == TRUMP:
        return 1
    return 1 + 2 * worth_class(bit)


@compiled
def phase_of(left: int) -> int:
    """0 to 3, from the last tricks of a deal to the first."""
    return 0 if left <= 3 else 1 if left <= 7 else 2 if left <= 12 else 3


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
def add(
    m: Memory, count: int, colour: int, bit: int, f0: int, f1: int, f2: int, f3: int, f4: int, f5: int
) -> int:
    """Write a choice; how many there are then."""
    at = count * STRIDE
    m[at], m[at + 1] = colour, bit
    m[at + 2], m[at + 3], m[at + 4], m[at + 5], m[at + 6], m[at + 7] = f0, f1, f2, f3, f4, f5
    return count + 1


@compiled
def next_of_suit(held: int, out: int, after: int) -> int:
    """The card of a suit to try after another one, from the highest; 0 when there is none.

    Each figure is tried; of the others the lowest, and the highest where it is master.
    """
    below = held if after == 0 else held & (after - 1)
    if below == 0:
        return 0
    top = highest(below)
    if top > _LOWS:
        return top
    if after != 0 and after <= _LOWS:
        return 0 if after == held & -held else held & -held
    return top if top > out else held & -held


@compiled
def list_leads(s: Memory, m: Memory, left: int, barred: int) -> int:
    """The cards to lead, with what speaks for them."""
    seats, turn = s[SEATS], s[TURN]
    side, hand = s[ATTACKS + turn], HANDS + turn * COLOURS
    phase, count = phase_of(left), 0
    trumps = s[hand + TRUMP]
    is_free = trumps != 0 or s[HOLDER] == turn
    for suit in range(TRUMP):
        is_free |= suit != barred and s[hand + suit] != 0
    nearest = seats - 1
    for step in range(seats - 1, 0, -1):
        if s[ATTACKS + (turn + step) % seats] != side:
            nearest = step
    for suit in range(TRUMP):
        held = s[hand + suit]
        if held == 0 or (suit == barred and is_free):
            continue
        out = others_hold(s, turn, suit)
        length = min(count_bits(held), 6) - 1
        enemies, friends = 0, 0
        for seat in range(seats):
            if seat != turn and s[SHOWN + seat] >> suit & 1 and s[HANDS + seat * COLOURS + TRUMP]:
                if s[ATTACKS + seat] == side:
                    friends = 1
                else:
                    enemies = min(enemies + 1, 2)
        ours, theirs = min(s[LEADS + side * 4 + suit], 2), min(s[LEADS + (1 - side) * 4 + suit], 2)
        out_size = size_of(count_bits(out), 0, 2, 5)
        bit = next_of_suit(held, out, 0)
        while bit:
            worth, is_master = worth_class(bit), 1 if bit > out else 0
            is_low = 1 if worth == 0 else 0
            count = add(
                m,
                count,
                suit,
                bit,
                _LEAD_CARD + ((side * 5 + worth) * 2 + is_master) * 4 + phase,
                _LEAD_LENGTH + (side * 6 + length) * 5 + worth,
                _LEAD_VOIDS + (((side * 3 + enemies) * 2 + friends) * 2 + is_master) * 2 + is_low,
                _LEAD_HISTORY + ((side * 3 + ours) * 3 + theirs) * 4 + phase,
                _LEAD_OUT + ((side * 4 + out_size) * 2 + is_master) * 2 + is_low,
                _LEAD_ORDER + ((nearest if side == 0 else 0) * 5 + worth) * 2 + is_master,
            )
            bit = next_of_suit(held, out, bit)
    if trumps:
        out = others_hold(s, turn, TRUMP)
        enemy, petit = 0, 0
        for seat in range(seats):
            if s[ATTACKS + seat] != side:
                enemy |= s[HANDS + seat * COLOURS + TRUMP]
        if trumps & PETIT_BIT:
            petit = 1
        elif out & PETIT_BIT:
            petit = 2
        own = count_bits(trumps)
        length = 0 if own <= 1 else min(1 + (own - 1) // 2, 5)
        out_size = size_of(count_bits(out), 0, 3, 7)
        share = 0 if own * 4 < left else 1 if own * 2 < left else 2
        big = trumps & ~PETIT_BIT
        for kind in range(3):
            bit = 0
            if kind == 0:
                bit = highest(big)
            elif kind == 1 and big & (big - 1):
                bit = big & -big
            elif kind == 2:
                bit = trumps & PETIT_BIT
            if bit:
                is_master = 1 if bit > out else 0
                count = add(
                    m,
                    count,
                    TRUMP,
                    bit,
                    _LEAD_TRUMP + ((side * 3 + kind) * 6 + length) * 4 + phase,
                    _LEAD_TRUMP_OUT + (((side * 3 + kind) * 2 + is_master) * 4 + out_size) * 3 + share,
                    _LEAD_PETIT + ((side * 3 + kind) * 3 + petit) * 4 + phase,
                    _LEAD_TRUMP_ORDER + (nearest if side == 0 else 0) * 3 + kind,
                    0,
                    0,
                )
    if s[HOLDER] == turn:
        count = add(m, count, EXCUSE_COLOUR, 0, _LEAD_EXCUSE + side * 7 + min(left, 7) - 1, 0, 0, 0, 0, 0)
    return count


@compiled
def list_follows(s: Memory, m: Memory, left: int) -> int:
    """The cards to play to a trick that was led, with what speaks for them."""
    seats, turn, led, best = s[SEATS], s[TURN], s[LED], s[BEST]
    side, hand = s[ATTACKS + turn], HANDS + turn * COLOURS
    phase, count = phase_of(left), 0
    after, void = 0, 0
    for step in range(1, seats - s[PLACE]):
        seat = (turn + step) % seats
        if s[ATTACKS + seat] != side:
            after = min(after + 1, 2)
            if s[SHOWN + seat] >> led & 1 and s[HANDS + seat * COLOURS + TRUMP]:
                void = 1
    friend = 1 if s[ATTACKS + s[WINNER]] == side else 0
    is_trumped = best >= PETIT_BIT
    out_led = others_hold(s, turn, TRUMP if is_trumped else led)
    is_safe = 1 if after == 0 or (out_led < best and not void) else 0
    value = size_of(s[POINTS], 2, 6, 12)
    trumps, own = s[hand + TRUMP], 0
    if led != TRUMP:
        own = s[hand + led]
    spared = 0
    if own:
        length = size_of(count_bits(own), 1, 2, 4)
        bit = next_of_suit(own, out_led, 0)
        while bit:
            worth, wins = worth_class(bit), 1 if bit > best else 0
            is_master = 1 if bit > out_led and not is_trumped else 0
            spared = worth
            count = add(
                m,
                count,
                led,
                bit,
                _SUIT_CARD + (((side * 5 + worth) * 2 + wins) * 2 + friend) * 3 + after,
                _SUIT_MASTER + ((((side * 5 + worth) * 2 + is_master) * 2 + wins) * 3 + after) * 2 + void,
                _SUIT_POINTS + ((side * 5 + worth) * 4 + value) * 2 + wins,
                _SUIT_SAFE + (((side * 2 + friend) * 2 + is_safe) * 5 + worth) * 2 + is_master,
                _SUIT_LENGTH + ((side * 5 + worth) * 4 + length) * 2 + wins,
                0,
            )
            bit = next_of_suit(own, out_led, bit)
    elif trumps:
        over = trumps & -(best << 1)
        allowed = over if over else trumps
        goes = 1 if over else 0
        out = others_hold(s, turn, TRUMP)
        petit = 1 if trumps & PETIT_BIT else 2 if out & PETIT_BIT else 0
        was_led = 1 if led == TRUMP else 0
        big = allowed & ~PETIT_BIT
        number = count_bits(trumps)
        length = 0 if number <= 1 else min(1 + (number - 1) // 2, 5)
        for kind in range(4):
            bit = 0
            if kind == 0 and goes:
                bit = big & -big
            elif kind == 1 and goes and big & (big - 1):
                bit = highest(big)
            elif kind == 2:
                bit = allowed & PETIT_BIT
            elif kind == 3 and not goes:
                bit = big & -big
            if bit:
                is_master = 1 if bit > out else 0
                count = add(
                    m,
                    count,
                    TRUMP,
                    bit,
                    _TRUMP_CARD + (((side * 4 + kind) * 2 + friend) * 3 + after) * 2 + was_led,
                    _TRUMP_POINTS + ((side * 4 + kind) * 4 + value) * 3 + after,
                    _TRUMP_PETIT + ((side * 4 + kind) * 3 + petit) * 4 + phase,
                    _TRUMP_MASTER + (((side * 4 + kind) * 2 + is_master) * 3 + after) * 2 + friend,
                    _TRUMP_LENGTH + (side * 4 + kind) * 6 + length,
                    0,
                )
    else:
        for suit in range(TRUMP):
            held = s[hand + suit]
            if held == 0:
                continue
            out = others_hold(s, turn, suit)
            length = min(count_bits(held), 5) - 1
            taken = 0
            for seat in range(seats):
                if s[ATTACKS + seat] != side and s[SHOWN + seat] >> suit & 1:
                    taken = 1
            bit = next_of_suit(held, out, 0)
            while bit:
                worth, is_master = worth_class(bit), 1 if bit > out else 0
                count = add(
                    m,
                    count,
                    suit,
                    bit,
                    _THROW_CARD + (((side * 5 + worth) * 2 + friend) * 2 + is_safe) * 3 + after,
                    _THROW_LENGTH + ((side * 5 + length) * 2 + is_master) * 5 + worth,
                    _THROW_PHASE + (side * 5 + worth) * 4 + phase,
                    _THROW_VOIDS + ((side * 2 + taken) * 2 + is_master) * 5 + worth,
                    0,
                    0,
                )
                bit = next_of_suit(held, out, bit)
    if s[HOLDER] == turn:
        has_own = 1 if own else 0
        count = add(
            m,
            count,
            EXCUSE_COLOUR,
            0,
            _EXCUSE_LEFT + ((side * 7 + min(left, 7) - 1) * 2 + friend) * 2 + is_safe,
            _EXCUSE_POINTS + ((side * 4 + value) * 3 + after) * 2 + friend,
            _EXCUSE_FOR + (((side * 2 + has_own) * 5 + spared) * 2 + (1 if trumps else 0)) * 2 + friend,
            0,
            0,
            0,
        )
    return count


@compiled
def put(s: Memory, colour: int, bit: int, is_held: bool) -> None:
    """The seat to play puts a card on the table."""
    turn = s[TURN]
    if colour == EXCUSE_COLOUR:
        s[EXCUSE_OF] = turn
        if is_held:
            s[HOLDER] = -1
        s[BOUTS] += 1
    else:
        if is_held:
            s[HANDS + turn * COLOURS + colour] &= ~bit
        if s[LED] == NO_COLOUR:
            s[LED] = colour
            if colour != TRUMP:
                s[LEADS + s[ATTACKS + turn] * 4 + colour] += 1
        elif colour != s[LED]:
            s[SHOWN + turn] |= 1 << s[LED]
            if colour != TRUMP:
                s[SHOWN + turn] |= 1 << TRUMP
        if bit & BOUT_BITS:
            s[BOUTS] += 1
            if bit == PETIT_BIT:
                s[HAS_PETIT] = 1
        if bit > s[BEST] and (colour == s[LED] or colour == TRUMP):
            s[BEST], s[WINNER] = bit, turn
    s[POINTS] += points_of(colour, bit)
    s[TURN] = (turn + 1) % s[SEATS]
    s[PLACE] += 1


@compiled
def clear(s: Memory) -> None:
    """An empty trick, led by whose turn it is."""
    s[PLACE], s[LED], s[BEST], s[WINNER] = 0, NO_COLOUR, 0, s[TURN]
    s[POINTS], s[BOUTS], s[EXCUSE_OF], s[HAS_PETIT] = 0, 0, -1, 0


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
    excuse_of, winner = s[EXCUSE_OF], s[WINNER]
    if excuse_of >= 0:
        owner = s[ATTACKS + excuse_of]
        if number == trick_count - 1:
            if attack_tricks[lane] == (number if owner else 0):
                winner = excuse_of
                s[HAS_PETIT] |= s[PETIT_BEFORE]
        else:
            kept = owner - s[ATTACKS + winner]
            half_points[lane] += 8 * kept
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
def list_choices(s: Memory, m: Memory, left: int, barred: int) -> int:
    """Write the cards that the seat to play may choose from; how many they are."""
    if s[LED] == NO_COLOUR:
        return list_leads(s, m, left, barred)
    return list_follows(s, m, left)


@compiled
def load_lane(
    s: Memory,
    hands: Memory,
    holders: Memory,
    attack: Memory,
    known: Memory,
    trick: Memory,
    leader: int,
    lane: int,
) -> None:
    """Write one lane as it stands; arguments as those of `play_outs`."""
    seats = s[SEATS]
    for place in range(seats * COLOURS):
        s[HANDS + place] = hands[lane * seats * COLOURS + place]
    for seat in range(seats):
        s[ATTACKS + seat] = attack[lane * seats + seat]
        s[SHOWN + seat] = known[seat]
    for place in range(8):
        s[LEADS + place] = 0
    for place in range(4 * seats):
        s[LEADS + s[ATTACKS + place // 4] * 4 + place % 4] += known[seats + place]
    s[HOLDER] = holders[lane]
    s[TURN] = leader
    clear(s)
    for place in range(0, len(trick), 2):
        put(s, trick[place], trick[place + 1], False)


@compiled_entry
def first_choices(
    s: Memory,
    m: Memory,
    hands: Memory,
    holders: Memory,
    attack: Memory,
    known: Memory,
    trick: Memory,
    leader: int,
    left: int,
    barred: int,
) -> int:
    """Write the cards that the seat to play may choose from in the first lane; how many they are."""
    s[SEATS] = len(attack) // len(holders)
    load_lane(s, hands, holders, attack, known, trick, leader, 0)
    return list_choices(s, m, left, barred)


@compiled_entry
def play_outs(
    s: Memory,
    m: Memory,
    hands: Memory,
    holders: Memory,
    attack: Memory,
    half_points: Memory,
    bouts: Memory,
    attack_tricks: Memory,
    petits: Memory,
    known: Memory,
    trick: Memory,
    first: Memory,
    weights: Memory,
    leader: int,
    left: int,
    trick_count: int,
    barred: int,
    had_petit: int,
) -> None:
    """Play each lane to its end; what the attack has is counted in `half_points`, `bouts`, `attack_tricks`.

    Args:
        s, m: room for `LENGTH` and for `MOST_CHOICES * STRIDE` numbers.
        hands, holders, attack: as `Lanes` has them, in rows.
        petits: gets who won the Petit at the end, as `LaneEnds.petit`.
        known: for each seat the colours that it showed not to have, then the leads, as `LEADS`.
        trick: colour and bit of each card on the table.
        first: colour and bit of the first card of each lane.
        left: cards of the seat to play.
        had_petit: whether the Petit was in the trick before.
    """
    seats = len(attack) // len(holders)
    s[SEATS] = seats
    for lane in range(len(holders)):
        load_lane(s, hands, holders, attack, known, trick, leader, lane)
        s[PETIT_BEFORE], is_first = had_petit, True
        for number in range(trick_count - left, trick_count):
            while s[PLACE] < seats:
                if is_first:
                    colour, bit, is_first = first[2 * lane], first[2 * lane + 1], False
                else:
                    count = list_choices(s, m, trick_count - number, barred if number == 0 else NO_COLOUR)
                    chosen, most = 0, -(1 << 60)
                    if count > 1:
                        for choice in range(count):
                            at, weight = choice * STRIDE + 2, 0
                            for place in range(FEATURES):
                                weight += weights[m[at + place]]
                            if weight > most:
                                chosen, most = choice, weight
                    colour, bit = m[chosen * STRIDE], m[chosen * STRIDE + 1]
                put(s, colour, bit, True)
            finish(s, half_points, bouts, attack_tricks, petits, lane, number, trick_count)


@compiled
def lead_by_thumb(s: Memory, left: int, barred: int) -> int:
    """The card to lead, as `card_of` reads it."""
    turn = s[TURN]
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
        if length > longest and not (suit == barred and is_free):
            chosen, longest = suit, length
    if chosen == NO_COLOUR:
        low = big & -big if big else trumps
        return low << 3 | TRUMP if low else EXCUSE_COLOUR
    own = s[hand + chosen]
    top = highest(own)
    bit = top if others_hold(s, turn, chosen) < top else own & -own
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
def follow_by_thumb(s: Memory, left: int) -> int:
    """The card to play to a trick that was led, as `card_of` reads it."""
    turn, led, best = s[TURN], s[LED], s[BEST]
    hand, is_last = HANDS + turn * COLOURS, s[PLACE] == s[SEATS] - 1
    friend = s[ATTACKS + turn] == s[ATTACKS + s[WINNER]]
    own, trumps, out = s[hand + led], s[hand + TRUMP], others_hold(s, turn, led)
    gives = friend and (is_last or out < best)
    colour = led
    if led != TRUMP and own:
        top = highest(own)
        bit = top if gives or (top > best and (is_last or out < top)) else own & -own
    elif trumps:
        colour, bit = TRUMP, trump_by_thumb(trumps, best, friend, is_last)
    else:
        thrown = throw_by_thumb(s, hand, gives)
        colour, bit = thrown & 7, thrown >> 3
    if bit == 0:
        return EXCUSE_COLOUR
    if s[HOLDER] == turn:
        wins = bit > best and colour in (led, TRUMP)
        if left <= LAST_CARDS or (not friend and not wins and points_of(colour, bit) >= SAVED):
            return EXCUSE_COLOUR
    return bit << 3 | colour


@compiled
def choose_by_thumb(s: Memory, left: int, barred: int) -> int:
    """The card that the seat to play plays by rules of thumb: its bit, eight times over, and its colour."""
    if s[LED] == NO_COLOUR:
        return lead_by_thumb(s, left, barred)
    return follow_by_thumb(s, left)


@compiled_entry
def play_thumbs(
    s: Memory,
    hands: Memory,
    holders: Memory,
    attack: Memory,
    half_points: Memory,
    bouts: Memory,
    attack_tricks: Memory,
    petits: Memory,
    known: Memory,
    trick: Memory,
    first: Memory,
    leader: int,
    left: int,
    trick_count: int,
    barred: int,
) -> None:
    """Play each lane to its end by rules of thumb.

    Args:
        first: colour and bit of the first card of each lane; empty to choose it as the others.
        known: as many zeros as `play_outs` takes numbers.

    The other arguments are those of `play_outs`.
    """
    seats = len(attack) // len(holders)
    s[SEATS] = seats
    for lane in range(len(holders)):
        load_lane(s, hands, holders, attack, known, trick, leader, lane)
        s[PETIT_BEFORE], is_first = 0, len(first) > 0
        for number in range(trick_count - left, trick_count):
            while s[PLACE] < seats:
                if is_first:
                    colour, bit, is_first = first[2 * lane], first[2 * lane + 1], False
                else:
                    card = choose_by_thumb(s, trick_count - number, barred if number == 0 else NO_COLOUR)
                    colour, bit = card & 7, card >> 3
                put(s, colour, bit, True)
            finish(s, half_points, bouts, attack_tricks, petits, lane, number, trick_count)


@compiled_entry
def count_surprises(
    s: Memory,
    hands: Memory,
    holders: Memory,
    attack: Memory,
    known: Memory,
    played: Memory,
    surprises: Memory,
    seat: int,
    leader: int,
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
    seats = len(attack) // len(holders)
    s[SEATS] = seats
    for lane in range(len(holders)):
        load_lane(s, hands, holders, attack, known, played[:0], leader, lane)
        for place in range(0, len(played), 2):
            number = place // (2 * seats)
            if s[TURN] != seat:
                card = choose_by_thumb(s, trick_count - number, barred if number == 0 else NO_COLOUR)
                if card & 7 != played[place] or card >> 3 != played[place + 1]:
                    surprises[lane] += 1
            put(s, played[place], played[place + 1], True)
            if s[PLACE] == seats:
                s[TURN] = s[WINNER]
                clear(s)
