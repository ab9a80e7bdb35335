"""The search of an end of Tarot with all hands seen, on plain numbers.

One value is computed: by how many half points the attack passes what it needs for a wanted score, when all
play their best from here. Its sign says whether the score can be had, so a search asks for the sign alone and
the other numbers are bounds on the side that they are on (a null window, fail-soft).

A value holds for more moments than the one that it was found for: every search says, beside its value, from
which card on the order of a colour mattered (`relevant`). Cards below it may lie in the hands in any other
order, as long as each hand has as many of them: the value stays the same (partition search, M. L. Ginsberg,
1996). Figures and bouts always count as what they are. So the table keeps a value for all such moments, and
of a hand's cards that did not matter one is tried.

A card is a bit: the remaining cards of each suit from the lowest up, then the trumps, then the Excuse. All
that one search needs lies in a record, `SearchMemory`, and in an array for what has no fixed size: each array
more that a call hands on makes the search slower (with seven of them it took nearly twice the time).
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
"""How many numbers a wanted score has: its needs, their least and most, its shape."""
RANDOM, OTHERS = COLOURS * MOST_OF_COLOUR * MOST_SEATS * WORTHS, MOST_SEATS + 4 + 6
ONLY_KNOWN, UNKNOWN = 1, 2
TOLD = 12
"""Numbers of a `OpenMoment`."""


class SearchMemory:
    """The memory of a search: a record, of which a call hands on no more than its address.

    Beside it lies an array, `room`: first two keys for each way in which a colour can be left, 0 where they
    were not made yet (of its shape, of its order), as many as each search needs; then the table of positions.
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
    """Cards worth half a point, but the Excuse."""
    nodes: int
    """Cards tried so far."""
    last_node: int
    """The budget: beyond it a search stops, and its value says nothing."""
    stopped: int
    table: int
    """Where the table begins in the room."""
    table_mask: int
    excuse_key: int
    low: int
    high: int
    """What was found: the score lies between these two."""
    salt: int
    """Keeps the positions of one world apart from those of others in one table."""
    relevant: int
    """Cards that the value found last depends on: in each colour the order from the lowest of them up."""
    sure_relevant: int
    """The same for the sure points counted last."""
    asked: int
    """Set to `ONLY_KNOWN` before a call, which sets it to `UNKNOWN` if it would have to search."""
    hands: Annotated[Memory, MOST_SEATS]
    attacks: Annotated[Memory, MOST_SEATS]
    suits: Annotated[Memory, COLOURS]
    owned: Annotated[Memory, MOST_SEATS]
    """The cards of each seat when the search was made, those gone since included."""
    shifts: Annotated[Memory, COLOURS]
    """The place of the lowest card of each colour."""
    first_keys: Annotated[Memory, COLOURS]
    """Where the keys of each colour begin."""
    canon: Annotated[Memory, 6]
    """For each state of the slam, the one that it equals for the score."""
    needs: Annotated[Memory, NEEDS]
    """Half points needed, by bouts (0 to 3), Petit at the end (0 defence, 1 none, 2 attack), slam state."""
    least_needs: Annotated[Memory, EXTREMES]
    """The least needs that can still come, by bouts so far, bouts to come, and whether the Petit is to."""
    most_needs: Annotated[Memory, EXTREMES]
    shape: int
    """What tells wanted scores apart that ask for other differences between their needs."""
    random: Annotated[Memory, RANDOM]
    """Random numbers of 62 bits: by colour, place in it, holder and worth of a card."""
    others: Annotated[Memory, OTHERS]
    """By leader, bouts and slam state."""
    excuse_keys: Annotated[Memory, MOST_SEATS]
    history: Annotated[Memory, MOST_SEATS * MOST_OF_HISTORY]
    """By seat and card: how often it answered what the others could not, weighed by the tricks to come."""
    tried: Annotated[Memory, MOST_MOVES * MOST_SEATS * MOST_TRICKS]
    """By trick to come and place in it: the cards to try."""
    ranks: Annotated[Memory, MOST_MOVES * MOST_SEATS * MOST_TRICKS]
    neighbours: Annotated[Memory, MOST_MOVES * MOST_SEATS * MOST_TRICKS]
    """Of each card to try, the neighbours worth the same."""
    tops: Annotated[Memory, COLOURS * (MOST_OF_COLOUR + 1)]
    """By colour and number: the key of so many cards from the top, of those left when last looked up."""
    top_cards: Annotated[Memory, COLOURS * (MOST_OF_COLOUR + 1)]
    """The lowest of these cards."""
    line: Annotated[Memory, TOLD * MOST_TRICKS]
    """The moments of a line."""
    line_hands: Annotated[Memory, MOST_SEATS * MOST_TRICKS]
    """The hands at these moments."""


