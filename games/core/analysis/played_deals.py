"""What each card of a played deal of Tarot cost, by the open search: hindsight, with all hands seen."""

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
"""No card gets more of what is left of the budget than one part in so many."""


def analyse_play(
    start: State,
    actions: Sequence[Action],
    *,
    budget: int = PLENTY,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[CardReading]:
    """What each card of a finished deal cost, in the order played.

    The last cards are read first, and exactly; before them the budget runs out and bounds are left.

    Args:
        start: the deal before its first step.
        actions: all its steps.
        budget: nodes that all searches may spend.
        progress: called after each card: how many are read, of how many.

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
    after, readings = Bounds(score, score), []
    for done, step in enumerate(reversed(steps), 1):
        reading, line = reader.read(states[step], step, actions[step], after, line)
        readings.append(reading)
        after = reading.before
        progress(done, len(steps))
    return readings[::-1]


def _margin_at(end: State) -> int:
    """Half points of the attack beyond what it needs."""
    outcome, variant = end.outcome(), end.variant
    assert isinstance(outcome, Outcome)
    assert isinstance(variant, Tarot)
    return outcome.half_points - 2 * need_for(outcome.bouts, variant.row)


@dataclass(frozen=True, slots=True)
class _Line:
    """A best way to play on, and the margin that it ends with; None where none is known."""

    cards: tuple[Card, ...]
    margin: int | None


class _Reader:
    """Reads cards from the last to the first, with one search."""

    def __init__(self, states: Sequence[State], budget: int) -> None:
        positions = map(open_position, states)
        self.search = OpenSearch(next(filter(is_in_reach, positions)), budget)

    def read(
        self, state: State, step: int, action: Action, after: Bounds, line: _Line
    ) -> tuple[CardReading, _Line]:
        """The reading of a card, and a best line from before it."""
        assert isinstance(action, PlayCard)
        position = open_position(state)
        before = self._score(position, after)
        found = _Line((), None)
        if before.is_exact and before == after:
            found = _Line((action.card, *line.cards), line.margin)
        elif before.is_exact:
            found = self._best_line(state, before.low)
        better = found.cards if after.is_exact and before != after else ()
        reading = CardReading(
            step, position.to_act, action.card, before, after, found.margin, line.margin, better
        )
        return reading, found

    def _score(self, position: OpenPosition, after: Bounds) -> Bounds:
        """The score before a card: for its side no worse than after it."""
        if len(legal_in(position)) == 1:
            return after
        attacks, limits = position.attack[position.to_act], limits_of(position)
        low = max(limits.low, after.low) if attacks else limits.low
        high = limits.high if attacks else min(limits.high, after.high)
        left = self.search.budget - self.search.spent
        if not is_in_reach(position) or left <= 0:
            return Bounds(low, high)
        guess = after.low + 1 if attacks else after.high
        found = self.search.score(position, guess=guess, within=left // SHARE)
        return Bounds(max(low, found.low), min(high, found.high))

    def _best_line(self, state: State, score: int) -> _Line:
        """One way to play on in which every card keeps the score."""
        cards: list[Card] = []
        while not state.is_over:
            position = open_position(state)
            card = self._keeping(position, score)
            if card is None:
                return _Line((), None)
            cards.append(card)
            state = state.apply(PlayCard(card))
        return _Line(tuple(cards), _margin_at(state))

    def _keeping(self, position: OpenPosition, score: int) -> Card | None:
        """A card that keeps the score; None when the budget is spent before one is found."""
        legal = legal_in(position)
        if len(legal) == 1:
            return legal[0]
        guess = score if position.attack[position.to_act] else score + 1
        found = ((card, self.search.score(position, card, guess=guess)) for card in legal)
        return next((card for card, bounds in found if bounds == Bounds(score, score)), None)
