"""The search of an end of Tarot with all hands seen, on plain numbers.

One value is computed: by how many half points the attack passes what it needs for a wanted score, when all
play their best from here. Its sign says whether the score can be had, so a search asks for the sign alone and
the other numbers are bounds on the side that they are on (a null window, fail-soft).

A value holds for more moments than the one that it was found for: every search says, beside its value, from
which card on the order of a colour mattered (`RELEVANT`). Cards below it may lie in the hands in any other
order, as long as each hand has as many of them: the value stays the same (partition search, M. L. Ginsberg,
1996). Figures and bouts always count as what they are. So the table keeps a value for all such moments, and
of a hand's cards that did not matter one is tried.

A card is a bit: the remaining cards of each suit from the lowest up, then the trumps, then the Excuse. All
that one search needs lies in one list of whole numbers, `w`, at the places named below: each list more that a
call hands on makes the search slower (with seven of them it took nearly twice the time).
"""

from games.core.compiled import Memory, compiled, compiled_entry

MOST_SEATS = 8
COLOURS = 5
TRUMP = 4
NO_COLOUR = -1

SEATS = 0
EXCUSE = 1
PETIT = 2
TRUMPS = 3
BOUTS = 4
"""The Petit and the 21."""
JACKS = 5
KNIGHTS = 6
QUEENS = 7
HIGHEST = 8
"""Kings and bouts."""
NODES = 9
"""Cards tried so far."""
LAST_NODE = 10
"""The budget: beyond it a search stops, and its value says nothing."""
STOPPED = 11
TABLE = 12
"""Where the table of positions begins: behind the keys of the colours."""
TABLE_MASK = 13
EXCUSE_KEY = 14
LOW = 15
HIGH = 16
"""What was found: the score lies between these two."""
SALT = 17
"""Keeps the positions of one world apart from those of others in one table."""
HANDS = 18
ATTACKS = HANDS + MOST_SEATS
SUITS = ATTACKS + MOST_SEATS
OWNED = SUITS + COLOURS
"""The cards of each seat when the search was made, those gone since included."""
SHIFTS = OWNED + MOST_SEATS
"""The place of the lowest card of each colour."""
FIRST_KEYS = SHIFTS + COLOURS
"""Where the keys of each colour begin."""
CANON = FIRST_KEYS + COLOURS
"""For each state of the slam, the one that it equals for the score."""
NEEDS = CANON + 6
"""Half points needed, by bouts (0 to 3), the Petit at the end (0 defence, 1 nobody, 2 attack), slam state."""
LEAST_NEEDS = NEEDS + 4 * 3 * 6
"""The least of the needs that can still come, by bouts so far, bouts to come, and whether the Petit is to."""
MOST_NEEDS = LEAST_NEEDS + 4 * 4 * 2
SHAPE = MOST_NEEDS + 4 * 4 * 2
"""What tells wanted scores apart that ask for other differences between their needs."""
ROW = SHAPE + 1 - NEEDS
"""How many numbers a wanted score has: its needs, their least and most, its shape."""
RANDOM = SHAPE + 1
"""Random numbers of 62 bits: by colour, place in it, holder and worth of a card; then of the rest."""
MOST_OF_COLOUR = 22
WORTHS = 6
OTHERS = RANDOM + COLOURS * MOST_OF_COLOUR * MOST_SEATS * WORTHS
"""By leader, bouts and slam state."""
EXCUSE_KEYS = OTHERS + MOST_SEATS + 4 + 6
HISTORY = EXCUSE_KEYS + MOST_SEATS
"""By seat and card: how often the card answered what the others could not, weighed by the tricks to come."""
MOST_OF_HISTORY = 64
MOVES = HISTORY + MOST_SEATS * MOST_OF_HISTORY
"""By trick to come and place in it: the cards to try, their ranks, and their neighbours worth the same."""
MOST_MOVES = 24
MOST_TRICKS = 25
RELEVANT = MOVES + 3 * MOST_MOVES * MOST_SEATS * MOST_TRICKS
"""Cards that the value found last depends on: in each colour the order from the lowest of them up."""
SURE_RELEVANT = RELEVANT + 1
"""The same for the sure points counted last."""
SMALL = SURE_RELEVANT + 1
"""Cards worth half a point, but the Excuse."""
ASKED = SMALL + 1
"""Set to `ONLY_KNOWN` before a call, which sets it to `UNKNOWN` if it would have to search."""
ONLY_KNOWN, UNKNOWN = 1, 2
TOPS = ASKED + 1
"""By colour and number: the key of so many cards from the top, of those left at the moment looked up last."""
TOP_CARDS = TOPS + COLOURS * (MOST_OF_COLOUR + 1)
"""The lowest of these cards."""
LINE = TOP_CARDS + COLOURS * (MOST_OF_COLOUR + 1)
"""The moments of a line, `MOMENT` numbers each: what the search is told of it, then the hands."""
TOLD = 12
MOMENT = TOLD + MOST_SEATS
SUIT_KEYS = LINE + MOMENT * MOST_TRICKS
"""Two keys for each way in which a colour can be left, 0 where they were not made yet: of its shape, of its
order; as many as each search needs."""
ENTRY = 3
"""What the table keeps of a value: the keys of the shape and of the order, and all else in a number."""
BUCKET = 8
"""The values kept side by side, all that a shape can have."""
BITS_OF_COUNT = 5
COUNT_MASK = (1 << BITS_OF_COUNT) - 1
"""Packed first: for each colour, how many cards from the top the value depends on."""
IS_LEAST = 1 << COLOURS * BITS_OF_COUNT
"""Packed then: whether the attack passes by so much at least, or at most."""
VALUE_SHIFT, VALUE_BIAS, VALUE_MASK = 26, 1 << 15, (1 << 16) - 1
"""Packed then: by how much it passes."""
CARD_SHIFT, CARD_MASK = 42, 7
"""Packed last: the colour of the card that was best, and how many cards of it count from that one up."""