class OpenMoment(NamedTuple):
    """A moment of the play, its hands left out."""

    half_points: int
    """What the attack has before this trick."""
    bouts: int
    slam: int
    """The state of the slam before this trick."""
    left: int
    """Tricks to come, this one included."""
    petit_before: int
    """Whether the Petit was in the trick before."""
    place: int
    """Cards on the table."""
    turn: int
    led: int
    best: int
    """The card that wins so far."""
    winner: int
    on_table: int
    excuse_of: int
    """The seat that played the Excuse to this trick, or -1."""


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


class TableEntry(NamedTuple):
    """Where and how the table keeps a moment."""

    slot: int
    key: int
    rest: int
    """The cards left in the hands."""
    base: int
    """By how much the attack passes its needs with what it has."""


NO_ENTRY = TableEntry(0, 0, 0, 0)


@compiled
def points_of(w: SearchMemory, card: int) -> int:
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
    """How many cards a set has."""
    count = 0
    while cards:
        cards &= cards - 1
        count += 1
    return count


@compiled
def holder_number(w: SearchMemory, colour: int, place: int, card: int) -> int:
    """The random number of a card of a colour that has a place in some order."""
    seat = 0
    while not w.owned[seat] & card:
        seat += 1
    worth = 5 if card == w.petit else points_of(w, card) >> 1
    return w.random[((colour * MOST_OF_COLOUR + place) * MOST_SEATS + seat) * WORTHS + worth]


@compiled
def shape_key(w: SearchMemory, colour: int, cards: int) -> int:
    """A number of 62 bits for what lies in which hand: each figure and bout, and how many other cards."""
    key, others = 0, cards & ~w.small
    for seat in range(w.seats):
        small = cards & w.owned[seat] & w.small
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
def order_key(w: SearchMemory, colour: int, cards: int) -> int:
    """A number of 62 bits for the order from the top in which some cards of a colour lie in the hands."""
    key, place = 0, count_cards(cards)
    while cards:
        place -= 1
        key ^= holder_number(w, colour, place, cards & -cards)
        cards &= cards - 1
    return key | 1


@compiled
def shape_of(
    w: SearchMemory, room: Memory, rest: int, leader: int, bouts: int, slam: int, pending: bool
) -> int:
    """A number of 62 bits for a moment between two tricks, the order of the cards in each colour left out."""
    key = w.others[leader] ^ w.salt
    for colour in range(COLOURS):
        cards = rest & w.suits[colour]
        at = 2 * (w.first_keys[colour] + (cards >> w.shifts[colour]))
        if room[at] == 0:
            room[at] = shape_key(w, colour, cards)
        key ^= room[at]
    if rest & w.excuse:
        key ^= w.excuse_key
    if pending:
        key ^= w.others[MOST_SEATS + bouts] ^ w.others[MOST_SEATS + 4 + slam] ^ w.shape
    return key | 1


@compiled
def write_tops(w: SearchMemory, room: Memory, rest: int) -> None:
    """Write `tops` and `top_cards` for the cards left."""
    for colour in range(COLOURS):
        cards = rest & w.suits[colour]
        keys = 2 * w.first_keys[colour] + 1
        count = count_cards(cards)
        at = colour * (MOST_OF_COLOUR + 1)
        w.tops[at] = w.top_cards[at] = 0
        while cards:
            key = keys + 2 * (cards >> w.shifts[colour])
            if room[key] == 0:
                room[key] = order_key(w, colour, cards)
            w.tops[at + count] = room[key]
            w.top_cards[at + count] = cards & -cards
            cards &= cards - 1
            count -= 1


