"""Rules of thumb in many worlds: the choice of a card, and lanes played to their ends.

The functions treat one deal after the other, on plain numbers.
"""

from games.core.bots.habits.rules_of_thumb import LAST_CARDS, MANY_TRUMPS, SAVED
from games.core.bots.numbers.card_bits import card_bit_points, count_bits, highest, wins
from games.core.bots.numbers.chances import LANE_STEP, RANDOM, next_chance
from games.core.bots.numbers.lanes import BOUT_BITS, COLOURS, EXCUSE_COLOUR, NOBODY, PETIT_BIT
from games.core.bots.numbers.moments import (
    KEPT,
    LaneRows,
    PlayMoment,
    copy_table,
    load_hands,
    settle_excuse,
    write_end,
)
from games.core.compiled import Memory, compiled, compiled_entry
from games.core.tricks import NOTHING_LED, TRUMP_LED

JUMP_SURPRISES = 2
"""Cards against the rules of thumb for which a jump of the defence counts in a world where it tells nothing
true; see `signals`.
"""
NO_CHANCE = -1
TRUMP_SHIFT, SUIT_SHIFT = 14, 18
"""Places in a random number of the two bits that choose trumps, and of those that choose a suit."""


@compiled
def lead_by_thumb(s: PlayMoment, turn: int, tricks_left: int, barred: int, chance: int) -> int:
    """Return the card to lead, encoded as by `choose_by_thumb`.

    With a chance, the attack leads its top trump on one lead of four, else any of its suits. In play-outs of
    a fixed plan, the plan that another first card prepares is never played.

    Args:
        chance: a random number for a varied lead; `NO_CHANCE` for the lead of the rules of thumb.
    """
    # the last chance to lead the Excuse without its loss in the last trick
    if s.holder == turn and tricks_left == 2:
        return EXCUSE_COLOUR
    hand, first_suit = turn * COLOURS, 0
    trumps = s.hands[hand + TRUMP_LED]
    big = trumps & ~PETIT_BIT
    attacks = s.attacks[turn] != 0
    leads_trumps = attacks and count_bits(big) * MANY_TRUMPS >= tricks_left
    is_varied = attacks and chance != NO_CHANCE
    if is_varied:
        leads_trumps = chance >> TRUMP_SHIFT & 3 == 0
        first_suit = chance >> SUIT_SHIFT & 3
    if big and leads_trumps:
        return highest(big) << 3 | TRUMP_LED
    is_free = trumps != 0
    for suit in range(TRUMP_LED):
        is_free |= suit != barred and s.hands[hand + suit] != 0
    chosen_suit, longest = NOTHING_LED, 0
    for step in range(TRUMP_LED):
        suit = (first_suit + step) % TRUMP_LED
        length = count_bits(s.hands[hand + suit])
        if is_varied and length:
            length = 1
        is_longer = (length > longest) & ((suit != barred) | (not is_free))
        chosen_suit = suit if is_longer else chosen_suit
        longest = length if is_longer else longest
    if chosen_suit == NOTHING_LED:
        trump = highest(big) if is_varied else big & -big
        trump = trump if big else trumps
        return trump << 3 | TRUMP_LED if trump else EXCUSE_COLOUR
    suit_cards = s.hands[hand + chosen_suit]
    top = highest(suit_cards)
    bit = top if s.left[chosen_suit] & ~suit_cards < top else suit_cards & -suit_cards
    return bit << 3 | chosen_suit


@compiled
def throw_by_thumb(s: PlayMoment, hand: int, gives: bool) -> int:
    """Return the suit card to throw on a trick of another suit, encoded as by `choose_by_thumb`.

    It is the most valuable card if a friend gets it (`gives`), else the cheapest; 0 without a suit card.
    """
    chosen_suit, chosen_bit = 0, 0
    for suit in range(TRUMP_LED):
        suit_cards = s.hands[hand + suit]
        if suit_cards:
            bit = highest(suit_cards) if gives else suit_cards & -suit_cards
            if chosen_bit == 0 or (bit > chosen_bit if gives else bit < chosen_bit):
                chosen_suit, chosen_bit = suit, bit
    return chosen_bit << 3 | chosen_suit


@compiled
def trump_by_thumb(trumps: int, best: int, is_kept: bool, is_last: bool, has_petit: bool) -> int:
    """Return the bit of the trump to play: the lowest one that goes over the best card, else the lowest.

    The Petit is played where it is safe: a friend keeps the trick, or it wins as the last card. Otherwise it
    is played only without another legal trump. Over a Petit on the table the highest trump goes, as long as
    others are to play.

    Args:
        is_kept: True if a friend has the trick, and no card to come beats theirs.
        has_petit: True if the Petit is on the table.
    """
    higher_trumps = trumps & -(best << 1)
    legal_trumps = higher_trumps if higher_trumps else trumps
    if legal_trumps & PETIT_BIT and (is_kept or (is_last and higher_trumps)):
        return PETIT_BIT
    other_trumps = legal_trumps & ~PETIT_BIT
    if has_petit and higher_trumps and not is_last:
        return highest(other_trumps)
    return other_trumps & -other_trumps if other_trumps else legal_trumps