MIXED = 5
"""The state of the slam when both sides have won a trick; the state is 3 if the attack has one, plus the
tricks of the defence up to 2."""
FAR = 1 << 20
"""Beyond any value."""
STRIDE = 4
"""By how much the steps away from a guess grow until the score lies between two."""
BY_GUESS, FROM_ABOVE, FROM_BELOW = range(3)
"""The ways to choose the score that is asked for next."""
PATIENT = 1_000_000
KEPT_BACK = 8
"""The least of a large budget, and which part of it is kept back for easy questions: so the bounds lie near
each other where the score is not found."""
EASY, HARDER = 10_000, 10
"""Nodes of an easy question, and how many times as many are allowed the next time from both ends."""
GUESS_WEIGHT = 300
"""What a point of a guess counts beside the history of a card."""
SURELY_FIRST = 1 << 60
NEAR = 5
"""The tricks to come at the last moment of a line."""
WARMING = 2
"""Which part of the budget may be spent on the line."""


@compiled
def points_of(w: Memory, card: int) -> int:
    """The half points of a card."""
    if card & w[HIGHEST]:
        return 9
    if card & w[QUEENS]:
        return 7
    if card & w[KNIGHTS]:
        return 5
    if card & w[JACKS]:
        return 3
    return 1


@compiled
def count_cards(cards: int) -> int:
    """How many cards a set has."""
    count = 0
    while cards:
        cards &= cards - 1
        count += 1
    return count


@compiled
def holder_number(w: Memory, colour: int, place: int, card: int) -> int:
    """The random number of a card of a colour that has a place in some order."""
    seat = 0
    while not w[OWNED + seat] & card:
        seat += 1
    worth = 5 if card == w[PETIT] else points_of(w, card) >> 1
    return w[RANDOM + ((colour * MOST_OF_COLOUR + place) * MOST_SEATS + seat) * WORTHS + worth]


@compiled
def shape_key(w: Memory, colour: int, cards: int) -> int:
    """A number of 62 bits for what lies in which hand: each figure and bout, and how many other cards."""
    key, others = 0, cards & ~w[SMALL]
    for seat in range(w[SEATS]):
        small = cards & w[OWNED + seat] & w[SMALL]
        place = 0
        while small:
            key ^= holder_number(w, colour, place, small & -small)
            small &= small - 1
            place += 1
    while others:
        key ^= holder_number(w, colour, 0, others & -others)
        others &= others - 1
    return key | 1