@compiled
def look_up(
    w: SearchMemory, room: Memory, slot: int, key: int, rest: int, turn: int, base: int
) -> tuple[int, int]:
    """What the table knows of a moment.

    Returns:
        A bound that answers the question, its cards in `relevant`, or `FAR`; then a card that was best at a
        moment like this one, or 0.
    """
    first = 0
    for number in range(BUCKET):
        at = slot + ENTRY * number
        if room[at] != key:
            continue
        if not first:
            write_tops(w, room, rest)
        packed, order, marks = room[at + 2], 0, 0
        for colour in range(COLOURS):
            top = colour * (MOST_OF_COLOUR + 1) + (packed >> BITS_OF_COUNT * colour & COUNT_MASK)
            order ^= w.tops[top]
            marks |= w.top_cards[top]
        if order == room[at + 1]:
            value = (packed >> VALUE_SHIFT & VALUE_MASK) - VALUE_BIAS + base
            if (value >= 0) == (packed & IS_LEAST != 0):
                w.relevant = marks
                return value, 0
        if not first:
            first = card_of(w, packed >> CARD_SHIFT, turn)
    return FAR, first


@compiled
def card_of(w: SearchMemory, packed: int, turn: int) -> int:
    """The card of a hand that a card of another moment is most like; by `top_cards`."""
    colour = packed & CARD_MASK
    if colour == COLOURS:
        return w.excuse
    card = w.top_cards[colour * (MOST_OF_COLOUR + 1) + (packed >> 3)]
    if card & w.hands[turn]:
        return card
    small = w.hands[turn] & w.suits[colour] & w.small
    return small & -small


@compiled
def keep(w: SearchMemory, room: Memory, entry: TableEntry, value: int, relevant: int, chosen: int) -> None:
    """Write into the table what was found for a moment, in place of what it said before or of anything."""
    slot, key, rest, base = entry
    write_tops(w, room, rest)
    packed, order = IS_LEAST if value >= 0 else 0, 0
    for colour in range(COLOURS):
        marks, count = relevant & w.suits[colour], 0
        if marks:
            count = count_cards(rest & w.suits[colour] & -(marks & -marks))
        order ^= w.tops[colour * (MOST_OF_COLOUR + 1) + count]
        packed |= count << BITS_OF_COUNT * colour
    packed |= (value - base + VALUE_BIAS) << VALUE_SHIFT
    colour = colour_of(w, chosen)
    if colour == NO_COLOUR:
        packed |= COLOURS << CARD_SHIFT
    else:
        packed |= (colour | count_cards(rest & w.suits[colour] & -chosen) << 3) << CARD_SHIFT
    free = slot + ENTRY * (w.nodes & BUCKET - 1)
    for number in range(BUCKET):
        at = slot + ENTRY * number
        if room[at] == 0 or (
            room[at] == key and room[at + 1] == order and not (room[at + 2] ^ packed) & IS_LEAST
        ):
            free = at
            break
    room[free], room[free + 1], room[free + 2] = key, order, packed


@compiled
def may_play(w: SearchMemory, at: OpenMoment) -> int:
    """The cards that a hand may play, by `games.core.tricks.playable`."""
    hand, led = w.hands[at.turn], at.led
    if led == NO_COLOUR:
        return hand
    excuse = hand & w.excuse
    if led != TRUMP:
        own = hand & w.suits[led]
        if own:
            return own | excuse
    trumps = hand & w.trumps
    if not trumps:
        return hand
    over = trumps & -(at.best << 1)
    if over:
        return over | excuse
    return trumps | excuse


@compiled
def colour_of(w: SearchMemory, card: int) -> int:
    """The colour of a card; `NO_COLOUR` for the Excuse."""
    for colour in range(COLOURS):
        if card & w.suits[colour]:
            return colour
    return NO_COLOUR


@compiled
def rank_move(w: SearchMemory, card: int, at: OpenMoment, others: int) -> int:
    """How early a card is tried: a guess of what it brings its side."""
    points, led, best = points_of(w, card), at.led, at.best
    if card == w.excuse:
        return -1 if led != NO_COLOUR else -12
    if led == NO_COLOUR:
        colour = colour_of(w, card)
        higher = others & w.suits[colour] & -(card << 1)
        if colour == TRUMP:
            return 6 if not higher else 2 - points
        return points + 4 if not higher else -points
    is_last = at.place == w.seats - 1
    friend = w.attacks[at.winner] == w.attacks[at.turn]
    follows = card & (w.suits[led] | w.trumps)
    if follows and card > best:
        if is_last:
            return 10 + points
        higher = others & w.suits[(TRUMP if card & w.trumps else led)] & -(card << 1)
        if not higher:
            return 8 + points
        return (2 if not friend else -2) - points
    if friend:
        if is_last:
            return points
        higher = others & w.suits[(TRUMP if best & w.trumps else led)] & -(best << 1)
        return points if not higher else -points
    return -points


