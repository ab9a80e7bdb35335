"""The last tricks of Tarot searched to the end in sampled worlds, all hands seen, on plain numbers.

What `lane_ends` finds with arrays, for the cards that are to be compared.
"""

from games.core.bots.play_outs import (
    ATTACKS,
    BEST,
    COLOURS,
    EXCUSE_COLOUR,
    HANDS,
    HOLDER,
    LED,
    LEFT,
    LENGTH,
    NO_COLOUR,
    PLACE,
    SEATS,
    SHOWN,
    TRUMP,
    TURN,
    finish,
    load_thumbs,
    put_alone,
)
from games.core.compiled import Memory, compiled, compiled_entry

MOST_HELD = 26
"""Cards of one hand, at most."""
ATTACKS_HERE, VALUE, NEXT, COUNT, FIRST = 0, 1, 2, 3, 4
LAYER = FIRST + 2 * MOST_HELD
"""Numbers of one card to play: whether its seat attacks, the best score so far, which card comes next, how
many there are, and their colours and bits."""
NO_SCORE = 1 << 40
LOST, NEITHER, MADE = 0, 1, 2
"""Whether the attack won no trick, some, or all of them."""


@compiled
def list_legal(s: Memory, layers: Memory, at: int) -> None:
    """Write the layer of the seat to play: its side and the cards that it may play."""
    turn, led = s[TURN], s[LED]
    hand = HANDS + turn * COLOURS
    trumps = s[hand + TRUMP]
    layers[at + ATTACKS_HERE] = s[ATTACKS + turn]
    layers[at + VALUE] = -NO_SCORE if s[ATTACKS + turn] else NO_SCORE
    follows = led != NO_COLOUR and led != TRUMP and s[hand + led] != 0
    count = 0
    for colour in range(COLOURS):
        held = s[hand + colour]
        if follows:
            held = held if colour == led else 0
        elif led != NO_COLOUR and trumps:
            over = trumps & -(s[BEST] << 1)
            held = 0 if colour != TRUMP else over if over else trumps
        while held:
            layers[at + FIRST + 2 * count] = colour
            layers[at + FIRST + 2 * count + 1] = held & -held
            held &= held - 1
            count += 1
    if s[HOLDER] == turn:
        layers[at + FIRST + 2 * count] = EXCUSE_COLOUR
        layers[at + FIRST + 2 * count + 1] = 0
        count += 1
    layers[at + COUNT], layers[at + NEXT] = count, 0


@compiled
def copy_moment(to: Memory, at: int, of: Memory, begin: int) -> None:
    """Copy what rules of thumb look at, which is all that changes."""
    for place in range(HANDS, SHOWN):
        to[at + place] = of[begin + place]
    for place in range(LEFT, LENGTH):
        to[at + place] = of[begin + place]
    to[at + HOLDER] = of[begin + HOLDER]


@compiled_entry
def search_cards(
    s: Memory,
    moments: Memory,
    layers: Memory,
    points: Memory,
    won_bouts: Memory,
    won_tricks: Memory,
    petits: Memory,
    tricks: Memory,
    p: Memory,
    hands: Memory,
    holders: Memory,
    attack: Memory,
    half_points: Memory,
    bouts: Memory,
    attack_tricks: Memory,
    cards: Memory,
    worths: Memory,
    scores: Memory,
    left: int,
    trick_count: int,
    point_count: int,
) -> None:
    """The exact score of each card of the seat to play in each lane.

    Args:
        s: room for `LENGTH` numbers.
        moments, layers: room for a moment and a layer of each depth, one depth more than cards to play.
        points, won_bouts, won_tricks, petits, tricks: room for a number of each depth.
        p, hands, holders, attack, half_points, bouts, attack_tricks, left: as those of `play_outs`.
        cards: colour and bit of each card that is tried.
        worths: the score by bouts, half points, Petit from -1 to 1, and `LOST`, `NEITHER` or `MADE`.
        scores: gets the scores, lane after lane.
        point_count: how many half points `worths` has for each number of bouts.
    """
    depths, tried = len(tricks) - 1, len(cards) // 2
    for lane in range(len(holders)):
        load_thumbs(s, p, hands, holders, attack, lane)
        copy_moment(moments, 0, s, 0)
        points[0], won_bouts[0], won_tricks[0], petits[0] = (
            half_points[lane],
            bouts[lane],
            attack_tricks[lane],
            0,
        )
        tricks[0] = trick_count - left
        for card in range(tried):
            copy_moment(s, 0, moments, 0)
            colour, bit = cards[2 * card], cards[2 * card + 1]
            depth, value, descends = 0, 0, True
            while True:
                if descends:
                    put_alone(s, colour, bit, True)
                    here, depth = depth, depth + 1
                    points[depth], won_bouts[depth] = points[here], won_bouts[here]
                    won_tricks[depth], petits[depth], tricks[depth] = (
                        won_tricks[here],
                        petits[here],
                        tricks[here],
                    )
                    if s[PLACE] == s[SEATS]:
                        finish(s, points, won_bouts, won_tricks, petits, depth, tricks[here], trick_count)
                        tricks[depth] += 1
                    if depth < depths:
                        list_legal(s, layers, depth * LAYER)
                        copy_moment(moments, depth * LENGTH, s, 0)
                at = depth * LAYER
                if depth < depths and layers[at + NEXT] < layers[at + COUNT]:
                    choice = at + FIRST + 2 * layers[at + NEXT]
                    colour, bit = layers[choice], layers[choice + 1]
                    if layers[at + NEXT]:
                        copy_moment(s, 0, moments, depth * LENGTH)
                    layers[at + NEXT] += 1
                    descends = True
                    continue
                if depth < depths:
                    value = layers[at + VALUE]
                else:
                    slam = (
                        MADE if won_tricks[depth] == trick_count else NEITHER if won_tricks[depth] else LOST
                    )
                    place = won_bouts[depth] * point_count + points[depth]
                    value = worths[(place * 3 + petits[depth] + 1) * 3 + slam]
                depth, descends = depth - 1, False
                if depth == 0:
                    break
                at = depth * LAYER
                if layers[at + ATTACKS_HERE]:
                    value = max(layers[at + VALUE], value)
                else:
                    value = min(layers[at + VALUE], value)
                layers[at + VALUE] = value
                before = at - LAYER
                if depth > 1 and layers[at + ATTACKS_HERE] != layers[before + ATTACKS_HERE]:
                    bound = layers[before + VALUE]
                    if value >= bound if layers[at + ATTACKS_HERE] else value <= bound:
                        layers[at + NEXT] = layers[at + COUNT]  # the seat before has a better card
            scores[lane * tried + card] = value
