"""Sheet of an evening at home: the deals of all steps in force, added up from the first deal."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from counting.models import HomeEvening, HomeStep
from games.core.facts.over_deals import AddedDeal, GameTerms, add_up_deals
from games.core.rules import parse_rules
from games.core.variants.registry import find_variant

UNDO = 0
"""Value of `HomeStep.deal` in a step that undoes the last step in force."""


@dataclass(frozen=True, slots=True)
class HomeSheet:
    """Data of an evening's page."""

    evening: HomeEvening
    terms: GameTerms
    deals: tuple[AddedDeal, ...]
    facts: tuple[Mapping[str, str], ...]
    """facts[deal]: typed text of each fact, by its field."""
    step_count: int
    can_undo: bool

    @property
    def next_number(self) -> int:
        """Number of the deal to write next, from 1."""
        return len(self.deals) + 1

    @property
    def is_over(self) -> bool:
        """True if a game of fixed length was played to its end."""
        count = self.terms.deal_count
        # A table may play several whole games on one sheet.
        return count is not None and len(self.deals) >= count and len(self.deals) % count == 0


def home_evening_terms(evening: HomeEvening) -> GameTerms:
    """Return the game, the rules and the first dealer of an evening."""
    rules = parse_rules(find_variant(evening.game).options, evening.rules)
    return GameTerms(evening.game, rules, evening.first_dealer)


def load_home_sheet(evening: HomeEvening) -> HomeSheet:
    """Return the sheet of an evening. One query."""
    steps = list(evening.steps.all())
    valid_steps = standing_steps(steps)
    # A later step of the same deal is a correction and replaces the earlier one.
    facts_of_deals = {step.deal: step.facts for step in valid_steps}
    facts = tuple(facts_of_deals[deal] for deal in sorted(facts_of_deals))
    terms = home_evening_terms(evening)
    return HomeSheet(evening, terms, add_up_deals(terms, facts), facts, len(steps), bool(valid_steps))


def standing_steps(steps: Iterable[HomeStep]) -> list[HomeStep]:
    """Return the steps in force, in order: those that no later step undoes."""
    valid_steps: list[HomeStep] = []
    for step in steps:
        if step.deal == UNDO:
            valid_steps.pop()
        else:
            valid_steps.append(step)
    return valid_steps