@compiled
def list_moves(w: SearchMemory, cards: int, at: OpenMoment, first: int) -> int:
    """Write the cards to try at a moment, best guess first. Return their number.

    Of neighbours worth the same, with no card of another hand or of the table between, the lowest is tried.
    """
    others = at.on_table
    for seat in range(w.seats):
        if seat != at.turn:
            others |= w.hands[seat]
    start, count = first_move(at), 0
    while cards:
        card = cards & -cards
        cards ^= card
        points, colour, last, group = points_of(w, card), colour_of(w, card), card, 0
        while cards and card != w.petit and card != w.excuse:
            near = cards & -cards
            if others & (near - last) or points_of(w, near) != points or colour_of(w, near) != colour:
                break
            group |= near
            cards ^= near
            last = near
        rank = SURELY_FIRST
        if card != first:
            rank = (
                rank_move(w, card, at, others) * GUESS_WEIGHT
                + w.history[at.turn * MOST_OF_HISTORY + count_cards(card - 1)]
            )
        move = start + count
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
def first_move(at: OpenMoment) -> int:
    """Return the place of the first card to try at a moment."""
    return (at.left * MOST_SEATS + at.place) * MOST_MOVES


@compiled
def sure_points(w: SearchMemory, seat: int, leads: bool) -> int:
    """Half points that the side of a seat is sure of through this seat's cards.

    A trump above all those of the other side takes a trick. So does a suit card that is led above all others
    while whoever has trumps must follow: a partner who had to ruff it, or to go over it, would take the lead
    away. Each trick has a half point at least for each other card. What they depend on is in `sure_relevant`.
    """
    hand, seats = w.hands[seat], w.seats
    points, relevant = 0, 0
    for colour in range(COLOURS if leads else 1):
        suit = w.trumps if colour == 0 else w.suits[colour - 1]
        own = hand & suit
        if not own:
            continue
        against, safe, lowest = 0, MOST_OF_COLOUR, 0
        for other in range(seats):
            if w.attacks[other] != w.attacks[seat] or (colour and other != seat):
                held = w.hands[other]
                against |= held & suit
                if colour and held & w.trumps:
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
    w.sure_relevant = relevant
    return points


@compiled
def points_left(w: SearchMemory, rest: int) -> int:
    """The half points of some cards."""
    return (
        count_cards(rest)
        + 2 * count_cards(rest & w.jacks)
        + 4 * count_cards(rest & w.knights)
        + 6 * count_cards(rest & w.queens)
        + 8 * count_cards(rest & w.highest)
    )


@compiled
def put(w: SearchMemory, at: OpenMoment, card: int) -> OpenMoment:
    """Return the moment after a card that has left its hand."""
    led, best, winner, excuse_of = at.led, at.best, at.winner, at.excuse_of
    if card == w.excuse:
        excuse_of = at.turn
    else:
        if led == NO_COLOUR:
            led = colour_of(w, card)
        if card > best and card & (w.suits[led] | w.trumps):
            best, winner = card, at.turn
    return OpenMoment(
        at.half_points,
        at.bouts,
        at.slam,
        at.left,
        at.petit_before,
        at.place + 1,
        (at.turn + 1) % w.seats,
        led,
        best,
        winner,
        at.on_table | card,
        excuse_of,
    )


@compiled
def finish_trick(w: SearchMemory, at: OpenMoment) -> OpenMoment:
    """Return the moment after a whole trick: `petit_before` says whether it had the Petit.

    The last trick has the Petit also when its Excuse wins it and the Petit was in the trick before.
    """
    half_points, bouts, slam, winner = at.half_points, at.bouts, at.slam, at.winner
    petit = 1 if at.on_table & w.petit else 0
    if at.excuse_of >= 0:
        owner = w.attacks[at.excuse_of]
        if at.left > 1:
            kept = owner - w.attacks[winner]
            half_points += 8 * kept
            bouts += kept
        elif (slam % 3 == 0) if owner else (slam < 3):
            winner = at.excuse_of
            petit |= at.petit_before
    if w.attacks[winner]:
        half_points += points_left(w, at.on_table)
        bouts += count_cards(at.on_table & (w.bouts | w.excuse))
        slam = w.canon[slam if slam >= 3 else slam + 3]
    else:
        slam = w.canon[slam if slam % 3 == 2 else slam + 1]
    return OpenMoment(half_points, bouts, slam, at.left - 1, petit, 0, winner, NO_COLOUR, 0, winner, 0, -1)


