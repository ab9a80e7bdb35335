"""A deal of Tarot on plain numbers, one card after the other, with the facts that all players can see.

It has one pack and three to eight seats. Cards are colours and bits as in `lanes`.
"""

from typing import Annotated, NamedTuple

from games.core.bots.numbers.card_bits import ALL_OF_SUIT, ALL_TRUMPS, card_bit_points, wins
from games.core.bots.numbers.lanes import BOUT_BITS, COLOURS, EXCUSE_COLOUR, NOBODY, PETIT_BIT
from games.core.compiled import Memory, compiled, compiled_entry
from games.core.tricks import NOTHING_LED, TRUMP_LED

FEWEST_SEATS, MOST_SEATS = 3, 8
KEPT = 8
"""Half points that an Excuse brings its camp, which keeps it and gives another card for it."""


class Deal(NamedTuple):
    """Facts that stay the same during the play."""

    seats: int
    taker: int
    sees_aside: int
    """Seat that knows the cards in no hand: the taker who discarded them; or `NOBODY`."""
    leader: int
    """Seat that leads the first trick."""
    trick_count: int
    barred: int
    """Suit that may not be led first, or `NOTHING_LED`."""


class PlayMoment:
    """Record of a moment of a deal."""

    seats: int
    taker: int
    sees_aside: int
    trick_count: int
    barred: int
    holder: int
    """Seat that holds the Excuse, or `NOBODY`."""
    hands: Annotated[Memory, MOST_SEATS * COLOURS]
    """Cards of each seat, colour by colour."""
    attacks: Annotated[Memory, MOST_SEATS]
    shown: Annotated[Memory, MOST_SEATS]
    """Colours that each seat has shown to lack, bit n for colour n."""
    leads: Annotated[Memory, MOST_SEATS * TRUMP_LED]
    """Number of leads of each suit by each seat."""
    trump_leads: Annotated[Memory, MOST_SEATS]
    last_leads: Annotated[Memory, MOST_SEATS]
    """Colour of each seat's last lead."""
    left: Annotated[Memory, COLOURS]
    """Cards of each colour that were not played."""
    aside: Annotated[Memory, COLOURS]
    """Unplayed cards of each colour that are in no hand."""
    excuse_left: int
    place: int
    """Number of cards on the table."""
    turn: int
    led: int
    best: int
    winner: int
    points: int
    """Half points of the trick on the table."""
    bouts: int
    excuse_of: int
    """Seat that played the Excuse to this trick, or `NOBODY`."""
    has_petit: int
    petit_before: int
    """1 if the Petit was in the previous trick."""
    tricks: int
    """Number of finished tricks."""
    attack_points: int
    """Half points of the attack so far."""
    attack_bouts: int
    attack_tricks: int
    petit: int
    """Winner of the Petit at the end: 1 for the attack, -1 for the defence, else 0."""


class LaneRows(NamedTuple):
    """Lanes as plain arrays, one for each part."""

    hands: Memory
    holders: Memory
    attacks: Memory
    half_points: Memory
    bouts: Memory
    attack_tricks: Memory
    petits: Memory


@compiled
def put_card(s: PlayMoment, colour: int, bit: int, is_held: bool) -> None:
    """Put a card of the seat to play on the table, and note the public facts that it reveals."""
    turn = s.turn
    if colour == EXCUSE_COLOUR:
        s.excuse_left = 0
    elif s.led == NOTHING_LED:
        s.last_leads[turn] = colour
        if colour == TRUMP_LED:
            s.trump_leads[turn] += 1
        else:
            s.leads[turn * TRUMP_LED + colour] += 1
    elif colour != s.led:
        s.shown[turn] |= 1 << s.led
        if colour != TRUMP_LED:
            # a player who neither follows nor trumps has no trump
            s.shown[turn] |= 1 << TRUMP_LED
    put_alone(s, colour, bit, is_held)