@compiled
def order_key(w: Memory, colour: int, cards: int) -> int:
    """A number of 62 bits for the order from the top in which some cards of a colour lie in the hands."""
    key, place = 0, count_cards(cards)
    while cards:
        place -= 1
        key ^= holder_number(w, colour, place, cards & -cards)
        cards &= cards - 1
    return key | 1


@compiled
def shape_of(w: Memory, rest: int, leader: int, bouts: int, slam: int, pending: bool) -> int:
    """A number of 62 bits for a moment between two tricks, the order of the cards in each colour left out."""
    key = w[OTHERS + leader] ^ w[SALT]
    for colour in range(COLOURS):
        cards = rest & w[SUITS + colour]
        at = SUIT_KEYS + 2 * (w[FIRST_KEYS + colour] + (cards >> w[SHIFTS + colour]))
        if w[at] == 0:
            w[at] = shape_key(w, colour, cards)
        key ^= w[at]
    if rest & w[EXCUSE]:
        key ^= w[EXCUSE_KEY]
    if pending:
        key ^= w[OTHERS + MOST_SEATS + bouts] ^ w[OTHERS + MOST_SEATS + 4 + slam] ^ w[SHAPE]
    return key | 1


@compiled
def write_tops(w: Memory, rest: int) -> None:
    """Write `TOPS` and `TOP_CARDS` for the cards left."""
    for colour in range(COLOURS):
        cards = rest & w[SUITS + colour]
        keys = SUIT_KEYS + 2 * w[FIRST_KEYS + colour] + 1
        count = count_cards(cards)
        at = colour * (MOST_OF_COLOUR + 1)
        w[TOPS + at] = w[TOP_CARDS + at] = 0
        while cards:
            key = keys + 2 * (cards >> w[SHIFTS + colour])
            if w[key] == 0:
                w[key] = order_key(w, colour, cards)
            w[TOPS + at + count] = w[key]
            w[TOP_CARDS + at + count] = cards & -cards
            cards &= cards - 1
            count -= 1


@compiled
def look_up(w: Memory, slot: int, key: int, rest: int, turn: int, base: int) -> tuple[int, int]:
    """What the table knows of a moment.

    Returns:
        A bound that answers the question, its cards in `RELEVANT`, or `FAR`; then a card that was best at a
        moment like this one, or 0.
    """
    first = 0
    for number in range(BUCKET):
        at = slot + ENTRY * number
        if w[at] != key:
            continue
        if not first:
            write_tops(w, rest)
        packed, order, marks = w[at + 2], 0, 0
        for colour in range(COLOURS):
            top = colour * (MOST_OF_COLOUR + 1) + (packed >> BITS_OF_COUNT * colour & COUNT_MASK)
            order ^= w[TOPS + top]
            marks |= w[TOP_CARDS + top]
        if order == w[at + 1]:
            value = (packed >> VALUE_SHIFT & VALUE_MASK) - VALUE_BIAS + base
            if (value >= 0) == (packed & IS_LEAST != 0):
                w[RELEVANT] = marks
                return value, 0
        if not first:
            first = card_of(w, packed >> CARD_SHIFT, turn)
    return FAR, first


@compiled
def card_of(w: Memory, packed: int, turn: int) -> int:
    """The card of a hand that a card of another moment is most like; by `TOP_CARDS`."""
    colour = packed & CARD_MASK
    if colour == COLOURS:
        return w[EXCUSE]
    card = w[TOP_CARDS + colour * (MOST_OF_COLOUR + 1) + (packed >> 3)]
    if card & w[HANDS + turn]:
        return card
    small = w[HANDS + turn] & w[SUITS + colour] & w[SMALL]
    return small & -small


@compiled
def keep(
    w: Memory, slot: int, key: int, rest: int, value: int, base: int, relevant: int, chosen: int
) -> None:
    """Write into the table what was found for a moment, in place of what it said before or of anything."""
    write_tops(w, rest)
    packed, order = IS_LEAST if value >= 0 else 0, 0
    for colour in range(COLOURS):
        marks, count = relevant & w[SUITS + colour], 0
        if marks:
            count = count_cards(rest & w[SUITS + colour] & -(marks & -marks))
        order ^= w[TOPS + colour * (MOST_OF_COLOUR + 1) + count]
        packed |= count << BITS_OF_COUNT * colour
    packed |= (value - base + VALUE_BIAS) << VALUE_SHIFT
    colour = colour_of(w, chosen)
    if colour == NO_COLOUR:
        packed |= COLOURS << CARD_SHIFT
    else:
        packed |= (colour | count_cards(rest & w[SUITS + colour] & -chosen) << 3) << CARD_SHIFT
    free = slot + ENTRY * (w[NODES] & BUCKET - 1)
    for number in range(BUCKET):
        at = slot + ENTRY * number
        if w[at] == 0 or (w[at] == key and w[at + 1] == order and not (w[at + 2] ^ packed) & IS_LEAST):
            free = at
            break
    w[free], w[free + 1], w[free + 2] = key, order, packed


