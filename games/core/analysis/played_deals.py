"""Analysis of a played deal of Tarot by the open search: the cost of each card, with all hands seen."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.core.actions import Action, PlayCard
from games.core.analysis.open_search import PLENTY, OpenSearch, is_in_reach, legal_in, limits_of
from games.core.analysis.positions import NotSearchable, OpenPosition, open_position
from games.core.analysis.readings import Bounds, CardReading
from games.core.cards import Card
from games.core.outcome import Outcome
from games.core.play import State, replay_states
from games.core.scoring import need_for
from games.core.variants.tarot.game import Tarot, attack_score
from games.core.variants.tarot.state import TarotState

SHARE = 8
"""Divisor of the remaining budget that gives the limit for one card."""


def analyse_play(
    start: State,
    actions: Sequence[Action],
    *,
    budget: int = PLENTY,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[CardReading]:
    """Return the cost of each card of a finished deal, in the order played.

    The last cards are analysed first, and exactly. For the earlier cards the budget may run out, which leaves
    bounds.

    Args:
        start: the deal before its first step.
        actions: all its steps.
        budget: nodes for all searches together.
        progress: called after each card with the number of analysed cards and of all cards.

    Raises:
        NotSearchable: `deal_not_over`, or `game_not_searched`.
        IllegalAction: as `replay_states`.
    """
    states = [start, *replay_states(start, actions)]
    end = states[-1]
    if not isinstance(end, TarotState):
        raise NotSearchable("game_not_searched", f"{end.variant.name} is not searched with open cards")
    score = attack_score(end)
    if score is None:
        raise NotSearchable("deal_not_over", "only a deal played to its end is analysed", field="steps")
    line = _Line((), _margin_at(end))
    steps = [step for step, action in enumerate(actions) if isinstance(action, PlayCard)]
    reader = _Reader([states[step] for step in steps], budget)
    score_after, readings = Bounds(score, score), []
    for done, step in enumerate(reversed(steps), 1):
        reading, line = reader.read(states[step], step, actions[step], score_after, line)
        readings.append(reading)
        score_after = reading.before
        progress(done, len(steps))
    return readings[::-1]


def _margin_at(end: State) -> int:
    """Return the half points of the attack beyond its need."""
    outcome, variant = end.outcome(), end.variant
    assert isinstance(outcome, Outcome)
    assert isinstance(variant, Tarot)
    return outcome.half_points - 2 * need_for(outcome.bouts, variant.row)


@dataclass(frozen=True, slots=True)
class _Line:
    """A best line of play and its final margin; None where no line is known."""

    cards: tuple[Card, ...]
    margin: int | None


class _Reader:
    """Analysis of cards from the last to the first, with one search."""

    def __init__(self, states: Sequence[State], budget: int) -> None:
        positions = map(open_position, states)
        self.search = OpenSearch(next(filter(is_in_reach, positions)), budget)

    def read(
        self, state: State, step: int, action: Action, score_after: Bounds, line: _Line
    ) -> tuple[CardReading, _Line]:
        """Return the reading of a card, and a best line from before it."""
        assert isinstance(action, PlayCard)
        position = open_position(state)
        score_before = self._score(position, score_after)
        best_line = _Line((), None)
        # the card cost nothing: it continues the line from after it
        if score_before.is_exact and score_before == score_after:
            best_line = _Line((action.card, *line.cards), line.margin)
        elif score_before.is_exact:
            best_line = self._best_line(state, score_before.low)
        better_line = best_line.cards if score_after.is_exact and score_before != score_after else ()
        reading = CardReading(
            step,
            position.to_act,
            action.card,
            score_before,
            score_after,
            best_line.margin,
            line.margin,
            better_line,
        )
        return reading, best_line

    def _score(self, position: OpenPosition, score_after: Bounds) -> Bounds:
        """Return the score before a card. For the side of the card it is no worse than after it."""
        # a forced card costs nothing: no search
        if len(legal_in(position)) == 1:
            return score_after
        attacks, limits = position.attack[position.to_act], limits_of(position)
        low = max(limits.low, score_after.low) if attacks else limits.low
        high = limits.high if attacks else min(limits.high, score_after.high)
        nodes_left = self.search.budget - self.search.spent
        if not is_in_reach(position) or nodes_left <= 0:
            return Bounds(low, high)
        guess = score_after.low + 1 if attacks else score_after.high
        bounds = self.search.score(position, guess=guess, within=nodes_left // SHARE)
        return Bounds(max(low, bounds.low), min(high, bounds.high))

    def _best_line(self, state: State, score: int) -> _Line:
        """Return one line of play in which every card keeps the score."""
        cards: list[Card] = []
        while not state.is_over:
            position = open_position(state)
            card = self._find_keeping_card(position, score)
            if card is None:
                return _Line((), None)
            cards.append(card)
            state = state.apply(PlayCard(card))
        return _Line(tuple(cards), _margin_at(state))

    def _find_keeping_card(self, position: OpenPosition, score: int) -> Card | None:
        """Return a card that keeps the score; None when the budget is spent before one is found."""
        legal = legal_in(position)
        if len(legal) == 1:
            return legal[0]
        guess = score if position.attack[position.to_act] else score + 1
        results = ((card, self.search.score(position, card, guess=guess)) for card in legal)
        return next((card for card, bounds in results if bounds == Bounds(score, score)), None)
