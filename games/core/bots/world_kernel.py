"""Worlds of a view of Tarot on plain numbers: cards laid by chance, hands and what these are worth.

A world is a row: for each card, in the order of `lane_worlds.draw_worlds`, the number of its place.
"""

from games.core.bots.lanes import COLOURS, EXCUSE_COLOUR, NOBODY
from games.core.compiled import Memory, Reals, SmallMemory, compiled, compiled_entry
from games.core.tricks import TRUMP_LED

SUIT_ROW, TRUMP_ROW = 15, 23
"""Numbers of a row of `bid_weights.SUIT_VALUES` and of `TRUMP_VALUES`."""


@compiled
def lay_one(
    row: SmallMemory, card: int, free: Memory, options: Memory, first: int, end: int, drawn: float
) -> int:
    """Lay a card in proportion to the room in its places; the room left there, below 0 for a dead end.

    Args:
        options: places of all cards, those of this one from `first` to `end`.
        drawn: a random number in 0..1.
    """
    room = 0
    for option in range(first, end):
        room += max(free[options[option]], 0)
    limit, reached, option = drawn * room, 0, first
    for before in range(first, end - 1):
        reached += max(free[options[before]], 0)
        option += reached <= limit
    chosen = options[option]
    row[card] = chosen
    free[chosen] -= 1
    return free[chosen]


@compiled
def put_in_order(order: Memory, heap: Memory, chances: Reals, first: int, count: int) -> None:
    """The numbers from 0 on in the order of so many random numbers in 0..1, from `first` on.

    They are put into as many heaps by their size, which puts them nearly into their order.
    """
    for number in range(count + 1):
        heap[number] = 0
    for number in range(count):
        heap[int(chances[first + number] * count) + 1] += 1
    for number in range(count):
        heap[number + 1] += heap[number]
    for number in range(count):
        of = int(chances[first + number] * count)
        order[heap[of]] = number
        heap[of] += 1
    for place in range(1, count):
        number, at = order[place], place
        while at > 0 and chances[first + order[at - 1]] > chances[first + number]:
            order[at] = order[at - 1]
            at -= 1
        order[at] = number


@compiled
def share_room(
    row: SmallMemory, free: Memory, order: Memory, heap: Memory, options: Memory, first: int, end: int
) -> None:
    """Lay the last cards of a row, in their order, where there is room.

    Args:
        options: places of all cards, those of each of these cards from `first` to `end`.
    """
    slots = 0
    for option in range(first, end):
        for _ in range(free[options[option]]):
            heap[slots] = options[option]
            slots += 1
    for number in range(slots):
        row[len(row) - slots + number] = heap[order[number]]


@compiled_entry
def lay_together(
    worlds: SmallMemory,
    row: SmallMemory,
    free: Memory,
    order: Memory,
    heap: Memory,
    sizes: Memory,
    options: Memory,
    ends: Memory,
    one_by_one: Reals,
    together: Reals,
    lanes: int,
    known: int,
    alike: int,
    most: int,
) -> int:
    """Lay cards in many worlds; how many came to no dead end, at most `most`.

    Args:
        worlds: room for the rows of `most` worlds.
        row: the places of the first `known` cards, which can lie nowhere else, and room for the others.
        free, order, heap: room for the places, for the cards and for one more.
        sizes: of the places, without the `known` cards.
        options, ends: the places where each card can lie, one after the other, and where those of a card end.
        one_by_one: a random number for each world of each card between the `known` and the last ones.
        together: random numbers for the last `alike` cards, which share what is left; world after world.
        lanes: worlds that are begun.
    """
    cards, found = len(ends), 0
    first = ends[cards - 2] if cards > 1 else 0
    last = ends[cards - 1]
    for lane in range(lanes):
        if found == most:
            break
        for place in range(len(sizes)):
            free[place] = sizes[place]
        drawn, room = lane, 0
        for card in range(known, cards - alike):
            begin = ends[card - 1] if card else 0
            if lay_one(row, card, free, options, begin, ends[card], one_by_one[drawn]) < 0:
                room = -1
                break
            drawn += lanes
        if room < 0:
            continue
        for option in range(first, last):
            room += free[options[option]]
        if room != alike:
            continue
        put_in_order(order, heap, together, lane * alike, alike)
        share_room(row, free, order, heap, options, first, last)
        for card in range(cards):
            worlds[found * cards + card] = row[card]
        found += 1
    return found


@compiled_entry
def hold_cards(
    worlds: SmallMemory, seat_of: Memory, cards: Memory, hands: Memory, holders: Memory, seats: int
) -> None:
    """The hands in each world.

    Args:
        seat_of: the seat whose hand each place is, or -1.
        cards: colour and bit of each card; -1 and 0 for one that is in no hand any more.
        hands, holders: get the hands, as `Lanes.hands` in one row, and who holds the Excuse.
    """
    count = len(cards) // 2
    for world in range(len(holders)):
        holders[world] = NOBODY
        for card in range(count):
            colour, seat = cards[2 * card], seat_of[worlds[world * count + card]]
            if seat < 0 or colour < 0:
                continue
            if colour == EXCUSE_COLOUR:
                holders[world] = seat
            else:
                hands[(world * seats + seat) * COLOURS + colour] |= cards[2 * card + 1]


@compiled_entry
def weigh_hands(
    worlds: SmallMemory,
    owner_of: Memory,
    columns: Memory,
    is_left_out: Memory,
    counts: Memory,
    worths: Memory,
    suit_values: Memory,
    trump_values: Memory,
    seats: int,
) -> None:
    """The worth of each hand as it was dealt, in points of the scale with a dog.

    Args:
        owner_of: the seat whose hand or discard each place is, or -1.
        columns: colour of each card, trumps for the Excuse, and its bit among the cards that count by name.
        is_left_out: by card and seat: 1 where the card came with the dog.
        counts: room for two numbers of each colour of each seat.
        worths: gets the worth, world by world of one seat after the other.
    """
    count = len(columns) // 2
    all_worlds = len(worlds) // count
    for world in range(all_worlds):
        for number in range(2 * COLOURS * seats):
            counts[number] = 0
        for card in range(count):
            seat = owner_of[worlds[world * count + card]]
            if seat >= 0 and not is_left_out[card * seats + seat]:
                at = 2 * (seat * COLOURS + columns[2 * card])
                counts[at] += 1
                counts[at + 1] += columns[2 * card + 1]
        for seat in range(seats):
            at, worth = 2 * seat * COLOURS, 0
            for suit in range(TRUMP_LED):
                worth += suit_values[counts[at + 2 * suit + 1] * SUIT_ROW + counts[at + 2 * suit]]
            trumps = at + 2 * TRUMP_LED
            worths[seat * all_worlds + world] = (
                worth + trump_values[counts[trumps + 1] * TRUMP_ROW + counts[trumps]]
            )