@compiled
def may_play(w: Memory, turn: int, led: int, best: int) -> int:
    """The cards that a hand may play, by `games.core.tricks.playable`."""
    hand = w[HANDS + turn]
    if led == NO_COLOUR:
        return hand
    excuse = hand & w[EXCUSE]
    if led != TRUMP:
        own = hand & w[SUITS + led]
        if own:
            return own | excuse
    trumps = hand & w[TRUMPS]
    if not trumps:
        return hand
    over = trumps & -(best << 1)
    if over:
        return over | excuse
    return trumps | excuse


@compiled
def colour_of(w: Memory, card: int) -> int:
    """The colour of a card; `NO_COLOUR` for the Excuse."""
    for colour in range(COLOURS):
        if card & w[SUITS + colour]:
            return colour
    return NO_COLOUR


@compiled
def rank_move(
    w: Memory, card: int, turn: int, place: int, led: int, best: int, winner: int, others: int
) -> int:
    """How early a card is tried: a guess of what it brings its side."""
    points = points_of(w, card)
    if card == w[EXCUSE]:
        return -1 if led != NO_COLOUR else -12
    if led == NO_COLOUR:
        colour = colour_of(w, card)
        higher = others & w[SUITS + colour] & -(card << 1)
        if colour == TRUMP:
            return 6 if not higher else 2 - points
        return points + 4 if not higher else -points
    is_last = place == w[SEATS] - 1
    friend = w[ATTACKS + winner] == w[ATTACKS + turn]
    follows = card & (w[SUITS + led] | w[TRUMPS])
    if follows and card > best:
        if is_last:
            return 10 + points
        higher = others & w[SUITS + (TRUMP if card & w[TRUMPS] else led)] & -(card << 1)
        if not higher:
            return 8 + points
        return (2 if not friend else -2) - points
    if friend:
        if is_last:
            return points
        higher = others & w[SUITS + (TRUMP if best & w[TRUMPS] else led)] & -(best << 1)
        return points if not higher else -points
    return -points


@compiled
def list_moves(
    w: Memory,
    start: int,
    cards: int,
    turn: int,
    place: int,
    led: int,
    best: int,
    winner: int,
    on_table: int,
    first: int,
) -> int:
    """Write the cards to try at a place of `MOVES`, best guess first; how many they are.

    Of neighbours worth the same, with no card of another hand or of the table between, the lowest is tried.
    """
    others = on_table
    for seat in range(w[SEATS]):
        if seat != turn:
            others |= w[HANDS + seat]
    count = 0
    while cards:
        card = cards & -cards
        cards ^= card
        points, colour, last, group = points_of(w, card), colour_of(w, card), card, 0
        while cards and card != w[PETIT] and card != w[EXCUSE]:
            near = cards & -cards
            if others & (near - last) or points_of(w, near) != points or colour_of(w, near) != colour:
                break
            group |= near
            cards ^= near
            last = near
        rank = SURELY_FIRST
        if card != first:
            rank = (
                rank_move(w, card, turn, place, led, best, winner, others) * GUESS_WEIGHT
                + w[HISTORY + turn * MOST_OF_HISTORY + count_cards(card - 1)]
            )
        at = count
        while at > 0 and w[start + MOST_MOVES + at - 1] < rank:
            w[start + at] = w[start + at - 1]
            w[start + MOST_MOVES + at] = w[start + MOST_MOVES + at - 1]
            w[start + 2 * MOST_MOVES + at] = w[start + 2 * MOST_MOVES + at - 1]
            at -= 1
        w[start + at] = card
        w[start + MOST_MOVES + at] = rank
        w[start + 2 * MOST_MOVES + at] = group
        count += 1
    return count


