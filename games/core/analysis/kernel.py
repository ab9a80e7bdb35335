"""Search for the best play of an end of Tarot with all hands seen, on plain numbers.

One search tests one score. Its value is the number of half points of the attack beyond those that the score
needs, with best play by all. The sign of the value is exact: the score can be reached if it is 0 or more. The
number itself is only a bound: a lower bound from 0 up, an upper bound below 0 (a null window, fail-soft).

A value holds for more moments than the one where it was found. Every search also returns, in `relevant`, the
card of each colour from which the order mattered. Lower cards may lie in the hands in any other order, as
long as each hand has the same number of them: the value is the same (partition search, M. L. Ginsberg, 1996).
Figures and bouts always count as themselves. So the table stores one value for all such moments, and of the
cards of a hand that did not matter only one is tried.

A card is a bit: the remaining cards of each suit from the lowest up, then the trumps, then the Excuse. The
data of one search lies in a record, `SearchMemory`, and in one array for the parts without a fixed size. Each
further array argument slows the search down (seven of them nearly doubled the time).
"""

from typing import Annotated, NamedTuple

from games.core.compiled import Memory, compiled, compiled_entry

MOST_SEATS = 8
COLOURS = 5
TRUMP = 4
NO_COLOUR = -1

MOST_OF_COLOUR = 22
WORTHS = 6
MOST_OF_HISTORY = 64
MOST_MOVES = 24
MOST_TRICKS = 25
NEEDS, EXTREMES = 4 * 3 * 6, 4 * 4 * 2
ROW = NEEDS + 2 * EXTREMES + 1
"""Numbers stored for a score: its needs, their minima and maxima, its shape."""
RANDOM, OTHERS = COLOURS * MOST_OF_COLOUR * MOST_SEATS * WORTHS, MOST_SEATS + 4 + 6
ONLY_KNOWN, UNKNOWN = 1, 2
TOLD = 12
"""Number of fields of an `OpenMoment`."""


class SearchMemory:
    """The memory of a search: a record, so that a call passes only its address.

    An array, `room`, belongs to it. The array begins with two keys (shape and order) for each way in which a
    colour can be left; 0 means not computed yet. The table of positions follows.
    """

    seats: int
    excuse: int
    petit: int
    trumps: int
    bouts: int
    """The Petit and the 21."""
    jacks: int
    knights: int
    queens: int
    highest: int
    """Kings and bouts."""
    small: int
    """Cards worth half a point, without the Excuse."""
    nodes: int
    """Cards tried so far (nodes of the search)."""
    last_node: int
    """Budget in nodes. A search beyond it stops, and its value is meaningless."""
    stopped: int
    table: int
    """Index in the room at which the table begins."""
    table_mask: int
    excuse_key: int
    low: int
    high: int
    """Upper bound of the score after a search; `low` is the lower one."""
    salt: int
    """Number that separates the positions of different worlds in one table."""
    relevant: int
    """Cards on which the last value depends: in each colour the order from the lowest of them up."""
    sure_relevant: int
    """Cards on which the last sure points depend, as in `relevant`."""
    asked: int
    """Request to a call: `ONLY_KNOWN` before it, `UNKNOWN` after it if a search would be necessary."""
    hands: Annotated[Memory, MOST_SEATS]
    attacks: Annotated[Memory, MOST_SEATS]
    suits: Annotated[Memory, COLOURS]
    owned: Annotated[Memory, MOST_SEATS]
    """owned[seat]: cards of the seat at the start of the search. Cards played since are not removed."""
    shifts: Annotated[Memory, COLOURS]
    """Place of the lowest card of each colour."""
    first_keys: Annotated[Memory, COLOURS]
    """Index of the first key of each colour."""
    canon: Annotated[Memory, 6]
    """canon[state]: state of the slam that stands for all states with the same score."""
    needs: Annotated[Memory, NEEDS]
    """Half points needed, by bouts (0 to 3), Petit at the end (0 defence, 1 none, 2 attack), slam state."""
    least_needs: Annotated[Memory, EXTREMES]
    """Least needs that are still possible, by bouts so far, bouts to come, and whether the Petit is
    to come.
    """
    most_needs: Annotated[Memory, EXTREMES]
    """Greatest needs that are still possible, in the same order."""
    shape: int
    """Number that differs for scores with different distances between their needs."""
    random: Annotated[Memory, RANDOM]
    """Random numbers of 62 bits, by colour, place in it, holder and worth of a card."""
    others: Annotated[Memory, OTHERS]
    """Random numbers of 62 bits, by leader, bouts and slam state."""
    excuse_keys: Annotated[Memory, MOST_SEATS]
    history: Annotated[Memory, MOST_SEATS * MOST_OF_HISTORY]
    """Success of each card, by seat: how often it refuted a position, weighted by the tricks
    to come.
    """
    tried: Annotated[Memory, MOST_MOVES * MOST_SEATS * MOST_TRICKS]
    """Cards to try, by trick to come and place in it."""
    ranks: Annotated[Memory, MOST_MOVES * MOST_SEATS * MOST_TRICKS]
    neighbours: Annotated[Memory, MOST_MOVES * MOST_SEATS * MOST_TRICKS]
    """Neighbours of equal worth, for each card to try."""
    tops: Annotated[Memory, COLOURS * (MOST_OF_COLOUR + 1)]
    """Key of the top cards of a colour, by colour and their number; for the position of the last look-up."""
    top_cards: Annotated[Memory, COLOURS * (MOST_OF_COLOUR + 1)]
    """Lowest card of each of these groups of top cards."""
    line: Annotated[Memory, TOLD * MOST_TRICKS]
    """Moments of the line: one probable course of the play, of which `search_exact_score` makes guesses."""
    line_hands: Annotated[Memory, MOST_SEATS * MOST_TRICKS]
    """Hands at the moments of the line."""