@compiled
def end_tricks(w: SearchMemory, at: OpenMoment) -> tuple[OpenMoment, int]:
    """Finish a whole trick, and play the last one. Return the moment after it and the cards that mattered."""
    seen = 0
    while at.left and (at.left == 1 or at.place == w.seats):
        while at.place < w.seats:
            at = put(w, at, w.hands[at.turn])
        best = at.best
        if best and best != w.petit:
            rivals = at.on_table & (w.trumps if best & w.trumps else w.suits[at.led])
            if rivals & ~w.petit != best:
                seen |= best
        at = finish_trick(w, at)
    return at, seen


@compiled
def value_of_end(w: SearchMemory, at: OpenMoment) -> int:
    """Return the value when no card is left."""
    petit = 0
    if at.petit_before:
        petit = 1 if w.attacks[at.winner] else -1
    return at.half_points - w.needs[(at.bouts * 3 + petit + 1) * 6 + at.slam]


@compiled
def bound_by_sure_points(w: SearchMemory, at: OpenMoment, rest: int, to_come: int, petit_to_come: int) -> int:
    """Return a bound that answers the question, by what each side is sure of, or `FAR`.

    The cards that it depends on are in `relevant`.
    """
    ours, theirs, our_marks, their_marks = 0, 0, 0, 0
    for seat in range(w.seats):
        points = sure_points(w, seat, seat == at.turn)
        if w.attacks[seat]:
            if points > ours:
                ours, our_marks = points, w.sure_relevant
        elif points > theirs:
            theirs, their_marks = points, w.sure_relevant
    to_win = points_left(w, rest)
    needs = (at.bouts * 4 + to_come) * 2 + petit_to_come
    least = at.half_points + ours - w.most_needs[needs]
    if least >= 0:
        w.relevant = our_marks
        return least
    most = at.half_points + to_win - theirs - w.least_needs[needs]
    if most < 0:
        w.relevant = their_marks
        return most
    return FAR


@compiled
def known_value(w: SearchMemory, room: Memory, at: OpenMoment) -> tuple[int, int, TableEntry]:
    """Look up a moment between two tricks.

    Returns:
        A bound that answers the question, its cards in `relevant`, or `FAR`; then a card that was best at a
        moment like this one, or 0; then its entry in the table.
    """
    rest = 0
    for seat in range(w.seats):
        rest |= w.hands[seat]
    to_come = count_cards(rest & (w.bouts | w.excuse))
    base = at.half_points - w.needs[(at.bouts * 3 + 1) * 6 + MIXED]
    if at.slam == MIXED:
        value = bound_by_sure_points(w, at, rest, to_come, 1 if rest & w.petit else 0)
        if value != FAR:
            return value, 0, NO_ENTRY
    key = shape_of(w, room, rest, at.turn, at.bouts, at.slam, to_come > 0 or at.slam != MIXED)
    slot = w.table + ENTRY * BUCKET * (key >> 1 & w.table_mask)
    value, first = look_up(w, room, slot, key, rest, at.turn, base)
    return value, first, TableEntry(slot, key, rest, base)


@compiled
def goes_over(w: SearchMemory, at: OpenMoment) -> bool:
    """Return whether the hand goes over a trump with one of several."""
    trumps = w.hands[at.turn] & w.trumps
    is_trumped = at.best & w.trumps != 0 and at.best != w.petit
    return (
        is_trumped
        and trumps & (trumps - 1) != 0
        and (at.led == TRUMP or not w.hands[at.turn] & w.suits[at.led])
    )