@compiled
def sure_points(w: Memory, seat: int, leads: bool) -> int:
    """Half points that the side of a seat is sure of through this seat's cards.

    A trump above all those of the other side takes a trick. So does a suit card that is led above all others
    while whoever has trumps must follow: a partner who had to ruff it, or to go over it, would take the lead
    away. Each trick has a half point at least for each other card. What they depend on is in `SURE_RELEVANT`.
    """
    hand, seats = w[HANDS + seat], w[SEATS]
    points, relevant = 0, 0
    for colour in range(COLOURS if leads else 1):
        suit = w[TRUMPS] if colour == 0 else w[SUITS + colour - 1]
        own = hand & suit
        if not own:
            continue
        against, safe, lowest = 0, MOST_OF_COLOUR, 0
        for other in range(seats):
            if w[ATTACKS + other] != w[ATTACKS + seat] or (colour and other != seat):
                held = w[HANDS + other]
                against |= held & suit
                if colour and held & w[TRUMPS]:
                    safe = min(safe, count_cards(held & suit))
        rivals = against
        for shift in range(5):
            against |= against >> (1 << shift)
        own &= ~against
        while own and safe:
            rest = own
            for shift in range(5):
                rest |= rest >> (1 << shift)
            card = rest & ~(rest >> 1)
            own ^= card
            safe -= 1
            points += seats - 1 + points_of(w, card)
            if rivals:
                lowest = card
        relevant |= lowest
    w[SURE_RELEVANT] = relevant
    return points


@compiled
def points_left(w: Memory, rest: int) -> int:
    """The half points of some cards."""
    return (
        count_cards(rest)
        + 2 * count_cards(rest & w[JACKS])
        + 4 * count_cards(rest & w[KNIGHTS])
        + 6 * count_cards(rest & w[QUEENS])
        + 8 * count_cards(rest & w[HIGHEST])
    )


@compiled
def finish_trick(
    w: Memory,
    half_points: int,
    bouts: int,
    slam: int,
    left: int,
    petit_before: int,
    winner: int,
    on_table: int,
    excuse_of: int,
) -> tuple[int, int, int, int, int]:
    """What the attack has after a trick, the state of the slam, who won it, and whether it had the Petit.

    The last trick has the Petit also when its Excuse wins it and the Petit was in the trick before.
    """
    points = points_left(w, on_table)
    taken = count_cards(on_table & (w[BOUTS] | w[EXCUSE]))
    petit = 1 if on_table & w[PETIT] else 0
    if excuse_of >= 0:
        if left > 1:
            if w[ATTACKS + excuse_of] and not w[ATTACKS + winner]:
                half_points += 8
                bouts += 1
            elif w[ATTACKS + winner] and not w[ATTACKS + excuse_of]:
                half_points -= 8
                bouts -= 1
        elif w[ATTACKS + excuse_of]:
            if slam % 3 == 0:
                winner = excuse_of
                petit |= petit_before
        elif slam < 3:
            winner = excuse_of
            petit |= petit_before
    if w[ATTACKS + winner]:
        half_points += points
        bouts += taken
        slam = w[CANON + (slam if slam >= 3 else slam + 3)]
    else:
        slam = w[CANON + (slam if slam % 3 == 2 else slam + 1)]
    return half_points, bouts, slam, winner, petit