class OpenMoment(NamedTuple):
    """A moment of the play, without its hands."""

    half_points: int
    """Half points of the attack before this trick."""
    bouts: int
    slam: int
    """State of the slam before this trick."""
    left: int
    """Number of tricks to come, with this one."""
    petit_before: int
    """1 if the Petit was in the previous trick, else 0."""
    place: int
    """Number of cards on the table."""
    turn: int
    led: int
    best: int
    """Card that wins so far."""
    winner: int
    on_table: int
    excuse_of: int
    """Seat that played the Excuse to this trick, or -1."""


ENTRY = 3
"""Numbers of a table entry: the key of the shape, the key of the order, and a packed number."""
BUCKET = 8
"""Number of adjacent entries of a bucket, which limits the entries of one shape."""
BITS_OF_COUNT = 5
COUNT_MASK = (1 << BITS_OF_COUNT) - 1
"""Mask of a count in a packed number. Its lowest bits contain, for each colour, the number of top cards that
matter.
"""
IS_LEAST = 1 << COLOURS * BITS_OF_COUNT
"""Bit of a packed number that is set for a lower bound and clear for an upper bound."""
VALUE_SHIFT, VALUE_BIAS, VALUE_MASK = 26, 1 << 15, (1 << 16) - 1
"""Position, offset and mask of the value in a packed number."""
CARD_SHIFT, CARD_MASK = 42, 7
"""Position and mask of the best card in a packed number: its colour, then the number of cards from it up."""

MIXED = 5
"""State of the slam when both sides have won a trick. Every state is 3 if the attack has won one, plus the
number of tricks of the defence up to 2.
"""
FAR = 1 << 20
"""Number beyond any value."""
STRIDE = 4
"""Factor by which the steps away from a guess grow until the score is enclosed."""
BY_GUESS, FROM_ABOVE, FROM_BELOW = range(3)
"""Ways to choose the next score to test."""
PATIENT = 1_000_000
KEPT_BACK = 8
"""Divisor that gives the part of a large budget (`PATIENT` nodes or more) reserved for easy scores. It
narrows the bounds where the exact score is not found.
"""
EASY, HARDER = 10_000, 10
"""Node limit of a test from above or from below, and the factor by which it grows after both have failed."""
GUESS_WEIGHT = 300
"""Weight of a point of a guess, compared with the history of a card."""
SURELY_FIRST = 1 << 60
NEAR = 5
"""Number of tricks to come at the last moment of the line."""
WARMING = 2
"""Divisor that gives the part of the budget for the later moments of the line. The rest is for the first."""


class TableEntry(NamedTuple):
    """Place and key of a moment in the table of positions."""

    slot: int
    key: int
    rest: int
    """Cards left in the hands."""
    base: int
    """Half points of the attack beyond its needs at this moment."""


NO_ENTRY = TableEntry(0, 0, 0, 0)


@compiled
def count_card_points(w: SearchMemory, card: int) -> int:
    """The half points of a card."""
    if card & w.highest:
        return 9
    if card & w.queens:
        return 7
    if card & w.knights:
        return 5
    if card & w.jacks:
        return 3
    return 1


@compiled
def count_cards(cards: int) -> int:
    """The number of cards in a set."""
    count = 0
    while cards:
        cards &= cards - 1
        count += 1
    return count


@compiled
def holder_number(w: SearchMemory, colour: int, place: int, card: int) -> int:
    """The random number of a card at a place in an order of its colour."""
    seat = 0
    while not w.owned[seat] & card:
        seat += 1
    worth = 5 if card == w.petit else count_card_points(w, card) >> 1
    return w.random[((colour * MOST_OF_COLOUR + place) * MOST_SEATS + seat) * WORTHS + worth]


