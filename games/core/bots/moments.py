"""A deal of Tarot on plain numbers, one card after the other, with what all players can see of it.

One pack, three to five seats. Cards are the colours and bits of `lanes`.
"""

from typing import Annotated, NamedTuple

from games.core.bots.card_bits import ALL_OF_SUIT, ALL_TRUMPS, points_of, wins
from games.core.bots.lanes import BOUT_BITS, COLOURS, EXCUSE_COLOUR, NOBODY, PETIT_BIT
from games.core.compiled import Memory, compiled, compiled_entry
from games.core.tricks import NOTHING_LED, TRUMP_LED

MOST_SEATS = 5
KEPT = 8
"""Half points that an Excuse takes along when its camp keeps it and gives a card for it."""


class Deal(NamedTuple):
    """What stays the same during the play."""

    seats: int
    taker: int
    sees_aside: int
    """The seat that knows the cards which no hand holds: the taker who discarded them; or `NOBODY`."""
    leader: int
    """The seat that leads the first trick."""
    trick_count: int
    barred: int
    """The suit that the first lead must not be of, or `NOTHING_LED`."""


class PlayMoment:
    """A moment of a deal: a record."""

    seats: int
    taker: int
    sees_aside: int
    trick_count: int
    barred: int
    holder: int
    """The seat that holds the Excuse, or `NOBODY`."""
    hands: Annotated[Memory, MOST_SEATS * COLOURS]
    """The cards of each seat, colour by colour."""
    attacks: Annotated[Memory, MOST_SEATS]
    shown: Annotated[Memory, MOST_SEATS]
    """The colours of which each seat showed that it has none, bit n for colour n."""
    leads: Annotated[Memory, MOST_SEATS * TRUMP_LED]
    """How often each seat led each suit."""
    trump_leads: Annotated[Memory, MOST_SEATS]
    last_leads: Annotated[Memory, MOST_SEATS]
    """The colour that each seat led last."""
    left: Annotated[Memory, COLOURS]
    """The cards of each colour that were not played."""
    aside: Annotated[Memory, COLOURS]
    """Those of them that no hand holds."""
    excuse_left: int
    place: int
    """Cards on the table."""
    turn: int
    led: int
    best: int
    winner: int
    points: int
    """Half points of the trick on the table."""
    bouts: int
    excuse_of: int
    """The seat that played the Excuse to this trick, or `NOBODY`."""
    has_petit: int
    petit_before: int
    """Whether the Petit was in the trick before."""
    tricks: int
    """Tricks that are finished."""
    attack_points: int
    """Half points of the attack so far."""
    attack_bouts: int
    attack_tricks: int
    petit: int
    """1 when the attack won the Petit at the end, -1 when the defence did."""


class LaneRows(NamedTuple):
    """Lanes, each of their parts in one row."""

    hands: Memory
    holders: Memory
    attacks: Memory
    half_points: Memory
    bouts: Memory
    attack_tricks: Memory
    petits: Memory


@compiled
def put(s: PlayMoment, colour: int, bit: int, is_held: bool) -> None:
    """Put a card of the seat to play on the table, and note what it shows to all."""
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
            s.shown[turn] |= 1 << TRUMP_LED
    put_alone(s, colour, bit, is_held)


@compiled
def put_alone(s: PlayMoment, colour: int, bit: int, is_held: bool) -> None:
    """Put a card of the seat to play on the table, without a note of who showed and led what."""
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
    s.points += points_of(bit)
    s.turn = turn + 1 if turn + 1 < s.seats else 0
    s.place += 1


@compiled
def clear_table(s: PlayMoment) -> None:
    """Begin an empty trick, led by whose turn it is."""
    s.place, s.led, s.best, s.winner = 0, NOTHING_LED, 0, s.turn
    s.points, s.bouts, s.excuse_of, s.has_petit = 0, 0, NOBODY, 0


@compiled
def settle_excuse(s: PlayMoment, excuse_of: int, winner: int, won: int, number: int) -> tuple[int, int]:
    """Return the winner of a trick, and the side that keeps an Excuse in it.

    Args:
        excuse_of: the seat that played the Excuse, or `NOBODY`.
        winner: of the best card.
        won: tricks of the attack before this one.
        number: of the trick, from 0.

    Returns:
        The second number is 1 for the attack, -1 for the defence, or 0.
    """
    if excuse_of < 0:
        return winner, 0
    owner = s.attacks[excuse_of]
    if number < s.trick_count - 1:
        return winner, owner - s.attacks[winner]
    return (excuse_of if won == (number if owner else 0) else winner), 0