@compiled
def follow_by_thumb(
    s: PlayMoment,
    turn: int,
    led: int,
    best: int,
    winner: int,
    is_last: bool,
    has_petit: bool,
    tricks_left: int,
) -> int:
    """Return the card to play to a trick that was led, encoded as by `choose_by_thumb`."""
    hand = turn * COLOURS
    friend = s.attacks[turn] == s.attacks[winner]
    suit_cards, trumps = s.hands[hand + led], s.hands[hand + TRUMP_LED]
    unseen_cards = s.left[led] & ~suit_cards
    # a friend keeps the trick, ruffs apart: last to play, or no unseen card of the led colour beats the best
    gives = friend & (is_last | (unseen_cards < best))
    colour = led
    if led != TRUMP_LED and suit_cards:
        top = highest(suit_cards)
        bit = top if gives | ((top > best) & (is_last | (unseen_cards < top))) else suit_cards & -suit_cards
    elif trumps:
        is_kept = friend & (is_last | (s.left[TRUMP_LED] & ~trumps < best))
        colour, bit = TRUMP_LED, trump_by_thumb(trumps, best, is_kept, is_last, has_petit)
    else:
        discard = throw_by_thumb(s, hand, gives)
        colour, bit = discard & 7, discard >> 3
    if bit == 0:
        return EXCUSE_COLOUR
    if s.holder == turn:
        is_lost = not friend and not wins(colour, bit, led, best)
        if tricks_left <= LAST_CARDS or (is_lost and card_bit_points(bit) >= SAVED):
            return EXCUSE_COLOUR
    return bit << 3 | colour


@compiled
def choose_by_thumb(
    s: PlayMoment,
    turn: int,
    led: int,
    best: int,
    winner: int,
    is_last: bool,
    has_petit: bool,
    tricks_left: int,
    barred: int,
    chance: int,
) -> int:
    """Return the card to play by the rules of thumb.

    The trick is passed in arguments: a play-out keeps it in local variables, which are twice as fast as the
    record.

    Args:
        chance: as for `lead_by_thumb`.

    Returns:
        The bit of the card, shifted left by 3, and its colour in the low 3 bits.
    """
    if led == NOTHING_LED:
        return lead_by_thumb(s, turn, tricks_left, barred, chance)
    return follow_by_thumb(s, turn, led, best, winner, is_last, has_petit, tricks_left)


@compiled
def take_card(s: PlayMoment, turn: int, colour: int, bit: int) -> None:
    """Take a card out of a hand."""
    if colour == EXCUSE_COLOUR:
        s.holder = NOBODY
    else:
        s.hands[turn * COLOURS + colour] &= ~bit
        s.left[colour] &= ~bit


@compiled
def load_thumbs(s: PlayMoment, public_moment: PlayMoment, lanes: LaneRows, lane: int) -> None:
    """Write the facts that rules of thumb read in one lane. `left` contains only cards in hands."""
    s.seats, s.trick_count = public_moment.seats, public_moment.trick_count
    copy_table(s, public_moment)
    load_hands(s, lanes, lane)
    for colour in range(COLOURS):
        hand_cards = 0
        for seat in range(s.seats):
            hand_cards |= s.hands[seat * COLOURS + colour]
        s.left[colour] = hand_cards
    s.attack_points, s.attack_bouts = lanes.half_points[lane], lanes.bouts[lane]
    s.attack_tricks, s.petit = lanes.attack_tricks[lane], 0