@compiled
def put_alone(s: PlayMoment, colour: int, bit: int, is_held: bool) -> None:
    """Put a card of the seat to play on the table, without notes of colours shown and led."""
    turn = s.turn
    if colour == EXCUSE_COLOUR:
        s.excuse_of = turn
        if is_held:
            s.holder = NOBODY
        s.bouts += 1
    else:
        if is_held:
            s.hands[turn * COLOURS + colour] &= ~bit
        s.left[colour] &= ~bit
        if s.led == NOTHING_LED:
            s.led = colour
        if bit & BOUT_BITS:
            s.bouts += 1
            if bit == PETIT_BIT:
                s.has_petit = 1
        if wins(colour, bit, s.led, s.best):
            s.best, s.winner = bit, turn
    # with the 9 half points of an Excuse: `finish_played_trick` corrects them for a side that keeps it
    s.points += card_bit_points(bit)
    s.turn = turn + 1 if turn + 1 < s.seats else 0
    s.place += 1


@compiled
def clear_table(s: PlayMoment) -> None:
    """Begin an empty trick, led by the seat to play."""
    s.place, s.led, s.best, s.winner = 0, NOTHING_LED, 0, s.turn
    s.points, s.bouts, s.excuse_of, s.has_petit = 0, 0, NOBODY, 0


@compiled
def settle_excuse(
    s: PlayMoment, excuse_of: int, winner: int, won_tricks: int, number: int
) -> tuple[int, int]:
    """Return the winner of a trick, and the side that keeps an Excuse in it.

    Args:
        excuse_of: the seat that played the Excuse, or `NOBODY`.
        winner: the seat of the best card.
        won_tricks: tricks of the attack before this one.
        number: number of the trick, from 0.

    Returns:
        The winner, then 1 if the attack gains the Excuse, -1 if the defence does, or 0.
    """
    if excuse_of < 0:
        return winner, 0
    owner = s.attacks[excuse_of]
    if number < s.trick_count - 1:
        return winner, owner - s.attacks[winner]
    # last trick: the Excuse wins it if its side has won all tricks before
    return (excuse_of if won_tricks == (number if owner else 0) else winner), 0


@compiled
def finish_played_trick(s: PlayMoment) -> None:
    """Score a complete trick, and make its winner the leader."""
    winner, excuse_gain = settle_excuse(s, s.excuse_of, s.winner, s.attack_tricks, s.tricks)
    if winner == s.excuse_of:
        s.has_petit |= s.petit_before
    s.attack_points += KEPT * excuse_gain
    s.attack_bouts += excuse_gain
    if s.attacks[winner]:
        s.attack_points += s.points
        s.attack_bouts += s.bouts
        s.attack_tricks += 1
    s.tricks += 1
    if s.tricks == s.trick_count and s.has_petit:
        s.petit = 1 if s.attacks[winner] else -1
    s.petit_before = s.has_petit
    s.turn = winner
    clear_table(s)


@compiled
def lead_next(s: PlayMoment) -> None:
    """End a complete trick without scoring it. Its best card leads."""
    s.tricks += 1
    # an Excuse can win only the last trick, after which no card is led
    s.petit_before, s.turn = s.has_petit, s.winner
    clear_table(s)


@compiled
def clear_hands(s: PlayMoment) -> None:
    """Remove the cards from all hands and the attack from all seats."""
    s.holder = NOBODY
    for place in range(MOST_SEATS * COLOURS):
        s.hands[place] = 0
    for seat in range(MOST_SEATS):
        s.attacks[seat] = 0
    for colour in range(COLOURS):
        s.aside[colour] = 0


@compiled
def write_first_moment(s: PlayMoment, deal: Deal) -> None:
    """Write the moment before the first card, without hands."""
    s.seats, s.taker, s.sees_aside = deal.seats, deal.taker, deal.sees_aside
    s.trick_count, s.barred, s.turn = deal.trick_count, deal.barred, deal.leader
    s.tricks, s.petit_before, s.excuse_left = 0, 0, 1
    for colour in range(COLOURS):
        s.left[colour] = ALL_TRUMPS if colour == TRUMP_LED else ALL_OF_SUIT
    for seat in range(MOST_SEATS):
        s.shown[seat], s.trump_leads[seat], s.last_leads[seat] = 0, 0, NOTHING_LED
    for place in range(MOST_SEATS * TRUMP_LED):
        s.leads[place] = 0
    clear_hands(s)
    clear_table(s)