@compiled
def finish_trick(s: PlayMoment) -> None:
    """Count a whole trick, and let its winner lead."""
    winner, kept = settle_excuse(s, s.excuse_of, s.winner, s.attack_tricks, s.tricks)
    if winner == s.excuse_of:
        s.has_petit |= s.petit_before
    s.attack_points += KEPT * kept
    s.attack_bouts += kept
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
    """End a whole trick that nobody counts: its best card leads."""
    s.tricks += 1
    s.petit_before, s.turn = s.has_petit, s.winner
    clear_table(s)


@compiled
def clear_hands(s: PlayMoment) -> None:
    """Take the cards out of all hands; no seat attacks."""
    s.holder = NOBODY
    for place in range(MOST_SEATS * COLOURS):
        s.hands[place] = 0
    for seat in range(MOST_SEATS):
        s.attacks[seat] = 0
    for colour in range(COLOURS):
        s.aside[colour] = 0


@compiled
def begin(s: PlayMoment, deal: Deal) -> None:
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
def read_play(s: PlayMoment, deal: Deal, played: Memory, tricks: int) -> None:
    """Write what all can see after some cards.

    Args:
        played: colour and bit of every card, in the order played.
        tricks: those before the first of these cards.
    """
    begin(s, deal)
    s.tricks = tricks
    for place in range(0, len(played), 2):
        put(s, played[place], played[place + 1], False)
        if s.place == s.seats:
            lead_next(s)


@compiled
def copy_table(to: PlayMoment, of: PlayMoment) -> None:
    """Copy the trick on the table."""
    to.place, to.turn, to.led, to.best, to.winner = of.place, of.turn, of.led, of.best, of.winner
    to.points, to.bouts, to.excuse_of = of.points, of.bouts, of.excuse_of
    to.has_petit, to.petit_before, to.tricks = of.has_petit, of.petit_before, of.tricks


@compiled
def copy_seen(to: PlayMoment, of: PlayMoment) -> None:
    """Copy what all can see."""
    to.seats, to.taker, to.sees_aside, to.excuse_left = of.seats, of.taker, of.sees_aside, of.excuse_left
    to.trick_count, to.barred = of.trick_count, of.barred
    for seat in range(MOST_SEATS):
        to.shown[seat], to.trump_leads[seat] = of.shown[seat], of.trump_leads[seat]
        to.last_leads[seat] = of.last_leads[seat]
    for place in range(MOST_SEATS * TRUMP_LED):
        to.leads[place] = of.leads[place]
    for colour in range(COLOURS):
        to.left[colour] = of.left[colour]
    copy_table(to, of)


@compiled
def others_hold(s: PlayMoment, turn: int, colour: int) -> int:
    """Return the cards of a colour in the hands of the others."""
    held = 0
    for seat in range(s.seats):
        if seat != turn:
            held |= s.hands[seat * COLOURS + colour]
    return held


@compiled
def load_lane(s: PlayMoment, seen: PlayMoment, lanes: LaneRows, lane: int) -> None:
    """Write one lane as it stands.

    Args:
        seen: what all can see of it, as `read_play` writes it.
    """
    copy_seen(s, seen)
    load_hands(s, lanes, lane)
    for colour in range(COLOURS):
        s.aside[colour] = s.left[colour] & ~others_hold(s, NOBODY, colour)
    s.attack_points, s.attack_bouts = lanes.half_points[lane], lanes.bouts[lane]
    s.attack_tricks, s.petit = lanes.attack_tricks[lane], 0


@compiled
def load_hands(s: PlayMoment, lanes: LaneRows, lane: int) -> None:
    """Write who holds what in a lane, and who attacks."""
    seats = s.seats
    for place in range(seats * COLOURS):
        s.hands[place] = lanes.hands[lane * seats * COLOURS + place]
    for seat in range(seats):
        s.attacks[seat] = lanes.attacks[lane * seats + seat]
    s.holder = lanes.holders[lane]


@compiled
def write_end(s: PlayMoment, lanes: LaneRows, lane: int) -> None:
    """Write what the attack has in a lane that was played to its end."""
    lanes.half_points[lane], lanes.bouts[lane] = s.attack_points, s.attack_bouts
    lanes.attack_tricks[lane], lanes.petits[lane] = s.attack_tricks, s.petit
