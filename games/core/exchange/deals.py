"""Conversions between notation and games: start or replay a parsed deal, write down a played one."""

from collections.abc import Iterator

from games.core.actions import MakeBid
from games.core.errors import IllegalAction, InvalidRules, quote_value
from games.core.notation import PlayedDeal
from games.core.outcome import Bid
from games.core.play import State
from games.core.variants.registry import find_variant
from games.core.variants.tarot.game import Tarot
from games.core.variants.tarot.playing import Playing
from games.core.variants.tarot.preparation import Preparation
from games.core.variants.tarot.setting import Imposed
from games.core.variants.tarot.state import TarotState


def start_of(deal: PlayedDeal) -> State:
    """Return the state before the first action of a deal.

    Raises:
        InvalidRules, InvalidDeal, InvalidSeat: the deal has a game, an option, cards or a dealer that do not
            exist;
            `contract_not_allowed` for a contract in a game without one.
        IllegalAction: `bid_not_on_ladder` for a contract that the rules do not know.
    """
    variant = find_variant(deal.game)
    if deal.contract is None:
        return variant.start(deal.layout, dealer=deal.dealer, rules=deal.rules)
    # Only Tarot has a taker and a bid that can be agreed on before the deal.
    if not isinstance(variant, Tarot):
        message = f"contract in {deal.game}, where nobody takes"
        raise InvalidRules("contract_not_allowed", message, field="contract", game=deal.game)
    taker, bid = deal.contract
    if bid not in tuple(Bid):
        raise IllegalAction(
            "bid_not_on_ladder", f"bid {quote_value(bid)} not in {', '.join(Bid)}", field="bid", name=bid
        )
    imposed = Imposed(taker, Bid(bid))
    return variant.start(deal.layout, dealer=deal.dealer, rules=deal.rules, imposed=imposed)


def replay_deal(deal: PlayedDeal) -> State:
    """Return the state after the last action of a deal.

    Raises:
        IllegalAction: the first illegal step. Its index in the list, from 0, is in `values["step"]`. The code
            is
            `not_your_turn` when another seat had to act.
        InvalidRules, InvalidDeal, InvalidSeat: as `start_of`.
    """
    state = start_of(deal)
    for next_state in replay_from(state, deal):
        state = next_state
    return state


def replay_from(start: State, deal: PlayedDeal) -> Iterator[State]:
    """Yield the state after each step of a deal, from its start. Raises the errors of `replay_deal`."""
    state = start
    for number, (seat, action) in enumerate(deal.steps):
        try:
            _check_turn(state, seat)
            state = state.apply(action)
        except IllegalAction as illegal:
            # Readers find the line of the fault by this number.
            illegal.values["step"] = number
            raise
        yield state


def check_deal(deal: PlayedDeal) -> None:
    """Refuse a deal that its game cannot start or that broke a rule.

    The readers of notation take this function as their `check`.

    Raises:
        GameError: as `replay_deal`.
    """
    replay_deal(deal)


def record_of_state(state: State, notes: tuple[tuple[str, str], ...] = ()) -> PlayedDeal:
    """Return the deal of a state, ready to be written down: its start and its history."""
    return PlayedDeal(
        state.variant.name,
        state.layout,
        state.dealer,
        state.steps,
        state.rules,
        _contract_of(state),
        notes,
    )


def _contract_of(state: State) -> tuple[int, str] | None:
    """Return the contract that came with a deal; None after an auction and for a deal never played."""
    if not isinstance(state, TarotState) or any(isinstance(action, MakeBid) for action in state.history):
        return None
    preparation = state.phase.preparation if isinstance(state.phase, Playing) else state.phase
    if not isinstance(preparation, Preparation):
        return None
    return preparation.taker, preparation.bid.value


def _check_turn(state: State, seat: int) -> None:
    if state.to_act is not None and state.to_act != seat:
        message = f"seat {seat} acts where seat {state.to_act} has to"
        raise IllegalAction("not_your_turn", message, field="seat", seat=seat, turn=state.to_act)
