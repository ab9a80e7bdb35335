"""The search of an end of Tarot with all hands seen, on plain numbers.

One value is computed: by how many half points the attack passes what it needs for a wanted score, when all
play their best from here. Its sign says whether the score can be had, so a search asks for the sign alone and
the other numbers are bounds on the side that they are on (a null window, fail-soft).

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
"""By trick to come and place in it: the cards to try, then their ranks."""
MOST_MOVES = 24
MOST_TRICKS = 25
SUIT_KEYS = MOVES + 2 * MOST_MOVES * MOST_SEATS * MOST_TRICKS
"""The keys of the colours, 0 where one was not made yet; as many as each search needs."""
ENTRY = 4
"""What the table keeps of a position: its key, by how much the attack passes at least and at most, a card."""

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
"""The least of a large budget, and which part of it is kept back for easy questions."""
EASY, HARDER = 10_000, 10
"""Nodes of an easy question, and how many times as many are allowed the next time from both ends."""
GUESS_WEIGHT = 300
"""What a point of a guess counts beside the history of a card."""
SURELY_FIRST = 1 << 60


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
def suit_key(w: Memory, colour: int, cards: int) -> int:
    """A number of 62 bits, one for each way in which some cards of a colour lie in the hands, in order."""
    key, place = 0, 0
    while cards:
        card = cards & -cards
        cards ^= card
        seat = 0
        while not w[OWNED + seat] & card:
            seat += 1
        worth = points_of(w, card) >> 1
        if card == w[PETIT]:
            worth = 5
        key ^= w[RANDOM + ((colour * MOST_OF_COLOUR + place) * MOST_SEATS + seat) * WORTHS + worth]
        place += 1
    return key


@compiled
def key_of(w: Memory, rest: int, leader: int, bouts: int, slam: int, pending: bool) -> int:
    """A number of 62 bits for a moment between two tricks.

    Two moments have the same one when each colour lies in the same hands in order, worth the same.
    """
    key = w[OTHERS + leader] ^ w[SALT]
    for colour in range(COLOURS):
        cards = rest & w[SUITS + colour]
        at = SUIT_KEYS + w[FIRST_KEYS + colour] + (cards >> w[SHIFTS + colour])
        if w[at] == 0:
            w[at] = suit_key(w, colour, cards) | 1
        key ^= w[at]
    if rest & w[EXCUSE]:
        key ^= w[EXCUSE_KEY]
    if pending:
        key ^= w[OTHERS + MOST_SEATS + bouts] ^ w[OTHERS + MOST_SEATS + 4 + slam] ^ w[SHAPE]
    return key


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

    Of neighbours worth the same, with no card of another hand or of the table between, one is tried.
    """
    others = on_table
    for seat in range(w[SEATS]):
        if seat != turn:
            others |= w[HANDS + seat]
    count, below, below_points = 0, 0, 0
    while cards:
        card = cards & -cards
        cards ^= card
        points = points_of(w, card)
        is_next = below != 0 and below != w[PETIT] and not others & (card - below)
        if is_next and points == below_points and colour_of(w, card) == colour_of(w, below):
            below = card
            continue
        below, below_points = card, points
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
            at -= 1
        w[start + at] = card
        w[start + MOST_MOVES + at] = rank
        count += 1
    return count