@compiled_entry
def read_play(s: PlayMoment, deal: Deal, plays: Memory, tricks: int) -> None:
    """Write the public facts after some cards.

    Args:
        plays: colour and bit of every card, in the order played.
        tricks: number of tricks before the first of these cards.
    """
    write_first_moment(s, deal)
    s.tricks = tricks
    for place in range(0, len(plays), 2):
        put_card(s, plays[place], plays[place + 1], False)
        if s.place == s.seats:
            lead_next(s)


@compiled
def copy_table(target: PlayMoment, source: PlayMoment) -> None:
    """Copy the trick on the table."""
    target.place, target.turn, target.led, target.best, target.winner = (
        source.place,
        source.turn,
        source.led,
        source.best,
        source.winner,
    )
    target.points, target.bouts, target.excuse_of = source.points, source.bouts, source.excuse_of
    target.has_petit, target.petit_before, target.tricks = (
        source.has_petit,
        source.petit_before,
        source.tricks,
    )


@compiled
def copy_seen(target: PlayMoment, source: PlayMoment) -> None:
    """Copy the public facts."""
    target.seats, target.taker, target.sees_aside, target.excuse_left = (
        source.seats,
        source.taker,
        source.sees_aside,
        source.excuse_left,
    )
    target.trick_count, target.barred = source.trick_count, source.barred
    for seat in range(MOST_SEATS):
        target.shown[seat], target.trump_leads[seat] = source.shown[seat], source.trump_leads[seat]
        target.last_leads[seat] = source.last_leads[seat]
    for place in range(MOST_SEATS * TRUMP_LED):
        target.leads[place] = source.leads[place]
    for colour in range(COLOURS):
        target.left[colour] = source.left[colour]
    copy_table(target, source)


@compiled
def others_hold(s: PlayMoment, turn: int, colour: int) -> int:
    """Return the cards of a colour in the hands of the other seats."""
    other_cards = 0
    for seat in range(s.seats):
        if seat != turn:
            other_cards |= s.hands[seat * COLOURS + colour]
    return other_cards


@compiled
def load_lane(s: PlayMoment, public_moment: PlayMoment, lanes: LaneRows, lane: int) -> None:
    """Write one lane as it stands.

    Args:
        public_moment: its public facts, as `read_play` writes them.
    """
    copy_seen(s, public_moment)
    load_hands(s, lanes, lane)
    for colour in range(COLOURS):
        # with `NOBODY`, the hands of all seats
        s.aside[colour] = s.left[colour] & ~others_hold(s, NOBODY, colour)
    s.attack_points, s.attack_bouts = lanes.half_points[lane], lanes.bouts[lane]
    s.attack_tricks, s.petit = lanes.attack_tricks[lane], 0


@compiled
def load_hands(s: PlayMoment, lanes: LaneRows, lane: int) -> None:
    """Write the hands, the holder of the Excuse and the attackers of a lane."""
    seats = s.seats
    for place in range(seats * COLOURS):
        s.hands[place] = lanes.hands[lane * seats * COLOURS + place]
    for seat in range(seats):
        s.attacks[seat] = lanes.attacks[lane * seats + seat]
    s.holder = lanes.holders[lane]


@compiled
def write_end(s: PlayMoment, lanes: LaneRows, lane: int) -> None:
    """Write the counts of the attack in a lane that was played to its end."""
    lanes.half_points[lane], lanes.bouts[lane] = s.attack_points, s.attack_bouts
    lanes.attack_tricks[lane], lanes.petits[lane] = s.attack_tricks, s.petit