@compiled
def search(
    w: Memory,
    half_points: int,
    bouts: int,
    slam: int,
    left: int,
    petit_before: int,
    place: int,
    turn: int,
    led: int,
    best: int,
    winner: int,
    on_table: int,
    excuse_of: int,
) -> int:
    """The value of a moment, or a bound of it on its own side of zero; what it depends on is in `RELEVANT`.

    Args:
        half_points, bouts, slam: what the attack has, and the state of the slam, before this trick.
        left: tricks to come, this one included.
        petit_before: whether the Petit was in the trick before.
        place: cards on the table, which are `on_table`; `led` was led, and `winner` wins so far with `best`.
        excuse_of: the seat that played the Excuse to this trick, or -1.
    """
    seen = 0
    while left == 1 or place == w[SEATS]:
        while place < w[SEATS]:
            card = w[HANDS + turn]
            if card == w[EXCUSE]:
                excuse_of = turn
            else:
                if led == NO_COLOUR:
                    led = colour_of(w, card)
                if card > best and card & (w[SUITS + led] | w[TRUMPS]):
                    best, winner = card, turn
            on_table |= card
            place, turn = place + 1, (turn + 1) % w[SEATS]
        if best and best != w[PETIT]:
            rivals = on_table & (w[TRUMPS] if best & w[TRUMPS] else w[SUITS + led])
            if rivals & ~w[PETIT] != best:
                seen |= best
        half_points, bouts, slam, winner, petit = finish_trick(
            w, half_points, bouts, slam, left, petit_before, winner, on_table, excuse_of
        )
        left -= 1
        if left == 0:
            w[RELEVANT] = seen
            if petit:
                petit = 1 if w[ATTACKS + winner] else -1
            return half_points - w[NEEDS + (bouts * 3 + petit + 1) * 6 + slam]
        place, turn, led, best, on_table, excuse_of, petit_before = 0, winner, NO_COLOUR, 0, 0, -1, petit

    asked, w[ASKED] = w[ASKED], 0
    w[NODES] += 1
    if w[NODES] > w[LAST_NODE]:
        w[STOPPED] = 1
        return 0

    first, rest, key, slot, base = 0, 0, 0, 0, 0
    kept = place == 0 and left > 1
    if kept:
        for seat in range(w[SEATS]):
            rest |= w[HANDS + seat]
        to_come = count_cards(rest & (w[BOUTS] | w[EXCUSE]))
        petit_to_come = 1 if rest & w[PETIT] else 0
        base = half_points - w[NEEDS + (bouts * 3 + 1) * 6 + MIXED]
        if slam == MIXED:
            ours, theirs, our_marks, their_marks = 0, 0, 0, 0
            for seat in range(w[SEATS]):
                points = sure_points(w, seat, seat == turn)
                if w[ATTACKS + seat]:
                    if points > ours:
                        ours, our_marks = points, w[SURE_RELEVANT]
                elif points > theirs:
                    theirs, their_marks = points, w[SURE_RELEVANT]
            to_win = points_left(w, rest)
            at = (bouts * 4 + to_come) * 2 + petit_to_come
            least = half_points + ours - w[MOST_NEEDS + at]
            if least >= 0:
                w[RELEVANT] = seen | our_marks
                return least
            most = half_points + to_win - theirs - w[LEAST_NEEDS + at]
            if most < 0:
                w[RELEVANT] = seen | their_marks
                return most
        key = shape_of(w, rest, turn, bouts, slam, to_come > 0 or slam != MIXED)
        slot = w[TABLE] + ENTRY * BUCKET * (key >> 1 & w[TABLE_MASK])
        value, first = look_up(w, slot, key, rest, turn, base)
        if value != FAR:
            w[RELEVANT] |= seen
            return value
    if asked:
        w[ASKED] = UNKNOWN
        return 0

    maximise = w[ATTACKS + turn]
    start = MOVES + (left * MOST_SEATS + place) * 3 * MOST_MOVES
    cards = may_play(w, turn, led, best)
    count = list_moves(w, start, cards, turn, place, led, best, winner, on_table, first)
    trumps = w[HANDS + turn] & w[TRUMPS]
    goes_over = (
        best & w[TRUMPS]
        and best != w[PETIT]
        and trumps & (trumps - 1)
        and (led == TRUMP or not w[HANDS + turn] & w[SUITS + led])
    )
    # Where all trumps may be played, or none is over the best, other orders allow no other card.
    relevant = best if goes_over and trumps & -best and trumps & (best - 1) else 0
    value, chosen, failed, found = (-FAR if maximise else FAR), 0, 0, False
    # Before the last card of a trick is searched, the table may know one that answers the question.
    is_asking = count > 1 and left > 2 and place == w[SEATS] - 1
    for time in range(2 if is_asking else 1):
        for number in range(count):
            card, neighbours = w[start + number], w[start + 2 * MOST_MOVES + number]
            if card & failed:
                continue
            w[HANDS + turn] ^= card
            now_led, now_best, now_winner, now_excuse = led, best, winner, excuse_of
            if card == w[EXCUSE]:
                now_excuse = turn
                if place == 0:
                    now_winner = turn
            else:
                if led == NO_COLOUR:
                    now_led = colour_of(w, card)
                if card > best and card & (w[SUITS + now_led] | w[TRUMPS]):
                    now_best, now_winner = card, turn
            if is_asking and time == 0:
                w[ASKED] = ONLY_KNOWN
            after = search(
                w,
                half_points,
                bouts,
                slam,
                left,
                petit_before,
                place + 1,
                (turn + 1) % w[SEATS],
                now_led,
                now_best,
                now_winner,
                on_table | card,
                now_excuse,
            )
            w[HANDS + turn] ^= card
            if w[STOPPED]:
                return 0
            if w[ASKED] == UNKNOWN:
                w[ASKED] = 0
                continue
            marks = w[RELEVANT]
            if marks & neighbours:
                marks |= card
            if (after >= 0) == (maximise == 1):
                value, chosen, relevant, found = after, card, marks, True
                if goes_over and card != w[EXCUSE]:
                    relevant |= max(card, best)
                if number:
                    w[HISTORY + turn * MOST_OF_HISTORY + count_cards(card - 1)] += left * left
                break
            relevant |= marks
            failed |= card
            apart = 0
            if card != w[EXCUSE]:
                marks &= w[SUITS + colour_of(w, card)]
                alike = w[SUITS + colour_of(w, card)] & ~w[BOUTS] & ((marks & -marks) - 1)
                if card & alike:  # what is worth more or less in its place changes the value by as much
                    for other in range(count):
                        like = w[start + other]
                        if like & alike & ~failed and not w[start + 2 * MOST_MOVES + other] & ~alike:
                            difference = abs(points_of(w, like) - points_of(w, card))
                            if difference < (-after if maximise else after + 1):
                                failed |= like
                                apart = max(apart, difference)
            if maximise:
                if after + apart > value:
                    value, chosen = after + apart, card
            elif after - apart < value:
                value, chosen = after - apart, card
        if found:
            break
    if kept:
        keep(w, slot, key, rest, value, base, relevant, chosen)
    w[RELEVANT] = seen | relevant
    return value


