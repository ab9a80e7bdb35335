"""Search of the last tricks of many worlds of Tarot with all hands seen, for the level *club*.

Every card is tried, on plain numbers.
"""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from games.core.bots.ends.thumb_play_outs import load_thumbs
from games.core.bots.numbers.lanes import COLOURS, EXCUSE_COLOUR
from games.core.bots.numbers.moments import LaneRows, PlayMoment, copy_table, finish_played_trick, put_alone
from games.core.compiled import Memory, compiled, compiled_entry
from games.core.tricks import NOTHING_LED, TRUMP_LED

MOST_MOVES = 26
NO_SCORE = 1 << 40
"""Number beyond all scores."""
LOST, NEITHER, MADE = 0, 1, 2
"""Values for the tricks of the attack: none, some, or all."""


class Moves:
    """Record of the legal cards of the seat to play."""

    count: int
    colours: Annotated[Memory, MOST_MOVES]
    bits: Annotated[Memory, MOST_MOVES]


class EndRoom(NamedTuple):
    """Memory for a search."""

    moment: PlayMoment
    moments: Sequence[PlayMoment]
    """Moment before the next card, with hands and counts of the attack, by number of cards played."""
    moves: Sequence[Moves]


@compiled
def add_moves(moves: Moves, colour: int, cards: int) -> None:
    """Append cards of one colour."""
    while cards:
        moves.colours[moves.count], moves.bits[moves.count] = colour, cards & -cards
        moves.count += 1
        cards &= cards - 1


@compiled
def list_end_moves(s: PlayMoment, moves: Moves) -> None:
    """Write the legal cards of the seat to play."""
    hand, led = s.turn * COLOURS, s.led
    trumps = s.hands[hand + TRUMP_LED]
    moves.count = 0
    if led not in (NOTHING_LED, TRUMP_LED) and s.hands[hand + led]:
        add_moves(moves, led, s.hands[hand + led])
    elif led != NOTHING_LED and trumps:
        higher_trumps = trumps & -(s.best << 1)
        add_moves(moves, TRUMP_LED, higher_trumps if higher_trumps else trumps)
    else:
        for colour in range(COLOURS):
            add_moves(moves, colour, s.hands[hand + colour])
    if s.holder == s.turn:
        moves.colours[moves.count], moves.bits[moves.count] = EXCUSE_COLOUR, 0
        moves.count += 1


@compiled
def copy_end(target: PlayMoment, source: PlayMoment) -> None:
    """Copy the parts that change in a search: the hands, the table, the counts of the attack."""
    for place in range(source.seats * COLOURS):
        target.hands[place] = source.hands[place]
    target.holder, target.seats = source.holder, source.seats
    target.attack_points, target.attack_bouts = source.attack_points, source.attack_bouts
    target.attack_tricks, target.petit = source.attack_tricks, source.petit
    copy_table(target, source)


@compiled
def score_end(s: PlayMoment, worths: Memory, point_count: int) -> int:
    """Return the score after the last card."""
    slam = MADE if s.attack_tricks == s.trick_count else NEITHER if s.attack_tricks else LOST
    return worths[((s.attack_bouts * point_count + s.attack_points) * 3 + s.petit + 1) * 3 + slam]


@compiled
def play_move(s: PlayMoment, colour: int, bit: int) -> None:
    """Play a card, and score the trick that it ends."""
    put_alone(s, colour, bit, True)
    if s.place == s.seats:
        finish_played_trick(s)


@compiled
def search_end(room: EndRoom, worths: Memory, point_count: int, depth: int, bound: int) -> int:
    """Return the best score of the seat to play.

    Args:
        depth: number of cards played in this search.
        bound: score at which the search stops: beyond it, the previous seat has a better card.
    """
    s = room.moment
    if s.tricks == s.trick_count:
        return score_end(s, worths, point_count)
    attacks, moves = s.attacks[s.turn], room.moves[depth]
    value = -NO_SCORE if attacks else NO_SCORE
    list_end_moves(s, moves)
    # saved, so that each further card starts from the same moment
    copy_end(room.moments[depth], s)
    for number in range(moves.count):
        if number:
            copy_end(s, room.moments[depth])
        play_move(s, moves.colours[number], moves.bits[number])
        limit = NO_SCORE if attacks else -NO_SCORE
        # the bound holds only for an opponent's choice, not for a partner's
        if s.attacks[s.turn] != attacks:
            limit = value
        score = search_end(room, worths, point_count, depth + 1, limit)
        value = max(value, score) if attacks else min(value, score)
        if value >= bound if attacks else value <= bound:
            break
    return value


@compiled_entry
def write_card_scores(
    room: EndRoom,
    public_moment: PlayMoment,
    lanes: LaneRows,
    cards: Memory,
    worths: Memory,
    point_count: int,
    scores: Memory,
) -> None:
    """Write the exact score of each card of the seat to play in each lane.

    Args:
        public_moment: the trick on the table.
        cards: colour and bit of each card to try.
        worths: the score by bouts, half points, Petit from -1 to 1, and `LOST`, `NEITHER` or `MADE`.
        point_count: number of half points in `worths` for each number of bouts.
        scores: receives the scores, lane after lane.
    """
    s, card_count = room.moment, len(cards) // 2
    for lane in range(len(lanes.holders)):
        for card in range(card_count):
            load_thumbs(s, public_moment, lanes, lane)
            play_move(s, cards[2 * card], cards[2 * card + 1])
            bound = NO_SCORE if s.attacks[s.turn] else -NO_SCORE
            scores[lane * card_count + card] = search_end(room, worths, point_count, 0, bound)