@compiled
def fail_alike(
    w: SearchMemory, at: OpenMoment, card: int, after: int, marks: int, failed: int, count: int
) -> tuple[int, int]:
    """Find cards that fail because a card of nearly the same worth did.

    What is worth more or less in its place changes the value by as much.

    Args:
        after: the value of the card.
        marks: the cards on which it depends.
        failed: cards that failed so far.
        count: cards to try.

    Returns:
        All cards that failed, and by how much their values differ from that of the card, at most.
    """
    apart, start = 0, first_move(at)
    if card == w.excuse:
        return failed, apart
    suit = w.suits[colour_of(w, card)]
    marks &= suit
    alike = suit & ~w.bouts & ((marks & -marks) - 1)
    if card & alike:
        missing = -after if w.attacks[at.turn] else after + 1
        for move in range(start, start + count):
            like = w.tried[move]
            if like & alike & ~failed and not w.neighbours[move] & ~alike:
                difference = abs(points_of(w, like) - points_of(w, card))
                if difference < missing:
                    failed |= like
                    apart = max(apart, difference)
    return failed, apart


@compiled
def search(w: SearchMemory, room: Memory, at: OpenMoment) -> int:
    """Return the value of a moment, or a bound of it on its own side of zero, that depends on `relevant`."""
    at, seen = end_tricks(w, at)
    if at.left == 0:
        w.relevant = seen
        return value_of_end(w, at)
    asked, w.asked = w.asked, 0
    w.nodes += 1
    if w.nodes > w.last_node:
        w.stopped = 1
        return 0
    is_kept, entry, first = at.place == 0 and at.left > 1, NO_ENTRY, 0
    if is_kept:
        value, first, entry = known_value(w, room, at)
        if value != FAR:
            w.relevant |= seen
            return value
    if asked:
        w.asked = UNKNOWN
        return 0
    count, start, maximise = list_moves(w, may_play(w, at), at, first), first_move(at), w.attacks[at.turn]
    is_over, trumps = goes_over(w, at), w.hands[at.turn] & w.trumps
    # Where all trumps may be played, or none is over the best, other orders allow no other card.
    relevant = at.best if is_over and trumps & -at.best and trumps & (at.best - 1) else 0
    value, chosen, failed = (-FAR if maximise else FAR), 0, 0
    # Before the last card of a trick is searched, the table may know one that answers the question.
    asking = count if count > 1 and at.left > 2 and at.place == w.seats - 1 else 0
    for number in range(asking + count):
        move = start + (number - asking if number >= asking else number)
        card = w.tried[move]
        if card & failed:
            continue
        w.asked = ONLY_KNOWN if number < asking else 0
        w.hands[at.turn] ^= card
        after = search(w, room, put(w, at, card))
        w.hands[at.turn] ^= card
        if w.stopped:
            return 0
        if w.asked == UNKNOWN:
            w.asked = 0
            continue
        marks = w.relevant | (card if w.relevant & w.neighbours[move] else 0)
        if (after >= 0) == (maximise == 1):
            value, chosen, relevant = after, card, marks
            if is_over and card != w.excuse:
                relevant |= max(card, at.best)
            if move > start:
                w.history[at.turn * MOST_OF_HISTORY + count_cards(card - 1)] += at.left * at.left
            break
        relevant |= marks
        failed, apart = fail_alike(w, at, card, after, marks, failed | card, count)
        if maximise and after + apart > value:
            value, chosen = after + apart, card
        elif not maximise and after - apart < value:
            value, chosen = after - apart, card
    if is_kept:
        keep(w, room, entry, value, relevant, chosen)
    w.relevant = seen | relevant
    return value


@compiled
def is_reached(w: SearchMemory, rows: Memory, at: int, value: int) -> bool:
    """Whether who passes the needs of the wanted score by a value also has what another score needs."""
    passed = True
    for number in range(NEEDS):
        passed &= rows[at + number] <= w.needs[number] + value
    return passed


@compiled
def may_reach(w: SearchMemory, rows: Memory, at: int, value: int) -> bool:
    """Whether who misses the needs of the wanted score by a value may have what another score needs."""
    passed = False
    for number in range(NEEDS):
        passed |= rows[at + number] <= w.needs[number] + value
    return passed


@compiled
def write_moment(w: SearchMemory, number: int, at: OpenMoment) -> None:
    """Write a moment of the line, with the hands as they are."""
    for place in range(TOLD):
        w.line[number * TOLD + place] = at[place]
    for seat in range(w.seats):
        w.line_hands[number * MOST_SEATS + seat] = w.hands[seat]