@compiled
def is_reached(w: Memory, rows: Memory, at: int, value: int) -> bool:
    """Whether who passes the needs of the wanted score by a value also has what another score needs."""
    passed = True
    for number in range(LEAST_NEEDS - NEEDS):
        passed &= rows[at + number] <= w[NEEDS + number] + value
    return passed


@compiled
def may_reach(w: Memory, rows: Memory, at: int, value: int) -> bool:
    """Whether who misses the needs of the wanted score by a value may have what another score needs."""
    passed = False
    for number in range(LEAST_NEEDS - NEEDS):
        passed |= rows[at + number] <= w[NEEDS + number] + value
    return passed


@compiled
def write_line(w: Memory) -> int:
    """Write the line from its first moment on, each trick by the best guesses, until few tricks are left.

    Returns:
        The place of its last moment.
    """
    moment = LINE
    while w[moment + 3] > NEAR:
        half_points, bouts, slam, left = w[moment], w[moment + 1], w[moment + 2], w[moment + 3]
        petit_before, place, turn, led = w[moment + 4], w[moment + 5], w[moment + 6], w[moment + 7]
        best, winner, on_table, excuse_of = w[moment + 8], w[moment + 9], w[moment + 10], w[moment + 11]
        while place < w[SEATS]:
            start = MOVES + (left * MOST_SEATS + place) * 3 * MOST_MOVES
            cards = may_play(w, turn, led, best)
            list_moves(w, start, cards, turn, place, led, best, winner, on_table, 0)
            card = w[start]
            w[HANDS + turn] ^= card
            if card == w[EXCUSE]:
                excuse_of = turn
                if place == 0:
                    winner = turn
            else:
                if led == NO_COLOUR:
                    led = colour_of(w, card)
                if card > best and card & (w[SUITS + led] | w[TRUMPS]):
                    best, winner = card, turn
            on_table |= card
            place, turn = place + 1, (turn + 1) % w[SEATS]
        half_points, bouts, slam, winner, petit = finish_trick(
            w, half_points, bouts, slam, left, petit_before, winner, on_table, excuse_of
        )
        moment += MOMENT
        w[moment], w[moment + 1], w[moment + 2], w[moment + 3] = half_points, bouts, slam, left - 1
        w[moment + 4], w[moment + 5], w[moment + 6], w[moment + 7] = petit, 0, winner, NO_COLOUR
        w[moment + 8], w[moment + 9], w[moment + 10], w[moment + 11] = 0, winner, 0, -1
        for seat in range(w[SEATS]):
            w[moment + TOLD + seat] = w[HANDS + seat]
    return moment


