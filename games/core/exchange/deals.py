"""Between notation and game: start or replay a deal that was read, write down one that was played."""

from games.core.errors import IllegalAction
from games.core.notation import PlayedDeal
from games.core.play import State
from games.core.variants.registry import find_variant


def start_of(deal: PlayedDeal) -> State:
    """The state before the first action of a deal.

    Raises:
        InvalidRules, InvalidDeal, InvalidSeat: a game, an option, cards or a dealer that do not exist there.
    """
    return find_variant(deal.game).start(deal.layout, dealer=deal.dealer, rules=deal.rules)


def replay_deal(deal: PlayedDeal) -> State:
    """The state after the last action of a deal.

    Raises:
        IllegalAction: of the first illegal step, whose place in the list, from 0, is in `values["step"]`;
            `not_your_turn` when another seat had to act.
        InvalidRules, InvalidDeal, InvalidSeat: as `start_of`.
    """
    state = start_of(deal)
    for number, (seat, action) in enumerate(deal.steps):
        try:
            _check_turn(state, seat)
            state = state.apply(action)
        except IllegalAction as illegal:
            illegal.values["step"] = number
            raise
    return state


def check_deal(deal: PlayedDeal) -> None:
    """Refuse a deal that its game cannot start or that broke a rule; to be passed to the readers of notation.

    Raises:
        GameError: as `replay_deal`.
    """
    replay_deal(deal)


def deal_of(state: State, notes: tuple[tuple[str, str], ...] = ()) -> PlayedDeal:
    """What is written down of a state: its start and its history."""
    return PlayedDeal(state.variant.name, state.layout, state.dealer, state.steps(), state.rules, notes)


def _check_turn(state: State, seat: int) -> None:
    if state.to_act is not None and state.to_act != seat:
        message = f"seat {seat} acts where seat {state.to_act} has to"
        raise IllegalAction("not_your_turn", message, field="seat", seat=seat, turn=state.to_act)
