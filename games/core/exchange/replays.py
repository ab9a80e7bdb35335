"""Replay of a deal in the documented JSON: the output of `manage.py replay_deal` for one line."""

from games.core.actions import format_action
from games.core.cards import format_card
from games.core.errors import IllegalAction
from games.core.exchange.deals import replay_from, start_of
from games.core.exchange.fields import write_half_points, write_points
from games.core.notation import PlayedDeal, read_deal_values
from games.core.outcome import Outcome
from games.core.play import PlayedTrick, State
from games.core.scoring import score_outcome
from games.core.tarot_rules import tarot_rules
from games.core.variants.tarot.game import Tarot


def report_replay(request: object) -> dict[str, object]:
    """Replay a deal and report its steps, tricks, first illegal step with its rule, and score.

    Args:
        request: plain JSON values of a deal, as `format_deal_json` writes them.

    Returns:
        - `steps`, with `legal` for each, up to the first illegal one
        - `illegal`, or null
        - `tricks`, `over` and `to_act`
        - once the deal is over: `outcome`, `scores`, and for Tarot `points`, `bouts` and `unit`

    Raises:
        GameError: a deal that cannot be read, or that its game cannot start.
    """
    deal = read_deal_values(request)
    start = start_of(deal)
    states = [start]
    illegal: IllegalAction | None = None
    try:
        states.extend(replay_from(start, deal))
    except IllegalAction as error:
        illegal = error
    return {
        "steps": _write_steps(deal, len(states) - 1, illegal),
        "illegal": None if illegal is None else _write_illegal(deal, len(states) - 1, illegal),
        **_write_state(states[-1]),
    }


def _write_steps(
    deal: PlayedDeal, legal_count: int, illegal: IllegalAction | None
) -> list[dict[str, object]]:
    # The illegal step is the last one of the report; steps after it have no state to be judged in.
    steps = deal.steps[: legal_count + (illegal is not None)]
    return [
        {"seat": seat, "action": format_action(action), "legal": number < legal_count}
        for number, (seat, action) in enumerate(steps)
    ]


def _write_illegal(deal: PlayedDeal, number: int, illegal: IllegalAction) -> dict[str, object]:
    seat, action = deal.steps[number]
    return {
        "step": number,
        "seat": seat,
        "action": format_action(action),
        "rule": illegal.code,
        "message": str(illegal),
    }


def _write_state(state: State) -> dict[str, object]:
    report: dict[str, object] = {
        "tricks": [_write_trick(trick) for trick in state.tricks()],
        "over": state.is_over,
        "to_act": state.to_act,
    }
    if not state.is_over:
        return report
    outcome = state.outcome()
    report["outcome"] = outcome.to_json()
    report["scores"] = [write_points(points) for points in state.scores()]
    variant = state.variant
    if isinstance(variant, Tarot) and isinstance(outcome, Outcome):
        report["points"] = write_half_points(outcome.half_points)
        report["bouts"] = outcome.bouts
        report["unit"] = score_outcome(outcome, variant.row, tarot_rules(variant.row, state.rules))
    return report


def _write_trick(trick: PlayedTrick) -> dict[str, object]:
    cards = [format_card(card) for card in trick.cards]
    return {"leader": trick.leader, "cards": cards, "winner": trick.winner}