@compiled
def read_moment(w: SearchMemory, number: int) -> OpenMoment:
    """Read a moment of the line, and its hands into `hands`."""
    for seat in range(w.seats):
        w.hands[seat] = w.line_hands[number * MOST_SEATS + seat]
    line, at = w.line, number * TOLD
    return OpenMoment(
        line[at],
        line[at + 1],
        line[at + 2],
        line[at + 3],
        line[at + 4],
        line[at + 5],
        line[at + 6],
        line[at + 7],
        line[at + 8],
        line[at + 9],
        line[at + 10],
        line[at + 11],
    )


@compiled
def write_line(w: SearchMemory) -> int:
    """Write the line from its first moment on, each trick by the best guesses, until few tricks are left.

    Returns:
        The number of its last moment.
    """
    number, at = 0, read_moment(w, 0)
    while at.left > NEAR:
        while at.place < w.seats:
            list_moves(w, may_play(w, at), at, 0)
            card = w.tried[first_move(at)]
            w.hands[at.turn] ^= card
            at = put(w, at, card)
        at = finish_trick(w, at)
        number += 1
        write_moment(w, number, at)
    return number


@compiled
def ask(w: SearchMemory, room: Memory, rows: Memory, row: int, at: OpenMoment) -> int:
    """Return by how much the attack passes what a score needs.

    Args:
        row: where the needs of the score begin in the rows.
    """
    for number in range(NEEDS):
        w.needs[number] = rows[row + number]
    row += NEEDS
    for number in range(EXTREMES):
        w.least_needs[number] = rows[row + number]
        w.most_needs[number] = rows[row + EXTREMES + number]
    w.shape = rows[row + 2 * EXTREMES]
    w.stopped = 0
    return search(w, room, at)


@compiled
def settle_moment(
    w: SearchMemory,
    room: Memory,
    rows: Memory,
    number: int,
    least: int,
    low: int,
    high: int,
    wanted: int,
    by_guess: int,
    last: int,
) -> tuple[int, int]:
    """Ask for one score of a moment of the line after the other. Return the two between which it lies.

    Args:
        number: of the moment.
        wanted: the score to ask for first.
        by_guess: nodes after which scores are asked for from both ends.
        last: nodes after which the search ends.
    """
    at = read_moment(w, number)
    easy, way, step, reached, missed = EASY, BY_GUESS, 1, False, False
    while low < high:
        if way == FROM_ABOVE:
            wanted = high + 1 - step
        elif way == FROM_BELOW:
            wanted = low + step
        wanted = min(max(wanted, low + 1), high)
        w.last_node = by_guess if way == BY_GUESS else min(last, w.nodes + easy)
        value = ask(w, room, rows, (wanted - least) * ROW, at)
        if w.stopped:
            if w.nodes > last:
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
        else:
            step = step * STRIDE if (value >= 0) == (way == FROM_BELOW) else 1
    return low, high


@compiled_entry
def settle(
    w: SearchMemory,
    room: Memory,
    rows: Memory,
    least: int,
    lowest: int,
    highest: int,
    guess: int,
    is_sure: bool,
) -> int:
    """Ask for one score after the other until one is left or the budget is spent; found in `low` and `high`.

    Without a good guess, the moments of one way to play on are searched first, the last of them before all:
    the score of each is a guess of the one before it, and the table knows much already.

    Args:
        w: the memory, with the moment as the first one of the line, its hands in `hands`.
        room: see `SearchMemory`.
        rows: what is needed for each score from `least` on, `ROW` numbers each.
        lowest, highest: the score lies between them.
        guess: asked for first.
        is_sure: whether it is a good one.

    Returns:
        1 when the score is exact.
    """
    end = w.last_node
    kept_back = (end - w.nodes) // KEPT_BACK if end - w.nodes >= PATIENT else 0
    for seat in range(w.seats):
        w.line_hands[seat] = w.hands[seat]
    number = 0 if is_sure else write_line(w)
    for_line = w.nodes + (end - w.nodes) // WARMING
    while True:
        if w.nodes >= for_line:
            number = 0
        by_guess, last = (end - kept_back, end) if number == 0 else (for_line, for_line)
        low, high = settle_moment(w, room, rows, number, least, lowest, highest, guess, by_guess, last)
        if number == 0:
            break
        guess = low if low == high else guess
        number -= 1
    w.last_node = end
    w.low, w.high = low, high
    return 1 if low == high else 0
