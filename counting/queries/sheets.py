"""The sheet of an evening at home: what its steps leave written, added up from the first deal."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from counting.models import HomeEvening, HomeStep
from games.core.facts.over_deals import AddedDeal, GameTerms, add_up
from games.core.rules import parse_rules
from games.core.variants.registry import find_variant

UNDO = 0
"""The deal of a step that takes back another."""


@dataclass(frozen=True, slots=True)
class HomeSheet:
    """An evening as its page shows it."""

    evening: HomeEvening
    terms: GameTerms
    deals: tuple[AddedDeal, ...]
    facts: tuple[Mapping[str, str], ...]
    """What is written of each deal."""
    step_count: int
    can_undo: bool

    @property
    def next_number(self) -> int:
        """Of the deal to write next, from 1."""
        return len(self.deals) + 1

    @property
    def is_over(self) -> bool:
        """Whether a game of fixed length was played to its end."""
        count = self.terms.deal_count
        return count is not None and len(self.deals) >= count and len(self.deals) % count == 0


def terms_of(evening: HomeEvening) -> GameTerms:
    """What the table agreed on."""
    rules = parse_rules(find_variant(evening.game).options, evening.rules)
    return GameTerms(evening.game, rules, evening.first_dealer)


def load_sheet(evening: HomeEvening) -> HomeSheet:
    """The sheet of an evening. One query."""
    steps = list(evening.steps.all())
    standing = standing_steps(steps)
    written = {step.deal: step.facts for step in standing}
    facts = tuple(written[deal] for deal in sorted(written))
    terms = terms_of(evening)
    return HomeSheet(evening, terms, add_up(terms, facts), facts, len(steps), bool(standing))


def standing_steps(steps: Iterable[HomeStep]) -> list[HomeStep]:
    """The steps that no undo took back, in order."""
    standing: list[HomeStep] = []
    for step in steps:
        if step.deal == UNDO:
            standing.pop()
        else:
            standing.append(step)
    return standing