@compiled
def play_lane(s: PlayMoment, public_moment: PlayMoment, colour: int, bit: int, chance: int) -> None:
    """Play the loaded lane to its end.

    Args:
        colour, bit: the first card; colour `NOTHING_LED` to choose it by the rules.
        chance: a random number for the leads of the attack; `NO_CHANCE` to lead as the rules say.
    """
    seats, trick_count = s.seats, s.trick_count
    place, turn, led, best, winner = s.place, s.turn, s.led, s.best, s.winner
    # local variables are twice as fast as the record
    points, bouts, excuse_of, has_petit, had_petit = (
        s.points,
        s.bouts,
        s.excuse_of,
        s.has_petit,
        s.petit_before,
    )
    total, all_bouts, won_tricks, petit = s.attack_points, s.attack_bouts, s.attack_tricks, 0
    is_first = colour != NOTHING_LED
    for number in range(s.tricks, trick_count):
        if chance != NO_CHANCE:
            chance = next_chance(chance)
        while place < seats:
            if not is_first:
                no_lead = public_moment.barred if number == 0 else NOTHING_LED
                tricks_left, is_last = trick_count - number, place == seats - 1
                card = choose_by_thumb(
                    s, turn, led, best, winner, is_last, has_petit != 0, tricks_left, no_lead, chance
                )
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
            points += card_bit_points(bit)
            turn = turn + 1 if turn + 1 < seats else 0
            place += 1
        winner, excuse_gain = settle_excuse(s, excuse_of, winner, won_tricks, number)
        if winner == excuse_of:
            has_petit |= had_petit
        total += KEPT * excuse_gain
        all_bouts += excuse_gain
        if s.attacks[winner]:
            total += points
            all_bouts += bouts
            won_tricks += 1
        petit = has_petit * (1 if s.attacks[winner] else -1)
        had_petit, turn = has_petit, winner
        place, led, best, points, bouts, excuse_of, has_petit = 0, NOTHING_LED, 0, 0, 0, NOBODY, 0
    s.attack_points, s.attack_bouts, s.attack_tricks, s.petit = total, all_bouts, won_tricks, petit


@compiled_entry
def play_thumbs(
    s: PlayMoment, public_moment: PlayMoment, lanes: LaneRows, first: Memory, streams: int
) -> None:
    """Play each lane to its end by rules of thumb.

    Lanes that are a multiple of `streams` apart have the same chance in the same trick.

    Args:
        s: memory for a moment.
        public_moment: the trick on the table.
        lanes: the lanes; they receive the counts of the attack at the end.
        first: colour and bit of the first card of each lane; empty to choose it by the rules.
        streams: number of lanes with random numbers of their own, for varied leads of the attack; 0 for the
            leads of the rules.
    """
    for lane in range(len(lanes.holders)):
        load_thumbs(s, public_moment, lanes, lane)
        colour, bit = NOTHING_LED, 0
        chance = lane % streams * LANE_STEP & RANDOM if streams else NO_CHANCE
        if len(first) > 0:
            colour, bit = first[2 * lane], first[2 * lane + 1]
        play_lane(s, public_moment, colour, bit, chance)
        write_end(s, lanes, lane)


@compiled
def count_surprise(s: PlayMoment, turn: int, led: int, expected: int, colour: int, bit: int) -> int:
    """Return for how many cards against the rules of thumb a played card counts in one world.

    Args:
        s: the moment before the card, with the cards left in hands.
        expected: the card of the rules of thumb: its bit, shifted left by 3, and its colour.
    """
    if expected == (bit << 3 | colour):
        return 0
    is_trump = led == TRUMP_LED and colour == TRUMP_LED and expected & 7 == TRUMP_LED
    if not is_trump or s.attacks[turn] or bit < expected >> 3 or not s.left[TRUMP_LED] & PETIT_BIT:
        return 1
    return 0 if s.hands[turn * COLOURS + TRUMP_LED] & PETIT_BIT else JUMP_SURPRISES


@compiled_entry
def write_surprise_counts(
    s: PlayMoment, public_moment: PlayMoment, lanes: LaneRows, plays: Memory, surprises: Memory, seat: int
) -> None:
    """Count for each lane the played cards that the rules of thumb would not have played from that hand,
    with signals.

    Args:
        s: memory for a moment.
        public_moment: the moment before the first card.
        lanes: the lanes at that moment.
        plays: colour and bit of every card, in the order played.
        surprises: receives the counts.
        seat: the seat whose own cards do not count.
    """
    seats, trick_count = public_moment.seats, public_moment.trick_count
    for lane in range(len(lanes.holders)):
        load_thumbs(s, public_moment, lanes, lane)
        place, turn, led, best, winner, tricks_left = 0, s.turn, NOTHING_LED, 0, s.winner, trick_count
        count, has_petit = 0, False
        for place_in_play in range(0, len(plays), 2):
            colour, bit = plays[place_in_play], plays[place_in_play + 1]
            if turn != seat:
                no_lead, is_last = (
                    public_moment.barred if tricks_left == trick_count else NOTHING_LED,
                    place == seats - 1,
                )
                card = choose_by_thumb(
                    s, turn, led, best, winner, is_last, has_petit, tricks_left, no_lead, NO_CHANCE
                )
                count += count_surprise(s, turn, led, card, colour, bit)
            take_card(s, turn, colour, bit)
            if colour != EXCUSE_COLOUR:
                led = colour if led == NOTHING_LED else led
                has_petit |= bit == PETIT_BIT
                is_best = wins(colour, bit, led, best)
                best, winner = bit if is_best else best, turn if is_best else winner
            turn = turn + 1 if turn + 1 < seats else 0
            place += 1
            if place == seats:
                place, turn, led, best, tricks_left = 0, winner, NOTHING_LED, 0, tricks_left - 1
                has_petit = False
        surprises[lane] = count
