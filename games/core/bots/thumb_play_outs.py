"""The rules of thumb in many worlds: the card that they play, lanes played to their ends by them.

The functions see one deal after the other, on plain numbers.
"""

from games.core.bots.card_bits import count_bits, highest, points_of, wins
from games.core.bots.lanes import BOUT_BITS, COLOURS, EXCUSE_COLOUR, NOBODY, PETIT_BIT
from games.core.bots.moments import (
    KEPT,
    LaneRows,
    PlayMoment,
    copy_table,
    load_hands,
    settle_excuse,
    write_end,
)
from games.core.bots.rules_of_thumb import LAST_CARDS, MANY_TRUMPS, SAVED
from games.core.compiled import Memory, compiled, compiled_entry
from games.core.tricks import NOTHING_LED, TRUMP_LED


@compiled
def lead_by_thumb(s: PlayMoment, turn: int, left: int, barred: int) -> int:
    """Return the card to lead, as `choose_by_thumb` does."""
    if s.holder == turn and left == 2:
        return EXCUSE_COLOUR
    hand = turn * COLOURS
    trumps = s.hands[hand + TRUMP_LED]
    big = trumps & ~PETIT_BIT
    if big and s.attacks[turn] and count_bits(big) * MANY_TRUMPS >= left:
        return highest(big) << 3 | TRUMP_LED
    is_free = trumps != 0
    for suit in range(TRUMP_LED):
        is_free |= suit != barred and s.hands[hand + suit] != 0
    chosen, longest = NOTHING_LED, 0
    for suit in range(TRUMP_LED):
        length = count_bits(s.hands[hand + suit])
        is_longer = (length > longest) & ((suit != barred) | (not is_free))
        chosen = suit if is_longer else chosen
        longest = length if is_longer else longest
    if chosen == NOTHING_LED:
        low = big & -big if big else trumps
        return low << 3 | TRUMP_LED if low else EXCUSE_COLOUR
    own = s.hands[hand + chosen]
    top = highest(own)
    bit = top if s.left[chosen] & ~own < top else own & -own
    return bit << 3 | chosen


@compiled
def throw_by_thumb(s: PlayMoment, hand: int, gives: bool) -> int:
    """Return the dearest card of all suits where a friend gets it, else the cheapest; 0 without any."""
    chosen, found = 0, 0
    for suit in range(TRUMP_LED):
        own = s.hands[hand + suit]
        if own:
            bit = highest(own) if gives else own & -own
            if found == 0 or (bit > found if gives else bit < found):
                chosen, found = suit, bit
    return found << 3 | chosen


@compiled
def trump_by_thumb(trumps: int, best: int, friend: bool, is_last: bool) -> int:
    """Return the lowest trump that goes over, else the lowest; the Petit only where it comes home."""
    over = trumps & -(best << 1)
    allowed = over if over else trumps
    if is_last and allowed & PETIT_BIT and (over or friend):
        return PETIT_BIT
    without = allowed & ~PETIT_BIT
    return without & -without if without else allowed


@compiled
def follow_by_thumb(
    s: PlayMoment, turn: int, led: int, best: int, winner: int, is_last: bool, left: int
) -> int:
    """Return the card to play to a trick that was led, as `choose_by_thumb` does."""
    hand = turn * COLOURS
    friend = s.attacks[turn] == s.attacks[winner]
    own, trumps = s.hands[hand + led], s.hands[hand + TRUMP_LED]
    out = s.left[led] & ~own
    gives = friend & (is_last | (out < best))
    colour = led
    if led != TRUMP_LED and own:
        top = highest(own)
        bit = top if gives | ((top > best) & (is_last | (out < top))) else own & -own
    elif trumps:
        colour, bit = TRUMP_LED, trump_by_thumb(trumps, best, friend, is_last)
    else:
        thrown = throw_by_thumb(s, hand, gives)
        colour, bit = thrown & 7, thrown >> 3
    if bit == 0:
        return EXCUSE_COLOUR
    if s.holder == turn:
        is_lost = not friend and not wins(colour, bit, led, best)
        if left <= LAST_CARDS or (is_lost and points_of(bit) >= SAVED):
            return EXCUSE_COLOUR
    return bit << 3 | colour


@compiled
def choose_by_thumb(
    s: PlayMoment, turn: int, led: int, best: int, winner: int, is_last: bool, left: int, barred: int
) -> int:
    """Return the card that the seat to play plays by rules of thumb.

    The trick is not read from the moment: a play-out keeps it in variables, which are twice as quick.

    Returns:
        The bit of the card, eight times over, and its colour.
    """
    if led == NOTHING_LED:
        return lead_by_thumb(s, turn, left, barred)
    return follow_by_thumb(s, turn, led, best, winner, is_last, left)


@compiled
def take_card(s: PlayMoment, turn: int, colour: int, bit: int) -> None:
    """Take a card out of a hand."""
    if colour == EXCUSE_COLOUR:
        s.holder = NOBODY
    else:
        s.hands[turn * COLOURS + colour] &= ~bit
        s.left[colour] &= ~bit