@compiled_entry
def settle(
    w: Memory,
    rows: Memory,
    least: int,
    low: int,
    high: int,
    guess: int,
    is_sure: bool,
    half_points: int,
    bouts: int,
    slam: int,
    left: int,
    petit_before: int,
    place: int,
    turn: int,
    led: int,
    best: int,
    winner: int,
    on_table: int,
    excuse_of: int,
) -> int:
    """Ask for one score after the other until one is left or the budget is spent; found in `LOW` and `HIGH`.

    Without a good guess, the moments of one way to play on are searched first, the last of them before all:
    the score of each is a guess of the one before it, and the table knows much already.

    Args:
        rows: what is needed for each score from `least` on, `ROW` numbers each.
        low, high: the score lies between them.
        guess: asked for first.
        is_sure: whether it is a good one.
        half_points: this and the others as `search` has them.

    Returns:
        1 when the score is exact.
    """
    end = w[LAST_NODE]
    kept_back = (end - w[NODES]) // KEPT_BACK if end - w[NODES] >= PATIENT else 0
    w[LINE], w[LINE + 1], w[LINE + 2], w[LINE + 3] = half_points, bouts, slam, left
    w[LINE + 4], w[LINE + 5], w[LINE + 6], w[LINE + 7] = petit_before, place, turn, led
    w[LINE + 8], w[LINE + 9], w[LINE + 10], w[LINE + 11] = best, winner, on_table, excuse_of
    for seat in range(w[SEATS]):
        w[LINE + TOLD + seat] = w[HANDS + seat]
    moment = LINE if is_sure else write_line(w)
    lowest, highest, for_line = low, high, w[NODES] + (end - w[NODES]) // WARMING
    while True:
        if w[NODES] >= for_line:
            moment = LINE
        for seat in range(w[SEATS]):
            w[HANDS + seat] = w[moment + TOLD + seat]
        last, by_guess = (end, end - kept_back) if moment == LINE else (for_line, for_line)
        low, high, easy, way = lowest, highest, EASY, BY_GUESS
        wanted, step, reached, missed = guess, 1, False, False
        while low < high:
            if way == FROM_ABOVE:
                wanted = high + 1 - step
            elif way == FROM_BELOW:
                wanted = low + step
            wanted = min(max(wanted, low + 1), high)
            at = (wanted - least) * ROW
            for number in range(ROW):
                w[NEEDS + number] = rows[at + number]
            w[STOPPED] = 0
            w[LAST_NODE] = by_guess if way == BY_GUESS else min(last, w[NODES] + easy)
            value = search(
                w,
                w[moment],
                w[moment + 1],
                w[moment + 2],
                w[moment + 3],
                w[moment + 4],
                w[moment + 5],
                w[moment + 6],
                w[moment + 7],
                w[moment + 8],
                w[moment + 9],
                w[moment + 10],
                w[moment + 11],
            )
            if w[STOPPED]:
                if w[NODES] > last:
                    break
                if way == BY_GUESS:
                    way = FROM_ABOVE
                elif step == 1:
                    easy *= HARDER if way == FROM_BELOW else 1
                    way = FROM_ABOVE + FROM_BELOW - way
                step = 1
                continue
            if value >= 0:
                low, reached = wanted, True
                while low < high and is_reached(w, rows, (low + 1 - least) * ROW, value):
                    low += 1
            else:
                high, missed = wanted - 1, True
                while low < high and not may_reach(w, rows, (high - least) * ROW, value):
                    high -= 1
            if way == BY_GUESS:
                if reached and missed:
                    wanted = (low + high + 1) // 2
                else:
                    wanted = low + step if reached else high + 1 - step
                    step *= STRIDE
            elif (value >= 0) == (way == FROM_BELOW):
                step *= STRIDE
            else:
                step = 1
        if moment == LINE:
            break
        guess = low if low == high else guess
        moment -= MOMENT
    w[LAST_NODE] = end
    w[LOW], w[HIGH] = low, high
    return 1 if low == high else 0
