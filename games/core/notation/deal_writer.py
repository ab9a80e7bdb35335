"""Whole deals as text: one line for each heading, hand and pile, then one for each round of actions.

Equal deals give equal texts. The grammar is docs/notation.md.
"""

from collections.abc import Iterator

from games.core.actions import Action, PlayCard, PlayWorth, format_action
from games.core.cards import Card, format_card, sort_hand
from games.core.deals import format_pile
from games.core.notation.played_deal import FORMAT, VERSION, PlayedDeal, seat_label
from games.core.rules import format_rules

END = "end"
IN_TURN, ALONE = ">", ":"
"""Signs after the seat label of a line: the seats act in turn from this one, or this seat acts alone."""


def format_played_deal(deal: PlayedDeal) -> str:
    """Return the deal as text. All but its notes is ASCII; each line ends with LF."""
    count = len(deal.layout.hands)
    lines = [f"{FORMAT} {VERSION}", f"game {deal.game}", f"rules {format_rules(deal.rules)}"]
    lines += [f"note {name} {text}" for name, text in deal.notes]
    lines += [f"dealer {seat_label(deal.dealer, count)}"]
    if deal.contract is not None:
        taker, bid = deal.contract
        lines.append(f"contract {seat_label(taker, count)} {bid}")
    hands = enumerate(deal.layout.hands)
    lines += [f"hand {seat_label(seat, count)} {format_pile(hand)}" for seat, hand in hands]
    lines += [f"pile {format_ordered(pile)}" for pile in deal.layout.piles]
    lines += [_format_run(run, count) for run in _runs(deal.steps, count)]
    return "\n".join([*lines, END, ""])


def format_ordered(pile: tuple[Card, ...]) -> str:
    """Return a pile in groups where it lies in display order, else card by card with "." between them."""
    if pile == sort_hand(pile):
        return format_pile(pile)
    return ".".join(map(format_card, pile))


def _runs(steps: tuple[tuple[int, Action], ...], count: int) -> Iterator[list[tuple[int, Action]]]:
    """Yield the steps cut into lines: a seat's actions in a row, or a round of the table.

    Each trick is apart.
    """
    run: list[tuple[int, Action]] = []
    card_count = 0
    for step in steps:
        # A trick begins a new line even where the leader is next in turn.
        starts_trick = _is_play(step[1]) and card_count % count == 0
        if run and (starts_trick or not _continues(run, step, count)):
            yield run
            run = []
        run.append(step)
        card_count += _is_play(step[1])
    if run:
        yield run


def _continues(run: list[tuple[int, Action]], step: tuple[int, Action], count: int) -> bool:
    if _is_play(run[-1][1]) != _is_play(step[1]):
        return False
    if is_alone(run):
        # Two actions of neighbours may be the beginning of a round.
        in_turn = len(run) == 1 and step[0] == (run[0][0] + 1) % count
        return step[0] == run[0][0] or in_turn
    return len(run) < count and step[0] == (run[-1][0] + 1) % count


def is_alone(run: list[tuple[int, Action]]) -> bool:
    """Return whether one seat does all the actions of a line."""
    return len({seat for seat, _ in run}) == 1


def _is_play(action: Action) -> bool:
    return isinstance(action, (PlayCard, PlayWorth))


def _format_run(run: list[tuple[int, Action]], count: int) -> str:
    label = seat_label(run[0][0], count) + (ALONE if is_alone(run) else IN_TURN)
    return " ".join([label, *(format_action(action) for _, action in run)])