@compiled
def load_thumbs(s: PlayMoment, seen: PlayMoment, lanes: LaneRows, lane: int) -> None:
    """Write what rules of thumb look at in one lane; of the cards left, those that the hands hold."""
    s.seats, s.trick_count = seen.seats, seen.trick_count
    copy_table(s, seen)
    load_hands(s, lanes, lane)
    for colour in range(COLOURS):
        held = 0
        for seat in range(s.seats):
            held |= s.hands[seat * COLOURS + colour]
        s.left[colour] = held
    s.attack_points, s.attack_bouts = lanes.half_points[lane], lanes.bouts[lane]
    s.attack_tricks, s.petit = lanes.attack_tricks[lane], 0


@compiled
def play_lane(s: PlayMoment, seen: PlayMoment, colour: int, bit: int) -> None:
    """Play the lane that was loaded to its end.

    Args:
        colour, bit: of the first card; `NOTHING_LED` to choose it as the others.
    """
    seats, trick_count = s.seats, s.trick_count
    place, turn, led, best, winner = s.place, s.turn, s.led, s.best, s.winner
    points, bouts, excuse_of, has_petit, had_petit = (
        s.points,
        s.bouts,
        s.excuse_of,
        s.has_petit,
        s.petit_before,
    )
    total, all_bouts, won, petit = s.attack_points, s.attack_bouts, s.attack_tricks, 0
    is_first = colour != NOTHING_LED
    for number in range(s.tricks, trick_count):
        while place < seats:
            if not is_first:
                no_lead = seen.barred if number == 0 else NOTHING_LED
                left, is_last = trick_count - number, place == seats - 1
                card = choose_by_thumb(s, turn, led, best, winner, is_last, left, no_lead)
                colour, bit = card & 7, card >> 3
            is_first = False
            take_card(s, turn, colour, bit)
            if colour == EXCUSE_COLOUR:
                excuse_of = turn
                bouts += 1
            else:
                led = colour if led == NOTHING_LED else led
                bouts += 1 if bit & BOUT_BITS else 0
                has_petit |= 1 if bit == PETIT_BIT else 0
                is_best = wins(colour, bit, led, best)
                best, winner = bit if is_best else best, turn if is_best else winner
            points += points_of(bit)
            turn = turn + 1 if turn + 1 < seats else 0
            place += 1
        winner, kept = settle_excuse(s, excuse_of, winner, won, number)
        if winner == excuse_of:
            has_petit |= had_petit
        total += KEPT * kept
        all_bouts += kept
        if s.attacks[winner]:
            total += points
            all_bouts += bouts
            won += 1
        petit = has_petit * (1 if s.attacks[winner] else -1)
        had_petit, turn = has_petit, winner
        place, led, best, points, bouts, excuse_of, has_petit = 0, NOTHING_LED, 0, 0, 0, NOBODY, 0
    s.attack_points, s.attack_bouts, s.attack_tricks, s.petit = total, all_bouts, won, petit


@compiled_entry
def play_thumbs(s: PlayMoment, seen: PlayMoment, lanes: LaneRows, first: Memory) -> None:
    """Play each lane to its end by rules of thumb.

    Args:
        s: room for a moment.
        seen: the trick on the table.
        lanes: get what the attack has at the end.
        first: colour and bit of the first card of each lane; empty to choose it as the others.
    """
    for lane in range(len(lanes.holders)):
        load_thumbs(s, seen, lanes, lane)
        colour, bit = NOTHING_LED, 0
        if len(first) > 0:
            colour, bit = first[2 * lane], first[2 * lane + 1]
        play_lane(s, seen, colour, bit)
        write_end(s, lanes, lane)


@compiled_entry
def count_surprises(
    s: PlayMoment, seen: PlayMoment, lanes: LaneRows, played: Memory, surprises: Memory, seat: int
) -> None:
    """Count for each lane the cards played that the rules of thumb would not have played from that hand.

    Args:
        s: room for a moment.
        seen: the moment before the first card.
        lanes: as they were then.
        played: colour and bit of every card, in the order played.
        surprises: gets the counts.
        seat: whose cards do not count.
    """
    seats, trick_count = seen.seats, seen.trick_count
    for lane in range(len(lanes.holders)):
        load_thumbs(s, seen, lanes, lane)
        place, turn, led, best, winner, left = 0, s.turn, NOTHING_LED, 0, s.winner, trick_count
        count = 0
        for at in range(0, len(played), 2):
            colour, bit = played[at], played[at + 1]
            if turn != seat:
                no_lead, is_last = seen.barred if left == trick_count else NOTHING_LED, place == seats - 1
                card = choose_by_thumb(s, turn, led, best, winner, is_last, left, no_lead)
                count += 1 if card != (bit << 3 | colour) else 0
            take_card(s, turn, colour, bit)
            if colour != EXCUSE_COLOUR:
                led = colour if led == NOTHING_LED else led
                is_best = wins(colour, bit, led, best)
                best, winner = bit if is_best else best, turn if is_best else winner
            turn = turn + 1 if turn + 1 < seats else 0
            place += 1
            if place == seats:
                place, turn, led, best, left = 0, winner, NOTHING_LED, 0, left - 1
        surprises[lane] = count