@compiled
def shape_key(w: SearchMemory, colour: int, cards: int) -> int:
    """The key, of 62 bits, of the cards in each hand: each figure and bout, and the number of other cards."""
    # small cards of a hand are interchangeable: the key depends on their number only
    key, big_cards = 0, cards & ~w.small
    for seat in range(w.seats):
        small = cards & w.owned[seat] & w.small
        place = 0
        while small:
            key ^= holder_number(w, colour, place, small & -small)
            small &= small - 1
            place += 1
    while big_cards:
        key ^= holder_number(w, colour, 0, big_cards & -big_cards)
        big_cards &= big_cards - 1
    return key | 1


@compiled
def order_key(w: SearchMemory, colour: int, cards: int) -> int:
    """The key, of 62 bits, of the order from the top in which cards of a colour lie in the hands."""
    key, place = 0, count_cards(cards)
    while cards:
        place -= 1
        key ^= holder_number(w, colour, place, cards & -cards)
        cards &= cards - 1
    return key | 1


@compiled
def hash_position(
    w: SearchMemory, room: Memory, remaining: int, leader: int, bouts: int, slam: int, pending: bool
) -> int:
    """The key, of 62 bits, of a moment between two tricks, without the order of the cards in each colour."""
    key = w.others[leader] ^ w.salt
    for colour in range(COLOURS):
        cards = remaining & w.suits[colour]
        key_index = 2 * (w.first_keys[colour] + (cards >> w.shifts[colour]))
        # a true key is odd: 0 means that it is not computed yet
        if room[key_index] == 0:
            room[key_index] = shape_key(w, colour, cards)
        key ^= room[key_index]
    if remaining & w.excuse:
        key ^= w.excuse_key
    # bouts and slam differ only as long as they can still change the score
    if pending:
        key ^= w.others[MOST_SEATS + bouts] ^ w.others[MOST_SEATS + 4 + slam] ^ w.shape
    return key | 1


@compiled
def write_tops(w: SearchMemory, room: Memory, remaining: int) -> None:
    """Write `tops` and `top_cards` for the remaining cards."""
    for colour in range(COLOURS):
        cards = remaining & w.suits[colour]
        keys = 2 * w.first_keys[colour] + 1
        count = count_cards(cards)
        start = colour * (MOST_OF_COLOUR + 1)
        w.tops[start] = w.top_cards[start] = 0
        while cards:
            key = keys + 2 * (cards >> w.shifts[colour])
            if room[key] == 0:
                room[key] = order_key(w, colour, cards)
            w.tops[start + count] = room[key]
            w.top_cards[start + count] = cards & -cards
            cards &= cards - 1
            count -= 1


@compiled
def look_up(
    w: SearchMemory, room: Memory, slot: int, key: int, remaining: int, turn: int, base: int
) -> tuple[int, int]:
    """Look up a moment in the table.

    Returns:
        A pair:

        - a value for the tested score, with its cards in `relevant`; `FAR` if the table has none;
        - a card that was best at a similar moment, or 0.
    """
    first_card = 0
    for number in range(BUCKET):
        entry_start = slot + ENTRY * number
        if room[entry_start] != key:
            continue
        if not first_card:
            write_tops(w, room, remaining)
        packed, order, marks = room[entry_start + 2], 0, 0
        for colour in range(COLOURS):
            top = colour * (MOST_OF_COLOUR + 1) + (packed >> BITS_OF_COUNT * colour & COUNT_MASK)
            order ^= w.tops[top]
            marks |= w.top_cards[top]
        if order == room[entry_start + 1]:
            value = (packed >> VALUE_SHIFT & VALUE_MASK) - VALUE_BIAS + base
            # a lower bound shows the sign only from 0 up, an upper bound only below 0
            if (value >= 0) == (packed & IS_LEAST != 0):
                w.relevant = marks
                return value, 0
        if not first_card:
            first_card = card_of(w, packed >> CARD_SHIFT, turn)
    return FAR, first_card


@compiled
def card_of(w: SearchMemory, packed: int, turn: int) -> int:
    """Return the card of a hand that corresponds best to a card of another moment, by `top_cards`."""
    colour = packed & CARD_MASK
    if colour == COLOURS:
        return w.excuse
    card = w.top_cards[colour * (MOST_OF_COLOUR + 1) + (packed >> 3)]
    if card & w.hands[turn]:
        return card
    small = w.hands[turn] & w.suits[colour] & w.small
    return small & -small


