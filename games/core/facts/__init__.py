"""Facts of a deal of any game, as a person writes them, and their reading. Desk, telephone and page share it.

A form is made once for a game and its rules. It lists the fields to fill in:

    form = facts_form("tarot-5", rules)          # `rules` of the game, None for its plain ones
    form.fields                                  # FactField: name, kind, choices, least and most, blank

The input is a text for each field name. Any input gives a reading:

    reading = form.read({"bid": "garde", "taker": "2", "bouts": "2", "points": "45,5"})
    reading.outcome                              # outcome for the engine; None where something is wrong
    reading.scores                               # each seat's points, in seat order
    reading.lines                                # SumLine: explanation of the scores, for words.facts
    reading.problems                             # ImpossibleOutcome: its `field` is the name of a field
    reading.nearest                              # NearFact: a field and the text that would make it possible

- Seats are "0", "1"… in playing order.
- A handful is a number for each level, so that several players may have shown one.
- `margin` (Tarot) replaces bouts and points where only "made by 5" is known; then `is_counted` is false.
- Where teams attack whole, one partner's seat is enough.
- `over_deals` holds the state that a game carries from one deal to the next.

The package neither draws cards, reads the clock nor stores data. Store the texts, not the outcome: the queens
of a Papayou are not in its outcome. A form is small and may be stored (`facts_form` caches the last ones).
"""

from functools import lru_cache

from games.core.facts.fields import (
    NOBODY,
    PASSED,
    FactField,
    FactsReading,
    Kind,
    NearFact,
    SumLine,
)
from games.core.facts.form import FactsForm
from games.core.facts.side_games import (
    ColdPokerFacts,
    ContratFacts,
    GrelinFacts,
    NulloFacts,
    PapayouFacts,
)
from games.core.facts.tarot import TarotFacts
from games.core.rules import RuleSet
from games.core.variants.cold_poker import ColdPoker
from games.core.variants.contrat import Contrat
from games.core.variants.grelin import Grelin
from games.core.variants.nullo import Nullo
from games.core.variants.papayou import Papayou
from games.core.variants.registry import find_variant
from games.core.variants.tarot.game import Tarot

__all__ = [
    "NOBODY",
    "PASSED",
    "FactField",
    "FactsForm",
    "FactsReading",
    "Kind",
    "NearFact",
    "SumLine",
    "facts_form",
]


@lru_cache(maxsize=256)
def facts_form(game: str, rules: RuleSet | None = None) -> FactsForm:
    """Return the form of the facts of a deal.

    Args:
        game: a stored name of the registry.
        rules: the result of `make_rules` of the game; None for its plain rules.

    Raises:
        InvalidRules: `unknown_game`.
    """
    variant, agreed_rules = find_variant(game), rules or RuleSet()
    if isinstance(variant, Tarot):
        return TarotFacts(variant.row, agreed_rules)
    if isinstance(variant, Nullo):
        return NulloFacts(variant, agreed_rules)
    if isinstance(variant, Papayou):
        return PapayouFacts(variant, agreed_rules)
    if isinstance(variant, Grelin):
        return GrelinFacts(variant, agreed_rules)
    if isinstance(variant, Contrat):
        return ContratFacts(variant, agreed_rules)
    assert isinstance(variant, ColdPoker)
    return ColdPokerFacts(variant, agreed_rules)
