"""Worlds of a view of Tarot on plain numbers: random layings, hands and their worth.

A world is a row with the place number of each card, in the order of `lane_worlds.draw_worlds`.
"""

from games.core.bots.numbers.lanes import COLOURS, EXCUSE_COLOUR, NOBODY
from games.core.compiled import Memory, Reals, SmallMemory, compiled, compiled_entry
from games.core.tricks import TRUMP_LED

SUIT_ROW, TRUMP_ROW = 15, 23
"""Row lengths of `bid_weights.SUIT_VALUES` and `TRUMP_VALUES`."""


@compiled
def lay_one(
    row: SmallMemory, card: int, free: Memory, options: Memory, first: int, end: int, chance: float
) -> int:
    """Lay a card, with chances in proportion to the free room of its places. Return the room that remains
    there.

    A negative result means a dead end.

    Args:
        options: places of all cards; those of this card are from `first` to `end`.
        chance: a random number in 0..1.
    """
    room = 0
    for option in range(first, end):
        room += max(free[options[option]], 0)
    limit, room_so_far, option = chance * room, 0, first
    for option_before in range(first, end - 1):
        room_so_far += max(free[options[option_before]], 0)
        option += room_so_far <= limit
    place = options[option]
    row[card] = place
    free[place] -= 1
    return free[place]


@compiled
def put_in_order(order: Memory, heap: Memory, chances: Reals, first: int, count: int) -> None:
    """Write the numbers from 0 on in the order of as many random numbers in 0..1, from index `first` on.

    A counting sort into `count` buckets brings them nearly into order. An insertion sort finishes the work.
    """
    for number in range(count + 1):
        heap[number] = 0
    for number in range(count):
        heap[int(chances[first + number] * count) + 1] += 1
    for number in range(count):
        heap[number + 1] += heap[number]
    for number in range(count):
        bucket = int(chances[first + number] * count)
        order[heap[bucket]] = number
        heap[bucket] += 1
    for place in range(1, count):
        number, position = order[place], place
        while position > 0 and chances[first + order[position - 1]] > chances[first + number]:
            order[position] = order[position - 1]
            position -= 1
        order[position] = number


@compiled
def share_room(
    row: SmallMemory, free: Memory, order: Memory, heap: Memory, options: Memory, first: int, end: int
) -> None:
    """Lay the last cards of a row, in their order, where there is room.

    Args:
        options: places of all cards; those of each of these cards are from `first` to `end`.
    """
    slots = 0
    for option in range(first, end):
        for _ in range(free[options[option]]):
            heap[slots] = options[option]
            slots += 1
    for number in range(slots):
        row[len(row) - slots + number] = heap[order[number]]


@compiled_entry
def write_worlds(
    worlds: SmallMemory,
    row: SmallMemory,
    free: Memory,
    order: Memory,
    heap: Memory,
    sizes: Memory,
    options: Memory,
    ends: Memory,
    one_by_one: Reals,
    shared_chances: Reals,
    lanes: int,
    fixed_count: int,
    alike_count: int,
    most: int,
) -> int:
    """Lay cards in many worlds. Return the number of worlds without a dead end, at most `most`.

    Args:
        worlds: memory for the rows of `most` worlds.
        row: the places of the first `fixed_count` cards, which have only one place, and memory for the other
            places.
        free, order, heap: memory for the places, for the cards, and for one more number than cards.
        sizes: room of the places, without the first `fixed_count` cards.
        options, ends: the possible places of all cards, one card after the other, and the end index of each
            card.
        one_by_one: random numbers, for each world and each card between the fixed and the last ones.
        shared_chances: random numbers for the last `alike_count` cards, which share the remaining room, world
            after world.
        lanes: number of worlds to begin.
    """
    cards, world_count = len(ends), 0
    first = ends[cards - 2] if cards > 1 else 0
    last = ends[cards - 1]
    for lane in range(lanes):
        if world_count == most:
            break
        for place in range(len(sizes)):
            free[place] = sizes[place]
        draw_index, room = lane, 0
        for card in range(fixed_count, cards - alike_count):
            begin = ends[card - 1] if card else 0
            if lay_one(row, card, free, options, begin, ends[card], one_by_one[draw_index]) < 0:
                room = -1
                break
            draw_index += lanes
        if room < 0:
            continue
        for option in range(first, last):
            room += free[options[option]]
        # too little room for the last cards: a place that is closed to them keeps a gap
        if room != alike_count:
            continue
        put_in_order(order, heap, shared_chances, lane * alike_count, alike_count)
        share_room(row, free, order, heap, options, first, last)
        for card in range(cards):
            worlds[world_count * cards + card] = row[card]
        world_count += 1
    return world_count


@compiled_entry
def write_world_hands(
    worlds: SmallMemory, seat_of: Memory, cards: Memory, hands: Memory, holders: Memory, seats: int
) -> None:
    """Write the hands in each world.

    Args:
        seat_of: the seat of the hand at each place, or -1.
        cards: colour and bit of each card; -1 and 0 for a card that is in no hand any more.
        hands, holders: receive the hands, as `Lanes.hands` in one array, and the holders of the Excuse.
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
    """Write the worth of each dealt hand, in points of the scale with a dog.

    Args:
        owner_of: the seat to whose hand or discard each place belongs, or -1.
        columns: colour of each card (trumps for the Excuse), and its bit among the cards that count by name.
        is_left_out: by card and seat, 1 if the card came with the dog.
        counts: memory for two numbers of each colour of each seat.
        worths: receives the worth, all worlds of one seat after the other.
    """
    count = len(columns) // 2
    all_worlds = len(worlds) // count
    for world in range(all_worlds):
        for number in range(2 * COLOURS * seats):
            counts[number] = 0
        for card in range(count):
            seat = owner_of[worlds[world * count + card]]
            if seat >= 0 and not is_left_out[card * seats + seat]:
                column_start = 2 * (seat * COLOURS + columns[2 * card])
                counts[column_start] += 1
                counts[column_start + 1] += columns[2 * card + 1]
        for seat in range(seats):
            column_start, worth = 2 * seat * COLOURS, 0
            for suit in range(TRUMP_LED):
                worth += suit_values[
                    counts[column_start + 2 * suit + 1] * SUIT_ROW + counts[column_start + 2 * suit]
                ]
            trumps = column_start + 2 * TRUMP_LED
            worths[seat * all_worlds + world] = (
                worth + trump_values[counts[trumps + 1] * TRUMP_ROW + counts[trumps]]
            )