@compiled
def store_table_entry(
    w: SearchMemory, room: Memory, entry: TableEntry, value: int, relevant: int, best_card: int
) -> None:
    """Write the result for a moment into the table, over its previous entry or over another one."""
    slot, key, remaining, base = entry
    write_tops(w, room, remaining)
    packed, order = IS_LEAST if value >= 0 else 0, 0
    for colour in range(COLOURS):
        marks, count = relevant & w.suits[colour], 0
        if marks:
            count = count_cards(remaining & w.suits[colour] & -(marks & -marks))
        order ^= w.tops[colour * (MOST_OF_COLOUR + 1) + count]
        packed |= count << BITS_OF_COUNT * colour
    packed |= (value - base + VALUE_BIAS) << VALUE_SHIFT
    colour = find_card_colour(w, best_card)
    if colour == NO_COLOUR:
        packed |= COLOURS << CARD_SHIFT
    else:
        packed |= (colour | count_cards(remaining & w.suits[colour] & -best_card) << 3) << CARD_SHIFT
    # a cheap random choice of the entry to overwrite
    free = slot + ENTRY * (w.nodes & BUCKET - 1)
    for number in range(BUCKET):
        entry_start = slot + ENTRY * number
        if room[entry_start] == 0 or (
            room[entry_start] == key
            and room[entry_start + 1] == order
            and not (room[entry_start + 2] ^ packed) & IS_LEAST
        ):
            free = entry_start
            break
    room[free], room[free + 1], room[free + 2] = key, order, packed


@compiled
def playable_search_cards(w: SearchMemory, moment: OpenMoment) -> int:
    """Return the cards that a hand may play, by the rules of `games.core.tricks.playable`."""
    hand, led = w.hands[moment.turn], moment.led
    if led == NO_COLOUR:
        return hand
    excuse = hand & w.excuse
    if led != TRUMP:
        suit_cards = hand & w.suits[led]
        if suit_cards:
            return suit_cards | excuse
    trumps = hand & w.trumps
    if not trumps:
        return hand
    higher_trumps = trumps & -(moment.best << 1)
    if higher_trumps:
        return higher_trumps | excuse
    return trumps | excuse


@compiled
def find_card_colour(w: SearchMemory, card: int) -> int:
    """The colour of a card; `NO_COLOUR` for the Excuse."""
    for colour in range(COLOURS):
        if card & w.suits[colour]:
            return colour
    return NO_COLOUR


@compiled
def rank_move(w: SearchMemory, card: int, moment: OpenMoment, other_cards: int) -> int:
    """Return the rank of a card in the order of tries: a guess of its gain for its side."""
    points, led, best = count_card_points(w, card), moment.led, moment.best
    if card == w.excuse:
        return -1 if led != NO_COLOUR else -12
    if led == NO_COLOUR:
        colour = find_card_colour(w, card)
        higher = other_cards & w.suits[colour] & -(card << 1)
        if colour == TRUMP:
            return 6 if not higher else 2 - points
        return points + 4 if not higher else -points
    is_last = moment.place == w.seats - 1
    friend = w.attacks[moment.winner] == w.attacks[moment.turn]
    follows = card & (w.suits[led] | w.trumps)
    if follows and card > best:
        if is_last:
            return 10 + points
        higher = other_cards & w.suits[(TRUMP if card & w.trumps else led)] & -(card << 1)
        if not higher:
            return 8 + points
        return (2 if not friend else -2) - points
    if friend:
        if is_last:
            return points
        higher = other_cards & w.suits[(TRUMP if best & w.trumps else led)] & -(best << 1)
        return points if not higher else -points
    return -points


@compiled
def list_search_moves(w: SearchMemory, cards: int, moment: OpenMoment, first_card: int) -> int:
    """Write the cards to try at a moment, best guess first. Return their number.

    Neighbours are cards of equal worth without a card of another hand or of the table between them. Only the
    lowest of them is tried.
    """
    other_cards = moment.on_table
    for seat in range(w.seats):
        if seat != moment.turn:
            other_cards |= w.hands[seat]
    start, count = first_move(moment), 0
    while cards:
        card = cards & -cards
        cards ^= card
        points, colour, last, group = count_card_points(w, card), find_card_colour(w, card), card, 0
        while cards and card != w.petit and card != w.excuse:
            neighbour = cards & -cards
            if (
                # the difference of two bits is the set of bits from one up to the other
                other_cards & (neighbour - last)
                or count_card_points(w, neighbour) != points
                or find_card_colour(w, neighbour) != colour
            ):
                break
            group |= neighbour
            cards ^= neighbour
            last = neighbour
        rank = SURELY_FIRST
        if card != first_card:
            rank = (
                rank_move(w, card, moment, other_cards) * GUESS_WEIGHT
                + w.history[moment.turn * MOST_OF_HISTORY + count_cards(card - 1)]
            )
        move = start + count
        # insertion sort: the list is short
        while move > start and w.ranks[move - 1] < rank:
            w.tried[move] = w.tried[move - 1]
            w.ranks[move] = w.ranks[move - 1]
            w.neighbours[move] = w.neighbours[move - 1]
            move -= 1
        w.tried[move] = card
        w.ranks[move] = rank
        w.neighbours[move] = group
        count += 1
    return count


