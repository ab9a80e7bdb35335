"""The last tricks of many worlds of Tarot, each searched with all hands seen: the level *club*.

Every card is tried. All on plain numbers.
"""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from games.core.bots.lanes import COLOURS, EXCUSE_COLOUR
from games.core.bots.moments import LaneRows, PlayMoment, copy_table, finish_trick, put_alone
from games.core.bots.thumb_play_outs import load_thumbs
from games.core.compiled import Memory, compiled, compiled_entry
from games.core.tricks import NOTHING_LED, TRUMP_LED

MOST_MOVES = 26
NO_SCORE = 1 << 40
"""Beyond all scores."""
LOST, NEITHER, MADE = 0, 1, 2
"""Whether the attack won no trick, some, or all of them."""


class Moves:
    """The cards that the seat to play may play: a record."""

    count: int
    colours: Annotated[Memory, MOST_MOVES]
    bits: Annotated[Memory, MOST_MOVES]


class EndRoom(NamedTuple):
    """Room for a search."""

    moment: PlayMoment
    moments: Sequence[PlayMoment]
    """By number of cards played: the moment before the next one, its hands and what the attack has."""
    moves: Sequence[Moves]


@compiled
def add_moves(moves: Moves, colour: int, held: int) -> None:
    """Write cards of one colour."""
    while held:
        moves.colours[moves.count], moves.bits[moves.count] = colour, held & -held
        moves.count += 1
        held &= held - 1


@compiled
def list_moves(s: PlayMoment, moves: Moves) -> None:
    """Write the cards that the seat to play may play."""
    hand, led = s.turn * COLOURS, s.led
    trumps = s.hands[hand + TRUMP_LED]
    moves.count = 0
    if led not in (NOTHING_LED, TRUMP_LED) and s.hands[hand + led]:
        add_moves(moves, led, s.hands[hand + led])
    elif led != NOTHING_LED and trumps:
        over = trumps & -(s.best << 1)
        add_moves(moves, TRUMP_LED, over if over else trumps)
    else:
        for colour in range(COLOURS):
            add_moves(moves, colour, s.hands[hand + colour])
    if s.holder == s.turn:
        moves.colours[moves.count], moves.bits[moves.count] = EXCUSE_COLOUR, 0
        moves.count += 1


@compiled
def copy_end(to: PlayMoment, of: PlayMoment) -> None:
    """Copy what changes in a search: the hands, the table, what the attack has."""
    for place in range(of.seats * COLOURS):
        to.hands[place] = of.hands[place]
    to.holder, to.seats = of.holder, of.seats
    to.attack_points, to.attack_bouts = of.attack_points, of.attack_bouts
    to.attack_tricks, to.petit = of.attack_tricks, of.petit
    copy_table(to, of)


@compiled
def score_end(s: PlayMoment, worths: Memory, point_count: int) -> int:
    """Return the score when all cards are played."""
    slam = MADE if s.attack_tricks == s.trick_count else NEITHER if s.attack_tricks else LOST
    return worths[((s.attack_bouts * point_count + s.attack_points) * 3 + s.petit + 1) * 3 + slam]


@compiled
def play_move(s: PlayMoment, colour: int, bit: int) -> None:
    """Play a card, and count the trick that it ends."""
    put_alone(s, colour, bit, True)
    if s.place == s.seats:
        finish_trick(s)


@compiled
def search_end(room: EndRoom, worths: Memory, point_count: int, depth: int, bound: int) -> int:
    """Return the best score of the seat to play.

    Args:
        depth: cards played since the search began.
        bound: beyond it for its side, a score is as good as any: the seat before has a better card.
    """
    s = room.moment
    if s.tricks == s.trick_count:
        return score_end(s, worths, point_count)
    attacks, moves = s.attacks[s.turn], room.moves[depth]
    value = -NO_SCORE if attacks else NO_SCORE
    list_moves(s, moves)
    copy_end(room.moments[depth], s)
    for number in range(moves.count):
        if number:
            copy_end(s, room.moments[depth])
        play_move(s, moves.colours[number], moves.bits[number])
        limit = NO_SCORE if attacks else -NO_SCORE
        if s.attacks[s.turn] != attacks:
            limit = value
        after = search_end(room, worths, point_count, depth + 1, limit)
        value = max(value, after) if attacks else min(value, after)
        if value >= bound if attacks else value <= bound:
            break
    return value


@compiled_entry
def search_cards(
    room: EndRoom,
    seen: PlayMoment,
    lanes: LaneRows,
    cards: Memory,
    worths: Memory,
    point_count: int,
    scores: Memory,
) -> None:
    """Write the exact score of each card of the seat to play in each lane.

    Args:
        seen: the trick on the table.
        cards: colour and bit of each card that is tried.
        worths: the score by bouts, half points, Petit from -1 to 1, and `LOST`, `NEITHER` or `MADE`.
        point_count: how many half points `worths` has for each number of bouts.
        scores: gets the scores, lane after lane.
    """
    s, tried = room.moment, len(cards) // 2
    for lane in range(len(lanes.holders)):
        for card in range(tried):
            load_thumbs(s, seen, lanes, lane)
            play_move(s, cards[2 * card], cards[2 * card + 1])
            bound = NO_SCORE if s.attacks[s.turn] else -NO_SCORE
            scores[lane * tried + card] = search_end(room, worths, point_count, 0, bound)
