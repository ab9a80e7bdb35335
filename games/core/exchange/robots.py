"""Robots for other programs: output of `manage.py choose_action` and `manage.py analyse_deal` for a line."""

from collections.abc import Mapping

from games.core.actions import format_action
from games.core.analysis.open_search import PLENTY, best_bounds, score_cards
from games.core.analysis.played_deals import analyse_play
from games.core.analysis.positions import open_position
from games.core.analysis.readings import Bounds, CardReading
from games.core.bots.choosing import RobotLevel, explain_action
from games.core.cards import format_card
from games.core.exchange.deals import replay_deal, start_of
from games.core.exchange.fields import (
    InvalidRequest,
    check_fields,
    read_level_field,
    read_request_object,
    read_whole_field,
    wrong_value,
)
from games.core.notation import PlayedDeal, read_deal_values
from games.core.play import State

MOST_PLAY_OUTS = 100_000
"""Largest number of play-outs that a request may spend on one choice."""


def report_choice(request: object) -> dict[str, object]:
    """Return the action that a robot chooses at its turn, with its method and the mean of each option.

    Args:
        request: plain JSON values; the fields are listed in docs/notation.md. The robot sees what the seat
            to act knows, and nothing else of the deal.

    Raises:
        GameError: a request that cannot be read, a deal that breaks a rule, or `deal_over`.
    """
    values = read_request_object(request)
    check_fields(values, ("deal", "level"), ("seed", "budget"))
    state = _state_of(values)
    level = read_level_field(values, "level", RobotLevel)
    if state.to_act is None:
        raise InvalidRequest("deal_over", "the deal is over: nobody has to act", field="deal")
    budget = _read_budget(values, MOST_PLAY_OUTS) if "budget" in values else None
    view = state.view(state.to_act)
    choice = explain_action(view, level, seed=read_whole_field(values, "seed", 0), budget=budget)
    means = sorted(choice.means.items(), key=lambda item: -item[1])
    return {
        "seat": state.to_act,
        "action": format_action(choice.action),
        "method": choice.method.value,
        "worlds": choice.worlds,
        "means": [{"action": format_action(action), "mean": round(mean, 2)} for action, mean in means],
    }


def report_analysis(request: object) -> dict[str, object]:
    """Return the open search's result for a deal of Tarot.

    A deal under way gives the bounds of each card of the seat to act. A finished deal gives a reading of
    every card.

    Args:
        request: plain JSON values; the fields are listed in docs/notation.md.

    Raises:
        GameError: a request that cannot be read, a deal that breaks a rule, or `NotSearchable`.
    """
    values = read_request_object(request)
    check_fields(values, ("deal",), ("budget",))
    deal = _deal_of(values)
    state, budget = replay_deal(deal), _read_budget(values, PLENTY)
    if state.is_over:
        readings = analyse_play(start_of(deal), state.history, budget=budget)
        return {"plays": [_write_reading(reading) for reading in readings]}
    position = open_position(state)
    scores = score_cards(position, budget)
    best = best_bounds(position, scores.values())
    cards = [{"card": format_card(card), **_write_bounds(bounds)} for card, bounds in scores.items()]
    # With open bounds no card is proved to be the best, so none is named.
    best_cards = [format_card(card) for card, bounds in scores.items() if best.is_exact and bounds == best]
    return {"seat": state.to_act, **_write_bounds(best), "best": best_cards, "cards": cards}


def _deal_of(values: Mapping[str, object]) -> PlayedDeal:
    return read_deal_values(values["deal"])


def _state_of(values: Mapping[str, object]) -> State:
    return replay_deal(_deal_of(values))


def _read_budget(values: Mapping[str, object], most: int) -> int:
    budget = read_whole_field(values, "budget", most)
    if not 1 <= budget <= most:
        raise wrong_value("budget", budget, f"in 1..{most}")
    return budget


def _write_bounds(bounds: Bounds) -> dict[str, object]:
    return {"low": bounds.low, "high": bounds.high, "exact": bounds.is_exact}


def _write_reading(reading: CardReading) -> dict[str, object]:
    return {
        "step": reading.step,
        "seat": reading.seat,
        "card": format_card(reading.card),
        "before": _write_bounds(reading.before),
        "after": _write_bounds(reading.after),
        "cost": reading.cost,
        "half_points": reading.half_points,
        "turns_contract": reading.turns_contract,
        "line": [format_card(card) for card in reading.line],
    }