@compiled
def first_move(moment: OpenMoment) -> int:
    """Return the index of the first card to try at a moment."""
    return (moment.left * MOST_SEATS + moment.place) * MOST_MOVES


@compiled
def sure_points(w: SearchMemory, seat: int, leads: bool) -> int:
    """Return the half points that a side is sure to win with the cards of one seat.

    A trump above all those of the other side wins a trick. So does a led suit card above all others, as long
    as each hand with trumps must follow suit. Partners count here as well: a partner who had to ruff or to go
    over would take the lead away. Each trick has at least half a point for each other card. The cards on
    which the result depends are in `sure_relevant`.
    """
    hand, seats = w.hands[seat], w.seats
    points, relevant = 0, 0
    # number 0 stands for the trumps here, 1 to 4 for the suits
    for colour in range(COLOURS if leads else 1):
        suit = w.trumps if colour == 0 else w.suits[colour - 1]
        own_cards = hand & suit
        if not own_cards:
            continue
        beatable, safe_leads, lowest = 0, MOST_OF_COLOUR, 0
        for other_seat in range(seats):
            if w.attacks[other_seat] != w.attacks[seat] or (colour and other_seat != seat):
                other_hand = w.hands[other_seat]
                beatable |= other_hand & suit
                if colour and other_hand & w.trumps:
                    safe_leads = min(safe_leads, count_cards(other_hand & suit))
        # then spread every bit downwards: all places at or below the highest rival
        rivals = beatable
        for shift in range(5):
            beatable |= beatable >> (1 << shift)
        own_cards &= ~beatable
        while own_cards and safe_leads:
            smear = own_cards
            for shift in range(5):
                smear |= smear >> (1 << shift)
            # the highest bit
            card = smear & ~(smear >> 1)
            own_cards ^= card
            safe_leads -= 1
            points += seats - 1 + count_card_points(w, card)
            if rivals:
                lowest = card
        relevant |= lowest
    w.sure_relevant = relevant
    return points


@compiled
def points_left(w: SearchMemory, cards: int) -> int:
    """The half points of some cards."""
    return (
        count_cards(cards)
        + 2 * count_cards(cards & w.jacks)
        + 4 * count_cards(cards & w.knights)
        + 6 * count_cards(cards & w.queens)
        + 8 * count_cards(cards & w.highest)
    )


@compiled
def play_search_card(w: SearchMemory, moment: OpenMoment, card: int) -> OpenMoment:
    """Return the moment after a card is played. The caller has removed the card from its hand."""
    led, best, winner, excuse_of = moment.led, moment.best, moment.winner, moment.excuse_of
    if card == w.excuse:
        excuse_of = moment.turn
    else:
        if led == NO_COLOUR:
            led = find_card_colour(w, card)
        if card > best and card & (w.suits[led] | w.trumps):
            best, winner = card, moment.turn
    return OpenMoment(
        moment.half_points,
        moment.bouts,
        moment.slam,
        moment.left,
        moment.petit_before,
        moment.place + 1,
        (moment.turn + 1) % w.seats,
        led,
        best,
        winner,
        moment.on_table | card,
        excuse_of,
    )


@compiled
def finish_searched_trick(w: SearchMemory, moment: OpenMoment) -> OpenMoment:
    """Return the moment after a complete trick; `petit_before` is 1 if the Petit was in it.

    The Petit also counts for the last trick if the Excuse wins that trick and the Petit was in the trick
    before.
    """
    half_points, bouts, slam, winner = moment.half_points, moment.bouts, moment.slam, moment.winner
    petit = 1 if moment.on_table & w.petit else 0
    if moment.excuse_of >= 0:
        owner = w.attacks[moment.excuse_of]
        if moment.left > 1:
            excuse_gain = owner - w.attacks[winner]
            # the Excuse stays with its side, which gives a card of half a point for it: 4 points in all
            half_points += 8 * excuse_gain
            bouts += excuse_gain
        # last trick: the Excuse wins it if its side has won all tricks before
        elif (slam % 3 == 0) if owner else (slam < 3):
            winner = moment.excuse_of
            petit |= moment.petit_before
    if w.attacks[winner]:
        half_points += points_left(w, moment.on_table)
        bouts += count_cards(moment.on_table & (w.bouts | w.excuse))
        slam = w.canon[slam if slam >= 3 else slam + 3]
    else:
        slam = w.canon[slam if slam % 3 == 2 else slam + 1]
    return OpenMoment(
        half_points, bouts, slam, moment.left - 1, petit, 0, winner, NO_COLOUR, 0, winner, 0, -1
    )