@compiled
def sure_points(w: Memory, seat: int, leads: bool) -> int:
    """Half points that the side of a seat is sure of through this seat's cards.

    A trump above all those of the other side takes a trick. So does a suit card that is led above all others
    while whoever has trumps must follow: a partner who had to ruff it, or to go over it, would take the lead
    away. Each trick has a half point at least for each other card.
    """
    hand, seats = w[HANDS + seat], w[SEATS]
    points = 0
    for colour in range(COLOURS if leads else 1):
        suit = w[TRUMPS] if colour == 0 else w[SUITS + colour - 1]
        own = hand & suit
        if not own:
            continue
        against, safe = 0, MOST_OF_COLOUR
        for other in range(seats):
            if w[ATTACKS + other] != w[ATTACKS + seat] or (colour and other != seat):
                held = w[HANDS + other]
                against |= held & suit
                if colour and held & w[TRUMPS]:
                    safe = min(safe, count_cards(held & suit))
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
    """The value of a moment, or a bound of it on its own side of zero.

    Args:
        half_points, bouts, slam: what the attack has, and the state of the slam, before this trick.
        left: tricks to come, this one included.
        petit_before: whether the Petit was in the trick before.
        place: cards on the table, which are `on_table`; `led` was led, and `winner` wins so far with `best`.
        excuse_of: the seat that played the Excuse to this trick, or -1.
    """
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
        left -= 1
        if left == 0:
            if petit:
                petit = 1 if w[ATTACKS + winner] else -1
            return half_points - w[NEEDS + (bouts * 3 + petit + 1) * 6 + slam]
        place, turn, led, best, on_table, excuse_of, petit_before = 0, winner, NO_COLOUR, 0, 0, -1, petit

    w[NODES] += 1
    if w[NODES] > w[LAST_NODE]:
        w[STOPPED] = 1
        return 0

    first = 0
    key, slot, base, low, high = 0, 0, 0, -FAR, FAR
    kept = place == 0 and left > 1
    if kept:
        rest = 0
        for seat in range(w[SEATS]):
            rest |= w[HANDS + seat]
        to_come = count_cards(rest & (w[BOUTS] | w[EXCUSE]))
        petit_to_come = 1 if rest & w[PETIT] else 0
        pending = to_come > 0 or slam != MIXED
        base = half_points - w[NEEDS + (bouts * 3 + 1) * 6 + MIXED]
        if slam == MIXED:
            ours, theirs = 0, 0
            for seat in range(w[SEATS]):
                points = sure_points(w, seat, seat == turn)
                if w[ATTACKS + seat]:
                    ours = max(ours, points)
                else:
                    theirs = max(theirs, points)
            to_win = points_left(w, rest)
            at = (bouts * 4 + to_come) * 2 + petit_to_come
            least = half_points + ours - w[MOST_NEEDS + at]
            if least >= 0:
                return least
            most = half_points + to_win - theirs - w[LEAST_NEEDS + at]
            if most < 0:
                return most
        key = key_of(w, rest, turn, bouts, slam, pending)
        slot = w[TABLE] + ENTRY * (key >> 1 & w[TABLE_MASK])
        if w[slot] == key:
            low, high, first = w[slot + 1], w[slot + 2], w[slot + 3]
            if base + low >= 0:
                return base + low
            if base + high < 0:
                return base + high

    maximise = w[ATTACKS + turn]
    start = MOVES + (left * MOST_SEATS + place) * 2 * MOST_MOVES
    cards = may_play(w, turn, led, best)
    count = list_moves(w, start, cards, turn, place, led, best, winner, on_table, first)
    value, chosen = (-FAR if maximise else FAR), 0
    for number in range(count):
        card = w[start + number]
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
        if maximise:
            if after > value:
                value, chosen = after, card
        elif after < value:
            value, chosen = after, card
        if (value >= 0) == (maximise == 1):
            if number:
                w[HISTORY + turn * MOST_OF_HISTORY + count_cards(card - 1)] += left * left
            break
    if kept:
        if value >= 0:
            low = max(low, value - base)
        else:
            high = min(high, value - base)
        w[slot], w[slot + 1], w[slot + 2], w[slot + 3] = key, low, high, chosen
    return value


@compiled_entry
def settle(
    w: Memory,
    rows: Memory,
    least: int,
    low: int,
    high: int,
    guess: int,
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

    The last eighth of a large budget goes to scores far from the true one, which are answered soon, from both
    ends: so the bounds are near each other where the score is not found.

    Args:
        rows: what is needed for each score from `least` on, `ROW` numbers each.
        low, high: the score lies between them.
        guess: asked for first.

    Returns:
        1 when the score is exact.
    """
    end = w[LAST_NODE]
    by_guess, easy, way = end, EASY, BY_GUESS
    if end - w[NODES] >= PATIENT:
        by_guess -= (end - w[NODES]) // KEPT_BACK
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
        w[LAST_NODE] = by_guess if way == BY_GUESS else min(end, w[NODES] + easy)
        value = search(
            w,
            half_points,
            bouts,
            slam,
            left,
            petit_before,
            place,
            turn,
            led,
            best,
            winner,
            on_table,
            excuse_of,
        )
        if w[STOPPED]:
            if w[NODES] > end:
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
    w[LAST_NODE] = end
    w[LOW], w[HIGH] = low, high
    return 1 if low == high else 0


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