@compiled
def end_tricks(w: SearchMemory, moment: OpenMoment) -> tuple[OpenMoment, int]:
    """Finish a complete trick, and play the last one. Return the next moment and the cards that mattered."""
    marks = 0
    while moment.left and (moment.left == 1 or moment.place == w.seats):
        while moment.place < w.seats:
            moment = play_search_card(w, moment, w.hands[moment.turn])
        best = moment.best
        if best and best != w.petit:
            rivals = moment.on_table & (w.trumps if best & w.trumps else w.suits[moment.led])
            if rivals & ~w.petit != best:
                marks |= best
        moment = finish_searched_trick(w, moment)
    return moment, marks


@compiled
def value_of_end(w: SearchMemory, moment: OpenMoment) -> int:
    """Return the value of a moment without cards."""
    petit = 0
    if moment.petit_before:
        petit = 1 if w.attacks[moment.winner] else -1
    return moment.half_points - w.needs[(moment.bouts * 3 + petit + 1) * 6 + moment.slam]


@compiled
def bound_by_sure_points(
    w: SearchMemory, moment: OpenMoment, remaining: int, to_come: int, petit_to_come: int
) -> int:
    """Return a value for the tested score from the points that each side is sure of; else `FAR`.

    `FAR` means that these points do not decide whether the score is reached. The cards on which the value
    depends are in `relevant`.
    """
    ours, theirs, our_marks, their_marks = 0, 0, 0, 0
    for seat in range(w.seats):
        points = sure_points(w, seat, seat == moment.turn)
        if w.attacks[seat]:
            if points > ours:
                ours, our_marks = points, w.sure_relevant
        elif points > theirs:
            theirs, their_marks = points, w.sure_relevant
    to_win = points_left(w, remaining)
    needs = (moment.bouts * 4 + to_come) * 2 + petit_to_come
    least = moment.half_points + ours - w.most_needs[needs]
    if least >= 0:
        w.relevant = our_marks
        return least
    most = moment.half_points + to_win - theirs - w.least_needs[needs]
    if most < 0:
        w.relevant = their_marks
        return most
    return FAR


@compiled
def known_value(w: SearchMemory, room: Memory, moment: OpenMoment) -> tuple[int, int, TableEntry]:
    """Look up a moment between two tricks.

    Returns:
        A triple:

        - a value for the tested score, with its cards in `relevant`; `FAR` if none is known;
        - a card that was best at a similar moment, or 0;
        - the entry of the moment in the table.
    """
    remaining = 0
    for seat in range(w.seats):
        remaining |= w.hands[seat]
    to_come = count_cards(remaining & (w.bouts | w.excuse))
    base = moment.half_points - w.needs[(moment.bouts * 3 + 1) * 6 + MIXED]
    if moment.slam == MIXED:
        # only without an open slam: sure points leave its bonus out
        value = bound_by_sure_points(w, moment, remaining, to_come, 1 if remaining & w.petit else 0)
        if value != FAR:
            return value, 0, NO_ENTRY
    key = hash_position(
        w, room, remaining, moment.turn, moment.bouts, moment.slam, to_come > 0 or moment.slam != MIXED
    )
    slot = w.table + ENTRY * BUCKET * (key >> 1 & w.table_mask)
    value, first_card = look_up(w, room, slot, key, remaining, moment.turn, base)
    return value, first_card, TableEntry(slot, key, remaining, base)


@compiled
def goes_over(w: SearchMemory, moment: OpenMoment) -> bool:
    """Return whether the hand must go over a trump and has several trumps."""
    trumps = w.hands[moment.turn] & w.trumps
    is_trumped = moment.best & w.trumps != 0 and moment.best != w.petit
    return (
        is_trumped
        and trumps & (trumps - 1) != 0
        and (moment.led == TRUMP or not w.hands[moment.turn] & w.suits[moment.led])
    )


@compiled
def fail_alike(
    w: SearchMemory, moment: OpenMoment, card: int, card_value: int, marks: int, failed_cards: int, count: int
) -> tuple[int, int]:
    """Find cards that fail because a card of nearly the same worth failed.

    Such a card, played in its place, changes the value by at most the difference between their worths.

    Args:
        card_value: the value of the card.
        marks: the cards on which it depends.
        failed_cards: cards that failed so far.
        count: number of cards to try.

    Returns:
        All cards that failed, and the greatest difference between their values and that of the card.
    """
    spread, start = 0, first_move(moment)
    if card == w.excuse:
        return failed_cards, spread
    suit = w.suits[find_card_colour(w, card)]
    marks &= suit
    alike_cards = suit & ~w.bouts & ((marks & -marks) - 1)
    if card & alike_cards:
        # a difference in worth below this cannot turn the failure into a success
        shortfall = -card_value if w.attacks[moment.turn] else card_value + 1
        for move in range(start, start + count):
            similar_card = w.tried[move]
            if similar_card & alike_cards & ~failed_cards and not w.neighbours[move] & ~alike_cards:
                difference = abs(count_card_points(w, similar_card) - count_card_points(w, card))
                if difference < shortfall:
                    failed_cards |= similar_card
                    spread = max(spread, difference)
    return failed_cards, spread


@compiled
def search_position(w: SearchMemory, room: Memory, moment: OpenMoment) -> int:
    """Search a moment. Return a value for the tested score, as the module docstring defines it.

    The cards on which the value depends are in `relevant`. The result is meaningless if `stopped` is set or
    `asked` is `UNKNOWN`.
    """
    moment, end_marks = end_tricks(w, moment)
    if moment.left == 0:
        w.relevant = end_marks
        return value_of_end(w, moment)
    # reset at once: deeper calls must not see the request
    is_only_known, w.asked = w.asked, 0
    w.nodes += 1
    if w.nodes > w.last_node:
        w.stopped = 1
        return 0
    is_kept, entry, first_card = moment.place == 0 and moment.left > 1, NO_ENTRY, 0
    if is_kept:
        value, first_card, entry = known_value(w, room, moment)
        if value != FAR:
            w.relevant |= end_marks
            return value
    if is_only_known:
        w.asked = UNKNOWN
        return 0
    count, start, maximise = (
        list_search_moves(w, playable_search_cards(w, moment), moment, first_card),
        first_move(moment),
        w.attacks[moment.turn],
    )
    is_over, trumps = goes_over(w, moment), w.hands[moment.turn] & w.trumps
    # where all trumps may be played, or none is over the best, the legal cards are the same in any order
    relevant = moment.best if is_over and trumps & -moment.best and trumps & (moment.best - 1) else 0
    value, best_card, failed_cards = (-FAR if maximise else FAR), 0, 0
    # the last card of a trick leads to a moment that the table may hold: try all look-ups before any search
    table_tries = count if count > 1 and moment.left > 2 and moment.place == w.seats - 1 else 0
    for number in range(table_tries + count):
        move = start + (number - table_tries if number >= table_tries else number)
        card = w.tried[move]
        if card & failed_cards:
            continue
        w.asked = ONLY_KNOWN if number < table_tries else 0
        w.hands[moment.turn] ^= card
        card_value = search_position(w, room, play_search_card(w, moment, card))
        w.hands[moment.turn] ^= card
        if w.stopped:
            return 0
        if w.asked == UNKNOWN:
            w.asked = 0
            continue
        marks = w.relevant | (card if w.relevant & w.neighbours[move] else 0)
        if (card_value >= 0) == (maximise == 1):
            value, best_card, relevant = card_value, card, marks
            if is_over and card != w.excuse:
                relevant |= max(card, moment.best)
            if move > start:
                # a refutation early in the play saves more work
                w.history[moment.turn * MOST_OF_HISTORY + count_cards(card - 1)] += moment.left * moment.left
            break
        relevant |= marks
        failed_cards, spread = fail_alike(w, moment, card, card_value, marks, failed_cards | card, count)
        if maximise and card_value + spread > value:
            value, best_card = card_value + spread, card
        elif not maximise and card_value - spread < value:
            value, best_card = card_value - spread, card
    if is_kept:
        store_table_entry(w, room, entry, value, relevant, best_card)
    w.relevant = end_marks | relevant
    return value


@compiled
def is_reached(w: SearchMemory, rows: Memory, start: int, value: int) -> bool:
    """Return whether a surplus over the needs of the tested score also covers those of another score."""
    is_enough = True
    for number in range(NEEDS):
        is_enough &= rows[start + number] <= w.needs[number] + value
    return is_enough


@compiled
def may_reach(w: SearchMemory, rows: Memory, start: int, value: int) -> bool:
    """Return whether the needs of another score may be covered in spite of a deficit to the tested score."""
    is_enough = False
    for number in range(NEEDS):
        is_enough |= rows[start + number] <= w.needs[number] + value
    return is_enough


@compiled
def write_line_moment(w: SearchMemory, number: int, moment: OpenMoment) -> None:
    """Write a moment of the line, with the present hands."""
    for place in range(TOLD):
        w.line[number * TOLD + place] = moment[place]
    for seat in range(w.seats):
        w.line_hands[number * MOST_SEATS + seat] = w.hands[seat]


@compiled
def read_moment(w: SearchMemory, number: int) -> OpenMoment:
    """Read a moment of the line, and its hands into `hands`."""
    for seat in range(w.seats):
        w.hands[seat] = w.line_hands[number * MOST_SEATS + seat]
    line, start = w.line, number * TOLD
    return OpenMoment(
        line[start],
        line[start + 1],
        line[start + 2],
        line[start + 3],
        line[start + 4],
        line[start + 5],
        line[start + 6],
        line[start + 7],
        line[start + 8],
        line[start + 9],
        line[start + 10],
        line[start + 11],
    )


@compiled
def write_best_line(w: SearchMemory) -> int:
    """Play the line from its first moment by the best guesses and write a moment after each trick, until few
    tricks are left.

    Returns:
        The number of its last moment.
    """
    number, moment = 0, read_moment(w, 0)
    while moment.left > NEAR:
        while moment.place < w.seats:
            list_search_moves(w, playable_search_cards(w, moment), moment, 0)
            card = w.tried[first_move(moment)]
            w.hands[moment.turn] ^= card
            moment = play_search_card(w, moment, card)
        moment = finish_searched_trick(w, moment)
        number += 1
        write_line_moment(w, number, moment)
    return number


@compiled
def search_score(w: SearchMemory, room: Memory, rows: Memory, row: int, moment: OpenMoment) -> int:
    """Test one score at a moment. Return the value of the search.

    Args:
        row: index in the rows at which the needs of the score begin.
    """
    for number in range(NEEDS):
        w.needs[number] = rows[row + number]
    row += NEEDS
    for number in range(EXTREMES):
        w.least_needs[number] = rows[row + number]
        w.most_needs[number] = rows[row + EXTREMES + number]
    w.shape = rows[row + 2 * EXTREMES]
    w.stopped = 0
    return search_position(w, room, moment)


@compiled
def settle_moment(
    w: SearchMemory,
    room: Memory,
    rows: Memory,
    number: int,
    least: int,
    low: int,
    high: int,
    target: int,
    guess_limit: int,
    limit: int,
) -> tuple[int, int]:
    """Test one score of a moment of the line after the other. Return the lower and the upper bound of the
    true score.

    Args:
        number: number of the moment.
        target: the first score to test.
        guess_limit: value of `nodes` from which scores are tested from both ends instead of from the guess.
        limit: value of `nodes` at which the search ends.
    """
    moment = read_moment(w, number)
    easy_nodes, way, step, was_reached, was_missed = EASY, BY_GUESS, 1, False, False
    while low < high:
        if way == FROM_ABOVE:
            target = high + 1 - step
        elif way == FROM_BELOW:
            target = low + step
        target = min(max(target, low + 1), high)
        w.last_node = guess_limit if way == BY_GUESS else min(limit, w.nodes + easy_nodes)
        value = search_score(w, room, rows, (target - least) * ROW, moment)
        if w.stopped:
            if w.nodes > limit:
                break
            if way == BY_GUESS:
                way = FROM_ABOVE
            elif step == 1:
                easy_nodes *= HARDER if way == FROM_BELOW else 1
                way = FROM_ABOVE + FROM_BELOW - way
            step = 1
            continue
        if value >= 0:
            low, was_reached = target, True
            # one search may settle several scores
            while low < high and is_reached(w, rows, (low + 1 - least) * ROW, value):
                low += 1
        else:
            high, was_missed = target - 1, True
            while low < high and not may_reach(w, rows, (high - least) * ROW, value):
                high -= 1
        if way == BY_GUESS:
            if was_reached and was_missed:
                target = (low + high + 1) // 2
            else:
                target = low + step if was_reached else high + 1 - step
                step *= STRIDE
        else:
            step = step * STRIDE if (value >= 0) == (way == FROM_BELOW) else 1
    return low, high


@compiled_entry
def search_exact_score(
    w: SearchMemory,
    room: Memory,
    rows: Memory,
    least: int,
    lowest: int,
    highest: int,
    guess: int,
    is_sure: bool,
) -> int:
    """Test one score after the other until one is left or the budget is spent. The result is in `low` and
    `high`.

    Without a good guess, the moments of one possible line are searched first, from its last moment. The score
    of each is a guess for the one before it, and fills the table.

    Args:
        w: the memory, with the moment as the first one of the line and its hands in `hands`.
        room: see `SearchMemory`.
        rows: the needs of each score from `least` on, `ROW` numbers each.
        lowest, highest: bounds of the score.
        guess: the first score to test.
        is_sure: whether the guess is good.

    Returns:
        1 when the score is exact.
    """
    budget_end = w.last_node
    reserve = (budget_end - w.nodes) // KEPT_BACK if budget_end - w.nodes >= PATIENT else 0
    for seat in range(w.seats):
        w.line_hands[seat] = w.hands[seat]
    number = 0 if is_sure else write_best_line(w)
    for_line = w.nodes + (budget_end - w.nodes) // WARMING
    while True:
        if w.nodes >= for_line:
            number = 0
        guess_limit, limit = (budget_end - reserve, budget_end) if number == 0 else (for_line, for_line)
        low, high = settle_moment(w, room, rows, number, least, lowest, highest, guess, guess_limit, limit)
        if number == 0:
            break
        # the exact score of a later moment is the best guess for the one before it
        guess = low if low == high else guess
        number -= 1
    w.last_node = budget_end
    w.low, w.high = low, high
    return 1 if low == high else 0
